"""Wounds and judgements: what may be said of them, and how decisions weigh under their bound."""

from typing import Any

import pytest

from deciding import NOW, PERSON, content, event, events, facts, order, standing
from remembrancer.domain.commands import JudgeDecision, RecordMemory, SufferTrauma
from remembrancer.domain.content import MemoryText
from remembrancer.domain.decisions import decide
from remembrancer.domain.errors import (
    InvalidName,
    InvalidNumber,
    InvalidText,
    NotADecision,
    NotLive,
    NotReadable,
    RemembrancerError,
    UnknownCategory,
    UnknownMemory,
)
from remembrancer.domain.events import DecisionJudged, DecisionMade, MemoryArchived, MemoryReplaced, TraumaSuffered
from remembrancer.domain.policy import Policy
from remembrancer.domain.state import Belief


def suffer(**fields: Any) -> SufferTrauma:
    return order(SufferTrauma, **{"category": "security", "weight": 1000, "because": "a key leaked", **fields})


def judge(outcome: Any = "right", **fields: Any) -> JudgeDecision:
    return order(JudgeDecision, **{"memory": "mem_d", "outcome": outcome, **fields})


def decided(**fields: Any) -> Belief:
    return standing(**{"memory": "mem_d", "kind": "decision", **fields})


def test_a_trauma_says_its_category_its_weight_and_how_fast_it_fades() -> None:
    told = event(facts(), suffer(weight=2500, intent="i"))

    assert isinstance(told, TraumaSuffered)
    assert (told.category, told.weight, told.intent, told.scope) == ("security", 2500, "i", "agent:atlas")
    assert told.half_life_s == 180 * 86_400


def test_the_policy_says_how_fast_a_trauma_fades() -> None:
    policy = Policy(trauma_weights={"noise": 1}, trauma_half_lives_days={}, trauma_signals={})

    assert event(facts(policy=policy), suffer(category="noise")).half_life_s == 30 * 86_400
    quick = Policy(trauma_half_lives_days={"security": 1})
    assert event(facts(policy=quick), suffer()).half_life_s == 86_400


@pytest.mark.parametrize(
    ("fields", "refusal", "said"),
    [
        ({"category": "boredom"}, UnknownCategory, "unknown category 'boredom'; use one of rollback, .*trauma_weights"),
        ({"category": ""}, UnknownCategory, "unknown category ''"),
        ({"category": None}, UnknownCategory, "unknown category 'None'"),
        ({"weight": 0}, InvalidNumber, "the weight is 0; it must be from 0.001 to 100"),
        ({"weight": -1}, InvalidNumber, "the weight is -0.001"),
        ({"weight": 100_001}, InvalidNumber, "the weight is 100.001"),
        ({"because": None}, InvalidText, "a reason is missing"),
        ({"because": " "}, InvalidText, "the reason is empty"),
        ({"scope": "team:red"}, NotReadable, "may not write to 'team:red'"),
        ({"scope": "agent:bo"}, NotReadable, "may not write to 'agent:bo'"),
        ({"scope": "all"}, InvalidName, "not a scope"),
        ({"evidence": ("mem_gone",)}, UnknownMemory, "'mem_gone'"),
    ],
)
def test_what_is_wrong_with_a_trauma_is_refused(
    fields: dict[str, Any], refusal: type[RemembrancerError], said: str
) -> None:
    with pytest.raises(refusal, match=said):
        decide(facts(), suffer(**fields), now=NOW)


def test_the_smallest_and_the_greatest_trauma_are_taken() -> None:
    assert [event(facts(), suffer(weight=weight)).weight for weight in (1, 100_000)] == [1, 100_000]


def test_why_something_hurt_is_sealed_for_whom_its_evidence_is_about() -> None:
    known = facts(standing(), mem_a=MemoryText(text="x", subjects=("user:1",)))
    said = content(known, suffer(evidence=("mem_a", "mem_a"), subjects=("user:2",)))

    assert (said.because, said.subjects) == ("a key leaked", ("user:1", "user:2"))
    assert event(known, suffer(evidence=("mem_a", "mem_a"))).evidence == ("mem_a",)


def test_a_decision_is_made_by_recording_one() -> None:
    made = event(facts(), order(RecordMemory, memory="mem_d", text="we keep one log", kind="decision", confidence=7))

    assert isinstance(made, DecisionMade)
    assert (made.kind, made.layer, made.confidence) == ("decision", "L2", 7)


