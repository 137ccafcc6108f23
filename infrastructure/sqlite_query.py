"""Queries over types and tags in SQL: which events match, and whether any does."""

import heapq
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from ..domain.boundary import Query, QueryItem

TERMS = 100
"""Terms of one compound SELECT; SQLite takes at most 500."""
PROBE = 1000
"""How far the carriers of a tag are counted, to find the rarest tag of an item."""

_Span = tuple[int, int]
_Branch = tuple[str, tuple[str | int, ...]]

_OF_TYPE = "SELECT position FROM events WHERE type = ? AND position > ? AND position <= ?"
_TAGGED = "SELECT position FROM event_tags AS tagged WHERE tag = ? AND position > ? AND position <= ?"
_WITH_ALL_TAGS = """
 AND NOT EXISTS (
    SELECT 1 FROM json_each(?) AS needed
    WHERE NOT EXISTS (SELECT 1 FROM event_tags WHERE tag = needed.value AND position = tagged.position)
 )"""
_WITH_TYPE = " AND (SELECT type FROM events WHERE position = tagged.position) IN (SELECT value FROM json_each(?))"
_ANY_OF_MANY = """
SELECT 1 FROM json_each(?) AS asked CROSS JOIN event_tags AS tagged
ON tagged.tag = asked.value AND tagged.position > ? AND tagged.position <= ?"""


def positions(
    connection: sqlite3.Connection, query: Query, span: _Span, limit: int, *, newest_first: bool = False
) -> list[int]:
    """Return the first (or last) `limit` positions that `query` matches with `after < position <= upto`, in that order.

    Args:
        span: `after` and `upto`.
    """
    assert query.items, "a query without items matches every event and needs no search"
    order = "DESC" if newest_first else "ASC"
    branches = [branch for item in query.items for branch in _branches(connection, item, span)]
    found: list[list[int]] = []
    for some in _batches(branches):
        terms = (f"SELECT position FROM ({sql} ORDER BY position {order} LIMIT {limit})" for sql, _ in some)
        sql = f"{' UNION '.join(terms)} ORDER BY position {order} LIMIT {limit}"
        found.append([position for (position,) in connection.execute(sql, [p for _, given in some for p in given])])
    if len(found) == 1:
        return found[0]
    merged = heapq.merge(*found, reverse=newest_first)
    return list(islice(dict.fromkeys(merged), limit))


def any_matches(connection: sqlite3.Connection, query: Query, span: _Span) -> bool:
    """Say whether `query` matches any event with `after < position <= upto`."""
    after, upto = span
    if after >= upto:
        return False
    if not query.items:
        return True
    alike: dict[tuple[str, ...], list[str]] = {}
    single: list[QueryItem] = []
    for item in query.items:
        if len(item.tags) == 1:
            alike.setdefault(item.types, []).append(item.tags[0])
        else:
            single.append(item)
    if any(_any_tagged(connection, types, tags, span) for types, tags in alike.items()):
        return True
    branches = [branch for item in single for branch in _branches(connection, item, span)]
    for some in _batches(branches):
        sql = f"{' UNION ALL '.join(sql for sql, _ in some)} LIMIT 1"
        if connection.execute(sql, [p for _, given in some for p in given]).fetchone():
            return True
    return False


def _any_tagged(connection: sqlite3.Connection, types: tuple[str, ...], tags: list[str], span: _Span) -> bool:
    sql, parameters = _ANY_OF_MANY, (_json(tags), *span)
    if types:
        sql, parameters = sql + _WITH_TYPE, (*parameters, _json(types))
    return connection.execute(f"{sql} LIMIT 1", parameters).fetchone() is not None


def _branches(connection: sqlite3.Connection, item: QueryItem, span: _Span) -> Iterator[_Branch]:
    """Yield SELECTs of positions, each read in order from an index, that match `item` together."""
    if item.tags:
        yield _tagged(connection, item, span)
    elif item.types:
        # One type a branch: within one type the index is in order of position, over several it is not.
        yield from ((_OF_TYPE, (type_, *span)) for type_ in item.types)
    else:
        yield "SELECT position FROM events WHERE position > ? AND position <= ?", span


def _tagged(connection: sqlite3.Connection, item: QueryItem, span: _Span) -> _Branch:
    first, *rest = _rarest_first(connection, item.tags, span)
    sql, parameters = _TAGGED, (first, *span)
    if rest:
        sql, parameters = sql + _WITH_ALL_TAGS, (*parameters, _json(rest))
    if item.types:
        sql, parameters = sql + _WITH_TYPE, (*parameters, _json(item.types))
    return sql, parameters


def _rarest_first(connection: sqlite3.Connection, tags: tuple[str, ...], span: _Span) -> Sequence[str]:
    if len(tags) == 1:
        return tags
    carriers = f"{_TAGGED} LIMIT {PROBE}"
    sql = f"SELECT count(*) FROM ({carriers})"
    counts = {tag: int(connection.execute(sql, (tag, *span)).fetchone()[0]) for tag in tags}
    return sorted(counts, key=lambda tag: counts[tag])


def _batches(branches: list[_Branch]) -> Iterator[list[_Branch]]:
    for start in range(0, len(branches), TERMS):
        yield branches[start : start + TERMS]


def _json(values: Sequence[str]) -> str:
    return msgspec.json.encode(values).decode()
