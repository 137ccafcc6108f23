"""Tasks: one state of L1 each, from its start over its checkpoints to the task context that it leaves in L2."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ..boundary import QueryItem
from ..commands import CheckpointTask, CompleteTask, InterruptTask, ResumeTask, StartTask, TaskCommand
from ..content import MemoryText
from ..errors import InvalidMetadata, InvalidText, StateTooLarge, TaskHasEnded, TaskIsOpen, UnknownTask
from ..events import (
    Draft,
    HandedOver,
    Recorded,
    SubjectErased,
    TaskCheckpointed,
    TaskCompleted,
    TaskInterrupted,
    TaskResumed,
    TaskStarted,
)
from ..facts import Decision, Facts
from ..moments import SECOND, to_datetime
from ..scopes import own
from ..state import Belief, evolve
from ..tasks import TaskRun
from ..texts import check_line, check_metadata, check_text, tenths
from .bounds import retire_excess
from .grounds import draft, envelope, reason, subjects

TASK = "task"
CONTEXT = "task-context"
OBJECTIVE_BYTES_MAX = 2_000
CONFIDENCE = 5
"""Of a state that does not say how sure it is."""

TASK_TYPES = tuple(
    event.TYPE for event in (TaskStarted, TaskCheckpointed, TaskInterrupted, TaskResumed, TaskCompleted, HandedOver)
)
"""Events after which a decision about a task must be made again."""


def start(facts: Facts, command: StartTask, now: int) -> Decision:
    """Decide a `StartTask`."""
    check_line(command.name, "the task")
    run = facts.tasks.get((own(command.agent), command.task))
    if run is not None and run.status != "completed" and facts.memory(run.memory).status == "live":
        since = run.interrupted_since(now) or run.started_at
        raise TaskIsOpen(command.name, run.status_at(now), to_datetime(since).isoformat(timespec="seconds"))
    state = _checked(facts, command, command.state)
    event = TaskStarted(
        **_born(facts, command, command.memory, TASK, _sureness(state)),
        layer="L1",
        home_layer="L1",
        stale_at=_stale_at(facts, now),
    )
    return Decision(drafts=(draft(event, _words(command, state, ())),), conflicts=_unchanged(command, run))


def checkpoint(facts: Facts, command: CheckpointTask, now: int) -> Decision:
    """Decide a `CheckpointTask`: what is new joins the state; a name that is set to None leaves it."""
    run, belief = _open_task(facts, command, "checkpoint")
    before = facts.words.get(run.memory)
    kept = before.metadata if before and before.metadata and not command.whole else {}
    joined = {**kept, **command.changes}
    state = _checked(facts, command, {name: value for name, value in joined.items() if value is not None})
    event = TaskCheckpointed(
        **envelope(facts, command, run.scope),
        memory=run.memory,
        task=run.task,
        revision=belief.revision + 1,
        confidence=_sureness(state),
        valid_from=max(now, belief.valid_from),
        stale_at=_stale_at(facts, now),
    )
    words = _words(command, state, before.subjects if before else ())
    return Decision(drafts=(draft(event, words),), conflicts=_unchanged(command, run))


def interrupt(facts: Facts, command: InterruptTask, now: int) -> Decision:
    """Decide an `InterruptTask`; one that is interrupted already stays so."""
    run, _ = _open_task(facts, command, "interrupt")
    stale = run.status_at(now) == "interrupted"
    if run.status == "interrupted" or (command.stale and not stale):
        return Decision()
    event = TaskInterrupted(
        **envelope(facts, command, run.scope),
        memory=run.memory,
        task=run.task,
        ground="stale" if stale else "asked",
        since=run.stale_at if stale else now,
    )
    return Decision(drafts=(draft(event, _why(facts, command, run)),), conflicts=_unchanged(command, run))


def resume(facts: Facts, command: ResumeTask, now: int) -> Decision:
    """Decide a `ResumeTask`: also one that still counts as running goes on, for who ran it may have died."""
    run, _ = _open_task(facts, command, "resume")
    event = TaskResumed(
        **envelope(facts, command, run.scope),
        memory=run.memory,
        task=run.task,
        checkpoint_at=run.checkpoint_at,
        stale_at=_stale_at(facts, now),
    )
    return Decision(drafts=(draft(event, _why(facts, command, run)),), conflicts=_unchanged(command, run))


def complete(facts: Facts, command: CompleteTask, now: int) -> Decision:
    """Decide a `CompleteTask`: its last state and its outcome become a task context."""
    run, belief = _open_task(facts, command, "complete")
    outcome = check_text(command.outcome, "the outcome", facts.policy.limits.task_bytes)
    before = facts.words.get(run.memory)
    objective = before.text if before else "(its state cannot be read)"
    content = MemoryText(
        because=reason(command, required=False).because,
        subjects=subjects((*command.subjects, *(before.subjects if before else ()))),
        command=command.digest,
        text=f"Task {command.name}: {objective}\nOutcome: {outcome}",
        task=command.name,
        metadata={"state": (before.metadata if before else None) or {}, "outcome": outcome},
    )
    event = TaskCompleted(
        **_born(facts, command, command.memory, CONTEXT, belief.confidence),
        layer="L2",
        home_layer="L2",
        completes=run.memory,
    )
    arrival = evolve(None, Recorded(position=facts.position + 1, at=now, event=event), command.memory)
    assert arrival is not None, "a task context has a state"
    retired, crossed = retire_excess(facts, command, arrival)
    return Decision(
        drafts=(Draft(event=event, content=content), *retired), conflicts=(*_unchanged(command, run), *crossed)
    )


def _open_task(facts: Facts, command: TaskCommand, verb: str) -> tuple[TaskRun, Belief]:
    """Return the task that a command names and the memory of its state.

    Raises:
        UnknownTask: the agent has none of this name, or has forgotten it.
        TaskHasEnded: it was completed.
    """
    check_line(command.name, "the task")
    run = facts.tasks.get((own(command.agent), command.task))
    if run is None:
        raise UnknownTask(command.name)
    if run.ended_at is not None:
        raise TaskHasEnded(command.name, to_datetime(run.ended_at).isoformat(timespec="seconds"), verb)
    belief = facts.memory(run.memory)
    if belief.status != "live":
        raise UnknownTask(command.name)
    return run, belief


def _checked(facts: Facts, command: TaskCommand, state: Mapping[str, Any]) -> dict[str, Any]:
    """Return a state if it can be kept.

    Raises:
        InvalidMetadata, InvalidText: it holds what JSON cannot say, or has no objective.
        InvalidNumber: its confidence is none.
        StateTooLarge: it has too many bytes.
    """
    try:
        kept = check_metadata(dict(state))
    except (InvalidMetadata, InvalidText) as fault:
        raise type(fault)(str(fault).replace("metadata", "the state", 1)) from None
    check_text(kept.get("objective", ""), "the objective", OBJECTIVE_BYTES_MAX)
    _sureness(kept)
    try:
        size = len(msgspec.json.encode(kept))
    except (OverflowError, msgspec.EncodeError) as fault:
        raise InvalidMetadata(f"the state cannot be written as JSON: {fault}") from None
    if size > facts.policy.limits.task_bytes:
        raise StateTooLarge(f"the state of task {command.name!r}", size, facts.policy.limits.task_bytes)
    return kept


def _sureness(state: Mapping[str, Any]) -> int:
    confidence = state.get("confidence")
    return CONFIDENCE if confidence is None else tenths(confidence, "the confidence of a task")


def _born(facts: Facts, command: TaskCommand, memory: str, kind: str, confidence: int) -> dict[str, Any]:
    return {
        **envelope(facts, command, own(command.agent)),
        "memory": memory,
        "kind": kind,
        "importance": 5,
        "confidence": confidence,
        "category": None,
        "source": "own",
        "triggered": False,
        "evidence": (),
        "fact": None,
        "session": None,
        "occurred_at": None,
        "occurred_offset": None,
        "valid_from": None,
        "valid_to": None,
        "expires_at": None,
        "task": command.task,
    }


def _words(command: TaskCommand, state: dict[str, Any], about: tuple[str, ...]) -> MemoryText:
    return MemoryText(
        because=reason(command, required=False).because,
        subjects=subjects((*command.subjects, *about)),
        command=command.digest,
        text=state["objective"],
        task=command.name,
        metadata=state,
    )


def _why(facts: Facts, command: TaskCommand, run: TaskRun) -> Any:
    """Return why, sealed for the people that the state is about as well."""
    why = reason(command, required=False)
    words = facts.words.get(run.memory)
    return msgspec.structs.replace(why, subjects=subjects((*why.subjects, *(words.subjects if words else ()))))


def _stale_at(facts: Facts, now: int) -> int:
    return now + facts.policy.working.task_stale_s * SECOND


def _unchanged(command: TaskCommand, run: TaskRun | None) -> tuple[QueryItem, ...]:
    """Return the condition that nothing happened to the task meanwhile."""
    mine = QueryItem(types=TASK_TYPES, tags=(f"scope:{own(command.agent)}", f"task:{command.task}"))
    return (mine,) if run is None else (mine, QueryItem(types=(SubjectErased.TYPE,), tags=(f"mem:{run.memory}",)))
