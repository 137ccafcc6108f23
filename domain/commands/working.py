"""Orders about tasks and sessions."""

from typing import Any

from .base import Command
from .memories import MemoryCommand, RecordMemory


class TaskCommand(Command, frozen=True, kw_only=True):
    """An order about one task of the agent."""

    name: str
    task: str
    """HMAC of `name`."""


class StartTask(TaskCommand, frozen=True, kw_only=True):
    """Begin a task."""

    memory: str
    """Fresh id of the memory that will hold its state."""
    state: dict[str, Any]


class CheckpointTask(TaskCommand, frozen=True, kw_only=True):
    """Note how far a task has come."""

    changes: dict[str, Any]
    """What of its state is new; None takes a name out."""
    whole: bool = False
    """Whether `changes` are all of its state, and what they do not name is gone."""


class InterruptTask(TaskCommand, frozen=True, kw_only=True):
    """Interrupt a task."""

    stale: bool = False
    """Only if it has gone stale, by itself."""


class ResumeTask(TaskCommand, frozen=True, kw_only=True):
    """Go on with a task from its last checkpoint."""


class CompleteTask(TaskCommand, frozen=True, kw_only=True):
    """End a task with its outcome."""

    memory: str
    """Fresh id of its task context."""
    outcome: str


class SessionCommand(Command, frozen=True, kw_only=True):
    """An order about one session of the agent."""

    name: str
    session: str
    """HMAC of `name`."""


class StartSession(SessionCommand, frozen=True, kw_only=True):
    """Begin a session before anything is said in it."""


class SendMessage(SessionCommand, frozen=True, kw_only=True):
    """Say something within a session; the first message starts it."""

    message: RecordMemory
    """Its kind is `message`, its session this one."""


class EndSession(SessionCommand, frozen=True, kw_only=True):
    """End a session."""

    memory: str
    """Fresh id of the memory that will sum it up."""
    summary: str | None
    """None: put together from its messages."""


class CoolSession(MemoryCommand, frozen=True, kw_only=True):
    """Let the summary of a session become a task context, once it has been hot for long enough."""
