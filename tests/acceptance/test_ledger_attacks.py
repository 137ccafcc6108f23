"""Who holds the folder of a store, and knows the product, but not the user's state folder, is found out."""

import fcntl
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from ledger_forging import (
    accepted,
    append,
    copy_of_a_memory,
    edit_first_memory,
    forging,
    policy_off,
    put_behind,
    take_out,
)
from remembrancer import Remembrancer, RemembrancerError
from remembrancer.application.ledger.accepting import accept_at
from remembrancer.application.ledger.verifying import verify_at
from remembrancer.domain.events import CheckpointSigned
from remembrancer.infrastructure.ledger.session_marks import SessionMark, marks


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with a life of two sessions."""
    folder = tmp_path / "memory"
    for text in ("once", "twice"):
        with Remembrancer.open(folder) as memory:
            memory.agent("atlas").record(text)
    return folder


def test_what_was_appended_while_nobody_was_there_is_refused_and_never_signed(store: Path) -> None:
    with forging(store) as log:
        forged = put_behind(log, *copy_of_a_memory(log))
    for _ in range(2):
        with pytest.raises(RemembrancerError, match=f"position {forged} came while no session"):
            Remembrancer.open(store)
    with Remembrancer.open(store, read_only=True) as memory:
        assert any("came while no session" in notice for notice in memory.notices)
    assert verify_at(store).first_bad == forged


def test_a_checkpoint_that_was_asked_for_in_vain_excuses_nothing_that_comes_after(store: Path) -> None:
    with Remembrancer.open(store) as memory:
        assert memory.ledger.checkpoint() is None
    kept = shutil.copytree(store / "ledger", store.with_name("kept"))
    with forging(store) as log:
        forged = put_behind(log, *copy_of_a_memory(log))
    shutil.copytree(kept, store / "ledger")
    with pytest.raises(RemembrancerError, match=f"position {forged} came while no session"):
        Remembrancer.open(store)
    assert verify_at(store).first_bad == forged


def test_a_person_may_vouch_for_what_was_appended_elsewhere(store: Path) -> None:
    with forging(store) as log:
        forged = put_behind(log, *copy_of_a_memory(log))
    assert accept_at(store, because="it was me, on another machine", by="user:ann").found_size == forged
    with Remembrancer.open(store) as memory:
        memory.agent("atlas").record("going on")
    assert verify_at(store).ok


def test_what_was_edited_and_accepted_is_told_as_that_for_ever(store: Path) -> None:
    with forging(store) as log:
        edit_first_memory(log)
    accepted_at = accept_at(store, because="I know of it", by="user:ann").position
    with Remembrancer.open(store) as memory:
        memory.agent("atlas").record("going on")
    found = verify_at(store)
    assert found.ok
    (note,) = found.notes
    assert note.startswith(f"positions 1 to 3: not what was signed, and accepted by position {accepted_at}; ")
    assert note.endswith("; 2 checkpoints do not fit any more")


def test_a_forged_policy_does_not_switch_off_how_its_log_is_looked_at(store: Path) -> None:
    with forging(store) as log:
        edit_first_memory(log)
        append(log, policy_off())
    with pytest.raises(RemembrancerError, match="not as it was left"):
        Remembrancer.open(store)
    assert not verify_at(store).ok


def test_what_a_session_switched_off_is_off_from_the_next_one_on(store: Path) -> None:
    with Remembrancer.open(store) as memory:
        memory.adopt_policy({"version": 2, "ledger": {"verify": "off"}}, by="user:ann")
    with forging(store) as log:
        edit_first_memory(log)
    with Remembrancer.open(store) as memory:
        memory.agent("atlas").record("nobody looks")
    assert not verify_at(store).ok


@pytest.mark.parametrize("keep_checkpoints", [True, False])
def test_a_forged_acceptance_excuses_nothing(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keep_checkpoints: bool
) -> None:
    with Remembrancer.open(store) as memory:
        made, key = memory.ledger.last_checkpoint(), memory.ledger.key
    assert made is not None
    (tmp_path / "notes").write_text(made.note, encoding="utf-8")
    with forging(store) as log:
        edit_first_memory(log)
        if not keep_checkpoints:
            take_out(log, CheckpointSigned.TYPE)
        append(log, accepted(found=1))
    assert not verify_at(store).ok
    monkeypatch.setenv("REMEMBRANCER_STATE", str(tmp_path / "auditor"))
    assert not verify_at(store, against=[tmp_path / "notes"]).ok
    assert not verify_at(store, against=[tmp_path / "notes"], keys=[key]).ok


def test_a_session_whose_end_could_not_be_signed_is_no_forgery(store: Path, state_folder: Path) -> None:
    (key,) = state_folder.glob("*/signing.key")
    with Remembrancer.open(store) as memory:
        memory.agent("atlas").record("three times")
        whole = key.read_bytes()
        key.write_bytes(b"no key")
    key.write_bytes(whole)
    assert verify_at(store).ok
    with Remembrancer.open(store) as memory:
        assert memory.notices == ()
    report = verify_at(store)
    assert (report.ok, report.notes) == (True, ())


def test_whoever_looks_at_everything_can_still_mend_what_follows_from_the_log(store: Path) -> None:
    with Remembrancer.open(store) as memory:
        memory.adopt_policy({"version": 2, "ledger": {"verify": "full"}}, by="user:ann")
        memory.agent("atlas").archive(memory.agent("atlas").record("retired").id, because="done")
    (page,) = (store / "archive" / "l6").glob("*.json.gz")
    page.write_bytes(b"damaged")
    with Remembrancer.open(store) as memory:
        assert any("damaged" in notice for notice in memory.notices)
        memory.check_archive(repair=True)
    assert verify_at(store).ok


def test_a_git_witness_that_refused_once_is_handed_the_next_checkpoint(store: Path, tmp_path: Path) -> None:
    bare = tmp_path / "witness.git"
    subprocess.run(["git", "init", "-q", "--bare", bare], check=True)
    hook = bare / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    policy = store / "remembrancer.toml"
    said = policy.read_text().replace("version = 1", "version = 2", 1)
    policy.write_text(re.sub(r'(?m)^git = ""', f'git = "{bare}"', said))
    notices: list[tuple[str, ...]] = []
    for number in range(3):
        with Remembrancer.open(store) as memory:
            memory.agent("atlas").record(f"{number}")
        notices.append(memory.notices)
        hook.unlink(missing_ok=True)
    assert ["did not take" in " ".join(told) for told in notices] == [True, False, False]
    assert verify_at(store).ok


@pytest.mark.parametrize("address", ["https://ann:sesame@example.org/x.git", "https://sesame@example.org/x.git"])
def test_a_password_in_the_address_of_a_witness_is_refused_without_it(store: Path, address: str) -> None:
    settings = {"version": 2, "ledger": {"witness": {"git": address}}}
    with Remembrancer.open(store) as memory, pytest.raises(RemembrancerError, match="leave it to git") as refused:
        memory.adopt_policy(settings, by="user:ann")
    assert "sesame" not in str(refused.value)


def test_a_mark_of_a_session_is_locked_before_anybody_can_find_it(monkeypatch: pytest.MonkeyPatch) -> None:
    store_id, lock = "5c" * 16, fcntl.flock
    found: list[list[Path]] = []

    def watched(file: int, how: int) -> None:
        found.append(marks(store_id))
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", watched)
    mark = SessionMark(store_id)
    assert found == [[]]
    assert len(marks(store_id)) == 1
    mark.end()
    assert marks(store_id) == []


def test_a_store_that_was_killed_while_it_wrote_keys_verifies_without_them(store: Path) -> None:
    keys = store / "keys.db"
    before = keys.read_bytes()
    with closing(sqlite3.connect(keys, isolation_level=None)) as log:
        log.execute("PRAGMA cache_size = 1")
        log.execute("BEGIN IMMEDIATE")
        log.execute("UPDATE blocks SET secrets = randomblob(length(secrets))")
        half = {name: (store / name).read_bytes() for name in ("keys.db", "keys.db-journal")}
        log.execute("ROLLBACK")
    for name, data in half.items():
        (store / name).write_bytes(data)
    for replay in (False, True):
        assert verify_at(store, replay=replay).ok
    assert {name: (store / name).read_bytes() for name in half} == half
    with Remembrancer.open(store) as memory:
        assert memory.notices == ()
    assert keys.read_bytes() == before
