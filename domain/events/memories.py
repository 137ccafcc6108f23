"""What happens to memories of every kind."""

from typing import Literal

from ..content import MemoryText, ReviewText
from ..vocabulary import Layer, Source, Status
from .base import AgentEvent


class NewMemory(AgentEvent, frozen=True, kw_only=True):
    """A memory came to be, by whatever way."""

    CONTENT = MemoryText

    memory: str
    kind: str
    layer: Layer
    """L6 if it went straight to the archive."""
    home_layer: Layer
    """Where its kind lives; where a restore from L6 brings it."""
    importance: int
    """1 to 10."""
    confidence: int
    """1 to 10."""
    category: str | None
    """A slug, in clear."""
    source: Source
    triggered: bool
    """Whether a trigger incident is named (in the box)."""
    evidence: tuple[str, ...]
    """Ids of the memories that it rests on."""
    fact: str | None
    """HMAC of the fact's key."""
    session: str | None
    """HMAC of the session's name."""
    occurred_at: int | None
    occurred_offset: int | None
    """UTC offset of `occurred_at` as it was given, in minutes."""
    valid_from: int | None
    """None: from `occurred_at`, else from the time of recording."""
    valid_to: int | None
    expires_at: int | None

    @property
    def memories(self) -> tuple[str, ...]:
        return (self.memory,)

    def _own_tags(self) -> tuple[str, ...]:
        named = (
            f"kind:{self.kind}",
            *((f"fact:{self.fact}",) if self.fact else ()),
            *((f"session:{self.session}",) if self.session else ()),
        )
        return (*super()._own_tags(), *named)


class MemoryRecorded(NewMemory, frozen=True, kw_only=True):
    """A memory was recorded."""

    TYPE = "memory.recorded/1"


class MemoryReplaced(NewMemory, frozen=True, kw_only=True):
    """A new value of a fact was recorded and replaced the one before, which ended where the new one begins."""

    TYPE = "memory.replaced/1"

    replaces: str
    """Id of the memory that held the value before."""

    @property
    def memories(self) -> tuple[str, ...]:
        return (self.memory, self.replaces)


class MemoriesMerged(NewMemory, frozen=True, kw_only=True):
    """Several memories became one; the sources went out of recall and stay in its lineage."""

    TYPE = "memory.merged/1"

    sources: tuple[str, ...]

    @property
    def memories(self) -> tuple[str, ...]:
        return (self.memory, *self.sources)


class MemoryEvent(AgentEvent, frozen=True, kw_only=True):
    """Something happened to one existing memory."""

    memory: str

    @property
    def memories(self) -> tuple[str, ...]:
        return (self.memory,)


class MemoryRevised(MemoryEvent, frozen=True, kw_only=True):
    """The words of a memory changed; the words before were valid until `valid_from`."""

    TYPE = "memory.revised/1"
    CONTENT = MemoryText

    revision: int
    """Number of the new revision; the words first recorded are revision 1."""
    triggered: bool
    valid_from: int


class MemoryPromoted(MemoryEvent, frozen=True, kw_only=True):
    """A memory moved to a deeper layer."""

    TYPE = "memory.promoted/1"
    CONTENT = ReviewText

    from_layer: Layer
    to_layer: Layer
    ground: Literal["confirmed", "incident", "person"]
    """What passed the gate: confirmations, importance with a trigger incident, or a person's word."""
    importance: int
    confirmations: int
    evidence: tuple[str, ...]


class MemoryDecayed(MemoryEvent, frozen=True, kw_only=True):
    """The strength of a memory fell, or rose again through use."""

    TYPE = "memory.decayed/1"

    from_strength: int
    """Thousandths."""
    to_strength: int
    """Thousandths."""


class MemoryForgotten(MemoryEvent, frozen=True, kw_only=True):
    """A memory was forgotten: out of recall, auditable for ever."""

    TYPE = "memory.forgotten/1"


class MemoryArchived(MemoryEvent, frozen=True, kw_only=True):
    """A memory retired to L6."""

    TYPE = "memory.archived/1"

    from_layer: Layer
    ground: Literal["asked", "bound", "unreferenced", "consolidated"]
    bound: int | None
    """The bound that it fell out of."""


class MemoryRestored(MemoryEvent, frozen=True, kw_only=True):
    """A forgotten, archived or merged memory is back."""

    TYPE = "memory.restored/1"

    from_status: Status
    to_status: Status
    """`live`, or what it was when it was forgotten: a restore is no way out of quarantine."""
    to_layer: Layer
    kind: str
    fact: str | None

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"kind:{self.kind}", *((f"fact:{self.fact}",) if self.fact else ()))


class MemoryContradicted(MemoryEvent, frozen=True, kw_only=True):
    """A memory stopped being true at `valid_from`."""

    TYPE = "memory.contradicted/1"

    by: str | None
    """Id of the memory that says otherwise."""
    valid_from: int


class MemoryQuarantined(MemoryEvent, frozen=True, kw_only=True):
    """A memory was put out of recall until somebody has looked at it."""

    TYPE = "memory.quarantined/1"


class MemoryReleased(MemoryEvent, frozen=True, kw_only=True):
    """A quarantined memory is live again."""

    TYPE = "memory.released/1"

    kind: str

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"kind:{self.kind}")


class MemoryReviewed(MemoryEvent, frozen=True, kw_only=True):
    """Somebody looked at a memory and said whether it holds."""

    TYPE = "memory.reviewed/1"
    CONTENT = ReviewText

    outcome: Literal["passed", "doubtful", "failed"]


class MemoryConfirmed(MemoryEvent, frozen=True, kw_only=True):
    """A memory was seen to hold once more."""

    TYPE = "memory.confirmed/1"

    evidence: tuple[str, ...]
