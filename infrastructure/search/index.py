"""The search index: how well each document answers a query, now and at any earlier position.

The postings of any position are the beginnings of what they are now (see `postings`), and the documents of any position
are known (see `documents`): an answer about the past is the answer that was given then.

Relevance is BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009):

    idf(t) * f * (k + 1) / (f + k * (1 - b + b * length / mean length)),   idf(t) = ln(1 + (N - n + 0.5) / (n + 0.5))

over the N documents, f being how often the document holds the term, and n how many documents do. The mean length is
that of the documents up to this one, so what a term says of a document is known when it comes, and never changes.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from .documents import STEPS, Asked, Documents, K
from .growing import Growing
from .postings import Postings
from .scratch import Scratch

MEANING_MIN = 0.3
"""From here on a document is found by its meaning alone."""
CONTEXT = (0.2, 0.1)
"""What the one said just before or after in the same session lends of its own gain, and the one beyond it."""
SIGHTS_KEPT = 8
"""How many are kept at hand."""


class Group(msgspec.Struct, frozen=True):
    """A word of a query with its other names; a document gets what the best of them gives."""

    members: tuple[tuple[str, float], ...]
    """Term and weight, 0 to 1."""
    surface: str = ""
    """The word as it was asked."""
    times: int = 1
    """How often it stands in the query."""


class Found(msgspec.Struct, frozen=True):
    """A document that a query found."""

    document: int
    memory: str
    relevance: float


class Sight(msgspec.Struct, frozen=True):
    """The documents that are there for somebody."""

    size: int
    """Documents with smaller numbers were there."""
    count: int
    """How many of them are in scopes that may be read."""
    scopes: NDArray[np.bool_] | None
    """Which scopes those are; None: all."""

    def idf(self, held: float) -> float:
        """Return how rare a word is that so many of them hold."""
        return math.log(1 + (self.count - held + 0.5) / (held + 0.5))


class SearchIndex(Documents):
    """What answers queries. One thread at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._sights: dict[tuple[int, tuple[str, ...]], Sight] = {}
        self._scratch = Scratch()

    def followed(self, position: int) -> None:
        super().followed(position)
        self._sights.clear()

    def search(
        self,
        groups: Sequence[Group],
        asked: Asked,
        k: int,
        meaning: NDArray[np.float32] | None = None,
        share: float = 0,
    ) -> list[Found]:
        """Return the `k` most relevant documents that count, best first; of equals the newer first.

        Relevance is a share of what a document would get that holds each word of the query ever so often.

        Args:
            meaning: by document, how near its meaning is to that of the query, 0 to 1; NaN where that is not known.
            share: how much of the relevance comes from it.
        """
        sight = self._sight(asked)
        if sight.count == 0 or not (groups or meaning is not None):
            return []
        self._scratch.make_room(sight.size)
        ceiling, parts = 0.0, list[tuple[NDArray[Any], NDArray[np.float32]]]()
        for group in groups:
            documents, gained, held = self._best_members(group, sight)
            rarity = group.times * sight.idf(held)
            ceiling += rarity * (K + 1)
            if len(documents):
                parts.append((documents, gained * np.float32(rarity)))
        documents, scores = self._scratch.summed(parts)
        counts = self._counting(documents, asked)
        documents, scores = documents[counts], scores[counts]
        relevance = self._in_context(documents, scores / np.float32(ceiling or 1))
        if meaning is not None:
            documents, relevance = self._fused(documents, relevance, meaning[: sight.size], asked, share)
        return self._best(documents, relevance, k)

    def _fused(
        self,
        documents: NDArray[Any],
        relevance: NDArray[np.float32],
        meaning: NDArray[np.float32],
        asked: Asked,
        share: float,
    ) -> tuple[NDArray[Any], NDArray[np.float32]]:
        """Return the documents that words or meaning found, with what both give, or words alone."""
        near = np.flatnonzero(meaning >= MEANING_MIN)
        near = near[self._counting(near, asked)]
        both = np.union1d(documents, near)
        words = np.zeros(len(both), dtype=np.float32)
        words[np.searchsorted(both, documents)] = relevance
        meant = np.full(len(both), np.nan, dtype=np.float32)
        known = both < len(meaning)
        meant[known] = meaning[both[known]]
        return both, np.where(np.isnan(meant), words, (1 - share) * words + share * np.nan_to_num(meant))

    def gains(self, groups: Sequence[Group], asked: Asked, document: int) -> list[tuple[str, float]]:
        """Return what each word of a query gave to a document, the most first; what gave nothing is left out."""
        sight = self._sight(asked)
        self._scratch.make_room(sight.size)
        ceiling, found = 0.0, list[tuple[str, float]]()
        for group in groups:
            documents, gained, held = self._best_members(group, sight)
            rarity = group.times * sight.idf(held)
            ceiling += rarity * (K + 1)
            found.append((group.surface, rarity * float(gained[documents == document].sum())))
        return sorted(((word, gain / ceiling) for word, gain in found if gain), key=lambda gain: -gain[1])

    def _sight(self, asked: Asked) -> Sight:
        """Return which documents are there for those who ask; how rare a word is follows from them alone."""
        size = self._size_at(asked.position)
        key = size, tuple(asked.scopes)
        if key not in self._sights:
            places = [self._scopes[scope] for scope in asked.scopes if scope in self._scopes]
            seen = np.zeros(len(self._scopes), dtype=bool)
            seen[places] = True
            count = (
                sum(int(self._doc_count.array[self._latest[place]]) for place in places if place in self._latest)
                if size == len(self)
                else int(np.count_nonzero(seen[self._doc_scope.array[:size]]))
            )
            if len(self._sights) >= SIGHTS_KEPT:
                self._sights.clear()
            self._sights[key] = Sight(size, count, None if count == size else seen)
        return self._sights[key]

    def is_rare(self, term: str, asked: Asked, most: float) -> bool:
        """Say whether documents hold a term, but no more than so many of those that are there for who asks."""
        # Few hold most terms at all, and then it need not be looked at whose documents they are.
        count = self.postings.count(term, self._sight(asked).size)
        return count > 0 and (count <= most or self.held(term, asked) <= most)

    def count(self, asked: Asked) -> int:
        """Return how many documents there are for those who ask."""
        return self._sight(asked).count

    def held(self, term: str, asked: Asked) -> int:
        """Return how many of them hold a term."""
        sight = self._sight(asked)
        if sight.scopes is None:
            return self.postings.count(term, sight.size)
        documents, _ = self.postings.of(term, sight.size)
        return int(np.count_nonzero(sight.scopes[self._doc_scope.array[documents]]))

    def _best_members(self, group: Group, sight: Sight) -> tuple[NDArray[Any], NDArray[np.float32], float]:
        """Return the documents that hold any member of a group, with what the best of them gives to each.

        The group counts as one word. In how many documents it stands is returned as well: each is counted by the weight
        of the best member in it.
        """
        # The best come last, so that the last of a document's members weighs the most.
        members = sorted(group.members, key=lambda member: member[1])
        found = [self.postings.of(term, sight.size) for term, _ in members]
        # Arrays are indexed twice as fast by numbers of the size of an address.
        documents = np.concatenate([documents for documents, _ in found], dtype=np.intp)
        each = np.array([weight for _, weight in members], dtype=np.float32)
        weights = np.repeat(each, [len(documents) for documents, _ in found])
        gained = np.concatenate([impacts for _, impacts in found]).astype(np.float32)
        gained *= weights * np.float32((K + 1) / STEPS)
        if sight.scopes is not None:
            seen = sight.scopes[self._doc_scope.array[documents]]
            documents, weights, gained = documents[seen], weights[seen], gained[seen]
        if len(found) == 1:
            return documents, gained, float(weights.sum())
        greatest = self._scratch.greatest(documents, gained)
        last = self._scratch.last(documents)
        documents = documents[last]
        return documents, greatest[documents], float(weights[last].sum(dtype=np.float64))

    def _in_context(self, documents: NDArray[Any], gained: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return what documents have gained with what those said just before and after them lend."""
        if not self._sessions or not len(documents):
            return gained
        numbers = self._doc_memory.array[documents].astype(np.intp)
        before = self._memory_before.array
        self._scratch.make_room(len(self._names))
        self._scratch.mark(numbers)
        lent, earlier = np.zeros_like(gained), before[numbers].astype(np.intp)
        for step, share in enumerate(CONTEXT):
            if step:
                earlier = np.where(earlier >= 0, before[earlier], -1)
            later_at, earlier_at = self._scratch.marked(numbers, earlier)
            lent[later_at] += np.float32(share) * gained[earlier_at]
            lent[earlier_at] += np.float32(share) * gained[later_at]
        return gained + lent

    def _best(self, documents: NDArray[Any], gained: NDArray[np.float32], k: int) -> list[Found]:
        if len(documents) > k:
            least = np.partition(gained, len(gained) - k)[len(gained) - k]
            kept = gained >= least
            documents, gained = documents[kept], gained[kept]
        order = np.lexsort((-documents, -gained))[:k]
        best: list[int] = documents[order].tolist()
        numbers: list[int] = self._doc_memory.array[documents[order]].tolist()
        names, relevances = (self._names[number] for number in numbers), gained[order].tolist()
        return [Found(*one) for one in zip(best, names, relevances, strict=True)]


def restored(
    position: int,
    memories: list[str],
    scopes: list[str],
    sessions: dict[str, int],
    postings: Postings,
    arrays: Mapping[str, NDArray[Any]],
) -> SearchIndex:
    """Return the index whose parts these are.

    Raises:
        KeyError: one is missing.
    """
    index = SearchIndex()
    index.refill(position, memories, scopes, sessions, postings)
    for name, value in list(vars(index).items()):
        if isinstance(value, Growing):
            setattr(index, name, Growing(arrays[name].dtype, arrays[name]))
    index.find_latest()
    return index
