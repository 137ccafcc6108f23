"""The nodes of the tree in files, one a level: what proofs are read from without hashing the log again.

A file `level-LL` holds the hashes of the complete subtrees of 2^LL leaves, 32 bytes each, in order. Hash i stands at
byte 32 i whoever writes it, so several processes may write the same tree at once. Nothing is synced: all of it follows
from the log, and what a crash leaves behind is found and made again.
"""

import errno
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from ...domain.errors import InvalidNumber, RemembrancerError, ReopenNeeded, StoreFull, StoreReadOnly
from .tree import HASH_BYTES, blocks, complete_subtrees, node_hash, parents, root_of

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


class Nodes:
    """The nodes of a tree that grows, in a folder that is made when the first is written.

    Files that do not fit each other give fewer leaves than the log has, in the worst case none: the caller extends the
    tree from `size` on, which writes over what was wrong. One object is for one thread at a time.

    Args:
        read_only: writes nothing; what is added is kept in memory.
    """

    def __init__(self, folder: str | os.PathLike[str], *, read_only: bool = False) -> None:
        self.folder = Path(folder)
        self.read_only = read_only
        self.fault: str | None = None
        """What was wrong with the files when they were looked at last; for people."""
        self._files: dict[int, int] = {}
        self._size = 0
        self._on_disk = 0
        self._added: list[bytearray] = []
        """Nodes by level that stand in no file, from `_on_disk` on."""
        self.refresh()

    @property
    def size(self) -> int:
        """How many leaves the tree has here."""
        return self._size

    def refresh(self) -> int:
        """Look at the files again, which other processes may have extended or cut, and return the size."""
        self.close()
        self.fault = None
        self._added = []
        self._size = self._on_disk = self._held()
        if not self._edge_fits():
            self.fault = f"the nodes in {str(self.folder)!r} are not those of one tree"
            self._size = self._on_disk = 0
        return self._size

    def node(self, level: int, index: int) -> bytes:
        """Return the hash of the complete subtree over the leaves [index * 2^level, (index + 1) * 2^level).

        Raises:
            InvalidNumber: the tree does not reach that far.
            ReopenNeeded: another process cut the files; `refresh` tells how long they are.
        """
        if level < 0 or not 0 <= index < self._size >> level:
            raise InvalidNumber(f"no node {index} of level {level} in a tree of {self._size} leaves")
        on_disk = self._on_disk >> level
        if index >= on_disk:
            at = (index - on_disk) * HASH_BYTES
            return bytes(self._added[level][at : at + HASH_BYTES])
        file = self._file(level)
        found = b"" if file is None else os.pread(file, HASH_BYTES, index * HASH_BYTES)
        if len(found) != HASH_BYTES:
            raise self._cut(level)
        return found

    def root(self, size: int | None = None) -> bytes:
        """Return the root of the tree as it was at a size; None: as it is.

        Raises:
            InvalidNumber: the tree is not that large.
        """
        size = self._size if size is None else size
        if not 0 <= size <= self._size:
            raise InvalidNumber(f"no root at size {size}: the tree has {self._size} leaves")
        return root_of([self.node(level, index) for level, index in complete_subtrees(0, size)])

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Add leaves from `size` on, by their hashes, in constant memory unless read-only.

        Raises:
            StoreReadOnly, StoreFull: the files cannot be written.
            ReopenNeeded: another process cut the files; `refresh` tells how long they are.
        """
        for block in blocks(leaves):
            rows = self._rows(block)
            # The leaves come last: the tree has grown when they are there, and what they need is there before them.
            for level, index, hashes in reversed(rows):
                self._put(level, index, b"".join(hashes))
            self._size += len(block)
            if not self.read_only:
                self._on_disk = self._size

    def truncate(self, size: int) -> None:
        """Forget the leaves from `size` on.

        Raises:
            InvalidNumber: there are not as many.
            StoreReadOnly: the files cannot be written.
        """
        if not 0 <= size <= self._size:
            raise InvalidNumber(f"no tree of {size} leaves to go back to: there are {self._size}")
        if not self.read_only:
            self._cut_files(size)
        self._on_disk = min(self._on_disk, size)
        for level, added in enumerate(self._added):
            del added[((size >> level) - (self._on_disk >> level)) * HASH_BYTES :]
        self._size = size

    def close(self) -> None:
        """Release the files."""
        while self._files:
            os.close(self._files.popitem()[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _rows(self, block: list[bytes]) -> list[tuple[int, int, list[bytes]]]:
        """Return what a block of leaves adds to each level, as (level, index of the first, hashes)."""
        rows: list[tuple[int, int, list[bytes]]] = []
        level, index, carried = 0, self._size, block
        while carried:
            rows.append((level, index, carried))
            if index & 1:
                carried = [self.node(level, index - 1), *carried]
            carried = parents(carried)
            level, index = level + 1, index >> 1
        return rows

    def _held(self) -> int:
        """Return how many leaves the files hold with all the nodes above them."""
        size, level = self._length(0), 0
        while size >> level:
            size = min(size, ((self._length(level) + 1) << level) - 1)
            level += 1
        if size < self._length(0) and self.fault is None:
            self.fault = f"the nodes in {str(self.folder)!r} are not complete"
        return size

    def _length(self, level: int) -> int:
        """Return how many hashes a file holds."""
        file = self._file(level)
        length, cut = (0, 0) if file is None else divmod(os.fstat(file).st_size, HASH_BYTES)
        if cut:
            self.fault = f"{self._path(level)!r} ends within a hash"
        return length

    def _edge_fits(self) -> bool:
        """Say whether the last node of each level is that of its children: a crash damages what was written last."""
        return all(
            self.node(level, last) == node_hash(self.node(level - 1, 2 * last), self.node(level - 1, 2 * last + 1))
            for level in range(1, self._size.bit_length())
            for last in [(self._size >> level) - 1]
        )

    def _put(self, level: int, index: int, hashes: bytes) -> None:
        if self.read_only:
            while len(self._added) <= level:
                self._added.append(bytearray())
            self._added[level] += hashes
            return
        try:
            self._write(level, index * HASH_BYTES, hashes)
        except OSError as fault:
            raise self._refusal(fault) from fault

    def _write(self, level: int, at: int, hashes: bytes) -> None:
        file = self._file(level, make=True)
        assert file is not None, "it was made"
        if os.fstat(file).st_size < at:
            raise self._cut(level)
        left = memoryview(hashes)
        while left:
            written = os.pwrite(file, left, at)
            left, at = left[written:], at + written

    def _cut_files(self, size: int) -> None:
        try:
            for level in range(self._size.bit_length()):  # the leaves first: without them the rest counts for nothing
                file = self._file(level)
                if file is not None and self._length(level) > size >> level:
                    os.ftruncate(file, (size >> level) * HASH_BYTES)
        except OSError as fault:
            raise self._refusal(fault) from fault

    def _cut(self, level: int) -> ReopenNeeded:
        return ReopenNeeded(f"{self._path(level)!r} was cut by another process; open the ledger again")

    def _refusal(self, fault: OSError) -> RemembrancerError:
        if fault.errno in _FULL:
            return StoreFull(f"no room for the ledger's nodes in {str(self.folder)!r}; free some")
        return StoreReadOnly(
            f"cannot write the ledger's nodes in {str(self.folder)!r}: {fault.strerror}; let it be written"
        )

    def _file(self, level: int, *, make: bool = False) -> int | None:
        """Return the descriptor of the file of a level, None if there is none and it is not to be made."""
        if level not in self._files:
            if make:
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            flags = os.O_RDONLY if self.read_only else os.O_RDWR | (os.O_CREAT if make else 0)
            try:
                self._files[level] = os.open(self._path(level), flags, 0o600)
            except FileNotFoundError:
                return None
            except OSError as fault:
                if make:
                    raise
                self.fault = f"{self._path(level)!r} cannot be opened: {fault.strerror}"
                return None
        return self._files[level]

    def _path(self, level: int) -> str:
        return _path(self.folder, level)


def leaves_path(folder: Path) -> str:
    """Return the file of the leaves of a tree."""
    return _path(folder, 0)


def _path(folder: Path, level: int) -> str:
    return f"{folder}{os.sep}level-{level:02}"  # a proof opens twenty files: `Path` would take as long as that
