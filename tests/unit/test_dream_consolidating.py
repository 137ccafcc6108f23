"""Consolidating: what was noticed again and again becomes one practice, and what is known is reaffirmed."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dream_states import NOW, POLICY, TODAY, dreamt, memory_id, state, told
from remembrancer.domain.dreams.consolidating import cores, propose_consolidate
from remembrancer.domain.dreams.proposals import Consolidate, Proposal, Reaffirm, Suggest
from remembrancer.domain.dreams.state import Dreamt, Likeness
from remembrancer.domain.suggestions import signature_of

USE = "Use 150-word abstracts"
BRIEFING: dict[str, Any] = {"subjects": ("user:42",), "category": "briefing"}


def proposed(*memories: Dreamt, claimed: Iterable[str] = (), **fields: Any) -> list[Proposal]:
    return list(propose_consolidate(state(*memories, **fields), NOW, POLICY, frozenset(claimed)))


def thrice(text: str = USE, first: int = 1, **fields: Any) -> list[Dreamt]:
    return [dreamt(first + at, text, TODAY - 9 + 2 * at, **fields) for at in range(3)]


def practice(proposal: Proposal) -> Consolidate:
    assert isinstance(proposal.action, Consolidate)
    return proposal.action


def numbers(ids: Iterable[str]) -> list[int]:
    return [int(one.removeprefix("mem_")) for one in ids]


def test_what_was_noticed_on_three_days_becomes_one_practice_with_what_supports_it() -> None:
    beside = [dreamt(4, "user prefers shorter versions", **BRIEFING), dreamt(5, "read rate rose 30%", **BRIEFING)]
    (one,) = proposed(*thrice(**BRIEFING), *beside)
    assert practice(one).wording.text == (
        "Best practice: 150-word abstracts (3x verified, +30% read rate). Also: user prefers shorter versions."
    )
    assert numbers(practice(one).sources) == [1, 2, 3, 4, 5]
    assert (practice(one).core, practice(one).category, practice(one).kind) == (USE, "briefing", "practice")
    assert one.figures == {"fragments": 3, "days": 3, "confirmations": 0, "occasions": 3, "remarks": 2}


def test_a_practice_in_chinese_reads_in_chinese() -> None:
    said = [
        dreamt(at, text, TODAY - at, **BRIEFING)
        for at, text in enumerate(("使用150字摘要", "还是使用150字的摘要", "使用150字摘要。"), 1)
    ]
    (one,) = proposed(*said, dreamt(4, "用户偏好更短的版本", **BRIEFING), dreamt(5, "阅读率提高了30%", **BRIEFING))
    assert practice(one).wording.language == "zh"
    assert practice(one).wording.text == "最佳实践：150字摘要（3次验证，阅读率 +30%）。另：用户偏好更短的版本。"


def test_twice_on_one_day_is_one_occasion() -> None:
    assert proposed(dreamt(1, USE, TODAY - 1), dreamt(2, USE, TODAY - 1), dreamt(3, USE, TODAY)) == []


def test_a_confirmation_is_an_occasion() -> None:
    (one,) = proposed(dreamt(1, USE, TODAY - 1, confirmations=1), dreamt(2, USE))
    assert one.figures["occasions"] == 3
    assert "2 memories say the same: noticed on 2 days and confirmed once" in one.because


def test_when_it_happened_tells_the_day_and_not_when_it_was_recorded() -> None:
    early = [dreamt(at, USE, occurred_at=(TODAY - at) * 86_400_000_000) for at in (1, 2, 3)]
    assert told(proposed(*early)) == [("consolidate/same-again", (1, 2, 3))]


@pytest.mark.parametrize(
    "texts",
    [
        ("favourite colour is purple", "favourite colour is cyan", "favourite colour is olive"),
        ("Set config.retry_1 to on", "Set config.retry_2 to on", "Set config.retry_3 to on"),
        ("Use 150-word abstracts", "Use 200-word abstracts", "Use 250-word abstracts"),
        ("用户喜欢辣", "用户不喜欢辣", "用户讨厌辣"),
        ("每周巡检三次", "每周巡检四次", "每周巡检五次"),
        ("user prefers window seats", "user prefers aisle seats", "user prefers middle seats"),
    ],
)
def test_values_that_differ_never_become_one_whatever_they_are_about(texts: tuple[str, ...]) -> None:
    said = [dreamt(at, text, TODAY - at, evidence=(memory_id(at - 1),), **BRIEFING) for at, text in enumerate(texts, 1)]
    assert [one for one in proposed(*said) if isinstance(one.action, Consolidate)] == []


FREER = (
    "The weekly briefing for Ann works best with 150-word abstracts",
    "For Ann the briefing works best when abstracts keep to 150 words",
    "Ann: weekly briefing, abstracts of 150 words work best again this week",
)


def test_freer_wordings_meet_by_people_and_category() -> None:
    assert told(proposed(*(dreamt(at, text, TODAY - at, **BRIEFING) for at, text in enumerate(FREER, 1)))) == [
        ("consolidate/same-again", (1, 2, 3))
    ]


def test_freer_wordings_meet_by_the_evidence_that_they_cite() -> None:
    said = [
        dreamt(at, text, TODAY - at, evidence=(memory_id(1),) if at > 1 else ()) for at, text in enumerate(FREER, 1)
    ]
    assert told(proposed(*said)) == [("consolidate/same-again", (1, 2, 3))]


def test_freer_wordings_without_a_place_to_meet_stay_apart() -> None:
    assert proposed(*(dreamt(at, text, TODAY - at) for at, text in enumerate(FREER, 1))) == []


def test_what_two_people_like_does_not_make_one_practice() -> None:
    said = [dreamt(at, "prefers tea", TODAY - at, subjects=(f"user:{at}",)) for at in (1, 2, 3)]
    assert proposed(*said) == []


def test_scopes_and_sources_never_mix() -> None:
    said = [dreamt(1, USE, TODAY - 2), dreamt(2, USE, TODAY - 1, scope="fleet"), dreamt(3, USE, source="foreign")]
    assert proposed(*said) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "quarantined"},
        {"status": "contradicted"},
        {"word": "confirmed"},
        {"dreamt": True},
        {"fact": "f" * 64},
        {"kind": "decision"},
        {"review": "failed"},
        {"expires_at": NOW + 1},
    ],
)
def test_what_is_no_fragment_is_not_counted(fields: dict[str, Any]) -> None:
    assert proposed(dreamt(1, USE, TODAY - 2), dreamt(2, USE, TODAY - 1), dreamt(3, USE, **fields)) == []


def test_what_a_person_keeps_is_cited_and_does_not_retire() -> None:
    (one,) = proposed(*thrice(), dreamt(7, "use 150-word abstracts again", word="confirmed"))
    assert numbers(practice(one).sources) == [1, 2, 3]
    assert numbers(practice(one).evidence) == [7]


def test_what_earlier_stages_change_is_left_alone() -> None:
    assert proposed(*thrice(), claimed=[memory_id(2)]) == []


def test_an_important_remark_is_cited_and_does_not_retire() -> None:
    remark = dreamt(4, "The board reads nothing longer", importance=8, evidence=(memory_id(1),))
    (one,) = proposed(*thrice(), remark)
    assert numbers(practice(one).sources) == [1, 2, 3]
    assert numbers(practice(one).evidence) == [4]


def test_of_many_remarks_only_those_that_share_a_word_are_taken_in() -> None:
    remarks = ("The train was late", "Lunch was cold", "It rained", "Bob called", "Abstracts please the board")
    beside = [dreamt(4 + at, text, **BRIEFING) for at, text in enumerate(remarks)]
    (one,) = proposed(*thrice(**BRIEFING), *beside)
    assert numbers(practice(one).sources) == [1, 2, 3, 8]


def test_a_remark_that_contradicts_is_not_taken_in() -> None:
    (one,) = proposed(*thrice(**BRIEFING), dreamt(4, "Never use 150-word abstracts", **BRIEFING))
    assert numbers(practice(one).sources) == [1, 2, 3]


def test_code_and_secrets_become_no_practice() -> None:
    assert proposed(*thrice("password = 'hunter2-Zq8!kfPq77'")) == []


def head(number: int = 9, **fields: Any) -> Dreamt:
    known: dict[str, Any] = {"kind": "practice", "layer": "L4", "dreamt": True, "metadata": {"core": USE}}
    return dreamt(number, "Best practice: 150-word abstracts (3x verified).", **(known | fields))


def test_what_a_practice_says_reaffirms_it() -> None:
    (one,) = proposed(dreamt(1, "Really use 150-word abstracts"), dreamt(2, USE), head())
    assert one.name == "consolidate/known-already"
    assert one.action == Reaffirm(memory=memory_id(9), fragments=(memory_id(1), memory_id(2)))


def test_a_lesson_of_the_same_words_is_reaffirmed_as_well() -> None:
    (one,) = proposed(dreamt(1, USE), dreamt(9, USE + ".", kind="lesson", layer="L4"))
    assert told([one]) == [("consolidate/known-already", (9, 1))]
    assert one.effect.endswith(" is confirmed, and 1 memory retires to L6")


def test_another_value_than_the_practice_has_does_not_reaffirm_it() -> None:
    assert proposed(dreamt(1, "Use 200-word abstracts"), head()) == []


def test_freer_wordings_reaffirm_a_practice_of_the_same_people_and_category() -> None:
    known = head(metadata={"core": FREER[0]}, **BRIEFING)
    assert told(proposed(dreamt(1, FREER[1], **BRIEFING), known)) == [("consolidate/known-already", (9, 1))]


def test_a_practice_that_was_made_is_not_made_again() -> None:
    archived = [dreamt(at, USE, status="archived", layer="L6") for at in (1, 2, 3)]
    assert proposed(*archived, head()) == []


def near(one: int, other: int, similarity: int = 850) -> Likeness:
    return Likeness(memory_id(one), memory_id(other), similarity)


def test_what_is_nearly_the_same_is_put_to_a_person_once_ever() -> None:
    said = [dreamt(1, "Send the report on Monday"), dreamt(2, "Send the report on Monday to the board")]
    (one,) = proposed(*said, likenesses=(near(1, 2),))
    assert isinstance(one.action, Suggest)
    assert (one.rule, one.action.change) == ("nearly-the-same", "consolidation")
    made = frozenset({signature_of("consolidation", one.action.concerned)})
    assert proposed(*said, likenesses=(near(1, 2),), suggested=made) == []


def test_what_is_in_different_layers_is_never_asked_to_be_one() -> None:
    said = [dreamt(1, "Send the report on Monday"), dreamt(2, "Send the report on Monday to the board", layer="L4")]
    assert proposed(*said, likenesses=(near(1, 2),)) == []


def test_a_newer_value_is_put_to_a_person_the_newer_one_first() -> None:
    before, now = (f"In the corner office of the northern region Ann sits at desk {desk}" for desk in ("B7", "C9"))
    said = [dreamt(1, before, TODAY - 3, subjects=("user:ann",)), dreamt(2, now, subjects=("user:ann",))]
    (one,) = proposed(*said, likenesses=(near(1, 2),))
    assert isinstance(one.action, Suggest)
    assert (one.rule, numbers(one.action.concerned)) == ("newer-value", [2, 1])
    assert one.effect == f'a person is asked whether "{now}" takes the place of "{before}"'


def test_a_newer_value_of_nobody_and_nothing_is_no_question() -> None:
    said = [dreamt(1, "Ann sits at desk B7", TODAY - 3), dreamt(2, "Ann sits at desk C9")]
    assert proposed(*said, likenesses=(near(1, 2),)) == []


def test_people_are_not_flooded_with_questions() -> None:
    said = [dreamt(at, f"Send report {at // 2} on Monday" + " to the board" * (at % 2)) for at in range(2, 40)]
    pairs = tuple(near(at, at + 1) for at in range(2, 40, 2))
    assert len(proposed(*said, likenesses=pairs)) == 19
    assert len(proposed(*said, likenesses=pairs, waiting=15)) == 5
    assert proposed(*said, likenesses=pairs, waiting=20) == []


def test_pairs_that_are_less_alike_are_no_question() -> None:
    said = [dreamt(1, "Send the report on Monday"), dreamt(2, "Send the report on Monday to the board")]
    assert proposed(*said, likenesses=(near(1, 2, 799),)) == []


TEXTS = (
    USE,
    "Really use 150-word abstracts",
    "Use 200-word abstracts",
    *FREER,
    "用户喜欢辣",
    "用户不喜欢辣",
    "It rained",
)


def sighting(at: int, text: str, day: int, meets: bool) -> Dreamt:
    return dreamt(at, text, TODAY - day, **(BRIEFING if meets else {}))


@given(
    st.lists(st.tuples(st.sampled_from(TEXTS), st.integers(0, 4), st.booleans()), max_size=12),
    st.randoms(use_true_random=False),
)
def test_the_order_of_memories_does_not_matter(said: list[tuple[str, int, bool]], rng: Random) -> None:
    memories = [sighting(at, text, day, meets) for at, (text, day, meets) in enumerate(said)]
    shuffled = [*memories]
    rng.shuffle(shuffled)
    assert proposed(*memories) == proposed(*shuffled)
    assert cores(memories, state(), POLICY) == cores(shuffled, state(), POLICY)


@given(st.lists(st.tuples(st.sampled_from(TEXTS), st.integers(0, 4), st.booleans()), max_size=12))
def test_nothing_is_in_two_proposals(said: list[tuple[str, int, bool]]) -> None:
    memories = [sighting(at, text, day, meets) for at, (text, day, meets) in enumerate(said)]
    changed = [memory for one in proposed(*memories) for memory in one.memories]
    assert len(changed) == len(set(changed))
