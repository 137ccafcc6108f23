"""What every source yields, and what a source promises."""

from collections.abc import Iterator
from typing import Any, Literal, Protocol

import msgspec

FORM = Literal["lines", "log", "notes"]
"""Memories as JSON, events as `log --json` prints them, Markdown notes."""

ITEM_BYTES_MAX = 64 * 1024 * 1024
"""A longer line or file is not even read: the largest text that a policy allows by default has 1 MiB."""


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to import, as its source holds it."""

    where: int | str
    """Number of its line, from 1, or name of its file within its folder."""
    fields: dict[str, Any] | None
    """What it says; None: it cannot be read."""
    fault: str | None = None
    """Why it cannot be read."""
    size_bytes: int


class Source(Protocol):
    """Something to import; it can be read several times, one item at a time."""

    form: FORM
    size_bytes: int | None
    """Of the whole; None for what came through a pipe."""

    def items(self) -> Iterator[Item]:
        """Yield the items in their order, unreadable ones too, from the beginning."""
        ...

    def close(self) -> None:
        """Release files."""
        ...
