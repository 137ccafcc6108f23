"""Merging: one memory of several, which never gains depth or trust."""

from typing import Any

import pytest

from deciding import NOW, content, event, events, facts, order, standing
from remembrancer.domain.commands import MergeMemories
from remembrancer.domain.content import MemoryText
from remembrancer.domain.decisions import decide
from remembrancer.domain.errors import (
    IdentityIsProtected,
    InvalidName,
    InvalidText,
    LessonIncomplete,
    NotLive,
    Refused,
    SourceCodeRefused,
    UnknownMemory,
)
from remembrancer.domain.policy import Policy

WORDS_A = MemoryText(text="a", subjects=("user:1",), tags=("x", "y"), trigger="fell")
WORDS_B = MemoryText(text="b", subjects=("user:2",), tags=("y", "z"), trigger="slipped")


def merge(*sources: str, **fields: Any) -> MergeMemories:
    return order(MergeMemories, **{"memory": "mem_new", "sources": sources, "text": "both", **fields})


def test_a_merge_keeps_the_lowest_trust_and_the_highest_importance() -> None:
    a = standing("mem_a", importance=9, confidence=8, valid_from=500)
    b = standing("mem_b", importance=2, confidence=3, source="foreign", valid_from=700)

    merged = event(facts(a, b), merge("mem_a", "mem_b", "mem_a"))

    assert merged.sources == ("mem_a", "mem_b")
    assert (merged.importance, merged.confidence, merged.source, merged.valid_from) == (9, 3, "foreign", 500)
    assert (merged.layer, merged.home_layer, merged.scope, merged.fact) == ("L2", "L2", "agent:atlas", None)


def test_a_merge_inherits_people_tags_and_incidents() -> None:
    known = facts(standing("mem_a", triggered=True), standing("mem_b"), mem_a=WORDS_A, mem_b=WORDS_B)
    said = content(known, merge("mem_a", "mem_b", subjects=("user:3",)))

    assert (said.text, said.subjects, said.tags) == ("both", ("user:1", "user:2", "user:3"), ("x", "y", "z"))
    assert said.trigger == "fell\nslipped"
    assert event(known, merge("mem_a", "mem_b")).triggered


@pytest.mark.parametrize(
    ("layer", "kinds", "kind"),
    [
        ("L2", ("decision", "decision"), "decision"),
        ("L2", ("decision", "note"), "note"),
        ("L3", ("module", "fact"), "fact"),
        ("L4", ("practice", "preference"), "pattern"),
    ],
)
def test_the_kind_is_the_one_that_all_share_or_the_plain_one_of_the_layer(
    layer: str, kinds: tuple[str, str], kind: str
) -> None:
    known = facts(standing("mem_a", layer=layer, kind=kinds[0]), standing("mem_b", layer=layer, kind=kinds[1]))

    assert event(known, merge("mem_a", "mem_b")).kind == kind


def test_a_category_is_kept_where_all_share_it() -> None:
    a, b = standing("mem_a", category="x"), standing("mem_b", category="x")

    assert event(facts(a, b), merge("mem_a", "mem_b")).category == "x"
    assert event(facts(a, standing("mem_b")), merge("mem_a", "mem_b")).category is None


def test_lessons_become_a_lesson_with_a_summary_of_its_own() -> None:
    lessons = [standing(name, layer="L4", kind="lesson", triggered=True) for name in ("mem_a", "mem_b")]

    with pytest.raises(LessonIncomplete, match="one-line summary"):
        decide(facts(*lessons, mem_a=WORDS_A), merge("mem_a", "mem_b"), now=NOW)
    assert event(facts(*lessons, mem_a=WORDS_A), merge("mem_a", "mem_b", summary="s")).kind == "lesson"
    assert event(facts(*lessons), merge("mem_a", "mem_b", summary="s")).kind == "pattern"


@pytest.mark.parametrize("sources", [(), ("mem_a",), ("mem_a", "mem_a")])
def test_a_merge_needs_two_different_memories(sources: tuple[str, ...]) -> None:
    with pytest.raises(InvalidName, match="at least two different"):
        decide(facts(standing()), merge(*sources), now=NOW)


@pytest.mark.parametrize("other", [{"layer": "L3"}, {"scope": "fleet"}])
def test_a_merge_stays_within_one_layer_and_scope(other: dict[str, str]) -> None:
    known = facts(standing(), standing("mem_b", **other))

    with pytest.raises(Refused, match="within one layer and scope"):
        decide(known, merge("mem_a", "mem_b"), now=NOW)


def test_scratch_is_never_merged() -> None:
    known = facts(standing("mem_a", layer="L0", kind="diff"), standing("mem_b", layer="L0", kind="diff"))

    with pytest.raises(Refused, match="scratch expires"):
        decide(known, merge("mem_a", "mem_b"), now=NOW)


def test_only_live_memories_that_are_there_and_not_the_identity_are_merged() -> None:
    known = facts(standing(), standing("mem_b", status="archived"), standing("mem_c", layer="L5"))

    with pytest.raises(NotLive, match="cannot merge mem_b: it is archived"):
        decide(known, merge("mem_a", "mem_b"), now=NOW)
    with pytest.raises(IdentityIsProtected):
        decide(known, merge("mem_a", "mem_c"), now=NOW)
    with pytest.raises(UnknownMemory):
        decide(known, merge("mem_a", "mem_gone"), now=NOW)


def test_a_merge_brings_no_code_into_deep_layers_and_says_why() -> None:
    deep = facts(standing("mem_a", layer="L3"), standing("mem_b", layer="L3"))

    with pytest.raises(SourceCodeRefused):
        decide(deep, merge("mem_a", "mem_b", text="```\nx\n```"), now=NOW)
    with pytest.raises(InvalidText, match="a reason is missing"):
        decide(deep, merge("mem_a", "mem_b", because=None), now=NOW)
    with pytest.raises(InvalidText, match="empty"):
        decide(deep, merge("mem_a", "mem_b", text=" "), now=NOW)


def test_the_sources_make_room_for_what_they_become() -> None:
    policy = Policy(bounds={"decision": 2})
    known = facts(standing("mem_a", kind="decision"), standing("mem_b", kind="decision"), policy=policy)

    assert len(events(known, merge("mem_a", "mem_b"))) == 1


def test_a_merge_that_arrives_on_another_shelf_may_push_something_out() -> None:
    policy = Policy(bounds={"note": 1})
    sources = standing("mem_a", kind="decision"), standing("mem_b", kind="evolution")
    known = facts(*sources, standing("mem_c", kind="note", importance=1), policy=policy)

    assert [found.memory for found in events(known, merge("mem_a", "mem_b"))] == ["mem_new", "mem_c"]
