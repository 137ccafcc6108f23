"""Consolidating and reflecting: what dreams write never gains trust, and earns its depth by having been seen."""

from typing import Any

import pytest

from deciding import NOW, PERSON, after, content, event, events, facts, order, standing
from remembrancer.domain.commands import ConsolidateMemories, RestoreMemory, WriteReflection
from remembrancer.domain.content import MemoryText
from remembrancer.domain.decisions import decide
from remembrancer.domain.decisions.grounds import unchanged
from remembrancer.domain.errors import (
    IdentityIsProtected,
    InvalidName,
    InvalidText,
    KeptByOthers,
    LessonIncomplete,
    NotLive,
    Refused,
    SecretRefused,
    SourceCodeRefused,
    UnknownKind,
    UnknownMemory,
)
from remembrancer.domain.events import DreamReflected, MemoriesConsolidated
from remembrancer.domain.policy import Gate, Policy

ABC = ("mem_a", "mem_b", "mem_c")


def consolidate(*sources: str, **fields: Any) -> ConsolidateMemories:
    said = {"memory": "mem_new", "kind": "practice", "sources": sources or ABC, "text": "always", "rule": "x/y"}
    return order(ConsolidateMemories, **{"seen": 3, **said, **fields})


def reflect(*evidence: str, **fields: Any) -> WriteReflection:
    said = {"memory": "mem_new", "text": "learned: much", "evidence": evidence, "upto": 7}
    return order(WriteReflection, **{**said, **fields})


def three(**fields: Any) -> list[Any]:
    return [standing(memory, **fields) for memory in ABC]


def test_what_was_noticed_three_times_becomes_one_practice_and_its_sources_retire() -> None:
    known = after(facts(*three()), consolidate())

    made = known.memories["mem_new"]
    assert (made.layer, made.home_layer, made.kind, made.status, made.confirmations) == (
        "L4", "L4", "practice", "live", 3,
    )  # fmt: skip
    for memory in ABC:
        source = known.memories[memory]
        assert (source.status, source.layer, source.home_layer) == ("archived", "L6", "L2")
        assert (source.former, source.successor) == ("live", "mem_new")


def test_one_event_says_it_all_and_rests_on_every_source_and_all_that_it_cites() -> None:
    decision = decide(facts(*three(), standing("mem_x")), consolidate(evidence=("mem_x",)), now=NOW)

    (draft,) = decision.drafts
    assert isinstance(draft.event, MemoriesConsolidated)
    assert draft.event.memories == ("mem_new", *ABC)
    assert set(unchanged(*ABC, "mem_x")) <= set(decision.conflicts)


def test_a_consolidation_keeps_what_weighs_most_and_trusts_least() -> None:
    a = standing("mem_a", importance=3, confidence=9, valid_from=700)
    b = standing("mem_b", importance=8, confidence=2, valid_from=500, confirmations=1)

    made = event(facts(a, b), consolidate("mem_a", "mem_b", category="routine"))

    assert (made.importance, made.confidence, made.source, made.valid_from) == (8, 9, "own", 500)
    assert (made.category, made.scope, made.fact, made.expires_at, made.valid_to) == (
        "routine", "agent:atlas", None, None, None,
    )  # fmt: skip


@pytest.mark.parametrize("foreign", ["mem_b", "mem_d"])
def test_words_from_outside_stay_words_from_outside(foreign: str) -> None:
    known = facts(*three(), standing("mem_d"))
    known.memories[foreign] = standing(foreign, source="foreign")

    assert event(known, consolidate(evidence=("mem_d",))).source == "foreign"


def test_it_is_about_everybody_whom_its_sources_and_its_evidence_are_about() -> None:
    words: dict[str, Any] = {
        "mem_a": MemoryText(text="a", subjects=("user:1",), tags=("x", "y")),
        "mem_b": MemoryText(text="b", subjects=("user:2",), tags=("y", "z")),
        "mem_d": MemoryText(text="d", subjects=("user:3",)),
    }
    known = facts(*three(), standing("mem_d"), **words)
    said = content(known, consolidate(evidence=("mem_d", "mem_a", "mem_d"), subjects=("user:4",), composed_by="m"))

    assert said.subjects == ("user:1", "user:2", "user:3", "user:4")
    assert (said.tags, said.text, said.because, said.rule, said.composed_by) == (
        ("x", "y", "z"), "always", "asked", "x/y", "m",
    )  # fmt: skip
    assert event(known, consolidate(evidence=("mem_d", "mem_a", "mem_d"))).evidence == ("mem_d",)


