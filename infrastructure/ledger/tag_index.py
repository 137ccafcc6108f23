"""The index of tags compared with the tags that events carry, by sums that need no sorting.

For each tag both sides give how many positions carry it, and the sum of the remainders of each position times a factor
that is drawn anew each time. Who edits the index cannot know the factor, so equal sums mean equal positions, but for a
chance of about one in 2^30; where one position took the place of another, they never are equal.
"""

import re
import secrets
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from .findings import Finding

_FACTOR = 1 << 30
_PRIME = (1 << 31) - 1
_ONE = 1 << 52
"""Counts a position in the same number as its remainder, which stays small enough to be added fast."""
NAMED_MAX = 1_000
"""Entries of the index that are named one by one."""

_SUMS = "SELECT tag, count(*), sum(position * ? % ?) FROM event_tags GROUP BY tag"
_IN_ONE = (
    "SELECT json_group_array(json_array(tag, number, remainders)) FROM (SELECT tag, count(*) AS number, "
    "sum(position * ? % ?) AS remainders FROM event_tags GROUP BY tag)"
)
_OF_TAG = "SELECT position FROM event_tags WHERE tag = ?"
_MEMORY = '"mem:'
_QUOTED = re.compile(r'"([^"]*)"')
_decode = msgspec.json.Decoder(list[str]).decode
_decode_sums = msgspec.json.Decoder(list[tuple[Any, Any, Any]]).decode

_Sums = Iterable[tuple[Any, Any, Any]]
"""Tag, count of positions, sum of remainders."""


class IndexSums:
    """Sums the index up beside the reading of the events: one statement with one answer keeps no interpreter busy.

    Args:
        connection: sees what the reader of the events sees, or more; for this only until `take` returns.
    """

    def __init__(self, connection: sqlite3.Connection, factor: int) -> None:
        self._connection = connection
        self._given = (factor, _PRIME)
        self._found: str | None = None
        self._thread = threading.Thread(target=self._sum_up, daemon=True)
        self._thread.start()

    def take(self) -> _Sums | None:
        """Wait for the sums and return them, None if there are none in one piece."""
        self._thread.join()
        found, self._found = self._found, None
        try:
            return None if found is None else _decode_sums(found)
        except msgspec.DecodeError:
            return None

    def _sum_up(self) -> None:
        try:
            ((self._found,),) = self._connection.execute(_IN_ONE, self._given)
        except (sqlite3.Error, UnicodeDecodeError, ValueError):
            return  # damage, or more than one text can hold: it is summed up row by row


class TagTally:
    """Takes the tags of events, and compares them with the index."""

    def __init__(self) -> None:
        self.factor = _FACTOR + secrets.randbelow(_FACTOR)
        self._memories = defaultdict[str, int](int)
        """The sums of each memory's tag, by what comes after `mem:`."""
        self._others = defaultdict[str, int](int)
        """The sums of all that carry the same tags otherwise, by these: many events do, so they are taken together."""
        self._sums = defaultdict[str, int](int)
        """The sums of the tags of other events."""

    def add(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Take the tags of rows whose tags are text."""
        try:
            plain = "\\" not in "".join([row[3] for row in rows])
        except TypeError:
            plain = False
        if not plain:
            self._add_slowly(rows)
            return
        memories, others, factor = self._memories, self._others, self.factor
        for position, _, _, tags, _ in rows:
            before, found, rest = tags.partition(_MEMORY)
            memory, _, after = rest.partition('"')
            value = _ONE | position * factor % _PRIME
            if found and _MEMORY not in after:
                memories[memory] += value
                others[before + after] += value
            else:
                self._add_each(set(carried(tags)), value)

    def sums(self) -> dict[str, int]:
        """Return the sums of the tags that were taken so far."""
        sums = self._sums
        while self._memories:
            memory, value = self._memories.popitem()
            sums[f"mem:{memory}"] += value
        while self._others:
            tags, value = self._others.popitem()
            self._add_each(set(_QUOTED.findall(tags)), value)
        return sums

    def _add_slowly(self, rows: Iterable[tuple[Any, ...]]) -> None:
        for position, _, _, tags, _ in rows:
            if type(tags) is str:
                self._add_each(set(carried(tags)), _ONE | position * self.factor % _PRIME)

    def _add_each(self, tags: Iterable[str], value: int) -> None:
        for tag in tags:
            self._sums[tag] += value

    def join(self, sums: dict[str, int]) -> None:
        """Take the sums of another tally with the same factor."""
        for tag, value in sums.items():
            self._sums[tag] += value

    def differing(self, connection: sqlite3.Connection, beside: IndexSums | None) -> set[str]:
        """Return the tags of which the index has other positions than the events that were taken.

        Args:
            connection: saw the events.
            beside: the sums of the index, if they are being made; they may tell of more events.
        """
        taken, sums = self.sums(), beside.take() if beside is not None else None
        if sums is not None and _by_tag(sums) == taken:
            return set()
        said = _by_tag(connection.execute(_SUMS, (self.factor, _PRIME)))
        return {tag for tag in said.keys() | taken if said.get(tag) != taken.get(tag)}


def _by_tag(sums: _Sums) -> dict[str, int]:
    # A position beyond all sense makes SQLite go on in floating point; events never come to -1.
    return {tag: count * _ONE + remainders if type(remainders) is int else -1 for tag, count, remainders in sums}


def carried(tags: str) -> list[str]:
    """Return the tags of a row, none if they cannot be read: another check tells of it."""
    try:
        return _decode(tags)
    except msgspec.DecodeError:
        return []


def differences(
    connection: sqlite3.Connection, rows: Iterable[tuple[Any, ...]], tags: Collection[str]
) -> Iterator[Finding]:
    """Yield what the index of tags says otherwise than the events do, of some tags, at most `NAMED_MAX` of each."""
    wanted = set(tags)
    by_events: dict[str, set[int]] = {tag: set() for tag in wanted}
    for position, _, _, text, _ in rows:
        if type(text) is str and type(position) is int:
            for tag in wanted.intersection(carried(text)):
                by_events[tag].add(position)
    for tag in sorted(wanted, key=repr):  # damage leaves values of any kind
        indexed = {position for (position,) in connection.execute(_OF_TAG, (tag,))}
        for position in sorted(by_events[tag] - indexed)[:NAMED_MAX]:
            yield Finding("tags", position, f"the index of tags lacks {tag!r}, which the event carries")
        for position in sorted(indexed - by_events[tag])[:NAMED_MAX]:
            yield Finding("tags", position, f"the index of tags says {tag!r}, which the event does not carry")
