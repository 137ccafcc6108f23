"""The index of lessons: it links, and does not repeat; a lesson is opened when it matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.content import MemoryText
from ...domain.errors import AmbiguousId, UnknownLesson
from ...domain.ids import MEMORY
from ...domain.lessons import KIND, Titled, full_slug, slugs, standing
from ...domain.moments import to_datetime
from ...domain.texts import NAME_BYTES_MAX, check_text
from ...projections.beliefs import BELIEFS
from ..audit import history
from ..memory import Memory
from ..reading import find_belief
from ..why import why
from .ageing import Ages

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from ...domain.state import Belief
    from ..entries import LogEntry
    from ..reading import View
    from ..store import Store
    from ..why import Why

PAGE = 500
"""Events that are opened at once."""
_EVERY_STATUS = (
    "live", "superseded", "merged", "contradicted", "forgotten", "archived", "quarantined", "erased",
)  # fmt: skip
_GONE_ON = frozenset({"superseded", "merged", "erased"})
"""What gives its slug to what goes on instead."""


class LessonNote(msgspec.Struct, frozen=True, kw_only=True):
    """One lesson as the index has it."""

    slug: str
    """What it is called; made of its first summary, unique in its scope."""
    memory: Memory
    summary: str
    """Its present one; `[sealed]` or `[erased]` where it cannot be read."""
    recorded_at: datetime
    held_at: datetime
    """When it was recorded or last seen to hold."""
    age_days: int
    """Days on which its agent has been active since then."""
    state: str
    """`fresh` or `suspect` while it is live, else its status."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values, without the lesson itself."""
        return {
            "slug": self.slug,
            "id": self.memory.id,
            "scope": self.memory.scope,
            "agent": self.memory.agent,
            "summary": self.summary,
            "state": self.state,
            "recorded_at": self.recorded_at.isoformat(),
            "held_at": self.held_at.isoformat(),
            "age_days": self.age_days,
        }


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """One lesson, whole: what it says, what taught it, what became of it, where it came from."""

    note: LessonNote
    history: tuple[LogEntry, ...]
    story: Why

    @property
    def slug(self) -> str:
        """What it is called."""
        return self.note.slug

    @property
    def memory(self) -> Memory:
        """The memory that it is."""
        return self.note.memory

    @property
    def trigger(self) -> str | None:
        """The incident that taught it."""
        return self.memory.trigger

    @property
    def state(self) -> str:
        """`fresh` or `suspect` while it is live, else its status."""
        return self.note.state

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        story = self.story.to_json()
        return {
            **self.note.to_json(),
            "memory": self.memory.to_json(),
            "history": [entry.to_json() for entry in self.history],
            "came_from": story["came_from"],
            "fed": story["fed"],
        }


def lessons(store: Store, view: View, *, every: bool = False) -> list[LessonNote]:
    """Return the lessons that the view's agent reads, newest first.

    Args:
        every: also those that are out of recall, such as quarantined, forgotten or superseded ones.
    """
    notes = _notes(store, view, _lessons(store, view))
    return notes if every else [note for note in notes if note.state in {"fresh", "suspect"}]


def find_lesson(store: Store, view: View, asked: str) -> LessonNote:
    """Return the lesson that a slug names; of several, the one that is live, else the agent's own.

    Args:
        asked: a slug, a slug with the first four characters of an id behind it, or an id or its beginning.

    Raises:
        UnknownLesson: there is none.
        AmbiguousId: several live ones of as many scopes have the slug.
    """
    check_text(asked, "the name of a lesson", NAME_BYTES_MAX)
    found = _lessons(store, view)
    if asked.startswith(MEMORY):
        memory = find_belief(store, view, asked).memory
        return _only(asked, [note for note in _notes(store, view, found) if note.memory.id == memory])
    notes = _notes(store, view, found)
    named = [note for note in notes if note.slug == asked]
    if not named:
        named = [note for note in notes if full_slug(_base(note), note.memory.id) == asked]
    live = [note for note in named if note.memory.status == "live"]
    return _only(asked, live or named)


def _base(note: LessonNote) -> str:
    """Return a slug as it would be if nothing else had the same."""
    own = full_slug("", note.memory.id)
    return note.slug.removesuffix(own)


def _only(asked: str, named: Sequence[LessonNote]) -> LessonNote:
    if not named:
        raise UnknownLesson(asked)
    if len(named) > 1:
        raise AmbiguousId(asked, tuple(sorted(note.memory.id for note in named)))
    return named[0]


def lesson(store: Store, view: View, asked: str) -> Lesson:
    """Return one lesson with its history and its lineage.

    Raises:
        UnknownLesson, AmbiguousId: as `find_lesson`.
    """
    note = find_lesson(store, view, asked)
    story = why(store, view, note.memory.id)
    return Lesson(note=note, history=tuple(history(store, view, note.memory.id)), story=story)


def _lessons(store: Store, view: View) -> list[Belief]:
    where = {"scope": view.scopes, "kind": [KIND], "status": _EVERY_STATUS}
    found = store.views.stab(BELIEFS, where, view.moment.position)
    return sorted(found, key=lambda belief: (belief.recorded_position, belief.memory))


def _notes(store: Store, view: View, found: Sequence[Belief]) -> list[LessonNote]:
    """Return the notes of lessons, which come in the order of their recording, newest first."""
    position = view.moment.position
    rules = store.policy(position if view.moment.past else None).lessons
    words = words_at(store, {at for one in found for at in (one.recorded_position, one.content_position)})
    erased = store.erased()

    def title(belief: Belief) -> str | None:
        first = None if belief.memory in erased else words.get(belief.recorded_position)
        return None if first is None else _line(first)

    named = slugs(
        Titled(id=one.memory, scope=one.scope, title=title(one), stands=one.status not in _GONE_ON) for one in found
    )
    ages = Ages(store, view.moment, found)
    notes: list[LessonNote] = []
    for belief in reversed(found):
        memory = Memory(
            store, belief, view.moment, None if belief.memory in erased else words.get(belief.content_position)
        )
        days = ages.days(belief)
        notes.append(
            LessonNote(
                slug=named[belief.memory],
                memory=memory,
                summary=memory.summary or _first_line(memory.text),
                recorded_at=to_datetime(belief.recorded_at),
                held_at=to_datetime(ages.held_at(belief)),
                age_days=days,
                state=standing(days, rules) if memory.status == "live" else memory.status,
            )
        )
    return notes


def words_at(store: Store, positions: Iterable[int]) -> dict[int, MemoryText]:
    """Return the words of memories by the positions of the events that hold them, as far as they can be read."""
    asked = sorted(positions)
    found: dict[int, MemoryText] = {}
    for start in range(0, len(asked), PAGE):
        recorded = [store.codec.decode(stored) for stored in store.log.some(asked[start : start + PAGE])]
        for one, content in zip(recorded, store.sealer.open_many(recorded), strict=True):
            if isinstance(content, MemoryText):
                found[one.position] = content
    return found


def _line(words: MemoryText) -> str:
    return words.summary or _first_line(words.text)


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]
