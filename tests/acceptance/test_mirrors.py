"""Mirrors: what is brought in, what the log says of it, who reads it, and that nothing else is ever run."""

import json
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Agent, InvalidFile, InvalidName, Refused, Remembrancer
from remembrancer.application.mirrors.reading import MirrorText, fresh_mirrors
from remembrancer.application.mirrors.refreshing import refresh_due
from remembrancer.domain.errors import MirrorOverBudget, UnknownMirror
from scheduling import run_due, told
from settable_clock import SettableClock
from stub_site import Site, hang, site

Settings = dict[str, Any]


@pytest.fixture
def board(memory: Remembrancer, atlas: Agent, tmp_path: Path) -> Path:
    """A file, and a mirror of it that atlas reads."""
    atlas.record("something to be known by")
    file = tmp_path / "board.txt"
    file.write_text("one post waits\n")
    memory.mirrors.add("board", every="3h", command=["cat", str(file)])
    return file


def shown(memory: Remembrancer, agent: str = "atlas", at: int | None = None) -> MirrorText:
    (found,) = fresh_mirrors(memory.store, agent, at)
    return found


def types(memory: Remembrancer) -> list[str]:
    """Return what the log tells of mirrors, in order."""
    return [entry.type.partition("/")[0].removeprefix("mirror.") for entry in memory.log() if "mirror" in entry.type]


def kept(memory: Remembrancer, name: str) -> str:
    return (memory.store.path / "mirrors" / name).read_text()


def test_what_changed_is_an_event_and_what_did_not_is_none(
    memory: Remembrancer, board: Path, clock: SettableClock
) -> None:
    assert memory.mirrors.refresh("board").result == "changed"
    assert kept(memory, "board.md") == "one post waits\n"
    clock.forward(hours=3)
    assert memory.mirrors.refresh("board").result == "unchanged"
    board.write_text("two posts wait\n")
    clock.forward(hours=3)
    assert memory.mirrors.refresh("board").result == "changed"
    assert types(memory) == ["declared", "refreshed", "refreshed"]
    assert kept(memory, "board.md") == "two posts wait\n"
    assert memory.check() == []


def test_an_unchanged_mirror_gives_a_sign_of_life_a_day(
    memory: Remembrancer, board: Path, clock: SettableClock
) -> None:
    for _ in range(25):
        assert memory.mirrors.refresh("board").good
        clock.forward(hours=3)
    refreshed = list(memory.log(types=["mirror.refreshed"]))
    assert [entry.details["changed"] for entry in refreshed] == [True, False, False, False]
    assert [entry.words is None for entry in refreshed] == [False, True, True, True]
    assert not shown(memory).stale


def test_the_last_good_copy_stays_and_is_stale_until_there_is_a_better_one(
    memory: Remembrancer, board: Path, clock: SettableClock
) -> None:
    memory.mirrors.refresh("board")
    board.unlink()
    clock.forward(hours=1)
    failed = memory.mirrors.refresh("board")
    assert failed.result == "failed"
    assert kept(memory, "board.md") == "one post waits\n"
    assert (shown(memory).text, shown(memory).stale, shown(memory).age_s) == ("one post waits\n", True, 3600)
    assert json.loads(kept(memory, "board.meta.json"))["result"] == "failed"
    (line,) = memory.mirrors.list()
    assert (line.stale, line.result, line.finding) == (True, "failed", failed.detail)
    board.write_text("one post waits\n")
    assert memory.mirrors.refresh("board").result == "unchanged"
    # That it works again is told, though it shows what it did before.
    assert types(memory) == ["declared", "refreshed", "failed", "refreshed"]
    assert not shown(memory).stale


def test_what_fails_is_tried_again_with_pauses_that_grow(
    memory: Remembrancer, board: Path, clock: SettableClock
) -> None:
    board.unlink()
    tries: list[int] = []
    for minute in range(60 * 10):
        if memory.mirrors.refresh_due():
            tries.append(minute)
        clock.forward(minutes=1)
    assert tries == [0, 1, 3, 7, 15, 31, 31 + 180, 31 + 360, 31 + 540]


