"""Deciding about claims: attaching a check to a memory, and what follows from what the world says.

A claim that fails puts its memory into quarantine in the same append, so that nobody is told a thing that the world
denies. One that passes again lets back what an audit had put there, and nothing that a person or an agent had. What
could not be asked changes nothing but when it is asked again.
"""

from typing import Any, assert_never

from ..boundary import QueryItem
from ..claims import Claim, next_look
from ..commands import AnswerClaim, AttachClaim, AuditClaim, QuarantineMemory, ReleaseClaim, ReleaseMemory
from ..commands.base import Command
from ..content import ClaimFinding, Reason
from ..errors import AlreadyClaimed, NotLive, PersonNeeded, Refused, UnknownClaim
from ..events import ClaimAttached, ClaimAudited, ClaimReleased, ClaimResult, Draft, MemoryQuarantined, MemoryReleased
from ..facts import Decision, Facts
from ..state import Belief, is_expired
from . import changing, retiring
from .grounds import VERBS_OF_KEPT, about, envelope, named, reason, unchanged

ClaimCommand = AttachClaim | AuditClaim | AnswerClaim | ReleaseClaim


def decide_claim(facts: Facts, command: ClaimCommand, now: int) -> Decision:
    """Return what `command` gives, as `decide` does."""
    match command:
        case AttachClaim():
            return attach(facts, command, now)
        case AuditClaim():
            return audit(facts, command, now)
        case AnswerClaim():
            return answer(facts, command, now)
        case ReleaseClaim():
            return release(facts, command)
        case _:
            assert_never(command)


def attach(facts: Facts, command: AttachClaim, now: int) -> Decision:
    """Decide an `AttachClaim`; the same check again is what already holds.

    Raises:
        UnknownMemory, NotLive, KeptByOthers, Refused: there is no such memory, or none that could stand or fall.
        AlreadyClaimed: it carries the check, at another pace.
    """
    belief = facts.memory(command.memory)
    if belief.layer != "L5" and belief.kind in VERBS_OF_KEPT:
        named(facts, command, "quarantine")
    if belief.layer == "L0":
        raise Refused(f"cannot attach a check to {belief.memory}: scratch expires by itself; record what matters")
    expired = belief.status == "live" and is_expired(belief.expires_at, now)
    if belief.status not in {"live", "quarantined"} or expired:
        raise NotLive(belief.memory, "expired" if expired else belief.status, "attach a check to")
    for claim in facts.claims_of(command.memory):
        if claim.checked_by == command.check:
            if (claim.every_s, claim.declared) == (command.every_s, command.declared):
                return Decision()
            raise AlreadyClaimed(belief.memory, command.name, claim.claim)
    event = ClaimAttached(
        **envelope(facts, command, belief.scope),
        claim=command.claim,
        memory=belief.memory,
        check=command.check,
        declared=command.declared,
        every_s=command.every_s,
        due_at=command.due_at,
    )
    why = about(facts, command, required=False)
    return Decision(
        drafts=(Draft(event=event, content=_content(why, command.name, None)),),
        conflicts=(_of_memory(belief.memory), *unchanged(belief.memory)),
    )


def audit(facts: Facts, command: AuditClaim, now: int) -> Decision:
    """Decide an `AuditClaim`; nothing, if another audit was faster or nobody wants to know any more."""
    claim = facts.claims.get(command.claim)
    if claim is None:
        raise UnknownClaim(command.claim)
    if claim.status != "open" or claim.audited_position != command.seen:
        return Decision()
    return _outcome(facts, command, claim, command.result, command.finding, now)


def answer(facts: Facts, command: AnswerClaim, now: int) -> Decision:
    """Decide an `AnswerClaim`.

    Raises:
        UnknownClaim: there is none, or not for this agent.
        PersonNeeded: no person answers.
        Refused: it was released.
    """
    claim = _open(facts, command.claim, "answer")
    if not command.by_person:
        raise PersonNeeded(f"cannot answer {command.claim}: it waits for a person; name one with --by")
    reason(command)  # an answer says why
    said = "yes" if command.yes else "no"
    return _outcome(facts, command, claim, "passed" if command.yes else "failed", f"a person said {said}", now)


