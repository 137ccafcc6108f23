"""Scratch arrays: sums, greatest values and places, the same as with dictionaries, time after time."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.infrastructure.search.scratch import Scratch

SCRATCH = Scratch()
SCRATCH.make_room(50)
NUMBERS = st.lists(st.integers(0, 49), max_size=30)
DIFFERENT = st.lists(st.integers(0, 49), max_size=30, unique=True)
VALUES = st.sampled_from([0.25, 0.5, 1.0, 2.0, 8.0])


def numbers(values: list[int]) -> "np.ndarray[tuple[int], np.dtype[np.int32]]":
    return np.array(values, dtype=np.int32)


@given(st.lists(st.dictionaries(st.integers(0, 49), VALUES, max_size=10), max_size=4))
def test_values_are_summed_by_number_and_nothing_is_left_for_the_next_sum(parts: list[dict[int, float]]) -> None:
    given_parts = [(numbers(list(part)), np.array(list(part.values()), dtype=np.float32)) for part in parts]
    found, sums = SCRATCH.summed(given_parts)
    expected: dict[int, float] = {}
    for part in parts:
        for number, value in part.items():
            expected[number] = expected.get(number, 0) + value
    assert len(found) == len(expected)
    assert dict(zip(found.tolist(), sums.tolist(), strict=True)) == expected


@given(st.lists(st.tuples(st.integers(0, 9), VALUES), max_size=30))
def test_the_greatest_value_of_each_number_is_kept(pairs: list[tuple[int, float]]) -> None:
    values = np.array([value for _, value in pairs], dtype=np.float32)
    kept = SCRATCH.greatest(numbers([number for number, _ in pairs]), values)
    for number, _ in pairs:
        assert kept[number] == max(value for other, value in pairs if other == number)


@given(NUMBERS)
def test_the_last_of_equal_numbers_is_told(several: list[int]) -> None:
    expected = [number not in several[place + 1 :] for place, number in enumerate(several)]
    assert SCRATCH.last(numbers(several)).tolist() == expected


@given(DIFFERENT, DIFFERENT, st.lists(st.integers(-1, 49), max_size=20))
def test_marked_numbers_are_found_where_they_stand(before: list[int], marked: list[int], wanted: list[int]) -> None:
    SCRATCH.mark(numbers(before))
    SCRATCH.mark(numbers(marked))
    here, there = SCRATCH.marked(numbers(marked), numbers(wanted))
    assert list(zip(here.tolist(), there.tolist(), strict=True)) == [
        (place, marked.index(number)) for place, number in enumerate(wanted) if number in marked
    ]
