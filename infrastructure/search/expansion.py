"""The other names of a word: near words, translations. A memory that says it otherwise is found as well, if less."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .index import Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .documents import Asked
    from .index import SearchIndex
    from .neighbour_table import NeighbourTable
    from .tokens import QueryTerm, Tokenizer

EXPANDED = frozenset({"word"})
"""Kinds of terms that have other names: parts of a whole, grams and aliases have none."""


COMMON_SHARE = 0.05
COMMON_MIN = 250
"""Another name counts only if it stands in no greater share of the documents than this, or in no more than so many."""
KNOWN_MAX = 10_000
"""Words whose other names are kept at hand."""


class Expansion:
    """Makes groups of the terms of a query."""

    def __init__(
        self, tokenizer: Tokenizer, neighbours: NeighbourTable | None, translations: NeighbourTable | None
    ) -> None:
        self._tokenizer = tokenizer
        self._neighbours = neighbours
        self._translations = translations
        self._known: dict[tuple[str, str], tuple[tuple[str, float], ...]] = {}

    def groups(self, query: str, index: SearchIndex, asked: Asked) -> list[Group]:
        """Return a group for each word of a query; a name that too many documents hold says nothing and is left out."""
        most = max(index.count(asked) * COMMON_SHARE, COMMON_MIN)
        times = Counter(self._tokenizer.terms(query))
        return [
            Group(tuple(self._members(one, index, asked, most)), one.surface, times[one.term])
            for one in self._tokenizer.query(query)
        ]

    def near(self, word: str) -> list[tuple[str, float]]:
        """Return words of nearly the same meaning as one that is folded and not stemmed, the nearest first."""
        return [] if self._neighbours is None else self._neighbours.of(word)

    def translated(self, term: str) -> list[tuple[str, float]]:
        """Return the terms that translate a term, the best first."""
        return [] if self._translations is None else self._translations.of(term)

    def _members(self, one: QueryTerm, index: SearchIndex, asked: Asked, most: float) -> Iterator[tuple[str, float]]:
        found = {one.term: 1.0}
        if one.kind in EXPANDED:
            for term, weight in self._others(one):
                if index.is_rare(term, asked, most):
                    found[term] = max(found.get(term, 0.0), weight)
        yield from found.items()

    def _others(self, one: QueryTerm) -> tuple[tuple[str, float], ...]:
        key = one.surface, one.term
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= KNOWN_MAX:
                self._known.clear()
            found = self._known[key] = tuple(self._looked_up(one))
        return found

    def _looked_up(self, one: QueryTerm) -> Iterator[tuple[str, float]]:
        for word, weight in self.near(one.surface):
            terms = self._tokenizer.terms(word)
            if len(terms) == 1:
                yield terms[0], weight
        yield from self.translated(one.term)
