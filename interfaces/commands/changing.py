"""Commands about one existing memory."""

from typing import Annotated

from ...domain.errors import InvalidInput
from ..call import Call
from ..inputs import time_given
from ..options import Because, BecauseIfAny, Evidence, Id, IdempotencyKey
from ..parameters import Argument, Option
from ..rendering.plain import count
from .recording import answer


def promote(
    call: Call,
    id: Id,
    to: Annotated[str, Argument(metavar="LAYER", help="The deeper layer, such as L4.")],
    because: Because,
    evidence: Evidence = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Move a memory to a deeper layer, if it has earned it."""
    with call.opened() as memory:
        agent = call.acting(memory)
        answer(
            call,
            agent.promote(id, to, because=because, evidence=evidence or (), idempotency_key=idempotency_key),
        )


def forget(
    call: Call,
    because: Because,
    id: Annotated[str | None, Argument(metavar="ID", help="Id of a memory, or its first 4 or more characters.")] = None,
    matching: Annotated[
        str | None, Option("--matching", metavar="QUERY", help="What recall finds for it, after asking; `-` is stdin.")
    ] = None,
    k: Annotated[int | None, Option("-k", minimum=1, metavar="N", help="With --matching: at most N; 3.")] = None,
    yes: Annotated[bool, Option("--yes", help="With --matching: forget without asking.")] = False,
    idempotency_key: IdempotencyKey = None,
) -> int:
    """Take a memory out of recall; it stays auditable."""
    if matching is not None:
        from .recall import forget_matching

        if id is not None or idempotency_key is not None:
            raise InvalidInput("--matching finds by itself what to forget; leave out the id and --idempotency-key")
        return forget_matching(call, matching, because, k=k, yes=yes)
    if id is None:
        raise InvalidInput("nothing to forget is named; give the id of a memory, or a query with --matching")
    with call.opened() as memory:
        answer(call, call.acting(memory).forget(id, because=because, idempotency_key=idempotency_key))
    return 0


def restore(call: Call, id: Id, because: BecauseIfAny = None, idempotency_key: IdempotencyKey = None) -> None:
    """Bring back a forgotten, archived or merged memory."""
    with call.opened() as memory:
        answer(call, call.acting(memory).restore(id, because=because, idempotency_key=idempotency_key))


def contradict(
    call: Call,
    id: Id,
    because: Because,
    other: Annotated[str | None, Option("--with", metavar="ID", help="The memory that says otherwise.")] = None,
    valid_from: Annotated[
        str | None, Option("--valid-from", metavar="TIME", help="When it stopped being true, with its zone; now.")
    ] = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Say that a memory stopped being true."""
    end = time_given(valid_from)
    with call.opened() as memory:
        agent = call.acting(memory)
        answer(
            call,
            agent.contradict(id, by=other, because=because, valid_from=end, idempotency_key=idempotency_key),
        )


def quarantine(call: Call, id: Id, because: Because, idempotency_key: IdempotencyKey = None) -> None:
    """Put a memory out of recall until somebody looked at it."""
    with call.opened() as memory:
        answer(call, call.acting(memory).quarantine(id, because=because, idempotency_key=idempotency_key))


def release(call: Call, id: Id, because: Because, idempotency_key: IdempotencyKey = None) -> None:
    """Let a quarantined memory back."""
    with call.opened() as memory:
        answer(call, call.acting(memory).release(id, because=because, idempotency_key=idempotency_key))


def confirm(
    call: Call,
    id: Id,
    because: BecauseIfAny = None,
    evidence: Evidence = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Say that a memory was seen to hold once more."""
    with call.opened() as memory:
        agent = call.acting(memory)
        held = agent.confirm(id, because=because, evidence=evidence or (), idempotency_key=idempotency_key)
        answer(call, held, f"confirmed {count(held.confirmations, 'time')}")


def review(
    call: Call,
    id: Id,
    because: Because,
    outcome: Annotated[
        str | None, Argument(metavar="OUTCOME", help="passed, doubtful or failed; left out: by the five factors.")
    ] = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Say whether a memory holds, or review it by five factors."""
    with call.opened() as memory:
        looked_at = call.acting(memory).review(id, outcome, because=because, idempotency_key=idempotency_key)
        answer(call, looked_at, f"review {looked_at.review}")


def decay(
    call: Call,
    id: Id,
    strength: Annotated[float, Argument(metavar="STRENGTH", help="From 0 to 1.")],
    because: BecauseIfAny = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Set the strength of a memory."""
    with call.opened() as memory:
        faded = call.acting(memory).decay(id, strength, because=because, idempotency_key=idempotency_key)
        answer(call, faded, f"strength {faded.strength:g}")
