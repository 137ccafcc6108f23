"""A life of 180 days with a dream each night, against what was planted in it: small here, whole in the benchmark."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from remembrancer.benchmarks.dreaming.life import live
from remembrancer.benchmarks.dreaming.playing import Player
from remembrancer.benchmarks.dreaming.replaying import days_that_differ
from remembrancer.benchmarks.dreaming.scoring import Score, score

pytestmark = pytest.mark.timeout(900)
SIZE = 0.04


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    folder: Path = tmp_path_factory.mktemp("life") / "memory"
    with Player(live(seed=7, templates="seen", size=SIZE), folder) as player:
        player.play()
        yield player


@pytest.fixture(scope="module")
def scores(lived: Player) -> dict[str, Score]:
    return {one.family: one for one in score(lived.life.truth, lived.outcome())}


def test_bounds_hold_after_every_night_and_what_is_live_stays_bounded(lived: Player) -> None:
    assert len(lived.nights) == len(lived.life.days)
    assert not [night for night in lived.nights if night.over]
    # What falls silent retires: far less is live than was ever recorded.
    assert max(night.live for night in lived.nights) < 0.7 * len(lived.ids)


def test_every_past_day_can_be_asked_for_and_equals_a_replay(lived: Player) -> None:
    assert days_that_differ(lived.memory, lived.nights) == []
    assert lived.memory.check() == []


@pytest.mark.parametrize("family", ["decoys", "important", "identity", "conflicts", "hedged", "kept"])
def test_what_must_stay_as_it_is_does(scores: dict[str, Score], family: str) -> None:
    one = scores[family]
    assert one.planted > 0
    assert (one.misses, one.false) == ([], [])


def test_what_was_planted_is_found_and_nothing_else(scores: dict[str, Score]) -> None:
    found = sum(one.found for one in scores.values())
    planted = sum(one.planted for one in scores.values())
    assert found / planted >= 0.9, [one for one in scores.values() if one.misses]
    wrong = {name: one.false for name, one in scores.items() if one.precision < 0.95}
    assert wrong == {}
