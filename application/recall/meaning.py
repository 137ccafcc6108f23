"""What the vectors of one embedder say of memories: how well each of them answers a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...infrastructure.search.documents import arrays_of
from ...infrastructure.search.embedders.calibration import scale_of
from ...infrastructure.search.growing import Growing
from ...infrastructure.search.vectors import Vectors

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ...infrastructure.search.embedders import Embedder
    from ...infrastructure.search.index import SearchIndex
    from ...infrastructure.search.vector_file import Key
    from ..store import Store

QUERY_CHARS_MAX = 2_000
QUERIES_KEPT = 64
"""Questions whose vectors are kept at hand."""


class Model:
    """An embedder with the vectors that it made for one store. Any number of threads may ask."""

    def __init__(self, store: Store, folder: Path, embedder: Embedder) -> None:
        """Open the vectors in a folder.

        Raises:
            EmbedderFailed: the embedder has to be asked, and does not answer now.
        """
        self.embedder = embedder
        self.scale = scale_of(embedder)
        self.vectors = Vectors(folder, embedder.identity, embedder.dimension, store.keys, store.id)
        self._questions: dict[str, NDArray[np.float32]] = {}
        self._aligned: _Alignment | None = None

    def relevances(self, query: str, documents: Sequence[Key]) -> NDArray[np.float32]:
        """Return how well some documents answer, 0 to 1; NaN for those without a vector."""
        question = self.question(query)
        self.vectors.look()
        return self._scaled(self.vectors.similarities(question, documents))

    def relevances_in(self, query: str, index: SearchIndex) -> NDArray[np.float32]:
        """Return the same for all documents of an index, by their numbers."""
        question = self.question(query)
        with self.vectors.lock:
            self.vectors.look()
            if self._aligned is None or not self._aligned.fits(self.vectors, index):
                self._aligned = _Alignment(self.vectors, index)
            return self._scaled(self.vectors.at(question, self._aligned.places()))

    def question(self, query: str) -> NDArray[np.float32]:
        """Return the vector of a question, which is kept for a while.

        Raises:
            EmbedderFailed: the embedder gives none now.
        """
        query = query[:QUERY_CHARS_MAX]
        found = self._questions.get(query)
        if found is None:
            found = self.embedder.queries([query])[0]
            if len(self._questions) >= QUERIES_KEPT:
                self._questions.clear()
            self._questions[query] = found
        return found

    def _scaled(self, cosines: NDArray[np.float32]) -> NDArray[np.float32]:
        zero, one = self.scale.unrelated, self.scale.same
        return np.clip((cosines - np.float32(zero)) / np.float32(one - zero), 0, 1)


class _Alignment:
    """Where the vectors of an index's documents are, by the numbers of the documents."""

    def __init__(self, vectors: Vectors, index: SearchIndex) -> None:
        self._vectors = vectors
        self._index = index
        self._generation = vectors.generation
        self._known = 0
        """How many vectors have been given to their documents."""
        self._places = Growing(np.int64)
        self._waiting: dict[Key, int] = {}
        """Documents without a vector."""

    def fits(self, vectors: Vectors, index: SearchIndex) -> bool:
        """Say whether it is about these two as they are."""
        return vectors is self._vectors and index is self._index and vectors.generation == self._generation

    def places(self) -> NDArray[np.int64]:
        """Return the place of each document's vector, -1 where there is none."""
        start = len(self._places)
        came = keys_of(self._index, start)
        for document, (key, place) in enumerate(zip(came, self._vectors.places(came), strict=True), start):
            self._places.append(int(place))
            if place < 0:
                self._waiting[key] = document
        for place, key in enumerate(self._vectors.keys(self._known), self._known):
            document = self._waiting.pop(key, None)
            if document is not None:
                self._places[document] = place
            self._known = place + 1
        return self._places.array


class Queue:
    """Documents that have no vector yet."""

    def __init__(self, vectors: Vectors, index: SearchIndex) -> None:
        self._of = vectors, index, vectors.generation
        self._upto = 0
        self._keys: list[Key] = []

    def fits(self, vectors: Vectors, index: SearchIndex) -> bool:
        """Say whether it is about these two as they are."""
        return self._of == (vectors, index, vectors.generation)

    def newest(self, count: int, erased: frozenset[str]) -> list[Key]:
        """Return the newest documents that have no vector, at most `count`; they stay in the queue until they do."""
        vectors, index, _ = self._of
        came = keys_of(index, self._upto)
        self._keys += vectors.missing(came)
        self._upto += len(came)
        found: list[Key] = []
        while self._keys and len(found) < count:
            key = self._keys.pop()
            if key not in vectors and key[0] not in erased:
                found.append(key)
        self._keys += reversed(found)
        return found


def keys_of(index: SearchIndex, start: int) -> list[Key]:
    """Return what the documents of an index are, from a number on."""
    arrays, memories = arrays_of(index), index.memories()
    numbers, positions = arrays["_doc_memory"][start:].tolist(), arrays["_doc_position"][start:].tolist()
    return [(memories[number], position) for number, position in zip(numbers, positions, strict=True)]
