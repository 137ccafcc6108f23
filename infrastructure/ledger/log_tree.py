"""The tree over a log: its nodes in files, brought up to the events that are there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, Self

import msgspec

from ...domain.errors import InvalidNumber
from .leaves import RowHasher
from .nodes import Nodes
from .tree import BLOCK, HASH_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable

FOLDER = "ledger"
"""Where the nodes stand in a store."""


class Rows(Protocol):
    """A log, as far as a tree is made from it."""

    def rows(self, after: int, upto: int) -> Iterator[tuple[Any, ...]]:
        """Yield the rows with `after < position <= upto`, selected as `rows.SELECTED`, in order."""
        ...


class LogTree:
    """The nodes of a store's tree, made from its log as far as they are not there.

    What the files hold is believed until something signed says otherwise: whoever asks for a root compares it with
    that, and has the nodes made anew where it differs.

    Args:
        folder: of the store.
        read_only: leaves the files as they are.
    """

    def __init__(self, log: Rows, store_id: str, folder: str | os.PathLike[str], *, read_only: bool) -> None:
        self._log = log
        self._hasher = RowHasher(store_id)
        self.nodes = Nodes(os.path.join(folder, FOLDER), read_only=read_only)

    def grow(self, size: int) -> None:
        """Add the events up to a position, as far as they are missing.

        Raises:
            msgspec.DecodeError: an event has another form than it was stored in.
            StoreReadOnly, StoreFull, ReopenNeeded: the files cannot be written.
        """
        held = self.nodes.size
        if held < size:
            self.nodes.extend(self.leaves(held, size))

    def fits(self, size: int, root: bytes) -> bool:
        """Say whether the log gives a root at a size; nodes that do not are made anew from the log.

        Raises:
            StoreReadOnly, StoreFull, ReopenNeeded: the files cannot be written.
        """
        if self._gives(size, root):
            return True
        self.begin_anew()
        return self._gives(size, root)

    def _gives(self, size: int, root: bytes) -> bool:
        try:
            self.grow(size)
            return self.nodes.size >= size and self.nodes.root(size) == root
        except (msgspec.DecodeError, InvalidNumber):
            return False

    def begin_anew(self) -> None:
        """Forget all nodes: they are made again from the log."""
        self.nodes.refresh()
        self.nodes.truncate(0)

    def leaves(self, after: int, upto: int) -> Iterator[bytes]:
        """Yield the hashes of the leaves of the events with `after < position <= upto`, from the log."""
        rows = self._log.rows(after, upto)
        while block := list(islice(rows, BLOCK)):
            yield from self._hasher.leaves(block)

    def first_edited(self, after: int, upto: int) -> int | None:
        """Return the first position with `after < position <= upto` whose event gives another leaf than is held here.

        An event that is missing, or that cannot be hashed, is one.
        """
        wanted = after + 1
        for rows in _blocks(self._log.rows(after, upto)):
            for row in rows:
                if row[0] != wanted or self._leaf(row) != self.nodes.node(0, wanted - 1):
                    return wanted
                wanted += 1
        return wanted if wanted <= upto else None

    def close(self) -> None:
        """Release the files."""
        self.nodes.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _leaf(self, row: tuple[Any, ...]) -> bytes:
        try:
            return self._hasher.leaf(row)
        except (ValueError, TypeError):
            return bytes(HASH_BYTES)


def _blocks(rows: Iterable[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    rest = iter(rows)
    while block := list(islice(rest, BLOCK)):
        yield block
