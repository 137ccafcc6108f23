"""How far a lesson has come: noticed once, reflected on, learned, proposed for the identity, accepted by a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ...domain.events import SuggestionMade
from ...domain.ids import MEMORY
from ...domain.lessons import KIND
from ...domain.moments import to_datetime
from ...domain.texts import NAME_BYTES_MAX, check_text
from ...projections.suggestions import SUGGESTIONS
from ..entries import entry
from ..why import why
from .reading import find_lesson

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from ...domain.suggestions import Suggestion
    from ..memory import Memory
    from ..reading import View
    from ..store import Store
    from ..why import Ancestor

Stage = Literal["noticed", "reflection", "lesson", "proposed", "accepted", "declined"]


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step on the way of a lesson."""

    stage: Stage
    at: datetime
    id: str
    """Of the memory, or of the suggestion."""
    by: str
    """The actor."""
    line: str
    """The summary or the first line of the memory; for an answer, why."""
    status: str
    """Of the memory or the suggestion, at the asked moment."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


class Path(msgspec.Struct, frozen=True, kw_only=True):
    """The way of a lesson so far, in the order of time, and what the next step waits for."""

    steps: tuple[Step, ...]
    missing: str | None
    """What the next step waits for; None: the lesson stands in the identity, or was turned down."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"steps": [step.to_json() for step in self.steps], "missing": self.missing}


def path(store: Store, view: View, asked: str) -> Path:
    """Return the way of what a slug or an id names: a lesson, or a memory that fed one or came of one.

    Raises:
        UnknownLesson, UnknownMemory, AmbiguousId: it names none, or several.
    """
    check_text(asked, "the name of a lesson", NAME_BYTES_MAX)
    memory = asked if asked.startswith(MEMORY) else find_lesson(store, view, asked).memory.id
    story = why(store, view, memory)
    met = {story.memory.id: story.memory}
    for ancestor in (*_within(story.came_from), *_within(story.fed)):
        met.setdefault(ancestor.id, ancestor)
    for learned in [one for one in met.values() if one.kind == KIND and one.id != story.memory.id]:
        # What the lesson rests on besides what was asked about.
        for ancestor in _within(why(store, view, learned.id).came_from):
            met.setdefault(ancestor.id, ancestor)
    memories = sorted(met.values(), key=lambda one: (one.position, one.id))
    lessons = [one for one in memories if one.kind == KIND]
    suggested = list(_suggested(store, view, {one.id for one in lessons}))
    steps = [_memory_step(one) for one in memories]
    steps += [step for suggestion in suggested for step in _suggestion_steps(store, suggestion)]
    return Path(steps=tuple(sorted(steps, key=lambda step: step.at)), missing=_missing(store, view, lessons, suggested))


def _within(ancestors: Iterable[Ancestor]) -> Iterator[Memory]:
    for one in ancestors:
        yield one.memory
        yield from _within(one.further)


def _memory_step(memory: Memory) -> Step:
    stage: Stage = "lesson" if memory.kind == KIND else "reflection" if memory.kind == "reflection" else "noticed"
    line = memory.summary or memory.text.strip().partition("\n")[0]
    return Step(
        stage=stage, at=memory.recorded_at, id=memory.id, by=memory.recorded_by, line=line, status=memory.status
    )


def _suggested(store: Store, view: View, lessons: set[str]) -> Iterator[Suggestion]:
    where = {"scope": view.scopes, "status": ["waiting", "accepted", "declined"]}
    for row in store.views.stab(SUGGESTIONS, where, view.moment.position):
        if row.change != "identity":
            continue
        made = store.event(row.made_position).event
        if isinstance(made, SuggestionMade) and lessons.intersection(made.concerned):
            yield row


def _suggestion_steps(store: Store, row: Suggestion) -> Iterator[Step]:
    made = entry(store, store.event(row.made_position))
    said = made.words.get("text", "") if isinstance(made.words, dict) else made.words or ""
    yield Step(
        stage="proposed",
        at=to_datetime(row.made_at),
        id=row.suggestion,
        by=made.actor,
        line=said,
        status=row.status,
    )
    if row.answered_position is not None and row.status != "waiting":
        answer = entry(store, store.event(row.answered_position))
        yield Step(
            stage=row.status,
            at=answer.at,
            id=row.suggestion,
            by=answer.actor,
            line=answer.because or "",
            status=row.status,
        )


def _missing(store: Store, view: View, lessons: list[Memory], suggested: list[Suggestion]) -> str | None:
    if any(row.status in {"accepted", "declined"} for row in suggested):
        return None
    if suggested:
        return "a person's answer: `remembrancer suggestions accept ID`, or `decline`"
    live = [one for one in lessons if one.status == "live"]
    if not live:
        rules = store.policy().dreams
        return f"a lesson: what is noticed {rules.sightings} times becomes one in a dream, or record it yourself"
    needed = store.policy(view.moment.position).dreams.identity_sightings
    seen = max(one.confirmations for one in live)
    if seen >= needed:
        return "a dream, which proposes it for the identity"
    return f"confirmations: {seen} of the {needed} at which a dream proposes it for the identity"
