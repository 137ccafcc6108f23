"""Decay by half-life in whole numbers."""

import doctest
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain import halving
from remembrancer.domain.halving import halved

LEVELS = st.integers(0, 10**12)
HALF_LIVES = st.integers(1, 10**15)


def test_the_examples_of_its_documentation_hold() -> None:
    found = doctest.testmod(halving)

    assert (found.failed, found.attempted) == (0, 4)


@given(level=LEVELS, elapsed=st.integers(0, 10**16), half_life=HALF_LIVES)
def test_what_is_left_is_what_the_power_of_two_says(level: int, elapsed: int, half_life: int) -> None:
    exact = level * 0.5 ** (elapsed / half_life)

    assert isclose(halved(level, elapsed, half_life), exact, rel_tol=1e-8, abs_tol=1)


@given(level=LEVELS, times=st.integers(0, 80), half_life=HALF_LIVES)
def test_after_whole_half_lives_exactly_the_half_is_left_each_time(level: int, times: int, half_life: int) -> None:
    assert halved(level, times * half_life, half_life) == level >> times


@given(level=LEVELS, half_life=HALF_LIVES, times=st.lists(st.integers(0, 10**16), min_size=2, max_size=5))
def test_a_level_never_rises_by_itself(level: int, half_life: int, times: list[int]) -> None:
    left = [halved(level, elapsed, half_life) for elapsed in sorted(times)]

    assert left == sorted(left, reverse=True)
    assert level >= left[0]
    assert left[-1] >= 0


@given(levels=st.tuples(LEVELS, LEVELS), elapsed=st.integers(0, 10**16), half_life=HALF_LIVES)
def test_what_weighed_more_weighs_no_less_later(levels: tuple[int, int], elapsed: int, half_life: int) -> None:
    less, more = sorted(levels)

    assert halved(less, elapsed, half_life) <= halved(more, elapsed, half_life)


@given(level=LEVELS, half_life=st.integers(1, 10**9), parts=st.lists(st.integers(0, 10**9), min_size=1, max_size=20))
def test_halving_on_the_way_loses_at_most_one_each_time(level: int, half_life: int, parts: list[int]) -> None:
    on_the_way = level
    for part in parts:
        on_the_way = halved(on_the_way, part, half_life)
    at_once = level * 0.5 ** (sum(parts) / half_life)

    assert at_once * (1 + 1e-8) + 1 >= on_the_way >= at_once * (1 - 1e-7) - len(parts) - 1


@pytest.mark.parametrize(
    ("level", "elapsed", "half_life", "left"),
    [(0, 5, 3, 0), (1, 0, 3, 1), (1, 1, 3, 0), (10**6, 1, 2, 707_106), (10**6, 10**18, 1, 0), (2**200, 199, 1, 2)],
)
def test_some_levels_by_hand(level: int, elapsed: int, half_life: int, left: int) -> None:
    assert halved(level, elapsed, half_life) == left


@pytest.mark.parametrize(("elapsed", "half_life"), [(-1, 1), (1, 0), (1, -1)])
def test_time_neither_runs_back_nor_stands_still(elapsed: int, half_life: int) -> None:
    with pytest.raises(AssertionError):
        halved(1, elapsed, half_life)
