"""The vectors of what a store holds, by document: at hand in memory, sealed on the disk, shared by processes.

A vector is kept as a row of int8 with a scale, 388 bytes for 384 dimensions, and compared in float32: the cosine
differs from the exact one in the third digit after the point.
"""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from . import vector_file
from .vector_file import FORMAT, Key, Label, Table, VectorFile, compact, path_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ..keys import KeyStore

    Row = NDArray[np.float32]

Number = TypeVar("Number", np.int8, np.float32)

COMPARED_ROWS = 1_024
"""Rows that are turned into float32 at once: they stay in the processor's cache until they have been compared."""
ROOM_MIN = 1_024


class Vectors:
    """The vectors of one embedder in one store. Any number of threads and processes may share them."""

    def __init__(self, folder: Path, identity: str, dimension: int, keys: KeyStore, store: str) -> None:
        """Read what is there.

        Args:
            folder: where the file is, or will be.
            store: the id of the store.
        """
        self.folder = folder
        self.path = path_of(folder, identity)
        self.identity = identity
        self.dimension = dimension
        self.generation = 0
        """Changes whenever rows have gone, so that what somebody knows of their places no longer holds."""
        self._keys = keys
        self._store = store
        self.lock = threading.RLock()
        """Held by whoever uses places: they hold good until it is given back."""
        self._file: VectorFile | None = None
        self._forget()
        self.look()

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: Key) -> bool:
        return key in self._places

    def look(self) -> None:
        """Read what other processes have written, or written anew, since the last look."""
        with self.lock:
            seen = _signature(self.path)
            if seen == self._seen:
                return
            found = VectorFile.find(self.path, self._keys, self._store)
            if found is None or self._file is None or found.label != self._file.label:
                self._forget()
            if found is not None and found.label.dimension == self.dimension:
                self._file, self._end = found, max(self._end, found.begin)
                self._read_on(found)
            self._seen = seen

    def missing(self, keys: Iterable[Key]) -> list[Key]:
        """Return those of some documents that have no vector, in their order."""
        places = self._places
        return [key for key in keys if key not in places]

    def put(self, keys: Sequence[Key], rows: Row, erased: Callable[[], frozenset[str]]) -> int:
        """Keep the vectors of some documents, and return how many of them are new.

        Args:
            erased: the ids of all memories that are erased, asked when nobody else can erase vectors: an erasure is
                recorded before it drops them.

        Raises:
            StoreFull, StoreReadOnly, StoreBusy, KeysLocked: they cannot be kept.
        """
        with vector_file.turn(self.folder), self.lock:
            self.look()
            gone = erased()
            fresh = [at for at, key in enumerate(keys) if key not in self._places and key[0] not in gone]
            if not fresh:
                return 0
            table = compact(rows[fresh], [keys[at] for at in fresh])
            if self._file is None:
                label = Label(self.dimension, FORMAT, self.identity, "", self._store)
                nothing = Table([], np.zeros(0, np.float32), np.zeros((0, self.dimension), np.int8))
                self._file = VectorFile.make(self.path, nothing, self._keys, label)
                self._end = self._file.begin
            self._end = self._file.append(table, self._end)
            self._take(table)
            self._seen = _signature(self.path)
            return len(fresh)

    def similarities(self, query: Row, keys: Sequence[Key] | None = None) -> NDArray[np.float32]:
        """Return the cosines of a row of length 1 with those of some documents, or with all in the order they came.

        A document without a vector has NaN.
        """
        if keys is None:
            return self.at(query, None)
        places = self._places
        return self.at(query, np.array([places.get(key, -1) for key in keys], dtype=np.int64))

    def at(self, query: Row, places: NDArray[np.int64] | None) -> NDArray[np.float32]:
        """Return the cosines of a row with those at some places, -1 being none: NaN; None asks for all."""
        with self.lock:  # rows are never changed where they are, so the answer needs no lock
            rows, scales, count = self._rows, self._scales, self._count
        query = np.ascontiguousarray(query, dtype=np.float32)
        if places is None or len(places) > count // 4:
            every = _compared(rows[:count], query) * scales[:count]
            return every if places is None else _picked(every, places)
        held = places >= 0
        cosines = np.full(len(places), np.nan, dtype=np.float32)
        cosines[held] = _compared(rows[places[held]], query) * scales[places[held]]
        return cosines

    def places(self, keys: Iterable[Key]) -> NDArray[np.int64]:
        """Return the places of some documents, -1 for those without a vector; see `generation`."""
        places = self._places
        return np.fromiter((places.get(key, -1) for key in keys), dtype=np.int64)

    def keys(self, start: int = 0) -> list[Key]:
        """Return the documents that have vectors, by their places, from a place on."""
        return self._order[start:]

    def _read_on(self, file: VectorFile) -> None:
        try:
            for table, end in file.read(self._end):
                self._take(table)
                self._end = end
        except FileNotFoundError:
            self._forget()

    def _take(self, table: Table) -> None:
        """Add rows behind those at hand; of a document that is there already, the first vector counts."""
        fresh = [at for at, key in enumerate(table.keys) if key not in self._places]
        start, count = self._count, self._count + len(fresh)
        if count > len(self._scales):
            room = max(ROOM_MIN, count * 3 // 2)
            self._rows = _with_room(self._rows, start, room)
            self._scales = _with_room(self._scales, start, room)
        self._rows[start:count] = table.rows[fresh]
        self._scales[start:count] = table.scales[fresh]
        self._order += [table.keys[at] for at in fresh]
        self._places.update((table.keys[at], place) for place, at in enumerate(fresh, start))
        self._count = count

    def _forget(self) -> None:
        self._file = None
        self._end = 0
        self._seen: tuple[int, ...] | None = ()
        self._places: dict[Key, int] = {}
        self._order: list[Key] = []
        self._rows = np.zeros((0, self.dimension), dtype=np.int8)
        self._scales = np.zeros(0, dtype=np.float32)
        self._count = 0
        self.generation += 1


def drop(folder: Path, keys: KeyStore, store: str, memories: frozenset[str]) -> int:
    """Forget the vectors of some memories for ever, whatever embedders made them, and return how many there were.

    The files that hold any are written anew under fresh keys, and their old keys destroyed; a file that cannot be read
    here is removed. Record an erasure first: see `put`.

    Raises:
        StoreFull, StoreReadOnly, StoreBusy, KeysLocked: some may still be there.
    """
    if not memories or not vector_file.vector_files(folder):
        return 0
    dropped = 0
    with vector_file.turn(folder):
        for path in vector_file.vector_files(folder):
            file = VectorFile.find(path, keys, store)
            if file is None:
                vector_file.remove(path, keys)
                continue
            table = file.whole()
            left = table.without(memories)
            if len(left.keys) < len(table.keys):
                VectorFile.make(path, left, keys, file.label)
                dropped += len(table.keys) - len(left.keys)
    return dropped


def _compared(rows: NDArray[np.int8], query: Row) -> NDArray[np.float32]:
    """Return the products of a row of float32 with rows of int8."""
    products = np.empty(len(rows), dtype=np.float32)
    exact = np.empty((min(COMPARED_ROWS, len(rows)), rows.shape[1]), dtype=np.float32)
    for start in range(0, len(rows), COMPARED_ROWS):
        part = rows[start : start + COMPARED_ROWS]
        np.copyto(exact[: len(part)], part)
        np.dot(exact[: len(part)], query, out=products[start : start + len(part)])
    return products


def _picked(every: NDArray[np.float32], places: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return what stands at some places, NaN at -1."""
    return np.append(every, np.float32(np.nan))[places]


def _with_room(array: NDArray[Number], count: int, room: int) -> NDArray[Number]:
    grown = np.zeros((room, *array.shape[1:]), dtype=array.dtype)
    grown[:count] = array[:count]
    return grown


def _signature(path: Path) -> tuple[int, ...] | None:
    """Return what changes when a file does, None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
