"""The event log in one SQLite file, with the core views beside it."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from itertools import pairwise
from typing import Any, Self

import msgspec

from ..domain.boundary import AppendCondition, Query
from ..domain.errors import NewerStore, StoreDamaged, StoreError, StoreExists, StoreReadOnly
from ..domain.events import Recorded
from .clock import system_clock
from .frozen import FrozenReaders
from .log import Appended, NewEvent, StoredEvent
from .log_checks import check_file, check_format, check_log, check_tables, check_types, missing
from .log_times import active_days, last_at, position_at
from .readers import Lifetime, Readers
from .rows import SELECTED, stored_event
from .sqlite import PAGE_BYTES, SCHEMA, connect, connect_writer, transaction, translated
from .sqlite_query import positions
from .tables import AnyProjection
from .view_check import FoldedViews, catch_up, create_tables, differences, told
from .view_rebuild import Progress, Rebuild, events_between, faults
from .views import CoreViews, Decode
from .writer import Writer

PATIENCE_S = 30.0
PAGE = 500
"""Events that a read takes from the file at once."""
POLL_S = 0.05
"""How often a waiting reader looks for what other processes appended, seconds."""
LAST = 2**63 - 1

_BETWEEN = f"SELECT {SELECTED} FROM events WHERE position > ? AND position <= ?"
_BY_POSITIONS = f"SELECT {SELECTED} FROM events WHERE position IN (SELECT value FROM json_each(?))"


class SqliteLog:
    """An event log that several threads and processes may write to at once.

    Opening checks what can be checked fast. A writable opening rebuilds views that are missing, old or wrong and says
    so in `notices`; a read-only opening changes nothing on disk and folds such views apart. What is known to be damaged
    is never written to.

    Args:
        path: the file.
        projections: the views that are folded inside each append.
        decode: returns what a stored event says; needed for views.
        known_types: event types that this program understands; None: any.
        clock: microseconds since 1970 UTC; may step back, the log's times do not.
        patience_s: how long to wait for the write lock of other processes, seconds.

    Raises:
        NotAStore, NewerStore: the file is not a log, or not one for this version.
        StoreDamaged: something is missing from the log, or cannot be read.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        projections: Sequence[AnyProjection] = (),
        decode: Decode | None = None,
        known_types: Collection[str] | None = None,
        clock: Callable[[], int] = system_clock,
        read_only: bool = False,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.path = os.path.abspath(path)
        self.read_only = read_only
        self.notices: list[str] = []
        """What the opening found and mended, or could only report; for people."""
        self.appending: Callable[[], None] | None = None
        """Called before each append here."""
        self.appended: Callable[[int], None] | None = None
        """Told after each append here where the log ends."""
        self._patience_s = patience_s
        self._known_types = known_types
        self._views = CoreViews(projections, decode)
        self._lifetime = Lifetime(self.path)
        self._grown = threading.Condition()
        self._appends = 0
        self._writer: Writer | None = None
        self._folded: FoldedViews | None = None
        self._unfoldable: StoreError | None = None
        self._tolerating(lambda: check_file(self.path))
        self._readers: Readers = (FrozenReaders if read_only else Readers)(self.path, patience_s, self._lifetime)
        try:
            self._open(clock)
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(cls, path: str | os.PathLike[str], *, projections: Sequence[AnyProjection] = (), **options: Any) -> Self:
        """Create an empty log and open it; `options` as for an opening.

        Raises:
            StoreExists: there is something at `path`.
            StoreReadOnly: the folder cannot be written.
        """
        path, decode, patience_s = os.path.abspath(path), options.get("decode"), options.get("patience_s", PATIENCE_S)
        with translated(path, patience_s), closing(connect(path, "mode=rwc", patience_s)) as connection:
            _check_free(connection, path)
            connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
            connection.execute("PRAGMA journal_mode = WAL")
            with transaction(connection):
                _check_free(connection, path)
                for statement in SCHEMA:
                    connection.execute(statement)
                CoreViews(projections, decode).create(connection)
        return cls(path, projections=projections, **options)

    @property
    def is_usable(self) -> bool:
        """Whether it is open, and in the process that opened it."""
        return not (self._lifetime.is_over or self._lifetime.is_foreign)

    def append(self, events: Sequence[NewEvent], condition: AppendCondition | None = None) -> Appended:
        """Append all of `events`, durably, or none; threads share commits.

        Raises:
            ConditionFailed: an event that the condition's query matches was recorded after its position.
            StoreReadOnly, StoreBusy, StoreFull, StoreDamaged, ReopenNeeded: nothing was stored.
        """
        self._lifetime.check()
        if self._writer is None:
            raise StoreReadOnly(f"store {self.path!r} was opened read-only; open it writable to record")
        assert events, "an append has at least one event"
        if self.appending is not None:
            self.appending()
        appended = self._writer.append(events, condition)
        with self._grown:
            self._appends += 1
            self._grown.notify_all()
        if self.appended is not None:
            self.appended(appended.last)
        return appended

    def read(
        self,
        query: Query | None = None,
        *,
        after: int = 0,
        upto: int | None = None,
        limit: int | None = None,
        newest_first: bool = False,
    ) -> Iterator[StoredEvent]:
        """Yield what `query` matches with `after < position <= upto`, in order, in pages: memory use stays constant."""
        low, high = after, LAST if upto is None else upto
        remaining = LAST if limit is None else limit
        while remaining > 0 and low < high:
            size = min(PAGE, remaining)
            page = self._page(query, (low, high), size, newest_first=newest_first)
            if query is None or not query.items:
                self._check_whole(page, None if newest_first else low)
            yield from page
            if len(page) < size:
                return
            remaining -= size
            if newest_first:
                high = page[-1].position - 1
            else:
                low = page[-1].position

    def get(self, position: int) -> StoredEvent | None:
        """Return the event at a position, None if there is none."""
        found = self._readers.fetch(f"SELECT {SELECTED} FROM events WHERE position = ?", (position,))
        return self._stored(found[0]) if found else None

    def rows(self, after: int, upto: int) -> Iterator[tuple[Any, ...]]:
        """Yield the rows with `after < position <= upto` as they stand there, selected as `rows.SELECTED`, in order."""
        while after < upto:
            until = min(after + PAGE, upto)
            yield from self._readers.fetch(f"{_BETWEEN} ORDER BY position", (after, until))
            after = until

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """Lend a reading connection that sees the log as it is now until it is given back, for a look at its tables."""
        with self._readers.reading() as connection:
            connection.execute("BEGIN")
            yield connection

    @contextmanager
    def snapshots(self) -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
        """Lend two reading connections, the second of which sees what the first does, and maybe more."""
        with self.snapshot() as one, self.snapshot() as other:
            one.execute("SELECT 1 FROM events LIMIT 1").fetchall()
            yield one, other

    def head(self) -> int:
        """Return the last position, 0 for an empty log."""
        ((head,),) = self._readers.fetch("SELECT max(position) FROM events")
        return head or 0

    def tip(self) -> tuple[int, int]:
        """Return the last position and its time, zeros for an empty log."""
        found = self._readers.fetch("SELECT position, at FROM events ORDER BY position DESC LIMIT 1")
        return (found[0][0], found[0][1]) if found else (0, 0)

    def position_at(self, at: int) -> int:
        """Return the last position whose time is not after `at`, 0 if there is none."""
        with self._readers.reading() as connection:
            (head,) = connection.execute("SELECT max(position) FROM events").fetchone()
            return position_at(connection, at, (0, head or 0))

    def some(self, positions: Sequence[int]) -> Iterator[StoredEvent]:
        """Yield the events at some positions, as far as there are any there, in order, in pages."""
        for start in range(0, len(positions), PAGE):
            given = msgspec.json.encode(positions[start : start + PAGE]).decode()
            found = self._readers.fetch(f"{_BY_POSITIONS} ORDER BY position", (given,))
            yield from map(self._stored, found)

    def tag_counts(self, prefix: str) -> dict[str, int]:
        """Return how many events carry each of the tags that begin with a prefix."""
        sql = "SELECT tag, count(*) FROM event_tags WHERE tag >= ? AND tag < ? GROUP BY tag"
        return dict(self._readers.fetch(sql, (prefix, f"{prefix}\U0010ffff")))

    def mentioning(self, text: str) -> list[int]:
        """Return the positions of the events whose body holds some ASCII text anywhere; goes through the whole log."""
        sql = "SELECT position FROM events WHERE instr(body, ?) ORDER BY position"
        return [position for (position,) in self._readers.fetch(sql, (text.encode(),))]

    def active_days(self, agent: str, upto: int) -> list[int]:
        """Return the days in UTC, counted from 1970, on which an agent did anything but dream, up to a position."""
        with self._readers.reading() as connection:
            return active_days(connection, agent, upto)

    def last_at(self, memories: Collection[str], types: Collection[str], upto: int) -> dict[str, int]:
        """Return for each memory the time of the last event of some types about it, up to a position.

        Memories without one are left out.
        """
        with self._readers.reading() as connection:
            return last_at(connection, memories, types, upto)

    def wait(self, after: int, timeout_s: float) -> int:
        """Return the head as soon as it is beyond `after`, or after `timeout_s` seconds.

        Writers may be other processes.
        """
        deadline = time.monotonic() + timeout_s
        while True:
            appends = self._appends
            head, remaining = self.head(), deadline - time.monotonic()
            if head > after or remaining <= 0:
                return head
            with self._grown:
                if self._appends == appends:
                    self._grown.wait(min(POLL_S, remaining))

    def fetch_views(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of one SELECT over the tables of the views.

        Raises:
            StoreError: the views of a read-only store are damaged and could not be folded from its log.
        """
        if self._unfoldable is not None:
            raise self._unfoldable
        if self._folded is None:
            return self._readers.fetch(sql, parameters)
        self._lifetime.check()
        return self._folded.fetch(sql, parameters)

    def rebuild(self, names: Collection[str] | None = None, progress: Progress | None = None) -> None:
        """Fold views anew from the log (None: all), beside the ones in use, and swap them in.

        Raises:
            StoreReadOnly: the store was opened read-only.
            StoreDamaged: an event cannot be read.
        """
        self._lifetime.check()
        if self.read_only:
            raise StoreReadOnly(f"store {self.path!r} was opened read-only; open it writable to rebuild its views")
        tables = [table for table in self._views.tables if names is None or table.name in names]
        if tables and self._views.decode:
            with self._translated(), closing(connect_writer(self.path, self._patience_s)) as connection:
                Rebuild(connection, tables, self._views.decode, self.path).run(progress)

    def check(self, progress: Progress | None = None) -> list[str]:
        """Compare every row of every view with a fresh fold of the log; return what differs, in words."""
        with self._readers.apart() as connection:
            create_tables(connection, self._views, "temp")
            folded = catch_up(connection, self._views, self._pages_of(connection), 0, progress)
            connection.execute("BEGIN")  # one snapshot: writers go on meanwhile
            found = faults(connection, self._views, self.path)
            catch_up(connection, self._views, self._pages_of(connection), folded, progress)
            wrong = [f"view {name!r} {fault}; rebuild it" for name, fault in found.items()]
            return wrong + differences(connection, [table for table in self._views.tables if table.name not in found])

    def close(self) -> None:
        """Release files and locks; a log that nobody else has open becomes one file."""
        if self._lifetime.is_over:
            return
        self._lifetime.end()
        if self._lifetime.is_foreign:
            return  # SQLite's locks belong to the parent: closing here would release them
        with self._grown:
            self._grown.notify_all()
        self._readers.close()
        if self._folded is not None:
            self._folded.close()
        if self._writer is not None:
            with self._translated():
                self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self, clock: Callable[[], int]) -> None:
        with self._readers.reading() as connection:
            check_format(connection, self.path)
            connection.execute("BEGIN")
            self._tolerating(lambda: self._check_contents(connection))
            wrong = self._faults(connection)
        if self.read_only:
            if wrong:
                self._fold_apart(wrong)
            return
        with self._translated():
            self._writer = Writer(self.path, self._views, clock, self._patience_s, self._lifetime)
            lost = self._writer.put_back_guards()
        if lost:
            self.notices.append(
                f"the triggers that keep the log append-only were missing and have been put back ({', '.join(lost)}); "
                "compare the log with a backup"
            )
        if wrong:
            self.rebuild(wrong)
            rebuilt = "been rebuilt from the log"
            self.notices += told(wrong, one=f" and has {rebuilt}", several=f"; they have {rebuilt}")

    def _check_contents(self, connection: sqlite3.Connection) -> None:
        check_tables(connection, self.path)
        if self._known_types is not None:
            check_types(connection, self._known_types, self.path)
        check_log(connection, self._views.decode, self.path)

    def _tolerating(self, check: Callable[[], None]) -> None:
        """Carry out a check; what it finds stops a writer, and a reader is told."""
        try:
            with self._translated():
                check()
        except (StoreDamaged, NewerStore) as fault:
            if not self.read_only:
                raise
            self.notices.append(str(fault))

    def _faults(self, connection: sqlite3.Connection) -> dict[str, str]:
        try:
            return faults(connection, self._views, self.path)
        except NewerStore as fault:
            if not self.read_only:
                raise
            self.notices.append(str(fault))
            return {table.name: "is of a newer version" for table in self._views.tables}

    def _fold_apart(self, wrong: Mapping[str, str]) -> None:
        folded = "folded from the log for this reading"
        self.notices += told(wrong, one=f"; it is {folded}", several=f"; they are {folded}")
        self._folded = FoldedViews(self._views, self._page_after)
        try:
            self._folded.fetch("SELECT 1")
        except StoreError as fault:
            self._unfoldable = fault
            self.notices.append(str(fault))

    def _page_after(self, after: int) -> list[Recorded]:
        with self._readers.reading() as connection:
            return self._pages_of(connection)(after)

    def _pages_of(self, connection: sqlite3.Connection) -> Callable[[int], list[Recorded]]:
        decode = self._views.decode
        return (
            (lambda _: [])
            if decode is None
            else (lambda after: events_between(connection, after, LAST, decode, self.path))
        )

    def _page(self, query: Query | None, span: tuple[int, int], size: int, *, newest_first: bool) -> list[StoredEvent]:
        order = "DESC" if newest_first else "ASC"
        with self._readers.reading() as connection:
            if query is None or not query.items:
                sql, given = f"{_BETWEEN} ORDER BY position {order} LIMIT ?", (*span, size)
            else:
                found = positions(connection, query, span, size, newest_first=newest_first)
                sql, given = f"{_BY_POSITIONS} ORDER BY position {order}", (msgspec.json.encode(found).decode(),)
            rows = connection.execute(sql, given).fetchall()
        return [self._stored(values) for values in rows]

    def _check_whole(self, page: list[StoredEvent], after: int | None) -> None:
        positions = sorted(event.position for event in page)
        if after is not None:
            positions.insert(0, after)
        for before, position in pairwise(positions):
            if position != before + 1:
                raise StoreDamaged(missing(self.path, before + 1, position - 1))

    def _stored(self, values: tuple[Any, ...]) -> StoredEvent:
        try:
            return stored_event(values)
        except msgspec.DecodeError as fault:
            raise StoreDamaged(
                f"store {self.path!r}: the tags at position {values[0]} cannot be read ({fault}); "
                "restore it from a backup"
            ) from fault

    def _translated(self) -> AbstractContextManager[None]:
        return translated(self.path, self._patience_s)


def _check_free(connection: sqlite3.Connection, path: str) -> None:
    """Refuse to create a store over anything but an empty database, the leftover of a creation that was cut short."""
    try:
        taken = connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except sqlite3.DatabaseError as fault:
        if fault.sqlite_errorcode != sqlite3.SQLITE_NOTADB:
            raise
        raise StoreExists(f"there is a file at {path!r} that is not a store; choose another place") from fault
    if taken:
        raise StoreExists(f"there is a database at {path!r} already; open it, or choose another place")
