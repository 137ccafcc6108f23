"""Merge: what is surely known of one thing becomes one pattern; what is less sure is carried, what conflicts is not."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dream_states import NOW, POLICY, dreamt, memory_id, policy, state, told
from remembrancer.domain.dreams.merging import propose_merge
from remembrancer.domain.dreams.proposals import Merge, Proposal
from remembrancer.domain.dreams.state import DreamState, Dreamt
from remembrancer.domain.policy import Policy

NOTHING: frozenset[str] = frozenset()


def entry(number: int, text: str, confidence: int = 8, **fields: Any) -> Dreamt:
    said: dict[str, Any] = {"layer": "L4", "kind": "preference", "category": "briefings", **fields}
    return dreamt(number, text, confidence=confidence, **said)


def pattern(number: int, text: str, **fields: Any) -> Dreamt:
    return entry(number, text, kind="pattern", dreamt=True, **fields)


def merges(before: DreamState, rules: Policy = POLICY, claimed: frozenset[str] = NOTHING) -> list[Proposal]:
    return list(propose_merge(before, NOW, rules, claimed))


def merged(proposal: Proposal) -> Merge:
    assert isinstance(proposal.action, Merge)
    return proposal.action


def test_confident_entries_of_one_category_become_a_pattern_and_a_less_sure_one_is_carried_as_a_note() -> None:
    before = state(
        entry(1, "User prefers 150-word abstracts"),
        entry(2, "User prefers bullet points", 7),
        entry(3, "User dislikes tables", 6),
    )
    (found,) = merges(before)
    assert told([found]) == [("merge/same-category", (1, 2, 3))]
    assert found.figures == {"grounds": 2, "noted": 1, "confidence": 7}
    assert found.because == (
        "2 entries of the category 'briefings' have a confidence of 7 or more; "
        "1 memory of less confidence carried as a note"
    )
    action = merged(found)
    assert (action.sources, action.noted) == ((memory_id(1), memory_id(2)), (memory_id(3),))
    assert action.wording.text == "User prefers 150-word abstracts and bullet points; dislikes tables."
    assert action.wording.sources == (
        "User prefers 150-word abstracts",
        "User prefers bullet points",
        "User dislikes tables",
    )
    assert (action.category, action.wording.language) == ("briefings", "en")


def test_a_pattern_in_chinese_is_told_in_chinese() -> None:
    before = state(entry(1, "用户偏好150字摘要"), entry(2, "用户偏好要点列表"), entry(3, "用户不喜欢表格", 6))
    (found,) = merges(before)
    assert merged(found).wording.text == "用户偏好150字摘要、要点列表；不喜欢表格。"
    assert merged(found).wording.language == "zh"


@pytest.mark.parametrize(
    "texts",
    [
        ("prefers bullet points, not tables", "prefers tables"),
        ("mag Tee", "mag keinen Tee"),
        ("喜欢红茶", "不喜欢红茶"),
        ("aime le thé", "n'aime pas le thé"),
        ("will move to Rome", "moved to Rome"),
        ("prefers short mails", "喜欢长邮件"),
        ("does the user prefer tables?", "prefers bullet points"),
        ("喜欢表格吗", "喜欢要点列表"),
        ("prefers tea if it rains", "prefers coffee"),
        ("如果下雨喜欢红茶", "喜欢长邮件"),
    ],
)
def test_contraries_tenses_languages_questions_and_conditions_are_not_merged(texts: tuple[str, str]) -> None:
    assert merges(state(*(entry(number, text) for number, text in enumerate(texts, 1)))) == []


def test_what_a_person_merged_is_a_source_of_nothing() -> None:
    before = state(entry(1, "User prefers tea", word="merged"), entry(2, "User prefers short lists"))
    assert merges(before) == []


def test_identifiers_do_not_make_a_text_another_language() -> None:
    before = state(entry(1, "user:12要含早餐"), entry(2, "user:12喜欢长邮件"))
    assert len(merges(before)) == 1


TEA, LISTS = entry(1, "User prefers tea"), entry(2, "User prefers short lists")


@pytest.mark.parametrize(
    "fields",
    [
        {"category": "drinks"},
        {"category": None},
        {"scope": "team:red"},
        {"subjects": ("user:7",)},
        {"source": "foreign"},
        {"confidence": 6},
        {"kind": "lesson"},
        {"layer": "L2"},
        {"status": "superseded"},
        {"word": "confirmed"},
        {"fact": "hmac"},
        {"valid_to": NOW},
        {"review": "doubtful"},
        {"kind": "practice", "dreamt": True},
    ],
)
def test_what_is_not_of_the_same_place_or_bound_to_it_is_not_merged(fields: dict[str, Any]) -> None:
    other = {"confidence": 8, **fields}
    assert merges(state(TEA, entry(2, "User prefers short lists", other.pop("confidence"), **other))) == []


def test_what_has_no_place_in_l4_is_not_merged() -> None:
    assert merges(state(TEA, entry(2, "User likes the password: hunter2000"))) == []


def test_what_cannot_be_read_is_not_merged() -> None:
    assert merges(state(TEA, dreamt(2, None, layer="L4", kind="preference", category="briefings", confidence=9))) == []


def test_what_an_earlier_stage_changes_is_left_alone() -> None:
    assert merges(state(TEA, LISTS), claimed=frozenset({memory_id(2)})) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna prefers window seats on trains", "Anna prefers aisle seats on trains"),
        ("Anna wants 150-word reports", "Anna wants 200-word reports"),
        ("Anna drinks tea with milk", "Anna drinks tea without milk"),
        ("User prefers charts in purple", "User prefers charts in cyan"),
        ("用户喜欢表格", "用户不喜欢表格"),
        ("小明每周去工厂三次", "小明每周去工厂四次"),
    ],
)
def test_entries_that_conflict_are_both_left_out(one: str, other: str) -> None:
    rest = [entry(3, "Anna likes large print"), entry(4, "Anna asks for a cover page")]
    assert told(merges(state(entry(1, one), entry(2, other), *rest))) == [("merge/same-category", (3, 4))]
    assert merges(state(entry(1, one), entry(2, other), rest[0])) == []


def test_the_name_of_a_person_is_nothing_that_two_entries_conflict_about() -> None:
    before = state(entry(1, "Anna Berg prefers tea"), entry(2, "Anna Berg prefers silence"))
    (found,) = merges(before)
    assert merged(found).wording.text == "Anna Berg prefers tea and silence."


def test_a_note_that_conflicts_with_a_ground_or_with_another_note_is_not_carried() -> None:
    before = state(
        TEA,
        entry(2, "User prefers window seats on trains"),
        entry(3, "User prefers aisle seats on trains", 5),
        entry(4, "User reads reports of 20 pages", 5),
        entry(5, "User reads reports of 30 pages", 5),
        entry(6, "User dislikes tables", 5),
    )
    assert told(merges(before)) == [("merge/same-category", (1, 2, 6))]


def test_a_pattern_takes_in_a_new_entry_and_its_words_are_told_once() -> None:
    before = state(
        pattern(1, "User prefers tea and short lists; dislikes tables."),
        entry(2, "User dislikes tables", 5),
        entry(3, "User prefers large print", day=20_601),
    )
    (found,) = merges(before)
    assert merged(found).sources == (memory_id(1), memory_id(3))
    assert merged(found).noted == (memory_id(2),)
    assert merged(found).wording.text == "User prefers tea and short lists, and large print; dislikes tables."


@pytest.mark.parametrize(
    "others",
    [
        (),
        (entry(2, "User dislikes tables", 5),),
        (pattern(2, "User likes quiet and dark rooms"),),
        (entry(2, "User dislikes tea"),),
    ],
    ids=["alone", "with a note", "with a pattern", "with what contradicts it"],
)
def test_a_pattern_without_a_new_ground_stays_as_it_is(others: tuple[Dreamt, ...]) -> None:
    assert merges(state(pattern(1, "User prefers tea and short lists; likes tea"), *others)) == []


def test_a_pattern_of_a_person_is_an_entry_like_others() -> None:
    before = state(entry(1, "User prefers tea and short lists", kind="pattern"), entry(2, "User dislikes tables"))
    assert told(merges(before)) == [("merge/same-category", (1, 2))]


def test_one_pattern_joins_no_more_entries_than_it_may_and_the_rest_make_another() -> None:
    things = ["tea", "lists", "silence", "trains", "maps", "birds", "books"]
    before = state(*(entry(number, f"User prefers {thing}") for number, thing in enumerate(things, 1)))
    found = merges(before, policy(dreams={"merge_clauses": 3}))
    assert told(found) == [("merge/same-category", (1, 2, 3)), ("merge/same-category", (4, 5, 6))]
    full = pattern(9, "User prefers tea, lists, and silence.")
    assert merges(state(full, entry(10, "User prefers trains")), policy(dreams={"merge_clauses": 3})) == []


def test_an_entry_that_will_be_forgotten_as_a_duplicate_is_not_merged_before() -> None:
    double = entry(3, "user prefers the tea")
    assert merges(state(TEA, double, together=[(1, 3)])) == []
    assert merges(state(TEA, LISTS, double, together=[(1, 3)])) == []
    # What no cluster holds will not be forgotten.
    assert told(merges(state(TEA, LISTS, double))) == [("merge/same-category", (1, 2, 3))]


def test_what_says_the_same_twice_is_no_pattern() -> None:
    assert merges(state(TEA, entry(2, "User prefers the tea", kind="practice"))) == []


def test_conflicts_are_found_in_a_large_group_as_well() -> None:
    things = [f"{one}{other}" for one in ("bird", "fish", "moss", "salt", "wool") for other in ("ing", "ery", "ette")]
    many = [entry(number, f"User likes {thing} by the {thing[::-1]}") for number, thing in enumerate(things, 10)]
    seats = [entry(1, "User prefers window seats on trains"), entry(2, "User prefers aisle seats on trains")]
    changed = {memory for one in merges(state(*seats, *many)) for memory in one.memories}
    assert changed == {memory.id for memory in many}


PHRASES = (
    "User prefers tea", "User prefers coffee", "User dislikes tables", "User likes tables", "Anna prefers tea",
    "Best practice: 150-word abstracts (3x verified).", "Use 150-word abstracts", "Use 200-word abstracts",
    "用户偏好茶", "用户不喜欢茶", "The lift takes 400 kilos", "The lift takes 300 kilos",
)  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from(PHRASES), st.integers(5, 9)), max_size=8), st.randoms(use_true_random=False))
def test_merges_come_to_an_end_and_do_not_depend_on_the_order_of_the_state(
    said: list[tuple[str, int]], random: Any
) -> None:
    memories = [entry(number, text, confidence) for number, (text, confidence) in enumerate(said, 1)]
    shuffled = list(memories)
    random.shuffle(shuffled)
    assert merges(state(*memories)) == merges(state(*shuffled))
    for number in range(100, 100 + len(memories) + 1):
        found = merges(state(*memories))
        if not found:
            return
        action = merged(found[0])
        gone = [memory for memory in memories if memory.id in action.sources]
        assert len(gone) >= 2
        memories = [memory for memory in memories if memory.id not in action.sources]
        confidence = min(memory.belief.confidence for memory in gone)
        memories.append(pattern(number, action.wording.text, confidence=confidence))
    raise AssertionError("patterns are made of patterns without end")
