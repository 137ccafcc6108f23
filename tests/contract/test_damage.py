"""What an opening finds, what it says, and that a damaged log is never written to."""

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from recording import KNOWN, archived, bare, decode, memory, new, recorded
from remembrancer.domain.errors import NewerStore, NotAStore, StoreDamaged, StoreError, StoreReadOnly
from remembrancer.infrastructure.log_checks import check_file
from remembrancer.infrastructure.sqlite import APPLICATION_ID
from remembrancer.infrastructure.sqlite_log import SqliteLog
from remembrancer.infrastructure.view_reader import ViewReader
from remembrancer.projections.beliefs import BELIEFS
from remembrancer.projections.core import CORE

NO_TRIGGERS = [
    f"DROP TRIGGER {table}_refuse_{verb}" for table in ("events", "event_tags") for verb in ("UPDATE", "DELETE")
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with ten events, closed."""
    folder = tmp_path / "store"
    folder.mkdir()
    with SqliteLog.create(folder / "memory.db", projections=CORE, decode=decode) as log:
        log.append([new(recorded(number)) for number in range(9)])
        log.append([new(archived(3))])
    return folder / "memory.db"


def reopen(path: Path, **options: Any) -> SqliteLog:
    usual: dict[str, Any] = {"projections": CORE, "decode": decode, "known_types": KNOWN}
    return SqliteLog(path, **(usual | options))


def tamper(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as plain:
        for statement in [*NO_TRIGGERS, *statements]:
            plain.execute(statement)


def listing(folder: Path) -> dict[str, tuple[int, int, str]]:
    """Name, size, time and hash of each file."""
    found: dict[str, tuple[int, int, str]] = {}
    for file in sorted(folder.iterdir()):
        stat = file.stat()
        found[file.name] = (stat.st_size, stat.st_mtime_ns, hashlib.sha256(file.read_bytes()).hexdigest())
    return found


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        (["DELETE FROM events WHERE position > 7"], r"ends at position 7, but position 10 .* after 7 were cut off"),
        (["DELETE FROM events"], r"ends at position 0, but position 10 .* after 0 were cut off"),
        (["DELETE FROM events WHERE position < 3"], r"begins at position 3 instead of 1"),
        (["DELETE FROM events WHERE position IN (5, 6)"], r"positions 5 to 6 are missing"),
        (["UPDATE events SET at = 7 WHERE position = 6"], r"position 6 is older than position 5"),
        (["UPDATE events SET body = CAST('{' AS BLOB) WHERE position = 4"], r"event at position 4 cannot be read"),
        (["UPDATE events SET tags = 'x' WHERE position = 4"], r"event at position 4 cannot be read"),
        (["UPDATE sqlite_sequence SET seq = 4 WHERE name = 'events'"], r"after 4 were cut off or forged"),
    ],
)
def test_a_damaged_log_is_read_but_never_written_to(path: Path, statements: list[str], said: str) -> None:
    tamper(path, *statements)
    before = listing(path.parent)
    with pytest.raises(StoreDamaged, match=said):
        reopen(path)
    with reopen(path, read_only=True) as log:
        assert len(log.notices) >= 1
        assert log.head() >= 0
    assert listing(path.parent) == before


def test_events_cut_off_while_a_writer_is_at_work_stop_it(path: Path) -> None:
    with reopen(path) as log:
        tamper(path, "DELETE FROM events WHERE position > 8")
        with pytest.raises(StoreDamaged, match="after 8 were cut off"):
            log.append([new(recorded(20))])
        assert log.head() == 8


@pytest.mark.parametrize("kept", [0.3, 0.9])
def test_a_truncated_file_is_recognised(path: Path, kept: float) -> None:
    size = path.stat().st_size
    os.truncate(path, int(size * kept))
    before = listing(path.parent)
    with pytest.raises(StoreDamaged, match=f"truncated: it has {int(size * kept)} bytes of {size}"):
        reopen(path)
    assert listing(path.parent) == before


def test_a_copying_into_the_database_that_was_cut_short_is_no_damage(path: Path) -> None:
    run_and_die(path, "log.append([new(recorded(number)) for number in range(100, 300)])")
    with closing(sqlite3.connect(path)) as plain:
        (pages,) = plain.execute("PRAGMA page_count").fetchone()
        with path.open("rb+") as file:  # as a checkpoint begins: page 1 first
            file.seek(28)
            file.write(pages.to_bytes(4, "big"))
        assert path.stat().st_size < pages * 4096
        check_file(str(path))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "found an empty file"),
        (b"hello", "found not a SQLite database"),
        (b"x" * 5000, "found not a SQLite database"),
    ],
)
@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_that_is_no_database_is_not_a_store(tmp_path: Path, content: bytes, said: str, read_only: bool) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes(content)
    with pytest.raises(NotAStore, match=said):
        reopen(path, read_only=read_only)
    assert path.read_bytes() == content


@pytest.mark.parametrize("read_only", [False, True])
def test_a_missing_file_and_a_folder_are_not_stores(tmp_path: Path, read_only: bool) -> None:
    with pytest.raises(NotAStore, match="no such file; create one"):
        reopen(tmp_path / "memory.db", read_only=read_only)
    with pytest.raises(NotAStore, match="it is not a file"):
        reopen(tmp_path, read_only=read_only)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("read_only", [False, True])
def test_a_database_of_another_program_is_not_a_store(tmp_path: Path, read_only: bool) -> None:
    path = tmp_path / "memory.db"
    with closing(sqlite3.connect(path)) as plain:
        plain.execute("CREATE TABLE t(a)")
    before = listing(tmp_path)
    with pytest.raises(NotAStore, match="database of another program"):
        reopen(path, read_only=read_only)
    assert listing(tmp_path) == before


@pytest.mark.parametrize("read_only", [False, True])
def test_a_newer_format_is_refused(path: Path, read_only: bool) -> None:
    tamper(path, "PRAGMA user_version = 2")
    with pytest.raises(NewerStore, match="format 2, this program reads up to 1; update remembrancer"):
        reopen(path, read_only=read_only)


def test_an_unknown_event_type_stops_writing_and_says_where_it_stands(path: Path) -> None:
    with SqliteLog(path) as log:
        log.append([bare("mood.felt/1"), bare("mood.felt/1")])
    with pytest.raises(NewerStore, match=r"newer version: event type 'mood.felt/1' at position 11; update"):
        reopen(path)
    with reopen(path, read_only=True) as log:
        assert "event type 'mood.felt/1' at position 11" in log.notices[0]
        assert [event.position for event in log.read(after=9)] == [10, 11, 12]
        with pytest.raises(StoreError, match=r"mood.felt/1"):
            ViewReader(log).row(BELIEFS, (memory(1),))


def test_a_file_says_whose_it_is(path: Path) -> None:
    assert int.from_bytes(path.read_bytes()[68:72], "big") == APPLICATION_ID


def run_and_die(path: Path, statement: str) -> None:
    """Execute a statement with `log` open in a process that ends without closing anything."""
    program = (
        "import os, sys; sys.path[:0] = sys.argv[2:]\n"
        "from recording import *; from remembrancer.infrastructure.sqlite_log import SqliteLog\n"
        "from remembrancer.projections.core import CORE\n"
        f"log = SqliteLog(sys.argv[1], projections=CORE, decode=decode)\n{statement}\nos._exit(0)"
    )
    subprocess.run([sys.executable, "-c", program, str(path), *sys.path], check=True)


def look_at_everything(log: SqliteLog) -> int:
    assert log.check() == []
    assert ViewReader(log).row(BELIEFS, (memory(3),)) is not None
    assert log.position_at(2**62) == log.head()
    return len(list(log.read()))


def test_reading_only_leaves_no_trace_of_a_closed_store(path: Path) -> None:
    before = listing(path.parent)
    with reopen(path, read_only=True) as log:
        assert look_at_everything(log) == 10
        assert listing(path.parent) == before
    assert listing(path.parent) == before
    assert list(before) == ["memory.db"]


def lose_index(path: Path) -> None:
    Path(f"{path}-shm").unlink()


@pytest.mark.parametrize("index_lost", [False, True])
def test_reading_only_honours_the_write_ahead_log_of_a_killed_writer_and_leaves_no_trace(
    path: Path, index_lost: bool
) -> None:
    run_and_die(path, "log.append([new(recorded(77))])")
    assert Path(f"{path}-wal").stat().st_size
    if index_lost:
        lose_index(path)
    before = listing(path.parent)
    with reopen(path, read_only=True) as log:
        assert look_at_everything(log) == 11
        assert ViewReader(log).row(BELIEFS, (memory(77),)) is not None
    assert listing(path.parent) == before


@pytest.mark.parametrize("damaged", [False, True])
@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_reading_only_works_in_a_folder_that_cannot_be_written(path: Path, damaged: bool) -> None:
    if damaged:
        tamper(path, "DELETE FROM beliefs")
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        with reopen(path, read_only=True) as log:
            assert len(list(log.read())) == 10
            assert len(ViewReader(log).all_rows(BELIEFS)) == 9
        with pytest.raises(StoreReadOnly):
            reopen(path)
    finally:
        path.parent.chmod(0o700)


def test_a_reader_follows_a_writer_that_comes_works_and_goes(path: Path) -> None:
    with reopen(path, read_only=True) as reader:
        assert reader.head() == 10
        for number in range(3):
            with reopen(path) as writer:
                writer.append([new(recorded(100 + 2 * number))])
                assert reader.head() == 11 + 2 * number
                writer.append([new(recorded(101 + 2 * number))])
                assert reader.head() == 12 + 2 * number
                assert ViewReader(reader).row(BELIEFS, (memory(101 + 2 * number),)) is not None
            assert reader.head() == 12 + 2 * number
        assert look_at_everything(reader) == 16


def test_a_reader_of_a_copied_store_follows_a_writer_too(path: Path) -> None:
    run_and_die(path, "log.append([new(recorded(77))])")
    lose_index(path)
    with reopen(path, read_only=True) as reader:
        assert reader.head() == 11
        with reopen(path) as writer:
            writer.append([new(recorded(78))])
            assert reader.head() == 12
        assert reader.head() == 12


def test_a_read_only_log_refuses_to_append(path: Path) -> None:
    with reopen(path, read_only=True) as log:
        with pytest.raises(StoreReadOnly, match="opened read-only; open it writable to record"):
            log.append([bare()])
        assert log.head() == 10


def test_a_store_whose_file_goes_away_says_so_to_readers(path: Path) -> None:
    with reopen(path, read_only=True) as log:
        shutil.rmtree(path.parent)
        with pytest.raises(NotAStore, match="the file is gone"):
            log.head()


def test_a_damaged_page_is_reported_as_damage(path: Path) -> None:
    with SqliteLog(path) as log:
        log.append([bare(body=b"x" * 3000)] * 200)
    size = path.stat().st_size
    with path.open("rb+") as file:
        file.seek(4096 * 20)
        file.write(b"\xff" * (size - 4096 * 40))
    with pytest.raises(StoreDamaged, match="is damaged"), SqliteLog(path, read_only=True) as log:
        list(log.read())


def test_a_writer_killed_as_it_began_a_new_write_ahead_log_hinders_nobody(path: Path) -> None:
    run_and_die(path, "log.append([new(recorded(77))])")
    os.truncate(f"{path}-wal", 32)
    before = listing(path.parent)
    with reopen(path, read_only=True) as log:
        assert look_at_everything(log) == 10
    assert listing(path.parent) == before
    with reopen(path) as log:
        assert log.append([new(recorded(78))]).last == 11


def test_triggers_that_were_dropped_are_put_back_and_spoken_of(path: Path) -> None:
    tamper(path)
    with reopen(path) as log:
        assert any("append-only were missing and have been put back" in notice for notice in log.notices)
    with closing(sqlite3.connect(path)) as plain, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        plain.execute("DELETE FROM events WHERE position = 3")
    with reopen(path) as log:
        assert log.notices == []


@pytest.mark.parametrize("table", ["events", "event_tags"])
def test_a_log_that_lost_a_table_is_damaged(path: Path, table: str) -> None:
    tamper(path, f"DROP TABLE {table}")
    before = listing(path.parent)
    with pytest.raises(StoreDamaged, match=f"lost its table '{table}'"):
        reopen(path)
    assert listing(path.parent) == before
