"""Which events hold or repeat words of some memories: the boxes that an erasure destroys."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ...domain.boundary import Query, QueryItem
from ...domain.derivation import given_in, touches
from ...domain.events import ContextAssembled, HoldPlaced, SuggestionAnswered, SuggestionMade, TraumaSuffered
from ...projections.beliefs import BELIEFS
from ...projections.contexts import CONTEXTS
from ...projections.lineage import LINEAGE
from ...projections.references import REFERENCES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from ...domain.events import Recorded
    from ..store import Store

PAGE = 100
"""Tags that are looked for at once."""
_RARE = Query(items=(QueryItem(types=(TraumaSuffered.TYPE, SuggestionMade.TYPE, HoldPlaced.TYPE)),))
"""Events that name memories by no tag, and are few."""


def boxes_of(store: Store, memories: Collection[str]) -> Iterator[Recorded]:
    """Yield each event whose box holds or may repeat words of some memories, once."""
    doomed = frozenset(memories)
    seen: set[int] = set()
    for recorded in _candidates(store, doomed):
        if recorded.event.box is not None and recorded.position not in seen and touches(recorded.event, doomed):
            seen.add(recorded.position)
            yield recorded
    yield from _answers(store, doomed)


def tagged(store: Store, tags: Iterable[str]) -> Iterator[Recorded]:
    """Yield the events that carry one of some tags; one that carries several may come more than once."""
    ahead = iter(tags)
    while page := list(islice(ahead, PAGE)):
        query = Query(items=tuple(QueryItem(tags=(tag,)) for tag in page))
        yield from map(store.codec.decode, store.log.read(query))


def contexts_with(store: Store, memories: Collection[str]) -> Iterator[Recorded]:
    """Yield each context in which words of some memories were given to a model, once."""
    asked = frozenset(memories)
    positions: list[int] = store.views.ever(CONTEXTS, "from_position", "memory", sorted(asked))
    yield from map(store.codec.decode, store.log.some(sorted(set(positions))))
    held = store.views.rows(BELIEFS, [(memory,) for memory in sorted(asked)]).values()
    lines = [belief for belief in held if belief.home_layer == "L5"]
    if not lines:
        return
    # The lines of an identity are in every context of their agent from their time on, and in no view.
    seen = frozenset(positions)
    query = Query(items=(QueryItem(types=(ContextAssembled.TYPE,)),))
    for stored in store.log.read(query, after=min(belief.recorded_position for belief in lines)):
        recorded = store.codec.decode(stored)
        if recorded.position not in seen and not asked.isdisjoint(given_in(recorded.event)):
            yield recorded


def _candidates(store: Store, memories: frozenset[str]) -> Iterator[Recorded]:
    ids = sorted(memories)
    yield from tagged(store, (f"mem:{memory}" for memory in ids))
    fed = {link.target for link in store.views.among(LINEAGE, "source", ids)} - memories
    yield from tagged(store, (f"mem:{memory}" for memory in sorted(fed)))
    yield from map(store.codec.decode, store.log.read(_RARE))
    # Each recall that gave a memory begins a row of its counter.
    recalls: list[int] = store.views.ever(REFERENCES, "from_position", "memory", ids)
    yield from map(store.codec.decode, store.log.some(recalls))
    yield from contexts_with(store, memories)


def _answers(store: Store, memories: frozenset[str]) -> Iterator[Recorded]:
    """Yield what people said to suggestions about some memories: a reason may repeat what was suggested."""
    made = map(store.codec.decode, store.log.read(Query(items=(QueryItem(types=(SuggestionMade.TYPE,)),))))
    for recorded in made:
        event = recorded.event
        if isinstance(event, SuggestionMade) and not memories.isdisjoint(event.concerned):
            answered = QueryItem(types=(SuggestionAnswered.TYPE,), tags=(f"suggestion:{event.suggestion}",))
            answers = map(store.codec.decode, store.log.read(Query(items=(answered,))))
            yield from (answer for answer in answers if answer.event.box is not None)
