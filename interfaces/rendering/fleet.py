"""What a fleet shares, and who believes which vintage of it, as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .plain import one_line, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ...application.boot.fleet import Believer, SharedThing


def draw_fleet(found: Sequence[SharedThing], zone: tzinfo) -> None:
    """Draw what is shared, one a line, with those who believe an older vintage first."""
    from rich.text import Text

    from .screen import columns, cut, draw

    if not found:
        draw(Text("nothing is shared, or nothing of it is stale"))
        return
    table = columns("what", "scope", "vintage", "changed", "stale", "current", "unread", narrowing=("what", "current"))
    for one in found:
        name = one_line(one.name) if one.kind == "document" else f"fact {one_line(one.name)}"
        table.add_row(
            cut(name),
            one.scope,
            f"{one.vintage:,}",
            stamp(one.changed_at, zone),
            _told(one.believers, "stale"),
            cut(_told(one.believers, "current")),
            _told(one.believers, "unread"),
        )
    draw(table)


def _told(believers: Sequence[Believer], standing: str) -> str:
    """Return names, those who believe an older vintage with its position."""
    some = [one for one in believers if one.standing == standing]
    return ", ".join(f"{one.agent} ({one.vintage:,})" if standing == "stale" else one.agent for one in some) or "-"
