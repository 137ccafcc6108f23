"""Room for sums and comparisons by number, kept from one search to the next, so that nobody clears all of it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]
Values = NDArray[np.float32]


class Scratch:
    """Arrays with a place for each number below some size. One thread at a time."""

    def __init__(self) -> None:
        self._sums: Values = np.zeros(0, dtype=np.float32)
        """Invariant: all zero between two sums."""
        self._kept: Values = np.zeros(0, dtype=np.float32)
        self._marks: NDArray[np.int32] = np.zeros(0, dtype=np.int32)

    def make_room(self, size: int) -> None:
        """Make room for the numbers below a size."""
        if len(self._sums) < size:
            room = size * 3 // 2
            self._sums, self._kept = np.zeros(room, dtype=np.float32), np.zeros(room, dtype=np.float32)
            self._marks = np.zeros(room, dtype=np.int32)

    def summed(self, parts: Sequence[tuple[Numbers, Values]]) -> tuple[Numbers, Values]:
        """Return all numbers of some parts, each once, with the sum of its values; in one part no number is twice."""
        if len(parts) < 2:
            return parts[0] if parts else (np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.float32))
        sums = self._sums
        try:
            for numbers, values in parts:
                sums[numbers] += values
            every = np.concatenate([numbers for numbers, _ in parts])
            every = every[self.last(every)]
            return every, sums[every]
        finally:
            for numbers, _ in parts:
                sums[numbers] = 0

    def greatest(self, numbers: Numbers, values: Values) -> Values:
        """Return an array that holds for each of some numbers the greatest of its values, and anything elsewhere."""
        kept = self._kept
        kept[numbers] = values
        while True:
            # Of several values of a number the last was kept; those greater than it are put there in its stead.
            greater = values > kept[numbers]
            if not greater.any():
                return kept
            numbers, values = numbers[greater], values[greater]
            kept[numbers] = values

    def last(self, numbers: Numbers) -> NDArray[np.bool_]:
        """Say of each of some numbers whether it does not come again after it."""
        places = np.arange(len(numbers), dtype=np.int32)
        self._marks[numbers] = places
        return self._marks[numbers] == places

    def mark(self, numbers: Numbers) -> None:
        """Remember the places of some numbers, each of which comes once, until the next ones are marked or compared."""
        self._marks[numbers] = np.arange(len(numbers), dtype=np.int32)

    def marked(self, numbers: Numbers, wanted: Numbers) -> tuple[Numbers, Numbers]:
        """Return where those of the wanted numbers stand that were marked: among the wanted, and among the marked.

        Args:
            numbers: those marked.
            wanted: negative ones are never found.
        """
        # What a mark says of a number that is not among them is left from another time.
        marks = self._marks[wanted].astype(np.intp)
        found = np.flatnonzero((wanted >= 0) & (marks < len(numbers)))
        found = found[numbers[marks[found]] == wanted[found]]
        return found, marks[found]
