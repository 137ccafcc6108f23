"""Everything that can have happened, as immutable facts.

Fields say what cannot be derived later, and no field has a default: every writer says everything. Scores are
whole numbers, times are microseconds since 1970 UTC. Names that people chose stand in clear fields only as
HMACs (`fact`, `session`, `command`, the actor `user:…`); words are in the sealed `box`.
"""

from typing import Any, ClassVar, Literal

import msgspec

from .content import AnyContent, Box, LineTexts, MemoryText, Reason
from .vocabulary import Layer, Section, Source, Status


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every event says, whatever happened. Its position and time are set by the log, inside the append."""

    TYPE: ClassVar[str]
    """Name and schema number under which the log stores this class; never the import path."""
    CONTENT: ClassVar[type[AnyContent] | None] = Reason
    """What its box holds once opened."""

    actor: str
    """Who caused it: `agent:<name>`, `user:<pseudonym>`, `file:<name>`, `dream:<run>` or `import:<run>`."""
    cause: str
    """Id of the command that it answers."""
    box: Box | None
    """Its words, sealed; None if it has none."""

    @property
    def memories(self) -> tuple[str, ...]:
        """Ids of the memories whose state it changes."""
        return ()

    @property
    def tags(self) -> tuple[str, ...]:
        """What queries and append conditions may ask for, sorted, without duplicates."""
        tags = {*self._own_tags(), *[f"mem:{memory}" for memory in self.memories]}
        if self.box and self.box.subjects:
            tags.update(f"subject:{subject}" for subject in self.box.subjects)
        return tuple(sorted(tags))

    def _own_tags(self) -> tuple[str, ...]:
        return ()


class StoreCreated(Event, frozen=True, kw_only=True):
    """A store was created; always the first event."""

    TYPE = "store.created/1"
    CONTENT = None

    store: str
    """Random id of the store, 32 hexadecimal digits."""
    format: int
    """Version of the log's format."""


class PolicyAdopted(Event, frozen=True, kw_only=True):
    """A policy came into force."""

    TYPE = "policy.adopted/1"

    version: int
    settings: dict[str, Any]
    """The whole policy, in clear: text, whole numbers, lists and objects."""

    def _own_tags(self) -> tuple[str, ...]:
        return ("policy:adopted",)


class AgentEvent(Event, frozen=True, kw_only=True):
    """Something that an agent, or a person through an agent, did."""

    agent: str
    """The agent that acted, or for whom a person did."""
    scope: str
    """To whom it belongs: `agent:NAME`, `team:NAME` or `fleet`."""
    policy: int
    """Version of the policy that it was decided under."""
    command: str | None
    """HMAC of the idempotency key."""

    def _own_tags(self) -> tuple[str, ...]:
        tags = (f"agent:{self.agent}", f"scope:{self.scope}")
        return tags if self.command is None else (*tags, f"cmd:{self.command}")


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
    ground: Literal["asked", "bound"]
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

    outcome: Literal["passed", "doubtful", "failed"]


class MemoryConfirmed(MemoryEvent, frozen=True, kw_only=True):
    """A memory was seen to hold once more."""

    TYPE = "memory.confirmed/1"

    evidence: tuple[str, ...]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The place of one identity line; its words are in the event's box under its id."""

    memory: str
    section: Section
    ordinal: int
    """Place within the whole document, from 0."""


class IdentityEvent(AgentEvent, frozen=True, kw_only=True):
    """The identity of an agent changed. `scope` is the agent's own."""

    CONTENT = LineTexts

    version: int
    """Version of the document afterwards."""

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"identity:{self.agent}")


class IdentityEstablished(IdentityEvent, frozen=True, kw_only=True):
    """An agent got its identity."""

    TYPE = "identity.established/1"

    lines: tuple[Line, ...]

    @property
    def memories(self) -> tuple[str, ...]:
        return tuple(line.memory for line in self.lines)


class IdentityRefreshed(IdentityEvent, frozen=True, kw_only=True):
    """The identity moved to a document of a greater version; lines that both have were kept."""

    TYPE = "identity.refreshed/1"

    from_version: int
    kept: tuple[Line, ...]
    """With their places in the new document."""
    added: tuple[Line, ...]
    dropped: tuple[str, ...]
    """Ids of the lines that the new document has no more."""

    @property
    def memories(self) -> tuple[str, ...]:
        return (*(line.memory for line in (*self.kept, *self.added)), *self.dropped)


class IdentityLineReplaced(IdentityEvent, frozen=True, kw_only=True):
    """One line of an identity was replaced, added or taken out; the version stays."""

    TYPE = "identity.line_replaced/1"

    replaced: str | None
    """Id of the line that ended; None if one was added."""
    line: Line | None
    """The line that began; None if one was taken out."""

    @property
    def memories(self) -> tuple[str, ...]:
        return tuple(m for m in (self.replaced, self.line.memory if self.line else None) if m)


class SubjectErased(Event, frozen=True, kw_only=True):
    """A person or a memory was erased: the keys of what is named here are destroyed for ever."""

    TYPE = "privacy.subject_erased/1"

    erased: tuple[str, ...]
    """Ids of the memories that it reached, sorted."""
    subject: str | None
    """Pseudonym of the person; None if memories were named."""

    @property
    def memories(self) -> tuple[str, ...]:
        return self.erased

    def _own_tags(self) -> tuple[str, ...]:
        return (f"subject:{self.subject}",) if self.subject else ()


AnyEvent = (
    StoreCreated
    | PolicyAdopted
    | MemoryRecorded
    | MemoryReplaced
    | MemoriesMerged
    | MemoryRevised
    | MemoryPromoted
    | MemoryDecayed
    | MemoryForgotten
    | MemoryArchived
    | MemoryRestored
    | MemoryContradicted
    | MemoryQuarantined
    | MemoryReleased
    | MemoryReviewed
    | MemoryConfirmed
    | IdentityEstablished
    | IdentityRefreshed
    | IdentityLineReplaced
    | SubjectErased
)
"""Closed union: a `match` that misses a case fails type checking."""

EVENT_TYPES: tuple[type[AnyEvent], ...] = AnyEvent.__args__


class Recorded(msgspec.Struct, frozen=True):
    """An event as the log holds it: with its place in the order of belief and its transaction time."""

    position: int
    at: int
    """Microseconds since 1970 UTC; never less than that of the position before."""
    event: AnyEvent


class Draft(msgspec.Struct, frozen=True):
    """An event before its content is sealed; `event.box` is still None."""

    event: AnyEvent
    content: AnyContent | None
