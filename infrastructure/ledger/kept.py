"""The leaves that the ledger kept of a log: by them an edit is found to the position, if something signed backs it."""

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Self

from .nodes import leaves_path
from .tree import BLOCK, HASH_BYTES, Frontier

_UNWRITTEN = bytes(HASH_BYTES)
"""What a file holds where a power cut lost what was written."""


class KeptLeaves:
    """The file of leaves of a store, read only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            self._file: int | None = os.open(leaves_path(folder), os.O_RDONLY)
        except OSError:
            self._file = None
        self.size = 0 if self._file is None else os.fstat(self._file).st_size // HASH_BYTES
        """How many there are."""

    def read(self, after: int, upto: int) -> bytes:
        """Return the hashes of the leaves at the positions `after < position <= upto`, as far as they are there."""
        if self._file is None or upto <= after or after < 0:
            return b""
        found = os.pread(self._file, (upto - after) * HASH_BYTES, after * HASH_BYTES)
        return found[: len(found) // HASH_BYTES * HASH_BYTES]

    def differing(self, after: int, leaves: Sequence[bytes]) -> list[int]:
        """Return the positions at which the leaves from `after + 1` on are not those that were kept."""
        kept = self.read(after, after + len(leaves))
        if kept == b"".join(leaves)[: len(kept)]:
            return []
        pairs = zip(leaves, (kept[at : at + HASH_BYTES] for at in range(0, len(kept), HASH_BYTES)), strict=False)
        return [after + number for number, (leaf, held) in enumerate(pairs, 1) if held not in {leaf, _UNWRITTEN}]

    def roots(self, sizes: Collection[int]) -> dict[int, bytes]:
        """Return the roots over the first leaves, for some sizes; those that are not there have none."""
        tree, found = Frontier(), dict[int, bytes]()
        for size in sorted(sizes):
            if size > self.size:
                break
            tree.extend(self._between(tree.size, size))
            found[size] = tree.root()
        return found

    def _between(self, after: int, upto: int) -> Iterator[bytes]:
        while after < upto:
            until = min(after + BLOCK, upto)
            block = self.read(after, until)
            yield from (block[at : at + HASH_BYTES] for at in range(0, len(block), HASH_BYTES))
            after = until

    def close(self) -> None:
        """Release the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
