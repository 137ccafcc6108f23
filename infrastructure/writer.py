"""The writing side of the log: conditions, positions, times and views, in one transaction an append."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress

from ..domain.boundary import AppendCondition
from ..domain.errors import RemembrancerError
from ..domain.events import Recorded
from .group_commit import GroupCommit, Request
from .log import Appended, ConditionFailed, NewEvent, StoredEvent
from .log_checks import check_tail
from .readers import Lifetime
from .rows import tags_text
from .sqlite import connect_writer, put_back_guards, refusal
from .sqlite_query import any_matches
from .views import CoreViews
from .wal_copying import WalCopying

_HEAD = "SELECT max(position), at, (SELECT seq FROM sqlite_sequence WHERE name = 'events') FROM events"
_INSERT_EVENT = "INSERT INTO events(position, at, type, tags, body) VALUES (?, ?, ?, ?, ?)"
_INSERT_TAG = "INSERT INTO event_tags(tag, position) VALUES (?, ?)"


class Writer:
    """The one writing connection of a log, shared by its threads.

    Args:
        clock: microseconds since 1970 UTC; may step back.
        patience_s: how long to wait for the write lock of other processes, seconds.
    """

    def __init__(
        self, path: str, views: CoreViews, clock: Callable[[], int], patience_s: float, lifetime: Lifetime
    ) -> None:
        self._path = path
        self._views = views
        self._clock = clock
        self._patience_s = patience_s
        self._connection = connect_writer(path, patience_s)
        self._commits = GroupCommit(self._connection, lifetime, self._begin, self._store, self._undone, self._refusal)
        self._copying = WalCopying(path, lambda: self._commits.lock)
        self._head = 0
        self._at = 0
        self._seen: int | None = None
        """SQLite's `data_version` when the log was last looked at; None: it must be looked at again."""

    def append(self, events: Sequence[NewEvent], condition: AppendCondition | None) -> Appended:
        """Append all of `events`, durably, or none.

        Raises:
            ConditionFailed: an event that the condition's query matches was recorded after its position.
            StoreError: the disk, a lock or the state of the store does not allow it.
        """
        return self._commits.append(Request(events, condition))

    def put_back_guards(self) -> list[str]:
        """Make the triggers that keep the log append-only where they are missing; return their names."""
        with self._commits.lock:
            return put_back_guards(self._connection)

    def close(self) -> None:
        """Copy the write-ahead log into the database and let go of the file, after the commit that is under way."""
        with self._commits.lock:
            pass  # whoever comes later finds that the log was closed
        self._copying.close()
        with self._commits.lock:
            # On a full disk it stays where it is: all of it is durable, and a later closing copies it.
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.close()

    def _begin(self) -> None:
        """Find where the log ends; within the transaction nobody else can move it."""
        # As long as no other connection has committed anything, all is as this one's last commit left it.
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        if version != self._seen:
            self._views.forget()
            self._look()
            self._seen = version

    def _look(self) -> None:
        head, at, seq = self._connection.execute(_HEAD).fetchone()
        check_tail(seq, head, self._path)
        self._head, self._at = head or 0, at or 0
        self._views.check_current(self._connection, self._head, self._path)

    def _store(self, request: Request) -> Appended:
        condition = request.condition
        if condition and any_matches(self._connection, condition.query, (condition.after, self._head)):
            raise ConditionFailed
        events, first = request.events, self._head + 1
        at = max(self._at, self._clock())
        numbered = list(enumerate(events, start=first))
        self._connection.executemany(
            _INSERT_EVENT,
            [(position, at, event.type, tags_text(event.tags), event.body) for position, event in numbered],
        )
        self._connection.executemany(
            _INSERT_TAG, [(tag, position) for position, event in numbered for tag in event.tags]
        )
        if self._views.tables:
            self._views.fold(self._connection, [self._recorded(position, at, event) for position, event in numbered])
        self._head, self._at = first + len(events) - 1, at
        self._copying.grown(len(events))
        return Appended(first, self._head, at)

    def _recorded(self, position: int, at: int, event: NewEvent) -> Recorded:
        if event.event is not None:
            return Recorded(position, at, event.event)
        assert self._views.decode is not None, "views come with a way to decode"
        return self._views.decode(StoredEvent(position, at, event.type, event.tags, event.body))

    def _undone(self) -> None:
        self._seen = None

    def _refusal(self, fault: sqlite3.Error) -> RemembrancerError:
        return refusal(fault, self._path, self._patience_s)