def test_a_lesson_needs_its_trigger_and_a_one_line_summary() -> None:
    whole = {"kind": "lesson", "trigger": "noticed on three days", "summary": "look first"}
    for lacking in ("trigger", "summary"):
        with pytest.raises(LessonIncomplete, match="one-line summary"):
            decide(facts(*three()), consolidate(**{**whole, lacking: None}), now=NOW)

    made = event(facts(*three()), consolidate(**whole))
    assert (made.kind, made.triggered) == ("lesson", True)
    assert not event(facts(*three()), consolidate()).triggered


def test_what_was_not_seen_often_enough_is_no_practice() -> None:
    with pytest.raises(Refused, match="it was seen 2 times; the gate asks for 3"):
        decide(facts(*three()), consolidate("mem_a", "mem_b", "mem_a", seen=2), now=NOW)
    with pytest.raises(Refused, match="as seen 3 times: they tell of 2 times at most"):
        decide(facts(*three()), consolidate("mem_a", "mem_b", "mem_a", seen=3), now=NOW)
    strict = facts(*three(), policy=Policy(gate=Gate(confirmations=4)))
    with pytest.raises(Refused, match="it was seen 3 times; the gate asks for 4"):
        decide(strict, consolidate(), now=NOW)


def test_every_confirmation_of_a_source_is_a_sighting() -> None:
    known = facts(standing("mem_a", confirmations=3), standing("mem_b"))

    assert event(known, consolidate("mem_a", seen=4)).confirmations == 4
    assert event(known, consolidate("mem_a", "mem_b", seen=5)).confirmations == 5


@pytest.mark.parametrize("kind", ["note", "fact", "module"])
def test_what_is_noticed_often_is_knowledge_of_l4(kind: str) -> None:
    with pytest.raises(Refused, match="what was noticed often is knowledge, of L4"):
        decide(facts(*three()), consolidate(kind=kind), now=NOW)
    with pytest.raises(UnknownKind):
        decide(facts(*three()), consolidate(kind="whim"), now=NOW)


@pytest.mark.parametrize("odd", [{"scope": "fleet"}, {"layer": "L3"}, {"layer": "L0", "kind": "diff"}])
def test_sources_are_of_one_scope_and_of_layers_that_are_noticed_in(odd: dict[str, str]) -> None:
    known = facts(standing("mem_a"), standing("mem_b", **odd), standing("mem_c"))

    with pytest.raises(Refused, match="cannot consolidate mem_b"):
        decide(known, consolidate(), now=NOW)


def test_sources_of_l2_and_l4_may_meet_and_each_is_restored_to_its_own() -> None:
    known = facts(standing("mem_a"), standing("mem_b", layer="L4", kind="practice"), standing("mem_c"))
    after(known, consolidate(), order(RestoreMemory, memory="mem_b"), order(RestoreMemory, memory="mem_c"))

    assert [known.memories[memory].layer for memory in ABC] == ["L6", "L4", "L2"]
    assert [known.memories[memory].status for memory in ABC] == ["archived", "live", "live"]
    assert known.memories["mem_b"].successor is None
    assert known.memories["mem_new"].status == "live"


