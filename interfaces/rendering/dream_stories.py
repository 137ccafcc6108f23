"""Dreams that were, as people read them: the list, and the story of one."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from .dream_events import TRIGGERS
from .dreams import ENDS, STAGES, abridged, quoted, times
from .events import sentence
from .memories import WIDE
from .plain import count, day, lasting, short, stamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo

    from rich.tree import Tree

    from ...application.dreams.runs import DreamDeed, DreamNote, DreamStory
    from ...application.entries import LogEntry
    from ...application.memory import Memory

MEMORIES_TOLD = 12
"""Memories of one deed that a story tells of."""
WORDS_OF_NEW = 500
"""Characters that a story quotes of what a dream wrote."""
_UNREAD = "what cannot be read any more"
_LATE = timedelta(minutes=1)


def draw_dreams(agent: str, title: str, dreams: Sequence[DreamNote], zone: tzinfo) -> None:
    """Draw dreams as a table, newest first: when, why, how it ended, what was done by stage."""
    from rich.text import Text

    from .screen import columns, draw, screen

    wide = screen().width >= WIDE
    table = columns("dream", "began", "trigger", "outcome", "pauses", "what", narrowing=("what",), right=("pauses",))
    for one in dreams:
        began = stamp(one.started_at, zone) if wide else day(one.started_at, zone)
        what = Text(_what(one))
        table.add_row(Text(short(one.run), style="yellow"), began, one.trigger, one.status, str(one.pauses), what)
    heading = Text(f"{agent}: {count(len(dreams), 'dream')}", style="bold")
    draw(heading, Text(title, style="dim"), *([table] if dreams else []))


def _what(dream: DreamNote) -> str:
    told = [f"{number:,} {stage}" for stage in STAGES if (number := dream.carried.get(stage, 0))]
    told += [f"{dream.passed_over:,} passed over"] if dream.passed_over else []
    if told:
        return ", ".join(told)
    return "nothing to do" if dream.status == "done" else "-"


def draw_story(story: DreamStory, zone: tzinfo, title: str | None) -> None:
    """Draw what one dream did."""
    from rich.text import Text

    from .screen import draw

    draw(*([Text(title, style="dim")] if title else []), story_tree(story, zone))


def story_tree(story: DreamStory, zone: tzinfo) -> Tree:
    """Return one dream as a tree: by stage, what it did and why, and the memories that it touched."""
    from rich.text import Text
    from rich.tree import Tree

    note = story.note
    tree = Tree(Text(f"{note.run}: {ENDS[note.status]}", style="bold"), guide_style="dim")
    tree.add(Text(_circumstances(note, zone)))
    for stage, deeds in _by_stage(story).items():
        gloss = STAGES.get(stage)
        named = f"{stage}: {gloss}" if gloss else stage
        branch = tree.add(Text(f"{named} ({len(deeds):,})", style="bold cyan"))
        for deed in deeds:
            _add_deed(branch, deed, zone)
    if not story.deeds:
        tree.add(Text("it found nothing to do" if note.status == "done" else "nothing was done"))
    if note.passed_over:
        were = "was" if note.passed_over == 1 else "were"
        tree.add(Text(f"{count(note.passed_over, 'proposal')} did not hold any more, and {were} passed over"))
    return tree


def _circumstances(note: DreamNote, zone: tzinfo) -> str:
    told = f"a dream of {note.agent}, {TRIGGERS[note.trigger]}"
    told += f" ({note.slot})" if note.slot else ""
    told += f", began {stamp(note.started_at, zone, precise=True)}"
    if note.late is not None and note.late >= _LATE:
        told += f", {lasting(note.late)} late"
    if note.ended_at is not None:
        told += f", took {lasting(note.ended_at - note.started_at)}"
    return told + (f", stood back {times(note.pauses)}" if note.pauses else "")


def _by_stage(story: DreamStory) -> dict[str, list[DreamDeed]]:
    """Return the deeds by stage, in the order of stages."""
    found: dict[str, list[DreamDeed]] = {}
    for deed in story.deeds:
        found.setdefault(deed.stage or _UNREAD, []).append(deed)
    return {stage: found[stage] for stage in (*STAGES, _UNREAD) if stage in found}


def _add_deed(branch: Tree, deed: DreamDeed, zone: tzinfo) -> None:
    from rich.text import Text

    from .screen import cut

    at = stamp(deed.events[0].at, zone, precise=True).partition(" ")[2]
    because = f"because {abridged(deed.because)}" if deed.because else ""
    node = branch.add(Text(", ".join(part for part in (f"{at}  {deed.rule or '-'}", because) if part)))
    born = {event.position for event in deed.events}
    told = [Text(line) for line in _suggested(deed)]
    told += [Text(_made(memory)) for memory in deed.memories if memory.position in born]
    told += [cut(_touched(memory, deed)) for memory in deed.memories if memory.position not in born]
    for line in told[:MEMORIES_TOLD]:
        node.add(line)
    if len(told) > MEMORIES_TOLD:
        node.add(Text(f"and {len(told) - MEMORIES_TOLD:,} more; --json tells of all", style="dim"))


def _suggested(deed: DreamDeed) -> Iterator[str]:
    for event in deed.events:
        if event.type.startswith("suggestion.made"):
            words = event.words.get("text", "") if isinstance(event.words, dict) else event.words or ""
            yield f"{sentence(event)}: {quoted(words)}"


def _made(memory: Memory) -> str:
    return f"{short(memory.id)} new {memory.kind} in {memory.layer}: {quoted(memory.text, WORDS_OF_NEW)}"


def _touched(memory: Memory, deed: DreamDeed) -> str:
    """Return what became of one memory, in words, and its first words."""
    return f"{short(memory.id)} {memory.kind}, {_became(memory, deed.events)}: {quoted(memory.text)}"


def _became(memory: Memory, events: Sequence[LogEntry]) -> str:
    if events[0].type.startswith("privacy.scratch_purged"):
        return "purged for ever"
    own = [sentence(event) for event in events if event.memories[:1] == (memory.id,)]
    return ", ".join(own) or memory.status
