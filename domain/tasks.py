"""The state of one task, and how each event changes it. Its words are in the memory that holds its state."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from .events import HandedOver, Recorded, TaskCheckpointed, TaskCompleted, TaskInterrupted, TaskResumed, TaskStarted

TaskStatus = Literal["running", "interrupted", "completed"]


class TaskRun(msgspec.Struct, frozen=True):
    """The latest run of one task."""

    scope: str
    task: str
    """HMAC of its name."""
    agent: str
    memory: str
    """Id of the memory that holds its state; once completed, of its task context."""
    status: TaskStatus
    """`running` may be stale; that follows from `stale_at` and the asked time."""
    started_at: int
    checkpoint_at: int
    """Time of its latest state."""
    checkpoints: int
    stale_at: int
    interrupted_at: int | None
    ended_at: int | None

    def status_at(self, asked_at: int) -> TaskStatus:
        """Return how it stands at a time: what has gone stale is interrupted, without an event."""
        return "interrupted" if self.status == "running" and self.stale_at <= asked_at else self.status

    def interrupted_since(self, asked_at: int) -> int | None:
        """Return since when it is interrupted at a time, None if it is not."""
        if self.status_at(asked_at) != "interrupted":
            return None
        return self.stale_at if self.interrupted_at is None else self.interrupted_at


def evolve_task(run: TaskRun | None, recorded: Recorded) -> TaskRun | None:
    """Fold one event of a task into its state."""
    event = recorded.event
    if isinstance(event, HandedOver):
        return _handed(run, recorded, event)
    if isinstance(event, TaskStarted):
        return TaskRun(
            scope=event.scope,
            task=event.task,
            agent=event.agent,
            memory=event.memory,
            status="running",
            started_at=recorded.at,
            checkpoint_at=recorded.at,
            checkpoints=0,
            stale_at=event.stale_at,
            interrupted_at=None,
            ended_at=None,
        )
    assert run is not None, f"position {recorded.position} changes a task that was never started"
    match event:
        case TaskCheckpointed():
            return replace(
                run,
                status="running",
                checkpoint_at=recorded.at,
                checkpoints=run.checkpoints + 1,
                stale_at=event.stale_at,
                interrupted_at=None,
            )
        case TaskInterrupted():
            return replace(run, status="interrupted", interrupted_at=event.since)
        case TaskResumed():
            return replace(run, status="running", stale_at=event.stale_at, interrupted_at=None)
        case TaskCompleted():
            return replace(run, status="completed", memory=event.memory, interrupted_at=None, ended_at=recorded.at)
        case _:
            return run


def _handed(run: TaskRun | None, recorded: Recorded, event: HandedOver) -> TaskRun | None:
    """Return a task that was handed over: the run of the giver has ended, that of the receiver waits to be resumed."""
    if run is not None and run.memory == event.hands:
        return replace(run, status="completed", interrupted_at=None, ended_at=recorded.at)
    assert event.task is not None, f"position {recorded.position} was found as a task"
    return TaskRun(
        scope=event.scope,
        task=event.task,
        agent=event.agent,
        memory=event.memory,
        status="interrupted",
        started_at=recorded.at,
        checkpoint_at=recorded.at,
        checkpoints=0,
        stale_at=recorded.at,
        interrupted_at=recorded.at,
        ended_at=None,
    )
