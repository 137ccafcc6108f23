"""The index of tags compared with the tags that events carry, by sums that need no sorting.

For each tag both sides give how many positions carry it, and the sum of the remainders of each position times a factor
that is drawn anew each time. Who edits the index cannot know the factor, so equal sums mean equal positions, but for a
chance of about one in 2^30; where one position took the place of another, they never are equal.
"""

import re
import secrets
import sqlite3
from collections.abc import Collection, Iterable, Iterator
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
_OF_TAG = "SELECT position FROM event_tags WHERE tag = ?"
_MEMORY = '"mem:'
_QUOTED = re.compile(r'"([^"]*)"')
_decode = msgspec.json.Decoder(list[str]).decode


class TagTally:
    """Takes the tags of events, and compares them with the index."""

    def __init__(self) -> None:
        self._factor = _FACTOR + secrets.randbelow(_FACTOR)
        self._memories: dict[str, int] = {}
        """The sums of each memory's tag, by what comes after `mem:`."""
        self._others: dict[str, int] = {}
        """The sums of all that carry the same tags otherwise, by these: many events do, so they are taken together."""
        self._sums: dict[str, int] = {}
        """The sums of the tags of other events."""

    def add(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Take the tags of rows whose position is a whole number and whose tags are text."""
        memories, others, factor = self._memories, self._others, self._factor
        held, same = memories.get, others.get
        for position, _, _, tags, _ in rows:
            if type(position) is not int or type(tags) is not str:
                continue
            value = _ONE | position * factor % _PRIME
            before, found, rest = tags.partition(_MEMORY)
            memory, _, after = rest.partition('"')
            if found and "\\" not in tags and _MEMORY not in after:
                memories[memory] = held(memory, 0) + value
                key = before + after
                others[key] = same(key, 0) + value
            else:
                self._add_each(set(carried(tags)), value)

    def _add_each(self, tags: Iterable[str], value: int) -> None:
        for tag in tags:
            self._sums[tag] = self._sums.get(tag, 0) + value

    def differing(self, connection: sqlite3.Connection) -> set[str]:
        """Return the tags of which the index has other positions than the events that were taken."""
        for memory, value in self._memories.items():
            self._add_each((f"mem:{memory}",), value)
        for tags, value in self._others.items():
            self._add_each(set(_QUOTED.findall(tags)), value)
        left, wrong = self._sums, set[str]()
        for tag, count, remainders in connection.execute(_SUMS, (self._factor, _PRIME)):
            # A position beyond all sense makes SQLite go on in floating point.
            if left.pop(tag, 0) != (count * _ONE + remainders if type(remainders) is int else None):
                wrong.add(tag)
        return wrong | left.keys()


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
