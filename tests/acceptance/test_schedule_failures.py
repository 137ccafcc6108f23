"""What becomes of jobs that fail, by a clock that tests set; and of archive files that were left behind."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Agent, Remembrancer
from remembrancer.application.jobs import note_failed, note_ran
from remembrancer.application.store import Store
from remembrancer.scheduler.jobs import JOBS
from remembrancer.scheduler.listing import entries
from scheduling import Errand, dreams, run_due, told
from settable_clock import SettableClock


def test_what_fails_is_told_and_tried_again_after_growing_pauses_until_it_is_given_up(
    memory: Remembrancer, clock: SettableClock, tmp_path: Path
) -> None:
    job = Errand(failures=100)
    failed_at: list[int] = []
    for minute in range(120):
        clock.set(2026, 5, 1, 9 + minute // 60, minute % 60)
        failed_at += [minute for line in run_due(memory, [job]) if line.event == "failed"]
    assert failed_at == [0, 1, 3, 7, 15, 31]
    failures = list(memory.log(types=["job.failed"]))
    assert [failure.details["attempt"] for failure in failures] == [1, 2, 3, 4, 5, 6]
    assert {failure.details["due_at"] for failure in failures} == {1_777_626_000_000_000}
    assert failures[-1].details["retry_at"] is None
    # What nobody foresaw may quote anything: its kind and its place are told, and not its words.
    assert {(failure.because or "").partition(":")[0] for failure in failures} == {"ValueError at carry_out"}
    assert {failure.actor for failure in failures} == {"schedule"}
    job.slot = "2"
    assert told(run_due(memory, [job]), "failed") == [("errand", "2")]
    memory.close()
    assert not any(b"Zanzibar" in file.read_bytes() for file in (tmp_path / "memory").glob("memory.db*"))


def test_what_succeeds_after_failures_is_told_once_with_its_attempt(memory: Remembrancer, clock: SettableClock) -> None:
    job = Errand(failures=2)
    for _ in range(3):
        run_due(memory, [job])
        clock.forward(minutes=5)
    told_of = [(entry.type, entry.details["attempt"]) for entry in memory.log(types=["job"])]
    assert told_of == [("job.failed/1", 1), ("job.failed/1", 2), ("job.ran/1", 3)]


def test_a_failure_that_two_processes_meet_is_told_once(
    memory: Remembrancer, clock: SettableClock, tmp_path: Path
) -> None:
    with Remembrancer.open(tmp_path / "memory", clock=clock) as other:
        due = Errand(failures=1).due(memory.store, None, 0)
        assert due is not None
        assert note_failed(memory.store, due.run, ValueError("once"), 0) == 60_000_000
        note_failed(other.store, due.run, ValueError("twice"), 0)
        assert [entry.because for entry in memory.log(types=["job"])] == ["ValueError"]
        assert not note_ran(other.store, due.run)


def test_a_night_that_fails_is_gone_on_with_as_a_heartbeat_and_nothing_else_dreams_meanwhile(
    memory: Remembrancer, atlas: Agent, clock: SettableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.set(2026, 5, 1, 9)
    atlas.record("She wants short abstracts")
    clock.set(2026, 5, 2, 4)

    def fail(*_: object, **__: object) -> None:
        raise OSError("no such device")

    with monkeypatch.context() as broken:
        broken.setattr("remembrancer.application.dreams.running.look_around", fail)
        assert told(run_due(memory), "failed") == [("dream", "atlas/2026-05-02")]
    clock.set(2026, 5, 2, 4, 0, 30)
    assert run_due(memory) == []
    clock.set(2026, 5, 2, 4, 1)
    [begun, ended] = run_due(memory)
    assert (begun.job, ended.event, ended.result) == ("dream", "ended", "done")
    assert begun.result == "the night of 2026-05-02, due at 04:00 (UTC), attempt 2 of 6"
    assert dreams(memory) == [("night", "2026-05-02"), ("heartbeat", None)]
    clock.set(2026, 5, 2, 5)
    assert run_due(memory) == []
    [failure] = memory.log(types=["job"])
    assert (failure.because, failure.details["slot"]) == ("no such device", "atlas/2026-05-02")


def test_the_failure_of_one_agent_is_not_that_of_another(
    memory: Remembrancer, atlas: Agent, clock: SettableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    from remembrancer.application.dreams import running

    whole = running.look_around

    def fail_for_atlas(store: Store, agent: str, **more: Any) -> object:
        if agent == "atlas":
            raise OSError("no such device")
        return whole(store, agent, **more)

    monkeypatch.setattr(running, "look_around", fail_for_atlas)
    atlas.record("She wants short abstracts")
    memory.agent("boreas").record("He wants long ones")
    clock.forward(days=1)
    lines = run_due(memory)
    assert told(lines, "failed") == [("dream", "atlas/2026-05-02")]
    assert told(lines, "ended") == [("dream", "boreas/2026-05-02")]
    assert [line.agent for line in run_due(memory)] == []


def test_files_that_were_left_behind_are_written_and_that_is_told(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    with without_files(memory):
        note = atlas.record("A dog barked")
        atlas.archive(note.id, because="it does not matter")
    assert run_due(memory, JOBS[3:4]) == [], "what retired just now is left to whoever had it retire"
    clock.forward(minutes=2)
    assert memory.check_archive().waiting == 1
    [ended] = [line for line in run_due(memory, JOBS[3:4]) if line.event == "ended"]
    assert (ended.job, ended.agent) == ("archive", None)
    assert memory.check_archive().waiting == 0
    [ran] = memory.log(types=["job"])
    assert (ran.type, ran.details["job"], ran.details["attempt"]) == ("job.ran/1", "archive", 1)
    assert run_due(memory, JOBS[3:4]) == []


def test_files_that_cannot_be_written_are_a_failure_and_written_later(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    with without_files(memory):
        note = atlas.record("A dog barked")
        atlas.archive(note.id, because="it does not matter")
    folder = memory.store.path / "archive"
    folder.write_text("no folder")
    clock.forward(minutes=2)
    assert [line.job for line in run_due(memory, JOBS[3:4]) if line.event == "failed"] == ["archive"]
    [entry] = entries(memory.store, jobs=JOBS[3:4])
    assert (entry.outlook.last_result or "").startswith("failed: archive files cannot be written")
    folder.unlink()
    clock.forward(minutes=5)
    assert [line.job for line in run_due(memory, JOBS[3:4]) if line.event == "ended"] == ["archive"]
    assert memory.check_archive().waiting == 0


@contextmanager
def without_files(memory: Remembrancer) -> Iterator[None]:
    """Have a policy in force meanwhile that wants no archive files."""
    memory.adopt_policy({"version": 2, "archive": {"enabled": False}}, by="user:ann")
    yield
    with pytest.MonkeyPatch.context() as patch:
        # As if the process had died before its thread could write.
        patch.setattr(memory.store.archive, "resume", lambda: None)
        memory.adopt_policy({"version": 3}, by="user:ann")
