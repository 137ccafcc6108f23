"""A life that `log --json` printed happens again in another store: its work, its wounds, its judgements."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from lost_words import destroy_every_slot
from remembrancer import Agent, Remembrancer
from settable_clock import SettableClock

AUTH = {"role": "改 auth", "risk": "high", "constraints": ["keep the API"]}


@pytest.fixture
def other(tmp_path: Path, clock: SettableClock) -> Iterator[Remembrancer]:
    with Remembrancer.open(tmp_path / "other", clock=clock) as opened:
        yield opened


def live(memory: Remembrancer, clock: SettableClock) -> None:
    """Let everything happen that a life holds."""
    atlas, nova, ann = memory.agent("atlas"), memory.agent("nova"), memory.agent("atlas", by="user:ann")
    atlas.task("open").start(objective="读 the archive", page=1, confidence=0.7, because="asked")
    atlas.task("open").checkpoint(page=2, subjects=["user:42"])
    atlas.task("waiting").start(objective="wait")
    atlas.task("waiting").interrupt(because="lunch")
    atlas.task("resumed").start(objective="go on")
    atlas.task("resumed").interrupt()
    atlas.task("resumed").resume()
    for outcome in ("first", "second 第二"):
        atlas.task("weekly").start(objective="report", week=outcome)
        atlas.task("weekly").complete(outcome)
    for number in range(7):
        session = atlas.session(f"会议 {number}")
        session.message(f"hello {number}", speaker="Ann", tags=[f"t{number}"], subjects=["user:ann"])
        session.message("你好", source="foreign")
        session.end("given" if number == 3 else None)
        clock.forward(minutes=1)
    atlas.session("open").message("still here", tags=["now"])
    for number, outcome in enumerate(("success", "rollback", None)):
        atlas.intent({**AUTH, "target": f"{number}.py"}, outcome, {"n": number} if number else None)
        nova.intent(AUTH, "rollback", scope="fleet")
    atlas.trauma("security", because="a token leaked", weight=2, envelope=AUTH)
    nova.trauma("rollback", because="it broke", scope="fleet")
    made = [atlas.decide(f"决定 {number}", confidence=1 + number % 10) for number in range(12)]
    for number, outcome in ((0, "wrong"), (3, "right"), (3, "mixed"), (11, "right")):
        ann.judge(made[number].id, outcome, because=f"seen {outcome}", evidence=[made[5].id])


def print_log(memory: Remembrancer, path: Path) -> str:
    """Write what `log --json` prints."""
    events = [json.dumps(entry.to_json()) for entry in memory.log()]
    path.write_text("[\n" + ",\n".join(events) + "\n]\n")
    return str(path)


def tasks(agent: Agent) -> list[Any]:
    return sorted(
        (task.name, task.status, dict(task.state), task.outcome, task.checkpoints, task.memory.id, task.memory.text)
        for task in agent.tasks()
    )


def sessions(agent: Agent) -> list[Any]:
    return [
        (
            session.name,
            session.tags,
            session.ended_at is None,
            session.message_count,
            [message.to_json()["text"] for message in session.messages],
            None if session.summary is None else (session.summary.id, session.summary.kind, session.summary.source),
        )
        for session in agent.sessions()
    ]


def intents(agent: Agent) -> list[Any]:
    return [
        (each.signature, each.scope, each.uses, each.successes, each.rollbacks, each.examples, each.memory.id)
        for each in agent.intents()
    ]


def decisions(agent: Agent) -> list[Any]:
    return [
        (each.memory.id, each.memory.text, each.memory.status, each.confidence, each.outcome, each.because)
        for each in agent.decisions()
    ]


def test_tasks_sessions_intents_traumas_and_judgements_come_over(
    memory: Remembrancer, other: Remembrancer, clock: SettableClock, tmp_path: Path
) -> None:
    live(memory, clock)
    report = other.import_path(print_log(memory, tmp_path / "log.json"))
    assert report.skipped == ()
    for name in ("atlas", "nova"):
        here, there = memory.agent(name), other.agent(name)
        assert tasks(there) == tasks(here)
        assert sessions(there) == sessions(here)
        assert intents(there) == intents(here)
        assert decisions(there) == decisions(here)
        assert there.risk(AUTH).value == pytest.approx(here.risk(AUTH).value, abs=1e-3)
        levels = [[(level.category, level.count) for level in agent.traumas()] for agent in (here, there)]
        assert levels[0] == levels[1]
        for mine, theirs in zip(here.traumas(), there.traumas(), strict=True):
            assert theirs.level == pytest.approx(mine.level, abs=2e-3)
            assert [cause.because for cause in theirs.causes] == [cause.because for cause in mine.causes]
        figures = [
            [(row.confidence, row.judged, row.right) for row in agent.decision_quality().calibration]
            for agent in (here, there)
        ]
        assert figures[0] == figures[1]
    assert other.check() == []
    other.rebuild()
    assert tasks(other.agent("atlas")) == tasks(memory.agent("atlas"))


def test_what_comes_over_goes_on_where_it_stood(
    memory: Remembrancer, other: Remembrancer, clock: SettableClock, tmp_path: Path
) -> None:
    live(memory, clock)
    other.import_path(print_log(memory, tmp_path / "log.json"))
    atlas = other.agent("atlas")
    assert atlas.task("open").resume() == {"objective": "读 the archive", "page": 2, "confidence": 0.7}
    assert atlas.task("open").complete("done").subjects == ("user:42",)
    assert atlas.task("weekly").start(objective="report") == {"objective": "report"}
    assert atlas.session("open").message("and more").session == "open"
    assert atlas.session("open").end().text.startswith("2 messages")
    assert atlas.intent(AUTH, "rollback").uses == 4
    assert atlas.trauma("security", because="again").count == 2
    assert other.check() == []


def test_a_second_import_adds_nothing_whenever_it_comes(
    memory: Remembrancer, other: Remembrancer, clock: SettableClock, tmp_path: Path
) -> None:
    live(memory, clock)
    path = print_log(memory, tmp_path / "log.json")
    first = other.import_path(path)
    assert first.recorded > 0
    head = other.position
    for wait in (timedelta(0), timedelta(days=200)):
        clock.time += wait
        again = other.import_path(path)
        assert (again.recorded, again.skipped, other.position) == (0, (), head)
    with Remembrancer.open(tmp_path / "memory", clock=clock) as home:
        assert home.import_path(path).recorded == 0


def test_a_log_that_has_grown_brings_only_what_is_new(
    memory: Remembrancer, other: Remembrancer, clock: SettableClock, tmp_path: Path
) -> None:
    live(memory, clock)
    other.import_path(print_log(memory, tmp_path / "log.json"))
    atlas = memory.agent("atlas")
    atlas.task("open").checkpoint(page=3)
    atlas.task("waiting").complete("no longer")
    atlas.session("open").end()
    atlas.intent(AUTH, "success", {"n": "late"})
    atlas.trauma("security", because="again")
    atlas.judge(atlas.decisions()[0].memory.id, "wrong", because="it broke after all")
    report = other.import_path(print_log(memory, tmp_path / "log.json"))
    assert (report.recorded, report.skipped) == (6, ())
    there = other.agent("atlas")
    assert (tasks(there), sessions(there)) == (tasks(atlas), sessions(atlas))
    assert (intents(there), decisions(there)) == (intents(atlas), decisions(atlas))
    assert [level.count for level in there.traumas()] == [level.count for level in atlas.traumas()]


def test_an_old_trauma_brings_what_is_left_of_its_weight(
    memory: Remembrancer, other: Remembrancer, clock: SettableClock, tmp_path: Path
) -> None:
    memory.agent("atlas").trauma("security", because="long ago", weight=4)
    clock.forward(days=180)
    other.import_path(print_log(memory, tmp_path / "log.json"))
    [level] = other.agent("atlas").traumas()
    assert (level.count, level.level) == (1, pytest.approx(2, abs=2e-3))
    clock.forward(days=180)
    assert other.agent("atlas").traumas()[0].level == pytest.approx(1, abs=2e-3)


def test_a_life_that_cannot_be_read_is_left_out_and_told_of(
    memory: Remembrancer, other: Remembrancer, clock: SettableClock, tmp_path: Path
) -> None:
    live(memory, clock)
    kept = memory.agent("atlas").record("readable")
    destroy_every_slot(memory)
    after = memory.agent("atlas").record("readable as well")
    report = other.import_path(print_log(memory, tmp_path / "log.json"))
    assert report.skipped == ()
    assert sum(count for _, count in report.left_out) > 20
    assert kept.text == "readable"
    atlas = other.agent("atlas")
    assert [each.id for each in atlas.layers()["L2"]] == [after.id]
    assert (atlas.tasks(), atlas.intents(), atlas.decisions()) == ([], [], [])
    assert other.check() == []


def test_a_task_whose_start_cannot_be_read_is_left_out_to_its_end(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    task = memory.agent("atlas").task("weekly")
    task.start(objective="report")
    destroy_every_slot(memory)
    task.checkpoint(objective="report again")
    context = task.complete("done")
    memory.agent("atlas").confirm(context.id, because="read it")
    report = other.import_path(print_log(memory, tmp_path / "log.json"))
    assert (report.skipped, report.recorded) == ((), 0)
    assert other.agent("atlas").tasks() == []


def test_what_happened_there_to_an_intent_that_was_met_here_before_is_left_out(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    mine = other.agent("atlas").intent(AUTH, "success")
    theirs = memory.agent("atlas").intent(AUTH, "rollback")
    memory.agent("atlas").forget(theirs.memory.id, because="solved")
    memory.agent("atlas").intent(AUTH)
    report = other.import_path(print_log(memory, tmp_path / "log.json"))
    assert report.skipped == ()
    [known] = other.agent("atlas").intents()
    assert (known.memory.id, known.uses, known.rollbacks) == (mine.memory.id, 3, 1)


def test_a_swept_store_comes_over_and_a_sweep_there_finds_its_own_time(
    memory: Remembrancer, other: Remembrancer, clock: SettableClock, tmp_path: Path
) -> None:
    live(memory, clock)
    clock.forward(days=8)
    atlas = memory.agent("atlas")
    assert atlas.sweep().events > 0
    report = other.import_path(print_log(memory, tmp_path / "log.json"))
    assert report.skipped == ()
    there = other.agent("atlas")
    assert [(task.name, task.status) for task in there.tasks() if task.status == "completed"] == [
        (task.name, task.status) for task in atlas.tasks() if task.status == "completed"
    ]
    assert {task.name for task in there.tasks()} == {task.name for task in atlas.tasks()}
    head = other.position
    assert other.import_path(str(tmp_path / "log.json")).recorded == 0
    assert other.position == head
    assert other.check() == []


def test_what_retired_there_by_a_smaller_bound_is_archived_here_and_what_came_back_is_live(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    memory.adopt_policy({"version": 2, "bounds": {"intent": 2, "decision": 2, "session": 1}}, by="user:ann")
    atlas = memory.agent("atlas")
    for number in (0, 1, 2, 0, 3, 0, 1):
        atlas.intent({"role": f"problem {number}"}, "success", {"n": number})
        atlas.decide(f"decision {number}")
    path = print_log(memory, tmp_path / "log.json")
    report = other.import_path(path)
    there = other.agent("atlas")
    assert (report.known, report.skipped) == (0, ())
    assert intents(there) == intents(atlas)
    assert len(intents(atlas)) == 2
    assert decisions(there) == decisions(atlas)
    assert {each.id for each in there.layers()["L6"]} == {each.id for each in atlas.layers()["L6"]}
    head = other.position
    again = other.import_path(path)
    assert (again.recorded, other.position) == (0, head)
    assert other.check() == []


def test_a_use_is_counted_with_those_that_were_met_here_before(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    other.agent("atlas").intent(AUTH, "success", {"where": "here"})
    memory.agent("atlas").intent(AUTH, "rollback", {"where": "there"})
    memory.agent("atlas").intent(AUTH)
    path = print_log(memory, tmp_path / "log.json")
    for _ in range(2):
        other.import_path(path)
        [intent] = other.agent("atlas").intents()
        assert (intent.uses, intent.successes, intent.rollbacks) == (3, 1, 1)
        assert intent.examples == ({"where": "there"}, {"where": "here"})
    assert other.check() == []
