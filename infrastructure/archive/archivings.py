"""What retired, as the beliefs say it: each memory that came to L6, by the position at which it did."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from ...domain.errors import StoreDamaged
from ...domain.state import Belief
from ...projections.beliefs import BELIEFS
from ...projections.node import OPEN
from ..log import StoredEvent
from ..rows import SELECTED, stored_event
from ..sqlite_log import SqliteLog
from ..tables import table_of

Place = tuple[int, str]
"""Position of an archiving, and the memory that retired: a log that was put back from a backup numbers anew."""

AT_ONCE = 50
"""Events that are fetched together: the thread that writes files shares its interpreter with the commands."""

_TABLE = table_of(BELIEFS)
# What changes about a memory in the archive begins a row as well; a retirement is only where it was not there before.
_RETIRED = (
    f"FROM {_TABLE.name} AS held WHERE layer = 'L6' AND status = 'archived' AND NOT EXISTS ("
    f"SELECT 1 FROM {_TABLE.name} AS before WHERE before.memory = held.memory "
    "AND before.to_position = held.from_position AND before.layer = 'L6' AND before.status = 'archived')"
)
_IN_ARCHIVE = (
    f"SELECT from_position, memory, content_position, to_position FROM {_TABLE.name} "
    "WHERE layer = 'L6' AND status = 'archived' ORDER BY from_position"
)
_NOT_ERASED = (
    f"NOT EXISTS (SELECT 1 FROM {_TABLE.name} AS now WHERE now.memory = held.memory "
    f"AND now.to_position = {OPEN} AND now.status = 'erased')"
)
_EVENTS = f"SELECT {SELECTED} FROM events WHERE position IN (SELECT value FROM json_each(?))"
_SELECT = f"SELECT {_TABLE.selected}, from_position {_RETIRED}"
_IN_ORDER = f"{_SELECT} AND {_NOT_ERASED} AND from_position > ? AND from_position <= ? ORDER BY from_position, memory"


class Archiving(msgspec.Struct, frozen=True):
    """A memory as it retired."""

    position: int
    belief: Belief

    @property
    def place(self) -> Place:
        """What tells it from all others."""
        return self.position, self.belief.memory

    @property
    def at(self) -> int:
        """Its transaction time, microseconds since 1970 UTC."""
        return self.belief.changed_at


def archivings(log: SqliteLog, *, after: int, upto: int, limit: int) -> list[Archiving]:
    """Return what retired with `after < position <= upto`, in order; what was erased by now is left out.

    Args:
        limit: how many at most; more only where one event retired several, which always come together.
    """
    page = _found(log.fetch_views(f"{_IN_ORDER} LIMIT ?", (after, upto, limit)))
    if len(page) < limit:
        return page
    last = page[-1].position
    return [one for one in page if one.position < last] + _found(log.fetch_views(_IN_ORDER, (last - 1, last)))


def waiting(log: SqliteLog, after: int) -> int:
    """Return how many memories retired after a position and are not erased."""
    ((number,),) = log.fetch_views(f"SELECT count(*) {_RETIRED} AND {_NOT_ERASED} AND from_position > ?", (after,))
    return number


def last_archiving(log: SqliteLog, memory: str, upto: int) -> Archiving | None:
    """Return how a memory retired last, at `upto` or before; None if it never did."""
    found = _found(
        log.fetch_views(
            f"{_SELECT} AND memory = ? AND from_position <= ? ORDER BY from_position DESC LIMIT 1", (memory, upto)
        )
    )
    return found[0] if found else None


def with_words(log: SqliteLog, retired: Iterable[Archiving]) -> Iterator[tuple[Archiving, StoredEvent]]:
    """Yield what retired, each with the event that holds its words.

    Raises:
        StoreDamaged: the log does not hold it.
    """
    ahead = iter(retired)
    while some := list(islice(ahead, AT_ONCE)):
        asked = msgspec.json.encode([one.belief.content_position for one in some]).decode()
        found = {values[0]: values for values in log.fetch_views(_EVENTS, (asked,))}
        for one in some:
            yield one, _event(one, found.get(one.belief.content_position))


def _event(one: Archiving, values: tuple[Any, ...] | None) -> StoredEvent:
    try:
        if values is not None:
            return stored_event(values)
        fault = "it is not in the log"
    except msgspec.DecodeError as error:
        fault = f"it cannot be read ({error})"
    raise StoreDamaged(
        f"the words of {one.belief.memory} are said to be at position {one.belief.content_position}, but {fault}; "
        "compare with `rebuild --check`, or restore the store from a backup"
    )


def _found(rows: list[tuple[Any, ...]]) -> list[Archiving]:
    made = [(values[-1], _TABLE.row(values)) for values in rows]
    return [Archiving(position, belief) for position, belief in made if isinstance(belief, Belief)]


def all_archivings(log: SqliteLog) -> dict[Place, int]:
    """Return the position of the words of all that retired, erased memories included."""
    found, stayed_until = dict[Place, int](), dict[str, int]()
    for position, memory, content_position, end in log.fetch_views(_IN_ARCHIVE):
        if stayed_until.get(memory) != position:
            found[position, memory] = content_position
        stayed_until[memory] = end
    return found