def test_a_mirror_is_stale_once_it_is_older_than_two_cadences(
    memory: Remembrancer, board: Path, clock: SettableClock
) -> None:
    memory.mirrors.refresh("board")
    clock.forward(hours=6)
    assert not shown(memory).stale
    clock.forward(seconds=1)
    assert shown(memory).stale
    assert shown(memory).age_s == 6 * 3600 + 1


def test_what_a_mirror_showed_then_is_shown_as_of_then(memory: Remembrancer, board: Path, clock: SettableClock) -> None:
    memory.mirrors.refresh("board")
    then = memory.position
    clock.forward(hours=3)
    board.write_text("two posts wait\n")
    memory.mirrors.refresh("board")
    memory.agent("atlas").record("later")
    assert shown(memory, at=then).text == "one post waits\n"
    assert not shown(memory, at=then).stale
    assert shown(memory, at=memory.position).text == "two posts wait\n"
    assert [one.text for one in memory.agent("atlas").as_of(then).mirrors()] == ["one post waits\n"]
    assert [one.text for one in memory.agent("atlas").mirrors()] == ["two posts wait\n"]
    memory.mirrors.remove("board")
    assert fresh_mirrors(memory.store, "atlas") == []
    assert shown(memory, at=then).text == "one post waits\n"
    assert list((memory.store.path / "mirrors").glob("board*")) == []


def test_only_those_read_a_mirror_whose_scope_it_is(memory: Remembrancer, board: Path) -> None:
    memory.adopt_policy({"version": 2, "teams": {"web": ["bree", "cleo"]}}, by="user:ann")
    for agent in ("bree", "cleo"):
        memory.agent(agent).record("something to be known by")
    command = ["cat", str(board)]
    memory.mirrors.add("own", every="1h", command=command, scope="agent:atlas")
    memory.mirrors.add("team", every="1h", command=command, scope="team:web")
    memory.mirrors.refresh_due()

    def seen(agent: str) -> list[str]:
        return [one.name for one in memory.mirrors.shown_to(agent)]

    assert (seen("atlas"), seen("bree"), seen("dora")) == (["board", "own"], ["board", "team"], ["board"])
    readers = {line.name: line.readers for line in memory.mirrors.list()}
    assert readers == {"board": ("atlas", "bree", "cleo"), "own": ("atlas",), "team": ("bree", "cleo")}


def test_a_file_of_another_ending_takes_the_place_of_the_one_before(memory: Remembrancer, board: Path) -> None:
    memory.mirrors.refresh("board")
    policy = memory.store.path / "remembrancer.toml"
    policy.write_text(policy.read_text().replace("[mirrors.board]", '[mirrors.board]\nending = "txt"'))
    memory.mirrors.refresh("board")
    found = sorted(file.name for file in (memory.store.path / "mirrors").glob("board.*"))
    assert found == ["board.meta.json", "board.txt"]
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in (memory.store.path / "mirrors").iterdir())


# What is run


def test_what_people_wrote_in_the_policy_file_stays(memory: Remembrancer, board: Path) -> None:
    policy = memory.store.path / "remembrancer.toml"
    before = policy.read_text()
    policy.write_text(
        before + "# mine: below\n[mirrors.mine]   # aligned\nevery = '1d'\ncommand = [ 'date' ] # the day\n"
    )
    text = policy.read_text()
    memory.mirrors.add("more", every="1h", url="https://example.org/", subjects=["user:42"])
    memory.mirrors.remove("more")
    assert policy.read_text().rstrip() == text.rstrip()
    memory.mirrors.disable("mine")
    memory.mirrors.enable("mine")
    assert policy.read_text().startswith(text.rstrip("\n"))
    assert [line.name for line in memory.mirrors.list()] == ["board", "mine"]


