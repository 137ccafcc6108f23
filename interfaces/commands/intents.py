"""Intents: problems met before, whatever the file, and how that went."""

import re
import sys
from typing import Annotated, Any

from ..call import Call, zone_of
from ..inputs import envelope, json_object
from ..options import AsOf, BecauseIfAny, EnvelopeFile, IdempotencyKey, Scope, Subjects
from ..parameters import Argument, Option
from .reading import list_title, moments, past_title

SIMILAR = 5
_SIGNATURE = "[0-9a-f]{8,64}"


def record(
    call: Call,
    file: EnvelopeFile,
    outcome: Annotated[
        str | None, Option("--outcome", metavar="success|rollback", help="How it went; none: not known yet.")
    ] = None,
    example: Annotated[
        str | None, Option("--example", metavar="JSON", help="An object worth keeping of this use; never source.")
    ] = None,
    scope: Scope = None,
    because: BecauseIfAny = None,
    subject: Subjects = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Count one use of a problem, and perhaps how it went."""
    kept = json_object(example, "--example")
    problem = envelope(file)
    with call.opened() as memory:
        intent = call.acting(memory).intent(
            problem,
            outcome,
            kept,
            scope=scope,
            because=because,
            subjects=subject or (),
            idempotency_key=idempotency_key,
        )
        if call.json:
            from ..rendering.documents import write_json

            write_json(intent.to_json())
            return
        from ..rendering.intents import intent_line

        sys.stdout.write(f"{intent_line(intent)}\n")


def show(
    call: Call,
    asked: Annotated[
        str,
        Argument(
            metavar="INTENT", help="8 or more digits of its signature, or a file with its envelope; `-` is stdin."
        ),
    ],
    as_of: AsOf = None,
) -> None:
    """Show an intent: its problem, its counts, and its newest examples."""
    which: Any = asked if re.fullmatch(_SIGNATURE, asked) else envelope(asked)
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        intent = reads.find_intent(which)
        if call.json:
            from ..rendering.documents import write_json

            write_json({**intent.to_json(), **moments(reads)})
            return
        from ..rendering.intents import print_intent

        print_intent(intent, zone_of(memory), past_title(reads))


def list_(
    call: Call,
    number: Annotated[int | None, Option("-n", minimum=1, metavar="N", help="At most N, the most used; all.")] = None,
    as_of: AsOf = None,
) -> None:
    """List the intents, the most used first."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.intents()
        if call.json:
            from ..rendering.documents import write_json

            intents = [intent.to_json() for intent in found[:number]]
            write_json({"agent": reads.name, **moments(reads), "count": len(found), "intents": intents})
            return
        from ..rendering.intents import draw_intents

        draw_intents(reads.name, list_title(reads), found, zone_of(memory), number)


def similar(
    call: Call,
    file: EnvelopeFile,
    number: Annotated[int, Option("-n", minimum=1, metavar="N", help="At most N, the most similar.")] = SIMILAR,
    as_of: AsOf = None,
) -> None:
    """List the intents that have most in common with a problem."""
    problem = envelope(file)
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.similar_intents(problem, number)
        if call.json:
            from ..rendering.documents import write_json

            intents = [one.to_json() for one in found]
            write_json({"agent": reads.name, **moments(reads), "intents": intents})
            return
        from ..rendering.intents import draw_similar

        draw_similar(reads.name, list_title(reads), found, zone_of(memory))
