"""A schedule as people read it: the lines of one that runs, and what comes next."""

from __future__ import annotations

import sys
import threading
from datetime import UTC
from typing import TYPE_CHECKING

import msgspec

from ...domain.moments import to_datetime, zone_named
from ...domain.schedules import lateness
from .plain import one_line, stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import tzinfo

    from ...scheduler.job import Outlook
    from ...scheduler.listing import Entry
    from ...scheduler.telling import Line


def json_lines() -> Callable[[Line], None]:
    """Return what writes each line as one JSON document on stdout, at once; several threads may call it."""
    turn, encoder = threading.Lock(), msgspec.json.Encoder()

    def tell(line: Line) -> None:
        with turn:
            sys.stdout.write(encoder.encode(line.to_json()).decode() + "\n")
            sys.stdout.flush()

    return tell


def plain_lines(zone: tzinfo) -> Callable[[Line], None]:
    """Return what writes each line to stderr as people read it; several threads may call it."""
    turn = threading.Lock()

    def tell(line: Line) -> None:
        with turn:
            sys.stderr.write(f"{stamp(line.at, zone, precise=True)} {one_line(str(line))}\n")
            sys.stderr.flush()

    return tell


def draw_schedule(entries: Sequence[Entry]) -> None:
    """Draw jobs as a table: when each comes next, when it came last and how that ended."""
    from rich.text import Text

    from .screen import columns, draw

    table = columns("job", "agent", "next", "last", "result", narrowing=("next", "result"))
    for entry in entries:
        outlook = entry.outlook
        table.add_row(
            entry.job, Text(entry.agent or "-"), Text(_next(outlook)), _time(outlook.last_at, outlook), _result(outlook)
        )
    draw(table)


def _next(outlook: Outlook) -> str:
    if outlook.next_at is not None:
        return _time(outlook.next_at, outlook)
    return f"waits for {outlook.waits_for}" if outlook.waits_for else "-"


def _time(at: int | None, outlook: Outlook) -> str:
    """Return a time in the zone of its job, which is named, since each agent may live in another."""
    if at is None:
        return "-"
    zone = zone_named(outlook.zone)
    named = "" if outlook.zone == str(UTC) else f" {outlook.zone}"
    return f"{stamp(to_datetime(at), zone)}{named}"


def _result(outlook: Outlook) -> str:
    late = None if outlook.last_late_s is None else lateness(outlook.last_late_s)
    return ", ".join(one_line(part) for part in (outlook.last_result, late) if part) or "-"
