"""Tasks: the work at hand, one state each, from its start over its checkpoints to its outcome."""

import sys
from typing import Annotated, Any

from ...domain.errors import InvalidMetadata, InvalidText
from ..call import Call, zone_of
from ..inputs import changes, given, json_object, json_or_text, words
from ..options import AsOf, BecauseIfAny, IdempotencyKey, Subjects, Sureness, ValidAt
from ..parameters import Argument, Option
from .reading import list_title, moments, past_title
from .recording import answer

TaskName = Annotated[str, Argument(metavar="NAME", help="What the task is called.")]
State = Annotated[str | None, Option("--state", metavar="JSON", help="An object with more of its state.")]

_SAID_APART = ("because", "subjects", "idempotency_key")
"""Names that a start takes beside the state."""


def start(
    call: Call,
    name: TaskName,
    objective: Annotated[str, Option("--objective", metavar="TEXT", help="What it is to achieve.")],
    target: Annotated[str | None, Option("--target", metavar="TEXT", help="What it works on.")] = None,
    confidence: Sureness = None,
    state: State = None,
    because: BecauseIfAny = None,
    subject: Subjects = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Begin a task."""
    said = given(objective=objective, target=target, confidence=json_or_text(confidence))
    more = json_object(state, "--state") or {}
    for known in (*said, *_SAID_APART):
        if known in more:
            raise InvalidMetadata(f"--state holds {known!r}, which has an option of its own; use that alone")
    with call.opened() as memory:
        agent = call.acting(memory)
        agent.task(name).start(**said, **more, because=because, subjects=subject or (), idempotency_key=idempotency_key)
        _answer(call, agent.task(name))


def checkpoint(
    call: Call,
    name: TaskName,
    change: Annotated[
        list[str] | None,
        Option("--set", metavar="NAME=VALUE", help="JSON, else text; null takes it out; may be repeated."),
    ] = None,
    state: State = None,
    because: BecauseIfAny = None,
    subject: Subjects = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Note how far a task has come: what is new joins its state."""
    new = {**(json_object(state, "--state") or {}), **changes(change)}
    with call.opened() as memory:
        agent = call.acting(memory)
        agent.task(name).checkpoint(new, because=because, subjects=subject or (), idempotency_key=idempotency_key)
        _answer(call, agent.task(name))


def show(call: Call, name: TaskName, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """Show a task: its state, and how old that is."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of, valid_at)
        task = reads.task(name)
        if call.json:
            from ..rendering.documents import write_json

            write_json({**task.to_json(), **moments(reads)})
            return
        from ..rendering.tasks import print_task

        print_task(task, zone_of(memory), past_title(reads))


def interrupt(call: Call, name: TaskName, because: BecauseIfAny = None) -> None:
    """Interrupt a task; it can be resumed."""
    with call.opened() as memory:
        agent = call.acting(memory)
        agent.task(name).interrupt(because=because)
        _answer(call, agent.task(name))


def resume(call: Call, name: TaskName, because: BecauseIfAny = None) -> None:
    """Go on with a task from its last state, and say how old it is."""
    with call.opened() as memory:
        agent = call.acting(memory)
        agent.task(name).resume(because=because)
        task = agent.task(name)
        if call.json:
            _answer(call, task)
            return
        from ..rendering.tasks import print_task

        print_task(task, zone_of(memory))


def complete(
    call: Call,
    name: TaskName,
    outcome: Annotated[str | None, Argument(metavar="OUTCOME", help="What came of it; `-` is stdin.")] = None,
    named_outcome: Annotated[str | None, Option("--outcome", metavar="TEXT", help="The same, by name.")] = None,
    because: BecauseIfAny = None,
    subject: Subjects = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """End a task with its outcome, and keep both in L2."""
    if outcome is not None and named_outcome is not None:
        raise InvalidText("the outcome was given twice, as an argument and with --outcome; keep one")
    found = named_outcome if outcome is None else outcome
    if found is None:
        raise InvalidText("no outcome: give it as an argument, or with --outcome")
    said = words(found, None)
    with call.opened() as memory:
        task = call.acting(memory).task(name)
        answer(
            call,
            task.complete(said, because=because, subjects=subject or (), idempotency_key=idempotency_key),
        )


def list_(call: Call, as_of: AsOf = None) -> None:
    """List the tasks, the open ones first."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.tasks()
        if call.json:
            from ..rendering.documents import write_json

            write_json({"agent": reads.name, **moments(reads), "tasks": [task.to_json() for task in found]})
            return
        from ..rendering.tasks import draw_tasks

        draw_tasks(reads.name, list_title(reads), found)


def _answer(call: Call, task: Any) -> None:
    if call.json:
        from ..rendering.documents import write_json

        write_json(task.to_json())
        return
    from ..rendering.tasks import task_line

    sys.stdout.write(f"{task_line(task)}\n")
