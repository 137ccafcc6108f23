"""Legal holds as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .plain import one_line, preview, short, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ...application.erasing.holds import HoldNote


def draw_holds(found: Sequence[HoldNote], zone: tzinfo) -> None:
    """Draw holds, one a line."""
    from rich.text import Text

    from .screen import columns, cut, draw

    if not found:
        draw(Text("no hold is in force"))
        return
    table = columns("id", "covers", "until", "placed", "because", narrowing=("covers", "because"))
    for one in found:
        until = stamp(one.until, zone)
        if not one.in_force:
            until = f"released {stamp(one.released_at, zone)}" if one.released_at else f"ended {until}"
        placed = f"{stamp(one.placed_at, zone)} by {one_line(one.placed_by)}"
        table.add_row(one.id, cut(_covers(one)), until, placed, cut(preview(one.because or "")))
    draw(table)


def hold_line(one: HoldNote, what: str) -> str:
    """Return what became of a hold on one line."""
    return f"{one.id} {what}: {_covers(one)} until {one.until.isoformat(timespec='seconds')}"


def _covers(one: HoldNote) -> str:
    return one_line(one.subject) if one.subject is not None else ", ".join(map(short, one.memories))
