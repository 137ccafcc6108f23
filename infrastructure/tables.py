"""The table of a projection: its columns, its indexes, and the SQL that changes it."""

import sqlite3
from collections.abc import Collection, Iterable
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec.structs import fields

from ..projections.node import OPEN
from ..projections.projection import Key, Projection

AnyProjection = Projection[Any]
AnyRow = msgspec.Struct


class Table:
    """The table of one projection, under its own name or another while it is built beside.

    Columns: the fields of the row, `from_position`, `to_position` and, if the projection is stabbed, `node`.
    """

    def __init__(self, projection: AnyProjection, name: str | None = None) -> None:
        self.projection = projection
        self.name = name or projection.name
        self.columns = tuple(field.encode_name for field in fields(projection.row))
        self._booleans = [n for n, field in enumerate(fields(projection.row)) if _column_type(field.type)[0] is bool]
        self._width = len(self.columns)
        places = ("from_position", "to_position", "node") if projection.stabbed else ("from_position", "to_position")
        self.all_columns = (*self.columns, *places)
        matched = " AND ".join(f"{column} = ?" for column in projection.key)
        values = ", ".join("?" * len(self.all_columns))
        self.insert = f'INSERT INTO "{self.name}" ({", ".join(self.all_columns)}) VALUES ({values})'
        node = ", node = ?" if projection.stabbed else ""
        self.close = f'UPDATE "{self.name}" SET to_position = ?{node} WHERE {matched} AND from_position = ?'
        self._many_now, self._many_then = self._many_sql(past=False), self._many_sql(past=True)
        self._latest = (
            f'SELECT {self.selected}, from_position, to_position FROM "{self.name}" WHERE {matched} '
            "ORDER BY from_position DESC LIMIT 1"
        )
        self._key_places = [self.columns.index(column) for column in projection.key]

    @property
    def selected(self) -> str:
        """The columns of a row as a SELECT lists them."""
        return ", ".join(self.columns)

    def row(self, values: tuple[Any, ...]) -> AnyRow:
        """Return the row that a SELECT of `selected`, and perhaps more, has found."""
        held = list(values[: self._width])
        for place in self._booleans:
            held[place] = bool(held[place])
        return self.projection.row(*held)

    def creation(self, schema: str = "main") -> str:
        """Return the statement that creates the table."""
        columns = [_column(field.encode_name, field.type) for field in fields(self.projection.row)]
        columns += ["from_position INTEGER NOT NULL", "to_position INTEGER NOT NULL"]
        columns += ["node INTEGER"] if self.projection.stabbed else []
        key = ", ".join((*self.projection.key, "from_position"))
        place = "" if schema == "main" else f"{schema}."
        return f'CREATE TABLE {place}"{self.name}" ({", ".join(columns)}, PRIMARY KEY ({key})) STRICT'

    def index_creations(self, suffix: str = "") -> list[str]:
        """Return the statements that create its further indexes; `suffix` keeps their names apart."""
        creations: list[str] = []
        for number, index in enumerate(self.projection.indexes, start=1):
            columns, where, condition = index.partition(" WHERE ")
            name = f"{self.projection.name}_{number}{suffix}"
            creations.append(f'CREATE INDEX "{name}" ON "{self.name}" ({columns}){where}{condition}')
        return creations

    def load(self, connection: sqlite3.Connection, keys: Collection[Key]) -> dict[Key, tuple[int, AnyRow]]:
        """Return what holds for `keys` now, as `from_position` and row."""
        if len(keys) > 1:
            return self.by_key(connection.execute(*self.many(keys, None)))
        # Most appends touch one row of a table: for one key the SELECT of many costs more than the seek.
        (key,) = keys
        latest = connection.execute(self._latest, key).fetchone()
        return {key: (latest[-2], self.row(latest))} if latest and latest[-1] == OPEN else {}

    def many(self, keys: Iterable[Key], at: int | None) -> tuple[str, tuple[Any, ...]]:
        """Return a SELECT of the rows of `keys` and its parameters; each row is followed by its `from_position`."""
        values = [part for (part,) in keys] if len(self.projection.key) == 1 else list(keys)
        asked = msgspec.json.encode(values).decode()
        return (self._many_now, (asked,)) if at is None else (self._many_then, (asked, at, at))

    def by_key(self, found: Iterable[tuple[Any, ...]]) -> dict[Key, tuple[int, AnyRow]]:
        """Return what a SELECT of `many` has found."""
        places = self._key_places
        return {tuple([values[place] for place in places]): (values[self._width], self.row(values)) for values in found}

    def _many_sql(self, *, past: bool) -> str:
        key = self.projection.key
        asked = ["asked.value"] if len(key) == 1 else [f"json_extract(asked.value, '$[{n}]')" for n in range(len(key))]
        pairs = list(zip(key, asked, strict=True))
        held = " AND ".join(f"held.{column} = {value}" for column, value in pairs)
        begun = " AND ".join(f"{column} = {value}" for column, value in pairs)
        # The latest interval that began in time is one seek in the primary key, whatever the length of the history.
        return (
            f"SELECT {', '.join(f'held.{column}' for column in self.columns)}, held.from_position "
            f'FROM json_each(?) AS asked CROSS JOIN "{self.name}" AS held ON {held} AND held.from_position = '
            f'(SELECT max(from_position) FROM "{self.name}" WHERE {begun}{" AND from_position <= ?" if past else ""}) '
            f"WHERE held.to_position {'> ?' if past else f'= {OPEN}'}"
        )


@cache
def table_of(projection: AnyProjection) -> Table:
    """Return the table of a projection under its own name."""
    return Table(projection)


def _column(name: str, annotation: Any) -> str:
    kind, optional = _column_type(annotation)
    return f"{name} {'TEXT' if kind is str else 'INTEGER'}{'' if optional else ' NOT NULL'}"


def _column_type(annotation: Any) -> tuple[type, bool]:
    """Return `int`, `bool` or `str`, and whether null is allowed."""
    if get_origin(annotation) in (UnionType, Union):
        (kind,) = {_column_type(part)[0] for part in get_args(annotation) if part is not type(None)}
        return kind, type(None) in get_args(annotation)
    if get_origin(annotation) is Literal:
        return str, False
    assert annotation in (int, bool, str), f"a row holds whole numbers, text, booleans or null, not {annotation!r}"
    return annotation, False
