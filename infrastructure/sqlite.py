"""SQLite as the log uses it: its tables, how a file is opened, and what its errors mean here."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from ..domain.errors import RemembrancerError, StoreBusy, StoreDamaged, StoreError, StoreFull, StoreReadOnly

APPLICATION_ID = 0x526D6272
"""Marks the file as ours ("Rmbr"), for `file` as for an opening."""
FORMAT = 1
"""Version of the log's format, kept as `user_version`."""
OLDEST_SQLITE = (3, 37, 0)
"""The first with STRICT tables."""

GUARDS = {
    f"{table}_refuse_{verb}": f"CREATE TRIGGER {table}_refuse_{verb} BEFORE {verb} ON {table} "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
    for table in ("events", "event_tags")
    for verb in ("UPDATE", "DELETE")
}
"""The triggers that keep the log append-only, by name."""

SCHEMA = (
    """
    CREATE TABLE events(
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        type TEXT NOT NULL,
        tags TEXT NOT NULL,
        body BLOB NOT NULL
    ) STRICT
    """,
    "CREATE INDEX events_type ON events(type)",
    """
    CREATE TABLE event_tags(
        tag TEXT NOT NULL,
        position INTEGER NOT NULL,
        PRIMARY KEY(tag, position)
    ) STRICT, WITHOUT ROWID
    """,
    *GUARDS.values(),
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {FORMAT}",
)
"""The log: `tags` is a sorted JSON array, `body` the bytes of a JSON object; `event_tags` is an index of `tags`."""

PAGE_BYTES = 2_048
"""A small commit touches a dozen pages in as many trees; half the usual size is half as much to write and to sync."""
WAL_PAGES = 20_000
"""About the size of the write-ahead log, in pages, at which it is copied into the database: 40 MB.

SQLite's 1000 is passed by every large append: pages that many appends touch would be copied each time.
"""
WAL_PAGES_MAX = 4 * WAL_PAGES
"""Size at which whoever commits copies it, if nobody else could."""
CACHE_KIB = 32 * 1024

FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; the second where it cites a damaged schema, whose bytes are no text."""

_NOT_TEXT = "Could not decode to UTF-8"
"""What Python says of a text column whose bytes are none; SQLite itself does not look at them."""
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_READ_ONLY = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM})
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def connect(path: str, options: str, patience_s: float) -> sqlite3.Connection:
    """Open a connection that begins no transaction by itself and may change threads.

    Args:
        path: absolute path of the file, which is not created.
        options: SQLite's URI parameters, such as `mode=ro`.
        patience_s: how long a statement waits for a lock of another connection, seconds.
    """
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    connection = sqlite3.connect(
        f"file:{quoted}?{options}",
        uri=True,
        timeout=patience_s,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
    )
    try:
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    except FAULTS:
        connection.close()
        raise
    return connection


def connect_writer(path: str, patience_s: float) -> sqlite3.Connection:
    """Open a connection whose commits are on disk when they return."""
    connection = connect(path, "mode=rw", patience_s)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES_MAX}")
    return connection


@contextmanager
def translated(path: str, patience_s: float) -> Iterator[None]:
    """Turn SQLite's errors into those of this store."""
    try:
        yield
    except FAULTS as fault:
        raise refusal(fault, path, patience_s) from fault


def refusal(fault: sqlite3.Error | UnicodeDecodeError, path: str, patience_s: float) -> RemembrancerError:
    """Return what an error of SQLite means to a caller."""
    code = getattr(fault, "sqlite_errorcode", None)
    primary = code & 0xFF if isinstance(code, int) else None
    if primary in _BUSY:
        return StoreBusy(
            f"store {path!r}: waited {patience_s:g} s for the write lock held by another process; "
            "nothing was stored; try again"
        )
    if primary == sqlite3.SQLITE_FULL:
        return StoreFull(f"store {path!r}: the disk is full; nothing was stored; free some space and try again")
    if primary in _READ_ONLY:
        return StoreReadOnly(f"store {path!r} cannot be written ({fault}); check the rights of the file and its folder")
    if primary in _DAMAGED or isinstance(fault, UnicodeDecodeError) or _NOT_TEXT in str(fault):
        return StoreDamaged(f"store {path!r} is damaged ({fault}); open it read-only and restore it from a backup")
    return StoreError(f"store {path!r}: SQLite refused ({fault}); nothing was stored")


def put_back_guards(connection: sqlite3.Connection) -> list[str]:
    """Make the triggers that are missing, and return their names."""
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")}
    missing = [name for name in GUARDS if name not in there]
    if missing:
        with transaction(connection):
            for name in missing:
                connection.execute(GUARDS[name].replace("CREATE TRIGGER", "CREATE TRIGGER IF NOT EXISTS", 1))
    return missing


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Hold the write lock; commit at the end, roll back if it fails."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # A full disk has already rolled it back by itself.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
