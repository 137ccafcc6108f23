"""Sweep and compact: what is due by the clock, and bounds that are exceeded."""

from typing import Any

import pytest
from msgspec.structs import replace

from dream_states import NOW, POLICY, TODAY, belief, dreamt, memory_id, policy, state, task, told
from remembrancer.domain.dreams.compacting import propose_compact
from remembrancer.domain.dreams.proposals import Compact, Cool, Interrupt, Purge
from remembrancer.domain.dreams.state import DreamState
from remembrancer.domain.dreams.sweeping import propose_sweep
from remembrancer.domain.moments import DAY

NOTHING: frozenset[str] = frozenset()


def swept(before: DreamState, now: int = NOW) -> list[tuple[str, tuple[int, ...]]]:
    return told(propose_sweep(before, now, POLICY, NOTHING))


def scratch(*numbers: int, expired: int = 7 * DAY, scope: str = "agent:atlas") -> DreamState:
    """Return a state with scratch that expired so many microseconds ago."""
    return state(
        scratch=tuple(
            belief(number, layer="L0", kind="prompt", scope=scope, expires_at=NOW - expired) for number in numbers
        )
    )


def test_a_task_without_a_sign_of_life_is_interrupted_the_one_that_went_stale_first_going_first() -> None:
    tasks = (task(1, NOW), task(2, NOW - 5), task(3, NOW + 1), task(4, NOW - 9, status="interrupted"))
    found = list(propose_sweep(state(tasks=tasks), NOW, POLICY, NOTHING))
    assert told(found) == [("sweep/stale-task", (2,)), ("sweep/stale-task", (1,))]
    assert found[0].action == Interrupt("task 2")
    assert (found[0].because, found[0].figures) == ("no sign of life for 60 minutes", {"minutes": 60})


def test_a_session_is_cold_seven_days_after_its_end_and_not_a_moment_before() -> None:
    ended = dreamt(1, None, TODAY - 7, kind="session")
    assert swept(state(ended), NOW - 1) == []
    (found,) = propose_sweep(state(ended), NOW, POLICY, NOTHING)
    assert (found.name, found.action, found.because) == (
        "sweep/cold-session",
        Cool(memory_id(1)),
        "it ended more than 7 days ago",
    )
    assert found.effect == f"the session {memory_id(1)} becomes a task context"


@pytest.mark.parametrize("fields", [{"kind": "task-context"}, {"kind": "session", "layer": "L4"}])
def test_what_is_no_hot_session_does_not_cool(fields: dict[str, Any]) -> None:
    assert swept(state(dreamt(1, None, TODAY - 30, **fields))) == []


def test_the_words_of_scratch_are_purged_seven_days_after_it_expired_and_not_a_moment_before() -> None:
    assert swept(scratch(1, 2, expired=7 * DAY - 1)) == []
    (found,) = propose_sweep(scratch(2, 1), NOW, POLICY, NOTHING)
    assert (found.name, found.action) == ("sweep/purge-scratch", Purge((memory_id(1), memory_id(2))))
    assert found.because == "scratch that expired more than 7 days ago"
    assert found.effect == "the words of 2 memories are destroyed for ever"


def test_what_somebody_holds_is_not_purged() -> None:
    held = replace(scratch(1, 2), held=frozenset({memory_id(1)}))
    assert swept(held) == [("sweep/purge-scratch", (2,))]


def test_a_purge_takes_fifty_memories_of_one_scope_at_most() -> None:
    shared = belief(500, layer="L0", kind="prompt", scope="fleet", expires_at=0)
    many = state(scratch=(shared, *scratch(*range(1, 151)).scratch))
    found = list(propose_sweep(many, NOW, POLICY, NOTHING))
    assert [(one.scope, len(one.memories)) for one in found] == [
        ("agent:atlas", 50),
        ("agent:atlas", 50),
        ("agent:atlas", 50),
        ("fleet", 1),
    ]
    assert len({memory for one in found for memory in one.memories}) == 151


def test_only_the_bounds_that_are_exceeded_are_enforced() -> None:
    counts = {("agent:atlas", "decision"): 12, ("agent:atlas", "evolution"): 50, ("fleet", "decision"): 11}
    found = list(propose_compact(state(counts=counts), NOW, POLICY, NOTHING))
    assert [one.action for one in found] == [Compact("agent:atlas", "decision"), Compact("fleet", "decision")]
    assert found[0].because == "12 live memories of kind decision, over the bound of 10"
    assert found[0].effect == "2 memories of kind decision leave, least important first"
    assert found[0].memories == ()


def test_a_kind_that_lost_its_bound_is_left_alone() -> None:
    unbound = policy(bounds={"reflection": 30})
    assert list(propose_compact(state(counts={("fleet", "decision"): 99}), NOW, unbound, NOTHING)) == []
