"""The chapters about dreams: what was noticed by day becomes one by night, and what nobody uses fades."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

from ..rendering.dream_stories import story_tree
from ..rendering.dreams import abridged, tally, worded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...application.agent import Agent
    from ...application.dreams.report import DreamStep
    from ...application.memory import Memory
    from ...application.remembrancer import Remembrancer
    from .telling import Teller, Week

NOTICED = ((14, "Use 150-word abstracts"), (16, "Use 150-word abstracts again"), (19, "Again: use 150-word abstracts"))
NOTICED_IN_CHINESE = ((15, "使用要点列表"), (17, "还是使用要点列表"), (20, "使用要点列表。"))
PREFERRED = (
    ("Reader 44 prefers a short title", 8),
    ("Reader 44 prefers bullet points", 7),
    ("Reader 44 dislikes tables", 6),
)
"""Preferences of one reader, each with how sure Atlas is."""
FIRST_DAY = 13
FIRST_NIGHT = 23
QUIET_DAYS = range(FIRST_NIGHT + 1, FIRST_NIGHT + 36)
"""Days on which Atlas does something, but asks for none of what it noted before."""


def days(week: Week, teller: Teller, memory: Remembrancer, atlas: Agent) -> None:
    """Tell of days on which the same is noticed again and again."""
    teller.chapter("Two weeks of briefings: remembrancer --agent atlas dream --dry-run")
    week.to(FIRST_DAY, 9)
    ann = memory.agent("atlas", by="user:ann")
    ann.establish_identity({"version": 1, "mission": "Write briefings that are read"}, because="it has proved itself")
    teller.did(week, "ann", "gives Atlas an identity of its own")
    for day, text in sorted(NOTICED + NOTICED_IN_CHINESE):
        week.to(day, 10)
        category = "length" if (day, text) in NOTICED else "layout"
        atlas.record(text, category=category, subjects=["user:43"])
    week.to(21, 10)
    atlas.record("Reader 43 prefers shorter versions", category="length", subjects=["user:43"])
    atlas.record("Read rate rose 30%", category="length", subjects=["user:43"])
    teller.did(week, "atlas", "has noticed the same on three days each, in English and in Chinese")
    for text, confidence in PREFERRED:
        atlas.record(text, kind="preference", confidence=confidence, category="briefing", subjects=["user:44"])
    teller.did(week, "atlas", "notes what reader 44 prefers; that tables are disliked is less sure")
    lesson = atlas.record(
        "Send no number that has no source",
        kind="lesson",
        importance=8,
        trigger="post 7 was taken back",
        summary="No number without a source",
    )
    for _ in range(6):
        atlas.confirm(lesson.id, because="a number had no source, and was found in time")
    teller.did(week, "atlas", "learns a lesson, and sees it hold six times")


def night(week: Week, teller: Teller, atlas: Agent) -> None:
    """Tell what a dream would do, let it, and tell what it did."""
    week.to(FIRST_NIGHT, 4)
    planned = atlas.dream(dry_run=True)
    rows = [(step.stage, abridged(step.because), _effect(step, atlas)) for step in planned.proposals]
    teller.table("stage", "why", "what would change", rows=rows)
    teller.say("So far nothing has changed. Then it dreams:")
    report = atlas.dream()
    teller.did(week, "atlas", f"dreams: {tally(report.proposals)}; {len(report.events)} events, each with its reason")

    teller.chapter("What the dream did, and why: remembrancer --agent atlas dreams show latest")
    teller.show(story_tree(atlas.dream_story("latest"), UTC))
    # Of each rule, the last one: the practice in Chinese, and the pattern.
    made = {step.rule: step.made for step in report.proposals if step.rule in {"same-again", "same-category"}}
    for memory in made.values():
        if memory is not None:
            _lineage(teller, atlas, atlas.show(memory))


def _effect(step: DreamStep, atlas: Agent) -> str:
    return worded(step.effect, lambda memory: atlas.show(memory).text)


def _firsts(steps: Iterable[DreamStep], atlas: Agent) -> list[tuple[str, ...]]:
    """Return a row for each stage: how many steps it took, and the first."""
    found: dict[str, list[DreamStep]] = {}
    for step in steps:
        found.setdefault(step.stage, []).append(step)
    return [
        (stage, str(len(those)), _effect(those[0], atlas), abridged(those[0].because)) for stage, those in found.items()
    ]


def _lineage(teller: Teller, atlas: Agent, made: Memory) -> None:
    teller.chapter(f"Where it came from: remembrancer --agent atlas why {made.id[:12]}")
    teller.say(f"“{made.text}”")
    for source in atlas.why(made.id).came_from:
        memory = source.memory
        teller.say(f"{memory.kind} ({memory.status}), {source.relation}: “{memory.text}”", memory.id[:12])


def morning(week: Week, teller: Teller, memory: Remembrancer, atlas: Agent) -> None:
    """Tell what waits for a person, and let one answer."""
    teller.chapter("What a dream may not do by itself: remembrancer --agent atlas suggestions")
    week.to(FIRST_NIGHT, 9)
    ann = memory.agent("atlas", by="user:ann")
    for one in atlas.suggestions():
        teller.say(f"{one.change}: “{one.text}”", one.id[:12])
        if one.change == "identity":
            ann.accept(one.id, because="so it shall be")
            teller.did(week, "ann", "accepts: a person's word, the only way into L5")


def weeks(week: Week, teller: Teller, atlas: Agent) -> None:
    """Tell what fades while nobody asks for it."""
    teller.chapter("Five weeks later: what nobody used")
    for day in QUIET_DAYS:
        week.to(day, 10)
        atlas.record(f"Briefing of day {day}", kind="prompt")
    week.to(QUIET_DAYS[-1] + 1, 4)
    report = atlas.dream()
    teller.table("stage", "steps", "the first of them", "why", rows=_firsts(report.proposals, atlas))
    again = atlas.dream()
    teller.did(week, "atlas", f"dreams once more: {tally(again.proposals) or 'nothing to do'}")
    teller.say("Whatever retired, was merged or forgotten can be restored, and asked for as of any day before.")
