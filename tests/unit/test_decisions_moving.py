"""Going deeper, going, and coming back: promote, forget, archive, restore, release, and the bounds between."""

from typing import Any

import pytest

from deciding import NOW, PERSON, content, event, events, facts, order, standing
from remembrancer.domain.commands import (
    ArchiveMemory,
    Command,
    ForgetMemory,
    PromoteMemory,
    RecordMemory,
    ReleaseMemory,
    RestoreMemory,
)
from remembrancer.domain.content import MemoryText
from remembrancer.domain.decisions import decide
from remembrancer.domain.errors import (
    FactHasOwner,
    GateNotPassed,
    IdentityIsProtected,
    InvalidText,
    NothingToRestore,
    NotLive,
    PersonNeeded,
    Refused,
    RemembrancerError,
    SecretRefused,
    SourceCodeRefused,
    UnknownLayer,
    UnknownMemory,
)
from remembrancer.domain.policy import Gate, Policy
from remembrancer.domain.state import Belief


def promote(to: str = "L4", **fields: Any) -> PromoteMemory:
    return order(PromoteMemory, **{"memory": "mem_a", "to": to, **fields})


@pytest.mark.parametrize(
    ("belief", "by", "ground"),
    [
        (standing(confirmations=3), {}, "confirmed"),
        (standing(importance=7, triggered=True), {}, "incident"),
        (standing(), PERSON, "person"),
        (standing(), {**PERSON, "actor": "file:x"}, "person"),
    ],
)
def test_a_promotion_says_what_passed_the_gate(belief: Belief, by: dict[str, str], ground: str) -> None:
    promoted = event(facts(belief), promote(**by))

    assert (promoted.ground, promoted.from_layer, promoted.to_layer) == (ground, "L2", "L4")
    assert (promoted.importance, promoted.confirmations) == (belief.importance, belief.confirmations)


@pytest.mark.parametrize(
    "belief",
    [standing(), standing(confirmations=2), standing(importance=10), standing(importance=6, triggered=True)],
)
def test_a_promotion_that_earned_nothing_is_refused(belief: Belief) -> None:
    with pytest.raises(GateNotPassed, match="the gate asks for 3 confirmations, or importance 7"):
        decide(facts(belief), promote(), now=NOW)


def test_the_policy_says_what_a_promotion_must_have_earned() -> None:
    policy = Policy(gate=Gate(confirmations=1, importance=2))

    assert event(facts(standing(confirmations=1), policy=policy), promote()).ground == "confirmed"
    assert event(facts(standing(importance=2, triggered=True), policy=policy), promote()).ground == "incident"


@pytest.mark.parametrize(("layer", "to"), [("L2", "L3"), ("L2", "L4"), ("L3", "L4")])
def test_a_memory_is_promoted_to_a_deeper_layer(layer: str, to: str) -> None:
    assert event(facts(standing(layer=layer)), promote(to, **PERSON)).to_layer == to


@pytest.mark.parametrize(
    ("layer", "to", "said"),
    [
        ("L4", "L3", "nothing is deeper"),
        ("L4", "L4", "nothing is deeper"),
        ("L3", "L2", "it may go to L4"),
        ("L2", "L0", "it may go to L3 or L4"),
        ("L0", "L4", "scratch expires"),
        ("L2", "L6", "use `archive`"),
        ("L2", "L9", "no layer 'L9'"),
    ],
)
def test_a_promotion_goes_nowhere_but_deeper(layer: str, to: str, said: str) -> None:
    with pytest.raises(UnknownLayer, match=said):
        decide(facts(standing(layer=layer)), promote(to, **PERSON), now=NOW)


def test_nothing_is_promoted_into_the_identity() -> None:
    with pytest.raises(PersonNeeded, match="only a person's word"):
        decide(facts(standing(confirmations=9)), promote("L5"), now=NOW)
    with pytest.raises(Refused, match="`identity replace`"):
        decide(facts(standing(source="foreign")), promote("L5", **PERSON), now=NOW)


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (MemoryText(text="```\nx\n```"), SourceCodeRefused),
        (MemoryText(text="x", summary="import os"), SourceCodeRefused),
        (MemoryText(text="x", trigger="its password is secret1secret1"), SecretRefused),
    ],
)
def test_nothing_with_code_or_secrets_is_promoted(words: MemoryText, refusal: type[RemembrancerError]) -> None:
    with pytest.raises(refusal):
        decide(facts(standing(), mem_a=words), promote(**PERSON), now=NOW)