def test_what_somebody_wrote_into_the_file_is_told_and_run_and_what_they_took_out_is_gone(
    memory: Remembrancer, board: Path, clock: SettableClock
) -> None:
    memory.mirrors.refresh_due()
    policy = memory.store.path / "remembrancer.toml"
    policy.write_text(policy.read_text().replace("3h", "1h"))
    clock.forward(hours=1)
    assert [one.name for one in memory.mirrors.refresh_due()] == ["board"]
    assert [entry.actor for entry in memory.log(types=["mirror.declared"])][-1] == "file:remembrancer.toml"
    policy.write_text(policy.read_text().partition("[mirrors.board]")[0])
    assert memory.mirrors.refresh_due() == []
    assert types(memory) == ["declared", "refreshed", "declared", "declared"]
    assert not (memory.store.path / "mirrors" / "board.md").exists()


def test_nothing_is_run_from_a_log_and_the_log_does_not_say_what_was(
    memory: Remembrancer, board: Path, tmp_path: Path
) -> None:
    memory.mirrors.add("secretive", every="1d", command=["sh", "-c", "echo wexlum-in-a-command"])
    memory.mirrors.refresh_due()
    with closing(sqlite3.connect(memory.store.path / "memory.db")) as log:
        bodies = b"".join(
            body if isinstance(body, bytes) else body.encode() for (body,) in log.execute("SELECT body FROM events")
        )
    for clear in (b"wexlum", b"secretive", b"board", str(board).encode()):
        assert clear not in bodies
    # The log alone, without the file, runs nothing.
    then = memory.position
    (memory.store.path / "remembrancer.toml").unlink()
    assert memory.mirrors.refresh_due() == []
    with pytest.raises(UnknownMirror):
        memory.mirrors.refresh("secretive")
    with Remembrancer.open(tmp_path / "other") as other:
        memory.export(tmp_path / "out")
        other.import_path(str(tmp_path / "out"))
        assert [line.standing for line in other.mirrors.list()] == []
        assert other.mirrors.refresh_due() == []
        assert sorted(one.name for one in other.mirrors.shown_to("atlas", then)) == [
            "board",
            "secretive",
        ]


def test_a_policy_that_is_adopted_takes_no_mirror_along(memory: Remembrancer, tmp_path: Path) -> None:
    with pytest.raises(InvalidFile):
        memory.adopt_policy({"version": 2, "mirrors": {"x": {"every": "1h", "command": ["date"]}}}, by="user:ann")
    policy = memory.store.path / "remembrancer.toml"
    policy.write_text("version = 3\n[mirrors.x]\nevery = '1h'\ncommand = ['date']\n")
    with Remembrancer.open(memory.store.path) as again:
        assert again.policy.version == 3
        assert [line.name for line in again.mirrors.list()] == ["x"]
    assert not any("date" in str(entry.details) for entry in memory.log(types=["policy.adopted"]))


def test_a_file_that_others_may_write_is_not_followed(memory: Remembrancer, board: Path) -> None:
    (memory.store.path / "remembrancer.toml").chmod(0o666)
    with pytest.raises(InvalidFile, match="chmod go-w"):
        memory.mirrors.refresh("board")
    with pytest.raises(InvalidFile, match="chmod go-w"):
        memory.mirrors.refresh_due()
    assert types(memory) == ["declared"]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"command": ["date"]}, "every"),
        ({"every": "3h"}, "looks at nothing"),
        ({"every": "3h", "command": ["date"], "url": "https://example.org"}, "command and url"),
        ({"every": "soon", "command": ["date"]}, "such as 3h"),
        ({"every": "30s", "command": ["date"]}, "from 1m"),
        ({"every": "3h", "url": "file:///etc/passwd"}, "neither http nor https"),
        ({"every": "3h", "sql": "shop.db"}, "query"),
        ({"every": "3h", "python": "os.system"}, "module:function"),
        ({"every": "3h", "command": ["date"], "scope": "everybody"}, "scope"),
        ({"every": "3h", "command": ["date"], "ending": "../md"}, "ending"),
        ({"every": "3h", "command": ["date"], "size_bytes": 100_000}, "65536"),
        ({"every": "3h", "command": ["date"], "timeout": "2d"}, "timeout"),
        ({"every": "3h", "command": ["da\0te"]}, "NUL"),
        ({"every": "3h", "command": "date"}, "array"),
        ({"every": "3h", "command": ["date"], "shell": True}, "shell"),
    ],
)
def test_an_impossible_declaration_is_refused_and_nothing_is_written(
    memory: Remembrancer, settings: Settings, said: str
) -> None:
    before = (memory.store.path / "remembrancer.toml").read_bytes(), memory.position
    with pytest.raises(InvalidFile, match=said):
        memory.mirrors.add("odd", **settings)
    assert ((memory.store.path / "remembrancer.toml").read_bytes(), memory.position) == before


