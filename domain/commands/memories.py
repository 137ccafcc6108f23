"""Orders about memories of every kind."""

from typing import Any, Literal

from ..vocabulary import Source
from .base import Command


class RecordMemory(Command, frozen=True, kw_only=True):
    """Record a new memory; with a key, the new value of a fact."""

    memory: str
    text: str
    kind: str = "note"
    scope: str | None = None
    """None: the agent's own."""
    layer: str | None = None
    """None: where its kind lives; `L6`: straight to the archive."""
    importance: int = 5
    confidence: int = 5
    tags: tuple[str, ...] = ()
    key: str | None = None
    fact: str | None = None
    """HMAC of `key`."""
    category: str | None = None
    summary: str | None = None
    trigger: str | None = None
    evidence: tuple[str, ...] = ()
    source: Source = "own"
    occurred_at: int | None = None
    occurred_offset: int | None = None
    valid_from: int | None = None
    valid_to: int | None = None
    session: str | None = None
    session_tag: str | None = None
    """HMAC of `session`."""
    metadata: dict[str, Any] | None = None
    metadata_bytes: int = 0
    """Size of `metadata` as JSON."""


class MemoryCommand(Command, frozen=True, kw_only=True):
    """An order about one existing memory."""

    memory: str


class ReviseMemory(MemoryCommand, frozen=True, kw_only=True):
    """Give a memory new words."""

    text: str
    summary: str | None = None
    """None: as before."""
    valid_from: int | None = None
    """When the new words began to hold; None: now."""


class PromoteMemory(MemoryCommand, frozen=True, kw_only=True):
    """Move a memory to a deeper layer."""

    to: str
    evidence: tuple[str, ...] = ()


class DecayMemory(MemoryCommand, frozen=True, kw_only=True):
    """Set the strength of a memory, in thousandths."""

    strength: int


class ForgetMemory(MemoryCommand, frozen=True, kw_only=True):
    """Take a memory out of recall; it stays auditable."""


class ArchiveMemory(MemoryCommand, frozen=True, kw_only=True):
    """Retire a memory to L6."""

    ground: Literal["asked", "unreferenced", "consolidated"] = "asked"


class RestoreMemory(MemoryCommand, frozen=True, kw_only=True):
    """Make a forgotten, archived or merged memory live again."""


class ContradictMemory(MemoryCommand, frozen=True, kw_only=True):
    """Say that a memory stopped being true."""

    by: str | None = None
    """Id of the memory that says otherwise."""
    valid_from: int | None = None
    """When it stopped being true; None: now."""


class QuarantineMemory(MemoryCommand, frozen=True, kw_only=True):
    """Put a memory out of recall until somebody has looked at it."""


class ReleaseMemory(MemoryCommand, frozen=True, kw_only=True):
    """Let a quarantined memory back."""


class ReviewMemory(MemoryCommand, frozen=True, kw_only=True):
    """Say whether a memory holds: `passed`, `doubtful` or `failed`."""

    outcome: str | None
    """None: what the five factors come to."""


class ConfirmMemory(MemoryCommand, frozen=True, kw_only=True):
    """Say that a memory was seen to hold once more."""

    evidence: tuple[str, ...] = ()


class MergeMemories(Command, frozen=True, kw_only=True):
    """Make one memory of several."""

    memory: str
    """Id of the new one."""
    sources: tuple[str, ...]
    text: str
    summary: str | None = None
    kind: str | None = None
    """Of the layer of the sources; None: the kind that all of them share, else the general one of their layer."""
    evidence: tuple[str, ...] = ()
    composed_by: str | None = None
    """The model that put the text together, where one did."""
