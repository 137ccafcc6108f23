"""Tasks: the work at hand, from its start over its checkpoints to the context that it leaves."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

from ..domain.commands import CheckpointTask, CompleteTask, InterruptTask, ResumeTask, StartTask
from ..domain.content import MemoryText
from ..domain.errors import InvalidMetadata, UnknownTask
from ..domain.moments import to_datetime
from ..domain.scopes import own
from ..projections.beliefs import BELIEFS
from ..projections.tasks import TASKS
from .handler import execute
from .memory import ERASED, SEALED, Memory
from .named import Named
from .reading import look
from .requests import given
from .store import new_memory_id
from .verbs import recorded_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from ..domain.state import Belief
    from ..domain.tasks import TaskRun
    from .reading import View
    from .requests import Caller
    from .store import Store


class TaskState(dict[str, Any]):
    """The state of a task, as its latest checkpoint says it."""

    def __init__(self, state: Mapping[str, Any], checkpoint_at: datetime, age: timedelta) -> None:
        super().__init__(state)
        self.checkpoint_at = checkpoint_at
        """When it was noted."""
        self.age = age
        """How old it was when it was asked for."""


class TaskView(Named):
    """One task of an agent, looked at anew whenever it is asked something."""

    FAMILY = "task"

    def _run(self) -> tuple[TaskRun, View]:
        view = self._view()
        run = _run(self._store, view, self._tag)
        if run is None or self._belief_of(run, view).status == "erased":
            raise UnknownTask(self._name)
        return run, view

    def _belief_of(self, run: TaskRun, view: View) -> Belief:
        belief = self._store.views.row(BELIEFS, (run.memory,), view.moment.position)
        assert belief is not None, f"{run.memory} holds a task and is not there"
        return belief

    @property
    def status(self) -> str:
        """`running`, `interrupted` (also one without a sign of life for as long as the policy says) or `completed`.

        Raises:
            UnknownTask: the agent has none of this name at the asked moment; so do all that follow.
        """
        run, view = self._run()
        return run.status_at(view.moment.at)

    @property
    def memory(self) -> Memory:
        """The memory that holds its state; once completed, its task context."""
        run, view = self._run()
        return Memory(self._store, self._belief_of(run, view), view.moment)

    @property
    def state(self) -> TaskState:
        """Its latest state."""
        run, view = self._run()
        return _state(Memory(self._store, self._belief_of(run, view), view.moment), run, view)

    @property
    def started_at(self) -> datetime:
        """When it was started."""
        return to_datetime(self._run()[0].started_at)

    @property
    def checkpoint_at(self) -> datetime:
        """When its latest state was noted."""
        return to_datetime(self._run()[0].checkpoint_at)

    @property
    def checkpoints(self) -> int:
        """How many checkpoints it has made."""
        return self._run()[0].checkpoints

    @property
    def interrupted_at(self) -> datetime | None:
        """Since when it is interrupted, None if it is not."""
        run, view = self._run()
        since = run.interrupted_since(view.moment.at)
        return None if since is None else to_datetime(since)

    @property
    def ended_at(self) -> datetime | None:
        """When it was completed."""
        ended = self._run()[0].ended_at
        return None if ended is None else to_datetime(ended)

    @property
    def age(self) -> timedelta:
        """How old its latest state is at the asked moment."""
        run, view = self._run()
        return _age(run, view)

    @property
    def outcome(self) -> str | None:
        """What came of it, once completed; `handed over` where it went to another agent."""
        run, view = self._run()
        return _outcome(Memory(self._store, self._belief_of(run, view), view.moment), run)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values, all as of one look at it."""
        run, view = self._run()
        memory = Memory(self._store, self._belief_of(run, view), view.moment)
        return {
            "name": self._name,
            "status": run.status_at(view.moment.at),
            "memory": memory.id,
            "state": dict(_state(memory, run, view)),
            "started_at": _iso(run.started_at),
            "checkpoint_at": _iso(run.checkpoint_at),
            "checkpoints": run.checkpoints,
            "age_s": _age(run, view).total_seconds(),
            "interrupted_at": _iso(run.interrupted_since(view.moment.at)),
            "ended_at": _iso(run.ended_at),
            "outcome": _outcome(memory, run),
        }


