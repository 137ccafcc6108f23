"""A log made whole from events that another store recorded, and put in the place of one that holds nothing yet."""

import os
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec

from ...domain.errors import StoreBusy, StoreNotEmpty
from ..private_files import new_private_file
from ..sqlite import connect, connect_writer, translated
from ..sqlite_log import SqliteLog

PATIENCE_S = 5.0
"""How long to wait for other processes to let go of the store, seconds."""

_INSERT_EVENT = "INSERT INTO events(position, at, type, tags, body) VALUES (?, ?, ?, ?, ?)"
_INSERT_TAG = "INSERT INTO event_tags(tag, position) VALUES (?, ?)"

_tags = msgspec.json.Decoder(list[str]).decode


class LogCopy:
    """A new log that takes events with their positions and times; its views are folded when it is opened.

    Until `finish` nothing of it is durable. Used as a context, which removes what was not finished.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with translated(str(path), PATIENCE_S):
            os.close(new_private_file(path))
            SqliteLog.create(path).close()
            self._connection = connect_writer(str(path), PATIENCE_S)
            self._connection.execute("PRAGMA synchronous = OFF")
            self._connection.execute("BEGIN IMMEDIATE")

    def add(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Add events as `rows.SELECTED` has them; each position follows the one before.

        Raises:
            StoreFull, StoreError: the disk refuses.
        """
        with translated(str(self.path), PATIENCE_S):
            self._connection.executemany(_INSERT_EVENT, rows)
            self._connection.executemany(_INSERT_TAG, [(tag, row[0]) for row in rows for tag in _tags(row[3])])
            self._connection.execute("COMMIT")
            self._connection.execute("BEGIN IMMEDIATE")

    def finish(self) -> None:
        """Bring all of it to the disk."""
        with translated(str(self.path), PATIENCE_S):
            self._connection.execute("COMMIT")
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.close()

    def drop(self) -> None:
        """Remove it, whatever state it is in."""
        self._connection.close()
        for end in ("", "-wal", "-shm"):
            Path(f"{self.path}{end}").unlink(missing_ok=True)


def take_place(new: Path, old: Path, harmless: Collection[str]) -> None:
    """Put a log in the place of another that holds nothing but events of some types, and that nobody has open.

    Whoever opens the old one just then finds that it is no store any more.

    Raises:
        StoreBusy: another process has it open.
        StoreNotEmpty: something was recorded in it.
    """
    with translated(str(old), PATIENCE_S), closing(connect(str(old), "mode=rw", PATIENCE_S)) as connection:
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            # Refused as long as any other connection is there; takes the files beside it away.
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as fault:
            raise StoreBusy(
                f"store {str(old.parent)!r} is open in another process ({fault}); nothing was imported: close it there"
            ) from None
        try:
            check_nothing_recorded(connection, old, harmless)
            os.replace(new, old)
        except BaseException:
            connection.execute("ROLLBACK")
            with suppress(sqlite3.Error):
                connection.execute("PRAGMA journal_mode = WAL")
            raise
        connection.execute("PRAGMA application_id = 0")
        connection.execute("COMMIT")
    _sync(old.parent)


def check_nothing_recorded(connection: sqlite3.Connection, path: Path, harmless: Collection[str]) -> None:
    """Refuse a log that holds events of other types than some.

    Raises:
        StoreNotEmpty: it does.
    """
    for (type_,) in connection.execute("SELECT DISTINCT type FROM events"):
        if type_ not in harmless:
            raise not_empty(path.parent, type_)


def not_empty(folder: Path, type_: str) -> StoreNotEmpty:
    """Return the refusal of a store in which an event of some type was recorded."""
    return StoreNotEmpty(
        f"cannot import a whole log into {str(folder)!r}: something was recorded there already ({type_}); "
        "import it into a new store, with --store"
    )


def _sync(folder: Path) -> None:
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
