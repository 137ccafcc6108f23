"""What teaches caution, as people read it: traumas by category, and the risk of a change with its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .memories import WIDE
from .plain import SIGNATURE_CHARS, bar, count, day, one_line, percent, preview, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ...application.trauma import Risk, TraumaLevel

RISK_BAR = 30
PART_BAR = 10


def trauma_line(level: TraumaLevel) -> str:
    """Return what a category has come to on one line: what a command that counted a trauma answers."""
    return (
        f"{level.category}: {count(level.count, 'trauma')}, level {level.level:.2f}, times {level.weight:g} in a risk; "
        f"halves in {count(level.half_life_days, 'day')}"
    )


def draw_traumas(agent: str, title: str, levels: Sequence[TraumaLevel], zone: tzinfo) -> None:
    """Draw the categories with what still weighs of their traumas, and the newest causes of each."""
    from rich.text import Text

    from .screen import columns, cut, draw, screen

    wide = screen().width >= WIDE
    head = Text(f"{agent}: {count(sum(one.count for one in levels), 'trauma')}", style="bold")
    numbers = ("count", "level", "× weight", "= in risk", "half-life")
    table = columns("category", *numbers, "last", narrowing=(), right=numbers)
    causes = columns("when", "category", "weight", "because", narrowing=("because",), right=("weight",))
    for one in levels:
        table.add_row(
            one.category,
            f"{one.count:,}",
            f"{one.level:.2f}",
            f"{one.weight:g}",
            f"{one.level * one.weight:.2f}",
            count(one.half_life_days, "day"),
            stamp(one.last_at, zone) if wide else day(one.last_at, zone),
        )
        for cause in one.causes:
            when = stamp(cause.at, zone) if wide else day(cause.at, zone)
            causes.add_row(when, one.category, f"{cause.weight:g}", cut(preview(cause.because or "-")))
    shown = [table, Text("\nnewest causes", style="bold"), causes] if levels else []
    draw(head, Text(title, style="dim"), *shown)


def draw_risk(risk: Risk, told: str, title: str | None) -> None:
    """Draw a risk: its value with a bar, and what each part adds to it and why."""
    from rich.text import Text

    from .screen import columns, draw

    touches = f"touches {', '.join(risk.categories)}" if risk.categories else "touches no category of trauma"
    table = columns("part", "share", "value", "adds", "", "because", narrowing=("because",), right=("share", "value"))
    largest = max(part.share for part in risk.parts.values())
    for name, part in risk.parts.items():
        table.add_row(
            name,
            percent(part.share),
            f"{part.value:.2f}",
            f"{part.contribution:.2f}",
            Text(bar(part.contribution / largest, PART_BAR), style="cyan"),
            Text(one_line(part.because)),
        )
    draw(
        *([Text(title, style="dim")] if title else []),
        Text(f"risk {risk.value:.2f} of 1  {bar(risk.value, RISK_BAR)}", style="bold"),
        Text(one_line(told)),
        Text(f"intent {risk.signature[:SIGNATURE_CHARS]}, {touches}\n", style="dim"),
        table,
    )
