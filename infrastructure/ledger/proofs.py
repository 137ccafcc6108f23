"""Proofs about the tree of RFC 6962: that a leaf is in it, that it only grew, that a run of leaves is in it.

A proof is a list of hashes; which place in the tree each has follows from the positions and the size alone, so there is
nothing in it to choose. Leaves are counted from 0 here, as in the RFCs: the event at position p is leaf p - 1.
"""

from collections.abc import Iterable, Sequence
from itertools import islice, takewhile
from typing import Protocol

from ...domain.errors import InvalidNumber
from .tree import HASH_BYTES, Frontier, complete_subtrees, node_hash, subtree_root


class Tree(Protocol):
    """What proofs are read from."""

    def node(self, level: int, index: int) -> bytes:
        """Return the hash of a complete subtree."""
        ...


def inclusion_proof(tree: Tree, index: int, size: int) -> list[bytes]:
    """Return PATH(index, D[size]) of RFC 6962, section 2.1.1: what leads from a leaf to the root, leaf's end first.

    Raises:
        InvalidNumber: a tree of that size has no such leaf.
    """
    if not 0 <= index < size:
        raise InvalidNumber(f"no leaf {index} in a tree of {size}; leaves are counted from 0")
    path: list[bytes] = []
    begin, end = 0, size
    while end - begin > 1:
        split = begin + _split(end - begin)
        if index < split:
            path.append(subtree_root(tree.node, split, end))
            end = split
        else:
            path.append(subtree_root(tree.node, begin, split))
            begin = split
    return path[::-1]


def consistency_proof(tree: Tree, first: int, second: int) -> list[bytes]:
    """Return PROOF(first, D[second]) of RFC 6962, section 2.1.2: that a tree of `first` grew into that of `second`.

    Raises:
        InvalidNumber: `first` is not from 1 to `second`; of an empty tree there is nothing to prove.
    """
    if not 1 <= first <= second:
        raise InvalidNumber(f"no proof from size {first} to size {second}; the first is from 1 to the second")
    path: list[bytes] = []
    begin, end = 0, second
    while first != end:
        split = begin + _split(end - begin)
        if first <= split:
            path.append(subtree_root(tree.node, split, end))
            end = split
        else:
            path.append(subtree_root(tree.node, begin, split))
            begin = split
    if begin:  # else the whole of the first tree is a subtree of the second, and its root is known
        path.append(subtree_root(tree.node, begin, end))
    return path[::-1]


def range_proof(tree: Tree, begin: int, end: int, size: int) -> list[bytes]:
    """Return the hashes that together with the leaves from `begin` to before `end` give the root of a tree of `size`.

    They are those of the fewest complete subtrees that are the leaves before `begin`, then of those that are the leaves
    from `end` on, from left to right: at most two for each bit of the size.

    Raises:
        InvalidNumber: a tree of that size has no such range.
    """
    if not 0 <= begin <= end <= size:
        raise InvalidNumber(f"no leaves from {begin} to before {end} in a tree of {size}; leaves are counted from 0")
    return [
        tree.node(level, index) for border in ((0, begin), (end, size)) for level, index in complete_subtrees(*border)
    ]


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Say whether `proof` leads from the hash of leaf `index` to the root of a tree of `size`: RFC 9162, 2.1.3.2."""
    if not 0 <= index < size or not _are_hashes((leaf, *proof)):
        return False
    node, last, found = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if node & 1 or node == last:
            found = node_hash(sibling, found)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and found == root


def verify_consistency(first: int, second: int, first_root: bytes, second_root: bytes, proof: Sequence[bytes]) -> bool:
    """Say whether `proof` shows that a tree of `first` leaves grew into one of `second`: RFC 9162, section 2.1.4.2.

    Nothing can be shown of an empty tree, so with `first` 0 the answer is no.
    """
    if not 1 <= first <= second:
        return False
    if first == second:
        return not proof and first_root == second_root
    if not proof or not _are_hashes((first_root, second_root, *proof)):
        return False
    is_whole = not first & (first - 1)  # a power of two: the first tree is one complete subtree
    start, *path = (first_root, *proof) if is_whole else proof
    node, last = first - 1, second - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    old = new = start
    for sibling in path:
        if last == 0:
            return False
        if node & 1 or node == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            new = node_hash(new, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and old == first_root and new == second_root


def verify_range(leaves: Iterable[bytes], begin: int, end: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Say whether `leaves`, by their hashes, are those from `begin` to before `end` of the tree with this root.

    They are taken one after the other and not kept.
    """
    if not 0 <= begin <= end <= size or not _are_hashes(proof):
        return False
    left, right = begin.bit_count(), list(complete_subtrees(end, size))
    if len(proof) != left + len(right):
        return False
    tree, rest = Frontier(begin, proof[:left]), iter(leaves)
    tree.extend(takewhile(_is_hash, islice(rest, end - begin)))
    if tree.size != end or next(rest, None) is not None:
        return False
    for (level, _), subtree in zip(right, proof[left:], strict=True):
        tree.append_subtree(subtree, level)
    return tree.root() == root


def _split(size: int) -> int:
    """Return the largest power of two below a size of at least 2."""
    return 1 << ((size - 1).bit_length() - 1)


def _are_hashes(values: Iterable[bytes]) -> bool:
    return all(map(_is_hash, values))


def _is_hash(value: bytes) -> bool:
    return len(value) == HASH_BYTES
