"""Views folded apart from the store: to be read in place of damaged ones, and to be compared with those kept."""

import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..domain.events import Recorded
from ..projections.projection import Key
from . import views
from .tables import Table
from .view_rebuild import Progress
from .views import CoreViews

KEYS_NAMED = 5
"""How many differing rows a comparison names."""

PageAfter = Callable[[int], list[Recorded]]
"""The next events after a position; none at the head."""


def told(wrong: Mapping[str, str], *, one: str, several: str) -> list[str]:
    """Return what is wrong with views, a line for each fault, however many views have it.

    Args:
        wrong: what is wrong, by name.
        one: what came of it, behind the fault of one view.
        several: the same of several.
    """
    by_fault: dict[str, list[str]] = {}
    for name, fault in wrong.items():
        by_fault.setdefault(fault, []).append(name)
    return [
        f"view {names[0]!r} {fault}{one}"
        if len(names) == 1
        else f"{len(names)} views ({', '.join(names)}) are wrong: each {fault}{several}"
        for fault, names in by_fault.items()
    ]


class FoldedViews:
    """The views of a log that must not be written to, folded into a temporary database."""

    def __init__(self, core: CoreViews, page_after: PageAfter) -> None:
        self._core = core
        self._page_after = page_after
        self._lock = threading.Lock()
        self._folded = 0
        self._connection = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        create_tables(self._connection, core, "main")

    def fetch(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of one SELECT, with everything folded that was appended by now."""
        with self._lock:
            self._folded = catch_up(self._connection, self._core, self._page_after, self._folded)
            return self._connection.execute(sql, parameters).fetchall()

    def close(self) -> None:
        """Drop the temporary database."""
        with self._lock:
            self._connection.close()


def create_tables(connection: sqlite3.Connection, core: CoreViews, schema: str) -> None:
    """Create empty tables of all views in a schema of the connection; `temp` hides those of the store."""
    for table in core.tables:
        connection.execute(table.creation(schema))
        for index in table.index_creations():
            connection.execute(index.replace('CREATE INDEX "', f'CREATE INDEX {schema}."', 1))


def catch_up(
    connection: sqlite3.Connection,
    core: CoreViews,
    page_after: PageAfter,
    folded: int,
    progress: Progress | None = None,
) -> int:
    """Fold what came after position `folded` into the tables of the connection; return up to where."""
    while recorded := page_after(folded):
        alone = not connection.in_transaction
        if alone:
            connection.execute("BEGIN")
        for table in core.tables:
            views.fold(connection, table, recorded)
        if alone:
            connection.execute("COMMIT")
        folded = recorded[-1].position
        if progress:
            progress(folded, folded)
    return folded


def differences(connection: sqlite3.Connection, tables: Sequence[Table]) -> list[str]:
    """Return a line for each table whose rows in `main` are not those in `temp`."""
    lines: list[str] = []
    for table in tables:
        try:
            keys = _differing(connection, table)
        except sqlite3.DatabaseError as fault:
            lines.append(f"view {table.name!r} cannot be compared ({fault}); rebuild it")
            continue
        if keys:
            named = ", ".join("/".join(map(str, key)) for key in keys[:KEYS_NAMED])
            more = f" and {len(keys) - KEYS_NAMED} more" if len(keys) > KEYS_NAMED else ""
            lines.append(f"view {table.name!r} differs from a fresh fold in {named}{more}; rebuild it")
    return lines


def _differing(connection: sqlite3.Connection, table: Table) -> list[Key]:
    columns = ", ".join(table.all_columns)
    kept, fresh = (f'SELECT {columns} FROM {schema}."{table.name}"' for schema in ("main", "temp"))
    key = ", ".join(table.projection.key)
    sql = f"SELECT {key} FROM ({kept} EXCEPT {fresh}) UNION SELECT {key} FROM ({fresh} EXCEPT {kept}) ORDER BY {key}"
    return connection.execute(sql).fetchall()
