"""Tasks as people read them: one in a line, one in full with the age of its checkpoint, and the list."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .memories import line
from .plain import ago, count, one_line, preview, stamp, value

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ...application.tasks import TaskView

NAME_WIDTH_MAX = 24
"""Columns that the names of a state get at most; longer ones push their own value to the right."""


def task_line(task: TaskView) -> str:
    """Return a task on one line: what a command that changed it answers."""
    return f"{line(task.memory)} {one_line(task.name)}: {task.status}, {_state_of(task)}"


def checkpoint_age(task: TaskView, zone: tzinfo) -> str:
    """Return how old the state of a task is, in words: `from a checkpoint 2 h 5 min ago, 2026-05-01 14:03Z`."""
    what = "a checkpoint" if task.checkpoints else "its start"
    return f"from {what} {ago(task.age)}, {stamp(task.checkpoint_at, zone)}"


def print_task(task: TaskView, zone: tzinfo, title: str | None = None) -> None:
    """Print one task in full: how it stands, its state, and its dates."""
    lines = [
        *([title] if title else []),
        f"{one_line(task.name)}: {_standing(task, zone)}",
        "",
        *_rows([(one_line(name), value(one)) for name, one in task.state.items()]),
        "",
        *_rows(_facts(task, zone)),
    ]
    sys.stdout.writelines(f"{told}\n" for told in lines)


def _standing(task: TaskView, zone: tzinfo) -> str:
    if task.ended_at is not None:
        return f"{task.status} {stamp(task.ended_at, zone)}"
    return f"{task.status}, {checkpoint_age(task, zone)}"


def _rows(rows: list[tuple[str, str]]) -> list[str]:
    width = min(max((len(name) for name, _ in rows), default=0), NAME_WIDTH_MAX)
    return [f"{name:<{width}}  {told}" for name, told in rows]


def _facts(task: TaskView, zone: tzinfo) -> list[tuple[str, str]]:
    def time(moment: Any) -> str | None:
        return None if moment is None else stamp(moment, zone, precise=True)

    facts = {
        "outcome": None if task.outcome is None else one_line(task.outcome),
        "started": time(task.started_at),
        "state": f"{time(task.checkpoint_at)}, {_state_of(task)}",
        "interrupted": time(task.interrupted_at),
        "completed": time(task.ended_at),
        "memory": task.memory.id,
    }
    return [(name, told) for name, told in facts.items() if told]


def _state_of(task: TaskView) -> str:
    return f"checkpoint {task.checkpoints}" if task.checkpoints else "as it started"


def draw_tasks(agent: str, title: str, tasks: Sequence[TaskView]) -> None:
    """Draw the tasks of an agent as a table, the open ones first."""
    from rich.text import Text

    from .screen import columns, cut, draw

    heading = Text(f"{agent}: {count(len(tasks), 'task')}", style="bold")
    table = columns("task", "status", "last state", "objective", narrowing=("objective",))
    for task in tasks:
        table.add_row(Text(preview(task.name, 24)), task.status, ago(task.age), cut(_telling(task)))
    draw(heading, Text(title, style="dim"), *([table] if tasks else []))


def _telling(task: TaskView) -> str:
    objective = preview(str(task.state.get("objective", task.memory.text)))
    return objective if task.outcome is None else f"{objective} → {preview(task.outcome)}"
