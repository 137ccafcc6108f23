"""Turns of belief: when the same was said before and after something else was, it is no second sighting of the first.

It costs $100     It costs €100     It costs $100        the last one is news, and no duplicate of the first
"""

from .cores import whose
from .sameness import Sayings, compare, in_one_value
from .state import DreamState, Dreamt


class Turns:
    """Knows what was said of the same thing with another value."""

    def __init__(self, state: DreamState, sayings: Sayings) -> None:
        self._state = state
        self._sayings = sayings
        self._alike: dict[str, set[str]] = {}
        for pair in state.likenesses:
            self._alike.setdefault(pair.one, set()).add(pair.other)
            self._alike.setdefault(pair.other, set()).add(pair.one)
        # Short texts that differ in a figure need not be alike by the rest of their words.
        self._by_words: dict[frozenset[str], list[str]] = {}
        for memory in state.memories.values():
            if memory.terms:
                self._by_words.setdefault(_words(memory), []).append(memory.id)

    def between(self, one: Dreamt, other: Dreamt) -> bool:
        """Say whether another value was told after the earlier and before the later of two memories."""
        first, last = sorted((one.belief.recorded_position, other.belief.recorded_position))
        near = {*self._alike.get(one.id, ()), *self._alike.get(other.id, ()), *self._by_words.get(_words(one), ())}
        for memory in near:
            found = self._state.memories.get(memory)
            if found is not None and first < found.belief.recorded_position < last and self._contradicts(found, one):
                return True
        return False

    def _contradicts(self, memory: Dreamt, other: Dreamt) -> bool:
        if memory.words is None or whose(memory) != whose(other):
            return False
        said, its = self._sayings.of(memory), self._sayings.of(other)
        return compare(said, its).conflicting and in_one_value(said, its)


def _words(memory: Dreamt) -> frozenset[str]:
    """Return the terms of a memory that hold no figure."""
    return frozenset(term for term in memory.terms if not any(sign.isdigit() for sign in term))
