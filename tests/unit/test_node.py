"""The tree over positions: an interval is found at every position that it contains, and at no other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.projections.node import fork, path

INTERVALS = st.tuples(st.integers(1, 5000), st.integers(1, 5000)).filter(lambda ends: ends[0] < ends[1])


def found(ends: tuple[int, int], position: int, head: int) -> bool:
    """Say whether a SELECT over the nodes of the path finds the interval [from, to)."""
    from_position, to_position = ends
    node = fork(from_position, to_position)
    before, after = path(position, head)
    return (node in before and to_position > position) or (node in after and from_position <= position)


@given(ends=INTERVALS, position=st.integers(0, 6000), beyond=st.integers(0, 3000))
def test_an_interval_is_found_where_it_holds_and_nowhere_else(
    ends: tuple[int, int], position: int, beyond: int
) -> None:
    head = max(position, ends[1]) + beyond

    assert found(ends, position, head) == (ends[0] <= position < ends[1])


@given(ends=INTERVALS, inside=st.data())
def test_no_interval_is_found_twice(ends: tuple[int, int], inside: st.DataObject) -> None:
    position = inside.draw(st.integers(ends[0], ends[1] - 1))
    before, after = path(position, 2 * ends[1])

    assert len([*before, *after]) == len({*before, *after})


@given(ends=INTERVALS)
def test_the_node_lies_within_the_interval_and_no_rounder_number_does(ends: tuple[int, int]) -> None:
    node = fork(*ends)

    assert ends[0] <= node < ends[1]
    assert all(number & -number < node & -node or number == node for number in range(*ends))


@given(position=st.integers(0, 2**50), growth=st.integers(0, 2**50))
def test_the_path_is_as_long_as_the_number_of_the_head_is_wide(position: int, growth: int) -> None:
    head = position + growth
    before, after = path(position, head)

    assert len(before) + len(after) <= head.bit_length()
    assert all(0 < node <= position for node in before)
    assert all(position < node <= head for node in after)


@pytest.mark.parametrize("ends", [(0, 5), (5, 5), (6, 5)])
def test_what_is_no_interval_is_a_fault_of_ours(ends: tuple[int, int]) -> None:
    with pytest.raises(AssertionError, match="not an interval"):
        fork(*ends)
