"""Tasks through the Python face: what is at hand is there again, says how old it is, and leaves a trace."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from lost_words import destroy_every_slot, record_erasure
from remembrancer import (
    Agent,
    InvalidInput,
    KeptByOthers,
    KeyReused,
    Remembrancer,
    StateTooLarge,
    StoreReadOnly,
    TaskHasEnded,
    TaskIsOpen,
    UnknownTask,
)
from remembrancer.application.memory import ERASED, SEALED
from settable_clock import SettableClock

LIMIT = 10_240
STATES: dict[str, dict[str, Any]] = {
    "English": {"objective": "Index the archive", "target": "archive/", "step": "page 3"},
    "Chinese": {"objective": "为档案建立索引", "target": "档案库", "step": "第三页"},
    "mixed": {"objective": "给 archive 建 index 🗂", "target": "archive/档案", "步骤": ["open", "读取", {"done": None}]},
}


def sized(size_bytes: int, filler: str = "x") -> dict[str, Any]:
    """Return a state that has so many bytes as JSON."""
    bare = len('{"objective":"o","notes":""}')
    width = len(filler.encode())
    count, rest = divmod(size_bytes - bare, width)
    return {"objective": "o", "notes": filler * count + "x" * rest}


def types(memory: Remembrancer, after: int = 0) -> list[str]:
    return [entry.type for entry in memory.log(after=after)]


@pytest.mark.parametrize("language", STATES)
def test_a_task_keeps_its_state_in_every_language_over_checkpoints_reopening_and_rebuilding(
    tmp_path: Path, clock: SettableClock, language: str
) -> None:
    state = STATES[language]
    name = f"task {state['objective']}"
    with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
        assert memory.agent("atlas").task(name).start(**state, confidence=8) == {**state, "confidence": 8}
    clock.forward(minutes=5)
    with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
        changed = memory.agent("atlas").task(name).checkpoint({"step": state["objective"], "neu": [1, 2.5, True]})
        assert changed == {**state, "confidence": 8, "step": state["objective"], "neu": [1, 2.5, True]}
    for read_only in (False, True):
        with Remembrancer.open(tmp_path / "m", clock=clock, read_only=read_only) as memory:
            task = memory.agent("atlas").task(name)
            assert (task.state, task.checkpoints, task.status) == (changed, 1, "running")
            assert [found.name for found in memory.agent("atlas").tasks()] == [name]
            if not read_only:
                memory.rebuild()
                assert task.state == changed
                assert memory.check() == []


def test_one_memory_of_l1_holds_the_whole_state(atlas: Agent) -> None:
    task = atlas.task("index")
    task.start(objective="Index the archive", target="archive/", confidence=0.8, active_task="open")
    task.checkpoint(active_task="read")
    [held] = atlas.layers()["L1"]
    assert (held.kind, held.text, held.status) == ("task", "Index the archive", "live")
    assert held.metadata == {
        "objective": "Index the archive",
        "target": "archive/",
        "confidence": 0.8,
        "active_task": "read",
    }
    assert (held.confidence, held.revision) == (8, 2)
    assert held == task.memory


def test_a_checkpoint_keeps_what_it_does_not_name_and_takes_out_what_it_sets_to_none(atlas: Agent) -> None:
    task = atlas.task("index")
    task.start(objective="o", target="t", page=1)
    assert task.checkpoint({"because": "a name like any other"}, page=2, target=None) == {
        "objective": "o",
        "because": "a name like any other",
        "page": 2,
    }


def test_each_earlier_day_shows_the_task_as_it_stood_then_also_after_a_rebuild(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    task = atlas.task("index")
    task.start(objective="Index the archive", page=1)
    clock.set(2026, 5, 2, 9)
    task.checkpoint(page=2)
    clock.set(2026, 5, 3, 9)
    context = task.complete("all pages read")
    clock.set(2026, 5, 4, 9)
    task.start(objective="Index it again", page=0)
    clock.set(2026, 5, 5, 9)

    for _ in range(2):
        with pytest.raises(UnknownTask):
            _ = atlas.as_of("2026-04-30").task("index").status
        assert atlas.as_of("2026-04-30").tasks() == []
        first, second, third, fourth = (atlas.as_of(f"2026-05-0{day}").task("index") for day in (1, 2, 3, 4))
        assert (first.state["page"], first.checkpoints, first.outcome) == (1, 0, None)
        assert (second.state["page"], second.checkpoints) == (2, 1)
        assert (third.status, third.outcome, third.memory, third.state["page"]) == (
            "completed",
            "all pages read",
            context,
            2,
        )
        assert (fourth.state, fourth.checkpoints, fourth.ended_at) == (
            {"objective": "Index it again", "page": 0},
            0,
            None,
        )
        assert first.status == second.status == fourth.status == "interrupted"
        assert [each.text for each in atlas.as_of("2026-05-02").layers()["L1"]] == ["Index the archive"]
        assert list(atlas.as_of("2026-05-03").layers()["L1"]) == []
        memory.rebuild()
    assert memory.check() == []


@pytest.mark.parametrize("filler", ["x", "记", "🗂"])
def test_a_state_of_10_kb_is_kept_and_one_byte_more_is_refused_with_both_sizes(
    memory: Remembrancer, atlas: Agent, filler: str
) -> None:
    task = atlas.task("large")
    before = memory.position
    with pytest.raises(StateTooLarge) as refusal:
        task.start(**sized(LIMIT + 1, filler))
    assert (refusal.value.size_bytes, refusal.value.limit_bytes) == (LIMIT + 1, LIMIT)
    assert str(LIMIT + 1) in str(refusal.value)
    assert f"limit of {LIMIT}" in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert memory.position == before
    assert task.start(**sized(LIMIT, filler)) == sized(LIMIT, filler)
    before = memory.position
    with pytest.raises(StateTooLarge, match=f"over the limit of {LIMIT}"):
        task.checkpoint(more="x")
    assert (memory.position, task.state) == (before, sized(LIMIT, filler))


def test_the_policy_says_how_large_a_state_may_be_and_when_it_is_stale(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    memory.adopt_policy({"version": 2, "limits": {"task_bytes": 40}, "working": {"task_stale_s": 60}}, by="user:ann")
    with pytest.raises(StateTooLarge, match="over the limit of 40"):
        atlas.task("a").start(**sized(41))
    atlas.task("a").start(**sized(40))
    clock.forward(seconds=60)
    assert atlas.task("a").status == "interrupted"


def test_after_an_hour_without_a_sign_of_life_a_task_is_interrupted_at_the_asked_time_without_an_event(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    task = atlas.task("index")
    task.start(objective="o")
    start, head = clock.time, memory.position
    clock.forward(minutes=60, microseconds=-1)
    assert (task.status, task.interrupted_at) == ("running", None)
    clock.forward(microseconds=1)
    assert (task.status, task.interrupted_at) == ("interrupted", start + timedelta(minutes=60))
    assert [each.status for each in atlas.tasks()] == ["interrupted"]
    clock.forward(days=3)
    assert atlas.as_of(start + timedelta(minutes=59)).task("index").status == "running"
    assert atlas.as_of(start + timedelta(minutes=61)).task("index").status == "interrupted"
    assert atlas.as_of(head).task("index").status == "running"
    assert memory.position == head


@pytest.mark.parametrize("sign", ["checkpoint", "resume"])
def test_any_sign_of_life_starts_the_hour_anew(atlas: Agent, clock: SettableClock, sign: str) -> None:
    task = atlas.task("index")
    task.start(objective="o")
    clock.forward(minutes=59)
    getattr(task, sign)()
    clock.forward(minutes=59)
    assert task.status == "running"
    clock.forward(minutes=1)
    assert task.status == "interrupted"
    getattr(task, sign)()
    assert (task.status, task.interrupted_at) == ("running", None)


def test_a_resumed_task_gives_its_last_checkpoint_and_says_how_old_it_is(atlas: Agent, clock: SettableClock) -> None:
    task = atlas.task("index")
    task.start(objective="o", page=1)
    clock.forward(minutes=10)
    task.checkpoint(page=2)
    noted = clock.time
    task.interrupt(because="the machine goes down")
    assert (task.status, task.interrupted_at) == ("interrupted", noted)
    clock.forward(days=2, hours=3)
    state = task.resume()
    assert state == {"objective": "o", "page": 2}
    assert (state.age, state.checkpoint_at) == (timedelta(days=2, hours=3), noted)
    assert (task.status, task.age) == ("running", timedelta(days=2, hours=3))


def test_interrupting_twice_is_one_event(memory: Remembrancer, atlas: Agent) -> None:
    task = atlas.task("index")
    task.start(objective="o")
    task.interrupt()
    head = memory.position
    task.interrupt(because="again")
    assert memory.position == head


def test_a_clock_that_steps_back_makes_no_state_younger_than_it_is_noted(atlas: Agent, clock: SettableClock) -> None:
    task = atlas.task("index")
    task.start(objective="o")
    clock.forward(hours=-2)
    assert task.resume().age == timedelta(0)
    assert task.status == "running"


def test_completing_clears_l1_and_leaves_a_context_with_the_outcome_in_l2(memory: Remembrancer, atlas: Agent) -> None:
    task = atlas.task("索引 index")
    task.start(objective="Index 档案", target="archive/", subjects=["user:42"])
    task.checkpoint(page=9)
    worked_on = task.memory
    context = task.complete("全部 done", because="the last page was read")
    assert list(atlas.layers()["L1"]) == []
    assert list(atlas.layers()["L2"]) == [context]
    assert (context.kind, context.layer) == ("task-context", "L2")
    assert context.text == "Task 索引 index: Index 档案\nOutcome: 全部 done"
    assert context.metadata == {
        "state": {"objective": "Index 档案", "target": "archive/", "page": 9},
        "outcome": "全部 done",
    }
    assert context.subjects == ("user:42",)
    assert (task.status, task.outcome, task.memory, task.state["page"]) == ("completed", "全部 done", context, 9)
    assert (atlas.show(worked_on.id).status, atlas.show(worked_on.id).successor) == ("superseded", context.id)
    assert memory.check() == []


def test_several_tasks_stand_side_by_side_open_ones_first_each_part_newest_first(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    for name in ("one", "two", "three", "four"):
        atlas.task(name).start(objective=f"do {name}")
        clock.forward(minutes=1)
    atlas.task("four").complete("done")
    atlas.task("one").complete("done")
    atlas.task("two").checkpoint(page=1)
    assert [task.name for task in atlas.tasks()] == ["three", "two", "four", "one"]
    assert {each.text for each in atlas.layers()["L1"]} == {"do two", "do three"}
    assert memory.agent("nova").tasks() == []


def test_a_name_is_free_again_once_its_task_is_completed_and_not_before(memory: Remembrancer, atlas: Agent) -> None:
    task = atlas.task("weekly")
    task.start(objective="first")
    head = memory.position
    with pytest.raises(TaskIsOpen, match="task 'weekly' is running since 2026-05-01T09:00:00"):
        task.start(objective="second")
    task_two = atlas.task("weekly")
    task.interrupt()
    with pytest.raises(TaskIsOpen, match="interrupted"):
        task_two.start(objective="second")
    assert memory.position == head + 1
    first = task.complete("done")
    assert task.start(objective="second") == {"objective": "second"}
    second = task.complete("done again")
    assert [each.id for each in atlas.layers()["L2"]] == [second.id, first.id]
    assert [each.outcome for each in atlas.tasks()] == ["done again"]


@pytest.mark.parametrize("verb", ["checkpoint", "interrupt", "resume", "complete"])
def test_nothing_happens_to_a_completed_or_unknown_task(memory: Remembrancer, atlas: Agent, verb: str) -> None:
    atlas.task("over").start(objective="o")
    atlas.task("over").complete("done")
    arguments = ("again",) if verb == "complete" else ()
    head = memory.position
    with pytest.raises(TaskHasEnded, match=f"cannot {verb} task 'over': it was completed at 2026-05-01T09:00:00"):
        getattr(atlas.task("over"), verb)(*arguments)
    with pytest.raises(UnknownTask, match="unknown task 'nowhere'"):
        getattr(atlas.task("nowhere"), verb)(*arguments)
    with pytest.raises(UnknownTask):
        getattr(memory.agent("nova").task("over"), verb)(*arguments)
    assert memory.position == head


def test_a_task_command_that_is_sent_again_with_its_key_is_done_once(memory: Remembrancer, atlas: Agent) -> None:
    task = atlas.task("index")
    for _ in range(2):
        assert task.start(objective="o", page=1, idempotency_key="start") == {"objective": "o", "page": 1}
    for _ in range(2):
        assert task.checkpoint({"page": 2}, idempotency_key="page 2")["page"] == 2
    made = [task.complete("done", idempotency_key="end") for _ in range(2)]
    assert made[0] == made[1]
    assert types(memory)[2:] == ["task.started/1", "task.checkpointed/1", "task.completed/1"]
    head = memory.position
    for again in (
        lambda: task.start(objective="o", page=2, idempotency_key="start"),
        lambda: task.start(objective="o", page=1, subjects=["user:1"], idempotency_key="start"),
        lambda: task.checkpoint({"page": 3}, idempotency_key="page 2"),
        lambda: task.complete("not done", idempotency_key="end"),
        lambda: task.checkpoint({"page": 2}, idempotency_key="start"),
        lambda: atlas.task("other").start(objective="o", page=1, idempotency_key="start"),
        lambda: atlas.record("o", idempotency_key="start"),
    ):
        with pytest.raises(KeyReused):
            again()
    assert memory.position == head


def test_a_store_that_is_opened_read_only_shows_tasks_and_refuses_to_work_on_them(
    tmp_path: Path, clock: SettableClock
) -> None:
    with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
        memory.agent("atlas").task("index").start(objective="o")
    clock.forward(hours=2)
    with Remembrancer.open(tmp_path / "m", clock=clock, read_only=True) as memory:
        task = memory.agent("atlas").task("index")
        assert (task.status, task.state, task.age) == ("interrupted", {"objective": "o"}, timedelta(hours=2))
        assert task.to_json()["status"] == "interrupted"
        for verb in (
            lambda: task.checkpoint(a=1),
            task.interrupt,
            task.resume,
            lambda: task.complete("x"),
            lambda: memory.agent("atlas").task("new").start(objective="o"),
        ):
            with pytest.raises(StoreReadOnly) as refusal:
                verb()
            assert "\n" not in str(refusal.value)


def test_the_same_name_of_two_agents_is_two_tasks(memory: Remembrancer, atlas: Agent) -> None:
    nova = memory.agent("nova")
    atlas.task("index").start(objective="mine")
    nova.task("index").start(objective="theirs")
    nova.task("index").complete("done")
    assert (atlas.task("index").status, atlas.task("index").state["objective"]) == ("running", "mine")
    assert nova.task("index").outcome == "done"


def test_no_memory_verb_changes_the_memory_of_an_open_task(memory: Remembrancer, atlas: Agent) -> None:
    atlas.task("index").start(objective="o")
    held, other = atlas.task("index").memory.id, atlas.record("other").id
    head = memory.position
    for verb in (
        lambda: atlas.revise(held, "x", because="b"),
        lambda: atlas.forget(held, because="b"),
        lambda: atlas.archive(held, because="b"),
        lambda: atlas.restore(held),
        lambda: atlas.quarantine(held, because="b"),
        lambda: atlas.contradict(held, because="b"),
        lambda: atlas.promote(held, "L4", because="b"),
        lambda: atlas.merge([held, other], "x", because="b"),
        lambda: atlas.decay(held, 0.5),
        lambda: memory.agent("atlas", by="user:ann").forget(held, because="b"),
    ):
        with pytest.raises(KeptByOthers):
            verb()
    assert memory.position == head


def test_tasks_about_somebody_whose_secret_is_gone_are_sealed_and_go_on(memory: Remembrancer, atlas: Agent) -> None:
    atlas.task("open").start(objective="Call her back", subjects=["user:42"], page=1)
    atlas.task("closed").start(objective="Write to her", subjects=["user:42"])
    atlas.task("closed").complete("she answered")
    atlas.task("other").start(objective="Water the plants")
    memory.store.keys.destroy_subject("user:42")

    assert [task.name for task in atlas.tasks()] == ["other", SEALED, SEALED]
    assert [task.to_json()["status"] for task in atlas.tasks()].count("completed") == 1
    assert atlas.task("open").state == {"objective": SEALED}
    assert atlas.task("open").resume() == {"objective": SEALED}
    assert atlas.task("closed").outcome == SEALED
    assert atlas.task("closed").state == {}
    assert atlas.task("open").checkpoint(objective="Call somebody", page=2) == {"objective": "Call somebody", "page": 2}
    context = atlas.task("open").complete("nobody answered")
    assert context.text == "Task open: Call somebody\nOutcome: nobody answered"
    assert memory.check() == []


def test_without_any_key_tasks_show_their_structure_and_can_be_completed(memory: Remembrancer, atlas: Agent) -> None:
    atlas.task("open").start(objective="o")
    atlas.task("closed").start(objective="o")
    atlas.task("closed").complete("done")
    destroy_every_slot(memory)
    assert [(task.name, task.status) for task in atlas.tasks()] == [(SEALED, "running"), (SEALED, "completed")]
    assert atlas.task("open").to_json()["state"] == {"objective": SEALED}
    assert atlas.task("open").complete("anyhow").metadata == {"state": {}, "outcome": "anyhow"}
    assert next(task.name for task in atlas.tasks()) == "open"


def test_an_erased_task_is_gone_and_reads_erased_at_an_earlier_moment(memory: Remembrancer, atlas: Agent) -> None:
    atlas.task("open").start(objective="Her address")
    atlas.task("closed").start(objective="Her number")
    context = atlas.task("closed").complete("found in the book")
    before = memory.position
    record_erasure(memory, atlas.task("open").memory, context)

    assert atlas.tasks() == []
    for name in ("open", "closed"):
        with pytest.raises(UnknownTask):
            _ = atlas.task(name).state
    then = atlas.as_of(before)
    assert [(task.name, task.status) for task in then.tasks()] == [(ERASED, "running"), (ERASED, "completed")]
    assert then.task("open").state == {"objective": ERASED}
    assert then.task("closed").outcome == ERASED
    assert atlas.task("open").start(objective="anew") == {"objective": "anew"}
    assert memory.check() == []


def test_neither_the_name_nor_the_state_of_a_task_stands_in_clear_in_any_file(
    tmp_path: Path, clock: SettableClock
) -> None:
    with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
        task = memory.agent("atlas").task("Quetzalcoatl")
        task.start(objective="Xochimilco", target="Popocatepetl", because="Tenochtitlan")
        task.checkpoint(step="Ixtaccihuatl")
        task.complete("Huitzilopochtli")
    stored = b"".join(path.read_bytes() for path in (tmp_path / "m").rglob("*") if path.is_file())
    for word in (b"Quetzal", b"Xochi", b"Popocat", b"Tenoch", b"Ixtacc", b"Huitz"):
        assert word not in stored


def test_a_task_without_an_objective_is_refused(memory: Remembrancer, atlas: Agent) -> None:
    task = atlas.task("index")
    head = memory.position
    with pytest.raises(InvalidInput, match="the objective is empty"):
        task.start(objective=" ")
    task.start(objective="o")
    with pytest.raises(InvalidInput, match="the objective is empty"):
        task.checkpoint(objective=None)
    assert memory.position == head + 1
