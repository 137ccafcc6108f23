"""The state of one dream, and how each event changes it."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from ..events import DreamCompleted, DreamOutcome, DreamPaused, DreamResumed, DreamStarted, DreamTrigger, Recorded

DreamStatus = Literal["running", "paused", "done", "yielded", "stopped", "abandoned"]
OPEN: tuple[DreamStatus, ...] = ("running", "paused")
"""What a dream is until it has ended; after its last sign of life, for as long as its lease."""


class DreamRun(msgspec.Struct, frozen=True):
    """One dream of one agent."""

    run: str
    agent: str
    trigger: DreamTrigger
    slot: str | None
    due_at: int | None
    status: DreamStatus
    """`abandoned`: it gave no sign of life any more, and another took its place."""
    started_position: int
    started_at: int
    pauses: int
    ended_position: int | None
    ended_at: int | None


def evolve_run(run: DreamRun | None, recorded: Recorded, key: str) -> DreamRun | None:
    """Fold one event into the state of the dream `key`."""
    event = recorded.event
    if isinstance(event, DreamStarted) and event.run == key:
        return DreamRun(
            run=key,
            agent=event.agent,
            trigger=event.trigger,
            slot=event.slot,
            due_at=event.due_at,
            status="running",
            started_position=recorded.position,
            started_at=recorded.at,
            pauses=0,
            ended_position=None,
            ended_at=None,
        )
    assert run is not None, f"position {recorded.position} is about a dream that never started"
    match event:
        case DreamStarted():
            return _ended(run, recorded, "abandoned")
        case DreamPaused():
            return replace(run, status="paused", pauses=run.pauses + 1)
        case DreamResumed():
            return replace(run, status="running")
        case DreamCompleted():
            return _ended(run, recorded, event.outcome)
        case _:
            return run


def _ended(run: DreamRun, recorded: Recorded, status: DreamOutcome | Literal["abandoned"]) -> DreamRun:
    return replace(run, status=status, ended_position=recorded.position, ended_at=recorded.at)
