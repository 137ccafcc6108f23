"""Memories as people read them: one in a line, one in full, and the seven layers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .plain import count, one_line, preview, short, shown, stamp, values

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from ...application.memory import Memory
    from ...application.moment import Moment
    from ...application.reading import LayerView

LAYER_NAMES = {
    "L0": "scratch",
    "L1": "working",
    "L2": "episodic",
    "L3": "semantic",
    "L4": "knowledge",
    "L5": "identity",
    "L6": "archive",
}
WIDE = 100
"""Columns from which on a list has room for the time of day."""


def line(memory: Memory, *more: str) -> str:
    """Return a memory on one line, with its whole id: what a command that changed it answers."""
    status = () if memory.status == "live" else (memory.status,)
    return " ".join((memory.id, memory.layer, memory.kind, *status, *more))


def heading(moment: Moment, valid_at: datetime | None) -> str:
    """Return the line that says which moment an answer is about: position, instant and zone."""
    parts = [f"as of position {moment.position}, {moment.instant:%Y-%m-%d %H:%M:%S} {moment.zone}"]
    if valid_at is not None:
        parts.append(f"valid at {valid_at.astimezone(moment.instant.tzinfo):%Y-%m-%d %H:%M:%S} {moment.zone}")
    return ", ".join(parts)


def print_memory(memory: Memory, zone: tzinfo) -> None:
    """Print one memory in full."""
    out = sys.stdout
    out.write(f"{line(memory)}\n\n{shown(memory.text)}\n\n")
    rows = list(_facts(memory, zone))
    width = max(len(name) for name, _ in rows)
    out.writelines(f"{name:<{width}}  {value}\n" for name, value in rows)
    factors = memory.factors
    if factors:
        out.write("\nfive-factor review\n")
        out.writelines(f"  {one.factor:<11}  {one.result:<4}  {one_line(one.reason)}\n" for one in factors)


def _facts(memory: Memory, zone: tzinfo) -> list[tuple[str, str]]:
    def time(moment: datetime | None) -> str | None:
        return None if moment is None else stamp(moment, zone, precise=True)

    held = f"from {time(memory.valid_from)}" + (f" until {time(memory.valid_to)}" if memory.valid_to else "")
    occurred = memory.occurred_at
    facts: dict[str, Any] = {
        "summary": memory.summary,
        "trigger": memory.trigger,
        "importance": f"{memory.importance} of 10",
        "confidence": f"{memory.confidence} of 10",
        "strength": None if memory.strength == 1 else f"{memory.strength:g}",
        "confirmed": count(memory.confirmations, "time") if memory.confirmations else None,
        "review": memory.review,
        "suspect": "nobody has seen it to hold for long" if memory.suspect else None,
        "verified": time(memory.verified_at),
        "key": memory.key,
        "category": memory.category,
        "tags": ", ".join(memory.tags),
        "about": ", ".join(memory.subjects),
        "evidence": ", ".join(memory.evidence),
        "session": memory.session,
        "task": memory.task,
        "source": None if memory.source == "own" else memory.source,
        "scope": memory.scope,
        "occurred": None if occurred is None else stamp(occurred, occurred.tzinfo or zone, precise=True),
        "holds": held,
        "expires": time(memory.expires_at),
        "recorded": f"{time(memory.recorded_at)} by {memory.recorded_by}, position {memory.position}",
        "revision": memory.revision if memory.revision > 1 else None,
        "successor": memory.successor,
        "metadata": values(_more(memory)),
    }
    return [(name, one_line(str(value))) for name, value in facts.items() if value not in (None, "")]


def _more(memory: Memory) -> dict[str, Any]:
    """Return what the metadata of a memory says besides its text: the objective of a task is its text."""
    said = "objective" if memory.kind == "task" else None
    return {name: one for name, one in memory.metadata.items() if name != said and one not in (None, "", [])}


def draw_layers(agent: str, title: str, layers: dict[str, LayerView], zone: tzinfo, limit: int) -> None:
    """Draw the layers that hold something, a table each, and name the empty ones."""
    from rich.text import Text

    from .screen import columns, cut, draw, screen

    wide = screen().width >= WIDE
    parts: list[Any] = [Text(agent, style="bold"), Text(title, style="dim")]
    for layer, view in layers.items():
        if not view:
            continue
        rest = f", the newest {limit:,} shown" if len(view) > limit else ""
        parts.append(
            Text(f"\n{layer} {LAYER_NAMES[layer]}: {count(len(view), 'memory', 'memories')}{rest}", style="bold cyan")
        )
        table = columns("id", "kind", "imp/conf", "when", "text", narrowing=("text",))
        for memory in view[:limit]:
            table.add_row(
                Text(short(memory.id), style="yellow"),
                memory.kind,
                f"{memory.importance}/{memory.confidence}",
                when(memory, zone, wide=wide),
                cut(_telling(memory, agent)),
            )
        parts.append(table)
    empty = [f"{layer} {LAYER_NAMES[layer]}" for layer, view in layers.items() if not view]
    if empty:
        parts.append(Text(f"\nempty: {', '.join(empty)}", style="dim"))
    draw(*parts)


def when(memory: Memory, zone: tzinfo, *, wide: bool) -> str:
    """Return when a memory happened, else when it was recorded; to the minute if there is room."""
    moment = memory.occurred_at or memory.recorded_at
    return stamp(moment, zone) if wide else moment.astimezone(zone).strftime("%Y-%m-%d")


def _telling(memory: Memory, agent: str) -> str:
    """Return the words of a memory, behind what sets it apart: its scope if shared, its end, its key as a fact."""
    shared = "" if memory.scope == f"agent:{agent}" else f"[{memory.scope}] "
    ended = "" if memory.status in {"live", "archived"} else f"[{memory.status}] "
    key = f"{one_line(memory.key)} = " if memory.key else ""
    speaker = memory.metadata.get("speaker") if memory.kind == "message" else None
    said = f"{one_line(str(speaker))}: " if speaker else ""
    task = f"{one_line(memory.task)}: " if memory.kind == "task" and memory.task else ""
    return f"{shared}{ended}{key}{task}{said}{preview(memory.summary or memory.text)}"
