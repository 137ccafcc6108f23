"""What happens to tasks and sessions: the work at hand, and the talk behind it."""

from typing import Literal

from ..content import MemoryText, Reason, SessionName
from .base import AgentEvent
from .memories import MemoryEvent, NewMemory


class TaskStarted(NewMemory, frozen=True, kw_only=True):
    """A task was started; its state is a memory of L1."""

    TYPE = "task.started/1"

    task: str
    """HMAC of the task's name."""
    stale_at: int
    """When it counts as interrupted unless there is a sign of life before."""

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"task:{self.task}")


class TaskEvent(MemoryEvent, frozen=True, kw_only=True):
    """Something happened to one running task; `memory` holds its state."""

    task: str

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"task:{self.task}")


class TaskCheckpointed(TaskEvent, frozen=True, kw_only=True):
    """A task noted how far it has come; the state before was true until then."""

    TYPE = "task.checkpointed/1"
    CONTENT = MemoryText

    revision: int
    """Number of the state; the one that it started with is 1."""
    confidence: int
    """1 to 10."""
    valid_from: int
    stale_at: int


class TaskInterrupted(TaskEvent, frozen=True, kw_only=True):
    """A task was interrupted; it can be resumed."""

    TYPE = "task.interrupted/1"

    ground: Literal["asked", "stale"]
    since: int
    """When it was interrupted: for one that went stale, when it did."""


class TaskResumed(TaskEvent, frozen=True, kw_only=True):
    """A task went on from its last checkpoint."""

    TYPE = "task.resumed/1"

    checkpoint_at: int
    """Time of the state that it goes on from."""
    stale_at: int


class TaskCompleted(NewMemory, frozen=True, kw_only=True):
    """A task was completed; its state left L1, and became a task context of L2 with its outcome."""

    TYPE = "task.completed/1"

    task: str
    completes: str
    """Id of the memory that held the state of the task."""

    @property
    def memories(self) -> tuple[str, ...]:
        return (self.memory, self.completes)

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"task:{self.task}")


class SessionStarted(AgentEvent, frozen=True, kw_only=True):
    """A session was started."""

    TYPE = "session.started/1"
    CONTENT = SessionName

    session: str
    """HMAC of the session's name."""

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"session:{self.session}")


class SessionEnded(NewMemory, frozen=True, kw_only=True):
    """A session ended with a summary; its messages expired."""

    TYPE = "session.ended/1"

    composed: bool
    """Whether the summary was put together from the messages; else it was given."""
    messages: tuple[str, ...]
    """Ids of the messages that were alive until then."""

    @property
    def memories(self) -> tuple[str, ...]:
        return (self.memory, *self.messages)


class SessionCooled(MemoryEvent, frozen=True, kw_only=True):
    """The summary of a session was hot no more, and became a task context."""

    TYPE = "session.cooled/1"
    CONTENT = Reason

    ground: Literal["age", "bound"]
    bound: int | None
    """The bound that it fell out of."""
    kind: str
    """What it became."""

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"kind:{self.kind}")