@pytest.mark.parametrize(
    ("settings", "instead"),
    [
        ({"url": "https://me:secret@example.org/status"}, "--header"),
        ({"url": "https://secret@example.org/status"}, "--header"),
        ({"sql": "postgresql://me:secret@localhost/shop", "query": "SELECT 1"}, "PGPASSWORD"),
    ],
)
def test_a_password_in_an_address_is_refused(memory: Remembrancer, settings: Settings, instead: str) -> None:
    with pytest.raises(InvalidName, match=instead) as refusal:
        memory.mirrors.add("shop", every="3h", **settings)
    assert "secret" not in str(refusal.value)
    assert "secret@" not in (memory.store.path / "remembrancer.toml").read_text()


@pytest.mark.parametrize("name", ["", "../x", "a.b", "Board", "a/b", "x" * 33, ".hidden", "中文", "-x"])
def test_a_name_is_a_name_of_a_file(memory: Remembrancer, name: str) -> None:
    with pytest.raises((InvalidFile, InvalidName)):
        memory.mirrors.add(name, every="3h", command=["date"])
    assert memory.mirrors.list() == []


def test_one_that_is_written_wrong_keeps_no_other_from_being_refreshed(memory: Remembrancer, board: Path) -> None:
    policy = memory.store.path / "remembrancer.toml"
    policy.write_text(policy.read_text() + "[mirrors.odd]\nevery = '3h'\ncommand = 'date'\n")
    assert [one.name for one in memory.mirrors.refresh_due()] == ["board"]
    assert {line.name: line.standing for line in memory.mirrors.list()} == {"board": "enabled", "odd": "broken"}
    with pytest.raises(InvalidFile, match="odd"):
        memory.mirrors.refresh("odd")


def test_a_name_that_is_taken_is_refused(memory: Remembrancer, board: Path) -> None:
    with pytest.raises(InvalidName, match="declared already"):
        memory.mirrors.add("board", every="1h", command=["date"])


# What it costs


def test_a_cadence_that_would_pass_the_budget_is_refused_with_one_that_would_not(
    memory: Remembrancer, board: Path
) -> None:
    memory.adopt_policy({"version": 2, "mirroring": {"budget_per_day": 100, "cost_unit": "cents"}}, by="user:ann")
    memory.mirrors.add("cheap", every="6h", command=["date"], cost_per_run=10)
    with pytest.raises(MirrorOverBudget, match=r"136 cents.*100 cents.*--every 10h") as refusal:
        memory.mirrors.add("dear", every="6h", command=["date"], cost_per_run=24)
    assert "mirrors.dear" not in (memory.store.path / "remembrancer.toml").read_text()
    assert str(refusal.value).count("\n") == 0
    memory.mirrors.add("dear", every="8h", command=["date"], cost_per_run=20)
    line = memory.mirrors.list()[2]
    assert (line.cost_per_run, line.cost_per_day, line.cost_per_month, line.cost_unit) == (20, 60, 1800, "cents")
    # What is not enabled costs nothing yet, and says what it would.
    later = memory.mirrors.add("later", every="1h", command=["date"], cost_per_run=10, enabled=False)
    assert (later.standing, later.cost_per_day) == ("disabled", 240)
    with pytest.raises(MirrorOverBudget):
        memory.mirrors.enable("later")
    with pytest.raises(Refused, match="disabled"):
        memory.mirrors.refresh("later")


