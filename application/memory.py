"""A memory as readers see it: what is known in clear, and its words, opened when they are looked at."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

import msgspec

from ..domain.content import Factor, LineTexts, MemoryText
from ..domain.errors import StoreDamaged
from ..domain.moments import to_datetime
from ..domain.state import Belief, is_expired
from ..projections.references import REFERENCES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .moment import Moment
    from .store import Store

SEALED = "[sealed]"
"""Stands for words whose key is not at hand."""
ERASED = "[erased]"
"""Stands for words whose erasure the log records."""


class Memory:
    """One memory, as it was believed at the asked moment. Read-only."""

    __slots__ = ("_belief", "_moment", "_store", "_words")

    def __init__(self, store: Store, belief: Belief, moment: Moment, words: MemoryText | None = None) -> None:
        self._store = store
        self._belief = belief
        self._moment = moment
        self._words: MemoryText | str | None = words

    def __repr__(self) -> str:
        return f"<Memory {self.id} {self.layer} {self.kind} {self.status}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memory) and self._belief == other._belief

    def __hash__(self) -> int:
        return hash(self._belief.memory)

    @property
    def belief(self) -> Belief:
        """Everything that is known in clear, as the views hold it."""
        return self._belief

    @property
    def id(self) -> str:
        """`mem_` and 16 characters."""
        return self._belief.memory

    @property
    def agent(self) -> str:
        """Name of the agent that it came from."""
        return self._belief.agent

    @property
    def scope(self) -> str:
        """To whom it belongs: `agent:NAME`, `team:NAME` or `fleet`."""
        return self._belief.scope

    @property
    def layer(self) -> str:
        """`L0` to `L6`."""
        return self._belief.layer

    @property
    def kind(self) -> str:
        """Its kind, or the section of an identity line."""
        return self._belief.kind

    @property
    def status(self) -> str:
        """What became of it by the asked moment."""
        belief = self._belief
        if belief.status == "live" and is_expired(belief.expires_at, self._moment.at):
            return "expired"
        return belief.status

    @property
    def text(self) -> str:
        """Its words, `[sealed]` or `[erased]`."""
        words = self._opened()
        return words if isinstance(words, str) else words.text

    @property
    def summary(self) -> str | None:
        """One line."""
        words = self._opened()
        return None if isinstance(words, str) else words.summary

    @property
    def trigger(self) -> str | None:
        """The incident that taught it."""
        words = self._opened()
        return None if isinstance(words, str) else words.trigger

    @property
    def tags(self) -> tuple[str, ...]:
        """Free tags."""
        words = self._opened()
        return () if isinstance(words, str) else words.tags

    @property
    def key(self) -> str | None:
        """Name of the fact that it is the value of."""
        words = self._opened()
        return None if isinstance(words, str) else words.key

    @property
    def session(self) -> str | None:
        """Name of the session that it was said in."""
        words = self._opened()
        return None if isinstance(words, str) else words.session

    @property
    def task(self) -> str | None:
        """Name of the task that it is the state or the context of."""
        words = self._opened()
        return None if isinstance(words, str) else words.task

    @property
    def subjects(self) -> tuple[str, ...]:
        """Names of the people it is about."""
        words = self._opened()
        return () if isinstance(words, str) else words.subjects

    @property
    def metadata(self) -> dict[str, Any]:
        """Whatever the writer kept with it."""
        words = self._opened()
        return {} if isinstance(words, str) or words.metadata is None else dict(words.metadata)

    @property
    def importance(self) -> int:
        """1 to 10."""
        return self._belief.importance

    @property
    def confidence(self) -> int:
        """1 to 10."""
        return self._belief.confidence

    @property
    def strength(self) -> float:
        """0 to 1."""
        return self._belief.strength / 1000

    @property
    def references(self) -> int:
        """How often recall gave it by the asked moment."""
        return reference_counts(self._store, (self.id,), self._moment.position).get(self.id, 0)

    @property
    def confirmations(self) -> int:
        """How often it was seen to hold."""
        return self._belief.confirmations

    @property
    def category(self) -> str | None:
        """A slug."""
        return self._belief.category

    @property
    def evidence(self) -> tuple[str, ...]:
        """Ids of the memories that it rests on."""
        event = self._store.event(self._belief.recorded_position).event
        return tuple(getattr(event, "evidence", ()))

    @property
    def source(self) -> str:
        """`own`, or `foreign` for text from outside."""
        return self._belief.source

    @property
    def review(self) -> str | None:
        """Outcome of the latest review."""
        return self._belief.review

    @property
    def verified_at(self) -> datetime | None:
        """When a check last found that the world says the same; None: it carries none that has."""
        from ..projections.claims import CLAIMS

        claims = self._store.views.having(CLAIMS, "memory", self.id, self._moment.position)
        found = max((claim.verified_at for claim in claims if claim.verified_at is not None), default=None)
        return None if found is None else to_datetime(found)

    @property
    def factors(self) -> tuple[Factor, ...]:
        """The five factors of its latest review by these, in their order; none where it needed none."""
        from .reviews import factors  # few memories bear them

        return factors(self._store, self._belief, self._moment, self._opened())

    @property
    def suspect(self) -> bool:
        """Whether it is a live lesson that nobody has seen to hold for longer than the policy trusts one."""
        if self._belief.kind != "lesson" or self.status != "live":
            return False
        from .lessons.ageing import is_suspect  # only lessons grow old so

        return is_suspect(self._store, self._belief, self._moment)

    @property
    def successor(self) -> str | None:
        """Id of the memory that replaced, absorbed or contradicted it."""
        return self._belief.successor

    @property
    def occurred_at(self) -> datetime | None:
        """When it happened, with the offset as it was given."""
        belief = self._belief
        return None if belief.occurred_at is None else to_datetime(belief.occurred_at, belief.occurred_offset or 0)

    @property
    def valid_from(self) -> datetime:
        """When it began to be true."""
        return to_datetime(self._belief.valid_from)

    @property
    def valid_to(self) -> datetime | None:
        """When it stopped being true."""
        return None if self._belief.valid_to is None else to_datetime(self._belief.valid_to)

    @property
    def expires_at(self) -> datetime | None:
        """When it expires by itself."""
        return None if self._belief.expires_at is None else to_datetime(self._belief.expires_at)

    @property
    def recorded_at(self) -> datetime:
        """Transaction time of its recording."""
        return to_datetime(self._belief.recorded_at)

    @property
    def recorded_by(self) -> str:
        """The actor that recorded it."""
        return actor_name(self._store, self._belief.recorded_by)

    @property
    def position(self) -> int:
        """Position of the event that recorded it."""
        return self._belief.recorded_position

    @property
    def revision(self) -> int:
        """1 for the words first recorded."""
        return self._belief.revision

    def _opened(self) -> MemoryText | str:
        if self._words is None:
            self._words = self._open()
        return self._words

    def _open(self) -> MemoryText | str:
        belief = self._belief
        if belief.memory in self._store.erased():
            return ERASED
        recorded = self._store.event(belief.content_position)
        if belief.memory not in recorded.event.memories:
            raise StoreDamaged(
                f"the views say that {belief.memory} has its words from position {recorded.position}, which is about "
                "something else; fold them again with `remembrancer rebuild`"
            )
        content = self._store.open(recorded)
        match content:
            case MemoryText():
                return content
            case LineTexts():
                return content.words(belief.memory) or SEALED
            case _:
                return SEALED

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values: times in ISO 8601, unknown values as null."""
        return {name: _plain(getattr(self, name)) for name in FIELDS}