def test_a_decision_under_the_key_of_a_fact_replaces_the_one_before() -> None:
    known = facts(decided(fact="f"))
    made = event(known, order(RecordMemory, memory="mem_n", text="two logs", kind="decision", key="log", fact="f"))

    assert isinstance(made, MemoryReplaced)
    assert (made.kind, made.replaces) == ("decision", "mem_d")


@pytest.mark.parametrize(
    ("given", "outcome"),
    [("right", "right"), ("wrong", "wrong"), ("mixed", "mixed"), ("success", "right"), ("failure", "wrong")],
)
def test_a_decision_turns_out_right_wrong_or_mixed(given: str, outcome: str) -> None:
    judged = event(facts(decided(scope="fleet")), judge(given))

    assert isinstance(judged, DecisionJudged)
    assert (judged.memory, judged.outcome, judged.scope) == ("mem_d", outcome, "fleet")


@pytest.mark.parametrize("outcome", ["", "good", "Right", None, 1])
def test_no_other_outcome_is_known(outcome: Any) -> None:
    with pytest.raises(InvalidName, match=r"not an outcome of a decision: .*; use right, wrong, mixed"):
        decide(facts(decided()), judge(outcome), now=NOW)


def test_an_outcome_for_a_decision_never_made_is_refused() -> None:
    with pytest.raises(UnknownMemory, match="'mem_d'"):
        decide(facts(), judge(), now=NOW)
    with pytest.raises(NotADecision, match="cannot judge mem_d: its kind is 'note' and not 'decision'"):
        decide(facts(standing("mem_d")), judge(), now=NOW)


@pytest.mark.parametrize("status", ["live", "archived"])
def test_a_decision_that_retired_is_judged_as_well(status: str) -> None:
    assert event(facts(decided(status=status)), judge()).memory == "mem_d"


@pytest.mark.parametrize("status", ["forgotten", "merged", "superseded", "contradicted", "quarantined", "erased"])
def test_a_decision_that_does_not_stand_is_not_judged(status: str) -> None:
    with pytest.raises(NotLive, match=f"cannot judge mem_d: it is {status}"):
        decide(facts(decided(status=status)), judge(), now=NOW)


def test_a_judgement_needs_a_reason_and_may_cite_evidence() -> None:
    known = facts(decided(), standing(), mem_a=MemoryText(text="x", subjects=("user:1",)))

    with pytest.raises(InvalidText, match="a reason is missing"):
        decide(known, judge(because=None), now=NOW)
    with pytest.raises(UnknownMemory, match="'mem_gone'"):
        decide(known, judge(evidence=("mem_gone",)), now=NOW)
    assert event(known, judge(evidence=("mem_a", "mem_a"))).evidence == ("mem_a",)
    assert content(known, judge(evidence=("mem_a",))).subjects == ("user:1",)


def test_a_decision_is_judged_again_by_whoever_knows_better() -> None:
    known = facts(decided())

    assert event(known, judge("right")).actor == "agent:atlas"
    assert event(known, judge("wrong", **PERSON)).actor == "user:p1"


def test_a_judgement_changes_nothing_but_when_a_decision_was_last_heard_of() -> None:
    known = facts(decided(importance=9))
    before = known.memories["mem_d"]

    known.include(decide(known, judge("wrong"), now=NOW).drafts, NOW)

    now_stands = known.memories["mem_d"]
    assert now_stands.changed_at == NOW
    assert (now_stands.status, now_stands.importance, now_stands.revision) == (before.status, 9, before.revision)


@pytest.mark.parametrize(("category", "outlives"), [("security", True), ("rollback", True), ("routine", False)])
def test_a_rollback_or_a_security_incident_outlives_routine(category: str, outlives: bool) -> None:
    there = [decided(memory=f"mem_{n}", category=None, importance=6, recorded_position=n + 5) for n in range(9)]
    incident = decided(memory="mem_incident", category=category, importance=5, recorded_position=1)
    arrival = order(RecordMemory, memory="mem_new", text="we ship", kind="decision", importance=7)

    left = [gone.memory for gone in events(facts(*there, incident), arrival) if isinstance(gone, MemoryArchived)]

    assert left == (["mem_0"] if outlives else ["mem_incident"])


def test_a_real_evolution_outlives_routine() -> None:
    policy = Policy(bounds={"evolution": 1})
    real = standing("mem_e", kind="evolution", category="evolution", importance=4)
    arrival = order(RecordMemory, memory="mem_new", text="renamed a file", kind="evolution", importance=5)

    assert [gone.memory for gone in events(facts(real, policy=policy), arrival)] == ["mem_new", "mem_new"]
