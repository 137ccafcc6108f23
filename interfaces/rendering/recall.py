"""What a recall gave, as people read it: each memory with its score, and how that came about where it was asked."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .memories import line, when
from .plain import count, one_line, percent, preview, short

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ...application.memory import Memory
    from ...application.recall.hits import Hit
    from ...domain.ranking import Part, Score

LEGENDS = {
    "filled": "filled: suggested by what the others say",
    "fallback": "fallback: nothing holds these words; this holds some that look alike",
}
"""What the marks of hits mean that were not found by the words of the question."""
INDENT = 7
"""Columns of the score, and the blanks behind it."""
TEXT_CHARS = 400


def draw_hits(agent: str, title: str, hits: Sequence[Hit], zone: tzinfo) -> None:
    """Draw what was found, the best first: on one line what it is, below it what it says."""
    from rich.padding import Padding
    from rich.text import Text

    from .screen import cut, draw

    parts: list[Any] = [Text(f"{agent}: {count(len(hits), 'memory', 'memories')}", style="bold")]
    parts.append(Text(title, style="dim"))
    for hit in hits:
        below: list[Any] = [Text(telling(hit.memory, agent))]
        if hit.also:
            below.append(Text(f"also {', '.join(map(short, hit.also))}: the same words", style="dim"))
        if hit.parts is not None:
            below += _explained(hit, hit.parts)
        parts += ["", cut(head(hit, zone), "cyan"), *(Padding(one, (0, 0, 0, INDENT), expand=False) for one in below)]
    ways = {hit.found for hit in hits}
    parts += [Text(f"\n{legend}", style="dim") for way, legend in LEGENDS.items() if way in ways]
    draw(*parts)


def draw_found(found: Sequence[Memory], query: str, agent: str, zone: tzinfo) -> None:
    """Draw what may be forgotten: each on one line what it is, below it what it says."""
    from rich.padding import Padding
    from rich.text import Text

    from .screen import cut, draw

    if not found:
        nothing_found(agent, query, None, asked=True)
        return
    parts: list[Any] = []
    for memory in found:
        said = Padding(Text(telling(memory, agent)), (0, 0, 0, 2), expand=False)
        parts += [cut(_what(memory, zone), "cyan"), said, ""]
    draw(*parts)


def print_forgotten(forgotten: Sequence[Memory], refused: Sequence[tuple[str, str]], left: int) -> None:
    """Print what was forgotten, and what was not."""
    sys.stdout.writelines(f"{line(memory)}\n" for memory in forgotten)
    sys.stdout.writelines(f"refused: {one_line(why)}\n" for _, why in refused)
    if left and not refused:
        sys.stdout.write("nothing was forgotten\n")


def head(hit: Hit, zone: tzinfo) -> str:
    """Return what a hit is on one line: score, id, layer, kind, time, and what sets it apart."""
    mark = "" if hit.found == "direct" else f"  {hit.found}"
    mark += "  suspect" if hit.memory.suspect else ""
    return f"{hit.score:.3f}  {_what(hit.memory, zone)}{mark}"


def _what(memory: Memory, zone: tzinfo) -> str:
    return f"{short(memory.id)}  {memory.layer} {memory.kind}  {when(memory, zone, wide=True)}"


def telling(memory: Memory, agent: str) -> str:
    """Return the words of a memory, behind its scope if that is shared, its end, and its key as a fact."""
    shared = "" if memory.scope == f"agent:{agent}" else f"[{memory.scope}] "
    ended = "" if memory.status in {"live", "archived"} else f"[{memory.status}] "
    key = f"{one_line(memory.key)} = " if memory.key else ""
    return f"{shared}{ended}{key}{preview(memory.text, TEXT_CHARS)}"


def _explained(hit: Hit, score: Score) -> list[Any]:
    """Return what each word gave, and what each part took from it or added."""
    from rich.text import Text

    from .screen import columns

    gave = ", ".join(f"{one_line(word)} {gain:.2f}" for word, gain in hit.terms)
    table = columns("part", "value", "effect", "at most", narrowing=(), right=("value", "effect", "at most"))
    table.add_row("relevance", f"{score.relevance:.3f}", "", "")
    for part in score.parts:
        table.add_row(part.name, f"{part.value:.2f}", *_effect(part))
    if hit.found == "filled":
        table.add_row("filled", "", f"to {hit.score:.3f}", "")
    return [Text(f"words: {gave or 'its neighbours in the session lend it theirs'}", style="dim"), table]


def _effect(part: Part) -> tuple[str, str]:
    """Return what a part takes from a score or adds to it, and what it could at most, as percentages."""
    if part.name == "time":
        return f"+{percent(part.share * part.value)}", f"+{percent(part.share)}"
    taken = part.share * (1 - part.value)
    return (f"-{taken * 100:.1f} %" if taken >= 0.0005 else "0 %"), f"-{percent(part.share)}"


def nothing_found(agent: str, query: str, past: str | None, *, asked: bool) -> None:
    """Say plainly that a recall found nothing."""
    where = f" {past}" if past else ""
    if asked:
        told = f"no memory that {agent} may read answers {preview(query, 60)!r}"
    else:
        told = f"{preview(query, 60)!r} asks for nothing but words that say little, such as 'the' or 的"
    sys.stdout.write(f"nothing found{where}: {told}\n")
