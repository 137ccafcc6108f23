"""How beliefs of L3 and L4 have changed: what a reflection tells of."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Literal

import msgspec

from ...domain.boundary import Query, QueryItem
from ...domain.dreams.state import Change
from ...domain.events import (
    MemoryContradicted,
    MemoryForgotten,
    MemoryPromoted,
    MemoryQuarantined,
    MemoryRecorded,
    MemoryReleased,
    MemoryReplaced,
    MemoryRestored,
    MemoryRevised,
)
from ...domain.events.base import DREAMT
from ...projections.beliefs import BELIEFS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...domain.content import MemoryText
    from ...domain.events import Recorded
    from ...domain.state import Belief
    from ..store import Store
    from .sayings import Sayings

How = Literal["learned", "revised", "replaced", "contradicted", "quarantined", "forgotten"]

BELIEVED = frozenset({"L3", "L4"})
_CHANGES = (
    MemoryRecorded,
    MemoryReplaced,
    MemoryPromoted,
    MemoryRestored,
    MemoryReleased,
    MemoryRevised,
    MemoryContradicted,
    MemoryQuarantined,
    MemoryForgotten,
)


class _Turn(msgspec.Struct, frozen=True):
    """One change, by the states of memories before and after it."""

    how: How
    about: Belief
    """The one that is believed now; what stopped being true, where nothing took its place."""
    before: Belief | None
    after: Belief | None
    at: int
    position: int

    @property
    def stages(self) -> tuple[Belief, ...]:
        """What can be told of it in words."""
        return tuple(belief for belief in (self.before, self.after) if belief is not None)

    @property
    def first(self) -> Belief:
        """The one that changed, or is new."""
        return self.before or self.about

    @property
    def failed(self) -> bool:
        """Whether it came of a failure."""
        doubted = self.before is not None and self.before.review in {"failed", "doubtful"}
        return doubted or self.how in {"contradicted", "quarantined"}


def changes(
    store: Store, agent: str, sayings: Sayings, span: tuple[int, int], owned: Callable[[Belief], bool]
) -> tuple[Change, ...]:
    """Return how the beliefs of an agent changed after one position up to another, by whomever but a dream.

    Args:
        owned: says whether a memory is one of the agent's.
    """
    after, upto = span
    types = tuple(event.TYPE for event in _CHANGES)
    stored = store.log.read(Query(items=(QueryItem(types=types, tags=(f"agent:{agent}",)),)), after=after, upto=upto)
    recorded = [one for one in map(store.codec.decode, stored) if not one.event.actor.startswith(DREAMT)]
    states = _States(store, recorded, upto)
    turns = [turn for turn in (_turn(one, states) for one in recorded) if turn is not None and owned(turn.first)]
    sayings.open(store, (belief.content_position for turn in turns for belief in turn.stages))
    erased = store.erased()

    def words(belief: Belief | None) -> MemoryText | None:
        return None if belief is None or belief.memory in erased else sayings.words(belief.content_position)

    def told(belief: Belief | None) -> str | None:
        found = words(belief)
        return None if found is None else found.text

    def key(turn: _Turn) -> str | None:
        return next((found.key for stage in reversed(turn.stages) if (found := words(stage)) is not None), None)

    return tuple(
        Change(
            how=turn.how,
            memory=turn.about.memory,
            before=told(turn.before),
            after=told(turn.after),
            key=key(turn),
            thread=turn.first.fact or turn.first.memory,
            position=turn.position,
            at=turn.at,
            failed=turn.failed,
        )
        for turn in turns
    )


class _States:
    """How the memories that events name stood at each of their changes."""

    def __init__(self, store: Store, recorded: Sequence[Recorded], upto: int) -> None:
        named = dict.fromkeys(memory for one in recorded for memory in _named(one))
        self._of: dict[str, list[tuple[int, Belief]]] = {}
        for position, belief in store.views.begun(BELIEFS, [(memory,) for memory in named], 1, upto):
            self._of.setdefault(belief.memory, []).append((position, belief))

    def before(self, memory: str, position: int) -> Belief | None:
        """Return a memory as it stood before an event, None if that brought it."""
        states = self._of[memory]
        at = bisect_left(states, position, key=lambda state: state[0])
        return states[at - 1][1] if at else None

    def after(self, memory: str, position: int) -> Belief:
        """Return a memory as it stood after an event that names it."""
        belief = self.before(memory, position + 1)
        assert belief is not None, f"position {position} names {memory}, which was there by then"
        return belief


def _turn(one: Recorded, states: _States) -> _Turn | None:
    """Return the change of belief that an event made, None if it made none."""
    event, position = one.event, one.position
    match event:
        case MemoryRecorded():
            return _believed(one, "learned", None, states.after(event.memory, position))
        case MemoryReplaced():
            old = states.before(event.replaces, position)
            return _believed(one, "replaced", old, states.after(event.memory, position))
        # What retires is believed all the same: only what was out of it is learned when it comes back.
        case MemoryRestored(from_status="forgotten") | MemoryReleased():
            return _believed(one, "learned", None, states.after(event.memory, position))
        case MemoryPromoted() if event.from_layer not in BELIEVED:
            return _believed(one, "learned", None, states.after(event.memory, position))
        case MemoryRevised():
            old = states.before(event.memory, position)
            return _believed(one, "revised", old, states.after(event.memory, position))
        case MemoryContradicted():
            by = None if event.by is None else states.after(event.by, position)
            return _ended(one, "contradicted", states.before(event.memory, position), by)
        case MemoryQuarantined():
            return _ended(one, "quarantined", states.before(event.memory, position))
        case MemoryForgotten():
            return _ended(one, "forgotten", states.before(event.memory, position))
        case _:
            return None


def _believed(one: Recorded, how: How, old: Belief | None, new: Belief) -> _Turn | None:
    return _Turn(how, new, old, new, one.at, one.position) if _is_believed(new) else None


def _ended(one: Recorded, how: How, old: Belief | None, by: Belief | None = None) -> _Turn | None:
    return _Turn(how, by or old, old, by, one.at, one.position) if old is not None and _is_believed(old) else None


def _named(one: Recorded) -> Iterator[str]:
    yield from one.event.memories
    if isinstance(one.event, MemoryContradicted) and one.event.by is not None:
        yield one.event.by


def _is_believed(belief: Belief) -> bool:
    return belief.layer in BELIEVED and belief.status == "live"
