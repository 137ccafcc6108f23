"""Deciding about claims, without a store."""

from typing import Any

import pytest
from msgspec.structs import replace

from deciding import NOW, standing
from remembrancer.domain.claims import AuditRules, Claim, every_seconds, evolve_claim, next_look, pace
from remembrancer.domain.commands import AnswerClaim, AttachClaim, AuditClaim, ReleaseClaim
from remembrancer.domain.decisions import decide
from remembrancer.domain.errors import (
    AlreadyClaimed,
    InvalidNumber,
    InvalidText,
    KeptByOthers,
    NotLive,
    PersonNeeded,
    Refused,
    UnknownClaim,
)
from remembrancer.domain.events import ClaimAttached, ClaimAudited, Recorded
from remembrancer.domain.facts import Decision, Facts
from remembrancer.domain.moments import DAY, SECOND
from remembrancer.domain.policy import Policy
from remembrancer.domain.state import Belief

BY: dict[str, Any] = {"agent": "atlas", "actor": "audit", "cause": "cmd_1"}
ANN: dict[str, Any] = {**BY, "actor": "user:p1"}
CHECK: dict[str, Any] = {"name": "here", "check": "tag", "declared": "as-declared"}

STANDING = Claim(
    claim="clm_1",
    memory="mem_a",
    agent="atlas",
    scope="agent:atlas",
    checked_by="tag",
    declared="as-declared",
    every_s=3600,
    status="open",
    result=None,
    attempt=0,
    flagged=False,
    due_at=0,
    verified_at=None,
    failed_since=None,
    attached_position=4,
    attached_at=0,
    audited_position=None,
    audited_at=None,
    released_position=None,
)


def facts(belief: Belief | None = None, *claims: Claim, out: bool = False) -> Facts:
    found = Facts(position=9, policy=Policy())
    stands = belief or standing()
    found.memories = {stands.memory: stands}
    found.claims = {claim.claim: claim for claim in claims}
    found.audited_out = {stands.memory: out}
    return found


def audited(known: Facts, result: Any, **fields: Any) -> Decision:
    said: dict[str, Any] = {"memory": "mem_a", "claim": "clm_1", "seen": None, "finding": "as found"}
    command = AuditClaim(**{**BY, **said, **CHECK, "result": result, **fields})
    return decide(known, command, now=NOW)


def attaching(**fields: Any) -> AttachClaim:
    said: dict[str, Any] = {"memory": "mem_a", "claim": "clm_2", "every_s": 3600, "due_at": 0}
    return AttachClaim(**{**BY, **said, **CHECK, **fields})


def types(decision: Decision) -> list[str]:
    return [draft.event.TYPE.partition("/")[0] for draft in decision.drafts]


def event(decision: Decision) -> ClaimAudited:
    found = decision.drafts[0].event
    assert isinstance(found, ClaimAudited)
    return found


def test_a_claim_that_fails_takes_its_memory_out_in_the_same_append() -> None:
    decision = audited(facts(None, STANDING), "failed")

    assert types(decision) == ["claim.audited", "memory.quarantined"]
    assert {draft.event.actor for draft in decision.drafts} == {"audit"}
    assert decision.drafts[1].content is not None
    assert decision.drafts[1].content.because == "here: as found"


def test_a_claim_that_passes_changes_nothing_of_its_memory() -> None:
    decision = audited(facts(None, STANDING), "passed")

    assert types(decision) == ["claim.audited"]
    assert event(decision).next_at == NOW + 3600 * SECOND


def test_a_world_out_of_reach_takes_nothing_out_and_is_asked_again_soon() -> None:
    decision = audited(facts(None, STANDING), "unreachable")

    assert types(decision) == ["claim.audited"]
    assert (event(decision).attempt, event(decision).flagged) == (1, False)
    assert event(decision).next_at == NOW + 60 * SECOND


def test_a_world_out_of_reach_for_too_long_is_flagged() -> None:
    decision = audited(facts(None, replace(STANDING, attempt=4)), "unreachable")

    assert (event(decision).attempt, event(decision).flagged) == (5, True)


@pytest.mark.parametrize(
    ("out", "failed_since", "others", "released"),
    [
        (True, 1, (), True),
        (False, 1, (), False),  # a person or an agent had put it there
        (True, None, (), False),  # another check had
        (True, 1, (replace(STANDING, claim="clm_2", failed_since=2),), False),
        (True, 1, (replace(STANDING, claim="clm_2", failed_since=2, status="released"),), True),
    ],
)
def test_what_an_audit_took_out_comes_back_when_nothing_speaks_against_it(
    out: bool, failed_since: int | None, others: tuple[Claim, ...], released: bool
) -> None:
    known = facts(standing(status="quarantined"), replace(STANDING, failed_since=failed_since), *others, out=out)

    assert types(audited(known, "passed")) == ["claim.audited"] + ["memory.released"] * released


@pytest.mark.parametrize("status", ["forgotten", "superseded", "archived", "contradicted", "quarantined"])
def test_what_is_not_believed_is_not_taken_out_again(status: Any) -> None:
    assert types(audited(facts(standing(status=status), STANDING), "failed")) == ["claim.audited"]


