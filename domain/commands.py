"""Orders: what may be asked of the memory. Each is decided by `decide`, which may refuse it.

Names that people chose come twice: as given (to be sealed) and as the HMAC under which they may stand in clear.
Ids and random values come in as arguments, so that deciding is a pure function.
"""

from typing import Any

import msgspec

from .vocabulary import Section, Source


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """What every order says."""

    agent: str
    actor: str
    """`agent:<name>`, `user:<pseudonym>`, `file:<name>` or `import:<run>`."""
    cause: str
    """Its own id."""
    because: str | None = None
    subjects: tuple[str, ...] = ()
    """Names of the people it is about."""
    idempotency: str | None = None
    """HMAC of the idempotency key."""
    digest: str | None = None
    """SHA-256 of the body (hex), with an idempotency key."""

    @property
    def by_person(self) -> bool:
        """Whether a person gave it: by name, or through a file that people edit."""
        return self.actor.startswith(("user:", "file:"))


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

    outcome: str


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


class IdentityDocument(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An identity as people write it."""

    version: int
    mission: str
    rules: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    always: tuple[str, ...] = ()
    philosophies: tuple[str, ...] = ()

    def lines(self) -> tuple[tuple[Section, str], ...]:
        """Return its lines in order, each with its section."""
        return (
            ("mission", self.mission),
            *(("rules", line) for line in self.rules),
            *(("never", line) for line in self.never),
            *(("always", line) for line in self.always),
            *(("philosophies", line) for line in self.philosophies),
        )


class EstablishIdentity(Command, frozen=True, kw_only=True):
    """Give an agent its identity, or move it to a document of a greater version."""

    document: IdentityDocument
    ids: tuple[str, ...]
    """Fresh ids, one for each line."""


class ReplaceIdentityLine(Command, frozen=True, kw_only=True):
    """Replace one line of an identity, add one, or take one out."""

    section: str
    line: str | None = None
    """The line that ends, as it reads or as its id; None: none, a line is added."""
    text: str | None = None
    """The line that begins; None: none, a line is taken out."""
    memory: str
    """Fresh id of the new line."""


class AdoptPolicy(Command, frozen=True, kw_only=True):
    """Put another policy in force."""

    settings: dict[str, Any]


AnyCommand = (
    RecordMemory
    | ReviseMemory
    | PromoteMemory
    | DecayMemory
    | ForgetMemory
    | ArchiveMemory
    | RestoreMemory
    | ContradictMemory
    | QuarantineMemory
    | ReleaseMemory
    | ReviewMemory
    | ConfirmMemory
    | MergeMemories
    | EstablishIdentity
    | ReplaceIdentityLine
    | AdoptPolicy
)
