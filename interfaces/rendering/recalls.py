"""Recalls as people read them: each question, and below it what it gave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .plain import count, one_line, preview, short, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ...application.recall.recalls import GivenMemory, RecallNote


def draw_recalls(agent: str, title: str, recalls: Sequence[RecallNote], zone: tzinfo) -> None:
    """Draw recalls, newest first: when, what for and what was asked; below each, the memories that it gave."""
    from rich.text import Text

    from .screen import cut, draw

    parts: list[Any] = [Text(f"{agent}: {count(len(recalls), 'recall')}", style="bold"), Text(title, style="dim")]
    for one in recalls:
        parts += ["", cut(_asked(one, zone), "bold")]
        parts += [cut(_given(hit)) for hit in one.hits] or [Text("      nothing", style="dim")]
    draw(*parts)


def _asked(one: RecallNote, zone: tzinfo) -> str:
    asked = f"{one_line(one.scenario)}{_narrowed(one, zone)}: {preview(one.query)}"
    return f"{one.position:>5}  {stamp(one.at, zone)} {asked}"


def _narrowed(one: RecallNote, zone: tzinfo) -> str:
    """Return what the question was narrowed to, in brackets; nothing if it was not."""
    told = [f"as of position {one.asked_position}"] if one.past else []
    told += [f"valid at {stamp(one.valid_at, zone)}"] if one.valid_at is not None else []
    told += [f"layers {', '.join(one.layers)}"] if one.layers else []
    told += [f"tags {', '.join(one.tags)}"] if one.tags else []
    told += [f"session {one.session}"] if one.session is not None else []
    return f" ({one_line('; '.join(told))})" if told else ""


def _given(hit: GivenMemory) -> str:
    memory = hit.memory
    said = preview(memory.summary or memory.text)
    return f"{hit.score:>10.3f}  {short(memory.id)} {memory.layer} {memory.kind}: {said}"
