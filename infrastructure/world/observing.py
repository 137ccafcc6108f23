"""From a check to an observation: each kind looks in its own way, and none for longer than it may."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.checks import Observation
from ...domain.world import CommandSpec, Limits, Outcome, PythonSpec, SqlSpec, UrlSpec
from .running import run

if TYPE_CHECKING:
    from pathlib import Path

    from ...domain.checks import Check

FILE_BYTES_MAX = 16_777_216
"""How much of a file is read: it is at hand, and what it should hold may stand anywhere in it."""


def observe(check: Check, limits: Limits, folder: Path) -> Observation:
    """Return what came of looking; raises for no answer of the world.

    Args:
        folder: where programs run and relative paths begin.
    """
    match check.kind:
        case "file":
            from .files import look_at_file

            path = folder / os.path.expanduser(check.where)
            return look_at_file(path, FILE_BYTES_MAX, read=check.contains is not None, encoding=check.encoding)
        case "command":
            return _answered(run(CommandSpec(argv=check.command or ()), limits, folder))
        case "url":
            outcome = run(UrlSpec(url=check.where), limits, folder)
            awaited = outcome.code is not None and outcome.code == check.status
            return _at_path(check, _answered(outcome, awaited=awaited))
        case "sql":
            return _first_row(run(SqlSpec(dsn=check.where, query=check.query or ""), limits, folder))
        case "python":
            return _returned(run(PythonSpec(target=check.where), limits, folder))
        case "ask":
            return Observation(reached=False, detail="it waits for a person")


def _answered(outcome: Outcome, *, awaited: bool = False) -> Observation:
    # What ended without a code gave no answer that could be judged: it was too large, or led in a circle.
    says_something = outcome.state == "failed" and outcome.code is not None
    return Observation(
        reached=outcome.state == "ok" or says_something or awaited,
        detail=outcome.detail,
        code=outcome.code,
        text=outcome.text,
    )


def path_fault(path: str) -> str | None:
    """Return what is wrong with a JSONPath, None if nothing is."""
    import jsonpath

    try:
        jsonpath.compile(path)
    except (jsonpath.JSONPathError, RecursionError) as fault:
        return " ".join(str(fault).split()) or type(fault).__name__
    return None


def _at_path(check: Check, seen: Observation) -> Observation:
    """Look up what stands at the path of a check in an answer that is JSON."""
    if check.json is None or not seen.reached:
        return seen
    import jsonpath  # only who asks for a path pays for it

    try:
        answer = msgspec.json.decode(seen.text)
        values = tuple(jsonpath.findall(check.json, answer))
    except msgspec.DecodeError as fault:
        return msgspec.structs.replace(seen, detail=str(fault))
    except (jsonpath.JSONPathError, RecursionError) as fault:
        return Observation(reached=False, detail=f"nothing can be looked up at {check.json}: {fault}")
    return msgspec.structs.replace(seen, values=values)


def _first_row(outcome: Outcome) -> Observation:
    if outcome.state != "ok":
        return Observation(reached=False, detail=outcome.detail)
    text = outcome.text
    if "\n" in text:
        # A line of names, then a line for each row, with tabs between.
        rows = text.split("\n")[1:-1]
        if not rows:
            return Observation(reached=True, there=False, detail="it gave no row")
        text = rows[0].split("\t")[0]
    return Observation(reached=True, detail="it gave a row", values=(_unescaped(text),))


def _returned(outcome: Outcome) -> Observation:
    if outcome.state != "ok":
        # A function that raises has said neither yes nor no.
        return Observation(reached=False, detail=outcome.detail)
    return Observation(reached=True, detail="it returned", values=(_value(outcome.text),))


def _value(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def _unescaped(cell: str) -> str:
    found = {"\\\\": "\\", "\\t": "\t", "\\r": "\r", "\\n": "\n"}
    out, at = "", 0
    while at < len(cell):
        pair = cell[at : at + 2]
        out += found.get(pair, cell[at])
        at += 2 if pair in found else 1
    return out
