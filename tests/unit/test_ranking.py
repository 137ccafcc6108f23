"""Ranking: the formula, its parts and their bounds, and which tier of a scenario looks where."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recording import recorded
from remembrancer.domain.events import Recorded
from remembrancer.domain.moments import DAY
from remembrancer.domain.policy import SCENARIOS, Scenario, Weights
from remembrancer.domain.ranking import Score, scored, tier_of
from remembrancer.domain.state import Belief
from remembrancer.projections.beliefs import BELIEFS

NOW = 1000 * DAY
SHARES = st.tuples(*[st.integers(0, 250)] * 4)


def belief(**fields: Any) -> Belief:
    event = Recorded(position=1, at=NOW, event=recorded(1))
    (key,) = BELIEFS.keys(event.event)
    row = BELIEFS.apply(None, event, key)
    assert isinstance(row, Belief)
    return msgspec.structs.replace(row, **fields)


def score(one: Belief, relevance: float = 0.5, *, weights: Weights | None = None, **asked: Any) -> Score:
    said: dict[str, Any] = {"tier": 0, "asked_at": NOW, "in_time": None}
    return scored(one, relevance, weights=weights or Weights(), **{**said, **asked})


def test_a_fresh_strong_sure_memory_of_the_first_tier_scores_its_relevance() -> None:
    one = score(belief(strength=1000, confidence=10, recorded_at=NOW))
    assert (one.value, one.relevance) == (0.5, 0.5)
    assert {part.name: part.value for part in one.parts} == {
        "strength": 1.0,
        "recency": 1.0,
        "confidence": 1.0,
        "place": 1.0,
    }


@pytest.mark.parametrize(
    ("less", "share"),
    [
        ({"strength": 500}, 0.1 * 0.5),
        ({"confidence": 4}, 0.05 * 0.6),
        ({"recorded_at": NOW - 90 * DAY}, 0.03 * 0.5),
    ],
)
def test_each_part_takes_away_its_share_of_what_it_lacks(less: dict[str, int], share: float) -> None:
    whole = {"strength": 1000, "confidence": 10, "recorded_at": NOW}
    assert score(belief(**{**whole, **less})).value == pytest.approx(0.5 * (1 - share))


def test_a_later_tier_takes_away_a_part_of_the_place() -> None:
    one = belief(strength=1000, confidence=10, recorded_at=NOW)
    assert [score(one, 1.0, tier=tier).value for tier in (0, 1, 2)] == pytest.approx(
        [1, 1 - 0.05 / 2, 1 - 0.05 * 2 / 3]
    )


def test_being_of_the_asked_time_adds_and_not_being_so_takes_nothing() -> None:
    one = belief(strength=1000, confidence=10, recorded_at=NOW)
    assert [score(one, in_time=in_time).value for in_time in (None, False, True)] == [0.5, 0.5, 0.5 * 1.25]
    assert score(one, in_time=True).parts[-1].name == "time"


def test_what_will_be_recorded_later_by_a_clock_that_stepped_back_counts_as_fresh() -> None:
    assert score(belief(recorded_at=NOW + DAY)).value == score(belief(recorded_at=NOW)).value


@given(
    strength=st.integers(0, 1000),
    confidence=st.integers(1, 10),
    age=st.integers(-10 * DAY, 10_000 * DAY),
    relevance=st.floats(0, 2),
    tier=st.integers(0, 5),
    in_time=st.sampled_from([None, True, False]),
    shares=SHARES,
)
def test_a_score_is_what_its_parts_say_and_never_below_nothing_nor_above_the_relevance_with_the_time(
    strength: int,
    confidence: int,
    age: int,
    relevance: float,
    tier: int,
    in_time: bool | None,
    shares: tuple[int, int, int, int],
) -> None:
    weights = Weights(*shares)
    one = score(
        belief(strength=strength, confidence=confidence, recorded_at=NOW - age),
        relevance,
        weights=weights,
        tier=tier,
        in_time=in_time,
    )
    value = one.relevance
    taken = sum(part.share * (1 - part.value) for part in one.parts if part.name != "time")
    added = sum(part.share * part.value for part in one.parts if part.name == "time")
    assert one.value == pytest.approx(value * (1 - taken) * (1 + added))
    assert -1e-9 <= one.value <= relevance * (1 + weights.time / 1000) + 1e-9
    assert all(0 <= part.value <= 1 for part in one.parts)


@given(st.floats(0.001, 1), st.floats(0.001, 1))
def test_of_two_like_memories_the_more_relevant_scores_more(one: float, other: float) -> None:
    same = belief()
    assert (score(same, one).value < score(same, other).value) == (one < other)


@pytest.mark.parametrize(
    ("scenario", "layer", "kind", "tier"),
    [
        ("reply", "L4", "preference", 0),
        ("reply", "L3", "fact", 1),
        ("reply", "L2", "note", 1),
        ("reply", "L2", "session", 2),
        ("reply", "L6", "note", None),
        ("reply", "L0", "message", None),
        ("analysis", "L4", "lesson", 0),
        ("analysis", "L2", "session", 1),
        ("analysis", "L6", "session", 2),
        ("earlier", "L2", "note", 0),
        ("earlier", "L3", "fact", 0),
        ("earlier", "L4", "lesson", 1),
        ("remember", "L4", "lesson", 0),
        ("remember", "L3", "fact", 1),
        ("remember", "L5", "rule", None),
    ],
)
def test_a_scenario_looks_into_its_layers_in_their_order(
    scenario: str, layer: str, kind: str, tier: int | None
) -> None:
    assert tier_of(SCENARIOS[scenario], layer, kind) == tier


def test_a_scenario_brings_back_as_many_as_it_says() -> None:
    assert {name: scenario.k for name, scenario in SCENARIOS.items()} == {
        "reply": 3,
        "analysis": 5,
        "earlier": 3,
        "remember": 3,
    }


def test_sessions_alone_are_one_tier_of_a_scenario_of_ones_own() -> None:
    scenario = Scenario((("L2 sessions",),), 1)
    assert (tier_of(scenario, "L2", "session"), tier_of(scenario, "L2", "note")) == (0, None)
