"""Suggestions as people read them: what would change, the memories that it is about, and how to answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .dreams import abridged, quoted
from .plain import count, one_line, preview, short, shown, stamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo

    from rich.console import RenderableType

    from ...application.memory import Memory
    from ...application.suggestions import SuggestionNote

ABOUT_CHARS = 500
"""Characters of a memory that a list quotes."""
_DONE = {
    "identity": "the line stands in the identity",
    "consolidation": "the memories became one",
    "replacement": "the older value is contradicted by the newer one",
}


def draw_suggestions(
    agent: str, title: str, suggestions: Sequence[SuggestionNote], zone: tzinfo, *, answered: bool
) -> None:
    """Draw suggestions, newest first: what each would change and why, and the memories that it is about.

    Args:
        answered: whether those that were answered are among them.
    """
    from rich.text import Text

    from .screen import draw

    parts: list[Any] = [Text(f"{agent}: {_headline(len(suggestions), answered)}", style="bold")]
    parts.append(Text(title, style="dim"))
    for one in suggestions:
        parts += _drawn(one, zone)
    if any(one.status == "waiting" for one in suggestions):
        parts.append(Text("\nanswer with `remembrancer suggestions accept ID`", style="dim"))
        parts.append(Text("or `remembrancer suggestions decline ID --because WHY`: it is not asked again", style="dim"))
    draw(*parts)


def _drawn(one: SuggestionNote, zone: tzinfo) -> Iterator[RenderableType]:
    """Yield the lines of one suggestion; below its question they are indented, as often as they wrap."""
    from rich.padding import Padding
    from rich.text import Text

    yield Text(f"\n{short(one.id)}  {_wanted(one)}", style="bold cyan")
    # The words of a replacement stand in the newer memory.
    below = [] if one.change == "replacement" else [Text(f"“{shown(one.text)}”", style="green")]
    # Whole: what tells one from the other may stand at its end.
    below += [Text(_about(memory, place, one)) for place, memory in enumerate(one.concerned)]
    below += [Text(_made(one, zone), style="dim")]
    below += [] if one.status == "waiting" else [Text(_said(one, zone), style="bold")]
    for part in below:
        yield Padding(part, (0, 0, 0, 2), expand=False)


def _headline(number: int, answered: bool) -> str:
    if answered:
        return count(number, "suggestion")
    if not number:
        return "nothing waits for a person"
    return "1 suggestion waits for a person" if number == 1 else f"{number:,} suggestions wait for a person"


def _wanted(one: SuggestionNote) -> str:
    """Return what it would change, as a question."""
    match one.change:
        case "identity":
            return f"shall this be a line of the identity, among {one.section or 'rules'}?"
        case "consolidation":
            return f"shall these {len(one.concerned)} become one memory?"
        case _:
            return "does the newer one hold, and the older one no longer?"


def _made(one: SuggestionNote, zone: tzinfo) -> str:
    because = f", because {abridged(one.because)}" if one.because else ""
    return f"suggested {stamp(one.made_at, zone)}{because}"


def _about(memory: Memory, place: int, one: SuggestionNote) -> str:
    age = ("newer  ", "older  ")[min(place, 1)] if one.change == "replacement" else ""
    status = "" if memory.status == "live" else f" ({memory.status})"
    return f"{age}{short(memory.id)} {memory.layer} {memory.kind}{status}: {quoted(memory.text, ABOUT_CHARS)}"


def _said(one: SuggestionNote, zone: tzinfo) -> str:
    when = f" {stamp(one.answered_at, zone)}" if one.answered_at else ""
    by = f" by {one_line(one.answered_by)}" if one.answered_by else ""
    because = f", because {preview(one.answer_because)}" if one.answer_because else ""
    return f"{one.status}{when}{by}{because}"


def answer_line(one: SuggestionNote) -> str:
    """Return what became of a suggestion on one line: what an answer to it answers."""
    what = _DONE.get(one.change, "") if one.status == "accepted" else "it is not suggested again"
    return f"{one.id} {one.status}: {what}"
