"""How decisions turned out: by day, over a window, and against the confidence that they were taken with.

A decision that turned out right counts 1, a mixed one a half, a wrong one 0. Confidence c of 10 is the forecast c / 10;
the score of forecasts is that of Brier (1950, "Verification of forecasts expressed in terms of probability"): the mean
squared difference between forecast and result, 0 for perfect, 0.25 for always saying a half.
"""

from collections.abc import Iterable, Sequence
from datetime import date

import msgspec

from .events import DecisionOutcome
from .moments import to_datetime

RESULTS: dict[DecisionOutcome, float] = {"right": 1.0, "mixed": 0.5, "wrong": 0.0}
WINDOW = 40
"""Decisions that the figures of the window are about, the newest."""
DAYS_MAX = 90


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """One decision as far as its quality goes."""

    confidence: int
    made_at: int
    outcome: DecisionOutcome | None
    judged_at: int | None


class WindowFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The latest decisions together."""

    made: int
    judged: int
    right: int
    wrong: int
    mixed: int
    confidence_mean: float | None
    """1 to 10; None without decisions."""
    brier: float | None
    """0 is best; None without judgements."""
    after_mean_s: float | None
    """Seconds from making to judging, on average; None without judgements."""


class DayFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The decisions whose latest judgement fell on one day."""

    day: date
    """In UTC."""
    judged: int
    right: int
    wrong: int
    mixed: int
    quality: float
    """Share that turned out right, mixed ones a half; 0 to 1."""


class ConfidenceFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The judged decisions that were taken with one confidence."""

    confidence: int
    judged: int
    right: float
    """How many turned out right, mixed ones a half."""
    share: float | None
    """Of those judged; None without any. Well calibrated where it is near `confidence` / 10."""


class DecisionQuality(msgspec.Struct, frozen=True, kw_only=True):
    """How the decisions of an agent turned out."""

    window: WindowFigures
    days: tuple[DayFigures, ...]
    """Days with judgements, newest first, at most 90."""
    calibration: tuple[ConfidenceFigures, ...]
    """One for each confidence from 1 to 10."""


def quality_of(decisions: Sequence[Taken]) -> DecisionQuality:
    """Return how decisions turned out, given in the order in which they were made."""
    return DecisionQuality(
        window=_window(decisions[-WINDOW:]), days=_days(decisions), calibration=_calibration(decisions)
    )


def _window(decisions: Sequence[Taken]) -> WindowFigures:
    judged: list[tuple[int, DecisionOutcome]] = [
        (one.confidence, one.outcome) for one in decisions if one.outcome is not None
    ]
    waits = [one.judged_at - one.made_at for one in decisions if one.judged_at is not None]
    return WindowFigures(
        made=len(decisions),
        judged=len(judged),
        right=_count(judged, "right"),
        wrong=_count(judged, "wrong"),
        mixed=_count(judged, "mixed"),
        confidence_mean=_mean(one.confidence for one in decisions),
        brier=_mean((confidence / 10 - RESULTS[outcome]) ** 2 for confidence, outcome in judged),
        after_mean_s=_mean(wait / 1e6 for wait in waits),
    )


def _days(decisions: Sequence[Taken]) -> tuple[DayFigures, ...]:
    by_day: dict[date, list[tuple[int, DecisionOutcome]]] = {}
    for one in decisions:
        if one.outcome is not None and one.judged_at is not None:
            by_day.setdefault(to_datetime(one.judged_at).date(), []).append((one.confidence, one.outcome))
    return tuple(
        DayFigures(
            day=day,
            judged=len(judged),
            right=_count(judged, "right"),
            wrong=_count(judged, "wrong"),
            mixed=_count(judged, "mixed"),
            quality=sum(RESULTS[outcome] for _, outcome in judged) / len(judged),
        )
        for day, judged in sorted(by_day.items(), reverse=True)[:DAYS_MAX]
    )


def _calibration(decisions: Sequence[Taken]) -> tuple[ConfidenceFigures, ...]:
    results: dict[int, list[float]] = {confidence: [] for confidence in range(1, 11)}
    for one in decisions:
        if one.outcome is not None:
            results[one.confidence].append(RESULTS[one.outcome])
    return tuple(
        ConfidenceFigures(confidence=confidence, judged=len(found), right=sum(found), share=_mean(found))
        for confidence, found in results.items()
    )


def _count(judged: Sequence[tuple[int, DecisionOutcome]], outcome: DecisionOutcome) -> int:
    return sum(found == outcome for _, found in judged)


def _mean(numbers: Iterable[float]) -> float | None:
    found = list(numbers)
    return sum(found) / len(found) if found else None
