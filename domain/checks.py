"""Checks: what the world is asked, and what an answer says of a claim. Pure: nothing here looks anywhere.

A check is declared in the store's `remembrancer.toml`, and only there:

    [checks.posts-are-reviewed]
    url = "https://example.org/settings.json"
    json = "$.review.enabled"
    equals = true
"""

import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Literal, cast

import msgspec

from .errors import InvalidName
from .events import ClaimResult
from .texts import shown

CheckKind = Literal["file", "command", "url", "sql", "python", "ask"]

_SLUG = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")
_CALLABLE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
WITH: dict[CheckKind, frozenset[str]] = {
    "file": frozenset({"contains", "encoding"}),
    "command": frozenset({"exits", "prints", "contains"}),
    "url": frozenset({"contains", "json", "equals", "status"}),
    "sql": frozenset({"query", "returns"}),
    "python": frozenset({"returns"}),
    "ask": frozenset({"by"}),
}
"""What a check of each kind may say besides where it looks and how long that may take."""
TIMEOUT_S_MAX = 3_600
UNREACHED_EXITS = {
    75: "a temporary failure (EX_TEMPFAIL)",
    126: "not executable",
    127: "not found",
}
"""Exit codes that say that nothing was checked; the first is that of sysexits.h, the others are those of shells."""
UNREACHED_STATUSES = frozenset({401, 402, 403, 407, 408, 425, 429})
"""Answers of the class 4xx that say something of who asks, and nothing of what was asked about."""
QUOTED_CHARS = 120


