"""Sweeps and bounds through the Python face: what is due is done once, with a reason, and never to the identity."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from lost_words import destroy_every_slot
from remembrancer import Agent, Remembrancer, StoreReadOnly
from remembrancer.application.reads import Reads
from settable_clock import SettableClock

IDENTITY = {
    "version": 1,
    "mission": "Keep the ledger straight",
    "rules": [f"rule {number}" for number in range(20)],
    "never": ["guess"],
    "always": ["ask"],
    "philosophies": ["慢就是快"],
}


def fill_session(atlas: Agent, number: int) -> None:
    atlas.session(f"S{number}").message(f"message {number}")
    atlas.session(f"S{number}").end()


def fill_task(atlas: Agent, number: int) -> None:
    atlas.task(f"T{number}").start(objective=f"objective {number}")
    atlas.task(f"T{number}").complete("done")


FILL: dict[str, Callable[[Agent, int], object]] = {
    "decision": lambda atlas, number: atlas.decide(f"decision {number}"),
    "evolution": lambda atlas, number: atlas.record(f"evolution {number}", kind="evolution"),
    "reflection": lambda atlas, number: atlas.record(f"reflection {number}", kind="reflection"),
    "session": fill_session,
    "module": lambda atlas, number: atlas.record(f"module {number}", kind="module", key=f"module:{number}"),
    "intent": lambda atlas, number: atlas.intent({"role": f"role {number}"}),
    "note": lambda atlas, number: atlas.record(f"note {number}"),
    "lesson": lambda atlas, number: atlas.record(f"lesson {number}", kind="lesson", summary="s", trigger="t"),
    "task-context": fill_task,
    "ritual": lambda atlas, number: atlas.record(f"ritual {number}", kind="ritual"),
}
DEFAULT_BOUNDS = {"decision": 10, "evolution": 50, "reflection": 30, "session": 5, "module": 200, "intent": 100}


def count(atlas: Agent | Reads, kind: str, layers: tuple[str, ...] = ("L1", "L2", "L3", "L4")) -> int:
    return sum(memory.kind == kind for name in layers for memory in atlas.layers()[name])


@pytest.mark.parametrize("kind", FILL)
def test_a_lowered_bound_holds_after_a_sweep_which_says_why_and_does_nothing_twice(
    memory: Remembrancer, atlas: Agent, kind: str
) -> None:
    memory.adopt_policy({"version": 2, "kinds": {"ritual": "L2"}}, by="user:ann")
    memory.agent("atlas", by="user:ann").establish_identity(IDENTITY, because="first day")
    for number in range(5):
        FILL[kind](atlas, number)
    assert count(atlas, kind) == 5
    assert atlas.sweep().events == 0
    memory.adopt_policy({"version": 3, "kinds": {"ritual": "L2"}, "bounds": {kind: 2}}, by="user:ann")
    identity, before = atlas.identity(), memory.position

    planned = atlas.sweep(dry_run=True)
    assert (planned.dry_run, planned.events, memory.position) == (True, 0, before)
    [step] = planned.steps
    assert (step.rule, step.kind, step.scope, step.events) == ("bound", kind, "agent:atlas", 0)
    assert step.because == f"5 live memories of kind {kind}, over the bound of 2"

    swept = atlas.sweep()
    assert (swept.dry_run, swept.events, count(atlas, kind)) == (False, 3, 2)
    assert swept.to_json()["events"] == 3
    gone = "session.cooled/1" if kind == "session" else "memory.archived/1"
    reasons = [(entry.type, entry.because) for entry in memory.log(after=before)]
    assert {type_ for type_, _ in reasons} == {gone}
    assert all(because is not None and f"more than 2 live memories of kind {kind}" in because for _, because in reasons)
    kept = count(atlas, "task-context") if kind == "session" else len(atlas.layers()["L6"])
    assert kept == 3

    head = memory.position
    assert (atlas.sweep().steps, memory.position) == ((), head)
    assert atlas.identity() == identity
    assert count(atlas.as_of(before), kind) == 5
    memory.rebuild()
    assert (count(atlas, kind), memory.check()) == (2, [])


@pytest.mark.parametrize("kind", ["decision", "reflection", "session"])
def test_every_arrival_keeps_the_bound_of_its_kind_without_a_sweep(atlas: Agent, kind: str) -> None:
    for number in range(DEFAULT_BOUNDS[kind] + 3):
        FILL[kind](atlas, number)
        assert count(atlas, kind) <= DEFAULT_BOUNDS[kind]
    assert count(atlas, kind) == DEFAULT_BOUNDS[kind]
    assert atlas.sweep().steps == ()


def test_the_least_important_leaves_first_then_the_least_used_then_the_weakest_then_the_oldest(
    memory: Remembrancer, atlas: Agent
) -> None:
    light = atlas.record("light", kind="reflection", importance=4)
    weak = atlas.record("weak", kind="reflection")
    old = atlas.record("old", kind="reflection")
    young = atlas.record("young", kind="reflection")
    heavy = atlas.record("heavy", kind="reflection", importance=9)
    atlas.decay(weak.id, 0.5)
    expected = [light, weak, old, young, heavy]
    for version, bound in enumerate(range(4, 0, -1), 2):
        memory.adopt_policy({"version": version, "bounds": {"reflection": bound}}, by="user:ann")
        assert atlas.sweep().events == 1
        live = {each.id for each in atlas.layers()["L2"]}
        assert live == {each.id for each in expected[-bound:]}


def test_a_stale_task_is_made_an_event_once_and_only_by_a_sweep(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    atlas.task("stale").start(objective="o")
    stale_at = clock.time + timedelta(minutes=60)
    clock.forward(minutes=30)
    atlas.task("busy").start(objective="o")
    clock.forward(minutes=45)
    head = memory.position
    _ = [task.status for task in atlas.tasks()]
    assert memory.position == head
    swept = atlas.sweep()
    [step] = swept.steps
    assert (step.rule, step.memory, step.events) == ("stale-task", atlas.task("stale").memory.id, 1)
    assert step.because == "no sign of life for 60 minutes"
    [entry] = memory.log(after=head)
    assert (entry.type, entry.details["ground"], entry.because) == ("task.interrupted/1", "stale", step.because)
    assert atlas.task("stale").interrupted_at == stale_at
    assert atlas.task("busy").status == "running"
    assert (atlas.sweep().steps, memory.position) == ((), head + 1)
    clock.forward(days=1)
    assert atlas.sweep().events == 1
    assert atlas.task("stale").interrupted_at == stale_at
    assert atlas.task("stale").resume() == {"objective": "o"}


def test_a_sweep_of_one_agent_leaves_the_tasks_and_sessions_of_others_alone(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    nova = memory.agent("nova")
    nova.task("theirs").start(objective="o")
    fill_session(nova, 1)
    clock.forward(days=8)
    assert atlas.sweep().steps == ()
    assert [step.rule for step in nova.sweep().steps] == ["stale-task", "cold-session"]


def test_a_sweep_enforces_the_bounds_of_shared_scopes_once(memory: Remembrancer, atlas: Agent) -> None:
    teams = {"red": ["atlas", "nova"]}
    memory.adopt_policy({"version": 2, "teams": teams}, by="user:ann")
    nova, lone = memory.agent("nova"), memory.agent("lone")
    for number in range(4):
        for scope in ("team:red", "fleet"):
            nova.record(f"{scope} {number}", kind="reflection", scope=scope)
    memory.adopt_policy({"version": 3, "teams": teams, "bounds": {"reflection": 1}}, by="user:ann")
    assert [step.scope for step in lone.sweep(dry_run=True).steps] == ["fleet"]
    assert [(step.scope, step.events) for step in atlas.sweep().steps] == [("fleet", 3), ("team:red", 3)]
    assert nova.sweep().steps == lone.sweep().steps == ()
    assert [each.text for each in lone.layers()["L2"]] == ["fleet 3"]


def test_no_bound_and_no_sweep_touches_the_identity(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    person = memory.agent("atlas", by="user:ann")
    before = person.establish_identity(IDENTITY, because="first day")
    bounds = dict.fromkeys(
        ["note", "decision", "evolution", "reflection", "session", "task-context", "module", "fact", "lesson",
         "preference", "practice", "pattern", "key-decision", "summary", "intent"], 1,
    )  # fmt: skip
    memory.adopt_policy({"version": 2, "bounds": bounds}, by="user:ann")
    clock.forward(days=1000)
    for agent in (atlas, person):
        assert agent.sweep().steps == ()
    assert atlas.identity() == before
    assert len(atlas.layers()["L5"]) == len(before.lines)


@pytest.mark.parametrize("kind", ["mission", "rules", "never", "always", "philosophies", "identity", "task", "message"])
def test_a_policy_cannot_bound_the_identity_the_scratch_or_the_work_at_hand(memory: Remembrancer, kind: str) -> None:
    head = memory.position
    with pytest.raises(ValueError, match=kind):
        memory.adopt_policy({"version": 2, "bounds": {kind: 1}}, by="user:ann")
    assert memory.position == head


def test_a_session_that_cools_may_push_out_a_task_context(memory: Remembrancer, atlas: Agent) -> None:
    memory.adopt_policy({"version": 2, "bounds": {"session": 1, "task-context": 2}}, by="user:ann")
    for number in range(5):
        fill_session(atlas, number)
    assert (count(atlas, "session"), count(atlas, "task-context"), len(atlas.layers()["L6"])) == (1, 2, 2)
    assert memory.check() == []


def test_a_sweep_works_on_words_that_cannot_be_read(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    atlas.task("t").start(objective="o")
    fill_session(atlas, 1)
    for number in range(4):
        atlas.intent({"role": f"role {number}"})
    destroy_every_slot(memory)
    memory.adopt_policy({"version": 2, "bounds": {"intent": 1}}, by="user:ann")
    clock.forward(days=8)
    assert [(step.rule, step.events) for step in atlas.sweep().steps] == [
        ("stale-task", 1),
        ("cold-session", 1),
        ("bound", 3),
    ]
    assert atlas.sweep().steps == ()
    assert memory.check() == []


def test_where_nothing_may_be_written_a_sweep_only_tells_what_is_due(tmp_path: Path, clock: SettableClock) -> None:
    with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
        memory.agent("atlas").task("t").start(objective="o")
    clock.forward(hours=2)
    with Remembrancer.open(tmp_path / "m", clock=clock, read_only=True) as memory:
        atlas = memory.agent("atlas")
        assert [step.rule for step in atlas.sweep(dry_run=True).steps] == ["stale-task"]
        with pytest.raises(StoreReadOnly) as refusal:
            atlas.sweep()
        assert "\n" not in str(refusal.value)


def test_a_sweep_that_is_run_by_a_person_says_so(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    atlas.task("t").start(objective="o")
    clock.forward(hours=2)
    memory.agent("atlas", by="user:ann").sweep()
    [entry] = memory.log(types=["task.interrupted"])
    assert entry.actor == "user:ann"


def test_everything_due_is_done_in_one_sweep(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    for number in range(3):
        atlas.task(f"t{number}").start(objective="o")
        fill_session(atlas, number)
        atlas.decide(f"d{number}")
    settings: dict[str, Any] = {"version": 2, "bounds": {"decision": 1, "session": 2}}
    memory.adopt_policy(settings, by="user:ann")
    clock.forward(days=8)
    swept = atlas.sweep()
    assert [(step.rule, step.kind, step.events) for step in swept.steps] == [
        *[("stale-task", "task", 1)] * 3,
        *[("cold-session", "session", 1)] * 3,
        ("bound", "decision", 2),
        # The sessions had cooled by the time when their bound came up.
        ("bound", "session", 0),
    ]
    assert swept.events == 8
    assert atlas.sweep().steps == ()
