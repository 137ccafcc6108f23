"""180 days of one agent's life, with what is planted in it: the same life for the same seed.

Some 10,000 memories in English and Chinese, half each: mostly ordinary notes, and between them what nightly maintenance
should find, and what it should leave alone (`Truth`). Half of the templates are held out: whoever writes or tunes that
maintenance looks at the seen ones only, and is judged on the others.

A day is a date in UTC. Acts happen between 6:00 and midnight, so a night at 4:00 follows each day; the night after the
last day counts. Spans of days without acts are sleeps: their nights pass, and they are no age.
"""

import random
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any, Literal

import msgspec

from . import alike, everyday, lasting, templates_held_out, templates_seen, templates_third
from .acts import (
    Act,
    Confirm,
    Contradict,
    EndSession,
    EstablishIdentity,
    Message,
    Recall,
    Record,
    RunTask,
)
from .diary import Diary
from .planting import Planter
from .shapes import Language
from .truth import Truth

__all__ = [
    "Act",
    "Confirm",
    "Contradict",
    "EndSession",
    "EstablishIdentity",
    "Life",
    "Message",
    "Recall",
    "Record",
    "RunTask",
    "Templates",
    "Truth",
    "family_of",
    "group_of",
    "live",
]

Templates = Literal["seen", "held-out", "both", "third"]

MEMORIES = 10_000
"""Records and messages in a life of size 1."""
DAYS_MIN = 150
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)

_SEEN: tuple[Language, ...] = (templates_seen.ENGLISH, templates_seen.CHINESE)
_HELD_OUT: tuple[Language, ...] = (templates_held_out.ENGLISH, templates_held_out.CHINESE)
_SIDES: dict[Templates, tuple[Language, ...]] = {
    "seen": _SEEN,
    "held-out": _HELD_OUT,
    "both": (*_SEEN, *_HELD_OUT),
    "third": (templates_third.ENGLISH, templates_third.CHINESE),
}


class Life(msgspec.Struct, frozen=True, kw_only=True):
    """What happens on each day, and what must come of it."""

    days: list[list[Act]]
    """By day number, each in order of time."""
    active: list[bool]
    """By day number: whether anything happens."""
    truth: Truth
    identity: dict[str, Any]
    """The document that the agent was given on the first day."""
    begin: datetime

    def records(self) -> list[Record]:
        """Return all recordings, in order."""
        return [act for act in chain.from_iterable(self.days) if isinstance(act, Record)]


def family_of(label: str) -> str:
    """Return the family of a memory: `pattern` of `pattern-017/core-2`."""
    return label.partition("-")[0]


def group_of(label: str) -> str:
    """Return the planted thing that a memory belongs to: `pattern-017` of `pattern-017/core-2`."""
    return label.partition("/")[0]


def live(*, seed: int, templates: Templates, size: float = 1.0, days: int = 180, begin: datetime = BEGIN) -> Life:
    """Return a life.

    Args:
        size: how many memories, of 10,000. Small ones still hold at least two planted things of each family.
        days: at least 150, since what is weak must be old.
        begin: midnight of the first day, UTC.

    Raises:
        ValueError: the life is too short, or does not begin at midnight UTC.
    """
    if days < DAYS_MIN:
        raise ValueError(f"{days} days are too short a life; use {DAYS_MIN} or more")
    if begin.utcoffset() != timedelta(0) or begin.time() != datetime.min.time():
        raise ValueError(f"a life begins at midnight UTC, not at {begin.isoformat()}")
    rng = random.Random(f"{templates}/{seed}/{size}/{days}")
    diary = Diary(rng, days, begin)
    planter = Planter(rng, diary, _SIDES[templates], size)
    everyday.establish(planter)
    truth = _plant(planter)
    everyday.typed(planter)
    everyday.scratch(planter)
    said = everyday.sessions(planter)
    everyday.tasks(planter)
    told = everyday.notes(planter, max(round(MEMORIES * size) - len(diary.records) - said, 0))
    everyday.recalls(planter, told, _never_recalled(diary, truth))
    notes = frozenset(act.label for _, act in diary.records if act.kind == "note")
    return Life(
        days=diary.days(),
        active=diary.active,
        truth=msgspec.structs.replace(truth, notes=notes),
        identity=everyday.IDENTITY,
        begin=begin,
    )


def _plant(planter: Planter) -> Truth:
    return Truth(
        patterns=alike.patterns(planter),
        decoys=alike.decoys(planter),
        duplicates=alike.duplicates(planter),
        contradictions=lasting.contradictions(planter),
        superseded=lasting.superseded(planter),
        weak=lasting.weak(planter),
        strong=lasting.strong(planter),
        young=lasting.young(planter),
        dormant=lasting.dormant(planter),
        kept=lasting.kept(planter),
        promotable=lasting.promotable(planter),
        short=lasting.short(planter),
        merges=lasting.merges(planter),
        conflicts=lasting.conflicts(planter),
        important=lasting.important(planter),
        decisions=lasting.security(planter),
        observations=alike.observations(planter),
        sleeps=planter.diary.sleeps,
        notes=frozenset(),
    )


def _never_recalled(diary: Diary, truth: Truth) -> set[str]:
    """Return all that memories can be found by which must not be found."""
    silent = {*truth.weak, *truth.dormant}
    words = (
        text
        for _, act in diary.records
        if act.label in silent
        for text in (act.text, act.fields.get("summary", ""), act.fields.get("trigger", ""))
    )
    return set[str]().union(*map(everyday.marks, words))
