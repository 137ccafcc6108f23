"""Dreams beside other processes: they make way, are killed, and never dream the same twice at once."""

import multiprocessing
import random
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from dream_lives import QUICK, after, dream_and_tell, dream_slowly, old_notes
from remembrancer import DreamIsRunning, Remembrancer
from settable_clock import SettableClock

MAIN = "import sys; from remembrancer.interfaces.main import main; sys.exit(main())"
SPAWN = multiprocessing.get_context("spawn")
PATIENCE_S = 60


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "memory"


def prepared(folder: Path, count: int) -> tuple[SettableClock, list[str]]:
    """Make a store with notes that a dream would retire."""
    clock = SettableClock()
    with Remembrancer.open(folder, clock=clock) as memory:
        ids = old_notes(memory, clock, count)
        memory.adopt_policy({"version": 2, "dreams": QUICK}, by="user:ann")
    return clock, ids


def started(work: Any, folder: Path, moment: str) -> tuple[BaseProcess, Any]:
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=work, args=(str(folder), moment, theirs))
    process.start()
    theirs.close()
    return process, ours


def heard(connection: Any) -> Any:
    assert connection.poll(PATIENCE_S), "the dreaming process said nothing"
    return connection.recv()


def statuses(folder: Path, ids: list[str], moment: str) -> list[str]:
    with Remembrancer.open(folder, read_only=True) as memory:
        atlas = memory.agent("atlas")
        return [atlas.show(memory_id).status for memory_id in ids]


@pytest.mark.parametrize("seed", range(4))
def test_a_dream_that_is_killed_leaves_whole_proposals_and_another_finishes_it_once_its_lease_is_over(
    folder: Path, seed: int
) -> None:
    clock, ids = prepared(folder, 60)
    process, connection = started(dream_and_tell, folder, after(clock.time, hours=1))
    chance = random.Random(seed)
    for _ in range(chance.randrange(1, 40)):
        heard(connection)
    time.sleep(chance.uniform(0, 0.01))
    process.kill()
    process.join()

    soon = clock.time + timedelta(hours=1, seconds=20)
    with Remembrancer.open(folder, clock=lambda: soon) as memory:
        assert memory.check() == []
        with pytest.raises(DreamIsRunning, match="free at"):
            memory.agent("atlas").dream()

    afterwards = clock.time + timedelta(hours=1, seconds=200)
    with Remembrancer.open(folder, clock=lambda: afterwards) as memory:
        atlas = memory.agent("atlas")
        report = atlas.dream()
        assert report.outcome == "done"
        assert [atlas.show(memory_id).status for memory_id in ids] == ["archived"] * len(ids)
        assert [note.status for note in atlas.dreams()] == ["done", "abandoned"]
        assert memory.check() == []
        # Nobody did anything twice.
        archived = list(memory.log(types=["memory.archived/1"]))
        assert sorted(entry.memories[0] for entry in archived) == sorted(ids)


def test_of_two_processes_one_dreams_and_the_other_says_so(folder: Path) -> None:
    clock, ids = prepared(folder, 30)
    first, connection = started(dream_slowly, folder, after(clock.time, hours=1))
    heard(connection)
    second, other = started(dream_and_tell, folder, after(clock.time, hours=1))
    refusal = heard(other)
    assert "'atlas' is dreaming already" in refusal
    assert "free at" in refusal
    second.join()

    connection.send("go on")
    while isinstance(said := heard(connection), int):
        connection.send("go on")
    assert said == "done"
    first.join()
    assert statuses(folder, ids, after(clock.time, hours=2)) == ["archived"] * len(ids)


def test_an_interaction_of_another_process_pauses_a_dream_at_once_and_it_goes_on_when_it_is_quiet(folder: Path) -> None:
    clock, ids = prepared(folder, 30)
    process, connection = started(dream_slowly, folder, after(clock.time, hours=1))
    for _ in range(5):
        heard(connection)
        connection.send("go on")
    assert heard(connection) == 5
    moment = clock.time + timedelta(hours=1)
    with Remembrancer.open(folder, clock=lambda: moment) as memory:
        atlas = memory.agent("atlas")
        note = atlas.record("Somebody talks to me")
        saved = atlas.confirm(ids[-1], because="seen again").id
        before = memory.position
        connection.send("go on")
        # It stands back before it carries out what it has just announced.
        while memory.position == before:
            time.sleep(0.02)
        (paused,) = list(memory.log(types=["dream.paused/1"]))
        assert paused.position == before + 1
        while isinstance(said := heard(connection), int):
            connection.send("go on")
        assert said == "done"
        process.join()
        assert atlas.show(note.id).status == "live"
        # What was looked at before the interaction is looked at anew: the confirmation counts as use.
        assert atlas.show(saved).status == "live"
        assert {atlas.show(memory_id).status for memory_id in ids[:-1]} == {"archived"}
        (latest,) = atlas.dreams()
        assert (latest.status, latest.pauses) == ("done", 1)
        types = [entry.type for entry in memory.log() if entry.type.startswith("dream.")]
        assert types == ["dream.started/1", "dream.paused/1", "dream.resumed/1", "dream.completed/1"]


def test_a_dream_yields_to_an_agent_that_stays_busy_and_the_next_one_goes_on_from_there(folder: Path) -> None:
    clock, ids = prepared(folder, 30)
    moment = clock.time + timedelta(hours=1)
    with Remembrancer.open(folder, clock=lambda: moment) as memory:
        impatient = {"version": 3, "dreams": {**QUICK, "patience_s": 2}}
        memory.adopt_policy(impatient, by="user:ann")
        process, connection = started(dream_slowly, folder, after(clock.time, hours=1))
        assert heard(connection) == 0
        atlas = memory.agent("atlas")
        atlas.record("Busy", kind="request")
        connection.send("go on")
        # It announces nothing more while somebody is busy.
        while not connection.poll(0.2):
            atlas.record("Busy", kind="request")
        said = heard(connection)
        assert said == "yielded"
        process.join()
        assert [atlas.show(memory_id).status for memory_id in ids].count("live") > 0

        assert atlas.dream().outcome == "done"
        assert {atlas.show(memory_id).status for memory_id in ids} == {"archived"}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_a_dream_of_the_shell_and_frees_its_place(folder: Path, number: signal.Signals) -> None:
    then = datetime.now(UTC) - timedelta(days=3)
    with Remembrancer.open(folder, clock=lambda: then) as memory:
        memory.agent("atlas").record_many(
            {"text": f"Lamp {number // 2} is on", "kind": "preference"} for number in range(600)
        )
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "--store", str(folder), "--agent", "atlas", "dream"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with Remembrancer.open(folder) as memory:
        while not list(memory.log(types=["memory"], tags=["dream:atlas"])):
            memory.store.log.wait(memory.position, 1)
            assert process.poll() is None, "the dream was over before it was stopped"
        process.send_signal(number)
        output, errors = process.communicate(timeout=PATIENCE_S)
        assert (process.returncode, output) == (128 + number, "")
        assert errors == "remembrancer: the dream was stopped; what it has done stands, the next one goes on\n"
        assert memory.agent("atlas").dream().outcome == "done"
        assert [note.status for note in memory.agent("atlas").dreams()] == ["done", "stopped"]
