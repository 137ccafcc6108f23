"""Arrays that grow at their end, as cheaply as lists and as compact as numpy arrays."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

ROOM_MIN = 64


class Growing:
    """A numpy array of one dimension with room at its end."""

    __slots__ = ("_data", "_size")

    def __init__(self, dtype: DTypeLike, data: NDArray[Any] | None = None) -> None:
        self._data: NDArray[Any] = np.zeros(ROOM_MIN, dtype=dtype) if data is None else np.array(data, dtype=dtype)
        self._size = 0 if data is None else len(data)

    def __len__(self) -> int:
        return self._size

    def append(self, value: float) -> None:
        """Add a value at the end."""
        if self._size == len(self._data):
            grown = np.zeros(max(ROOM_MIN, self._size * 3 // 2), dtype=self._data.dtype)
            grown[: self._size] = self._data
            self._data = grown
        self._data[self._size] = value
        self._size += 1

    def __setitem__(self, place: int, value: float) -> None:
        assert 0 <= place < self._size, f"no place {place} among {self._size}"
        self._data[place] = value

    @property
    def array(self) -> NDArray[Any]:
        """What it holds; valid until the next append."""
        return self._data[: self._size]
