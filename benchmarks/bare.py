"""The other side of the scales: the same rows in the same tables, by sqlite3 alone."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from remembrancer.infrastructure.log import StoredEvent
from remembrancer.infrastructure.sqlite import SCHEMA, connect, connect_writer

EventRow = tuple[int, int, str, str, bytes]
TagRow = tuple[str, int]

_EVENT = "INSERT INTO events(position, at, type, tags, body) VALUES (?, ?, ?, ?, ?)"
_TAG = "INSERT INTO event_tags(tag, position) VALUES (?, ?)"


def rows_of(stored: Sequence[StoredEvent]) -> list[tuple[EventRow, list[TagRow]]]:
    """Return events as the rows that they are on disk."""
    return [
        (
            (event.position, event.at, event.type, msgspec.json.encode(event.tags).decode(), event.body),
            [(tag, event.position) for tag in event.tags],
        )
        for event in stored
    ]


class BareLog:
    """A database with the log's own tables, indexes, triggers and settings (WAL, synchronous FULL), and no views."""

    def __init__(self, path: Path) -> None:
        with closing(connect(str(path), "mode=rwc", 30)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            for statement in SCHEMA:
                connection.execute(statement)
        self.connection: sqlite3.Connection = connect_writer(str(path), 30)

    def insert_each(self, rows: Sequence[tuple[EventRow, list[TagRow]]]) -> None:
        """Insert each event with its tags in a transaction of its own."""
        execute, executemany = self.connection.execute, self.connection.executemany
        for event, tags in rows:
            execute("BEGIN IMMEDIATE")
            execute(_EVENT, event)
            executemany(_TAG, tags)
            execute("COMMIT")

    def insert_batches(self, rows: Sequence[tuple[EventRow, list[TagRow]]], size: int) -> None:
        """Insert events with their tags in transactions of `size` events."""
        for start in range(0, len(rows), size):
            batch = rows[start : start + size]
            self.connection.execute("BEGIN IMMEDIATE")
            self.connection.executemany(_EVENT, [event for event, _ in batch])
            self.connection.executemany(_TAG, [tag for _, tags in batch for tag in tags])
            self.connection.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        self.connection.close()