def test_what_was_spent_today_is_not_passed_by_refreshing_by_hand(
    memory: Remembrancer, board: Path, clock: SettableClock
) -> None:
    memory.adopt_policy({"version": 2, "mirroring": {"budget_per_day": 30}}, by="user:ann")
    memory.mirrors.add("dear", every="1d", command=["date"], cost_per_run=10)
    for _ in range(3):
        assert memory.mirrors.refresh("dear").good
    with pytest.raises(MirrorOverBudget):
        memory.mirrors.refresh("dear")
    assert memory.mirrors.refresh("board").good
    clock.forward(days=1)
    assert memory.mirrors.refresh("dear").good


def test_a_budget_that_was_lowered_stops_what_costs(memory: Remembrancer, board: Path) -> None:
    memory.mirrors.add("dear", every="1h", command=["date"], cost_per_run=10)
    memory.adopt_policy({"version": 2, "mirroring": {"budget_per_day": 30}}, by="user:ann")
    assert [one.name for one in memory.mirrors.refresh_due()] == ["board"]
    assert {line.name: line.standing for line in memory.mirrors.list()} == {"board": "enabled", "dear": "refused"}


# People


def test_what_is_about_a_person_goes_with_them_and_does_not_come_back(
    memory: Remembrancer, atlas: Agent, tmp_path: Path, clock: SettableClock
) -> None:
    file = tmp_path / "desk.txt"
    file.write_text("Wexlum asked for a refund\n")
    memory.mirrors.add("desk", every="1h", command=["cat", str(file)], subjects=["user:42"])
    memory.mirrors.add("other", every="1h", command=["echo", "nobody"])
    atlas.record("A note about them", subjects=["user:42"])
    memory.mirrors.refresh_due()
    assert [event.type for event in memory.subject("user:42").events] == ["mirror.refreshed/1"]
    report = memory.erase("user:42", because="request 17")
    assert report.words["mirrors"] == 1
    folder = memory.store.path / "mirrors"
    assert sorted(one.name for one in folder.iterdir() if "lock" not in one.name) == ["other.md", "other.meta.json"]
    assert [one.name for one in memory.mirrors.shown_to("atlas")] == ["other"]
    clock.forward(hours=2)
    assert [one.name for one in memory.mirrors.refresh_due()] == ["other"]
    with pytest.raises(Refused, match="erased"):
        memory.mirrors.refresh("desk")
    assert {line.name: line.standing for line in memory.mirrors.list()}["desk"] == "refused"
    assert not any(b"Wexlum" in one.read_bytes() for one in memory.store.path.rglob("*") if one.is_file())
    assert memory.verify(replay=True).ok
    # Somebody who has looked may have it go on.
    file.write_text("Nobody asked\n")
    memory.mirrors.enable("desk")
    assert memory.mirrors.refresh("desk").result == "changed"


def test_files_that_a_backup_brings_back_go_at_the_next_opening(tmp_path: Path) -> None:
    folder, backup = tmp_path / "memory", tmp_path / "backup"
    with Remembrancer.open(folder) as memory:
        memory.mirrors.add("desk", every="1h", command=["echo", "Wexlum asked"], subjects=["user:42"])
        memory.mirrors.refresh("desk")
    shutil.copytree(folder, backup)
    with Remembrancer.open(folder) as memory:
        memory.erase("user:42", because="request 17")
    shutil.copy(backup / "keys.db", folder / "keys.db")
    shutil.copytree(backup / "mirrors", folder / "mirrors", dirs_exist_ok=True)
    with Remembrancer.open(folder) as memory:
        assert memory.mirrors.list()[0].standing == "refused"
        assert list((folder / "mirrors").glob("desk.*")) == []
        assert memory.mirrors.shown_to("atlas") == []


