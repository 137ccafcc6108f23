"""The schedule at the command line: the list, and one run for cron."""

import json
from pathlib import Path

import pytest

from command_line import Run, assert_refused
from remembrancer import Remembrancer
from remembrancer.scheduler.jobs import JOBS
from remembrancer.scheduler.listing import entries
from settable_clock import SettableClock


def test_the_list_says_when_each_job_comes_next_and_how_it_went_last(
    timed: Run, clock: SettableClock, tmp_path: Path
) -> None:
    timed("--agent", "atlas", "record", "She wants short abstracts")
    clock.set(2026, 5, 2, 6)
    once = timed("schedule", "--once")
    assert (once.code, once.out) == (0, "")
    assert "2026-05-02 06:00:00Z begun dream atlas/2026-05-02" in once.err
    assert "2 h late" in once.err

    listed = timed("--read-only", "schedule", "--list", "--json").json
    by_job = {(one["job"], one["agent"]): one for one in listed["jobs"]}
    night = by_job["dream", "atlas"]
    assert (night["next_at"], night["zone"]) == ("2026-05-03T04:00:00+00:00", "UTC")
    assert (night["last_at"], night["last_result"], night["last_late_s"]) == ("2026-05-02T06:00:00+00:00", "done", 7200)
    assert by_job["heartbeat", "atlas"]["waits_for"] == "something to be recorded"
    assert by_job["size", "atlas"]["waits_for"] == "more than 1,000 entries in L4 (0 now)"
    assert by_job["archive", None]["last_result"] is None

    table = timed("schedule", "--list").out
    assert "2026-05-03 04:00Z" in table
    assert "done, 2 h late" in table
    assert [line.split()[:2] for line in table.splitlines()[1:]] == [
        ["dream", "atlas"],
        ["heartbeat", "atlas"],
        ["size", "atlas"],
        ["archive", "-"],
        ["retention", "-"],
        ["audit", "-"],
        ["mirrors", "-"],
    ]


def test_the_list_shows_the_zone_of_each_agent_and_what_failed(memory: Remembrancer, clock: SettableClock) -> None:
    memory.adopt_policy({"version": 2, "dreams": {"zones": {"atlas": "Asia/Tokyo"}}}, by="user:ann")
    memory.agent("atlas").record("She wants short abstracts")
    outlooks = {entry.job: entry.outlook for entry in entries(memory.store, agent="atlas")}
    assert outlooks["dream"].zone == "Asia/Tokyo"
    assert outlooks["dream"].to_json()["next_at"] == "2026-05-01T19:00:00+00:00"
    assert outlooks["heartbeat"].to_json()["next_at"] == "2026-05-01T09:30:00+00:00"
    assert entries(memory.store, agent="boreas") == entries(memory.store, agent="boreas", jobs=JOBS[3:])


def test_one_run_for_cron_tells_json_lines_and_says_by_its_exit_code_whether_something_failed(
    timed: Run, clock: SettableClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    timed("--agent", "atlas", "record", "She wants short abstracts")
    clock.set(2026, 5, 2, 4)
    with monkeypatch.context() as broken:

        def fail(*_: object, **__: object) -> None:
            raise OSError("no such device")

        broken.setattr("remembrancer.application.dreams.running.look_around", fail)
        failed = timed("schedule", "--once", "--json")
    assert failed.code == 1
    lines = [json.loads(line) for line in failed.out.splitlines()]
    assert [line["event"] for line in lines] == ["begun", "failed"]
    assert set(lines[1]) == {"at", "event", "job", "agent", "slot", "result", "duration_s", "figures"}
    assert lines[1]["result"] == "no such device; tried again at 2026-05-02T04:01:00+00:00"
    assert timed("schedule", "--once", "--json").code == 0


def test_a_schedule_of_a_read_only_store_is_refused_in_one_line(timed: Run) -> None:
    assert_refused(timed("--read-only", "schedule"), "needs it writable")
    assert_refused(timed("--read-only", "schedule", "--once"), "needs it writable")
