"""Places that are filled: which hits match well, and how what is near joins what was found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.application.recall.filling import matches_well, with_near
from remembrancer.infrastructure.search.index import Found, SearchIndex

SHARES = st.floats(0, 1)


@given(SHARES)
def test_the_best_hit_matches_well_however_little_it_has(best: float) -> None:
    assert matches_well(best, best)


@given(SHARES, SHARES, SHARES)
def test_more_relevance_never_matches_less_well(first: float, second: float, best: float) -> None:
    assert matches_well(min(first, second), best) <= matches_well(max(first, second), best)


@pytest.mark.parametrize(
    ("relevance", "best", "well"),
    [
        (0.1, 0.9, True),  # a tenth of what it could have
        (0.09, 0.9, False),
        (0.03, 0.1, True),  # a long question: few of its words answer it, in the best hit too
        (0.03, 0.3, False),
        (0.019, 0.05, False),  # next to nothing
        (0.019, 0.019, True),
    ],
)
def test_a_hit_matches_well_by_what_it_could_have_or_by_what_the_best_has(
    relevance: float, best: float, well: bool
) -> None:
    assert matches_well(relevance, best) is well


def test_what_is_near_joins_what_was_found_and_lifts_it() -> None:
    index = SearchIndex()
    for number in range(4):
        index.add_words(f"mem_{number}", number + 1, 0, ["word"])
    found = [Found(0, "mem_0", 0.4), Found(1, "mem_1", 0.3)]

    assert with_near(found, {}, index, 9) == found
    assert [one.memory for one in with_near(found, {3: 0.9}, index, 2)] == ["mem_3", "mem_0"]
    assert [one.memory for one in with_near(found, {1: 0.6, 2: 0.2, 3: 0.2}, index, 9)] == [
        "mem_1",
        "mem_0",
        "mem_3",
        "mem_2",
    ]