def test_a_mirror_that_was_declared_to_be_about_nobody_is_shown_to_who_erases(
    memory: Remembrancer, atlas: Agent, tmp_path: Path
) -> None:
    text = "Wexlum asked for a refund of the blue kettle"
    (tmp_path / "desk.txt").write_text(f"Today: {text}")
    command = ["cat", str(tmp_path / "desk.txt")]
    memory.mirrors.add("desk", every="1h", command=command)
    memory.mirrors.add("named", every="1h", command=command, subjects=["user:42"])
    memory.mirrors.refresh_due()
    atlas.record(text, subjects=["user:42"])
    named, desk = memory.erase("user:42", dry_run=True).lines
    assert named.endswith('subjects = ["user:42"]')
    assert desk == f"mirrors/desk.md:1: Today: {text}"


# Where it goes besides


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def commits(folder: Path) -> list[str]:
    done = subprocess.run(["git", "log", "--format=%s"], cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def test_a_mirror_is_committed_to_a_git_folder_when_it_changed(
    memory: Remembrancer, tmp_path: Path, repository: Path
) -> None:
    file = tmp_path / "board.txt"
    file.write_text("one")
    (repository / "staged.txt").write_text("of somebody else")
    subprocess.run(["git", "add", "staged.txt"], cwd=repository, check=True)
    memory.mirrors.add("board", every="1h", command=["cat", str(file)], git=str(repository))
    for _ in range(2):
        assert memory.mirrors.refresh("board").not_committed is None
    file.write_text("two")
    memory.mirrors.refresh("board")
    assert commits(repository) == ["mirror: board [skip ci]"] * 2
    status = subprocess.run(
        ["git", "status", "--porcelain"], cwd=repository, capture_output=True, text=True, check=True
    )
    assert status.stdout == "A  staged.txt\n"


def test_what_git_refuses_is_said_and_the_mirror_is_fresh_all_the_same(
    memory: Remembrancer, atlas: Agent, tmp_path: Path
) -> None:
    atlas.record("something to be known by")
    (tmp_path / "no-repository").mkdir()
    memory.mirrors.add("board", every="1h", command=["echo", "one"], git=str(tmp_path / "no-repository"))
    found = memory.mirrors.refresh("board")
    assert found.result == "changed"
    assert found.not_committed is not None
    assert not shown(memory).stale
    assert memory.mirrors.list()[0].not_committed == found.not_committed


def test_the_message_of_a_commit_is_the_policys(memory: Remembrancer, repository: Path) -> None:
    memory.adopt_policy({"version": 2, "mirroring": {"commit_message": "{name}: {0} {name} anew"}}, by="user:ann")
    memory.mirrors.add("board", every="1h", command=["echo", "one"], git=str(repository))
    memory.mirrors.refresh("board")
    assert commits(repository) == ["board: {0} board anew"]


# On schedule


def test_the_schedule_refreshes_what_is_due(memory: Remembrancer, board: Path, clock: SettableClock) -> None:
    lines = run_due(memory)
    assert [job for job, _ in told(lines, "ended")] == ["mirrors"]
    assert run_due(memory) == []
    clock.forward(hours=3)
    board.unlink()
    lines = run_due(memory)
    assert "board failed" in str([line.result for line in lines if line.event == "ended"])
    assert types(memory) == ["declared", "refreshed", "failed"]
    assert [entry.actor for entry in memory.log(types=["mirror.refreshed"])] == ["schedule"]


def test_a_file_that_cannot_be_read_is_a_failure_of_the_job_and_passes(
    memory: Remembrancer, board: Path, clock: SettableClock
) -> None:
    policy = memory.store.path / "remembrancer.toml"
    text = policy.read_text()
    policy.write_text(text + "[mirrors.odd\n")
    assert [job for job, _ in told(run_due(memory), "failed")] == ["mirrors"]
    assert run_due(memory) == []
    clock.forward(minutes=2)
    assert [job for job, _ in told(run_due(memory), "failed")] == ["mirrors"]
    policy.write_text(text)
    assert [job for job, _ in told(run_due(memory), "ended")] == ["mirrors"]


@pytest.fixture
def web() -> Iterator[Site]:
    with site() as server:
        yield server


def test_one_that_hangs_holds_up_no_other(memory: Remembrancer, board: Path, web: Site) -> None:
    web.answers["/hang"] = hang
    web.says("/price", "12")
    memory.mirrors.add("hangs", every="1h", url=f"{web.url}/hang", timeout="1s")
    memory.mirrors.add("price", every="1h", url=f"{web.url}/price")
    results = {one.name: one.result for one in memory.mirrors.refresh_due()}
    assert results == {"board": "changed", "hangs": "unreachable", "price": "changed"}


def test_a_schedule_that_is_stopped_waits_for_no_mirror_and_tells_of_no_failure(
    memory: Remembrancer, web: Site, tmp_path: Path
) -> None:
    web.answers["/hang"] = hang
    memory.mirrors.add("hangs", every="1h", url=f"{web.url}/hang", timeout="10m")
    slow = ["sh", "-c", "touch begun; sleep 600"]
    memory.mirrors.add("slow", every="1h", command=slow, timeout="10m", folder=str(tmp_path))
    stop = threading.Event()
    results: list[str] = []

    def refresh() -> None:
        results.extend(one.result for one in refresh_due(memory.store, actor="schedule", stop=stop))

    worker = threading.Thread(target=refresh)
    worker.start()
    while not (tmp_path / "begun").exists() or not web.requests:
        assert worker.is_alive()
    stop.set()
    worker.join()
    assert results == ["stopped", "stopped"]
    assert types(memory) == ["declared", "declared"]


REFRESHING = (
    "import sys; from remembrancer import Remembrancer\n"
    "with Remembrancer.open(sys.argv[1]) as memory: print(memory.mirrors.refresh(sys.argv[2]).result)"
)


def test_of_two_processes_one_asks_the_world(memory: Remembrancer, tmp_path: Path) -> None:
    script = "echo run >> runs; while [ ! -e go ]; do sleep 0.01; done; echo done"
    memory.mirrors.add("slow", every="1h", command=["sh", "-c", script], folder=str(tmp_path))
    argv = [sys.executable, "-c", REFRESHING, str(memory.store.path), "slow"]
    first = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
    while not (tmp_path / "runs").exists():
        assert first.poll() is None
    assert memory.mirrors.refresh("slow").result == "busy"
    (tmp_path / "go").touch()
    assert first.communicate()[0] == "changed\n"
    assert (tmp_path / "runs").read_text() == "run\n"


def test_a_process_that_is_killed_leaves_the_last_good_copy_and_the_next_one_goes_on(
    memory: Remembrancer, tmp_path: Path
) -> None:
    script = "echo run >> runs; while [ ! -e go ]; do sleep 0.01; done; cat text"
    (tmp_path / "text").write_text("whole")
    memory.mirrors.add("slow", every="1h", command=["sh", "-c", script], folder=str(tmp_path))
    argv = [sys.executable, "-c", REFRESHING, str(memory.store.path), "slow"]
    first = subprocess.Popen(argv, stdout=subprocess.DEVNULL)
    while not (tmp_path / "runs").exists():
        assert first.poll() is None
    first.kill()
    first.wait()
    (tmp_path / "go").touch()
    assert memory.mirrors.refresh("slow").result == "changed"
    assert kept(memory, "slow.md") == "whole"


def test_a_disk_that_refuses_leaves_the_copy_and_is_said_in_one_line(memory: Remembrancer, board: Path) -> None:
    memory.mirrors.refresh("board")
    folder = memory.store.path / "mirrors"
    (folder / "board.md").unlink()
    (folder / "board.md").mkdir()
    board.write_text("two")
    with pytest.raises(Exception, match="files of mirrors cannot be written") as refusal:
        memory.mirrors.refresh("board")
    assert str(refusal.value).count("\n") == 0
    (folder / "board.md").rmdir()
    assert memory.mirrors.refresh("board").good
    assert kept(memory, "board.md") == "two"
