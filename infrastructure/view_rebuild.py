"""Views that are missing, old or wrong: found, rebuilt beside, and swapped in."""

import sqlite3
from collections.abc import Callable, Sequence

import msgspec

from ..domain.errors import NewerStore, StoreDamaged
from ..domain.events import Recorded
from . import views
from .log_checks import missing
from .rows import SELECTED, stored_event
from .sqlite import transaction
from .tables import Table
from .views import CoreViews, Decode

PAGE = 2000
"""Events folded in one transaction."""
Progress = Callable[[int, int], None]
"""Told how many events are folded, and of how many."""

_EVENTS = f"SELECT {SELECTED} FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?"


def faults(connection: sqlite3.Connection, core: CoreViews, path: str) -> dict[str, str]:
    """Return what is wrong with which view, as far as it shows without reading all rows; within one snapshot.

    Raises:
        NewerStore: a view is of a newer version.
    """
    (head,) = connection.execute("SELECT coalesce(max(position), 0) FROM events").fetchone()
    try:
        states = views.read_states(connection)
    except sqlite3.DatabaseError:
        states = {}
    found: dict[str, str] = {}
    for table in core.tables:
        state = states.get(table.name)
        if state and state.version > table.projection.version:
            raise NewerStore(
                f"store {path!r}: view {table.name!r} is of version {state.version}, "
                f"this program folds version {table.projection.version}; update remembrancer"
            )
        try:
            fault = _fault(connection, table, state, head)
        except sqlite3.DatabaseError as error:
            fault = f"could not be read ({error})"
        if fault:
            found[table.name] = fault
    return found


def _fault(connection: sqlite3.Connection, table: Table, state: views.ViewState | None, head: int) -> str | None:
    there = connection.execute(
        "SELECT type, sql FROM main.sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL", (table.name,)
    ).fetchall()
    if state is None or not there:
        return "was missing"
    if [sql for kind, sql in there if kind == "table"] != [table.creation()]:
        return "had other columns"
    indexes = sorted(_indexed(sql) for kind, sql in there if kind == "index")
    if indexes != sorted(_indexed(sql) for sql in table.index_creations()):
        return "had other indexes"
    if state.version != table.projection.version:
        return f"was of version {state.version} instead of {table.projection.version}"
    if state.position != head:
        return f"stood at position {state.position} of {head}"
    # Rows are added and never deleted, so the last rowid is their number, found without counting them.
    (rows,) = connection.execute(f'SELECT coalesce(max(rowid), 0) FROM main."{table.name}"').fetchone()
    return None if rows == state.rows else f"held {rows} rows instead of {state.rows}"


def _indexed(creation: str) -> str:
    """What an index holds, apart from its name: a rebuilt view may have used another one."""
    return creation.partition(" ON ")[2]


def events_between(connection: sqlite3.Connection, after: int, upto: int, decode: Decode, path: str) -> list[Recorded]:
    """Return the next page of decoded events with `after < position <= upto`.

    Raises:
        StoreDamaged: one cannot be read, or is missing; says which.
    """
    # All at once: a cursor in a traceback would keep its transaction open.
    found = connection.execute(_EVENTS, (after, upto, PAGE)).fetchall()
    recorded: list[Recorded] = []
    for expected, values in enumerate(found, after + 1):
        if values[0] != expected:
            raise StoreDamaged(missing(path, expected, values[0] - 1))
        try:
            recorded.append(decode(stored_event(values)))
        except (msgspec.MsgspecError, ValueError) as fault:
            raise StoreDamaged(
                f"store {path!r}: the event at position {values[0]} cannot be read ({fault}); "
                "open it read-only and restore it from a backup"
            ) from fault
    return recorded


class Rebuild:
    """Builds views anew beside the old ones, a page a transaction, so that writers wait for a page at most.

    Folds are deterministic: where two processes rebuild at once, each goes on from where the other's page ended.
    """

    def __init__(self, connection: sqlite3.Connection, tables: Sequence[Table], decode: Decode, path: str) -> None:
        self._connection = connection
        self._tables = [(table, Table(table.projection, f"{table.name}__next")) for table in tables]
        self._decode = decode
        self._path = path

    def run(self, progress: Progress | None = None) -> None:
        """Build all tables up to the head and swap them in."""
        self._connection.execute("PRAGMA synchronous = NORMAL")  # what is beside needs no disk sync before the swap
        with transaction(self._connection):
            views.create_states(self._connection)
            self._begin()
        behind = True
        while behind:
            with transaction(self._connection):
                folded, head = self._advance()
            behind = head - folded > PAGE
            if progress:
                progress(folded, head)
        self._connection.execute("PRAGMA synchronous = FULL")
        with transaction(self._connection):
            folded, head = self._advance()
            while folded < head:
                folded, head = self._advance()
            self._swap()
        if progress:
            progress(folded, head)

    def _begin(self) -> None:
        for table, beside in self._tables:
            self._connection.execute(f'DROP TABLE IF EXISTS "{beside.name}"')
            taken = self._connection.execute(
                "SELECT 1 FROM sqlite_master WHERE name = ?", (f"{table.name}_1",)
            ).fetchone()
            views.create(self._connection, beside, suffix="b" if taken else "")

    def _advance(self) -> tuple[int, int]:
        """Fold the next page; return up to where, and the head."""
        (head,) = self._connection.execute("SELECT coalesce(max(position), 0) FROM events").fetchone()
        states = views.read_states(self._connection)
        if any(not _is_ours(states.get(beside.name), beside) for _, beside in self._tables):
            self._begin()  # another process has swapped in what it built with us
            states = views.read_states(self._connection)
        folded = min(states[beside.name].position for _, beside in self._tables)
        recorded = events_between(self._connection, folded, head, self._decode, self._path)
        last = recorded[-1].position if recorded else head
        for _, beside in self._tables:
            state = states[beside.name]
            added = views.fold(
                self._connection, beside, [event for event in recorded if event.position > state.position]
            )
            views.write_progress(self._connection, beside, max(last, state.position), added)
        return last, head

    def _swap(self) -> None:
        for table, beside in self._tables:
            self._connection.execute(f'DROP TABLE IF EXISTS "{table.name}"')
            self._connection.execute(f'ALTER TABLE "{beside.name}" RENAME TO "{table.name}"')
            self._connection.execute("DELETE FROM views WHERE name = ?", (table.name,))
            self._connection.execute("UPDATE views SET name = ? WHERE name = ?", (table.name, beside.name))


def _is_ours(state: views.ViewState | None, beside: Table) -> bool:
    return state is not None and state.version == beside.projection.version
