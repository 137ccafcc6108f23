"""Forget: what is not believed any more, what says the same twice, and what never proved its worth."""

import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dream_states import NOW, POLICY, TODAY, days, dreamt, memory_id, state, told
from remembrancer.domain.dreams.forgetting import propose_forget
from remembrancer.domain.dreams.proposals import Forget
from remembrancer.domain.dreams.state import DreamState, Dreamt, Likeness

NOTHING: frozenset[str] = frozenset()


def weak(number: int, **fields: Any) -> Dreamt:
    """Return an old lesson that nobody confirmed or asked for, but for what `fields` say."""
    known: dict[str, Any] = {"day": TODAY - 90, "layer": "L4", "kind": "lesson"}
    return dreamt(number, **(known | fields))


def forgotten(before: DreamState, claimed: frozenset[str] = NOTHING) -> list[tuple[str, tuple[int, ...]]]:
    return told(propose_forget(before, NOW, POLICY, claimed))


def alike(*memories: Dreamt, **fields: Any) -> DreamState:
    """Return a state in which all memories are alike."""
    numbers = sorted(int(memory.id.removeprefix("mem_")) for memory in memories)
    return state(*memories, together=[tuple(numbers)], **fields)


@pytest.mark.parametrize(
    ("fields", "because"),
    [
        ({"status": "superseded", "successor": memory_id(9)}, f"{memory_id(9)} took its place"),
        ({"status": "superseded"}, "a newer version took its place"),
        ({"status": "contradicted", "successor": memory_id(9)}, f"it was contradicted by {memory_id(9)}"),
        ({"status": "contradicted"}, "it was contradicted"),
    ],
)
def test_what_is_not_believed_any_more_goes_at_once(fields: dict[str, Any], because: str) -> None:
    (found,) = propose_forget(state(dreamt(1, **fields)), NOW, POLICY, NOTHING)
    assert (found.name, found.because) == (f"forget/{fields['status']}", because)
    assert found.action == Forget(memory=memory_id(1))
    assert found.effect == 'the note "It rained" goes out of recall'


def test_what_a_person_said_does_not_hold_goes() -> None:
    assert forgotten(state(dreamt(1, word="failed"), dreamt(2, word="doubtful"))) == [("forget/person", (1,))]


def test_knowledge_that_was_never_confirmed_nor_asked_for_goes_after_ninety_active_days() -> None:
    assert forgotten(state(weak(1, day=TODAY - 89))) == []
    (found,) = propose_forget(state(weak(1)), NOW, POLICY, NOTHING)
    assert found.name == "forget/weak"
    assert found.because == (
        "never confirmed in 90 active days, importance 5 of the 7 that would keep it, not recalled in the last 90"
    )
    assert found.figures == {"days": 90, "importance": 5, "references": 0, "weak_days": 90}


@pytest.mark.parametrize(
    "fields",
    [
        {"confirmations": 1},
        {"importance": 7},
        {"layer": "L3"},
        {"layer": "L2", "kind": "note"},
        {"kind": "intent"},
        {"references": ((TODAY - 80, 1), (TODAY - 3, 1))},
        {"references": ((TODAY - 89, 2),)},
        {"touched_on": TODAY - 3},
        {"word": "revised"},
    ],
)
def test_what_has_any_weight_stays(fields: dict[str, Any]) -> None:
    assert forgotten(state(weak(1, **fields))) == []


def test_recalls_longer_ago_than_ninety_active_days_do_not_count() -> None:
    old = weak(1, day=TODAY - 150, references=((TODAY - 90, 5), (TODAY - 3, 1)))
    assert forgotten(state(old)) == [("forget/weak", (1,))]


def test_a_store_that_slept_forgets_nothing_weak_on_waking() -> None:
    assert forgotten(state(weak(1, day=TODAY - 300), active=days(60))) == []


@pytest.mark.parametrize("kept", ["confirmed", "promoted", "released", "restored", "revised", "passed"])
def test_what_a_person_keeps_or_somebody_holds_is_never_forgotten(kept: Any) -> None:
    ended = dreamt(1, status="contradicted", word=kept)
    assert forgotten(state(ended, weak(2, word=kept))) == []
    ids = frozenset({memory_id(1), memory_id(2)})
    assert forgotten(state(dreamt(1, status="contradicted"), dreamt(2, word="failed"), held=ids)) == []


def test_what_an_earlier_stage_changes_is_not_forgotten() -> None:
    assert forgotten(state(weak(1)), frozenset({memory_id(1)})) == []


def test_the_same_said_again_another_day_confirms_the_first_and_goes() -> None:
    twice = alike(dreamt(1, "User prefers tea", TODAY - 3), dreamt(2, "The user still prefers tea."))
    (found,) = propose_forget(twice, NOW, POLICY, NOTHING)
    assert found.action == Forget(memory=memory_id(2), confirms=memory_id(1))
    assert found.because == f"it says the same as {memory_id(1)}, 3 days apart"
    assert found.effect == (
        f'the note "The user still prefers tea." goes out of recall; {memory_id(1)} stays, and is confirmed by it'
    )
    assert found.memories == (memory_id(2), memory_id(1))