def test_a_promotion_cites_evidence_that_is_there() -> None:
    known = facts(standing(), standing("mem_b"))

    assert event(known, promote(**PERSON, evidence=("mem_b",))).evidence == ("mem_b",)
    with pytest.raises(UnknownMemory, match="'mem_gone'"):
        decide(known, promote(**PERSON, evidence=("mem_gone",)), now=NOW)


@pytest.mark.parametrize("status", ["superseded", "merged", "contradicted", "forgotten", "archived", "quarantined"])
@pytest.mark.parametrize(("command", "fields"), [(PromoteMemory, {"to": "L4"}), (ArchiveMemory, {})])
def test_only_a_live_memory_is_promoted_or_archived(
    command: type[Command], fields: dict[str, Any], status: str
) -> None:
    with pytest.raises(NotLive, match=status):
        decide(facts(standing(status=status)), order(command, **PERSON, memory="mem_a", **fields), now=NOW)


@pytest.mark.parametrize("status", ["live", "archived", "quarantined", "superseded", "contradicted"])
def test_whatever_is_still_there_can_be_forgotten(status: str) -> None:
    assert event(facts(standing(status=status)), order(ForgetMemory, memory="mem_a")).memory == "mem_a"


@pytest.mark.parametrize("status", ["forgotten", "merged", "erased"])
def test_what_is_out_of_recall_cannot_be_forgotten(status: str) -> None:
    with pytest.raises(NotLive, match=f"cannot forget mem_a: it is {status}"):
        decide(facts(standing(status=status)), order(ForgetMemory, memory="mem_a"), now=NOW)


def test_an_archived_memory_says_where_it_came_from() -> None:
    archived = event(facts(standing(layer="L4")), order(ArchiveMemory, memory="mem_a"))

    assert (archived.from_layer, archived.ground, archived.bound) == ("L4", "asked", None)


def test_scratch_is_never_archived() -> None:
    with pytest.raises(Refused, match="scratch expires by itself"):
        decide(facts(standing(layer="L0", kind="diff")), order(ArchiveMemory, memory="mem_a"), now=NOW)


@pytest.mark.parametrize("command", [ForgetMemory, ArchiveMemory, RestoreMemory, ReleaseMemory, PromoteMemory])
def test_the_identity_neither_goes_nor_comes_back(command: type[Command]) -> None:
    fields = {"to": "L4"} if command is PromoteMemory else {}

    with pytest.raises(IdentityIsProtected):
        decide(facts(standing(layer="L5")), order(command, **PERSON, memory="mem_a", **fields), now=NOW)


@pytest.mark.parametrize("command", [ForgetMemory, ArchiveMemory, ReleaseMemory, PromoteMemory])
def test_going_needs_a_reason(command: type[Command]) -> None:
    fields = {"to": "L4"} if command is PromoteMemory else {}
    status = "quarantined" if command is ReleaseMemory else "live"

    with pytest.raises(InvalidText, match="a reason is missing"):
        decide(
            facts(standing(status=status)), order(command, **PERSON, memory="mem_a", because=None, **fields), now=NOW
        )


@pytest.mark.parametrize("status", ["forgotten", "archived", "merged"])
def test_a_restore_brings_a_memory_home_without_a_reason(status: str) -> None:
    known = facts(standing(status=status, former="live", layer="L6", home_layer="L4"))

    restored = event(known, order(RestoreMemory, memory="mem_a", because=None))

    assert (restored.from_status, restored.to_status, restored.to_layer) == (status, "live", "L4")


@pytest.mark.parametrize("former", ["superseded", "contradicted", "quarantined"])
def test_a_restore_is_no_way_round_what_was_said_before(former: str) -> None:
    known = facts(standing(status="forgotten", former=former))

    assert event(known, order(RestoreMemory, memory="mem_a")).to_status == former


def test_what_was_archived_before_it_was_forgotten_comes_back_live() -> None:
    known = facts(standing(status="forgotten", former="archived", layer="L6", home_layer="L3"))
    restored = event(known, order(RestoreMemory, memory="mem_a"))

    assert (restored.to_status, restored.to_layer) == ("live", "L3")


@pytest.mark.parametrize("status", ["live", "superseded", "contradicted", "quarantined", "erased"])
def test_a_restore_reverts_nothing_else(status: str) -> None:
    with pytest.raises(NothingToRestore, match=f"it is {status}"):
        decide(facts(standing(status=status)), order(RestoreMemory, memory="mem_a"), now=NOW)


