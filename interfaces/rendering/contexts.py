"""Contexts as people read them: when each was given, how large it was, and for what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .plain import count, one_line, preview, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ...application.context.listing import ContextNote


def draw_contexts(agent: str, title: str, contexts: Sequence[ContextNote], zone: tzinfo) -> None:
    """Draw contexts, newest first: when and what for; below each, what it was made of."""
    from rich.text import Text

    from .screen import cut, draw

    parts: list[Any] = [Text(f"{agent}: {count(len(contexts), 'context')}", style="bold"), Text(title, style="dim")]
    for one in contexts:
        session = f" (session {one_line(one.session)})" if one.session else ""
        asked = f"{one_line(one.scenario)}{session}: {preview(one.query)}"
        parts += ["", cut(f"{one.position:>5}  {stamp(one.at, zone)} {asked}", "bold"), cut(f"       {_made_of(one)}")]
    if contexts:
        parts.append(Text("\n`remembrancer context show POSITION` prints the exact text of one", style="dim"))
    draw(*parts)


def _made_of(one: ContextNote) -> str:
    numbers: dict[str, int] = {}
    for entry in one.entries:
        numbers[entry.part] = numbers.get(entry.part, 0) + 1
    of = ", ".join(part if number == 1 else f"{number:,} {part}" for part, number in numbers.items()) or "nothing"
    over = ", OVER THE BUDGET" if one.over_budget else ""
    left = f", {one.left_out:,} left out" if one.left_out else ""
    return f"{one.tokens:,} of {one.budget:,} tokens{over}: {of}{left}"
