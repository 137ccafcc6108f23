"""The story that `remembrancer demo` tells: two agents, a belief that stopped being true, a life and its nights."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from ...application.opening import create_store
from ...application.remembrancer import Remembrancer
from . import beliefs, nights, practice, questions
from .telling import Teller, Week

if TYPE_CHECKING:
    from ...application.memory import Memory


def run(where: str | None = None, console: Console | None = None) -> Path:
    """Live the story in a fresh store, tell it, and return the folder of the store.

    Args:
        where: a folder that holds no store yet; None: a temporary one.

    Raises:
        StoreExists: there is a store already.
    """
    path = Path(where) if where is not None else Path(tempfile.mkdtemp(prefix="remembrancer-demo-"))
    week = Week()
    create_store(path, clock=week)
    teller = Teller(console or Console(highlight=False))
    with Remembrancer.open(path, clock=week) as memory:
        atlas, borea = memory.agent("atlas"), memory.agent("borea")
        old, new = beliefs.live(memory, week, teller, atlas, borea)
        beliefs.believed(teller, borea, old, new)
        questions.asked(teller, borea)
        beliefs.why(teller, borea, old)
        beliefs.changed(teller, memory)
        practice.work(week, teller, atlas)
        practice.caution(week, teller, borea)
        practice.judgement(week, teller, borea)
        nights.days(week, teller, memory, atlas)
        nights.night(week, teller, atlas)
        nights.morning(week, teller, memory, atlas)
        nights.weeks(week, teller, atlas)
        beliefs.rules(teller, atlas, borea)
        _end(teller, memory, path, old)
    return path


def _end(teller: Teller, memory: Remembrancer, path: Path, old: Memory) -> None:
    teller.chapter("The record")
    wrong = memory.check()
    verdict = "all views equal a fresh fold of it" if not wrong else "; ".join(wrong)
    teller.say(f"{memory.position} events; {verdict}.")
    teller.say("Try it:")
    for command in (
        "layers --agent borea --as-of 2026-05-06",
        'recall "谁检查帖子" --agent borea --as-of 2026-05-06',
        f"why {old.id[:12]} --agent borea",
        "task list --agent atlas",
        "decision quality --agent borea",
        "dreams --agent atlas",
        "log --newest-first -n 5",
        "layers --agent atlas --json",
    ):
        teller.command(f"remembrancer --store {path} {command}")
