"""How decisions turned out: over the window, by day, and against the confidence that they were taken with."""

from datetime import date
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.calibration import DAYS_MAX, WINDOW, Taken, quality_of
from remembrancer.domain.events import DecisionOutcome
from remembrancer.domain.moments import DAY, to_micros
from settable_clock import SettableClock

START = to_micros(SettableClock().time)
OUTCOMES: tuple[DecisionOutcome | None, ...] = ("right", "wrong", "mixed", None)


def taken(confidence: int = 5, outcome: DecisionOutcome | None = None, made: int = 0, after: int = DAY) -> Taken:
    """Return a decision made so many days after the start, and judged a while later if it has an outcome."""
    made_at = START + made * DAY
    judged_at = None if outcome is None else made_at + after
    return Taken(confidence=confidence, made_at=made_at, outcome=outcome, judged_at=judged_at)


TAKEN = st.lists(
    st.builds(
        taken,
        st.integers(1, 10),
        st.sampled_from(OUTCOMES),
        st.integers(0, 200),
        st.integers(0, 100 * DAY),
    ),
    max_size=120,
)


@given(decisions=TAKEN)
def test_the_figures_are_about_what_was_made_and_judged(decisions: list[Taken]) -> None:
    quality = quality_of(decisions)
    newest = decisions[-WINDOW:]

    assert quality.window.made == len(newest)
    assert quality.window.judged == len([one for one in newest if one.outcome])
    assert quality.window.judged == quality.window.right + quality.window.wrong + quality.window.mixed
    judged = len([one for one in decisions if one.outcome])
    assert sum(figures.judged for figures in quality.calibration) == judged
    assert sum(day.judged for day in quality.days) <= judged
    assert all(day.judged == day.right + day.wrong + day.mixed > 0 for day in quality.days)
    assert all(0 <= day.quality <= 1 for day in quality.days)
    assert quality.window.brier is None or 0 <= quality.window.brier <= 1


@given(decisions=TAKEN)
def test_days_come_newest_first_and_no_more_than_ninety(decisions: list[Taken]) -> None:
    days = [figures.day for figures in quality_of(decisions).days]

    assert days == sorted(set(days), reverse=True)
    assert len(days) <= DAYS_MAX


@given(decisions=TAKEN)
def test_calibration_has_one_row_for_each_confidence(decisions: list[Taken]) -> None:
    calibration = quality_of(decisions).calibration

    assert [figures.confidence for figures in calibration] == list(range(1, 11))
    for figures in calibration:
        mine = [one.outcome for one in decisions if one.confidence == figures.confidence and one.outcome]
        assert figures.judged == len(mine)
        assert figures.right == mine.count("right") + mine.count("mixed") / 2
        assert (figures.share is None) == (not mine)
        assert figures.share is None or isclose(figures.share, figures.right / len(mine))


def test_nothing_decided_has_no_quality() -> None:
    quality = quality_of([])

    window = quality.window
    assert (window.made, window.judged, window.confidence_mean, window.brier, window.after_mean_s) == (
        0, 0, None, None, None,
    )  # fmt: skip
    assert quality.days == ()
    assert all(figures.share is None for figures in quality.calibration)


def test_a_mixed_decision_counts_a_half() -> None:
    quality = quality_of([taken(8, "right"), taken(8, "mixed"), taken(8, "wrong"), taken(8)])

    assert (quality.window.right, quality.window.mixed, quality.window.wrong) == (1, 1, 1)
    figures = quality.calibration[7]
    assert (figures.judged, figures.right, figures.share) == (3, 1.5, 0.5)
    assert quality.days[0].quality == 0.5


def test_the_window_is_of_the_last_forty_made_whether_judged_or_not() -> None:
    decisions = [taken(1, "wrong")] * 5 + [taken(9, "right")] * 30 + [taken(5)] * 10

    window = quality_of(decisions).window

    assert (window.made, window.judged, window.right, window.wrong) == (40, 30, 30, 0)
    assert window.confidence_mean == pytest.approx((30 * 9 + 10 * 5) / 40)


def test_the_calibration_and_the_days_outlive_the_window() -> None:
    quality = quality_of([taken(1, "wrong")] * 5 + [taken(9)] * 40)

    assert quality.calibration[0].judged == 5
    assert quality.days[0].judged == 5


@pytest.mark.parametrize(
    ("confidence", "outcome", "brier"),
    [(10, "right", 0), (10, "wrong", 1), (5, "right", 0.25), (5, "mixed", 0), (8, "right", 0.04), (1, "wrong", 0.01)],
)
def test_the_score_is_the_squared_distance_of_forecast_and_result(
    confidence: int, outcome: DecisionOutcome, brier: float
) -> None:
    assert quality_of([taken(confidence, outcome)]).window.brier == pytest.approx(brier)


def test_a_decision_counts_on_the_day_of_its_judgement_in_utc() -> None:
    # Made at nine in the morning: fifteen hours later it is midnight.
    quality = quality_of([taken(5, "right", after=15 * DAY // 24 - 1), taken(5, "wrong", after=15 * DAY // 24)])

    assert [(day.day, day.right, day.wrong) for day in quality.days] == [
        (date(2026, 5, 2), 0, 1),
        (date(2026, 5, 1), 1, 0),
    ]


def test_of_a_hundred_days_the_newest_ninety_are_told() -> None:
    days = quality_of([taken(5, "right", made=n, after=0) for n in range(100)]).days

    assert len(days) == 90
    assert (days[0].day, days[-1].day) == (date(2026, 8, 8), date(2026, 5, 11))


def test_how_long_judging_took_is_a_mean_of_the_window() -> None:
    quality = quality_of([taken(5, "right", after=DAY), taken(5, "wrong", after=3 * DAY), taken(5)])

    assert quality.window.after_mean_s == 2 * 86_400
