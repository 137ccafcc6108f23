"""How keys are opened, locked and wrapped, and what their file refuses."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from remembrancer.domain.errors import (
    KeysLocked,
    NewerStore,
    NotAStore,
    ReopenNeeded,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
)
from remembrancer.infrastructure.keys import KeyStore
from remembrancer.infrastructure.slots import slot_name

Query = Callable[..., list[tuple[Any, ...]]]
Contents = Callable[[Path], dict[str, tuple[str, int]]]

MASTER = bytes(range(32))


def test_the_first_opening_makes_a_file_that_only_its_owner_may_read(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with KeyStore(tmp_path) as keys:
            assert keys.made_anew
    finally:
        os.umask(before)
    assert (tmp_path / "keys.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("read_only", [True, False])
def test_every_later_opening_writes_nothing(tmp_path: Path, read_only: bool, contents: Contents) -> None:
    KeyStore(tmp_path).close()
    before = contents(tmp_path)
    with KeyStore(tmp_path, read_only=read_only) as keys:
        assert not keys.made_anew
        assert keys.at_hand
    assert contents(tmp_path) == before
    assert [*before] == ["keys.db"]


def test_keys_made_anew_after_a_loss_open_nothing_that_was_sealed_before(tmp_path: Path) -> None:
    with KeyStore(tmp_path) as keys:
        [(name, _)] = keys.take_slots(1)
    (tmp_path / "keys.db").unlink()
    with KeyStore(tmp_path) as keys:
        assert keys.made_anew
        assert keys.slot_secret(name) is None


def make_nothing(_: Path) -> None:
    """Leave the folder without keys."""


def make_an_empty_file(file: Path) -> None:
    file.touch()


def make_tables_without_a_store_key(file: Path) -> None:
    KeyStore(file.parent).close()
    db = sqlite3.connect(file, isolation_level=None)
    db.execute("DELETE FROM store")
    db.close()


BEGINNINGS = [make_nothing, make_an_empty_file, make_tables_without_a_store_key]


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_without_keys_a_read_only_opening_has_nothing_at_hand_and_makes_none(
    tmp_path: Path, begin: Callable[[Path], None], contents: Contents
) -> None:
    begin(tmp_path / "keys.db")
    before = contents(tmp_path)
    with KeyStore(tmp_path, read_only=True, master=MASTER) as keys:
        assert (keys.at_hand, keys.locked, keys.made_anew) == (False, False, False)
        assert keys.slot_secret(slot_name(1, 1)) is None
        assert keys.find_pseudonym("user:1") is None
        assert keys.subject_secrets(["sub_1"]) == {"sub_1": None}
        with pytest.raises(KeysLocked, match=r"^no keys at .*keys.db; put keys.db back"):
            keys.name_tag("fact", "a")
    assert contents(tmp_path) == before


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_an_interrupted_beginning_is_begun_again(tmp_path: Path, begin: Callable[[Path], None]) -> None:
    begin(tmp_path / "keys.db")
    with KeyStore(tmp_path) as keys:
        assert keys.made_anew
        assert len(keys.take_slots(1)) == 1


def test_what_is_committed_stays_so_and_what_is_deleted_is_overwritten(keys: KeyStore) -> None:
    db = keys._file._connection()
    assert db is not None
    asked = ("synchronous", "secure_delete", "journal_mode")
    assert [db.execute(f"PRAGMA {name}").fetchone()[0] for name in asked] == [3, 1, "delete"]


def test_keys_without_a_store_key_are_damage(tmp_path: Path, query: Query) -> None:
    with KeyStore(tmp_path) as keys:
        keys.take_slots(1)
    query("DELETE FROM store")
    for read_only in (True, False):
        with pytest.raises(StoreDamaged, match="holds no store key"):
            KeyStore(tmp_path, read_only=read_only)


@pytest.mark.parametrize("read_only", [True, False])
def test_a_file_that_is_no_database_is_damage(tmp_path: Path, read_only: bool) -> None:
    (tmp_path / "keys.db").write_bytes(b"not a database " * 1000)
    with pytest.raises(StoreDamaged, match=r"keys.db.* is damaged"):
        KeyStore(tmp_path, read_only=read_only)


@pytest.mark.parametrize("read_only", [True, False])
def test_a_database_that_holds_no_keys_is_damage(tmp_path: Path, read_only: bool, query: Query) -> None:
    query("CREATE TABLE other(x)")
    with pytest.raises(StoreDamaged, match=r"keys.db is no key file \(no such table: store\)"):
        KeyStore(tmp_path, read_only=read_only)


def test_a_cut_file_is_damage(tmp_path: Path) -> None:
    with KeyStore(tmp_path) as keys:
        names = [name for name, _ in keys.take_slots(1024)]
    whole = (tmp_path / "keys.db").read_bytes()
    (tmp_path / "keys.db").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreDamaged), KeyStore(tmp_path) as keys:
        keys.slot_secrets(names)


def test_a_newer_format_is_refused(tmp_path: Path, query: Query) -> None:
    KeyStore(tmp_path).close()
    query("UPDATE store SET format = 2")
    with pytest.raises(NewerStore, match="has the format 2, this version knows up to 1"):
        KeyStore(tmp_path)


def test_a_folder_that_is_not_there_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(NotAStore, match="nowhere"):
        KeyStore(tmp_path / "nowhere")


def test_a_folder_with_signs_of_an_address_in_its_name_is_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a?b#c%20d é"
    folder.mkdir()
    with KeyStore(folder) as keys:
        [(name, secret)] = keys.take_slots(1)
    with KeyStore(folder, read_only=True) as keys:
        assert keys.slot_secret(name) == secret
    assert [file.name for file in folder.iterdir()] == ["keys.db"]


WRITES: dict[str, Callable[[KeyStore], object]] = {
    "take": lambda keys: keys.take_slots(1),
    "pseudonym": lambda keys: keys.pseudonym("user:2"),
    "destroy": lambda keys: keys.destroy_subject("user:1"),
    "wrap": lambda keys: keys.wrap(MASTER),
}


@pytest.mark.parametrize("act", WRITES.values(), ids=WRITES)
def test_a_read_only_opening_refuses_to_write(tmp_path: Path, act: Callable[[KeyStore], object]) -> None:
    with KeyStore(tmp_path) as keys:
        keys.pseudonym("user:1")
    with KeyStore(tmp_path, read_only=True) as keys:
        assert keys.pseudonyms(["user:1"]) == {"user:1": keys.find_pseudonym("user:1")}
        with pytest.raises(StoreReadOnly, match=r"keys.db was opened read-only"):
            act(keys)


WRITES_TO_ANOTHER: dict[str, Callable[[KeyStore], object]] = {
    "take": lambda keys: keys.take_slots(1),
    "pseudonym": lambda keys: keys.pseudonym("user:2"),
    "destroy": lambda keys: keys.destroy_subject("user:1"),
}


@pytest.mark.parametrize("act", WRITES_TO_ANOTHER.values(), ids=WRITES_TO_ANOTHER)
def test_nothing_is_written_once_another_file_was_put_in_place(
    tmp_path: Path, keys: KeyStore, act: Callable[[KeyStore], object]
) -> None:
    keys.pseudonym("user:1")
    keys.take_slots(1)
    backup = (tmp_path / "keys.db").read_bytes()
    (tmp_path / "restored").write_bytes(backup)
    (tmp_path / "restored").replace(tmp_path / "keys.db")
    with pytest.raises(ReopenNeeded, match=r"keys.db was replaced while the store was open; open the store again"):
        act(keys)
    assert (tmp_path / "keys.db").read_bytes() == backup


def test_a_full_disk_hands_out_nothing_and_the_keys_go_on_when_there_is_room(keys: KeyStore) -> None:
    db = keys._file._connection()
    assert db is not None
    [(pages,)] = db.execute("PRAGMA page_count").fetchall()
    db.execute(f"PRAGMA max_page_count = {pages}").fetchall()
    with pytest.raises(StoreFull, match=r"keys.db"):
        keys.take_slots(1000)
    db.execute("PRAGMA max_page_count = 100000").fetchall()
    assert None not in keys.slot_secrets([name for name, _ in keys.take_slots(1000)])


def test_a_lock_that_another_process_keeps_is_waited_for_and_then_named(tmp_path: Path) -> None:
    with KeyStore(tmp_path, patience_s=0.05) as keys:
        other = sqlite3.connect(tmp_path / "keys.db", isolation_level=None)
        try:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreBusy, match=r"keys.db.* waited 0.05 s"):
                keys.take_slots(1)
            other.execute("ROLLBACK")
            assert len(keys.take_slots(1)) == 1
        finally:
            other.close()


def test_closed_keys_say_that_they_are_closed(tmp_path: Path) -> None:
    keys = KeyStore(tmp_path)
    keys.close()
    keys.close()
    for act in (
        lambda: keys.take_slots(1),
        lambda: keys.slot_secret(slot_name(1, 1)),
        lambda: keys.name_tag("fact", "a"),
    ):
        with pytest.raises(StoreError, match=r"keys.db is closed; open the store again"):
            act()


def test_closing_lets_go_of_the_file_and_forgets_the_secrets(tmp_path: Path) -> None:
    keys = KeyStore(tmp_path)
    db = keys._file._connection()
    assert db is not None
    keys.close()
    assert not keys.at_hand
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        db.execute("SELECT 1")


def test_of_two_processes_that_find_no_keys_only_the_first_makes_them(tmp_path: Path, keys: KeyStore) -> None:
    tag = keys.name_tag("fact", "a")
    with KeyStore(tmp_path) as late:
        # What an opening does that looked before the other one had committed.
        late._make_store_key(None)
        assert not late.made_anew
    with KeyStore(tmp_path) as again:
        assert again.name_tag("fact", "a") == tag


def test_an_unfinished_write_is_named_by_a_reader_and_undone_by_a_writer(tmp_path: Path, contents: Contents) -> None:
    with KeyStore(tmp_path) as keys:
        names = [name for name, _ in keys.take_slots(1024)]
    copy = tmp_path / "copy"
    copy.mkdir()
    db = sqlite3.connect(tmp_path / "keys.db", isolation_level=None)
    db.execute("PRAGMA cache_size = 1")
    db.execute("BEGIN IMMEDIATE")
    db.execute("UPDATE blocks SET secrets = randomblob(length(secrets))")
    for name in ("keys.db", "keys.db-journal"):
        (copy / name).write_bytes((tmp_path / name).read_bytes())
    db.execute("ROLLBACK")
    db.close()
    before = contents(copy)
    with pytest.raises(StoreReadOnly, match="has an unfinished write beside it"):
        KeyStore(copy, read_only=True)
    assert contents(copy) == before
    with KeyStore(copy) as keys:
        assert None not in keys.slot_secrets(names)
