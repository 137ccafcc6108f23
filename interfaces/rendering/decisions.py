"""Decisions as people read them: how each turned out, and how sure to be of the next."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from .memories import WIDE, line
from .plain import bar, count, day, lasting, percent, preview, short, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from rich.text import Text

    from ...application.judging import JudgedDecision
    from ...domain.calibration import DecisionQuality

DAY_BAR = 10
CALIBRATION_BAR = 40


def judged_line(decision: JudgedDecision) -> str:
    """Return a decision on one line with its outcome: what a judgement answers."""
    after = "" if decision.after is None else f", {lasting(decision.after)} after it was made"
    return f"{line(decision.memory)} judged {decision.outcome}{after}"


def draw_decisions(agent: str, title: str, decisions: Sequence[JudgedDecision], zone: tzinfo) -> None:
    """Draw decisions as a table, newest first, each with its confidence and its outcome."""
    from rich.text import Text

    from .screen import columns, cut, draw, screen

    wide = screen().width >= WIDE
    table = columns("id", "made", "conf", "outcome", "after", "decision", narrowing=("decision",), right=("conf",))
    for one in decisions:
        table.add_row(
            Text(short(one.memory.id), style="yellow"),
            stamp(one.made_at, zone) if wide else day(one.made_at, zone),
            str(one.confidence),
            one.outcome or "-",
            "-" if one.after is None else lasting(one.after),
            cut(preview(one.memory.text)),
        )
    heading = Text(f"{agent}: {count(len(decisions), 'decision')}", style="bold")
    draw(heading, Text(title, style="dim"), *([table] if decisions else []))


def draw_quality(agent: str, title: str, quality: DecisionQuality, limit: int) -> None:
    """Draw how decisions turned out: the latest together, by day, and against their confidence."""
    from rich.text import Text

    from .screen import draw

    parts: list[Any] = [Text(f"{agent}: how decisions turned out", style="bold"), Text(title, style="dim")]
    parts.append(Text(f"\n{_window(quality)}"))
    if quality.days:
        rest = f", the newest {limit} of {len(quality.days)}" if len(quality.days) > limit else ""
        parts += [Text(f"\nby day{rest}", style="bold cyan"), _days(quality, limit), *calibration(quality)]
    draw(*parts)


def _window(quality: DecisionQuality) -> str:
    found = quality.window
    told = f"the last {count(found.made, 'decision')}: {found.judged} judged"
    if not found.judged or found.brier is None or found.after_mean_s is None or found.confidence_mean is None:
        return told
    good = (found.right + found.mixed / 2) / found.judged
    return (
        f"{told}, {found.right} right, {found.wrong} wrong, {found.mixed} mixed\n"
        f"{percent(good)} right, a mixed one counting a half; confidence {found.confidence_mean:.1f} on average\n"
        f"Brier score {found.brier:.2f} (0 is best, 0.25 a coin); judged after "
        f"{lasting(timedelta(seconds=found.after_mean_s))} on average"
    )


def _days(quality: DecisionQuality, limit: int) -> object:
    from .screen import columns

    numbers = ("judged", "right", "wrong", "mixed", "quality")
    table = columns("day", *numbers, "", narrowing=(), right=numbers)
    for one in quality.days[:limit]:
        counts = (f"{number:,}" for number in (one.judged, one.right, one.wrong, one.mixed))
        table.add_row(one.day.isoformat(), *counts, percent(one.quality), _drawn(bar(one.quality, DAY_BAR)))
    return table


def _drawn(bar: str) -> Text:
    from rich.text import Text

    return Text(bar, style="cyan")


def calibration(quality: DecisionQuality) -> list[Any]:
    """Return the calibration as a table with a small plot: what each confidence promised, and what came of it."""
    from rich.text import Text

    from .screen import columns

    numbers = ("confidence", "judged", "right")
    plot = f"{'0 %  right: █ actual, │ expected':<{CALIBRATION_BAR - 5}}100 %"
    table = columns(*numbers, plot, narrowing=(), right=numbers)
    for one in quality.calibration:
        if one.share is not None:
            promised = one.confidence / 10
            plotted = _drawn(bar(one.share, CALIBRATION_BAR, promised))
            table.add_row(str(one.confidence), f"{one.judged:,}", percent(one.share), plotted)
    return [Text("\ncalibration: how often decisions of one confidence turned out right", style="bold cyan"), table]
