"""What else may be meant: words that the best hits hold, and words that look like those that nothing holds."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from ...infrastructure.search.documents import Asked
from ...infrastructure.search.index import Found, Group, SearchIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...infrastructure.search.tokens import QueryTerm
    from .searching import Searcher

WELL = 0.1
"""From this relevance on a memory matches well, whatever the best one has."""
WELL_SHARE = 0.15
"""Also from this share of what the best one has."""
LITTLE = 0.02
"""Less relevance than this is chance, unless nothing has more."""
NEAR_SHARE = 0.5
"""How much the nearness of a document adds to what its words give."""
HITS_READ = 3
TERMS_ADDED = 12
PREFIX_CHARS_MIN = 3
GRAM_CHARS = 3
GRAMS_SHARED = 0.5
ALIKE_MAX = 8


def matches_well(relevance: float, best: float) -> bool:
    """Say whether a memory matches a query well, from its relevance and that of the best one, both 0 to 1.

    It does if it has a tenth of what it could have. A long question is answered by few of its words: there it is enough
    to have a good part of what the best one has, unless that is next to nothing.
    """
    return relevance >= min(best, max(LITTLE, min(WELL, WELL_SHARE * best)))


def feedback_groups(searcher: Searcher, texts: Sequence[str], asked: Sequence[Group]) -> list[Group]:
    """Return the words that say most of the best hits, besides those that were asked.

    Pseudo-relevance feedback (Croft and Harper, "Using probabilistic models of document retrieval without relevance
    information", 1979): what the best hits share is likely to be about the same.
    """
    known = {term for group in asked for term, _ in group.members}
    counts: Counter[str] = Counter()
    for text in texts[:HITS_READ]:
        counts.update(set(searcher.tokenizer.terms(text)))
    added = [(term, count) for term, count in counts.items() if term not in known]
    added.sort(key=lambda one: (-one[1], -len(one[0]), one[0]))
    return [Group(((term, 1.0),), term) for term, _ in added[:TERMS_ADDED]]


def with_near(found: list[Found], near: Mapping[int, float], index: SearchIndex, most: int) -> list[Found]:
    """Return found documents and near ones by what each has of both, at most `most`; of equals the newer first."""
    if not near:
        return found
    relevances = {one.document: one.relevance for one in found}
    for document, nearness in near.items():
        relevances[document] = relevances.get(document, 0.0) + NEAR_SHARE * nearness
    order = sorted(relevances, key=lambda document: (-relevances[document], -document))
    return [Found(document, index.memory_of(document), relevances[document]) for document in order[:most]]


def fallback_groups(terms: Iterable[QueryTerm], index: SearchIndex, asked: Asked) -> list[Group]:
    """Return for each word those that memories hold which begin like it, or share most of its letters."""
    groups: list[Group] = []
    for one in terms:
        alike = list(islice(_alike(one.term, index, asked), ALIKE_MAX))
        if alike:
            groups.append(Group(tuple(alike), one.surface))
    return groups


def _alike(term: str, index: SearchIndex, asked: Asked) -> Iterator[tuple[str, float]]:
    """Yield the words that are like one, the most alike first."""
    if len(term) < 2:
        return
    prefix = term[: max(PREFIX_CHARS_MIN, len(term) * 2 // 3)] if term.isascii() else term[:1]
    mine = _grams(term)
    found: list[tuple[str, float]] = []
    for other in index.postings.terms():
        shared = 0.5 if other.startswith(prefix) or term in other else 0.0
        # Slips of the pen mostly spare how a word begins, or how it ends; few words are left to be looked at closely.
        if _near(term, other) and (other[0] == term[0] or other[-1] == term[-1]):
            theirs = _grams(other)
            shared = max(shared, len(mine & theirs) / max(len(mine | theirs), 1))
        if shared >= GRAMS_SHARED:
            found.append((other, shared))
    for other, shared in sorted(found, key=lambda one: (-one[1], one[0])):
        if index.held(other, asked):
            yield other, shared


def _near(term: str, other: str) -> bool:
    return abs(len(term) - len(other)) <= len(term) // 2


def _grams(word: str) -> set[str]:
    padded = f" {word} "
    size = GRAM_CHARS if word.isascii() else 2
    return {padded[start : start + size] for start in range(len(padded) - size + 1)}
