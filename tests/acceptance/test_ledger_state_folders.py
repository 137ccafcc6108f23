"""One store by way of several state folders: two machines, a container beside its host, a home that was restored."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger_forging import append, copy_of_a_memory, edit_first_memory, forging, policy_off, put_behind
from remembrancer import Remembrancer
from remembrancer.application.ledger.accepting import accept_at
from remembrancer.application.ledger.verifying import verify_at
from remembrancer.domain.errors import NotAsAnchored, OutOfOrder
from remembrancer.infrastructure.ledger.session_marks import SessionMark

Home = Callable[[str], None]
KILLED = """
import os, sys
from remembrancer import Remembrancer
memory = Remembrancer.open(sys.argv[1])
memory.agent("atlas").record("killed")
print("there", flush=True)
sys.stdin.readline()
os.kill(os.getpid(), 9)
"""


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """Go to a place with a state folder of its own."""
    return lambda name: monkeypatch.setenv("REMEMBRANCER_STATE", str(tmp_path / name))


@pytest.fixture
def store(tmp_path: Path, at: Home) -> Path:
    """A store that the host made, and that the box went on with: neither knows the other's key yet."""
    folder = tmp_path / "memory"
    for place in ("host", "box"):
        at(place)
        record(folder)
    return folder


def record(store: Path) -> tuple[str, ...]:
    """Record something, and return what was said about it."""
    with Remembrancer.open(store) as memory:
        memory.agent("atlas").record(f"at {os.environ['REMEMBRANCER_STATE']}")
    return memory.notices


def live_together(store: Path, at: Home) -> None:
    """Have both accept the other, once each."""
    at("host")
    accept_at(store, because="the box is mine", by="user:ann")
    at("box")
    accept_at(store, because="so is the host", by="user:ann")


