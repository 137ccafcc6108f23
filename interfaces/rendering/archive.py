"""What retired, and its files, as people read them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .plain import count, one_line, preview, short, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ...application.archive_checking import ArchivedFile, ArchiveReport
    from ...application.memory import Memory

_STATES = {
    "whole": "whole",
    "damaged": "damaged; `remembrancer archive check --repair` writes it anew from the log",
    "missing": "there is none; `remembrancer archive check --repair` writes it from the log",
    "waiting": "not written yet",
    "off": "there is none: the policy wants no files",
}


def draw_archive(
    agent: str, title: str, memories: Sequence[Memory], files: Sequence[ArchivedFile | None], total: int, zone: tzinfo
) -> None:
    """Draw what retired as a table: when, what, and where it stands."""
    from rich.text import Text

    from .screen import columns, cut, draw

    rest = f", the newest {len(memories):,} shown" if total > len(memories) else ""
    head = f"{count(total, 'memory', 'memories')} in the archive{rest}"
    parts: list[Any] = [Text(agent, style="bold"), Text(title, style="dim"), Text(f"\n{head}", style="bold cyan")]
    table = columns("id", "kind", "archived", "file", "text", narrowing=("file", "text"))
    for memory, file in zip(memories, files, strict=True):
        table.add_row(
            Text(short(memory.id), style="yellow"),
            memory.kind,
            stamp(file.archived_at, zone) if file else "",
            Text(_where(file)),
            cut(preview(memory.summary or memory.text)),
        )
    draw(*parts, *([table] if memories else []))


def _where(file: ArchivedFile | None) -> str:
    if file is None:
        return ""
    if file.state == "whole" and file.file:
        return file.file
    return f"{file.file} ({file.state})" if file.file else f"({file.state})"


def print_file(file: ArchivedFile | None, zone: tzinfo) -> None:
    """Print where a memory stands besides the log, below what is known of it."""
    out = sys.stdout
    if file is None:
        out.write("\nit has never been in the archive\n")
        return
    out.write(f"\narchived   {stamp(file.archived_at, zone, precise=True)}, position {file.position}\n")
    name = f"{file.file}, " if file.file else ""
    out.write(f"file       {name}{_STATES[file.state]}\n")


def print_archive_check(report: ArchiveReport) -> None:
    """Print what a check of the files found, and what a repair did."""
    out = sys.stdout
    out.writelines(f"repaired  {one_line(done)}\n" for done in report.repaired)
    out.writelines(f"problem   {one_line(problem)}\n" for problem in report.problems)
    waiting = f", {report.waiting:,} waiting to be written" if report.waiting else ""
    good = f"{count(report.memories, 'memory', 'memories')} in {count(report.files, 'whole file')}{waiting}"
    if report.ok:
        out.write(f"the archive files agree with the log: {good}\n")
    else:
        out.write(f"{count(len(report.problems), 'problem')} with archive files; {good}\n")
