"""What has room in a context, and how tokens are estimated."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.contexts import LEFTOVERS, SHARES, last_given, with_room
from remembrancer.domain.events.contexts import PARTS, Part
from remembrancer.domain.token_estimates import ESTIMATE, estimated_tokens
from remembrancer.infrastructure.token_counter import CACHES, token_counter

COSTS = st.dictionaries(st.sampled_from(LEFTOVERS), st.lists(st.integers(1, 400), max_size=8))
HEADS: dict[Part, int] = dict.fromkeys(LEFTOVERS, 7)


def spent(costs: dict[Part, list[int]], chosen: dict[Part, list[int]]) -> int:
    return sum(HEADS[part] + sum(costs[part][number] for number in numbers) for part, numbers in chosen.items())


@given(COSTS, st.integers(-50, 2_000))
def test_what_is_chosen_fits_and_keeps_its_order(costs: dict[Part, list[int]], room: int) -> None:
    chosen = with_room(costs, HEADS, room)
    assert spent(costs, chosen) <= max(room, 0)
    assert all(numbers == sorted(set(numbers)) for numbers in chosen.values())


@given(COSTS, st.integers(0, 2_000))
def test_nothing_is_left_out_that_would_have_room(costs: dict[Part, list[int]], room: int) -> None:
    chosen = with_room(costs, HEADS, room)
    left = room - spent(costs, chosen)
    for part, ones in costs.items():
        head = 0 if chosen.get(part) else HEADS[part]
        assert all(cost + head > left for number, cost in enumerate(ones) if number not in chosen.get(part, []))


@given(COSTS)
def test_a_part_gets_its_share_whatever_the_others_hold(costs: dict[Part, list[int]]) -> None:
    chosen = with_room({**costs, "gaps": [40]}, HEADS, 1_000)
    assert chosen["gaps"] == [0]


def test_the_last_entry_of_the_last_part_goes_first() -> None:
    assert last_given({"task": [0], "lessons": [0, 3]}) == ("lessons", 3)
    assert last_given({"task": [0]}) == ("task", 0)
    assert last_given({}) is None


def test_shares_make_a_whole_and_every_part_has_one() -> None:
    assert sum(SHARES.values()) == 100
    assert set(SHARES) == set(LEFTOVERS) == set(PARTS) - {"boot"}


@given(st.text(), st.text())
def test_an_estimate_grows_with_the_text(one: str, other: str) -> None:
    assert max(estimated_tokens(one), estimated_tokens(other)) <= estimated_tokens(one + other)
    assert estimated_tokens(one + other) <= estimated_tokens(one) + estimated_tokens(other)
    assert (estimated_tokens(one) > 0) == bool(one)


def test_without_a_vocabulary_at_hand_tokens_are_estimated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in CACHES:
        monkeypatch.setenv(name, str(tmp_path))
    token_counter.cache_clear()
    counter = token_counter()
    assert (counter.name, counter.count("four words of text")) == (ESTIMATE, 5)
    assert list(tmp_path.iterdir()) == []
    token_counter.cache_clear()