def release(facts: Facts, command: ReleaseClaim) -> Decision:
    """Decide a `ReleaseClaim`; what it found, and what came of that, stays as it is.

    Raises:
        UnknownClaim: there is none, or not for this agent.
        Refused: it was released before.
    """
    claim = _open(facts, command.claim, "release")
    event = ClaimReleased(**envelope(facts, command, claim.scope), claim=claim.claim, memory=claim.memory)
    given = reason(command)
    words = facts.words.get(claim.memory)
    about_them = tuple(sorted({*given.subjects, *(words.subjects if words else ())}))
    content = ClaimFinding(because=given.because, subjects=about_them, command=given.command)
    return Decision(drafts=(Draft(event=event, content=content),), conflicts=(_of_claim(claim.claim),))


def _outcome(
    facts: Facts, command: AuditClaim | AnswerClaim, claim: Claim, result: ClaimResult, finding: str, now: int
) -> Decision:
    belief = facts.memory(claim.memory)
    rules = facts.policy.audits
    attempt = claim.attempt + 1 if result == "unreachable" else 0
    overdue = isinstance(command, AuditClaim) and command.overdue
    # No audit may touch a line of an identity: a person has to.
    flagged = overdue or attempt >= rules.attempts or (result == "failed" and belief.layer == "L5")
    event = ClaimAudited(
        **envelope(facts, command, claim.scope),
        claim=claim.claim,
        memory=claim.memory,
        check=command.check,
        declared=command.declared,
        result=result,
        attempt=attempt,
        flagged=flagged,
        next_at=None if overdue else next_look(rules, result, attempt, claim.every_s, now),
    )
    why = about(facts, command, required=False)
    follows, conflicts = _consequence(facts, command, belief, claim, result, finding, now)
    return Decision(
        drafts=(Draft(event=event, content=_content(why, command.name, finding)), *follows),
        # What stood of its memory and of its other checks decides what becomes of it.
        conflicts=(_of_memory(claim.memory), *unchanged(belief.memory), *conflicts),
    )


def _consequence(
    facts: Facts,
    command: AuditClaim | AnswerClaim,
    belief: Belief,
    claim: Claim,
    result: ClaimResult,
    finding: str,
    now: int,
) -> tuple[tuple[Draft, ...], tuple[QueryItem, ...]]:
    live = belief.status == "live" and not is_expired(belief.expires_at, now)
    said = command.because if isinstance(command, AnswerClaim) and command.because else finding
    common: dict[str, Any] = {**_given(command, f"{command.name}: {said}"), "memory": belief.memory}
    if result == "failed" and live and belief.layer != "L5":
        decided = changing.quarantine(facts, QuarantineMemory(**common), now)
        return decided.drafts, decided.conflicts
    if result == "passed" and belief.status == "quarantined" and _may_release(facts, claim):
        decided = retiring.release(facts, ReleaseMemory(**common), now)
        return decided.drafts, decided.conflicts
    return (), ()


def _may_release(facts: Facts, claim: Claim) -> bool:
    """Say whether it was this claim's failing that took its memory away, and nothing else speaks against it."""
    others = [one for one in facts.claims_of(claim.memory) if one.claim != claim.claim]
    return (
        claim.failed_since is not None
        and facts.audited_out.get(claim.memory, False)
        and not any(one.failed_since is not None for one in others)
    )


def _given(command: Command, because: str) -> dict[str, Any]:
    """Return what an order that follows from another says of its caller."""
    return {
        "agent": command.agent,
        "actor": command.actor,
        "cause": command.cause,
        "because": because,
        "subjects": command.subjects,
    }


def _content(why: Reason, name: str, finding: str | None) -> ClaimFinding:
    return ClaimFinding(because=why.because, subjects=why.subjects, command=why.command, check=name, finding=finding)


def _open(facts: Facts, asked: str, verb: str) -> Claim:
    claim = facts.claims.get(asked)
    if claim is None:
        raise UnknownClaim(asked)
    if claim.status != "open":
        raise Refused(f"cannot {verb} {claim.claim}: it was released; attach the check to its memory again")
    return claim


def _of_claim(claim: str) -> QueryItem:
    return QueryItem(types=(ClaimAudited.TYPE, ClaimReleased.TYPE), tags=(f"claim:{claim}",))


def _of_memory(memory: str) -> QueryItem:
    types = (ClaimAttached.TYPE, ClaimAudited.TYPE, ClaimReleased.TYPE, MemoryQuarantined.TYPE, MemoryReleased.TYPE)
    return QueryItem(types=types, tags=(f"mem:{memory}",))
