"""Postings: which documents hold a term, and how much it says of them; documents are numbered as they come.

Most lie in two flat arrays, the postings of each term side by side; what came since they were made lies in two small
arrays for each term, until it is enough to be worth making the flat ones anew. So one new document costs an append for
each of its terms, and since the documents of a term are in order, what was there at any earlier number of documents is
the beginning of its postings.
"""

from array import array
from bisect import bisect_left
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Documents = NDArray[np.int32]
Impacts = NDArray[np.uint8]
"""How much a term says of a document, in steps whose size is the index's business."""

LATE_MIN = 1 << 16
LATE_SHARE = 0.5
"""Postings that came late are laid flat when there are so many, and so many for each flat one."""


class Postings:
    """The terms of an index with their documents. One thread at a time; what it gives out never changes."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._offsets: NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        self._documents: Documents = np.zeros(0, dtype=np.int32)
        self._impacts: Impacts = np.zeros(0, dtype=np.uint8)
        self._late: dict[int, tuple[array[int], array[int]]] = {}
        self._late_count = 0

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, term: str) -> bool:
        return term in self._numbers

    def terms(self) -> list[str]:
        """Return all terms, in the order in which they first came."""
        return list(self._numbers)

    def add(self, document: int, impacts: Mapping[str, int]) -> None:
        """Add a document whose number is greater than those of all before, with the impact of each of its terms."""
        numbers, late = self._numbers, self._late
        for term, impact in impacts.items():
            number = numbers.setdefault(term, len(numbers))
            pair = late.get(number)
            if pair is None:
                pair = late[number] = (array("i"), array("B"))
            pair[0].append(document)
            pair[1].append(impact)
        self._late_count += len(impacts)
        if self._late_count > max(LATE_MIN, LATE_SHARE * len(self._documents)):
            self._flatten()

    def of(self, term: str, before: int | None = None) -> tuple[Documents, Impacts]:
        """Return the documents that hold a term, in order, with its impact on each.

        Args:
            before: only documents with smaller numbers; None: all.
        """
        number = self._numbers.get(term)
        if number is None:
            return self._documents[:0], self._impacts[:0]
        start, end = self._flat(number)
        documents, impacts = self._documents[start:end], self._impacts[start:end]
        pair = self._late.get(number)
        if pair is not None:
            # Copies, since an array cannot grow while somebody looks at it.
            late = np.array(pair[0], dtype=np.int32), np.array(pair[1], dtype=np.uint8)
            if start < end:
                documents, impacts = np.concatenate((documents, late[0])), np.concatenate((impacts, late[1]))
            else:
                documents, impacts = late
        if before is not None and len(documents) and documents.item(-1) >= before:
            end = int(documents.searchsorted(before))
            documents, impacts = documents[:end], impacts[:end]
        return documents, impacts

    def count(self, term: str, before: int) -> int:
        """Return how many documents with smaller numbers than `before` hold a term."""
        number = self._numbers.get(term)
        if number is None:
            return 0
        start, end = self._flat(number)
        count = end - start
        if count and self._documents.item(end - 1) >= before:
            return int(self._documents[start:end].searchsorted(before))
        pair = self._late.get(number)
        return count if pair is None else count + bisect_left(pair[0], before)

    def since(self, first: int) -> tuple[NDArray[np.int32], Documents, Impacts]:
        """Return the postings of the documents from a number on: term (by its place in `terms`), document, impact."""
        flat = np.flatnonzero(self._documents >= first)
        terms = np.searchsorted(self._offsets, flat, side="right") - 1
        parts = [(terms.astype(np.int32), self._documents[flat], self._impacts[flat])]
        for number, (held, gained) in self._late.items():
            begin = bisect_left(held, first)
            if begin < len(held):
                came = np.array(held[begin:], dtype=np.int32)
                parts.append((np.full(len(came), number, np.int32), came, np.array(gained[begin:], np.uint8)))
        numbers, documents, impacts = zip(*parts, strict=True)
        return np.concatenate(numbers), np.concatenate(documents), np.concatenate(impacts)

    def flattened(self) -> tuple[NDArray[np.int64], Documents, Impacts]:
        """Return offsets, documents and impacts of all terms side by side, as `restored` takes them."""
        self._flatten()
        return self._offsets, self._documents, self._impacts

    @classmethod
    def restored(
        cls, terms: list[str], offsets: NDArray[np.int64], documents: Documents, impacts: Impacts
    ) -> "Postings":
        """Return the postings that `terms` and `flattened` gave."""
        postings = cls()
        postings._numbers = {term: number for number, term in enumerate(terms)}
        postings._offsets, postings._documents, postings._impacts = offsets, documents, impacts
        return postings

    def _flat(self, number: int) -> tuple[int, int]:
        """Return where the flat postings of a term begin and end."""
        if number + 1 >= len(self._offsets):
            return 0, 0
        return self._offsets.item(number), self._offsets.item(number + 1)

    def _flatten(self) -> None:
        """Lay what came late behind the flat postings of the same terms."""
        count = len(self._numbers)
        flat, late = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
        flat[: len(self._offsets) - 1] = np.diff(self._offsets)
        numbers = np.fromiter(self._late, dtype=np.int64, count=len(self._late))
        late[numbers] = np.fromiter((len(pair[0]) for pair in self._late.values()), np.int64, count=len(self._late))
        offsets = np.zeros(count + 1, dtype=np.int64)
        np.cumsum(flat + late, out=offsets[1:])
        known = _ranges(offsets[:-1], flat)
        came = _ranges((offsets[:-1] + flat)[numbers], late[numbers])
        documents, impacts = np.zeros(offsets[-1], dtype=np.int32), np.zeros(offsets[-1], dtype=np.uint8)
        documents[known], impacts[known] = self._documents, self._impacts
        documents[came] = np.frombuffer(b"".join(pair[0] for pair in self._late.values()), dtype=np.int32)
        impacts[came] = np.frombuffer(b"".join(pair[1] for pair in self._late.values()), dtype=np.uint8)
        self._offsets, self._documents, self._impacts = offsets, documents, impacts
        self._late, self._late_count = {}, 0


def _ranges(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of several ranges one after the other."""
    skipped = starts - (np.cumsum(lengths) - lengths)
    return np.arange(int(lengths.sum()), dtype=np.int64) + np.repeat(skipped, lengths)
