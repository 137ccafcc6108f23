"""Our log behind the event sourcing library's port for consistency boundaries; nothing else imports that library."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from eventsourcing.dcb.api import (
    DCBAppendCondition,
    DCBEvent,
    DCBQuery,
    DCBReadResponse,
    DCBRecorder,
    DCBSequencedEvent,
    DCBSubscription,
)
from eventsourcing.persistence import DatabaseError, IntegrityError, InternalError, OperationalError, ProgrammingError

from ..domain.boundary import AppendCondition, Query, QueryItem
from ..domain.errors import StoreBusy, StoreDamaged, StoreError, StoreFull
from .log import ConditionFailed, EventLog, NewEvent, StoredEvent

POLL_S = 0.5
"""How often a waiting subscription looks whether it was stopped, seconds."""


class SqliteDCBRecorder(DCBRecorder):
    """A recorder over a log without views; the library's `data` is our `body`, and tags come back sorted."""

    def __init__(self, log: EventLog) -> None:
        self._log = log

    def read(
        self, query: DCBQuery | None = None, *, after: int | None = None, limit: int | None = None
    ) -> "SqliteReadResponse":
        """Return what matches `query` after a position; its head is the log's, or with a limit the last event's."""
        with _translated():
            head = self._log.head() or None
        found = self._log.read(_query(query), after=after or 0, upto=head or 0, limit=limit)
        if limit is None:
            return SqliteReadResponse(found, head)
        with _translated():
            some = list(found)
        return SqliteReadResponse(iter(some), some[-1].position if some else None)

    def append(self, events: Sequence[DCBEvent], condition: DCBAppendCondition | None = None) -> int:
        """Append all of `events` or none; return the position of the last.

        Raises:
            IntegrityError: what the condition forbids was recorded.
            ProgrammingError: there are no events.
        """
        if not events:
            raise ProgrammingError("no events to append; leave the call out")
        unless = condition and AppendCondition(_query(condition.fail_if_events_match) or Query(), condition.after or 0)
        with _translated():
            return self._log.append([_new(event) for event in events], unless).last

    def subscribe(self, query: DCBQuery | None = None, *, after: int | None = None) -> "SqliteSubscription":
        """Return what matches `query` after a position, and then what will."""
        return SqliteSubscription(self, query, after)

    def wait(self, after: int) -> int:
        """Return the head as soon as it is beyond `after`, or after a short while."""
        with _translated():
            return self._log.wait(after, POLL_S)


class SqliteReadResponse(DCBReadResponse):
    """Events of one reading, in order."""

    def __init__(self, events: Iterator[StoredEvent], head: int | None) -> None:
        self._events = events
        self._head = head

    @property
    def head(self) -> int | None:
        return self._head

    def __next__(self) -> DCBSequencedEvent:
        with _translated():
            stored = next(self._events)
        event = DCBEvent(type=stored.type, data=stored.body, tags=list(stored.tags))
        return DCBSequencedEvent(event=event, position=stored.position)


class SqliteSubscription(DCBSubscription[SqliteDCBRecorder]):
    """A reading that goes on as events are appended, by this process or another, until it is stopped."""

    def __init__(self, recorder: SqliteDCBRecorder, query: DCBQuery | None, after: int | None) -> None:
        super().__init__(recorder, query, after)
        self._pending = recorder.read(query, after=self._last_position)

    def __next__(self) -> DCBSequencedEvent:
        while not self._has_been_stopped:
            found = next(self._pending, None)
            if found is not None:
                self._last_position = found.position
                return found
            self._last_position = max(self._last_position, self._pending.head or 0)
            if self._recorder.wait(self._last_position) > self._last_position:
                self._pending = self._recorder.read(self._query, after=self._last_position)
        raise StopIteration


def _query(query: DCBQuery | None) -> Query | None:
    return query and Query(tuple(QueryItem(tuple(item.types), tuple(item.tags)) for item in query.items))


def _new(event: DCBEvent) -> NewEvent:
    return NewEvent(type=event.type, tags=tuple(sorted(set(event.tags))), body=event.data)


@contextmanager
def _translated() -> Iterator[None]:
    """Turn the errors of this store into those of the library."""
    try:
        yield
    except ConditionFailed as fault:
        raise IntegrityError("an event that the append condition forbids was recorded") from fault
    except (StoreBusy, StoreFull) as fault:
        raise OperationalError(str(fault)) from fault
    except StoreDamaged as fault:
        raise InternalError(str(fault)) from fault
    except StoreError as fault:
        raise DatabaseError(str(fault)) from fault
