"""Traumas, and the risk of a change that they raise."""

import sys
from typing import Annotated

from ..call import Call, zone_of
from ..inputs import envelope
from ..options import AsOf, Because, EnvelopeFile, Evidence, IdempotencyKey, Scope, Subjects
from ..parameters import Argument, Option
from .reading import list_title, moments, past_title


def record(
    call: Call,
    category: Annotated[str, Argument(metavar="CATEGORY", help="Such as security; the policy lists them.")],
    because: Because,
    weight: Annotated[float, Option("--weight", metavar="N", help="How many ordinary ones it weighs.")] = 1.0,
    file: Annotated[
        str | None, Option("--envelope", metavar="FILE", help="The problem that it happened under; `-` is stdin.")
    ] = None,
    scope: Scope = None,
    evidence: Evidence = None,
    subject: Subjects = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Count something that went wrong in a way to be careful about."""
    problem = None if file is None else envelope(file)
    with call.opened() as memory:
        level = call.acting(memory).trauma(
            category,
            because=because,
            weight=weight,
            envelope=problem,
            scope=scope,
            evidence=evidence or (),
            subjects=subject or (),
            idempotency_key=idempotency_key,
        )
        if call.json:
            from ..rendering.documents import write_json

            write_json(level.to_json())
            return
        from ..rendering.trauma import trauma_line

        sys.stdout.write(f"{trauma_line(level)}\n")


def show(call: Call, as_of: AsOf = None) -> None:
    """Show what went wrong, and how much of it still weighs."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.traumas()
        if call.json:
            from ..rendering.documents import write_json

            write_json({"agent": reads.name, **moments(reads), "traumas": [one.to_json() for one in found]})
            return
        from ..rendering.trauma import draw_traumas

        draw_traumas(reads.name, list_title(reads), found, zone_of(memory))


def risk(call: Call, file: EnvelopeFile, as_of: AsOf = None) -> None:
    """Say how careful to be with a change, from 0 to 1, and why."""
    from ...domain.envelopes import envelope_from

    problem = envelope_from(envelope(file))
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.risk(problem)
        if call.json:
            from ..rendering.documents import write_json

            write_json({**found.to_json(), **moments(reads)})
            return
        from ..rendering.trauma import draw_risk

        draw_risk(found, problem.told(), past_title(reads))
