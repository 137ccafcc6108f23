"""Tasks: how each stands."""

from collections.abc import Iterable

from ..domain.events import (
    AnyEvent,
    HandedOver,
    Recorded,
    TaskCheckpointed,
    TaskCompleted,
    TaskInterrupted,
    TaskResumed,
    TaskStarted,
)
from ..domain.tasks import TaskRun, evolve_task
from .projection import Key, Projection


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case TaskStarted() | TaskCheckpointed() | TaskInterrupted() | TaskResumed() | TaskCompleted():
            return ((event.scope, event.task),)
        case HandedOver(task=str(task)):
            return ((event.from_scope, task), (event.scope, task))
        case _:
            return ()


def _apply(row: TaskRun | None, recorded: Recorded, key: Key) -> TaskRun | None:
    del key
    return evolve_task(row, recorded)


TASKS = Projection(
    name="tasks",
    version=2,
    row=TaskRun,
    key=("scope", "task"),
    keys=_keys,
    apply=_apply,
    of=(TaskStarted, TaskCheckpointed, TaskInterrupted, TaskResumed, TaskCompleted, HandedOver),
    indexes=("scope, to_position", "scope, status, to_position"),
)
