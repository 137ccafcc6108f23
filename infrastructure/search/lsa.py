"""Which words keep company: latent semantic analysis of the documents of an index.

Words that stand in the same documents, or beside the same words, come to lie in the same direction (Deerwester and
others, "Indexing by Latent Semantic Analysis", 1990). So two texts can be near each other that share no word. It is
learned from the postings alone:

    weight(t, d) = impact of t on d * ln(1 + (N - n + 0.5) / (n + 0.5)),   each document scaled to length 1

over the N documents, n of which hold the term. The truncated singular value decomposition X = U S V' gives each term a
row of V. A document, and any text, is the sum of the rows of its terms by weight, scaled to length 1; so one that came
after the fit is folded in as the others were.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .documents import STEPS, K

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .postings import Postings

Vectors = NDArray[np.float32]
"""Rows of length 1, or of zeros where nothing is known."""

DOCUMENTS_MIN = 50
"""Fewer say nothing of the company that words keep."""
DOCUMENTS_MAX = 200_000
"""Of more, only the newest are learned from and suggested: their vectors are held in memory."""
DIMENSIONS_MAX = 128
DOCUMENTS_PER_DIMENSION = 5
TERMS_PER_DIMENSION = 4
"""With as many dimensions as terms, each would keep its own company only."""
TERM_DOCUMENTS_MIN = 2
"""A term of one document keeps no company but its own."""
TERMS_MAX = 50_000
"""Terms that are learned, those of the most documents."""
ROUNDS = 5
SEED = 0
FOLDED_AT_ONCE = 50_000
"""Postings; each takes as many numbers as there are dimensions."""


class Lsa:
    """What was learned of the terms of some documents, with the vectors of these and of those that were folded in.

    One thread at a time.
    """

    def __init__(
        self, terms: Sequence[str], rows: NDArray[Any], documents: NDArray[Any], vectors: NDArray[Any]
    ) -> None:
        """Take what was learned.

        Args:
            rows: for each term its row of V, times how rare it is.
            documents: numbers of the documents that it was learned from, in order.
            vectors: one for each of them.
        """
        self.terms = tuple(terms)
        self.rows = rows.astype(np.float32)
        self.learned = len(documents)
        """How many documents it was learned from."""
        self._numbers = {term: number for number, term in enumerate(self.terms)}
        self._documents = documents.astype(np.int32)
        self._vectors = vectors.astype(np.float32)
        self._count = self.learned
        self._of: Postings | None = None
        self._row_of: NDArray[np.int32] = np.zeros(0, dtype=np.int32)

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has."""
        return int(self.rows.shape[1])

    @property
    def documents(self) -> NDArray[np.int32]:
        """Numbers of the documents that have a vector, in order."""
        return self._documents[: self._count]

    @property
    def vectors(self) -> Vectors:
        """Their vectors."""
        return self._vectors[: self._count]

    def of(self, terms: Iterable[str]) -> Vectors:
        """Return the vector of a text that has these terms."""
        held = [(self._numbers[term], times) for term, times in Counter(terms).items() if term in self._numbers]
        if not held:
            return np.zeros(self.dimensions, dtype=np.float32)
        numbers, times = np.array(held).T
        weights = (times / (times + K)).astype(np.float32)
        return scaled(weights @ self.rows[numbers])

    def similarities(self, vector: Vectors) -> NDArray[np.float32]:
        """Return how near each of `documents` is to a vector, -1 to 1."""
        return self.vectors @ vector

    def fold_in(self, postings: Postings, documents: NDArray[Any]) -> None:
        """Give vectors to documents that came later than all that have one, by those of their terms that were learned.

        Args:
            documents: their numbers, in order.
        """
        if not len(documents):
            return
        numbers, held, impacts = postings.since(int(documents[0]))
        rows, places = self._rows_of(postings, numbers), np.searchsorted(documents, held)
        places = np.minimum(places, len(documents) - 1)
        known = (rows >= 0) & (documents[places] == held)
        rows, places, weights = rows[known], places[known], impacts[known].astype(np.float32) / STEPS
        came = np.zeros((len(documents), self.dimensions), dtype=np.float32)
        for begin in range(0, len(rows), FOLDED_AT_ONCE):
            part = slice(begin, begin + FOLDED_AT_ONCE)
            np.add.at(came, places[part], self.rows[rows[part]] * weights[part, None])
        self._append(documents, scaled(came))

    def _rows_of(self, postings: Postings, numbers: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the row of each term of the postings, -1 for those that were not learned."""
        if self._of is not postings or len(self._row_of) < len(postings):
            found = [self._numbers.get(term, -1) for term in postings.terms()]
            self._of, self._row_of = postings, np.array(found, dtype=np.int32)
        return self._row_of[numbers]

    def _append(self, documents: NDArray[Any], vectors: Vectors) -> None:
        count = self._count + len(vectors)
        if count > len(self._vectors):
            room = count * 5 // 4
            self._documents = np.resize(self._documents, room)
            self._vectors = np.resize(self._vectors, (room, self.dimensions))
        self._documents[self._count : count] = documents
        self._vectors[self._count : count] = vectors
        self._count = count


def scaled(vectors: Vectors) -> Vectors:
    """Return vectors scaled to length 1; zeros stay."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


class Learning:
    """Learns from documents of one index, any number of times. The same documents give the same model."""

    def __init__(self, postings: Postings, size: int) -> None:
        """Take the postings of all documents; there are `size` of them."""
        self._sparse, self._decomposition = _library("scipy.sparse"), _library("sklearn.decomposition")
        self._size = size
        self._terms = postings.terms()
        self._postings = postings.flattened()

    @cached_property
    def _held(self) -> Any:
        """The impacts by document and term. Made late: so whoever learns keeps the index for a moment only."""
        offsets, documents, impacts = self._postings
        shares = impacts.astype(np.float32) / STEPS
        return self._sparse.csc_matrix((shares, documents, offsets), shape=(self._size, len(self._terms))).tocsr()

    def fit(self, documents: NDArray[Any]) -> Lsa | None:
        """Learn from the documents of these numbers, in order; None if too few of them hold words, or share any."""
        documents = documents[-DOCUMENTS_MAX:]
        documents = documents[np.diff(self._held.indptr)[documents] > 0]
        if len(documents) < DOCUMENTS_MIN:
            return None
        held = self._held[documents]
        counts = np.bincount(held.indices, minlength=len(self._terms))
        chosen = _chosen(counts)
        dimensions = min(DIMENSIONS_MAX, len(documents) // DOCUMENTS_PER_DIMENSION, len(chosen) // TERMS_PER_DIMENSION)
        if dimensions < 1:
            return None
        rarity = np.log(1 + (len(documents) - counts[chosen] + 0.5) / (counts[chosen] + 0.5)).astype(np.float32)
        weighed = (held[:, chosen] @ self._sparse.diags_array(rarity)).tocsr()
        components = self._components(weighed, dimensions)
        return Lsa(
            [self._terms[int(number)] for number in chosen],
            (components * rarity[:, None]).astype(np.float16),
            documents,
            scaled(np.asarray(weighed @ components, dtype=np.float32)).astype(np.float16),
        )

    def _components(self, weighed: Any, dimensions: int) -> NDArray[np.float32]:
        """Return the first columns of V."""
        lengths = np.sqrt(np.asarray(weighed.multiply(weighed).sum(axis=1)).ravel())
        scales = (1 / np.where(lengths > 0, lengths, 1)).astype(np.float32)
        decomposition = self._decomposition.TruncatedSVD(dimensions, n_iter=ROUNDS, random_state=SEED)
        decomposition.fit(self._sparse.diags_array(scales) @ weighed)
        return np.ascontiguousarray(decomposition.components_.T, dtype=np.float32)


def _chosen(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of the terms that are learned, in order, from how many documents hold each."""
    shared = np.flatnonzero(counts >= TERM_DOCUMENTS_MIN)
    most = np.argsort(-counts[shared], kind="stable")[:TERMS_MAX]
    return np.sort(shared[most])


def _library(name: str) -> Any:
    """Return a module that is slow to load and needed for learning only; it brings no types."""
    return import_module(name)