FIELDS = (
    "id",
    "agent",
    "scope",
    "layer",
    "kind",
    "text",
    "status",
    "importance",
    "confidence",
    "strength",
    "references",
    "confirmations",
    "subjects",
    "tags",
    "key",
    "category",
    "summary",
    "trigger",
    "evidence",
    "source",
    "session",
    "task",
    "metadata",
    "review",
    "factors",
    "suspect",
    "verified_at",
    "successor",
    "occurred_at",
    "valid_from",
    "valid_to",
    "expires_at",
    "recorded_at",
    "recorded_by",
    "position",
    "revision",
)
"""What `to_json` tells, in this order."""


def reference_counts(store: Store, memories: Iterable[str], at: int | None = None) -> dict[str, int]:
    """Return how often recall gave each of some memories, up to a position; those it never gave are left out."""
    return store.views.sums(REFERENCES, "count", "memory", memories, at)


def actor_name(store: Store, actor: str) -> str:
    """Return an actor as people know it: a person's pseudonym is looked up where the key store has it."""
    family, _, pseudonym = actor.partition(":")
    if family != "user":
        return actor
    if pseudonym in store.erased_people():
        return f"user:{ERASED}"
    return store.keys.subject_name(pseudonym) or f"user:{SEALED}"


def _plain(value: Any) -> Any:
    match value:
        case datetime():
            return value.isoformat()
        case tuple():
            return [_plain(one) for one in cast("tuple[Any, ...]", value)]
        case Factor():
            return msgspec.to_builtins(value)
        case _:
            return value