class Task(TaskView):
    """A task of an agent that acts: it may be started, and be worked on."""

    def __init__(self, store: Store, caller: Caller, name: str) -> None:
        super().__init__(store, name, lambda: look(store, caller.agent, None, None))
        self._caller = caller

    def start(
        self,
        /,
        *,
        objective: str,
        target: str | None = None,
        confidence: float | None = None,
        because: str | None = None,
        subjects: Sequence[str] = (),
        idempotency_key: str | None = None,
        **state: Any,
    ) -> TaskState:
        """Start it, with whatever else its state should hold.

        Raises:
            TaskIsOpen: it was started before and has not been completed.
            StateTooLarge: its state is over the limit of the policy.
        """
        said = {"objective": objective, "target": target, "confidence": confidence, **state}
        kept = {name: value for name, value in said.items() if value is not None}
        common = self._given("start", because, subjects, idempotency_key, kept)
        command = StartTask(**common, name=self._name, task=self._tag, memory=new_memory_id(), state=kept)
        execute(self._store, command, key=idempotency_key)
        return self.state

    def checkpoint(
        self,
        changes: Mapping[str, Any] | None = None,
        /,
        *,
        because: str | None = None,
        subjects: Sequence[str] = (),
        idempotency_key: str | None = None,
        **state: Any,
    ) -> TaskState:
        """Note how far it has come; what is not named stays as it was, and None takes a name out.

        Raises:
            UnknownTask, TaskHasEnded: there is nothing to note it for.
        """
        if changes is not None and not isinstance(changes, dict):
            raise InvalidMetadata(f"the state must be an object with names and values, not {type(changes).__name__}")
        joined = {**(changes or {}), **state}
        common = self._given("checkpoint", because, subjects, idempotency_key, joined)
        command = CheckpointTask(**common, name=self._name, task=self._tag, changes=joined)
        execute(self._store, command, key=idempotency_key)
        return self.state

    def interrupt(self, *, because: str | None = None) -> None:
        """Interrupt it; it can be resumed. One that is interrupted already stays so."""
        execute(
            self._store,
            InterruptTask(**self._given("interrupt", because, (), None, None), name=self._name, task=self._tag),
        )

    def resume(self, *, because: str | None = None) -> TaskState:
        """Go on with it: return its last checkpoint, which says how old it is."""
        execute(
            self._store, ResumeTask(**self._given("resume", because, (), None, None), name=self._name, task=self._tag)
        )
        return self.state

    def complete(
        self,
        outcome: str,
        *,
        because: str | None = None,
        subjects: Sequence[str] = (),
        idempotency_key: str | None = None,
    ) -> Memory:
        """End it with its outcome; return the task context of L2 that it became."""
        common = self._given("complete", because, subjects, idempotency_key, outcome)
        command = CompleteTask(**common, name=self._name, task=self._tag, memory=new_memory_id(), outcome=outcome)
        return recorded_memory(self._store, execute(self._store, command, key=idempotency_key))

    def _given(
        self, verb: str, because: str | None, subjects: Sequence[str], idempotency_key: str | None, said: object
    ) -> Any:
        body = {"verb": verb, "task": self._name, "because": because, "subjects": subjects, "said": said}
        return given(
            self._store,
            self._caller,
            because=because,
            subjects=subjects,
            idempotency_key=idempotency_key,
            body=body,
        )


def tasks(store: Store, view: View, again: Callable[[], View]) -> list[TaskView]:
    """Return the tasks of the view's agent: open ones first, each part newest first.

    Args:
        again: gives the view whenever one of them is asked something.
    """
    at = view.moment.position
    runs = store.views.having(TASKS, "scope", own(view.agent), at)
    held = store.views.rows(BELIEFS, [(run.memory,) for run in runs], at)

    def order(run: TaskRun) -> tuple[bool, int, int]:
        return run.status == "completed", -run.started_at, -held[run.memory,].recorded_position

    found: list[TaskView] = []
    for run in sorted(runs, key=order):
        belief = held[run.memory,]
        if belief.status != "erased":
            found.append(TaskView(store, _name_of(store, belief), again, run.task))
    return found


def _name_of(store: Store, belief: Belief) -> str:
    """Return the name of a task as the words of its memory say it."""
    if belief.memory in store.erased():
        return ERASED
    content = store.open(store.event(belief.content_position))
    return content.task or SEALED if isinstance(content, MemoryText) else SEALED


def _run(store: Store, view: View, tag: str) -> TaskRun | None:
    return store.views.row(TASKS, (own(view.agent), tag), view.moment.position)


def _state(memory: Memory, run: TaskRun, view: View) -> TaskState:
    metadata = memory.metadata or {"objective": memory.text}
    state = cast("dict[str, Any]", metadata.get("state", {})) if run.ended_at is not None else metadata
    return TaskState(state, to_datetime(run.checkpoint_at), _age(run, view))


def _age(run: TaskRun, view: View) -> timedelta:
    return timedelta(microseconds=max(view.moment.at - run.checkpoint_at, 0))


def _outcome(memory: Memory, run: TaskRun) -> str | None:
    if run.ended_at is None:
        return None
    if memory.kind == "task":
        # Its work leaves a context; only its state is there where it went to another agent.
        return "handed over"
    # Words that cannot be read say themselves why.
    return memory.metadata.get("outcome", memory.text)


def _iso(micros: int | None) -> str | None:
    return None if micros is None else to_datetime(micros).isoformat()
