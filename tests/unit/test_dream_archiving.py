"""Archive: what nobody used for thirty active days retires."""

from typing import Any

import pytest

from dream_states import NOW, POLICY, TODAY, days, dreamt, memory_id, policy, state, told
from remembrancer.domain.dreams.archiving import propose_archive
from remembrancer.domain.dreams.proposals import Archive
from remembrancer.domain.dreams.state import ActiveDays

NOTHING: frozenset[str] = frozenset()
LONG_AGO = TODAY - 30
RETIRES = [("archive/unreferenced", (1,))]


def test_a_note_retires_after_thirty_active_days_without_use_and_not_a_day_before() -> None:
    assert told(propose_archive(state(dreamt(1, day=TODAY - 29)), NOW, POLICY, NOTHING)) == []
    (found,) = propose_archive(state(dreamt(1, day=LONG_AGO)), NOW, POLICY, NOTHING)
    assert (found.name, found.action) == ("archive/unreferenced", Archive(memory_id(1)))
    assert (found.because, found.effect) == (
        "not used for 30 active days; after 30 it retires",
        'the note "It rained" goes to L6',
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"references": ((TODAY - 29, 1),)},
        {"touched_on": TODAY - 29},
        {"layer": "L4"},
        {"layer": "L3", "kind": "fact"},
        {"status": "superseded"},
        {"word": "confirmed"},
        *({"kind": kind} for kind in ("decision", "evolution", "reflection", "session", "bounded", "deep")),
    ],
)
def test_what_was_used_is_kept_or_leaves_by_a_bound_stays(fields: dict[str, Any]) -> None:
    own = policy(kinds={"bounded": "L2", "deep": "L4"}, bounds={"bounded": 5})
    assert told(propose_archive(state(dreamt(1, day=LONG_AGO, **fields)), NOW, own, NOTHING)) == []


@pytest.mark.parametrize("fields", [{"kind": "task-context"}, {"kind": "ritual"}, {"text": None}, {"word": "doubtful"}])
def test_task_contexts_unbounded_kinds_of_ones_own_and_unreadable_words_retire_too(fields: dict[str, Any]) -> None:
    own = policy(kinds={"ritual": "L2"})
    assert told(propose_archive(state(dreamt(1, day=LONG_AGO, **fields)), NOW, own, NOTHING)) == RETIRES


def test_an_agent_that_slept_for_two_months_finds_everything_in_its_place() -> None:
    slept = ActiveDays((*range(TODAY - 89, TODAY - 60), TODAY))
    notes = [dreamt(number, day=TODAY - 89 + number) for number in range(29)]
    assert told(propose_archive(state(*notes, active=slept), NOW, POLICY, NOTHING)) == []
    assert len(told(propose_archive(state(*notes, active=days(100)), NOW, POLICY, NOTHING))) == 29


def test_what_an_earlier_stage_changes_does_not_retire() -> None:
    assert told(propose_archive(state(dreamt(1, day=LONG_AGO)), NOW, POLICY, {memory_id(1)})) == []