class Check(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One declaration. Exactly one of `file`, `command`, `url`, `sql`, `python` and `ask` says where it looks."""

    file: str | None = None
    """A path; a relative one begins in the folder of the store. Passes if something stands there."""
    command: tuple[str, ...] | None = None
    """A program and its arguments, which no shell reads. Passes if it ends with `exits`."""
    url: str | None = None
    """Passes if it answers with success (2xx), or with `status`."""
    sql: str | None = None
    """A database: the path of an SQLite file or `postgresql://…`. Passes if `query` gives a row."""
    python: str | None = None
    """`module:function`, called without arguments. Passes if it returns True."""
    ask: str | None = None
    """A question that a person answers with yes or no."""
    contains: str | None = None
    """A piece of the file, output or answer."""
    encoding: str | None = None
    """Of the file; UTF-8."""
    exits: int | None = None
    prints: str | None = None
    """One line of the output, without the blanks around it."""
    json: str | None = None
    """JSONPath (RFC 9535) into the answer; everything found there must be `equals`."""
    equals: Any = None
    status: int | None = None
    query: str | None = None
    returns: Any = None
    """The first value of the first row, or what the function returns."""
    by: Any = None
    """Until when an answer is awaited: a date, whose last instant counts, or a time with its zone."""
    timeout_s: int | None = None
    """None: as the policy says."""

    @property
    def kind(self) -> CheckKind:
        """Where it looks."""
        for kind in WITH:
            if getattr(self, kind) is not None:
                return kind
        raise AssertionError("a check that was read looks somewhere")

    @property
    def where(self) -> str:
        """Where it looks, on one line."""
        found: object = getattr(self, self.kind)
        return " ".join(self.command) if self.command is not None else str(found)


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """What came of looking."""

    reached: bool
    """Whether there was an answer, whatever it says."""
    detail: str
    """What there was, or why there was nothing, in a few words."""
    there: bool = True
    """Whether what was looked for exists: the file, or a row."""
    code: int | None = None
    """Exit code of a command, status of an answer."""
    text: str = ""
    cut: bool = False
    """Whether there was more of it than is read."""
    values: tuple[Any, ...] | None = None
    """What stands at the JSON path; the first value of the first row; what a function returned. None: nothing was
    looked up."""


class Finding(msgspec.Struct, frozen=True):
    """What an observation says of a claim."""

    result: ClaimResult
    words: str
    """One line."""


def check_name(name: object) -> str:
    """Return the name of a check: a slug of at most 63 characters.

    Raises:
        InvalidName: it is not one.
    """
    if not isinstance(name, str) or not _SLUG.fullmatch(name):
        raise InvalidName(f"not a name of a check: {shown(name)}; use up to 63 of a-z, 0-9, '.', '_' and '-'")
    return name


def check_from(name: str, said: object) -> Check:
    """Return a check as it was declared.

    Raises:
        InvalidName: it says something impossible.
    """
    try:
        check = msgspec.convert(said, Check, strict=True)
    except msgspec.ValidationError as fault:
        raise InvalidName(f"the check {name!r} is wrong: {fault}; mend its declaration") from None
    for fault in _faults(check):
        raise InvalidName(f"the check {name!r} {fault}")
    return check


def said_of(check: Check) -> dict[str, Any]:
    """Return a check as plain values, as `check_from` reads them; dates stay dates, as TOML has them."""
    return cast("dict[str, Any]", msgspec.to_builtins(check, builtin_types=(date, datetime)))


def _faults(check: Check) -> Sequence[str]:
    kinds: list[CheckKind] = [kind for kind in WITH if getattr(check, kind) is not None]
    if len(kinds) != 1:
        return [f"looks at {' and '.join(kinds) or 'nothing'}; give one of {', '.join(WITH)}"]
    kind = kinds[0]
    given = {name for name, value in msgspec.structs.asdict(check).items() if value is not None}
    for odd in sorted(given - WITH[kind] - {kind, "timeout_s"}):
        return [f"says {odd!r}, which means nothing for {kind}; leave it out"]
    if check.timeout_s is not None and not 1 <= check.timeout_s <= TIMEOUT_S_MAX:
        return [f"sets timeout_s to {check.timeout_s}; it must be from 1 to {TIMEOUT_S_MAX}"]
    if check.command is not None and not (check.command and check.command[0]):
        return ["names no program; give a list such as ['make', 'test']"]
    if not check.where.strip() or "\0" in check.where:
        return [f"says no {kind}; give one"]
    if check.url is not None and not check.url.lower().startswith(("http://", "https://")):
        return ["has a URL that is neither http nor https; give one that is"]
    if check.sql is not None and not (check.query or "").strip():
        return ["has no query; say what the database is asked"]
    if check.python is not None and not _CALLABLE.fullmatch(check.python):
        return [f"names {check.python[:70]!r}; write module:function"]
    if (check.json is None) != (check.equals is None):
        return ["needs json and equals together: where in the answer, and what stands there"]
    if check.ask is not None and check.by is None:
        return ["asks a person without saying by when; give a date with by"]
    if check.by is not None and not isinstance(check.by, str | date):
        return [f"says by {shown(check.by)}; write a date such as 2026-05-01"]
    return []


def judge(check: Check, seen: Observation) -> Finding:
    """Return what an observation says.

    What could not be looked at says nothing, neither for nor against: a server that is down, a program that is not
    there, an answer too long to have been read to its end.
    """
    if not seen.reached:
        return Finding("unreachable", _line(seen.detail))
    match check.kind:
        case "file":
            return _judge_file(check, seen)
        case "command":
            return _judge_command(check, seen)
        case "url":
            return _judge_url(check, seen)
        case "sql":
            return _judge_sql(check, seen)
        case "python":
            return _judge_value(check, seen, "it returned")
        case "ask":
            return Finding("unreachable", _line(seen.detail))


def _judge_file(check: Check, seen: Observation) -> Finding:
    if not seen.there:
        return Finding("failed", _line(f"no file at {check.where}"))
    if check.contains is None:
        return Finding("passed", _line(f"{check.where} is there"))
    return _judge_piece(check.contains, seen, "the file")


def _judge_command(check: Check, seen: Observation) -> Finding:
    wanted = check.exits or 0
    if seen.code != wanted:
        if seen.code is None or seen.code < 0:
            return Finding("unreachable", _line(f"it was ended by a signal ({seen.code})"))
        if seen.code in UNREACHED_EXITS:
            return Finding("unreachable", f"it ended with {seen.code}: {UNREACHED_EXITS[seen.code]}")
        return Finding("failed", _line(f"it ended with {seen.code}, not {wanted}{_said(seen)}"))
    if check.prints is not None:
        lines = {line.strip() for line in seen.text.splitlines()}
        if check.prints.strip() in lines:
            return Finding("passed", _line(f"it ended with {wanted} and printed {_quoted(check.prints)}"))
        return _missing(seen, f"it did not print the line {_quoted(check.prints)}{_said(seen)}")
    if check.contains is not None:
        return _judge_piece(check.contains, seen, "what it printed")
    return Finding("passed", f"it ended with {wanted}")


def _judge_url(check: Check, seen: Observation) -> Finding:
    code = seen.code or 0
    if code != check.status if check.status is not None else not 200 <= code < 300:
        # A server says by 4xx that it is the question that is wrong: what was there is gone (RFC 9110, section 15.5).
        says_so = 400 <= code < 500 or (check.status is not None and code < 400)
        result: ClaimResult = "failed" if says_so and code not in UNREACHED_STATUSES else "unreachable"
        return Finding(result, f"it answered {code}, not {check.status or '2xx'}")
    if check.json is not None:
        if seen.values is None:
            return Finding("unreachable", _line(f"what it answered is no JSON that can be read: {seen.detail}"))
        return _judge_path(check, seen.values)
    if check.contains is not None:
        return _judge_piece(check.contains, seen, "the answer")
    return Finding("passed", f"it answered {code}")


def _judge_path(check: Check, values: tuple[Any, ...]) -> Finding:
    if not values:
        return Finding("failed", _line(f"the answer has nothing at {check.json}"))
    odd = next((value for value in values if not _same(value, check.equals)), None)
    if odd is None and all(_same(value, check.equals) for value in values):
        return Finding("passed", _line(f"{check.json} is {_quoted(check.equals)}"))
    return Finding("failed", _line(f"{check.json} is {_quoted(odd)}, not {_quoted(check.equals)}"))


def _judge_sql(check: Check, seen: Observation) -> Finding:
    if not seen.there:
        return Finding("failed", "the query gave no row")
    if check.returns is None:
        return Finding("passed", "the query gave a row")
    if not seen.values:
        return Finding("unreachable", _line(f"nothing was given that can be read: {seen.detail}"))
    found = str(seen.values[0])
    if _same_cell(found, check.returns):
        return Finding("passed", _line(f"the query gave {_quoted(found)}"))
    return Finding("failed", _line(f"the query gave {_quoted(found)}, not {_quoted(check.returns)}"))


def _judge_value(check: Check, seen: Observation, what: str) -> Finding:
    wanted = True if check.returns is None else check.returns
    if not seen.values:
        return Finding("unreachable", _line(f"nothing was returned that can be read: {seen.detail}"))
    found = seen.values[0]
    if _same(found, wanted):
        return Finding("passed", _line(f"{what} {_quoted(found)}"))
    return Finding("failed", _line(f"{what} {_quoted(found)}, not {_quoted(wanted)}"))


def _judge_piece(piece: str, seen: Observation, where: str) -> Finding:
    if piece in seen.text:
        return Finding("passed", _line(f"{where} contains {_quoted(piece)}"))
    return _missing(seen, f"{where} does not contain {_quoted(piece)}")


def _missing(seen: Observation, words: str) -> Finding:
    """What was not found in a part may stand in the rest."""
    if seen.cut:
        return Finding("unreachable", _line(f"{words} as far as it was read: it is longer than that"))
    return Finding("failed", _line(words))


def _same(found: object, wanted: object) -> bool:
    """Say whether two JSON values are equal; numbers by value, and true is no number."""
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found is wanted
    match found, wanted:
        case (int() | float(), int() | float()) | (str(), str()):
            return found == wanted
        case list(), list():
            ones, others = cast("list[object]", found), cast("list[object]", wanted)
            return len(ones) == len(others) and all(_same(a, b) for a, b in zip(ones, others, strict=True))
        case dict(), dict():
            one, other = cast("dict[str, object]", found), cast("dict[str, object]", wanted)
            return one.keys() == other.keys() and all(_same(value, other[name]) for name, value in one.items())
        case _:
            return found is None and wanted is None


def _same_cell(found: str, wanted: object) -> bool:
    """Say whether a value of a database, which comes as text, is what was declared; SQLite says 1 for true."""
    match wanted:
        case bool():
            return found.lower() in ({"1", "true", "t"} if wanted else {"0", "false", "f"})
        case int() | float():
            try:
                return float(found) == wanted if isinstance(wanted, float) or "." in found else int(found) == wanted
            except ValueError:
                return False
        case _:
            return found == wanted


def _said(seen: Observation) -> str:
    first = next((line.strip() for line in reversed(seen.text.splitlines()) if line.strip()), "")
    return f"; it said {_quoted(first)}" if first else ""


def _quoted(value: object) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value, enc_hook=str).decode()
    line = _line(text)
    short = line if len(line) <= QUOTED_CHARS else f"{line[:QUOTED_CHARS]}…"
    return f"{short!r}" if isinstance(value, str) else short


def _line(text: str) -> str:
    """Return words on one line that can be stored, whatever the world said."""
    kept = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(kept.split())[:500] or "nothing was said"
