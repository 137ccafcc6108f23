"""Times in the log: where an instant lies, on which days an agent was active, when something last happened."""

import sqlite3
from collections.abc import Collection

import msgspec

from ..domain.events.base import DREAMT
from ..domain.moments import DAY

_TIME_AT = "SELECT at FROM events WHERE position >= ? ORDER BY position LIMIT 1"
_NEXT_ACT = """
SELECT position FROM event_tags AS acted WHERE tag = ? AND position > ? AND position <= ?
AND NOT EXISTS (SELECT 1 FROM event_tags WHERE tag = ? AND position = acted.position)
ORDER BY position LIMIT 1"""
_LAST_AT = """
SELECT asked.value, max(events.at) FROM json_each(?) AS asked
CROSS JOIN event_tags AS tagged ON tagged.tag = 'mem:' || asked.value AND tagged.position <= ?
CROSS JOIN events ON events.position = tagged.position AND events.type IN (SELECT value FROM json_each(?))
GROUP BY asked.value"""


def position_at(connection: sqlite3.Connection, at: int, span: tuple[int, int]) -> int:
    """Return the last position of a span whose time is not after `at`, else the first of the span."""
    low, high = span
    # Invariant: `low` is not after `at` (or the first), what is beyond `high` is.
    while low < high:
        middle = (low + high + 1) // 2
        (time_there,) = connection.execute(_TIME_AT, (middle,)).fetchone()
        low, high = (middle, high) if time_there <= at else (low, middle - 1)
    return low


def active_days(connection: sqlite3.Connection, agent: str, upto: int) -> list[int]:
    """Return the days in UTC, counted from 1970, on which an agent did anything but dream, up to a position.

    From the first act of each day it goes straight to the end of that day: time never steps back in a log.
    """
    days: list[int] = []
    position = 0
    while found := connection.execute(_NEXT_ACT, (f"agent:{agent}", position, upto, f"{DREAMT}{agent}")).fetchone():
        (first,) = found
        (at,) = connection.execute(_TIME_AT, (first,)).fetchone()
        days.append(at // DAY)
        position = position_at(connection, (days[-1] + 1) * DAY - 1, (first, upto))
    return days


def last_at(
    connection: sqlite3.Connection, memories: Collection[str], types: Collection[str], upto: int
) -> dict[str, int]:
    """Return for each memory the time of the last event of some types about it; memories without one are left out."""
    asked = (_json(memories), upto, _json(types))
    return dict(connection.execute(_LAST_AT, asked).fetchall())


def _json(values: Collection[str]) -> str:
    return msgspec.json.encode(list(values)).decode()
