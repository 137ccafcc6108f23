"""Attaching checks to memories, answering what waits for a person, and letting go of claims."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ...domain.claims import every_seconds
from ...domain.commands import AnswerClaim, AttachClaim, ReleaseClaim
from ...domain.errors import InvalidInput, Refused
from ...domain.events import ClaimAttached
from ...domain.ids import CLAIM, make_id
from ...projections.claims import CLAIMS
from ..handler import execute
from ..reading import look
from ..requests import given, whole_ids
from .declarations import check_tag, deadline, declaration_tag, find_check
from .notes import Declared, name_of, named, noted

if TYPE_CHECKING:
    from ...domain.checks import Check
    from ..requests import Caller
    from ..store import Store
    from .notes import ClaimNote


def attach(
    store: Store, caller: Caller, memory: str, check: str, *, every: str | int | None, because: str | None
) -> ClaimNote:
    """Have a memory carry a declared check; the same again gives the claim that is there.

    Args:
        every: its pace, such as `1d`; None: as the policy says, and a question is asked once.

    Raises:
        UnknownMemory, UnknownCheck: there is no such memory, or no such check.
        AlreadyClaimed, NotLive, Refused: the memory carries it at another pace, or can carry none.
        InvalidNumber, InvalidMoment: the pace is none, or the day by which a person should answer.
    """
    whole = whole_ids(store, caller, (memory,))[0]
    found = find_check(store, check)
    pace_s = None if every is None else every_seconds(every)
    if found.kind != "ask" and pace_s is None:
        pace_s = store.policy().audits.every_s
    command = AttachClaim(
        **given(store, caller, because=because),
        memory=whole,
        claim=make_id(CLAIM, os.urandom(10)),
        name=check,
        check=check_tag(store, check),
        declared=declaration_tag(store, found),
        every_s=pace_s,
        due_at=_first_due(store, found),
    )
    receipt = execute(store, command)
    made = next((one.event.claim for one in receipt.events if isinstance(one.event, ClaimAttached)), None)
    if made is None:
        standing = store.views.having(CLAIMS, "memory", whole)
        made = next(row.claim for row in standing if row.checked_by == command.check and row.status == "open")
    return _again(store, caller, made)


def _first_due(store: Store, check: Check) -> int:
    """Return when a claim is looked at first: at once, or when a person should have answered."""
    return store.now() if check.by is None else deadline(store, check.by)


def answer(store: Store, caller: Caller, asked: str, *, yes: bool, because: str) -> ClaimNote:
    """Say yes or no to what a claim asks, in the name of a person.

    Raises:
        UnknownClaim: there is none for this agent.
        PersonNeeded: no person answers.
        Refused: its check asks the world and no person, or it was released.
    """
    claim = named(store, look(store, caller.agent, None, None), asked)
    known = Declared(store)
    check, name = known.check(claim.checked_by), name_of(store, claim)
    if check is not None and check.kind != "ask":
        raise Refused(f"cannot answer {claim.claim}: its check asks the world; run `audit`, or review the memory")
    command = AnswerClaim(
        **given(store, caller, because=because),
        memory=claim.memory,
        claim=claim.claim,
        name=name,
        check=claim.checked_by,
        declared=known.tag_of(claim.checked_by),
        yes=yes,
    )
    execute(store, command)
    return _again(store, caller, claim.claim)


def release(store: Store, caller: Caller, asked: str, because: str) -> ClaimNote:
    """Take a check off a memory; what it found, and what came of that, stays.

    Raises:
        UnknownClaim: there is none for this agent.
        Refused: it was released before.
    """
    claim = named(store, look(store, caller.agent, None, None), asked)
    execute(store, ReleaseClaim(**given(store, caller, because=because), claim=claim.claim))
    return _again(store, caller, claim.claim)


def _again(store: Store, caller: Caller, claim: str) -> ClaimNote:
    view = look(store, caller.agent, None, None)
    row = store.views.row(CLAIMS, (claim,))
    found = noted(store, view, () if row is None else (row,))
    if not found:
        raise InvalidInput(f"{claim} cannot be shown; compare the views with `rebuild --check`")
    return found[0]