def test_a_fact_is_not_restored_over_a_newer_value() -> None:
    known = facts(standing(status="forgotten", fact="f"), mem_a=MemoryText(text="tea", key="drink"))
    known.holders["f"] = standing("mem_b", fact="f")

    with pytest.raises(Refused, match="fact 'drink' has the newer value mem_b"):
        decide(known, order(RestoreMemory, memory="mem_a"), now=NOW)
    known.holders["f"] = standing("mem_b", agent="bo", fact="f")
    with pytest.raises(FactHasOwner, match="'drink' is owned by agent 'bo'"):
        decide(known, order(RestoreMemory, memory="mem_a"), now=NOW)


def test_a_fact_is_restored_where_nothing_holds_it() -> None:
    known = facts(standing(status="forgotten", fact="f"))
    known.holders["f"] = standing("mem_b", fact="f", status="forgotten")

    assert event(known, order(RestoreMemory, memory="mem_a")).fact == "f"


def test_a_replaced_value_that_was_forgotten_comes_back_without_its_fact() -> None:
    known = facts(standing(status="forgotten", former="superseded", fact="f"))
    known.holders["f"] = standing("mem_b", fact="f")

    restored = event(known, order(RestoreMemory, memory="mem_a"))

    assert (restored.to_status, restored.fact) == ("superseded", None)


def test_only_what_is_in_quarantine_is_released() -> None:
    assert event(facts(standing(status="quarantined")), order(ReleaseMemory, memory="mem_a")).kind == "note"
    with pytest.raises(Refused, match="it is live, not quarantined"):
        decide(facts(standing()), order(ReleaseMemory, memory="mem_a"), now=NOW)


def decisions(count: int, **fields: Any) -> list[Belief]:
    return [standing(f"mem_{n}", kind="decision", recorded_position=n, **fields) for n in range(count)]


def arrive(*there: Belief, **fields: Any) -> list[str]:
    """Return the ids of what retires when a decision arrives where two are kept."""
    known = facts(*there, policy=Policy(bounds={"decision": 2}, extra_weight={"rollback": 4, "chatter": -3}))
    asked = order(RecordMemory, **{"memory": "mem_new", "text": "we ship", "kind": "decision", **fields})
    return [retired.memory for retired in events(known, asked)[1:]]


def test_a_bound_that_is_not_crossed_retires_nothing() -> None:
    assert arrive(*decisions(1)) == []


def test_the_oldest_of_equals_retires() -> None:
    assert arrive(*decisions(2)) == ["mem_0"]


def test_the_least_important_retires_even_if_it_is_the_one_that_came() -> None:
    assert arrive(
        standing("mem_a", kind="decision", importance=9), standing("mem_b", kind="decision", importance=2)
    ) == ["mem_b"]
    assert arrive(*decisions(2, importance=6)) == ["mem_new"]


def test_the_category_adds_weight_and_takes_some() -> None:
    assert arrive(*decisions(2, importance=6), category="rollback") == ["mem_0"]
    assert arrive(*decisions(2), category="chatter") == ["mem_new"]


def test_of_equal_weight_the_weaker_retires() -> None:
    there = decisions(2)

    assert arrive(there[0], standing("mem_1", kind="decision", strength=900, recorded_position=1)) == ["mem_1"]


def test_a_smaller_bound_retires_all_that_exceed_it() -> None:
    assert arrive(*decisions(4)) == ["mem_0", "mem_1", "mem_2"]


def test_a_bound_counts_one_scope_and_what_is_live() -> None:
    assert arrive(*decisions(2, scope="fleet")) == []
    assert arrive(*decisions(2, status="archived")) == []


def test_a_record_for_the_archive_crosses_no_bound() -> None:
    assert arrive(*decisions(2), layer="L6") == []


@pytest.mark.parametrize(("command", "status"), [(RestoreMemory, "archived"), (ReleaseMemory, "quarantined")])
def test_what_comes_back_by_name_stays_and_another_retires(command: type[Command], status: str) -> None:
    weak = standing("mem_weak", kind="decision", importance=1, status=status)
    known = facts(weak, *decisions(2, importance=8), policy=Policy(bounds={"decision": 2}))

    back, retired = events(known, order(command, memory="mem_weak"))

    assert (back.memory, retired.memory) == ("mem_weak", "mem_0")


def test_what_retires_says_why_in_words() -> None:
    known = facts(*decisions(10))
    drafts = decide(known, order(RecordMemory, memory="mem_n", text="x", kind="decision"), now=NOW).drafts

    assert drafts[1].content is not None
    assert "more than 10 live memories of kind decision in agent:atlas" in (drafts[1].content.because or "")


def test_a_reason_for_going_is_kept() -> None:
    assert content(facts(standing()), order(ForgetMemory, memory="mem_a")).because == "asked"
