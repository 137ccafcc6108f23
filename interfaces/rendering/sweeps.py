"""What a sweep did, as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .plain import count, one_line, short

if TYPE_CHECKING:
    from ...application.sweeping import SweepReport


def draw_sweep(report: SweepReport, *, dry_run: bool) -> None:
    """Draw what a sweep did, or would do."""
    from rich.text import Text

    from .screen import columns, draw

    if not report.steps:
        draw(Text("nothing is due"))
        return
    table = columns("rule", "scope", "memory", "because", narrowing=("because",))
    for step in report.steps:
        memory = Text(short(step.memory) if step.memory else "-", style="yellow")
        table.add_row(step.rule, step.scope, memory, Text(one_line(step.because)))
    steps = count(len(report.steps), "step")
    told = f"{steps} would be taken" if dry_run else f"{steps} taken, {count(report.events, 'event')}"
    draw(table, Text(f"\n{told}", style="dim"))
