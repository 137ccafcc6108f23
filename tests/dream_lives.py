"""Dreaming processes of the tests, and lives that give them something to do."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from typing import Any

from remembrancer import Agent, Refused, Remembrancer
from remembrancer.application.dreams.running import DreamProgress
from settable_clock import SettableClock

BEGIN = datetime(2026, 5, 4, 9, tzinfo=UTC)
QUICK: dict[str, int] = {"quiet_s": 1, "patience_s": 30, "pause_noted_s": 30}
"""Rules under which nobody has to wait long for a dream to go on."""

ANIMALS = ("otter", "heron", "badger", "lynx", "marten", "pike", "wren", "stoat", "adder", "newt")
PLACES = ("harbour", "quarry", "orchard", "viaduct", "cellar", "rectory", "foundry", "granary", "weir", "pier")


def old_notes(
    memory: Remembrancer, clock: SettableClock, count: int, *, name: str = "atlas", days: int = 40
) -> list[str]:
    """Record notes that have nothing in common, and let their agent be active for long enough that they retire."""
    agent = memory.agent(name)
    clock.time = BEGIN
    texts = (
        f"The {ANIMALS[n % 10]} of {PLACES[n // 10 % 10]} was counted as specimen {n} by warden {chr(97 + n % 26)}{n}"
        for n in range(count)
    )
    found = agent.record_many({"text": text} for text in texts)
    for _ in range(days):
        clock.forward(days=1)
        agent.record(f"{clock.time:%B %d}", kind="request")
    return [one.id for one in found]


def seen_often(agent: Agent, clock: SettableClock, text: str, times: int, **said: Any) -> list[str]:
    """Record the same on several days."""
    ids: list[str] = []
    for _ in range(times):
        ids.append(agent.record(text, **said).id)
        clock.forward(days=1)
    return ids


def later(moment: str) -> Callable[[], datetime]:
    """Return a clock that has stopped at a moment."""
    at = datetime.fromisoformat(moment)
    return lambda: at


def dream_and_tell(folder: str, moment: str, tell: Connection) -> None:
    """Dream once for atlas and tell of each proposal before it is carried out; then of the outcome."""
    with Remembrancer.open(folder, clock=later(moment)) as memory:

        def said(progress: DreamProgress) -> None:
            tell.send(progress.done)

        try:
            report = memory.agent("atlas").dream(progress=said)
        except Refused as refusal:
            tell.send(str(refusal))
        else:
            tell.send(report.outcome)


def dream_slowly(folder: str, moment: str, tell: Connection) -> None:
    """Dream once for atlas, telling of each proposal and waiting for an answer before it is carried out."""
    with Remembrancer.open(folder, clock=later(moment)) as memory:

        def said(progress: DreamProgress) -> None:
            tell.send(progress.done)
            tell.recv()

        tell.send(memory.agent("atlas").dream(progress=said).outcome)


def after(moment: datetime, **duration: float) -> str:
    """Return a later moment as text."""
    return (moment + timedelta(**duration)).isoformat()