def test_no_audit_touches_a_line_of_an_identity_but_somebody_should_look() -> None:
    decision = audited(facts(standing(layer="L5", kind="rules"), STANDING), "failed")

    assert types(decision) == ["claim.audited"]
    assert event(decision).flagged


def test_an_audit_that_another_one_overtook_says_nothing() -> None:
    assert types(audited(facts(None, replace(STANDING, audited_position=7)), "failed", seen=None)) == []
    assert types(audited(facts(None, replace(STANDING, status="released")), "failed")) == []


def test_a_question_that_nobody_answered_in_time_is_flagged_and_asked_no_more() -> None:
    decision = audited(facts(None, replace(STANDING, every_s=None)), "unreachable", overdue=True)

    assert event(decision).flagged
    assert event(decision).next_at is None


def answering(by: dict[str, Any] | None = None, **fields: Any) -> AnswerClaim:
    said: dict[str, Any] = {"memory": "mem_a", "claim": "clm_1", "yes": True, "because": "I looked", **CHECK}
    return AnswerClaim(**{**(by or ANN), **said, **fields})


def test_a_person_says_whether_it_holds() -> None:
    known = facts(None, replace(STANDING, every_s=None))

    assert types(decide(known, answering(), now=NOW)) == ["claim.audited"]
    no = decide(known, answering(yes=False), now=NOW)
    assert types(no) == ["claim.audited", "memory.quarantined"]
    assert (event(no).result, event(no).next_at, event(no).actor) == ("failed", None, "user:p1")


def test_only_a_person_answers_and_says_why() -> None:
    with pytest.raises(PersonNeeded):
        decide(facts(None, STANDING), answering(BY), now=NOW)
    with pytest.raises(InvalidText):
        decide(facts(None, STANDING), answering(because=None), now=NOW)
    with pytest.raises(UnknownClaim):
        decide(facts(), answering(), now=NOW)


def test_the_same_check_again_is_what_already_holds_and_another_pace_is_refused() -> None:
    known = facts(None, STANDING)

    assert types(decide(known, attaching(), now=NOW)) == []
    with pytest.raises(AlreadyClaimed, match="clm_1"):
        decide(known, attaching(every_s=60), now=NOW)
    assert types(decide(known, attaching(check="other"), now=NOW)) == ["claim.attached"]
    assert types(decide(facts(None, replace(STANDING, status="released")), attaching(), now=NOW)) == ["claim.attached"]


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"status": "forgotten"}, NotLive),
        ({"status": "archived", "layer": "L6"}, NotLive),
        ({"expires_at": NOW, "layer": "L2"}, NotLive),
        ({"layer": "L0", "kind": "prompt"}, Refused),
        ({"layer": "L1", "kind": "task"}, KeptByOthers),
    ],
)
def test_what_cannot_stand_or_fall_carries_no_check(fields: dict[str, Any], refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        decide(facts(standing(**fields)), attaching(), now=NOW)


def test_a_released_claim_is_neither_answered_nor_released_again() -> None:
    known = facts(None, replace(STANDING, status="released"))

    for command in (answering(), ReleaseClaim(**ANN, claim="clm_1", because="enough")):
        with pytest.raises(Refused, match="was released"):
            decide(known, command, now=NOW)


def test_what_was_found_before_is_known_while_the_world_is_out_of_reach() -> None:
    claim: Claim | None = None
    told: list[tuple[Any, int]] = [("failed", 1), ("unreachable", 2), ("failed", 3), ("passed", 4), ("unreachable", 5)]
    base: dict[str, Any] = {**BY, "box": None, "scope": "agent:atlas", "policy": 1, "command": None}
    base |= {"claim": "clm_1", "memory": "mem_a", "check": "tag", "declared": "d"}
    claim = evolve_claim(None, Recorded(1, 0, ClaimAttached(**base, every_s=60, due_at=0)))
    seen: list[tuple[int | None, int | None]] = []
    for result, at in told:
        one = ClaimAudited(**base, result=result, attempt=0, flagged=False, next_at=None)
        claim = evolve_claim(claim, Recorded(at, at, one))
        assert claim is not None
        seen.append((claim.failed_since, claim.verified_at))

    assert seen == [(1, None), (1, None), (1, None), (None, 4), (None, 4)]


def test_what_could_not_be_asked_is_asked_less_and_less_often_but_never_less_than_daily() -> None:
    rules = AuditRules()
    looks = [next_look(rules, "unreachable", attempt, 30 * 86_400, 0) for attempt in range(1, 60)]

    assert looks == sorted(looks, key=lambda look: look or 0)
    assert looks[0] == 60 * SECOND
    assert looks[-1] == DAY


@pytest.mark.parametrize("every", ["", "1y", "-1d", "0d", "10s", "99999w", True, 1.5, None])
def test_a_pace_that_is_none_is_refused(every: object) -> None:
    with pytest.raises(InvalidNumber):
        every_seconds(every)


@pytest.mark.parametrize("every", ["1m", "90m", "3h", "1d", "2w", "61s"])
def test_a_pace_is_told_as_it_was_written(every: str) -> None:
    assert pace(every_seconds(every)) == every
