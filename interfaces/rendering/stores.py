"""Answers about a whole store: how it is, and how far long work has come."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .plain import count, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...application.imports.importing import ImportReport
    from ...application.rebuilding import Health

AGENTS_NAMED = 5
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


def size(bytes_: int) -> str:
    """Return a size as people read it.

    >>> size(1_500_000)
    '1.5 MB'
    """
    amount, unit = float(bytes_), 0
    while amount >= 1000 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    return f"{amount:.0f} {_UNITS[unit]}" if unit == 0 or amount >= 100 else f"{amount:.1f} {_UNITS[unit]}"


def print_health(health: Health) -> None:
    """Print how a store is, as a checklist."""
    memories = ", ".join(f"{number:,} {status}" for status, number in health.memories.items()) or "none yet"
    out = sys.stdout
    out.write(f"store     {one_line(health.path)} ({health.store[:8]}), {size(health.size_bytes)}\n")
    out.write(f"log       {count(health.position, 'event')}\n")
    out.write(f"agents    {one_line(', '.join(health.agents)) or 'none yet'}\n")
    out.write(f"memories  {memories}\n")
    out.write(f"policy    version {health.policy}\n\n")
    out.writelines(f"note     {one_line(notice)}\n" for notice in health.notices)
    if health.ok:
        out.write("ok       the log can be read, the views agree with it, and its words can be opened\n")
    else:
        print_problems(health.problems)


def print_problems(problems: Sequence[str]) -> None:
    """Print what somebody should look at."""
    sys.stdout.writelines(f"problem  {one_line(problem)}\n" for problem in problems)
    sys.stdout.write(f"\n{count(len(problems), 'problem')} to look at\n")


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int | None], None] | None]:
    """Show a bar on stderr, if it is a terminal, while long work goes on; yields what the work tells its progress."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    parts = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*parts, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)


def print_check(position: int, differences: list[str], *, rebuilt: bool) -> None:
    """Print what a rebuild did, or what a comparison found."""
    out = sys.stdout
    if rebuilt:
        out.write(f"rebuilt all views from {count(position, 'event')}\n")
    elif differences:
        out.writelines(f"{one_line(difference)}\n" for difference in differences)
        out.write(f"{count(len(differences), 'difference')}; `remembrancer rebuild` folds the views again\n")
    else:
        out.write(f"the views agree with the log, {count(position, 'event')}\n")


def print_import(report: ImportReport) -> None:
    """Print what an import did."""
    out = sys.stdout
    known = f", {report.known:,} known already" if report.known else ""
    whose = f" of {one_line(', '.join(report.agents))}" if 0 < len(report.agents) <= AGENTS_NAMED else ""
    out.write(f"imported {report.recorded:,}{whose}{known}\n")
    out.writelines(f"left out: {number:,} {one_line(why)}\n" for why, number in report.left_out)
    out.writelines(f"bad, left out: {one_line(str(fault))}\n" for fault in report.skipped)
