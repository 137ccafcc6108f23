"""What an opening looks at before it trusts a log: cheap, whatever the length of the log."""

import os
import sqlite3
from collections.abc import Collection

import msgspec

from ..domain.errors import NewerStore, NotAStore, StoreDamaged, StoreError
from .frozen import WAL_HEADER_SIZE
from .rows import SELECTED, stored_event
from .sqlite import APPLICATION_ID, FORMAT, OLDEST_SQLITE
from .views import Decode

MAGIC = b"SQLite format 3\x00"
HEADER_SIZE = 100
TAIL = 50
"""How many of the last events are looked at one by one."""

_FRAME_HEADER_SIZE = 24
_WITHOUT_TAGS = """
SELECT last.position
FROM (SELECT position, tags FROM events ORDER BY position DESC LIMIT ?) AS last, json_each(last.tags) AS tag
WHERE NOT EXISTS (SELECT 1 FROM event_tags WHERE tag = tag.value AND position = last.position)
LIMIT 1
"""
_TYPES = """
WITH RECURSIVE found(type) AS (
    SELECT min(type) FROM events
    UNION ALL
    SELECT (SELECT min(type) FROM events WHERE type > found.type) FROM found WHERE found.type IS NOT NULL
)
SELECT type, (SELECT min(position) FROM events WHERE events.type = found.type) FROM found WHERE type IS NOT NULL
"""
"""The types in the log, by jumping from one to the next in their index."""


def check_file(path: str) -> None:
    """Refuse a file that is no database, or of which a part is missing; reads bytes only.

    Raises:
        NotAStore, StoreDamaged: as said.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old; use a Python that comes with {oldest} or later")
    if not os.path.exists(path):
        raise NotAStore(f"no store at {path!r}: there is no such file; create one with `init`")
    if not os.path.isfile(path):
        raise NotAStore(f"no store at {path!r}: it is not a file; name the folder of a store")
    with open(path, "rb") as file:
        header = file.read(HEADER_SIZE)
    if len(header) < HEADER_SIZE or not header.startswith(MAGIC):
        if not header:
            raise NotAStore(f"no store at {path!r}: found an empty file; restore it from a backup, or remove it")
        raise NotAStore(
            f"no store at {path!r}: found not a SQLite database; name the folder of a store, or create one with `init`"
        )
    page_size = int.from_bytes(header[16:18], "big")
    page_size = 65536 if page_size == 1 else page_size
    pages = int.from_bytes(header[28:32], "big")
    size = os.path.getsize(path)
    if size < pages * page_size and not _in_wal(path, page_size, range(size // page_size + 1, pages + 1)):
        raise StoreDamaged(
            f"store {path!r} is truncated: it has {size} bytes of {pages * page_size}; restore it from a backup"
        )


def _in_wal(path: str, page_size: int, pages: range) -> bool:
    """Say whether the write-ahead log holds `pages`: copying them into the database was cut short, all is there."""
    missing = set(pages)
    try:
        with open(f"{path}-wal", "rb") as file:
            file.seek(WAL_HEADER_SIZE)
            while missing and len(frame := file.read(_FRAME_HEADER_SIZE)) == _FRAME_HEADER_SIZE:
                missing.discard(int.from_bytes(frame[:4], "big"))
                file.seek(page_size, os.SEEK_CUR)
    except FileNotFoundError:
        return False
    return not missing


def check_format(connection: sqlite3.Connection, path: str) -> None:
    """Refuse a database that is not a store, or that a newer version made.

    Raises:
        NotAStore, NewerStore: as said.
    """
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    if application_id != APPLICATION_ID:
        raise NotAStore(
            f"no store at {path!r}: found a SQLite database of another program (application id {application_id:#x}); "
            "name the folder of a store, or create one with `init`"
        )
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > FORMAT:
        raise NewerStore(f"store {path!r} has format {version}, this program reads up to {FORMAT}; update remembrancer")


def check_types(connection: sqlite3.Connection, known: Collection[str], path: str) -> None:
    """Refuse a log that holds events of types not in `known`.

    Raises:
        NewerStore: it does; says which type, and where it stands first.
    """
    for type_, position in connection.execute(_TYPES):
        if type_ not in known:
            raise NewerStore(
                f"store {path!r} was written by a newer version: event type {type_!r} at position {position}; "
                "update remembrancer"
            )


def check_tables(connection: sqlite3.Connection, path: str) -> None:
    """Refuse a store that has lost a table of its log.

    Raises:
        StoreDamaged: it has; says which.
    """
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    lost = [name for name in ("events", "event_tags") if name not in there]
    if lost:
        raise StoreDamaged(f"store {path!r}: the log has lost its table {lost[0]!r}; {_ADVICE}")


def check_log(connection: sqlite3.Connection, decode: Decode | None, path: str) -> None:
    """Refuse a log whose beginning is missing, or whose tail is not as it was written or not in the index of tags.

    Raises:
        StoreDamaged: it is; says at which positions.
    """
    seq, head, first = connection.execute(
        "SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'events'), "
        "(SELECT max(position) FROM events), (SELECT min(position) FROM events)"
    ).fetchone()
    check_tail(seq, head, path)
    if head is None:
        return
    if first != 1:
        raise StoreDamaged(f"store {path!r}: the log begins at position {first} instead of 1; {_ADVICE}")
    tail = connection.execute(f"SELECT {SELECTED} FROM events ORDER BY position DESC LIMIT {TAIL}").fetchall()
    later: tuple[int, int] | None = None
    for values in tail:
        position, at = values[:2]
        if type(at) is not int:
            raise StoreDamaged(f"store {path!r}: position {position} has no time that can be read; {_ADVICE}")
        if later and later[0] != position + 1:
            raise StoreDamaged(missing(path, position + 1, later[0] - 1))
        if later and later[1] < at:
            raise StoreDamaged(f"store {path!r}: position {later[0]} is older than position {position}; {_ADVICE}")
        later = position, at
        try:
            event = stored_event(values)
            if decode is not None:
                decode(event)
        except (msgspec.MsgspecError, ValueError) as fault:
            raise StoreDamaged(
                f"store {path!r}: the event at position {position} cannot be read ({fault}); {_ADVICE}"
            ) from fault
    _check_tags(connection, path)


def _check_tags(connection: sqlite3.Connection, path: str) -> None:
    """Without its tags an event is not found by the conditions of others, and what they forbid would be done."""
    found = connection.execute(_WITHOUT_TAGS, (TAIL,)).fetchone()
    if found:
        raise StoreDamaged(f"store {path!r}: position {found[0]} is not in the index of its tags; {_ADVICE}")


def check_tail(seq: int | None, head: int | None, path: str) -> None:
    """Refuse a log from which the last events were cut.

    Args:
        seq: the last position that was ever given out.
        head: the last position that is there.

    Raises:
        StoreDamaged: they differ.
    """
    if (seq or 0) != (head or 0):
        raise StoreDamaged(
            f"store {path!r}: the log ends at position {head or 0}, but position {seq or 0} was given out; "
            f"positions after {min(head or 0, seq or 0)} were cut off or forged; {_ADVICE}"
        )


def missing(path: str, first: int, last: int) -> str:
    """Return what to say of positions that are not in the log."""
    return f"store {path!r}: positions {first} to {last} are missing; {_ADVICE}"


_ADVICE = "open it read-only and restore it from a backup"
