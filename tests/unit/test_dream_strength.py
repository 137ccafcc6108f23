"""Strength and decay: halves while nobody uses a memory, is whole again when somebody does, and is told by bands."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dream_states import NOW, POLICY, TODAY, days, dreamt, memory_id, policy, state, told
from remembrancer.domain.dreams.decaying import propose_decay
from remembrancer.domain.dreams.proposals import Decay
from remembrancer.domain.dreams.state import ActiveDays, DreamState, Dreamt
from remembrancer.domain.dreams.strength import band_of, strength_after, strength_due
from remembrancer.domain.moments import DAY

NOTHING: frozenset[str] = frozenset()
EVERY_DAY = days(400)
BANDS = POLICY.dreams.bands


def due(memory: Dreamt, active: ActiveDays = EVERY_DAY) -> int | None:
    return strength_due(memory, state(memory, active=active), POLICY)


def decayed(before: DreamState) -> dict[str, int]:
    found = [one.action for one in propose_decay(before, NOW, POLICY, NOTHING)]
    return {memory: strength for one in found if isinstance(one, Decay) for memory, strength in one.strengths}


@pytest.mark.parametrize(
    ("age", "expected"), [(0, None), (12, None), (13, 750), (30, 750), (31, 500), (60, 500), (61, 250), (91, 125)]
)
def test_a_note_falls_through_the_bands_by_a_half_life_of_thirty_days(age: int, expected: int | None) -> None:
    assert due(dreamt(1, day=TODAY - age)) == expected


@pytest.mark.parametrize(("layer", "half_life"), [("L2", 30), ("L3", 90), ("L4", 180)])
def test_the_deeper_a_layer_the_longer_its_half_life(layer: str, half_life: int) -> None:
    assert due(dreamt(1, day=TODAY - half_life, layer=layer)) == 750
    assert due(dreamt(1, day=TODAY - half_life - 1, layer=layer, strength=750)) == 500


def test_days_on_which_the_agent_slept_do_not_count() -> None:
    slept = ActiveDays((TODAY - 200, TODAY - 1, TODAY))
    assert due(dreamt(1, day=TODAY - 200), slept) is None


def test_recalling_confirming_and_reviving_count_as_uses() -> None:
    assert due(dreamt(1, day=TODAY - 90, references=((TODAY - 80, 3), (TODAY - 2, 1)))) is None
    assert due(dreamt(1, day=TODAY - 90, touched_on=TODAY - 2)) is None
    assert due(dreamt(1, day=TODAY - 90)) == 250


def test_a_use_brings_a_faded_memory_back_to_full_strength() -> None:
    assert due(dreamt(1, day=TODAY - 90, strength=250, references=((TODAY, 1),))) == 1000


def test_a_strength_that_was_set_by_hand_stays_until_it_would_be_weaker_or_is_used_later() -> None:
    set_at = (TODAY - 5) * DAY
    assert due(dreamt(1, day=TODAY - 5, strength=600, changed_at=set_at)) is None
    assert due(dreamt(1, day=TODAY - 20, strength=600, changed_at=set_at)) is None
    assert due(dreamt(1, day=TODAY - 40, strength=600, changed_at=set_at)) == 500
    assert due(dreamt(1, day=TODAY - 5, strength=600, changed_at=set_at, references=((TODAY - 4, 1),))) == 1000
    assert due(dreamt(1, day=TODAY - 400, strength=60, changed_at=set_at)) is None


def test_a_layer_without_a_half_life_keeps_its_strength() -> None:
    steady = policy(dreams={"half_lives_days": {"L4": 10}})
    memory = dreamt(1, day=TODAY - 300)
    assert strength_due(memory, state(memory), steady) is None


@given(st.integers(0, 3000), st.integers(1, 400))
def test_strength_never_rises_with_age_and_halves_at_the_half_life(age: int, half_life: int) -> None:
    assert strength_after(age, half_life) >= strength_after(age + 1, half_life)
    assert strength_after(half_life, half_life) == 500


@given(st.integers(0, 1000))
def test_what_is_stored_is_never_less_than_the_strength_and_in_the_same_band(strength: int) -> None:
    stored = band_of(strength, BANDS)
    assert stored in {1000, *BANDS}
    assert stored >= strength
    assert all(not strength < band < stored for band in BANDS)


@given(st.lists(st.tuples(st.integers(0, 300), st.sampled_from([1000, *BANDS])), max_size=30))
def test_what_was_carried_out_is_not_proposed_again(memories: list[tuple[int, int]]) -> None:
    before = [dreamt(number, day=TODAY - age, strength=strength) for number, (age, strength) in enumerate(memories)]
    changed = decayed(state(*before))
    after = [
        dreamt(number, day=TODAY - age, strength=changed.get(memory_id(number), strength), changed_at=NOW)
        for number, (age, strength) in enumerate(memories)
    ]
    assert decayed(state(*after)) == {}


def test_a_proposal_holds_twenty_memories_of_one_layer_and_band_at_most() -> None:
    faded = [dreamt(number, day=TODAY - 20) for number in range(30)]
    weak = [dreamt(number, day=TODAY - 70, layer="L4", kind="lesson") for number in (100, 101)]
    weaker = [dreamt(number, day=TODAY - 190, layer="L4", kind="lesson") for number in (102,)]
    used = [dreamt(200, strength=500)]
    found = list(propose_decay(state(*faded, *weak, *weaker, *used), NOW, POLICY, NOTHING))
    assert [(one.rule, len(one.memories)) for one in found] == [
        ("faded", 20), ("faded", 10), ("used-again", 1), ("faded", 1),
    ]  # fmt: skip
    assert (
        found[0].because
        == "20 memories of L2, last used 20 active days ago; strength halves every 30 active days without use"
    )
    assert found[0].effect == "the strength of 20 memories falls to 0.75"
    assert found[2].because.startswith("1 memory of L2, used again on the last active day; strength")
    assert found[2].effect == "the strength of 1 memory rises to 1"
    assert found[3].figures == {"memories": 1, "strength": 500, "half_life_days": 180, "days": 190}
    assert all(one.memories == tuple(sorted(one.memories)) for one in found)
    assert all(one.scope == other.scope for one, other in pairwise(found))


def test_what_is_about_to_change_anyhow_or_is_not_live_keeps_its_strength() -> None:
    old = [dreamt(1, day=TODAY - 90), dreamt(2, day=TODAY - 90, status="superseded"), dreamt(3, day=TODAY - 90)]
    assert told(propose_decay(state(*old), NOW, POLICY, {memory_id(1)})) == [("decay/faded", (3,))]
