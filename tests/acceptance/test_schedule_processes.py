"""The schedule as processes run it: it stops cleanly, also during a dream, and several share one store."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Remembrancer

PATIENCE_S = 90
MAIN = "import sys; from remembrancer.interfaces.main import main; sys.exit(main())"


def begin(store: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", MAIN, "--store", str(store), "schedule", *arguments],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextlib.contextmanager
def running(store: Path, *arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Run a schedule in a process of its own, which is gone in the end."""
    process = begin(store, *arguments, **environment)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def lines_until(process: subprocess.Popen[str], event: str) -> list[dict[str, Any]]:
    """Return what a schedule tells, up to an event; the test's own timeout ends a wait that has no end."""
    assert process.stdout is not None
    lines: list[dict[str, Any]] = []
    for line in process.stdout:
        lines.append(json.loads(line))
        if lines[-1]["event"] == event:
            return lines
    raise AssertionError(f"no {event} in {lines}")


@pytest.fixture
def slept(tmp_path: Path) -> Path:
    """A store in which three agents recorded something three days ago; nobody has dreamt since."""
    folder, then = tmp_path / "memory", datetime.now(UTC) - timedelta(days=3)
    with Remembrancer.open(folder, clock=lambda: then) as memory:
        for name in ("atlas", "boreas", "clio"):
            memory.agent(name).record("She wants short abstracts", kind="preference")
    return folder


def test_a_schedule_runs_what_was_missed_says_that_it_lives_and_stops_on_sigterm(slept: Path) -> None:
    with running(slept, "--json", "--health-every", "1") as process:
        lines = lines_until(process, "ready")
        while sum(line["event"] == "ended" for line in lines) < 3:
            lines += lines_until(process, "ended")
        lines += lines_until(process, "health")
        process.send_signal(signal.SIGTERM)
        rest, errors = process.communicate(timeout=PATIENCE_S)
    lines += [json.loads(line) for line in rest.splitlines()]
    assert (process.returncode, errors) == (0, "")
    assert [line["event"] for line in lines if line["event"] != "health"][-1] == "stopping"
    begun = [line for line in lines if line["event"] == "begun"]
    assert [(line["job"], line["agent"]) for line in begun] == [
        ("dream", "atlas"),
        ("dream", "boreas"),
        ("dream", "clio"),
    ]
    health = next(line for line in lines if line["event"] == "health")
    assert set(health["figures"]) == {"position", "agents", "runs", "failures"}
    with Remembrancer.open(slept) as memory:
        assert [entry.details["trigger"] for entry in memory.log(types=["dream.started"])] == ["night"] * 3
        assert [entry.details["outcome"] for entry in memory.log(types=["dream.completed"])] == ["done"] * 3


def test_sigterm_during_a_dream_ends_it_between_two_proposals_and_the_next_one_goes_on(tmp_path: Path) -> None:
    folder, then = tmp_path / "memory", datetime.now(UTC) - timedelta(days=3)
    with Remembrancer.open(folder, clock=lambda: then) as memory:
        memory.agent("atlas").record_many(
            {"text": f"Lamp {number // 2} is on", "kind": "preference"} for number in range(600)
        )
    with running(folder, "--json") as process:
        lines_until(process, "begun")
        with Remembrancer.open(folder, read_only=True) as memory:
            while not list(memory.log(types=["memory"], tags=["dream:atlas"])):
                memory.store.log.wait(memory.position, 1)
                assert process.poll() is None, "the dream was over before it was stopped"
        process.send_signal(signal.SIGTERM)
        output, errors = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, errors) == (0, "")
    told = [json.loads(line) for line in output.splitlines()]
    assert [(line["event"], (line["result"] or "").split(",")[0]) for line in told] == [
        ("stopping", f"under way: dream {told[1]['slot']}"),
        ("ended", "stopped"),
    ]

    later = datetime.now(UTC) + timedelta(minutes=31)
    with Remembrancer.open(folder, clock=lambda: later) as memory:
        assert [entry.details["outcome"] for entry in memory.log(types=["dream.completed"])] == ["stopped"]
        assert list(memory.log(types=["job"])) == []
        from remembrancer.scheduler.running import Schedule

        assert Schedule(memory, tell=lambda _: None).run_due() == 0
        completed = [entry.details["outcome"] for entry in memory.log(types=["dream.completed"])]
        triggers = [entry.details["trigger"] for entry in memory.log(types=["dream.started"])]
        assert (triggers, completed) == (["night", "heartbeat"], ["stopped", "done"])


@pytest.mark.parametrize("mode", ["--once", "foreground"])
def test_two_processes_on_one_store_dream_each_night_once(slept: Path, mode: str) -> None:
    arguments = ["--json", "--once"] if mode == "--once" else ["--json", "--health-every", "1"]
    with running(slept, *arguments) as one, running(slept, *arguments) as other:
        if mode != "--once":
            for process in (one, other):
                lines_until(process, "health")
            wait_for_dreams(slept, 3)
            for process in (one, other):
                process.send_signal(signal.SIGTERM)
        for process in (one, other):
            process.communicate(timeout=PATIENCE_S)
        assert (one.returncode, other.returncode) == (0, 0)
    with Remembrancer.open(slept) as memory:
        nights = [(entry.agent, entry.details["trigger"]) for entry in memory.log(types=["dream.started"])]
        assert sorted(nights) == [("atlas", "night"), ("boreas", "night"), ("clio", "night")]
        assert list(memory.log(types=["job"])) == []
        assert memory.check() == []


def wait_for_dreams(store: Path, count: int) -> None:
    deadline = time.monotonic() + PATIENCE_S
    with Remembrancer.open(store, read_only=True) as memory:
        while len(list(memory.log(types=["dream.completed"]))) < count:
            assert time.monotonic() < deadline, "the nights were never dreamt"
            memory.store.log.wait(memory.position, 1)


def test_systemd_hears_that_a_schedule_is_ready_lives_and_stops(slept: Path, tmp_path: Path) -> None:
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hearing:
        hearing.bind(str(address))
        hearing.settimeout(PATIENCE_S)
        with running(slept, NOTIFY_SOCKET=str(address), WATCHDOG_USEC="400000") as process:
            heard = [hearing.recv(100), hearing.recv(100)]
            process.send_signal(signal.SIGTERM)
            while heard[-1] != b"STOPPING=1":
                heard.append(hearing.recv(100))
            process.communicate(timeout=PATIENCE_S)
    assert heard[0] == b"READY=1"
    assert set(heard[1:-1]) == {b"WATCHDOG=1"}
    assert process.returncode == 0


@pytest.mark.parametrize(
    "arguments", [["record", "A dog barked"], ["layers"], ["schedule", "--list"], ["schedule", "--once"], ["--help"]]
)
def test_only_a_schedule_in_the_foreground_loads_apscheduler(slept: Path, arguments: list[str]) -> None:
    code = (
        "import sys; from remembrancer.interfaces.main import main; code = main(); "
        "sys.stderr.write(str('apscheduler' in sys.modules)); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--store", str(slept), *arguments], capture_output=True, text=True, check=True
    )
    assert done.stderr.endswith("False")
