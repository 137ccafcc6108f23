"""Dreams that were: each run, what it did and why, as of any time."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.boundary import Query, QueryItem
from ...domain.errors import AmbiguousId, UnknownDream
from ...domain.events import DreamCompleted, DreamEvent
from ...domain.ids import DREAM, abbreviated
from ...domain.moments import to_datetime
from ...domain.texts import check_range
from ...projections.beliefs import BELIEFS
from ...projections.dreams import DREAMS
from ..entries import entry
from ..memory import Memory

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, timedelta

    from ...domain.dreams.runs import DreamRun
    from ...domain.events import Recorded
    from ..entries import LogEntry
    from ..reading import View
    from ..store import Store

LIMIT_MAX = 1_000_000
"""Dreams that may be asked for at once."""
LATEST = "latest"
"""Stands for the dream that began last."""


class DreamNote(msgspec.Struct, frozen=True, kw_only=True):
    """One dream: when, why, and how it ended."""

    run: str
    agent: str
    trigger: str
    """`asked`, `night`, `heartbeat` or `size`."""
    status: str
    """`running`, `paused`, `done`, `yielded`, `stopped` or `abandoned`."""
    slot: str | None
    """The night that it was due on."""
    due_at: datetime | None
    started_at: datetime
    ended_at: datetime | None
    pauses: int
    """How many pauses are told by events."""
    carried: dict[str, int]
    """By stage, how many proposals were carried out, so far if it has not come to its end."""
    passed_over: int

    @property
    def late(self) -> timedelta | None:
        """How long after it was due it began."""
        return None if self.due_at is None else self.started_at - self.due_at

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain = msgspec.to_builtins(self)
        late = self.late
        return {**plain, "late_s": None if late is None else late.total_seconds()}


class DreamDeed(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a dream did: the events of one proposal."""

    stage: str | None
    """None: it cannot be read any more."""
    rule: str | None
    because: str | None
    """`[sealed]` or `[erased]` where it cannot be read."""
    events: tuple[LogEntry, ...]
    memories: tuple[Memory, ...]
    """As they stood right after it."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "stage": self.stage,
            "rule": self.rule,
            "because": self.because,
            "events": [event.to_json() for event in self.events],
            "memories": [memory.to_json() for memory in self.memories],
        }


class DreamStory(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one dream did."""

    note: DreamNote
    deeds: tuple[DreamDeed, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {**self.note.to_json(), "deeds": [deed.to_json() for deed in self.deeds]}


def dreams(store: Store, view: View, limit: int) -> list[DreamNote]:
    """Return the dreams of the view's agent up to its moment, newest first."""
    check_range(limit, "the limit", 1, LIMIT_MAX)
    return [_note(store, view, run) for run in _runs(store, view)[:limit]]


def dream_story(store: Store, view: View, asked: str) -> DreamStory:
    """Return what one dream did, in order.

    Args:
        asked: its id, at least 4 characters of it, or `latest`.

    Raises:
        UnknownDream, AmbiguousId: it names none of this agent, or several.
    """
    run = _named(_runs(store, view), asked)
    deeds = tuple(_deed(store, view, group) for group in _groups(store, view, run))
    return DreamStory(note=_note(store, view, run), deeds=deeds)


def _runs(store: Store, view: View) -> list[DreamRun]:
    runs = store.views.having(DREAMS, "agent", view.agent, view.moment.position)
    return sorted(runs, key=lambda run: run.started_position, reverse=True)


def _named(runs: list[DreamRun], asked: str) -> DreamRun:
    if asked == LATEST:
        if not runs:
            raise UnknownDream(asked)
        return runs[0]
    prefix = abbreviated(asked, DREAM, "dreams")
    found = [run for run in runs if run.run.startswith(prefix)]
    if not found:
        raise UnknownDream(asked)
    if len(found) > 1:
        raise AmbiguousId(asked, tuple(sorted(run.run for run in found)))
    return found[0]


def _events_of(store: Store, view: View, run: DreamRun) -> list[Recorded]:
    query = Query(items=(QueryItem(tags=(f"dream:{run.agent}",)),))
    upto = view.moment.position if run.ended_position is None else run.ended_position
    found = map(store.codec.decode, store.log.read(query, after=run.started_position - 1, upto=upto))
    return [recorded for recorded in found if recorded.event.actor == f"dream:{run.run}"]


def _groups(store: Store, view: View, run: DreamRun) -> list[list[Recorded]]:
    """Return the events of a dream, those of one proposal together."""
    groups: dict[str, list[Recorded]] = {}
    for recorded in _events_of(store, view, run):
        if not isinstance(recorded.event, DreamEvent):
            groups.setdefault(recorded.event.cause, []).append(recorded)
    return [*groups.values()]


def _note(store: Store, view: View, run: DreamRun) -> DreamNote:
    end = None if run.ended_position is None else store.event(run.ended_position).event
    completed = end if isinstance(end, DreamCompleted) else None
    return DreamNote(
        run=run.run,
        agent=run.agent,
        trigger=run.trigger,
        status=run.status,
        slot=run.slot,
        due_at=None if run.due_at is None else to_datetime(run.due_at),
        started_at=to_datetime(run.started_at),
        ended_at=None if run.ended_at is None else to_datetime(run.ended_at),
        pauses=run.pauses,
        carried=completed.carried if completed else _carried(store, view, run),
        passed_over=completed.passed_over if completed else 0,
    )


def _carried(store: Store, view: View, run: DreamRun) -> dict[str, int]:
    """Return what its events say, for a dream that did not come to say it itself."""
    groups = ([entry(store, recorded) for recorded in group] for group in _groups(store, view, run))
    return dict(Counter(stage for stage, _ in map(_rule, groups) if stage))


def _rule(entries: Sequence[LogEntry]) -> tuple[str, str]:
    """Return the stage and the rule of one proposal; empty where they cannot be read any more."""
    rules = (one.words["rule"] for one in entries if isinstance(one.words, dict) and "rule" in one.words)
    stage, _, rule = str(next(rules, "")).partition("/")
    return stage, rule


def _deed(store: Store, view: View, group: list[Recorded]) -> DreamDeed:
    entries = [entry(store, recorded) for recorded in group]
    stage, rule = _rule(entries)
    touched = dict.fromkeys(memory for recorded in group for memory in recorded.event.memories)
    held = store.views.rows(BELIEFS, [(memory,) for memory in touched], group[-1].position)
    beliefs = [held[memory,] for memory in touched if (memory,) in held]
    return DreamDeed(
        stage=stage or None,
        rule=rule or None,
        because=next((one.because for one in entries if one.because is not None), None),
        events=tuple(entries),
        memories=tuple(Memory(store, one, view.moment) for one in beliefs if one.scope in view.scopes),
    )
