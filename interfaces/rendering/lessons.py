"""Lessons as people read them: an index of one line each, one whole, and the way that each has come."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .plain import count, day, one_line, preview, short

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import tzinfo

    from ...application.lessons.path import Path
    from ...application.lessons.reading import Lesson, LessonNote
    from ...application.why import Ancestor

_LINE_CHARS = 200


def draw_lessons(agent: str, title: str, found: Sequence[LessonNote], zone: tzinfo) -> None:
    """Draw the index: what each lesson is called, since when, how it stands, and its one line."""
    from rich.text import Text

    from .screen import columns, cut, draw

    doubted = sum(note.state == "suspect" for note in found)
    head = f"{agent}: {count(len(found), 'lesson')}" + (f", {doubted} suspect" if doubted else "")
    if not found:
        draw(Text(head, style="bold"), Text(title, style="dim"))
        return
    table = columns("slug", "date", "state", "summary", narrowing=("slug", "summary"))
    for note in found:
        style = "yellow" if note.state == "suspect" else "" if note.state == "fresh" else "dim"
        table.add_row(
            Text(one_line(note.slug), style="cyan"),
            day(note.recorded_at, zone),
            Text(note.state, style=style),
            cut(preview(note.summary, _LINE_CHARS)),
        )
    draw(Text(head, style="bold"), Text(title, style="dim"), table)


def print_lesson(found: Lesson, zone: tzinfo) -> None:
    """Print one lesson whole: its words and facts, its history, what it came of and what came of it."""
    from .events import draw_history
    from .memories import print_memory

    note = found.note
    held = f"last seen to hold {day(note.held_at, zone)}, {count(note.age_days, 'active day')} ago"
    sys.stdout.write(f"{one_line(note.slug)}: {note.state}, {held}\n\n")
    print_memory(found.memory, zone)
    sys.stdout.writelines(_lineage("came from", found.story.came_from))
    sys.stdout.writelines(_lineage("fed", found.story.fed))
    sys.stdout.write("\n")
    sys.stdout.flush()
    draw_history("history", list(found.history), zone)


def _lineage(title: str, ancestors: Iterable[Ancestor], depth: int = 0) -> Iterable[str]:
    for number, one in enumerate(ancestors):
        if not number and not depth:
            yield f"\n{title}\n"
        text = preview(one.memory.summary or one.memory.text, _LINE_CHARS)
        yield f"{'  ' * (depth + 1)}{short(one.memory.id)} {one.memory.kind} ({one.relation}): {text}\n"
        yield from _lineage(title, one.further, depth + 1)


def draw_path(found: Path, zone: tzinfo) -> None:
    """Draw the steps of a lesson in the order of time, and what the next one waits for."""
    from rich.text import Text

    from .screen import columns, cut, draw

    table = columns("stage", "date", "id", "by", "what", narrowing=("by", "what"))
    for step in found.steps:
        status = "" if step.status in {"live", "waiting", step.stage} else f" ({step.status})"
        table.add_row(
            Text(step.stage, style="bold"),
            day(step.at, zone),
            short(step.id),
            Text(one_line(step.by)),
            cut(preview(step.line, _LINE_CHARS) + status),
        )
    draw(table, Text("" if found.missing is None else f"next: {found.missing}", style="dim"))
