"""Audits: what is believed, held against the world.

Each check that is due is run once, however many memories carry it, some at the same time. What came of it is told one
claim after another, each with its consequence in one append: nobody ever sees a claim that failed beside a memory that
is believed. An audit that somebody else made meanwhile counts, and this one says nothing.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.checks import Finding, judge
from ...domain.claims import AUDITOR
from ...domain.commands import AuditClaim
from ...domain.errors import InvalidInput, NotFound, Refused
from ...domain.events import ClaimAudited, MemoryQuarantined, MemoryReleased
from ...domain.moments import to_datetime
from ...domain.scopes import readable
from ...domain.world import Limits
from ...projections.beliefs import BELIEFS
from ...projections.claims import CLAIMS
from ..handler import execute
from ..requests import Caller, given, micros
from .declarations import check_tag, declaration_tag, declared
from .notes import is_asleep, name_of

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from ...domain.checks import Check
    from ...domain.claims import Claim
    from ...domain.policy import Policy
    from ..handler import Receipt
    from ..store import Store
    from .reviewing import ReviewedAgain


class Audited(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one claim."""

    claim: str
    memory: str
    agent: str
    check: str
    result: str
    """`passed`, `failed` or `unreachable`."""
    finding: str
    consequence: str | None
    """`quarantined` or `released`, if that became of the memory."""
    flagged: bool
    """Whether somebody should look."""
    next_at: datetime | None
    position: int | None
    """Of the audit in the log; None: another one was faster, or it could not be recorded."""
    refused: str | None
    """Why it could not be recorded."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {**msgspec.structs.asdict(self), "next_at": self.next_at.isoformat() if self.next_at else None}


class AuditReport(msgspec.Struct, frozen=True, kw_only=True):
    """What came of an audit."""

    audited: tuple[Audited, ...]
    waiting: int
    """Claims that wait for a person, in time."""
    reviewed: tuple[ReviewedAgain, ...] = ()
    """Important entries of which a factor of the review came out otherwise than before."""

    @property
    def ok(self) -> bool:
        """Whether nothing failed and nothing has to be looked at."""
        failing = any(one.result == "failed" or one.flagged or one.refused for one in self.audited)
        return not failing and all(one.outcome == "passed" for one in self.reviewed)

    def count(self, result: str) -> int:
        """Return how many had a result."""
        return sum(one.result == result for one in self.audited)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "ok": self.ok,
            "waiting": self.waiting,
            "audited": [one.to_json() for one in self.audited],
            "reviewed": [one.to_json() for one in self.reviewed],
        }


class _Asked(msgspec.Struct, frozen=True):
    """One check with the claims that go by it."""

    name: str
    check: Check | InvalidInput | None
    declared: str | None
    claims: tuple[Claim, ...]


def audit(
    store: Store,
    *,
    due: bool = True,
    now: datetime | int | None = None,
    stop: threading.Event | None = None,
) -> AuditReport:
    """Hold claims against the world, of all agents.

    Args:
        due: only those that are due; else all that the world can be asked of.
        now: the time by which they are due; None: the store's clock.
        stop: ends it before the next claim once set.

    Raises:
        StoreReadOnly: the store was opened read-only.
        InvalidFile: the policy file cannot be read, or others may write it: nothing was run.
    """
    given(store, Caller(agent="store", actor=AUDITOR))  # refuses a store that takes no findings before any check runs
    by = now if isinstance(now, int) else micros(now, "now")
    at = store.now() if by is None else by
    open_claims = awake(store, at)
    wanted = [claim for claim in open_claims if not due or (claim.due_at is not None and claim.due_at <= at)]
    asked, waiting = _asked(store, wanted, at)
    audited = [
        _tell(store, claim, one, finding)
        for one, finding in _findings(store, asked, stop)
        for claim in one.claims
        if stop is None or not stop.is_set()
    ]
    seen = {claim.claim for claim in wanted}
    questions = _questions(store)
    waiting += sum(
        claim.checked_by in questions and claim.due_at is not None for claim in open_claims if claim.claim not in seen
    )
    return AuditReport(
        audited=tuple(sorted(audited, key=lambda one: (one.check, one.memory))),
        waiting=waiting,
        reviewed=tuple(_reviewed(store, audited, at, due=due, stop=stop)),
    )


def _reviewed(
    store: Store, audited: Sequence[Audited], at: int, *, due: bool, stop: threading.Event | None
) -> list[ReviewedAgain]:
    """Review important entries again: those of which the world said something, or all if all was asked for."""
    told = {one.memory for one in audited if one.position is not None and one.result != "unreachable"}
    if due and not told:
        return []
    from .reviewing import important, review_again

    return review_again(store, [one for one in important(store, at) if not due or one.memory in told], stop)


def awake(store: Store, at: int) -> list[Claim]:
    """Return the open claims whose memories are believed, or are in quarantine."""
    policy = store.policy()
    rows = [row for row in store.views.having(CLAIMS, "status", "open") if _teller(policy, row) is not None]
    beliefs = store.views.rows(BELIEFS, [(row.memory,) for row in rows])
    return [row for row in rows if (row.memory,) in beliefs and not is_asleep(beliefs[row.memory,], at)]


def _teller(policy: Policy, claim: Claim) -> str | None:
    """Return an agent through which an audit of a claim is told: whoever attached it, else one that still reads it."""
    if claim.scope in readable(claim.agent, policy.teams):
        return claim.agent
    family, _, name = claim.scope.partition(":")
    return name if family == "agent" else next(iter(sorted(policy.teams.get(name, ()))), None)


def next_due(store: Store, at: int) -> int | None:
    """Return when the next claim is due, microseconds since 1970 UTC; None: none is."""
    return min((claim.due_at for claim in awake(store, at) if claim.due_at is not None), default=None)


def _questions(store: Store) -> set[str]:
    """Return what stands for the checks that ask a person."""
    return {
        check_tag(store, name)
        for name, check in declared(store).items()
        if not isinstance(check, InvalidInput) and check.kind == "ask"
    }


def _asked(store: Store, claims: Iterable[Claim], at: int) -> tuple[list[_Asked], int]:
    """Return claims by their checks, and how many wait for a person, in time."""
    known = {check_tag(store, name): (name, check) for name, check in declared(store).items()}
    together: dict[str, list[Claim]] = {}
    waiting = 0
    for claim in claims:
        _, check = known.get(claim.checked_by, ("", None))
        answered = claim.due_at is None or claim.due_at > at
        if check is not None and not isinstance(check, InvalidInput) and check.kind == "ask" and answered:
            waiting += claim.due_at is not None
        else:
            together.setdefault(claim.checked_by, []).append(claim)
    asked: list[_Asked] = []
    for tag, several in together.items():
        name, check = known.get(tag, (name_of(store, several[0]), None))
        stands = None if check is None or isinstance(check, InvalidInput) else declaration_tag(store, check)
        asked.append(_Asked(name, check, stands, tuple(several)))
    return asked, waiting


def _findings(store: Store, asked: Sequence[_Asked], stop: threading.Event | None) -> Iterator[tuple[_Asked, Finding]]:
    """Yield what the world says, as it says so."""
    rules = store.policy().audits
    with ThreadPoolExecutor(max_workers=rules.at_once, thread_name_prefix="remembrancer-audit") as pool:
        running = {pool.submit(find, store, one.name, one.check): one for one in asked}
        try:
            for future in as_completed(running):
                yield running[future], future.result()
                if stop is not None and stop.is_set():
                    return
        finally:
            # What has not begun is left for the next audit.
            pool.shutdown(wait=True, cancel_futures=True)


def find(store: Store, name: str, check: Check | InvalidInput | None) -> Finding:
    """Return what the world says of one check; whatever happens is a finding."""
    if check is None:
        return Finding("unreachable", f"no check {name[:70]!r} is declared any more")
    if isinstance(check, InvalidInput):
        return Finding("unreachable", str(check)[:500])
    if check.kind == "ask":
        return Finding("unreachable", f"a person is asked, until {check.by}: {check.where}"[:500])
    from ...infrastructure.world.observing import observe

    rules = store.policy().audits
    limits = Limits(timeout_s=check.timeout_s or rules.timeout_s, size_bytes=rules.output_bytes)
    return _discreet(judge(check, observe(check, limits, store.path)))


def _discreet(finding: Finding) -> Finding:
    """Return a finding that repeats no secret: the world says what it likes."""
    from ...infrastructure.secrets import find_secret

    if find_secret(finding.words) is None:
        return finding
    return Finding(finding.result, "what was found holds a secret, and is not repeated")


def _tell(store: Store, claim: Claim, asked: _Asked, finding: Finding) -> Audited:
    """Record what was found of one claim, with what follows from it."""
    overdue = isinstance(asked.check, msgspec.Struct) and asked.check.kind == "ask"
    command = AuditClaim(
        **given(store, Caller(agent=_teller(store.policy(), claim) or claim.agent, actor=AUDITOR)),
        memory=claim.memory,
        claim=claim.claim,
        seen=claim.audited_position,
        name=asked.name,
        check=claim.checked_by,
        declared=asked.declared,
        result=finding.result,
        finding=finding.words,
        overdue=overdue,
    )
    refused: str | None = None
    receipt: Receipt | None = None
    try:
        receipt = execute(store, command)
    except (InvalidInput, NotFound, Refused) as fault:
        refused = str(fault)
    told = next((one for one in receipt.events if isinstance(one.event, ClaimAudited)), None) if receipt else None
    event = told.event if told and isinstance(told.event, ClaimAudited) else None
    return Audited(
        claim=claim.claim,
        memory=claim.memory,
        agent=claim.agent,
        check=asked.name,
        result=finding.result,
        finding=finding.words,
        consequence=_consequence(receipt),
        flagged=event.flagged if event else False,
        next_at=to_datetime(event.next_at) if event and event.next_at is not None else None,
        position=told.position if told else None,
        refused=refused,
    )


def _consequence(receipt: Receipt | None) -> str | None:
    for recorded in receipt.events if receipt else ():
        if isinstance(recorded.event, MemoryQuarantined):
            return "quarantined"
        if isinstance(recorded.event, MemoryReleased):
            return "released"
    return None
