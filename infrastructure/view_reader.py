"""Reading the rows of views, as they hold now and as they held after any past position."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from operator import attrgetter, itemgetter
from typing import Any, TypeVar, cast

import msgspec

from ..projections.node import OPEN, path
from ..projections.projection import Key, Projection
from .sqlite_log import SqliteLog
from .sqlite_query import TERMS
from .tables import Table, table_of

Row = TypeVar("Row", bound=msgspec.Struct)
Interval = tuple[int, int, Row]
"""`from_position`, `to_position` and the row that held between."""

_Term = tuple[str, tuple[Any, ...]]

PAGE = 500
"""Rows that are read at once where all are wanted."""
LAST_CHARACTER = "\U0010ffff"


class ViewReader:
    """The rows of a log's views.

    Wherever `at` is asked, it is a position N, and the answer is what held after the event at N; None asks for now.
    """

    def __init__(self, log: SqliteLog) -> None:
        self._log = log

    def row(self, projection: Projection[Row], key: Key, at: int | None = None) -> Row | None:
        """Return the row of one key, None if there is none."""
        table = table_of(projection)
        begun = "" if at is None else " AND from_position <= ?"
        found = self._log.fetch_views(
            f'SELECT {table.selected}, to_position FROM "{table.name}" WHERE {_matched(table)}{begun} '
            "ORDER BY from_position DESC LIMIT 1",
            key if at is None else (*key, at),
        )
        if not found:
            return None
        until = found[0][-1]
        return _row(projection, found[0]) if (until == OPEN if at is None else until > at) else None

    def rows(self, projection: Projection[Row], keys: Iterable[Key], at: int | None = None) -> dict[Key, Row]:
        """Return the rows of many keys; keys without one are left out."""
        asked, table = list(keys), table_of(projection)
        if not asked:
            return {}
        found = table.by_key(self._log.fetch_views(*table.many(asked, at)))
        return {key: _typed(projection, row) for key, (_, row) in found.items()}

    def history(self, projection: Projection[Row], key: Key, upto: int | None = None) -> list[Interval[Row]]:
        """Return what a key has held, oldest first, of all intervals that began at `upto` or before."""
        table = table_of(projection)
        found = self._log.fetch_views(
            f'SELECT {table.selected}, from_position, to_position FROM "{table.name}" '
            f"WHERE {_matched(table)} AND from_position <= ? ORDER BY from_position",
            (*key, OPEN if upto is None else upto),
        )
        return [(*values[-2:], _row(projection, values)) for values in found]

    def starting_with(self, projection: Projection[Any], prefix: str, limit: int) -> list[str]:
        """Return at most `limit` values of the first key column, in order, that begin with `prefix`, whenever held."""
        column = projection.key[0]
        found = self._log.fetch_views(
            f'SELECT DISTINCT {column} FROM "{projection.name}" '
            f"WHERE {column} >= ? AND {column} < ? ORDER BY {column} LIMIT ?",
            (prefix, prefix + LAST_CHARACTER, limit),
        )
        return [value for (value,) in found]

    def all_rows(self, projection: Projection[Row], at: int | None = None) -> list[Row]:
        """Return the rows of all keys, in the order in which they began; for small views."""
        table = table_of(projection)
        held, moment = (
            ("to_position = ?", (OPEN,)) if at is None else ("from_position <= ? AND to_position > ?", (at, at))
        )
        found = self._log.fetch_views(
            f'SELECT {table.selected} FROM "{table.name}" WHERE {held} ORDER BY from_position', moment
        )
        return _rows(projection, found)

    def each(self, projection: Projection[Row], at: int) -> Iterator[list[Row]]:
        """Yield the rows of all keys as they held after a position, in the order in which they began, in pages."""
        table, after = table_of(projection), 0
        sql = (
            f'SELECT {table.selected}, rowid FROM "{table.name}" '
            f"WHERE rowid > ? AND from_position <= ? AND to_position > ? ORDER BY rowid LIMIT {PAGE}"
        )
        while found := self._log.fetch_views(sql, (after, at, at)):
            yield _rows(projection, found)
            after = found[-1][-1]

    def having(self, projection: Projection[Row], column: str, value: str | int, at: int | None = None) -> list[Row]:
        """Return the rows with a value in a column that an index begins with, in no particular order."""
        table = table_of(projection)
        held, moment = (
            ("to_position = ?", (OPEN,)) if at is None else ("to_position > ? AND from_position <= ?", (at, at))
        )
        found = self._log.fetch_views(
            f'SELECT {table.selected} FROM "{table.name}" WHERE {column} = ? AND {held}', (value, *moment)
        )
        return _rows(projection, found)

    def among(
        self, projection: Projection[Row], column: str, values: Iterable[str], at: int | None = None
    ) -> list[Row]:
        """Return the rows that have one of many values in a column that an index begins with, in no order."""
        table = table_of(projection)
        held, moment = (
            ("held.to_position = ?", (OPEN,))
            if at is None
            else ("held.to_position > ? AND held.from_position <= ?", (at, at))
        )
        found = self._log.fetch_views(
            f"SELECT {', '.join(f'held.{name}' for name in table.columns)} FROM json_each(?) AS asked "
            f'CROSS JOIN "{table.name}" AS held ON held.{column} = asked.value AND {held}',
            (msgspec.json.encode(list(values)).decode(), *moment),
        )
        return _rows(projection, found)

    def sums(
        self, projection: Projection[Any], summed: str, column: str, values: Iterable[str], at: int | None = None
    ) -> dict[str, int]:
        """Return for each value of a column, which an index begins with, the sum of another over the rows that have it.

        Values without a row are left out.
        """
        held, moment = (
            ("held.to_position = ?", (OPEN,))
            if at is None
            else ("held.to_position > ? AND held.from_position <= ?", (at, at))
        )
        found = self._log.fetch_views(
            f'SELECT asked.value, sum(held.{summed}) FROM json_each(?) AS asked CROSS JOIN "{projection.name}" AS held '
            f"ON held.{column} = asked.value AND {held} GROUP BY asked.value",
            (msgspec.json.encode(list(values)).decode(), *moment),
        )
        return dict(found)

    def values_now(self, projection: Projection[Any], column: str) -> list[str]:
        """Return the different values of a column in the rows that hold now, in order; for columns with few."""
        sql = f'SELECT DISTINCT {column} FROM "{projection.name}" WHERE to_position = {OPEN} ORDER BY {column}'
        return [value for (value,) in self._log.fetch_views(sql)]

    def ever(self, projection: Projection[Any], wanted: str, column: str, values: Iterable[str]) -> list[Any]:
        """Return the different values that a column had, at any time, in rows that have one of many in another one.

        Args:
            wanted: a column of the table, `from_position` among them.
            column: one that an index begins with.
        """
        found = self._log.fetch_views(
            f'SELECT DISTINCT held.{wanted} FROM json_each(?) AS asked CROSS JOIN "{projection.name}" AS held '
            f"ON held.{column} = asked.value ORDER BY held.{wanted}",
            (msgspec.json.encode(list(values)).decode(),),
        )
        return [value for (value,) in found]

    def begun(self, projection: Projection[Row], keys: Iterable[Key], first: int, last: int) -> list[tuple[int, Row]]:
        """Return the rows of some keys that began from position `first` to `last`, each with where, in order."""
        table = table_of(projection)
        (column,) = projection.key
        asked = msgspec.json.encode([key for (key,) in keys]).decode()
        found = self._log.fetch_views(
            f"SELECT {', '.join(f'held.{name}' for name in table.columns)}, held.from_position "
            f'FROM json_each(?) AS asked CROSS JOIN "{table.name}" AS held ON held.{column} = asked.value '
            "AND held.from_position >= ? AND held.from_position <= ? ORDER BY held.from_position",
            (asked, first, last),
        )
        return [(values[-1], _row(projection, values)) for values in found]

    def stab(
        self,
        projection: Projection[Row],
        where: Mapping[str, Sequence[str]],
        at: int | None = None,
        *,
        unexpired_at: int | None = None,
        newest: int | None = None,
    ) -> list[Row]:
        """Return the rows whose columns have one of the values asked for each, in no particular order.

        Args:
            where: for each column the values that it may have; an index should begin with these columns.
            unexpired_at: leaves out rows that expired at this time or before, at no cost; microseconds since 1970 UTC.
            newest: return so many at most, those of the greatest `age`; an index keeps what is open in that order.
        """
        assert newest is None or projection.age is not None, f"{projection.name} does not say how old its rows are"
        table = table_of(projection)
        terms = self._terms(projection, where, at, unexpired_at, apart=newest is not None)
        ordered = "" if newest is None else f" ORDER BY {projection.age} DESC LIMIT {newest}"
        found: list[tuple[Any, ...]] = []
        for some in _batches(terms):
            selects = (f'SELECT {table.selected} FROM "{table.name}" WHERE {held}{ordered}' for held, _ in some)
            sql = " UNION ALL ".join(
                f"SELECT * FROM ({select})" if newest is not None else select for select in selects
            )
            found += self._log.fetch_views(sql, [value for _, bounds in some for value in bounds])
        rows = _rows(projection, found)
        if newest is not None and projection.age is not None:
            rows = sorted(rows, key=attrgetter(projection.age), reverse=True)[:newest]
        return rows

    def newest(
        self, projection: Projection[Any], columns: Sequence[str], where: Mapping[str, Sequence[str]], count: int
    ) -> list[tuple[Any, ...]]:
        """Return some columns of the rows that `stab` with `newest` gives now, for those who ask often."""
        assert projection.age is not None, f"{projection.name} does not say how old its rows are"
        selected = ", ".join((*columns, projection.age))
        found: list[tuple[Any, ...]] = []
        for held, bounds in self._terms(projection, where, None, None, apart=True):
            found += self._log.fetch_views(
                f'SELECT {selected} FROM "{projection.name}" WHERE {held} ORDER BY {projection.age} DESC LIMIT {count}',
                bounds,
            )
        return [values[:-1] for values in sorted(found, key=itemgetter(-1), reverse=True)[:count]]

    def count(
        self,
        projection: Projection[Any],
        where: Mapping[str, Sequence[str]],
        at: int | None = None,
        *,
        unexpired_at: int | None = None,
    ) -> int:
        """Return how many rows `stab` would."""
        terms = self._terms(projection, where, at, unexpired_at)
        sql = " UNION ALL ".join(f'SELECT count(*) FROM "{projection.name}" WHERE {held}' for held, _ in terms)
        found = self._log.fetch_views(sql, [value for _, bounds in terms for value in bounds]) if terms else []
        return sum(number for (number,) in found)

    def _terms(
        self,
        projection: Projection[Any],
        where: Mapping[str, Sequence[str]],
        at: int | None,
        unexpired_at: int | None,
        *,
        apart: bool = False,
    ) -> list[_Term]:
        """Return conditions that exclude each other and together choose what is asked.

        Args:
            apart: one condition for each combination of values, for only within one is an index in order.
        """
        held = self._held(projection, at)
        if "expires_at" in table_of(projection).columns:
            held = [part for term in held for part in _unexpired(term, unexpired_at)]
        if apart:
            one = "".join(f"{column} = ? AND " for column in where)
            return [
                (f"{one}{term}", (*values, *bounds)) for values in product(*where.values()) for term, bounds in held
            ]
        if not all(where.values()):
            return []
        among = "".join(f"{column} IN ({', '.join('?' * len(values))}) AND " for column, values in where.items())
        every = tuple(chain.from_iterable(where.values()))
        return [(f"{among}{term}", (*every, *bounds)) for term, bounds in held]

    def _held(self, projection: Projection[Any], at: int | None) -> list[_Term]:
        """Return conditions, each served by an index of its own, that together choose what holds at a position."""
        if at is None:
            return [(f"to_position = {OPEN}", ())]
        still: _Term = f"to_position = {OPEN} AND from_position <= ?", (at,)
        if projection.age is not None:
            still = f"{still[0]} AND {projection.age} <= ?", (at, at)
        if not projection.stabbed:
            return [still, (f"to_position > ? AND to_position < {OPEN} AND from_position <= ?", (at, at))]
        # Rows may close between here and the SELECT: twice the head leaves room for their nodes.
        before, after = path(at, 2 * self._log.head() + 1)
        return [
            still,
            (f"node IN ({', '.join(map(str, before))}) AND node IS NOT NULL AND to_position > ?", (at,)),
            (f"node IN ({', '.join(map(str, after))}) AND node IS NOT NULL AND from_position <= ?", (at,)),
        ]


def _batches(terms: list[_Term]) -> Iterator[list[_Term]]:
    for start in range(0, len(terms), TERMS):
        yield terms[start : start + TERMS]


def _unexpired(term: _Term, unexpired_at: int | None) -> list[_Term]:
    """Split a condition where the indexes of open rows are split: rows that never expire, and rows that do."""
    held, bounds = term
    if f"to_position = {OPEN}" not in held:
        if unexpired_at is None:
            return [term]
        return [(f"{held} AND (expires_at IS NULL OR expires_at > ?)", (*bounds, unexpired_at))]
    expiring = "expires_at IS NOT NULL" if unexpired_at is None else "expires_at IS NOT NULL AND expires_at > ?"
    later = () if unexpired_at is None else (unexpired_at,)
    return [(f"{held} AND expires_at IS NULL", bounds), (f"{held} AND {expiring}", (*bounds, *later))]


def _matched(table: Table) -> str:
    return " AND ".join(f"{column} = ?" for column in table.projection.key)


def _row(projection: Projection[Row], values: tuple[Any, ...]) -> Row:
    return _typed(projection, table_of(projection).row(values))


def _rows(projection: Projection[Row], found: list[tuple[Any, ...]]) -> list[Row]:
    # Layers may be long: here each call counts.
    row = table_of(projection).row
    return cast("list[Row]", [row(values) for values in found])


def _typed(projection: Projection[Row], row: msgspec.Struct) -> Row:
    assert isinstance(row, projection.row), "a table makes rows of its own projection"
    return row
