"""Contexts: what goes to the model, assembled within a budget, and the exact bytes that were given before."""

import sys
from typing import TYPE_CHECKING, Annotated

from ..call import Call, zone_of
from ..inputs import words
from ..options import AsOf, Subjects
from ..parameters import Argument, Option
from .reading import list_title, moments

if TYPE_CHECKING:
    from ...application.context.giving import Context

BUDGET = 2_000
"""Tokens of a context unless told otherwise."""
LISTED = 20
"""Contexts that a list holds unless told otherwise."""


def context(
    call: Call,
    query: Annotated[str, Argument(metavar="QUERY", help="What the next call is about; `-` reads it from stdin.")],
    budget: Annotated[int, Option("--budget", minimum=1, metavar="N", help="Tokens at most.")] = BUDGET,
    scenario: Annotated[
        str, Option("--scenario", metavar="NAME", help="reply, analysis, earlier, remember, or one of the policy's.")
    ] = "reply",
    session: Annotated[str | None, Option("--session", metavar="NAME", help="The session that it is for.")] = None,
    task: Annotated[str | None, Option("--task", metavar="NAME", help="The task at hand; the latest open one.")] = None,
    job: Annotated[str | None, Option("--job", metavar="NAME", help="The job to boot for.")] = None,
    subject: Subjects = None,
) -> None:
    """Assemble what goes to the model, and keep it as it was given."""
    asked = words(query, None)
    with call.opened() as memory:
        call.reading(memory)  # a misspelt agent would be given nothing, and be known from then on
        given = call.acting(memory).context(
            asked, budget, scenario=scenario, session=session, task=task, job=job, subjects=subject or ()
        )
        if call.json:
            from ..rendering.documents import write_json

            write_json(given.to_json())
            return
        _write(given.text)
        sys.stderr.write(f"remembrancer: note: {_summary(given)}\n")


def list_(
    call: Call,
    number: Annotated[int, Option("-n", minimum=1, metavar="N", help="At most N, the newest.")] = LISTED,
    session: Annotated[str | None, Option("--session", metavar="NAME", help="Only those of this session.")] = None,
    as_of: AsOf = None,
) -> None:
    """List the contexts that were given, newest first."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.contexts(session=session, limit=number)
        if call.json:
            from ..rendering.documents import write_json

            write_json({"agent": reads.name, **moments(reads), "contexts": [one.to_json() for one in found]})
            return
        from ..rendering.contexts import draw_contexts

        draw_contexts(reads.name, list_title(reads), found, zone_of(memory))


def show(
    call: Call,
    position: Annotated[int, Argument(metavar="POSITION", help="Position of a context, as `contexts` lists it.")],
) -> None:
    """Print the exact text that was given at a position."""
    with call.opened() as memory:
        found = call.reading(memory).context_at(position)
        if call.json:
            from ..rendering.documents import write_json

            write_json(found.to_json())
            return
        _write(found.text or "")


def _write(text: str) -> None:
    """Write a text as it is; to a terminal, with what could steer it shown."""
    if sys.stdout.isatty():
        from ..rendering.plain import shown

        sys.stdout.write(shown(text))
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def _summary(given: "Context") -> str:
    left = sum(part.left_out for part in given.parts)
    told = [f"{given.tokens:,} of {given.budget:,} tokens ({given.counter})"]
    told += ["OVER THE BUDGET: what must be read whole is larger"] if given.over_budget else []
    told += [f"{left:,} left out for want of room"] if left else []
    told += [f"kept at position {given.event}"] if given.event is not None else ["not kept: opened read-only"]
    return "; ".join(told)
