"""Proposing as a whole: stages in their order, each leaving alone what an earlier one changes."""

import random
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dream_states import NOW, POLICY, TODAY, belief, dreamt, memory_id, state, task
from remembrancer.domain.dreams.proposals import STAGES, Decay
from remembrancer.domain.dreams.proposing import check_stages, propose
from remembrancer.domain.dreams.state import DreamState, Dreamt, Likeness, day_of
from remembrancer.domain.errors import UnknownStage


def a_life(memories: list[Dreamt] | None = None) -> DreamState:
    """Return a state in which many stages find something to do."""
    known = [
        *(dreamt(number, "Use 150-word abstracts", TODAY - 3 * number, subjects=("user:ann",)) for number in (1, 2, 3)),
        dreamt(4, "The lift was out", TODAY - 40),
        dreamt(5, "Look before you leap", TODAY - 100, layer="L4", kind="lesson"),
        dreamt(6, "The sky is blue", status="contradicted", layer="L3", kind="fact"),
        dreamt(7, "Backups run at night", TODAY - 40, confirmations=4),
        dreamt(8, "User prefers tea", TODAY - 2, layer="L4", kind="preference"),
        dreamt(9, "User prefers tea", layer="L4", kind="preference"),
        dreamt(10, None, TODAY - 8, kind="session"),
        dreamt(11, "Prefers bullet points", layer="L4", kind="preference", category="style", confidence=8),
        dreamt(12, "Prefers short abstracts", layer="L4", kind="preference", category="style", confidence=8),
    ]
    return state(
        *(known if memories is None else memories),
        together=[(1, 2, 3), (8, 9)],
        tasks=(task(90, NOW - 1),),
        scratch=(belief(91, layer="L0", kind="prompt", expires_at=0),),
        counts={("fleet", "decision"): 11},
    )


def test_the_stages_come_in_the_order_of_a_dream_whatever_order_they_are_asked_in() -> None:
    found = propose(a_life(), NOW, POLICY)
    stages = [stage for stage, _ in groupby(one.stage for one in found)]
    assert stages == [stage for stage in STAGES if stage in stages]
    assert {"sweep", "consolidate", "promote", "merge", "decay", "archive", "forget", "compact"} <= set(stages)
    asked = propose(a_life(), NOW, POLICY, ["forget", "sweep", "forget"])
    assert [stage for stage, _ in groupby(one.stage for one in asked)] == ["sweep", "forget"]


def test_no_memory_is_changed_by_two_stages_of_one_pass_but_in_its_strength() -> None:
    changing = [one for one in propose(a_life(), NOW, POLICY) if not isinstance(one.action, Decay)]
    stages: dict[str, set[str]] = {}
    for one in changing:
        for memory in one.memories:
            stages.setdefault(memory, set()).add(one.stage)
    assert {memory: found for memory, found in stages.items() if len(found) > 1} == {}
    assert stages[memory_id(7)] == {"promote"}


def near(one: int, other: int) -> Likeness:
    return Likeness(memory_id(one), memory_id(other), 850)


def test_nobody_is_asked_about_what_the_same_dream_takes_out_of_recall() -> None:
    asked = [dreamt(1, "A depends on B", TODAY - 3), dreamt(2, "B depends on A", TODAY - 2)]
    (suggested,) = propose(state(*asked, likenesses=(near(1, 2),)), NOW, POLICY)
    assert suggested.rule == "nearly-the-same"
    assert suggested.because.endswith("are alike by 85%, and do not say quite the same")

    twice = [*asked, dreamt(3, "A depends on B", TODAY - 1)]
    pairs = (near(1, 2), near(1, 3), near(2, 3))
    (forgotten,) = propose(state(*twice, likenesses=pairs), NOW, POLICY)
    assert (forgotten.rule, forgotten.memories) == ("duplicate", (memory_id(3), memory_id(1)))


def test_without_the_stage_before_it_a_stage_finds_what_that_would_have_taken() -> None:
    assert [one.name for one in propose(a_life(), NOW, POLICY, ["archive"]) if memory_id(7) in one.memories] == [
        "archive/unreferenced"
    ]


@given(st.randoms(use_true_random=False))
def test_the_same_state_gives_the_same_proposals_in_whatever_order_its_memories_come(chance: random.Random) -> None:
    memories = [*a_life().memories.values()]
    chance.shuffle(memories)
    assert propose(a_life(memories), NOW, POLICY) == propose(a_life(), NOW, POLICY)


def test_a_stage_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UnknownStage, match="a dream has no stage 'nap'; its stages are sweep, consolidate"):
        propose(a_life(), NOW, POLICY, ["sweep", "nap"])
    assert check_stages(["learn", "sweep"]) == ("sweep", "learn")
    assert check_stages(None) == STAGES


def test_to_learn_is_asked_for_and_proposes_nothing() -> None:
    assert propose(a_life(), NOW, POLICY, ["learn"]) == []


def test_what_is_stored_of_a_proposal_quotes_nobody() -> None:
    texts = {memory.words.text for memory in a_life().memories.values() if memory.words}
    for one in propose(a_life(), NOW, POLICY):
        assert not any(text in one.because for text in texts)
        assert one.because
        assert one.effect
        assert "\n" not in one.because


def test_the_day_of_a_time_is_counted_from_1970() -> None:
    assert day_of(NOW) == TODAY
