"""The views on disk: core projections, folded in the transaction that appends."""

import sqlite3
from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec
from msgspec.structs import astuple

from ..domain.errors import NewerStore, ReopenNeeded, StoreDamaged
from ..domain.events import AnyEvent, Recorded
from ..projections.node import OPEN, fork
from ..projections.projection import Key
from .log import StoredEvent
from .tables import AnyProjection, AnyRow, Table, table_of

Decode = Callable[[StoredEvent], Recorded]

SCHEMA = """
CREATE TABLE IF NOT EXISTS views(
    name TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    position INTEGER NOT NULL
) STRICT, WITHOUT ROWID
"""
"""Which views there are, how many rows each has, and up to which position each was folded."""

_BROKEN = (AssertionError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What a fold raises on events that no store ever recorded in this order; folds refuse nothing."""

_ADVANCE = "UPDATE views SET position = ?, rows = rows + ? WHERE name = ?"
_ADVANCE_ALL = "UPDATE views SET position = ?"
_GROW = "UPDATE views SET rows = rows + ? WHERE name = ?"


class ViewState(msgspec.Struct, frozen=True):
    """What is written about one view."""

    version: int
    rows: int
    position: int


def read_states(connection: sqlite3.Connection) -> dict[str, ViewState]:
    """Return what is written about each view, by name."""
    found = connection.execute("SELECT name, version, rows, position FROM views")
    return {name: ViewState(*state) for name, *state in found}


def create_states(connection: sqlite3.Connection) -> None:
    """Create the table of what is written about each view, also in place of one that cannot be read."""
    connection.execute(SCHEMA)
    try:
        read_states(connection)
    except sqlite3.OperationalError:
        connection.execute("DROP TABLE views")
        connection.execute(SCHEMA)


def write_progress(connection: sqlite3.Connection, table: Table, position: int, added: int) -> None:
    """Write up to which position a view was folded, and how many rows that added."""
    connection.execute(_ADVANCE, (position, added, table.name))


def create(connection: sqlite3.Connection, table: Table, suffix: str = "") -> None:
    """Create the empty table of a view with its indexes."""
    connection.execute(table.creation())
    for index in table.index_creations(suffix):
        connection.execute(index)
    state = (table.name, table.projection.version)
    connection.execute("INSERT OR REPLACE INTO views(name, version, rows, position) VALUES (?, ?, 0, 0)", state)


def fold(
    connection: sqlite3.Connection, table: Table, recorded: Sequence[Recorded], there: set[Key] | None = None
) -> int:
    """Fold consecutive events into a table; return how many rows that added.

    Args:
        there: keys of rows that are known to stand and never change, which it passes over and adds to.
    """
    keys = table.projection.keys
    touched = [(event, key) for event in recorded for key in dict.fromkeys(keys(event.event))]
    if there:
        touched = [(event, key) for event, key in touched if key not in there]
    if not touched:
        return 0
    held = table.load(connection, {key for _, key in touched})
    if there is not None:
        there.update(held)
    closed, added = _changes(table.projection, touched, held)
    if closed:
        connection.executemany(table.close, closed)
    if added:
        connection.executemany(table.insert, added)
    return len(added)


def _changes(
    projection: AnyProjection, touched: Sequence[tuple[Recorded, Key]], held: dict[Key, tuple[int, AnyRow]]
) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Return which rows close and which are added, as the parameters of the table's statements."""
    apply = projection.apply
    closed: list[tuple[Any, ...]] = []
    added: list[tuple[Any, ...]] = []
    begun: dict[Key, tuple[int, AnyRow]] = {}
    for recorded, key in touched:
        fresh = key in begun
        since, old = (begun if fresh else held).get(key, (0, None))
        try:
            new = apply(old, recorded, key)
        except _BROKEN as fault:
            raise StoreDamaged(
                f"event {recorded.position} does not follow from those before it ({fault}); "
                "`remembrancer verify` says where the log was changed; restore it from a backup"
            ) from fault
        if new is old or new == old:
            continue
        if old is not None:
            until = recorded.position
            node = (fork(since, until),) if projection.stabbed else ()
            if fresh:
                added.append((*astuple(old), since, until, *node))
            else:
                closed.append((until, *node, *key, since))
            begun.pop(key, None)
            held.pop(key, None)
        if new is not None:
            begun[key] = (recorded.position, new)
    unclosed = (None,) if projection.stabbed else ()
    added += [(*astuple(row), since, OPEN, *unclosed) for since, row in begun.values()]
    return closed, added


def _advance_of(names: Collection[str]) -> str:
    """Return the statement that moves some views forward: one that only another version keeps stands where it stood."""
    return f"UPDATE views SET position = ? WHERE name IN ({', '.join(repr(name) for name in sorted(names))})"


class CoreViews:
    """The views that a log folds in its appends."""

    def __init__(self, projections: Sequence[AnyProjection], decode: Decode | None) -> None:
        assert not projections or decode, "views need a way to decode events"
        self.tables = tuple(table_of(projection) for projection in projections)
        self.decode = decode
        self._concerned: dict[type[AnyEvent], tuple[Table, ...]] = {}
        self._names = frozenset(projection.name for projection in projections)
        self._advance = _advance_of(self._names)
        self._versions = {projection.name: projection.version for projection in projections}
        self._there: dict[str, set[Key]] = {one.name: set() for one in projections if one.lasting}
        """For each lasting view, keys of rows that were found in its table."""

    def create(self, connection: sqlite3.Connection) -> None:
        """Create the tables of all views."""
        connection.execute(SCHEMA)
        for table in self.tables:
            create(connection, table)

    def check_current(self, connection: sqlite3.Connection, head: int, path: str) -> None:
        """Refuse to fold into views that are not of this version, or that do not stand at the head.

        Raises:
            NewerStore, ReopenNeeded: another process has changed the views since this one opened them.
        """
        if not self.tables:
            return
        states = {
            name: (version, at) for name, version, at in connection.execute("SELECT name, version, position FROM views")
        }
        self._advance = _ADVANCE_ALL if states.keys() == self._names else _advance_of(self._names)
        for name, version in self._versions.items():
            there = states.get(name)
            if there == (version, head):
                continue
            if there and there[0] > version:
                raise NewerStore(
                    f"store {path!r}: view {name!r} is of version {there[0]}, this program folds version {version}; "
                    "update remembrancer"
                )
            found = f"of version {there[0]} at position {there[1]}" if there else "missing"
            raise ReopenNeeded(
                f"store {path!r}: view {name!r} is {found}, expected version {version} at position {head}; "
                "reopen the store"
            )

    def fold(self, connection: sqlite3.Connection, recorded: Sequence[Recorded]) -> None:
        """Fold the events of one append into all views."""
        if not self.tables:
            return
        touched: dict[Table, list[Recorded]] = {}
        for one in recorded:
            for table in self._tables_of(type(one.event)):
                touched.setdefault(table, []).append(one)
        grown = [
            (fold(connection, table, events, self._there.get(table.name)), table.name)
            for table, events in touched.items()
        ]
        connection.execute(self._advance, (recorded[-1].position,))
        connection.executemany(_GROW, [growth for growth in grown if growth[0]])

    def _tables_of(self, event: type[AnyEvent]) -> tuple[Table, ...]:
        """Return the tables that events of a class may change."""
        if event not in self._concerned:
            self._concerned[event] = tuple(one for one in self.tables if issubclass(event, one.projection.of))
        return self._concerned[event]

    def forget(self) -> None:
        """Look into the tables again: what was found there may have been undone, or changed by others."""
        for there in self._there.values():
            there.clear()
