"""People as an officer reads them: who is known here, and what was handed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .plain import count, one_line, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ...application.erasing.portable import SubjectExport
    from ...application.erasing.subjects import SubjectLine


def draw_subjects(found: Sequence[SubjectLine], zone: tzinfo) -> None:
    """Draw people, one a line."""
    from rich.text import Text

    from .screen import columns, cut, draw

    if not found:
        draw(Text("nobody is known here"))
        return
    table = columns("name", "pseudonym", "events", "", narrowing=("name",), right=("events",))
    for line in found:
        held = f"held until {stamp(line.held_until, zone)}" if line.held_until else ""
        erased = f"erased {stamp(line.erased_at, zone)}" if line.erased_at else ""
        table.add_row(cut(one_line(line.name)), line.pseudonym, f"{line.events:,}", erased or held)
    draw(table)


def export_line(made: SubjectExport) -> str:
    """Return what was written about a person, on one line."""
    told = "" if made.recorded else "; not told in the log, which was opened read-only"
    what = (
        f"{count(made.memories, 'memory', 'memories')}, {count(made.recalls, 'recall')}, {count(made.events, 'event')}"
    )
    return f"{one_line(made.folder)}: {', '.join(made.files)} with {what}{told}"
