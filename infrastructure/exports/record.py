"""What tables and reports are made of: one flat record for each event or memory."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol, cast

import msgspec


class EventRecord(msgspec.Struct, frozen=True, kw_only=True):
    """An event, as people read it."""

    position: int
    time: datetime
    type: str
    meaning: str
    """What its type says, a sentence."""
    actor: str
    agent: str | None
    scope: str | None
    memories: tuple[str, ...]
    text: str | None
    """The words that it brought; `[sealed]` or `[erased]` where they cannot be read."""
    because: str | None
    words: dict[str, Any]
    """All that was sealed besides the reason."""
    details: dict[str, Any]
    """Its clear fields, besides those above."""
    tags: tuple[str, ...]

    @property
    def cells(self) -> dict[str, Any]:
        """The columns of a table."""
        return {
            "position": self.position,
            "time": self.time,
            "type": self.type,
            "actor": self.actor,
            "agent": self.agent,
            "scope": self.scope,
            "memories": " ".join(self.memories) or None,
            "text": self.text,
            "because": self.because,
            "words": json_text(self.words) if self.words else None,
            "details": json_text(self.details) if self.details else None,
            "tags": " ".join(self.tags) or None,
        }


class MemoryRecord(msgspec.Struct, frozen=True):
    """A memory as it was believed."""

    fields: dict[str, Any]

    @property
    def cells(self) -> dict[str, Any]:
        """The columns of a table."""
        return {
            name: json_text(cast("Any", value)) if isinstance(value, dict | list) else value
            for name, value in self.fields.items()
        }


AnyRecord = EventRecord | MemoryRecord


class Table(Protocol):
    """A file that records are added to."""

    def add(self, records: Sequence[AnyRecord]) -> None:
        """Add records; all of a table are of one kind."""
        ...

    def end(self) -> None:
        """Write what comes last; the file is closed by whoever opened it."""
        ...


class Report(Protocol):
    """A file for people: what happened, then what is believed at the end."""

    def add(self, records: Sequence[EventRecord]) -> None:
        """Add what happened."""
        ...

    def believe(self, records: Sequence[MemoryRecord]) -> None:
        """Add what is believed at the end; nothing more happens then."""
        ...

    def end(self, counts: dict[str, int]) -> None:
        """Write how much of what there was."""
        ...


def json_text(value: object) -> str:
    """Return a value as JSON."""
    return msgspec.json.encode(value).decode()