def writer(store: Path) -> subprocess.Popen[str]:
    """Start a process that has recorded something, and is killed when it is told so."""
    command = [sys.executable, "-c", KILLED, os.fspath(store)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "there\n"
    return process


def kill(process: subprocess.Popen[str]) -> None:
    process.communicate("now\n")
    assert process.returncode == -signal.SIGKILL


def test_the_first_opening_elsewhere_says_nothing(store: Path, at: Home) -> None:
    at("third")
    assert record(store) == ()
    assert record(store) == ()


def test_what_an_unknown_key_signed_is_refused_and_told_in_one_line(store: Path, at: Home) -> None:
    at("box")
    with Remembrancer.open(store) as memory:
        key = memory.ledger.key
    at("host")
    for _ in range(2):
        with pytest.raises(NotAsAnchored, match=r"came from elsewhere, signed by .* `remembrancer ledger accept") as no:
            Remembrancer.open(store)
        assert key.split("+")[1] in str(no.value)
        assert "\n" not in str(no.value)
    with Remembrancer.open(store, read_only=True) as memory:
        assert "came from elsewhere" in memory.notices[0]
        assert not memory.verify().ok


def test_two_places_that_accepted_each_other_live_together(store: Path, at: Home) -> None:
    live_together(store, at)
    for place in ("box", "host", "host", "box", "host"):
        at(place)
        assert record(store) == ()
        report = verify_at(store, replay=True)
        assert (report.ok, report.notes) == (True, ())
    with pytest.raises(OutOfOrder, match="nothing to accept"):
        accept_at(store, because="again", by="user:ann")


def test_an_acceptance_says_which_keys_it_made_known(store: Path, at: Home) -> None:
    at("box")
    with Remembrancer.open(store) as memory:
        key = memory.ledger.key
    at("host")
    assert accept_at(store, because="the box is mine", by="user:ann").keys == (key,)
    assert verify_at(store).ok
    assert record(store) == ()


def test_what_is_only_read_moves_no_anchor_and_raises_no_alarm(store: Path, at: Home) -> None:
    live_together(store, at)
    at("host")
    record(store)
    at("box")
    for _ in range(3):
        with Remembrancer.open(store, read_only=True) as memory:
            assert memory.notices == ()
            assert memory.verify().ok
        with Remembrancer.open(store) as memory:
            assert memory.notices == ()


def test_sessions_at_both_places_at_once_do_not_refuse_each_other(store: Path, at: Home) -> None:
    live_together(store, at)
    for killed_first in (True, False):
        at("host")
        other = writer(store)
        at("box")
        assert record(store) == ()
        assert verify_at(store).ok
        if killed_first:
            kill(other)
        assert record(store) == ()
        if not killed_first:
            kill(other)
        for place in ("box", "host", "box"):
            at(place)
            assert record(store) == ()
            report = verify_at(store, replay=True)
            assert report.ok, report.problems


def test_a_home_that_was_restored_knows_its_own_key(store: Path, at: Home, tmp_path: Path) -> None:
    at("box")
    shutil.copytree(tmp_path / "box", tmp_path / "backup")
    for _ in range(3):
        record(store)
    shutil.rmtree(tmp_path / "box")
    shutil.copytree(tmp_path / "backup", tmp_path / "box")
    assert record(store) == ()
    shutil.rmtree(tmp_path / "box")
    assert record(store) == ()


@pytest.mark.parametrize("place", ["host", "box"])
def test_what_neither_signed_is_refused_at_both(store: Path, at: Home, place: str) -> None:
    live_together(store, at)
    at("host")
    record(store)
    with forging(store) as log:
        forged = put_behind(log, *copy_of_a_memory(log))
    at(place)
    with pytest.raises(NotAsAnchored, match=f"position {forged} came while no session"):
        Remembrancer.open(store)
    assert verify_at(store).first_bad == forged


def test_what_was_edited_at_one_place_is_refused_at_the_other(store: Path, at: Home) -> None:
    live_together(store, at)
    at("host")
    record(store)
    with forging(store) as log:
        edit_first_memory(log)
        append(log, policy_off())
    for place in ("host", "box"):
        at(place)
        with pytest.raises(NotAsAnchored):
            Remembrancer.open(store)


def test_a_note_of_an_open_session_that_is_put_back_excuses_nothing(store: Path, at: Home) -> None:
    live_together(store, at)
    at("host")
    with Remembrancer.open(store) as memory:
        memory.agent("atlas").record("while somebody looks on")
        (note,) = (store / "ledger").glob("open-*")
        said = note.read_text()
    assert not list((store / "ledger").glob("open-*"))
    with forging(store) as log:
        put_behind(log, *copy_of_a_memory(log))
    note.parent.mkdir(exist_ok=True)
    note.write_text(said)
    at("box")
    with pytest.raises(NotAsAnchored, match="came while no session"):
        Remembrancer.open(store)
    assert not verify_at(store).ok


def test_a_note_that_a_stranger_signed_excuses_nothing(store: Path, at: Home) -> None:
    live_together(store, at)
    at("thief")
    other = writer(store)
    kill(other)
    at("box")
    with pytest.raises(NotAsAnchored, match="came while no session"):
        Remembrancer.open(store)


def test_an_anchor_that_a_power_cut_took_back_is_made_up_for_by_what_was_signed(
    store: Path, at: Home, tmp_path: Path
) -> None:
    at("box")
    (anchor,) = (tmp_path / "box").glob("*/anchor.json")
    before = anchor.read_bytes()
    for _ in range(2):
        record(store)
        anchor.write_bytes(before)
        assert record(store) == ()
    anchor.write_bytes(bytes(len(before)))
    assert record(store) == ()


def test_the_mark_of_a_session_is_synced_before_its_first_event(
    store: Path, at: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    at("box")
    heads: list[int] = []
    sync = SessionMark.sync
    with Remembrancer.open(store) as memory:

        def noted(mark: SessionMark) -> None:
            sync(mark)
            heads.append(memory.position)

        monkeypatch.setattr(SessionMark, "sync", noted)
        before = memory.position
        for number in range(3):
            memory.agent("atlas").record(f"{number}")
    assert heads == [before]


def test_with_full_verification_what_was_edited_is_settled_by_an_acceptance_and_nothing_more(
    store: Path, at: Home
) -> None:
    at("box")
    with Remembrancer.open(store) as memory:
        memory.adopt_policy({"version": 2, "ledger": {"verify": "full"}}, by="user:ann")
    record(store)
    for importance in (8, 7):
        with forging(store) as log:
            edit_first_memory(log, importance)
        with pytest.raises(NotAsAnchored):
            Remembrancer.open(store)
        accept_at(store, because="I mended it by hand", by="user:ann")
        assert record(store) == ()
        assert record(store) == ()
        assert verify_at(store).ok
        with forging(store) as log:
            edit_first_memory(log, 9)
        with pytest.raises(NotAsAnchored):
            Remembrancer.open(store)
        assert not verify_at(store).ok
        with forging(store) as log:
            edit_first_memory(log, importance)
        assert verify_at(store).ok


def test_an_acceptance_does_not_settle_what_else_the_index_of_tags_lacks(store: Path, at: Home) -> None:
    at("box")
    with Remembrancer.open(store) as memory:
        memory.adopt_policy({"version": 2, "ledger": {"verify": "full"}}, by="user:ann")
    with forging(store) as log:
        log.execute("DELETE FROM event_tags WHERE tag = 'kind:observation' AND position = 3")
        log.execute("INSERT INTO event_tags VALUES ('kind:other', 3)")
    with pytest.raises(NotAsAnchored, match="index of tags"):
        Remembrancer.open(store)
    assert accept_at(store, because="so be it", by="user:ann").findings
    assert record(store) == ()
    with forging(store) as log:
        log.execute("INSERT INTO event_tags VALUES ('kind:another', 3)")
    with pytest.raises(NotAsAnchored, match="index of tags"):
        Remembrancer.open(store)