def test_the_same_said_again_on_the_same_day_only_goes() -> None:
    (found,) = propose_forget(alike(dreamt(1), dreamt(2)), NOW, POLICY, NOTHING)
    assert found.action == Forget(memory=memory_id(2))
    assert found.because.endswith("on the same day")


def test_each_day_confirms_once_however_often_it_was_said() -> None:
    said = [dreamt(1, day=TODAY - 2), dreamt(2, day=TODAY - 1), dreamt(3, day=TODAY - 1), dreamt(4)]
    found = [one.action for one in propose_forget(alike(*said), NOW, POLICY, NOTHING)]
    assert [action.confirms is not None for action in found if isinstance(action, Forget)] == [True, False, True]


def test_a_likeness_outside_any_cluster_is_looked_at_as_well() -> None:
    pair = state(dreamt(1), dreamt(2), likenesses=(Likeness(memory_id(1), memory_id(2), 700),))
    assert forgotten(pair) == [("forget/duplicate", (2, 1))]


@pytest.mark.parametrize(
    ("fields", "stays"),
    [
        ({}, 1),
        ({"references": ((TODAY, 2),)}, 2),
        ({"confirmations": 1}, 2),
        ({"importance": 8}, 2),
        ({"word": "confirmed"}, 2),
        ({"fact": "f00d"}, 2),
    ],
)
def test_the_older_stays_unless_the_younger_is_worth_more(fields: dict[str, Any], stays: int) -> None:
    assert forgotten(alike(dreamt(1), dreamt(2, **fields))) == [("forget/duplicate", (3 - stays, stays))]


def test_a_category_that_the_survivor_does_not_have_is_not_lost() -> None:
    assert forgotten(alike(dreamt(1), dreamt(2, category="weather"))) == []
    assert forgotten(alike(dreamt(1, category="weather"), dreamt(2))) == [("forget/duplicate", (2, 1))]


@pytest.mark.parametrize(
    "fields",
    [
        {"text": "It did not rain"},
        {"text": None},
        {"subjects": ("user:ann",)},
        {"metadata": {"speaker": "ann"}},
        {"scope": "fleet"},
        {"layer": "L4"},
        {"kind": "evolution"},
        {"source": "foreign"},
        {"valid_to": NOW},
        {"status": "superseded", "word": "revised"},
        {"fact": "f00d", "word": "passed"},
    ],
)
def test_what_says_something_else_or_of_somebody_else_or_elsewhere_is_no_duplicate(fields: dict[str, Any]) -> None:
    one = dreamt(1, word="passed") if "word" in fields else dreamt(1)
    assert forgotten(alike(one, dreamt(2, **fields))) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Write 150-word abstracts", "Write 200-word abstracts"),
        ("Her favourite colour is purple", "Her favourite colour is cyan"),
        ("用户喜欢辣的", "用户不喜欢辣的"),
        ("Set config.retry_1", "Set config.retry_2"),
    ],
)
def test_differing_values_are_no_duplicates(one: str, other: str) -> None:
    assert forgotten(alike(dreamt(1, one), dreamt(2, other))) == []


def test_a_group_in_which_another_stage_changes_something_is_left_alone_as_a_whole() -> None:
    three = alike(dreamt(1), dreamt(2), dreamt(3))
    assert forgotten(three, frozenset({memory_id(3)})) == []


def test_never_both_of_a_pair_go() -> None:
    pair = alike(weak(1), weak(2))
    assert forgotten(pair) == [("forget/duplicate", (2, 1))]
    disowned = alike(dreamt(1, word="failed"), dreamt(2))
    assert forgotten(disowned) == [("forget/person", (1,))]


@given(st.randoms(use_true_random=False))
def test_the_order_in_which_memories_come_does_not_matter(chance: random.Random) -> None:
    memories = [
        dreamt(1, day=TODAY - 3),
        dreamt(2, day=TODAY - 1),
        dreamt(3, "It snowed"),
        weak(4),
        dreamt(5, status="superseded"),
        dreamt(6),
    ]
    expected = list(propose_forget(state(*memories, together=[(1, 2, 6)]), NOW, POLICY, NOTHING))
    chance.shuffle(memories)
    assert list(propose_forget(state(*memories, together=[(1, 2, 6)]), NOW, POLICY, NOTHING)) == expected


def test_whatever_the_days_and_the_order_exactly_one_of_those_that_say_the_same_stays() -> None:
    for order in permutations((TODAY - 2, TODAY - 1, TODAY)):
        said = [dreamt(number, day=day) for number, day in enumerate(order)]
        assert len(forgotten(alike(*said))) == 2


def test_what_names_a_time_of_day_is_no_duplicate_of_what_names_none() -> None:
    bare, evening = dreamt(1, "Open at 9", TODAY - 2), dreamt(2, "Open at 9 in the evening", TODAY - 1)
    assert forgotten(alike(bare, evening)) == []
    again = dreamt(3, "Open at 9", TODAY, importance=4)
    assert forgotten(alike(evening, again)) == [("forget/duplicate", (3, 2))]
