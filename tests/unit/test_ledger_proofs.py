"""Proofs are those of RFC 6962, verify for every size, and for nothing else."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from independent_ledger import NaiveTree, changed, grew, includes, made_up_leaves, mth, path, subproof
from remembrancer.domain.errors import InvalidNumber
from remembrancer.infrastructure.ledger.proofs import (
    consistency_proof,
    inclusion_proof,
    range_proof,
    verify_consistency,
    verify_inclusion,
    verify_range,
)
from remembrancer.infrastructure.ledger.tree import node_hash

LEAVES = made_up_leaves(70)
TREE = NaiveTree(LEAVES)
ROOTS = [mth(LEAVES[:size]) for size in range(len(LEAVES) + 1)]
sizes = st.integers(1, len(LEAVES))


@pytest.mark.parametrize("size", [*range(1, 36), 63, 64, 65, 70])
def test_each_leaf_has_the_path_of_the_rfc_and_it_verifies(size: int) -> None:
    for index in range(size):
        proof = inclusion_proof(TREE, index, size)
        assert proof == path(index, LEAVES[:size])
        assert verify_inclusion(LEAVES[index], index, size, proof, ROOTS[size])
        assert includes(LEAVES[index], index, size, proof, ROOTS[size])


@pytest.mark.parametrize("second", [*range(1, 36), 63, 64, 65, 70])
def test_each_earlier_size_has_the_proof_of_the_rfc_and_it_verifies(second: int) -> None:
    for first in range(1, second + 1):
        proof = consistency_proof(TREE, first, second)
        assert proof == subproof(first, LEAVES[:second], known=True)
        assert verify_consistency(first, second, ROOTS[first], ROOTS[second], proof)
        assert grew(first, second, ROOTS[first], ROOTS[second], proof)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 7, 8, 13, 16, 21])
def test_each_range_of_leaves_has_a_proof_that_verifies(size: int) -> None:
    for begin, end in itertools.combinations_with_replacement(range(size + 1), 2):
        proof = range_proof(TREE, begin, end, size)
        assert verify_range(iter(LEAVES[begin:end]), begin, end, size, proof, ROOTS[size])
        assert len(proof) <= 2 * size.bit_length()


@given(st.data())
def test_an_inclusion_proof_verifies_for_nothing_else(data: st.DataObject) -> None:
    size = data.draw(sizes)
    index = data.draw(st.integers(0, size - 1))
    leaf, root, proof = LEAVES[index], ROOTS[size], inclusion_proof(TREE, index, size)
    at = data.draw(st.integers(0, 31))
    assert not verify_inclusion(changed(leaf, at), index, size, proof, root)
    assert not verify_inclusion(leaf, index, size, proof, changed(root, at))
    assert not verify_inclusion(leaf, index, size, [*proof, root], root)
    assert not verify_inclusion(leaf, index, size, [leaf, *proof], root)
    other = data.draw(st.integers(-1, size).filter(lambda other: other != index))
    assert not verify_inclusion(leaf, other, size, proof, root)
    assert not verify_inclusion(leaf, index, size, inclusion_proof(TREE, index, size), ROOTS[size - 1])
    for place in range(len(proof)):
        assert not verify_inclusion(leaf, index, size, with_change(proof, place, at), root)
        assert not verify_inclusion(leaf, index, size, proof[:place] + proof[place + 1 :], root)
        assert not verify_inclusion(leaf, index, size, with_cut(proof, place), root)
    for swapped in swaps(proof):
        assert not verify_inclusion(leaf, index, size, swapped, root)


@given(st.data())
def test_a_consistency_proof_verifies_for_nothing_else(data: st.DataObject) -> None:
    second = data.draw(sizes)
    first = data.draw(st.integers(1, second))
    old, new, proof = ROOTS[first], ROOTS[second], consistency_proof(TREE, first, second)
    at = data.draw(st.integers(0, 31))
    assert not verify_consistency(first, second, changed(old, at), new, proof)
    assert not verify_consistency(first, second, old, changed(new, at), proof)
    assert not verify_consistency(first, second, old, new, [*proof, new])
    assert not verify_consistency(first, second, old, new, [old, *proof])
    assert not verify_consistency(0, second, ROOTS[0], new, proof)
    if first != second:
        assert not verify_consistency(second, first, new, old, proof)
        assert not verify_consistency(first, second, new, old, proof)
        assert not verify_consistency(first, second, old, new, [])
    for place in range(len(proof)):
        assert not verify_consistency(first, second, old, new, with_change(proof, place, at))
        assert not verify_consistency(first, second, old, new, proof[:place] + proof[place + 1 :])
        assert not verify_consistency(first, second, old, new, with_cut(proof, place))
    for swapped in swaps(proof):
        assert not verify_consistency(first, second, old, new, swapped)


@given(st.data())
def test_a_range_proof_verifies_for_no_other_leaves_and_no_other_place(data: st.DataObject) -> None:
    size = data.draw(sizes)
    begin = data.draw(st.integers(0, size - 1))
    end = data.draw(st.integers(begin + 1, size))
    leaves, root, proof = LEAVES[begin:end], ROOTS[size], range_proof(TREE, begin, end, size)
    at, place = data.draw(st.integers(0, 31)), data.draw(st.integers(0, len(leaves) - 1))
    assert not verify_range(with_change(leaves, place, at), begin, end, size, proof, root)
    assert not verify_range(leaves[:-1], begin, end, size, proof, root)
    assert not verify_range([*leaves, leaves[0]], begin, end, size, proof, root)
    assert not verify_range(leaves, begin, end, size, proof, changed(root, at))
    assert not verify_range(leaves, begin, end, size, [*proof, root], root)
    assert not verify_range(leaves, begin + 1, end + 1, size, proof, root)
    assert not verify_range(leaves, begin - 1, end - 1, size, proof, root)
    for swapped in swaps(leaves):
        assert not verify_range(swapped, begin, end, size, proof, root)
    for border in range(len(proof)):
        assert not verify_range(leaves, begin, end, size, with_change(proof, border, at), root)
        assert not verify_range(leaves, begin, end, size, proof[:border] + proof[border + 1 :], root)


def with_change(hashes: list[bytes], place: int, at: int) -> list[bytes]:
    return [*hashes[:place], changed(hashes[place], at), *hashes[place + 1 :]]


def with_cut(hashes: list[bytes], place: int) -> list[bytes]:
    return [*hashes[:place], hashes[place][:-1], *hashes[place + 1 :]]


def swaps(hashes: list[bytes]) -> list[list[bytes]]:
    """Return the lists in which two neighbours have changed places."""
    pairs = range(len(hashes) - 1)
    return [[*hashes[:place], hashes[place + 1], hashes[place], *hashes[place + 2 :]] for place in pairs]


@given(st.integers(2, len(LEAVES)), st.data())
def test_a_tree_of_another_size_has_no_use_for_an_inclusion_proof_of_another_length(
    size: int, data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, size - 1))
    proof = inclusion_proof(TREE, index, size)
    longer = 1 << (size.bit_length() + 1)
    assert not verify_inclusion(LEAVES[index], index, longer, proof, ROOTS[size])
    assert not verify_inclusion(LEAVES[index], index, index, proof, ROOTS[size])


def test_a_proof_with_a_step_too_many_fails_even_for_a_root_that_was_made_for_it() -> None:
    a, b, c, d, extra = LEAVES[:5]
    assert not verify_inclusion(a, 0, 1, [extra], node_hash(extra, a))
    assert not verify_inclusion(a, 0, 2, [b, extra], node_hash(extra, node_hash(a, b)))
    left = node_hash(a, b)
    old, new = node_hash(left, c), node_hash(left, node_hash(c, d))
    assert verify_consistency(3, 4, old, new, [c, d, left])
    longer_old, longer_new = node_hash(extra, old), node_hash(extra, new)
    assert not verify_consistency(3, 4, longer_old, longer_new, [c, d, left, extra])


@pytest.mark.parametrize("part", [b"", b"short", LEAVES[0] + b"x", b"".join(LEAVES[:2])])
def test_what_is_no_hash_is_no_part_of_a_proof_even_for_a_root_that_was_made_for_it(part: bytes) -> None:
    leaf = LEAVES[0]
    assert not verify_inclusion(leaf, 0, 2, [part], node_hash(leaf, part))
    assert not verify_inclusion(part, 0, 2, [leaf], node_hash(part, leaf))
    assert not verify_consistency(1, 2, leaf, node_hash(leaf, part), [part])
    assert not verify_consistency(1, 2, part, node_hash(part, leaf), [leaf])
    assert not verify_range([leaf], 1, 2, 2, [part], node_hash(part, leaf))
    assert not verify_range([part], 1, 2, 2, [leaf], node_hash(leaf, part))
    assert not verify_range([part, LEAVES[1][len(part) :]], 0, 2, 2, [], node_hash(*LEAVES[:2]))


@given(st.integers(-2, 9), st.integers(-2, 9), st.integers(-2, 8))
def test_what_is_outside_of_the_tree_has_no_proof(one: int, other: int, size: int) -> None:
    if not 0 <= one < size:
        with pytest.raises(InvalidNumber, match=f"no leaf {one} in a tree of {size}"):
            inclusion_proof(TREE, one, size)
        assert not verify_inclusion(LEAVES[0], one, size, [], LEAVES[0])
    if not 1 <= one <= size:
        with pytest.raises(InvalidNumber, match=f"no proof from size {one} to size {size}"):
            consistency_proof(TREE, one, size)
        assert not verify_consistency(one, size, ROOTS[0], ROOTS[0], [])
    if not 0 <= one <= other <= size:
        with pytest.raises(InvalidNumber, match=f"no leaves from {one} to before {other} in a tree of {size}"):
            range_proof(TREE, one, other, size)
        assert not verify_range([], one, other, size, [], ROOTS[0])


def test_a_range_is_taken_leaf_by_leaf_and_no_further_than_the_first_too_many() -> None:
    taken: list[int] = []

    def leaves() -> "itertools.chain[bytes]":
        return itertools.chain.from_iterable(
            [leaf] for number, leaf in enumerate(LEAVES) if taken.append(number) is None
        )

    assert not verify_range(leaves(), 0, 10, 20, range_proof(TREE, 0, 10, 20), ROOTS[20])
    assert taken == list(range(11))
