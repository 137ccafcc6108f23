"""What people said about memories: their latest word on each, which no dream undoes."""

from collections.abc import Iterable

from ..domain.dreams.person_words import PersonWord, spoken
from ..domain.events import (
    AnyEvent,
    MemoriesMerged,
    MemoryConfirmed,
    MemoryForgotten,
    MemoryPromoted,
    MemoryReleased,
    MemoryRestored,
    MemoryReviewed,
    MemoryRevised,
    Recorded,
)
from .projection import Key, Projection


def _keys(event: AnyEvent) -> Iterable[Key]:
    said = spoken(event)
    return () if said is None else ((said.memory,),)


def _apply(row: PersonWord | None, recorded: Recorded, key: Key) -> PersonWord | None:
    del key
    return spoken(recorded.event) or row


PERSON_WORDS = Projection(
    name="person_words",
    version=1,
    row=PersonWord,
    key=("memory",),
    keys=_keys,
    apply=_apply,
    of=(
        MemoriesMerged,
        MemoryConfirmed,
        MemoryForgotten,
        MemoryPromoted,
        MemoryReleased,
        MemoryRestored,
        MemoryReviewed,
        MemoryRevised,
    ),
)
