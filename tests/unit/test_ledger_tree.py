"""The tree is that of RFC 6962, however its leaves come to it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from independent_ledger import made_up_leaves, mth
from remembrancer.domain.errors import InvalidNumber
from remembrancer.infrastructure.ledger.tree import BLOCK, EMPTY_ROOT, Frontier, complete_subtrees, parents, subtrees

LEAVES = made_up_leaves(300)


@given(st.lists(st.integers(0, 40), max_size=12), st.booleans())
def test_the_root_is_that_of_the_recursive_definition_however_the_leaves_come(parts: list[int], singly: bool) -> None:
    tree, size = Frontier(), 0
    for part in parts:
        added = LEAVES[size : size + part]
        if singly:
            for leaf in added:
                tree.append(leaf)
        else:
            tree.extend(iter(added))
        size += len(added)
        assert (tree.size, tree.root()) == (size, mth(LEAVES[:size]))


def test_more_leaves_than_are_joined_at_once_give_the_same_tree() -> None:
    leaves = made_up_leaves(2 * BLOCK + 3)
    tree = Frontier()
    tree.extend(leaves[:1])
    tree.extend(leaves[1:])
    assert tree.root() == mth(leaves)


@given(cuts=st.lists(st.integers(0, 70), max_size=4).map(sorted), size=st.integers(70, 90))
def test_subtrees_that_were_made_apart_grow_the_same_tree(cuts: list[int], size: int) -> None:
    leaves, tree = made_up_leaves(size), Frontier()
    for begin, end in pairwise([0, *cuts, size]):
        for level, root in subtrees(leaves[begin:end], begin):
            tree.append_subtree(root, level)
    assert (tree.size, tree.root()) == (size, mth(leaves))


def test_the_root_of_no_leaves_is_the_hash_of_nothing() -> None:
    assert Frontier().root() == EMPTY_ROOT == mth([])


@given(st.integers(0, 100), st.integers(0, 100))
def test_a_tree_goes_on_from_its_size_and_its_edge(first: int, more: int) -> None:
    tree = Frontier()
    tree.extend(LEAVES[:first])
    going_on = Frontier(tree.size, tree.edge)
    going_on.extend(LEAVES[first : first + more])
    assert going_on.root() == mth(LEAVES[: first + more])


@pytest.mark.parametrize(("size", "edge"), [(1, 0), (0, 1), (3, 1), (4, 2), (-1, 1)])
def test_an_edge_that_does_not_fit_the_size_is_refused(size: int, edge: int) -> None:
    with pytest.raises(InvalidNumber, match=f"a tree of {size} leaves has no edge of {edge} hashes"):
        Frontier(size, LEAVES[:edge])


@given(st.integers(0, 200), st.integers(0, 200))
def test_a_range_falls_into_whole_subtrees_in_order_without_gap(one: int, other: int) -> None:
    begin, end = sorted((one, other))
    subtrees = list(complete_subtrees(begin, end))
    leaves = [leaf for level, index in subtrees for leaf in range(index << level, (index + 1) << level)]
    assert leaves == list(range(begin, end))
    joined = {(level, index ^ 1) for level, index in subtrees}
    assert not joined & set(subtrees) or begin == end, "two halves of one subtree stand for it"


def test_a_leaf_left_over_has_no_parent_yet() -> None:
    assert parents(LEAVES[:5]) == [mth(LEAVES[:2]), mth(LEAVES[2:4])]
    assert parents(LEAVES[:1]) == parents([]) == []
