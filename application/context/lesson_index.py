"""The index of lessons in a context: what each says in one line, and whether it is doubted.

A context is asked for before each call of a model, and most lessons have not changed since the one before. So an open
store keeps the lines that it has read; whether something was erased is asked each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import msgspec

from ...domain.boundary import Query, QueryItem
from ...domain.content import MemoryText
from ...domain.events import (
    EVENT_TYPES,
    BootRead,
    ContextAssembled,
    JobRan,
    Recalled,
    SessionStarted,
    TaskCheckpointed,
)
from ...domain.fencing import marked, one_line
from ...domain.lessons import KIND, standing
from ...domain.moments import DAY, to_datetime
from ...projections.beliefs import BELIEFS
from ..lessons.ageing import Ages
from .candidates import Candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...domain.lesson_rules import LessonRules
    from ...domain.state import Belief
    from ..reading import View
    from ..store import Store

LESSONS_MAX = 40
"""Lessons of an index, the newest; `lessons` lists all."""
KEPT_MAX = 2_000
"""Lines that an open store keeps."""
_DOUBT = ", SUSPECT: not seen to hold for long"


_QUIET = frozenset(
    {Recalled.TYPE, ContextAssembled.TYPE, BootRead.TYPE, TaskCheckpointed.TYPE, SessionStarted.TYPE, JobRan.TYPE}
)
_CHANGING = Query(items=(QueryItem(types=tuple(sorted({event.TYPE for event in EVENT_TYPES} - _QUIET))),))
"""Whatever may change a lesson, its standing or the policy: all but what is recorded all the time and never does."""


class _Line(msgspec.Struct, frozen=True):
    summary: str
    people: tuple[str, ...]


class _Index(msgspec.Struct, frozen=True):
    """The whole index of one agent, and up to which position it holds."""

    scopes: tuple[str, ...]
    day: int
    upto: int
    lines: tuple[Candidate, ...]


class _Kept:
    """What one open store has read."""

    def __init__(self) -> None:
        self.indexes: dict[str, _Index] = {}
        """By agent."""
        self.lines: dict[int, _Line | None] = {}
        """By the position of the words; None: they cannot be read."""
        self.doubts: dict[tuple[str, int, int, int], bool] = {}
        """By memory, time of its latest change, day of the question, and days of the policy."""


_KEPT: WeakKeyDictionary[Store, _Kept] = WeakKeyDictionary()


def lesson_lines(store: Store, view: View) -> list[Candidate]:
    """Return the newest lessons that the view's agent reads, the newest first."""
    kept, erased, today = _KEPT.setdefault(store, _Kept()), store.erased(), view.moment.at // DAY
    position, known = view.moment.position, kept.indexes.get(view.agent)
    if known is None or (known.scopes, known.day) != (view.scopes, today) or _has_changed(store, known.upto, position):
        known = _Index(view.scopes, today, position, tuple(_lines(store, view, kept)))
    else:
        known = msgspec.structs.replace(known, upto=max(known.upto, position))
    kept.indexes[view.agent] = known
    return [line for line in known.lines if erased.isdisjoint(line.memories)]


def _has_changed(store: Store, after: int, upto: int) -> bool:
    """Say whether something was recorded that may have changed a lesson."""
    return any(True for _ in store.log.read(_CHANGING, after=after, upto=max(after, upto), limit=1))


def _lines(store: Store, view: View, kept: _Kept) -> list[Candidate]:
    where = {"scope": view.scopes, "kind": [KIND], "status": ["live"]}
    newest = [
        belief
        for belief in store.views.stab(BELIEFS, where, newest=LESSONS_MAX)
        if belief.layer == "L4" and belief.recorded_position <= view.moment.position
    ]
    if not newest:
        return []
    erased = store.erased()
    _read(store, kept, newest)
    doubted = _doubted(store, view, kept, newest)
    listed: list[Candidate] = []
    for belief in sorted(newest, key=lambda one: (one.recorded_position, one.memory), reverse=True):
        line = kept.lines[belief.content_position]
        if line is not None and belief.memory not in erased:
            doubt = _DOUBT if belief.memory in doubted else ""
            day = to_datetime(belief.recorded_at).date()
            said = f"{belief.memory}, {belief.source}, {day}{doubt}: {line.summary}"
            listed.append(Candidate(text=marked(said), memories=(belief.memory,), people=line.people))
    return listed


def _read(store: Store, kept: _Kept, beliefs: Sequence[Belief]) -> None:
    """Open the words that were not read yet."""
    own = {belief.content_position: belief.source == "own" for belief in beliefs}
    if len(kept.lines) > KEPT_MAX:
        kept.lines.clear()
    missing = sorted(own.keys() - kept.lines.keys())
    if not missing:
        return
    kept.lines.update(dict.fromkeys(missing))
    recorded = [store.codec.decode(one) for one in store.log.some(missing)]
    for one, words in zip(recorded, store.sealer.open_many(recorded), strict=True):
        if isinstance(words, MemoryText):
            summary = one_line(words.summary or words.text.strip().partition("\n")[0], own=own[one.position])
            people = one.event.box.subjects if one.event.box is not None else ()
            kept.lines[one.position] = _Line(summary, people)


def _doubted(store: Store, view: View, kept: _Kept, beliefs: Sequence[Belief]) -> frozenset[str]:
    """Return the ids of those that nobody has seen to hold for too long."""
    rules: LessonRules = store.policy().lessons
    today = view.moment.at // DAY
    # An agent is active on no more days than pass.
    old = [one for one in beliefs if today - one.recorded_at // DAY >= rules.suspect_days]
    if not old:
        return frozenset()
    if len(kept.doubts) > KEPT_MAX:
        kept.doubts.clear()
    keys = {one.memory: (one.memory, one.changed_at, today, rules.suspect_days) for one in old}
    unknown = [one for one in old if keys[one.memory] not in kept.doubts]
    if unknown:
        ages = Ages(store, view.moment, unknown)
        for one in unknown:
            kept.doubts[keys[one.memory]] = standing(ages.days(one), rules) == "suspect"
    return frozenset(one.memory for one in old if kept.doubts[keys[one.memory]])