def test_only_what_is_live_there_and_no_others_is_consolidated() -> None:
    odd = [standing("mem_d", status="superseded"), standing("mem_e", layer="L5"), standing("mem_f", expires_at=NOW)]
    known = facts(*three(), *odd, standing("mem_i", layer="L4", kind="intent"))

    for memory, refusal in (
        ("mem_d", NotLive), ("mem_f", NotLive), ("mem_e", IdentityIsProtected), ("mem_i", KeptByOthers),
        ("mem_gone", UnknownMemory),
    ):  # fmt: skip
        with pytest.raises(refusal):
            decide(known, consolidate(*ABC, memory), now=NOW)
    with pytest.raises(UnknownMemory):
        decide(known, consolidate(evidence=("mem_gone",)), now=NOW)
    with pytest.raises(InvalidName, match="needs sources"):
        decide(known, order(ConsolidateMemories, memory="m", kind="practice", sources=(), text="x", seen=3), now=NOW)


@pytest.mark.parametrize("field", ["text", "summary", "trigger"])
def test_no_code_and_no_secret_comes_to_l4(field: str) -> None:
    with pytest.raises((SourceCodeRefused, InvalidText)):
        decide(facts(*three()), consolidate(**{field: "```\nx = 1\n```"}), now=NOW)
    with pytest.raises(SecretRefused):
        decide(facts(*three()), consolidate(**{field: "password: hunter2-is-long-enough"}), now=NOW)


def test_a_consolidation_says_why() -> None:
    with pytest.raises(InvalidText, match="a reason is missing"):
        decide(facts(*three()), consolidate(because=None), now=NOW)


def test_a_practice_that_crosses_a_bound_retires_the_least_and_not_what_leaves_anyway() -> None:
    policy = Policy(bounds={"practice": 2})
    shelf = [standing(memory, layer="L4", kind="practice") for memory in ("mem_x", "mem_y")]
    known = facts(*three(importance=9), *shelf, policy=policy)
    assert [found.memory for found in events(known, consolidate())] == ["mem_new", "mem_x"]

    leaving = facts(*(standing(memory, layer="L4", kind="practice") for memory in ABC), policy=policy)
    assert len(events(leaving, consolidate())) == 1


def test_how_beliefs_changed_is_a_reflection_of_the_agents_own() -> None:
    known = facts(standing("mem_a", scope="fleet"), standing("mem_b", status="forgotten"))
    made = event(known, reflect("mem_a", "mem_b", "mem_a"))

    assert isinstance(made, DreamReflected)
    assert (made.kind, made.layer, made.home_layer, made.scope, made.upto) == (
        "reflection", "L2", "L2", "agent:atlas", 7,
    )  # fmt: skip
    assert (made.evidence, made.memories) == (("mem_a", "mem_b"), ("mem_new",))


def test_a_reflection_inherits_people_and_the_lowest_trust() -> None:
    words: dict[str, Any] = {
        "mem_a": MemoryText(text="a", subjects=("user:1",)),
        "mem_b": MemoryText(text="b", subjects=("user:2",)),
    }
    known = facts(standing("mem_a"), standing("mem_b", source="foreign"), **words)

    assert content(known, reflect("mem_a", "mem_b")).subjects == ("user:1", "user:2")
    assert event(known, reflect("mem_a")).source == "own"
    assert event(known, reflect("mem_a", "mem_b")).source == "foreign"


def test_a_reflection_rests_on_what_it_cites() -> None:
    decision = decide(facts(standing("mem_a"), standing("mem_b")), reflect("mem_a", "mem_b"), now=NOW)
    assert set(unchanged("mem_a", "mem_b")) <= set(decision.conflicts)


def test_a_reflection_has_words_a_reason_and_evidence_that_is_there() -> None:
    with pytest.raises(InvalidText, match="empty"):
        decide(facts(standing()), reflect("mem_a", text=" "), now=NOW)
    with pytest.raises(InvalidText, match="a reason is missing"):
        decide(facts(standing()), reflect("mem_a", because=None), now=NOW)
    with pytest.raises(UnknownMemory):
        decide(facts(standing()), reflect("mem_gone"), now=NOW)


def test_a_reflection_over_the_bound_lets_an_older_one_retire() -> None:
    old = standing("mem_old", kind="reflection", importance=1)
    known = facts(standing("mem_a"), old, policy=Policy(bounds={"reflection": 1}))

    assert [found.memory for found in events(known, reflect("mem_a", **PERSON))] == ["mem_new", "mem_old"]
