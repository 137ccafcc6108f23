"""The Merkle tree of RFC 6962, section 2.1 (RFC 9162, section 2.1.1, has the same), with SHA-256.

    leaf  = SHA-256(0x00 || entry)
    node  = SHA-256(0x01 || left || right)
    empty = SHA-256()

A tree of n leaves splits at the largest power of two below n. So it is made of *complete* subtrees, one for each bit
of n that is set, and those never change again: node (level, index) is the complete subtree over the leaves
[index * 2^level, (index + 1) * 2^level).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice

from ...domain.errors import InvalidNumber

HASH_BYTES = 32
EMPTY_ROOT = sha256().digest()
BLOCK = 4_096
"""Leaves that are joined at once."""


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node from those of its children."""
    return sha256(b"\x01" + left + right).digest()


def parents(hashes: Sequence[bytes]) -> list[bytes]:
    """Return the hashes of the nodes over pairs of neighbours; one left over at the end has no parent yet."""
    row, digest = b"".join(hashes), sha256
    # Written out, and not by way of `node_hash`: a log is verified at the speed of this line.
    return [digest(b"\x01" + row[at : at + 64]).digest() for at in range(0, len(row) - HASH_BYTES, 64)]


def blocks(leaves: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yield lists of at most `BLOCK` leaves, so that a log of any length passes in constant memory."""
    rest = iter(leaves)
    while block := list(islice(rest, BLOCK)):
        yield block


def complete_subtrees(begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield (level, index) of the fewest complete subtrees that are the leaves from `begin` to before `end`."""
    while begin < end:
        level = (end - begin).bit_length() - 1
        if begin:
            level = min(level, (begin & -begin).bit_length() - 1)
        yield level, begin >> level
        begin += 1 << level


def subtrees(leaves: Sequence[bytes], begin: int) -> Iterator[tuple[int, bytes]]:
    """Yield (level, hash) of the fewest complete subtrees over leaves of which the first has index `begin`."""
    for level, index in complete_subtrees(begin, begin + len(leaves)):
        first = (index << level) - begin
        row = leaves[first : first + (1 << level)]
        while len(row) > 1:
            row = parents(row)
        yield level, row[0]


def root_of(hashes: Sequence[bytes]) -> bytes:
    """Return the root over complete subtrees, each of more leaves than the next; that of the empty tree for none."""
    if not hashes:
        return EMPTY_ROOT
    *larger, root = hashes
    for left in reversed(larger):
        root = node_hash(left, root)
    return root


def subtree_root(node: Callable[[int, int], bytes], begin: int, end: int) -> bytes:
    """Return MTH(D[begin:end]), where `begin` is where a tree of RFC 6962 that reaches to `end` was split.

    Args:
        node: returns the hash of the complete subtree (level, index).
    """
    return root_of([node(level, index) for level, index in complete_subtrees(begin, end)])


class Frontier:
    """A growing tree of which only the complete subtrees at its edge are kept: a hash for each bit of its size.

    Args:
        size: leaves that are in the tree already.
        edge: the hashes of its complete subtrees, the largest first.

    Raises:
        InvalidNumber: a tree of that size has another number of complete subtrees.
    """

    def __init__(self, size: int = 0, edge: Sequence[bytes] = ()) -> None:
        if size < 0 or size.bit_count() != len(edge):
            raise InvalidNumber(f"a tree of {size} leaves has no edge of {len(edge)} hashes; give one for each bit set")
        self.size = size
        self._edge = list(edge)

    @property
    def edge(self) -> tuple[bytes, ...]:
        """The hashes of the complete subtrees, the largest first."""
        return tuple(self._edge)

    def append(self, leaf: bytes) -> None:
        """Add one leaf, by its hash."""
        self.append_subtree(leaf, 0)

    def append_subtree(self, root: bytes, level: int) -> None:
        """Add a complete subtree of 2^level leaves, by its hash; the size must be a multiple of 2^level."""
        assert not self.size % (1 << level), "a complete subtree begins at a multiple of its own size"
        size = self.size >> level
        while size & 1:  # a subtree of the same size stands to the left: the two are a larger one
            root = node_hash(self._edge.pop(), root)
            size >>= 1
        self._edge.append(root)
        self.size += 1 << level

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Add many leaves, by their hashes, faster than one by one."""
        for block in blocks(leaves):
            self._extend(block)

    def root(self) -> bytes:
        """Return the root of the tree as it is now."""
        return root_of(self._edge)

    def _extend(self, carried: list[bytes]) -> None:
        """Join a block with the edge level by level, smallest subtrees first."""
        size, added, waiting = self.size, len(carried), list[bytes]()
        while carried:
            if size & 1:
                carried.insert(0, self._edge.pop())
            if len(carried) & 1:
                waiting.append(carried.pop())
            carried, size = parents(carried), size >> 1
        self._edge += reversed(waiting)
        self.size += added
