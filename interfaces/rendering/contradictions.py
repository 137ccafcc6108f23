"""Contradictions as people read them: both memories, and in what they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .plain import count, day, one_line, preview, short

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ...application.contradictions import Contradiction
    from ...application.memory import Memory


def draw_contradictions(agent: str, title: str, found: Sequence[Contradiction], zone: tzinfo) -> None:
    """Draw contradictions, the newest first: in what the two differ, then each of them on a line."""
    from rich.text import Text

    from .screen import draw

    head = count(len(found), "contradiction") if found else "nothing is answered differently in two places"
    parts: list[Any] = [Text(f"{agent}: {head}", style="bold"), Text(title, style="dim")]
    for one in found:
        parts.append(Text(f"\n{one_line(one.because)}", style="yellow"))
        parts += [Text(f"  older  {_line(one.older, zone)}"), Text(f"  newer  {_line(one.newer, zone)}")]
    if found:
        parts.append(Text("\nend the one that no longer holds: `remembrancer contradict ID --by OTHER`", style="dim"))
    draw(*parts)


def _line(memory: Memory, zone: tzinfo) -> str:
    where = f"{memory.layer} {memory.kind} of {memory.agent} in {memory.scope}"
    return f"{short(memory.id)} {day(memory.recorded_at, zone)} {where}: {preview(memory.text, 300)}"
