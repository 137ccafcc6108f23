"""The schedule by a clock that tests set: nights, heartbeats and sizes, each once."""

import threading
from pathlib import Path

import pytest

from remembrancer import Agent, AlreadyDreamt, Remembrancer, ReopenNeeded, StoreReadOnly
from remembrancer.scheduler.foreground import stand
from remembrancer.scheduler.jobs import JOBS
from remembrancer.scheduler.listing import entries
from remembrancer.scheduler.running import Schedule
from remembrancer.scheduler.telling import Line
from scheduling import dream_elsewhere, dreams, run_due, told
from settable_clock import SettableClock

PATIENCE_S = 60


def test_a_night_is_dreamt_once_at_the_hour_of_the_policy(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    clock.set(2026, 5, 1, 9)
    atlas.record("She wants short abstracts")
    clock.set(2026, 5, 2, 3, 59)
    assert told(run_due(memory, JOBS[:1]), "begun") == []
    clock.set(2026, 5, 2, 4)
    assert told(run_due(memory), "ended") == [("dream", "atlas/2026-05-02")]
    assert told(run_due(memory), "begun") == []
    clock.set(2026, 5, 3, 3, 59)
    assert told(run_due(memory), "begun") == []
    clock.set(2026, 5, 3, 4)
    assert told(run_due(memory), "ended") == [("dream", "atlas/2026-05-03")]
    assert dreams(memory) == [("night", "2026-05-02"), ("night", "2026-05-03")]
    started = next(iter(memory.log(types=["dream.started"])))
    assert started.details["due_at"] == 1_777_694_400_000_000
    assert started.because == "the night of 2026-05-02, due at 04:00 (UTC)"


def test_each_agent_dreams_in_its_own_night(memory: Remembrancer, clock: SettableClock) -> None:
    zones = {"atlas": "Asia/Tokyo", "boreas": "America/New_York"}
    memory.adopt_policy({"version": 2, "timezone": "Europe/Berlin", "dreams": {"zones": zones}}, by="user:ann")
    clock.set(2026, 5, 1, 9)
    for name in ("atlas", "boreas", "clio"):
        memory.agent(name).record("I am here")
    slots: dict[int, list[str | None]] = {}
    for hour in range(10, 34):
        clock.set(2026, 5, 1 + hour // 24, hour % 24)
        slots[hour] = [slot for _, slot in told(run_due(memory, JOBS[:1]), "ended")]
    assert {hour: found for hour, found in slots.items() if found} == {
        19: ["atlas/2026-05-02"],  # 04:00 in Tokyo
        26: ["clio/2026-05-02"],  # 04:00 in Berlin
        32: ["boreas/2026-05-02"],  # 04:00 in New York
    }


def test_the_hour_that_comes_twice_is_dreamt_once(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    memory.adopt_policy({"version": 2, "timezone": "Europe/Berlin", "dreams": {"at": "02:30"}}, by="user:ann")
    clock.set(2026, 10, 24, 9)
    atlas.record("The clocks go back tonight")
    for half_hours in range(8):
        clock.set(2026, 10, 24 + (46 + half_hours) // 48, (46 + half_hours) % 48 // 2, 30 * (half_hours % 2))
        run_due(memory, JOBS[:1])
    assert dreams(memory) == [("night", "2026-10-25")]


def test_nights_that_were_missed_become_one_that_says_how_late_it_is(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    clock.set(2026, 5, 1, 9)
    atlas.record("She wants short abstracts")
    clock.set(2026, 5, 6, 7, 10)
    [begun] = [line for line in run_due(memory) if line.event == "begun"]
    assert (begun.job, begun.agent, begun.slot) == ("dream", "atlas", "atlas/2026-05-06")
    assert begun.result == "the night of 2026-05-06, due at 04:00 (UTC), 3 h late"
    [started] = memory.log(types=["dream.started"])
    assert started.because == begun.result
    assert started.details["due_at"] == 1_778_040_000_000_000
    [entry] = entries(memory.store)[:1]
    assert (entry.outlook.last_result, entry.outlook.last_late_s) == ("done", 3 * 3600 + 600)


def test_a_night_is_not_made_up_for_after_more_than_a_day(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    memory.adopt_policy({"version": 2, "timezone": "Europe/Berlin"}, by="user:ann")
    clock.set(2026, 10, 20, 9)
    atlas.record("The clocks go back on Sunday")
    clock.set(2026, 10, 25, 2, 30)  # 24.5 hours after the last night, half an hour before the next
    assert told(run_due(memory, JOBS[:1]), "begun") == []
    clock.set(2026, 10, 25, 3)
    assert told(run_due(memory, JOBS[:1]), "begun") == [("dream", "atlas/2026-10-25")]


def test_an_agent_does_not_dream_of_nights_before_it_first_acted(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    clock.set(2026, 5, 2, 4, 1)
    atlas.record("I am new here")
    clock.set(2026, 5, 2, 4, 20)
    assert run_due(memory) == []


def test_a_night_that_ended_early_is_not_repeated_and_the_next_heartbeat_goes_on(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    clock.set(2026, 5, 1, 9)
    atlas.record("She wants short abstracts")
    clock.set(2026, 5, 2, 4)
    dream_elsewhere(memory, "drm_other", "yielded", slot="2026-05-02", due_at=1)
    clock.set(2026, 5, 2, 4, 29)
    assert run_due(memory) == []
    clock.set(2026, 5, 2, 4, 30)
    lines = run_due(memory)
    assert [(line.job, line.result) for line in lines if line.event == "begun"] == [
        ("heartbeat", "quiet for 30 min, and the last dream ended as yielded")
    ]
    assert dreams(memory) == [("night", "2026-05-02"), ("heartbeat", None)]


def test_a_heartbeat_comes_once_after_an_agent_fell_quiet_and_an_idle_store_gets_no_events(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    clock.set(2026, 5, 1, 9)
    atlas.record("She wants short abstracts")
    clock.set(2026, 5, 1, 9, 29)
    assert run_due(memory) == []
    clock.set(2026, 5, 1, 9, 30)
    assert [(line.job, line.agent) for line in run_due(memory) if line.event == "ended"] == [("heartbeat", "atlas")]
    head = memory.position
    for hour in range(10, 24):
        clock.set(2026, 5, 1, hour)
        assert run_due(memory) == []
    assert memory.position == head
    clock.set(2026, 5, 1, 23, 30)
    atlas.record("She wants long abstracts")
    clock.set(2026, 5, 2)
    assert [(line.job, line.agent) for line in run_due(memory) if line.event == "ended"] == [("heartbeat", "atlas")]


def test_a_dream_of_some_stages_leaves_the_rest_to_the_heartbeat(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    clock.set(2026, 5, 1, 9)
    atlas.record("She wants short abstracts")
    dream_elsewhere(memory, "drm_some", "done", trigger="asked", stages=("decay",))
    clock.set(2026, 5, 1, 10)
    assert [line.job for line in run_due(memory) if line.event == "ended"] == ["heartbeat"]


def test_a_large_l4_begins_a_dream_once_for_what_is_new(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    memory.adopt_policy({"version": 2, "dreams": {"l4_entries": 2}}, by="user:ann")
    clock.set(2026, 5, 1, 9)
    for drink in ("tea", "coffee", "milk"):
        assert run_due(memory) == []
        atlas.record(f"She likes {drink}", kind="preference")
    clock.set(2026, 5, 1, 9, 5)
    [begun] = [line for line in run_due(memory) if line.event == "begun"]
    assert (begun.job, begun.result) == ("size", "3 live entries in L4, more than 2")
    clock.set(2026, 5, 1, 9, 10)
    assert run_due(memory) == []
    atlas.record("A dog barked")
    clock.set(2026, 5, 1, 9, 15)
    assert [line.job for line in run_due(memory) if line.event == "ended"] == ["size"]
    assert dreams(memory) == [("size", None), ("size", None)]


def test_a_dream_of_another_process_is_no_failure_and_its_night_is_dreamt_after_it(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    clock.set(2026, 5, 1, 9)
    atlas.record("She wants short abstracts")
    clock.set(2026, 5, 2, 4)
    dream_elsewhere(memory, "drm_other", None, trigger="asked")
    [begun, skipped] = run_due(memory)
    assert (begun.event, skipped.event, skipped.slot) == ("begun", "skipped", "atlas/2026-05-02")
    assert "drm_other" in (skipped.result or "")
    clock.set(2026, 5, 2, 4, 3)  # the other one has died
    assert told(run_due(memory), "ended") == [("dream", "atlas/2026-05-02")]
    assert not list(memory.log(types=["job"]))


def test_whoever_comes_second_for_a_night_is_refused(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    atlas.record("She wants short abstracts")
    dream_elsewhere(memory, "drm_first", "done", slot="2026-05-02", due_at=1)
    with pytest.raises(AlreadyDreamt, match="2026-05-02"):
        dream_elsewhere(memory, "drm_second", "done", slot="2026-05-02", due_at=1)
    dream_elsewhere(memory, "drm_third", "done", slot="2026-05-03", due_at=1)
    assert [slot for _, slot in dreams(memory)] == ["2026-05-02", "2026-05-03"]


def test_a_store_that_is_read_only_has_no_schedule(memory: Remembrancer, tmp_path: Path) -> None:
    with (
        Remembrancer.open(tmp_path / "memory", read_only=True) as reader,
        pytest.raises(StoreReadOnly, match="needs it writable"),
    ):
        Schedule(reader)


def test_a_process_that_keeps_a_store_open_runs_what_was_missed(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    clock.set(2026, 5, 1, 9)
    atlas.record("She wants short abstracts")
    clock.set(2026, 5, 2, 7)
    lines: list[Line] = []
    dreamt = threading.Event()

    def tell(line: Line) -> None:
        lines.append(line)
        if line.event == "ended":
            dreamt.set()

    with Schedule(memory, tell=tell) as schedule:
        assert dreamt.wait(PATIENCE_S)
        assert schedule.alive
    assert not schedule.alive
    assert [line.event for line in lines] == ["ready", "begun", "ended", "stopping"]
    assert dreams(memory) == [("night", "2026-05-02")]


def test_a_schedule_whose_lines_nobody_takes_any_more_closes_all_the_same(memory: Remembrancer) -> None:
    def tell(line: Line) -> None:
        if line.event == "stopping":
            raise BrokenPipeError

    running = Schedule(memory, tell=tell)
    running.start()
    with pytest.raises(BrokenPipeError):
        running.close()
    assert not running.alive


def test_a_running_schedule_notices_new_agents_and_another_policy(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    atlas.record("I am here")
    with Schedule(memory, tell=lambda _: None) as schedule:
        schedule._watch()
        assert {agent: nightly.at for agent, nightly in schedule._nights.items()} == {"atlas": "04:00"}
        memory.agent("boreas").record("So am I")
        memory.adopt_policy({"version": 2, "dreams": {"at": "05:30", "heartbeat_s": 600}}, by="user:ann")
        schedule._watch()
        assert {agent: nightly.at for agent, nightly in schedule._nights.items()} == {
            "atlas": "05:30",
            "boreas": "05:30",
        }
        assert schedule._beats["heartbeat"] == 600


def test_a_store_that_cannot_be_used_any_more_ends_the_schedule(
    memory: Remembrancer, atlas: Agent, clock: SettableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    atlas.record("I am here")
    clock.forward(days=1)

    def fail(*_: object, **__: object) -> None:
        raise ReopenNeeded("the views were swapped; reopen the store")

    monkeypatch.setattr("remembrancer.application.dreams.running.look_around", fail)
    schedule = Schedule(memory, tell=lambda _: None)
    with pytest.raises(ReopenNeeded):
        stand(schedule, health_every_s=PATIENCE_S)
    assert not schedule.alive


def test_lines_go_to_a_logger_where_nobody_else_wants_them(
    memory: Remembrancer, atlas: Agent, clock: SettableClock, caplog: pytest.LogCaptureFixture
) -> None:
    atlas.record("She wants short abstracts")
    clock.forward(days=1)
    with caplog.at_level("INFO", logger="remembrancer.schedule"):
        Schedule(memory).run_due()
    said = [record.getMessage() for record in caplog.records]
    assert said[0].startswith("begun dream atlas/2026-05-02: the night of 2026-05-02")
    assert said[1].startswith("ended dream atlas/2026-05-02: done")
