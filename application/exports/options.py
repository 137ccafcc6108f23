"""What an export may be asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypedDict, get_args

import msgspec

from ...domain.errors import InvalidInput
from ...domain.events import ExportedForm
from ..moment import Asked
from ..requests import names

FORMS = get_args(ExportedForm)

Progress = Callable[[int, int], None]
"""Told how many positions of the log are done, and of how many."""


class ExportFilters(TypedDict, total=False):
    """The names that `export` takes; each may be left out."""

    agent: str | None
    """Only the events of this agent, or the memories that came from it."""
    subject: str | None
    """Only what is about this person, such as `user:42`."""
    types: Sequence[str]
    """Only events of these types; with or without schema number, or of a family such as `memory`."""
    since: Asked | None
    """From here on: a position, a date (its first instant), or a time."""
    until: Asked | None
    """Up to here, included: a position, a date (its last instant), or a time."""
    valid: bool
    """`since` and `until` are valid times: when it was true, instead of when it was recorded."""
    as_of: Asked | None
    """The memories as they were believed at this moment, in place of events."""
    formats: Sequence[str]
    """`jsonl`, which is always there, `csv`, `parquet`, `html`, `markdown`."""
    sealed: bool
    """Leave out the words: they are there as ciphertext only, or with `as_of` not at all."""
    because: str | None
    """Why it is made; kept with the event that tells of it."""
    by: str | None
    """The person who asks, `user:NAME`; None: the store itself."""
    progress: Progress | None


class ExportReport(msgspec.Struct, frozen=True, kw_only=True):
    """What was exported."""

    folder: str
    holds: str
    """`events` or `state`."""
    items: int
    """Events, or memories."""
    first: int
    last: int
    """The range of positions."""
    words: str
    unread: dict[str, int]
    """How many of them have words that could not be read, by why: `sealed`, `erased`."""
    checkpoint: int
    """Size of the tree that its proofs lead to."""
    manifest: str
    """SHA-256 of `manifest.json`, 64 hexadecimal digits."""
    position: int | None
    """Position of the event that tells of it; None: the store was opened read-only."""
    files: dict[str, int]
    """Size of each file, bytes."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return msgspec.to_builtins(self)


def check_forms(asked: Sequence[str]) -> tuple[ExportedForm, ...]:
    """Return the forms that are asked for; `jsonl` is among them.

    Raises:
        InvalidInput: there is no such form, or what writes it is not installed.
    """
    wanted = names(asked, "formats")
    for name in wanted:
        if name not in FORMS:
            raise InvalidInput(f"no format {name[:40]!r}; use {', '.join(FORMS)}")
    if "parquet" in wanted:
        from ...infrastructure.exports.parquet_table import check_installed

        check_installed()
    return tuple(form for form in FORMS if form == "jsonl" or form in wanted)
