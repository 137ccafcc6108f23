"""Sweeps at the command line: what time has made due becomes events, once."""

from pathlib import Path

import pytest

from command_line import Run, assert_refused
from settable_clock import SettableClock


@pytest.fixture
def due(timed: Run, clock: SettableClock) -> Run:
    """A task and a session of 1 May; it is 10 May."""
    timed("session", "message", "standup", "Hello")
    timed("session", "end", "standup", "--summary", "All is well")
    timed("task", "start", "briefing", "--objective", "Cut it to 150 words")
    clock.set(2026, 5, 10, 9)
    return timed


def log(run: Run, after: str) -> list[str]:
    return [line.split("default  ")[1] for line in run("log", "--agent", "default", "--after", after).out.splitlines()]


def test_a_sweep_makes_events_of_what_time_has_made_due(due: Run) -> None:
    out = due("sweep").out
    rows = [" ".join(line.split()) for line in out.splitlines()]
    assert rows[0] == "rule scope memory because"
    task, session = rows[1].split()[2], rows[2].split()[2]
    assert rows[1:] == [
        f"stale-task agent:default {task} no sign of life for 60 minutes",
        f"cold-session agent:default {session} it ended more than 7 days ago",
        "",
        "2 steps taken, 2 events",
    ]
    assert log(due, "9") == [
        f"{task} interrupted, stale for 8 days 23 h, because no sign of life for 60 minutes",
        f"{session} hot no more, by age: a task-context now, because it ended more than 7 days ago",
    ]


def test_a_dry_run_says_the_same_and_stores_nothing(due: Run) -> None:
    told = due("sweep", "--dry-run").out.splitlines()
    assert told[-1] == "2 steps would be taken"
    assert log(due, "9") == []
    assert due("sweep").out.splitlines()[:3] == told[:3]


def test_a_second_sweep_finds_nothing_due(due: Run) -> None:
    due("sweep")
    assert due("sweep").out == "nothing is due\n"
    assert due("sweep", "--json").json == {"agent": "default", "dry_run": False, "steps": [], "events": 0}
    assert len(log(due, "9")) == 2


def test_a_sweep_as_json_is_one_document(due: Run) -> None:
    dry = due("sweep", "--dry-run", "--json").json
    assert ([step["rule"] for step in dry["steps"]], dry["events"]) == (["stale-task", "cold-session"], 0)
    done = due("sweep", "--json").json
    assert ([step["events"] for step in done["steps"]], done["events"]) == ([1, 1], 2)


def test_an_earlier_day_is_as_it_was_before_the_sweep(due: Run) -> None:
    due("sweep")
    kinds = [one["kind"] for one in due("layers", "--as-of", "2026-05-01", "--json").json["layers"]["L2"]]
    assert kinds == ["session"]
    assert [one["kind"] for one in due("layers", "--json").json["layers"]["L2"]] == ["task-context"]
    assert due("task", "show", "briefing", "--as-of", "2026-05-01T09:30:00Z", "--json").json["status"] == "running"


def test_a_sweep_enforces_a_bound_that_the_policy_has_lowered(timed: Run, tmp_path: Path) -> None:
    for number in range(4):
        timed("decision", "made", f"Post {number}")
    policy = (
        timed("policy", "default").out.replace("version = 1", "version = 2").replace("decision = 10", "decision = 3")
    )
    (tmp_path / "policy.toml").write_text(policy)
    assert timed("policy", "adopt", "policy.toml").code == 0
    assert "4 live memories of kind decision, over the bound of 3" in timed("sweep", "--dry-run").out
    assert timed("sweep").out.splitlines()[-1] == "1 step taken, 1 event"
    assert timed("layers", "--json").json["counts"]["L2"] == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("now",), "unexpected extra argument"), (("--read-only",), "read-only"), (("--as-of", "5"), "no such option")],
)
def test_what_is_wrong_with_a_sweep_is_told_in_one_line(due: Run, arguments: tuple[str, ...], said: str) -> None:
    assert_refused(due("sweep", *arguments), said)
    assert log(due, "9") == []
