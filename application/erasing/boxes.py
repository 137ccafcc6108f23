"""Which events hold or repeat words of some memories: the boxes that an erasure destroys."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ...domain.boundary import Query, QueryItem
from ...domain.derivation import touches
from ...domain.events import HoldPlaced, SuggestionAnswered, SuggestionMade, TraumaSuffered
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


def _candidates(store: Store, memories: frozenset[str]) -> Iterator[Recorded]:
    ids = sorted(memories)
    yield from tagged(store, (f"mem:{memory}" for memory in ids))
    fed = {link.target for link in store.views.among(LINEAGE, "source", ids)} - memories
    yield from tagged(store, (f"mem:{memory}" for memory in sorted(fed)))
    yield from map(store.codec.decode, store.log.read(_RARE))
    # Each recall that gave a memory begins a row of its counter.
    recalls: list[int] = store.views.ever(REFERENCES, "from_position", "memory", ids)
    yield from map(store.codec.decode, store.log.some(recalls))


def _answers(store: Store, memories: frozenset[str]) -> Iterator[Recorded]:
    """Yield what people said to suggestions about some memories: a reason may repeat what was suggested."""
    made = map(store.codec.decode, store.log.read(Query(items=(QueryItem(types=(SuggestionMade.TYPE,)),))))
    for recorded in made:
        event = recorded.event
        if isinstance(event, SuggestionMade) and not memories.isdisjoint(event.concerned):
            answered = QueryItem(types=(SuggestionAnswered.TYPE,), tags=(f"suggestion:{event.suggestion}",))
            answers = map(store.codec.decode, store.log.read(Query(items=(answered,))))
            yield from (answer for answer in answers if answer.event.box is not None)
