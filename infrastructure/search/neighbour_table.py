"""Words of nearly the same meaning, in English and Chinese, read from a table that ships with the package.

The table is made by `scripts/make_neighbours.py`; how and why stands in docs/decisions/0013. Five files in one folder:

    words.txt     one word a line, UTF-8, NFKC, case folded, in the order of its code points, so also of its bytes
    offsets.npy   uint32 [words]: the byte of words.txt at which each line begins
    ids.npy       uint32 [words, 12]: the lines of a word's neighbours, counted from 0, nearest first
    weights.npy   uint8 [words, 12]: how near each of them is, in 255ths; 0 ends the list
    about.json    where the table comes from: model, vocabulary, licences, recipe, counts, hashes
"""

import mmap
import os
from typing import Self

FULL_WEIGHT = 255
"""What weights.npy holds for a neighbour that means just the same."""


class NeighbourTable:
    """The neighbours of each word, looked up where they lie on the disk.

    The files are mapped into memory and never changed, so any number of threads may ask one table, and processes
    share what they read.
    """

    def __init__(self, words: mmap.mmap, offsets: memoryview, ids: memoryview, weights: memoryview) -> None:
        self._words = words
        self._offsets = offsets
        self._ids = ids
        self._weights = weights
        self._width = len(ids) // len(offsets)

    @classmethod
    def open(cls, folder: str | None = None) -> Self:
        """Map the table of a folder; by default the one that ships with the package.

        Raises:
            FileNotFoundError: a file of the table is missing.
            ValueError: the files do not belong together.
        """
        folder = folder or os.path.join(os.path.dirname(__file__), "neighbours")
        with open(os.path.join(folder, "words.txt"), "rb") as file:
            words = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        offsets, ids, weights = (_mapped(os.path.join(folder, f"{name}.npy")) for name in ("offsets", "ids", "weights"))
        if not len(offsets) or len(ids) != len(weights) or len(ids) % len(offsets):
            raise ValueError(
                f"table of word neighbours {folder!r} holds {len(offsets)} words, {len(ids)} neighbours"
                f" and {len(weights)} weights, which do not belong together; install remembrancer anew"
            )
        return cls(words, offsets, ids, weights)

    def __len__(self) -> int:
        return len(self._offsets)

    def of(self, word: str) -> list[tuple[str, float]]:
        """Return the neighbours of a word with how near they are, above 0 to 1, nearest first; none if it is unknown.

        Args:
            word: NFKC and case folded, not stemmed; Chinese in simplified characters.
        """
        row = self._row(word)
        if row is None:
            return []
        start, end = row * self._width, (row + 1) * self._width
        return [
            (self._word(row), weight / FULL_WEIGHT)
            for row, weight in zip(self._ids[start:end], self._weights[start:end], strict=True)
            if weight
        ]

    def _row(self, word: str) -> int | None:
        if "\n" in word:
            return None  # it could match several lines at once
        # A lone surrogate is in no table, and no reason to fail. Whole lines sort as their words do.
        line = word.encode("utf-8", "surrogatepass") + b"\n"
        words, offsets, size = self._words, self._offsets, len(line)
        low, high = 0, len(offsets)
        while low < high:
            middle = (low + high) // 2
            start = offsets[middle]
            if words[start : start + size] < line:
                low = middle + 1
            else:
                high = middle
        if low == len(offsets):
            return None
        start = offsets[low]
        return low if words[start : start + size] == line else None

    def _word(self, row: int) -> str:
        start = self._offsets[row]
        # Invariant: every line ends with a line feed, the last one too.
        return self._words[start : self._words.find(b"\n", start)].decode()


def _mapped(path: str) -> memoryview:
    import numpy as np  # heavy, and only wanted by those who search

    array = np.load(path, mmap_mode="r", allow_pickle=False)
    native = array.dtype.newbyteorder("=")
    return np.ascontiguousarray(array, dtype=native).reshape(-1).data
