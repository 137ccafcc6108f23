"""Claims: memories that carry a check, what the world says of them, and what people say."""

import sys
from typing import TYPE_CHECKING, Annotated

from ..call import Call, zone_of
from ..options import AsOf, Because, BecauseIfAny, Id
from ..parameters import Argument, Option
from .reading import list_title, moments

if TYPE_CHECKING:
    from ...application.claims.notes import ClaimNote

Claim = Annotated[str, Argument(metavar="CLAIM", help="Id of a claim, or its first 4 or more characters.")]


def list_(
    call: Call,
    memory: Annotated[str | None, Option("--memory", metavar="ID", help="Only those of this memory.")] = None,
    all_: Annotated[bool, Option("--all", help="Also those that were released.")] = False,
    as_of: AsOf = None,
) -> None:
    """List the claims, those that failed first."""
    with call.opened() as opened:
        reads = call.reading(opened, as_of)
        found = reads.claims(memory, released=all_)
        if call.json:
            from ..rendering.documents import write_json

            write_json({"agent": reads.name, **moments(reads), "claims": [one.to_json() for one in found]})
            return
        from ..rendering.claims import draw_claims

        draw_claims(reads.name, list_title(reads), found, zone_of(opened))


def attach(
    call: Call,
    id: Id,
    check: Annotated[str, Option("--check", metavar="NAME", help="A declared check; `checks` lists them.")],
    every: Annotated[str | None, Option("--every", metavar="PACE", help="How often: 90m, 3h, 1d, 2w.")] = None,
    because: BecauseIfAny = None,
) -> None:
    """Have a memory carry a check, by which it stands or falls."""
    with call.opened() as memory:
        _answer(call, call.acting(memory).attach_claim(id, check=check, every=every, because=because), "attached")


def answer(
    call: Call,
    id: Claim,
    said: Annotated[str, Argument(metavar="yes|no", help="Whether it holds.")],
    because: Because,
) -> None:
    """Say, as a person, whether a memory holds that asks one."""
    from ...domain.errors import InvalidName

    if said not in {"yes", "no"}:
        raise InvalidName(f"not an answer: {said[:70]!r}; say yes or no")
    with call.opened() as memory:
        agent = call.acting(memory, call.person())
        _answer(call, agent.answer_claim(id, yes=said == "yes", because=because), f"answered {said}")


def release(call: Call, id: Claim, because: Because) -> None:
    """Take a check off a memory; what it found stays on record."""
    with call.opened() as memory:
        _answer(call, call.acting(memory).release_claim(id, because=because), "released")


def audit(
    call: Call,
    all_: Annotated[bool, Option("--all", help="Also what is not due.")] = False,
    now: Annotated[str | None, Option("--now", metavar="TIME", help="What is due by then, with its zone.")] = None,
) -> int:
    """Hold due claims against the world; exit 1 if one fails."""
    from ...domain.moments import parse_time

    by = None if now is None else parse_time(now)
    with call.opened() as memory:
        report = memory.audit(due=not all_, now=by)
        zone = zone_of(memory)
    if call.json:
        from ..rendering.documents import write_json

        write_json(report.to_json())
    else:
        from ..rendering.claims import print_audit

        print_audit(report, zone)
    return 0 if report.ok else 1


def _answer(call: Call, note: "ClaimNote", what: str) -> None:
    if call.json:
        from ..rendering.documents import write_json

        write_json(note.to_json())
        return
    from ..rendering.claims import claim_line

    sys.stdout.write(f"{claim_line(note, what)}\n")
