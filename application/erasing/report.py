"""What an erasure reached, as an officer is told it: before it is done, or after."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from datetime import datetime

BEYOND = (
    "backups of the store: those that hold keys.db open the erased words; let them expire, or destroy them",
    "copies that people or programs made of what recall, the console or exports showed them",
    "models that were given words: what an embedder, a synthesizer or an agent's own model keeps is not known here",
)
"""What no erasure reaches, whatever it is about."""


class ErasedMemory(msgspec.Struct, frozen=True, kw_only=True):
    """A memory that goes."""

    id: str
    agent: str
    scope: str
    layer: str
    kind: str
    status: str
    """Before the erasure."""
    recorded_at: datetime
    derived: bool
    """Whether it goes because it was made of another one."""


class PastExport(msgspec.Struct, frozen=True, kw_only=True):
    """An export with open words that was made while some of the memories stood, and left the store."""

    position: int
    at: datetime
    first: int
    last: int
    formats: tuple[str, ...]


class ErasureReport(msgspec.Struct, frozen=True, kw_only=True):
    """How far an erasure reaches, and what is left to an officer."""

    dry_run: bool
    subject: str | None
    """Pseudonym of the person; None if memories were named."""
    position: int | None
    """Of the first event that tells of it; None: nothing was written."""
    memories: tuple[ErasedMemory, ...]
    """All that go, oldest first."""
    words: dict[str, int]
    """How many sealed boxes hold or repeat words of them, by what they are."""
    keys: int
    """How many keys were destroyed."""
    held: tuple[str, ...]
    """Ids of the holds that forbid it."""
    restored: tuple[str, ...]
    """Ids of memories that had become part of what went, and are live again: the next dream weighs them anew."""
    not_restored: tuple[str, ...]
    """Why others are not, a sentence each."""
    lines: tuple[str, ...]
    """`FILE:LINE: text` of the lines in files that people edit which share words with what was erased: not changed."""
    exports: tuple[PastExport, ...]
    models: tuple[str, ...]
    """Models that put words of it together, and so were given some."""
    beyond: tuple[str, ...] = BEYOND
    """What cannot be reached, a sentence each."""
    unfinished: str | None = None
    """Why keys are still there: the next writable opening tries again."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain
