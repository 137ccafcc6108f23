"""Sessions as people read them: one with what was said in it, and the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .memories import WIDE
from .plain import count, day, one_line, preview, shown, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ...application.memory import Memory
    from ...application.sessions import SessionView


def draw_session(session: SessionView, zone: tzinfo, title: str | None) -> None:
    """Draw one session: when it was, its summary, and its messages as long as they live."""
    from rich.text import Text

    from .screen import columns, draw

    parts: list[Any] = [Text(title, style="dim")] if title else []
    parts.append(Text(f"{one_line(session.name)}: {_standing(session, zone)}", style="bold"))
    if session.tags:
        parts.append(Text(f"tags {one_line(', '.join(session.tags))}", style="dim"))
    if session.summary is not None:
        parts.append(Text(f"\n{shown(session.summary.text)}"))
    if session.messages:
        table = columns("when", "who", "what", narrowing=("who", "what"))
        for message in session.messages:
            said = stamp(message.occurred_at or message.recorded_at, zone)
            table.add_row(said, Text(_speaker(message)), Text(shown(message.text)))
        parts += ["", table]
    elif session.ended_at is None:
        parts.append(Text("\nits messages have expired; end it to keep a summary", style="dim"))
    draw(*parts)


def _standing(session: SessionView, zone: tzinfo) -> str:
    said = count(session.message_count, "message")
    started, last = stamp(session.started_at, zone), stamp(session.last_at, zone)
    if session.ended_at is not None:
        return f"ended {stamp(session.ended_at, zone)} after {said}, begun {started}"
    return f"open, {said}, begun {started}" + ("" if last == started else f", last {last}")


def _speaker(message: Memory) -> str:
    return one_line(str(message.metadata.get("speaker") or "-"))


def draw_sessions(agent: str, title: str, sessions: Sequence[SessionView], zone: tzinfo) -> None:
    """Draw the sessions of an agent as a table, newest first."""
    from rich.text import Text

    from .screen import columns, cut, draw, screen

    wide = screen().width >= WIDE
    table = columns("session", "begun", "ended", "said", "about", narrowing=("about",), right=("said",))
    for session in sessions:
        begun, ended = (
            "open" if moment is None else stamp(moment, zone) if wide else day(moment, zone)
            for moment in (session.started_at, session.ended_at)
        )
        about = cut(_about(session))
        table.add_row(Text(preview(session.name, 24)), begun, ended, f"{session.message_count:,}", about)
    heading = Text(f"{agent}: {count(len(sessions), 'session')}", style="bold")
    draw(heading, Text(title, style="dim"), *([table] if sessions else []))


def _about(session: SessionView) -> str:
    tags = f"[{one_line(', '.join(session.tags))}] " if session.tags else ""
    if session.summary is not None:
        return f"{tags}{preview(session.summary.text)}"
    return f"{tags}{preview(session.messages[-1].text)}" if session.messages else tags.strip() or "-"
