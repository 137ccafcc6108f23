"""Facts, their owners, and what changed hands, as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .plain import count, day, one_line, preview, short, shown, stamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo

    from ...application.facts import FactNote
    from ...application.handing_over import HandOverNote


def draw_facts(agent: str, title: str, found: Sequence[FactNote], zone: tzinfo) -> None:
    """Draw facts, one a line: key, owner, since when, where, and the value."""
    from rich.text import Text

    from .screen import columns, cut, draw

    head = Text(f"{agent}: {count(len(found), 'fact')}", style="bold")
    if not found:
        draw(head, Text(title, style="dim"))
        return
    table = columns("key", "owner", "since", "scope", "value", narrowing=("key", "value"))
    for note in found:
        text = "" if note.memory is None else note.memory.text
        status = "" if note.memory is None or note.memory.status == "live" else f" ({note.memory.status})"
        since = "" if note.owned_since is None else day(note.owned_since, zone)
        value = cut(preview(text) + status)
        table.add_row(Text(one_line(note.key), style="cyan"), note.owner, since, note.scope or "", value)
    draw(head, Text(title, style="dim"), table)


def owner_lines(note: FactNote, zone: tzinfo) -> Iterator[str]:
    """Yield who owns a fact, and its value as far as the asker may read it."""
    since = "" if note.owned_since is None else f" since {stamp(note.owned_since, zone)}"
    yield f"fact {one_line(note.key)!r} is owned by agent {note.owner}{since}\n"
    if note.memory is None:
        yield "its value stands where this agent does not read\n"
        return
    status = "" if note.memory.status == "live" else f" ({note.memory.status})"
    yield f"{note.memory.id} in {note.scope}{status}: {shown(note.memory.text)}\n"


def hand_over_line(note: HandOverNote) -> str:
    """Return a hand-over on one line: what a command that made it answers."""
    moved = "" if note.memory == note.before else f", {short(note.before)} before"
    return f"{note.memory} {note.what} handed over from {note.giver} to {note.to} in {note.scope}{moved}"


def draw_hand_overs(agent: str, title: str, found: Sequence[HandOverNote], zone: tzinfo) -> None:
    """Draw hand-overs, newest first."""
    from rich.text import Text

    from .screen import columns, cut, draw

    head = Text(f"{agent}: {count(len(found), 'hand-over')}", style="bold")
    if not found:
        draw(head, Text(title, style="dim"))
        return
    table = columns("#", "when", "what", "id", "from", "to", "scope", "because", narrowing=("because",), right=("#",))
    for note in found:
        because = cut(preview(note.because or ""))
        when = stamp(note.at, zone)
        table.add_row(str(note.position), when, note.what, short(note.memory), note.giver, note.to, note.scope, because)
    draw(head, Text(title, style="dim"), table)
