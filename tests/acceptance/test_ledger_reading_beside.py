"""A long log is verified by several processes: what they find is what one finds."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from remembrancer import Remembrancer
from remembrancer.application.ledger.verifying import verify_at
from remembrancer.infrastructure.ledger import reading_beside
from remembrancer.infrastructure.ledger.reading_beside import Part, ReadingBeside

GUARDS_OFF = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('events', 'event_tags')"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    with Remembrancer.open(tmp_path / "s") as memory:
        atlas = memory.agent("atlas")
        atlas.record_many([{"text": f"note {number}", "subjects": ["user:42"]} for number in range(60)])
        atlas.record("and one more")
    return tmp_path / "s"


def edit(store: Path, statement: str) -> None:
    """Run a statement past the triggers that keep the log append-only."""
    with closing(sqlite3.connect(store / "memory.db", isolation_level=None)) as plain:
        guards = plain.execute(GUARDS_OFF).fetchall()
        for name, _ in guards:
            plain.execute(f'DROP TRIGGER "{name}"')
        plain.execute(statement)
        for _, sql in guards:
            plain.execute(sql)


@pytest.mark.parametrize(
    "statement",
    [
        None,
        "UPDATE events SET at = at + 1 WHERE position = 50",
        "UPDATE events SET at = 5 WHERE position = 34",
        "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), 'atlas', 'bolty') AS BLOB) WHERE position = 60",
        "UPDATE events SET type = 'memory.unheard/1' WHERE position = 40",
        "DELETE FROM events WHERE position = 33",
        "DELETE FROM events WHERE position = 20",
        "DELETE FROM events WHERE position > 40",
        "DELETE FROM event_tags WHERE position = 55",
        "UPDATE events SET body = x'00' WHERE position = 62",
    ],
)
@pytest.mark.parametrize("processes", [2, 3, 4])
def test_several_processes_find_what_one_finds(
    store: Path, statement: str | None, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if statement is not None:
        edit(store, statement)
    alone = verify_at(store)
    monkeypatch.setattr(reading_beside, "WORTH_IT", 2)
    monkeypatch.setattr(reading_beside, "processors", lambda: processes)
    together = verify_at(store)
    assert together.ok == alone.ok == (statement is None)
    assert together.problems == alone.problems
    assert together.events == alone.events


def test_what_another_process_read_of_a_long_log_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tag that thousands of events carry sums up to more than a message has room for in one number."""
    with Remembrancer.open(tmp_path / "s") as memory:
        memory.agent("atlas").record_many([{"text": f"note {number}"} for number in range(9_000)])
    taken = list[bool]()
    take = ReadingBeside.take

    def noted(this: ReadingBeside) -> Part | None:
        part = take(this)
        taken.append(part is not None)
        return part

    monkeypatch.setattr(ReadingBeside, "take", noted)
    monkeypatch.setattr(reading_beside, "WORTH_IT", 2)
    monkeypatch.setattr(reading_beside, "processors", lambda: 2)
    assert verify_at(tmp_path / "s").ok
    assert taken == [True]


def test_where_no_other_process_can_run_one_is_enough(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_beside, "WORTH_IT", 2)
    monkeypatch.setattr(reading_beside.sys, "executable", "/nowhere/python")
    assert verify_at(store).ok
