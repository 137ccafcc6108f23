"""Duplicates: memories that say the same of the same people, in the same layer, scope and kind."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from .quoting import in_order
from .rewording import daytimes, is_reworded, parted, rough_key
from .sameness import Sayings
from .state import DreamState, Dreamt
from .turns import Turns

_Place = tuple[object, ...]


class Duplicate(msgspec.Struct, frozen=True):
    """A memory that says what another one says."""

    memory: Dreamt
    survivor: Dreamt
    confirms: bool
    """Whether it was seen on a day of its own, and so is one more confirmation of the survivor."""


def duplicates(state: DreamState, claimed: AbstractSet[str]) -> Iterator[Duplicate]:
    """Yield the duplicates among memories that are alike, those of one survivor together.

    Groups in which something else is about to change stay as they are for now.
    """
    sayings = Sayings()
    turns = Turns(state, sayings)
    groups: dict[_Place, list[Dreamt]] = {}
    for memory in in_order(_alike(state)):
        place = _place(memory)
        if place is not None:
            groups.setdefault((*place, rough_key(sayings.of(memory))), []).append(memory)
    for memories in groups.values():
        if len(memories) > 1 and claimed.isdisjoint(memory.id for memory in memories):
            for alike in _parted(memories, sayings):
                yield from _among(alike, state, sayings, turns)


def _parted(memories: Sequence[Dreamt], sayings: Sayings) -> Iterable[list[Dreamt]]:
    found: dict[frozenset[str], list[Dreamt]] = {}
    for memory, apart in zip(memories, parted([sayings.of(memory) for memory in memories]), strict=True):
        found.setdefault(apart, []).append(memory)
    return found.values()


def _alike(state: DreamState) -> Iterator[Dreamt]:
    """Give the memories that any other is like."""
    ids = {memory for cluster in state.clusters for memory in cluster}
    ids.update(memory for pair in state.likenesses for memory in (pair.one, pair.other))
    return (state.memories[memory] for memory in ids if memory in state.memories)


def _place(memory: Dreamt) -> _Place | None:
    """Return where a memory stands and of whom it speaks: only within one place does the same say the same."""
    belief, words = memory.belief, memory.words
    if belief.status != "live" or words is None or (memory.person is not None and memory.person.word == "failed"):
        return None
    speaker = str((words.metadata or {}).get("speaker"))
    return belief.scope, belief.layer, belief.kind, belief.source, belief.valid_to, words.subjects, speaker


def _among(memories: Sequence[Dreamt], state: DreamState, sayings: Sayings, turns: Turns) -> Iterator[Duplicate]:
    rest = sorted(memories, key=_survival)
    while len(rest) > 1:
        survivor, *others = rest
        days = {survivor.day}
        rest = list[Dreamt]()
        for memory in others:
            said = sayings.of(memory)
            same = _gives_way(memory, survivor, state) and is_reworded(sayings.of(survivor), said)
            same = same and daytimes(said) <= daytimes(sayings.of(survivor))
            if not same or turns.between(survivor, memory):
                rest.append(memory)
                continue
            seen_anew = memory.day not in days and memory.id not in state.taken_in
            yield Duplicate(memory, survivor, confirms=seen_anew)
            days.add(memory.day)


def _survival(memory: Dreamt) -> tuple[bool, bool, int, int, int, str]:
    """Return the order in which memories survive others: what a person keeps, a fact, importance, use, age."""
    belief = memory.belief
    uses = belief.confirmations + sum(count for _, count in memory.references)
    return not memory.kept, belief.fact is None, -belief.importance, -uses, belief.recorded_position, memory.id


def _gives_way(memory: Dreamt, survivor: Dreamt, state: DreamState) -> bool:
    """Say whether nothing is lost with a memory but its words, which the survivor has."""
    belief = memory.belief
    return (
        not memory.kept
        and memory.id not in state.held
        and belief.fact is None
        and belief.category in {None, survivor.belief.category}
    )
