"""Reading a whole log once, row by row, and telling all that is wrong with it; in constant memory but for its tags.

Whatever the file has suffered, a scan goes on: what cannot be read is told, and what comes after it is looked at.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from ...domain.errors import RemembrancerError
from ..codec import Codec
from ..rows import SELECTED, stored_event
from ..sqlite import GUARDS
from .findings import Finding, places, runs
from .kept import KeptLeaves
from .leaves import RowHasher
from .tag_index import IndexSums, TagTally, differences
from .tree import HASH_BYTES, Frontier

PAGE = 1_024
"""Rows that are looked at together."""
FAR = (1 << 63) - 1
"""The last position that SQLite can give out."""
EXPLAINED_MAX = 200
"""Edited events of which it is told in which way they are not whole."""

_PAGE = f"SELECT {SELECTED} FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT {PAGE}"
_ONE = f"SELECT {SELECTED} FROM events WHERE position = ?"
_ENDS = (
    "SELECT (SELECT max(position) FROM events), (SELECT min(position) FROM events), "
    "(SELECT seq FROM sqlite_sequence WHERE name = 'events')"
)
_OF_TYPE = f"SELECT {SELECTED} FROM events WHERE type = ? ORDER BY position"
_BY_TYPE = "SELECT type, count(*) FROM events GROUP BY type"

_Row = tuple[Any, ...]
Progress = Callable[[int, int], None]
"""Told how many positions were looked at, and of how many."""


class Part(msgspec.Struct, frozen=True):
    """What another process read of a log: events without a gap, in which nothing is wrong."""

    subtrees: list[tuple[int, bytes]]
    """Level and hash of complete subtrees over their leaves; where a root is wanted, one ends."""
    first_at: int
    last_at: int
    types: dict[str, int]
    watched: list[tuple[Any, ...]]
    tags: dict[str, int | str]

    def sums(self) -> dict[str, int]:
        """Return what the tally of tags came to; a number too large to be written as one comes as text."""
        return {tag: int(value) for tag, value in self.tags.items()}


class LogScan:
    """One reading of a log.

    Args:
        connection: sees the log as it was at one moment.
        beside: another one, by which the index of tags is summed up meanwhile; it is not used after `run`.
        sizes: at which the root of the tree is wanted.
        watched: the type of event whose rows are kept for the caller.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        store_id: str,
        codec: Codec,
        kept: KeptLeaves,
        *,
        beside: sqlite3.Connection | None = None,
        sizes: Collection[int],
        watched: str,
    ) -> None:
        self.connection = connection
        self._codec = codec
        self.kept = kept
        self._beside = beside
        self._sums: IndexSums | None = None
        self.store_id = store_id
        self._hasher = RowHasher(store_id)
        self._decoders: dict[str, Callable[[bytes], object]] = {}
        self.sizes = sorted({size for size in sizes if size > 0})
        self._stops = self.sizes[::-1]
        self.watched_type = watched
        self._tree: Frontier | None = Frontier()
        """None once an event is missing: the tree over the rest is none that was ever signed."""
        self.tags = TagTally()
        self.types: Counter[object] = Counter()
        self._last_at: int | None = None
        self.expected = 0
        self.findings: list[Finding] = []
        self.watched: list[_Row] = []
        """Rows of the type that is watched, in order."""
        self.roots: dict[int, bytes] = {}
        """Root of the tree at each of the sizes that it reached."""
        self.differing: list[int] = []
        """Positions whose leaves are not those that the ledger kept, those that are missing included."""
        self.events = 0
        """How many there are."""
        self.head = 0
        """The last position."""
        self.root: bytes | None = None
        """Root of the tree over all events; None if one is missing."""

    def begin(self) -> None:
        """Look at the ends of the log, and begin to sum up the index of tags."""
        self._look_at_ends()
        if self._beside is not None:
            self._sums = IndexSums(self._beside, self.tags.factor)

    def take_all(self, after: int, upto: int, progress: Progress | None = None) -> None:
        """Look at the events after a position, up to another."""
        for rows in self.pages(after, upto):
            self.take(rows)
            if progress is not None:
                progress(self.head, max(self.head, self.expected))

    def end(self) -> None:
        """Look at what follows from the events, now that all of them were seen."""
        if self._tree is not None:
            self.root = self._tree.root()
        self._look_at_indexes()
        self._look_at_guards()

    def take_part(self, part: Part, upto: int) -> None:
        """Take what another process read, from the event after the head on."""
        if self._last_at is not None and part.first_at < self._last_at:
            back = self._last_at - part.first_at
            self._add("time", self.head + 1, f"its time is {back:,} microseconds before that of the one before")
        self._last_at = part.last_at
        if self._tree is not None:
            self._graft(self._tree, part.subtrees)
        self.events += upto - self.head
        self.head = upto
        self.types.update(part.types)
        self.watched += [tuple(row) for row in part.watched]
        self.tags.join(part.sums())

    def _graft(self, tree: Frontier, subtrees: Iterable[tuple[int, bytes]]) -> None:
        """Extend the tree by complete subtrees, of which one ends wherever a root is asked for."""
        for level, root in subtrees:
            tree.append_subtree(root, level)
            if self._stops and self._stops[-1] == tree.size:
                self.roots[self._stops.pop()] = tree.root()

    @property
    def is_whole(self) -> bool:
        """Whether no event was missing up to here."""
        return self._tree is not None

    def explain(self, positions: Sequence[int]) -> dict[int, str]:
        """Return for edited events in which way they are not whole, as far as they show it themselves."""
        said: dict[int, str] = {}
        for position in positions[:EXPLAINED_MAX]:
            try:
                row = self.connection.execute(_ONE, (position,)).fetchone()
                if row is not None:
                    self._codec.check(stored_event(row))
            except (sqlite3.Error, msgspec.DecodeError, RemembrancerError, ValueError, TypeError) as fault:
                said[position] = _short(fault)
        return said

    def _look_at_ends(self) -> None:
        try:
            head, first, given_out = self.connection.execute(_ENDS).fetchone()
        except sqlite3.Error as fault:
            self._add("unreadable", None, f"the ends of the log cannot be read ({fault})")
            return
        self.expected = head or 0
        if first is not None and first < 1:
            self._add("order", first, f"an event stands at position {first}, before the first")
        if (given_out or 0) > (head or 0):
            self._add(
                "missing", (head or 0) + 1, f"the log ends at position {head or 0:,}, but {given_out:,} was given out",
                given_out,
            )  # fmt: skip
        elif (given_out or 0) < (head or 0):
            self._add("order", head, f"the last position is {head:,}, but only {given_out or 0:,} were given out")

    def pages(self, after: int = 0, upto: int = FAR) -> Iterator[list[_Row]]:
        """Yield the rows after a position in order, up to another; those that cannot be read are told and left out."""
        end = min(self.expected, upto)
        while after < upto:
            try:
                rows = self.connection.execute(_PAGE, (after, upto)).fetchall()
            except sqlite3.Error:
                if after >= end:
                    return
                rows, after = self._one_by_one(after, end), after + PAGE
                if rows:
                    yield rows
                continue
            if not rows:
                return
            yield rows
            after = rows[-1][0]

    def _one_by_one(self, after: int, end: int) -> list[_Row]:
        rows, unread = list[_Row](), list[int]()
        said = ""
        for position in range(after + 1, min(after + PAGE, end) + 1):
            try:
                rows += self.connection.execute(_ONE, (position,)).fetchall()
            except sqlite3.Error as fault:
                unread.append(position)
                said = str(fault)
        for first, last in runs(unread):
            self._add("unreadable", first, f"{places(first, last)} cannot be read from the file ({said})", last)
        return rows

    def take(self, rows: list[_Row]) -> None:
        after, positions = self.head, [row[0] for row in rows]
        self.events += len(rows)
        self.head = positions[-1]
        leaves = self._leaves(rows)
        if positions == list(range(after + 1, after + 1 + len(rows))):
            self.differing += self.kept.differing(after, leaves)
            if self._tree is not None:
                self._grow(leaves)
        else:
            self._take_broken(after, positions, leaves)
        self._look_at_times(rows)
        self._decode(rows)
        self.tags.add(rows)

    def _take_broken(self, after: int, positions: list[int], leaves: list[bytes]) -> None:
        """Take rows between which some are missing."""
        at = 0
        for number, (before, position) in enumerate(pairwise([after, *positions])):
            if position != before + 1:
                self._pass(leaves[at:number], positions[at] - 1 if number > at else before)
                at = number
                self._add("missing", before + 1, f"{places(before + 1, position - 1)} missing", position - 1)
                self.differing += range(before + 1, min(position - 1, self.kept.size) + 1)
                self._tree = None
        self._pass(leaves[at:], positions[at] - 1)

    def _pass(self, leaves: list[bytes], after: int) -> None:
        if leaves:
            self.differing += self.kept.differing(after, leaves)
            if self._tree is not None:
                self._grow(leaves)

    def _grow(self, leaves: list[bytes]) -> None:
        """Extend the tree, and note the roots that are asked for on the way."""
        assert self._tree is not None, "nothing is missing"
        end = self._tree.size + len(leaves)
        while self._stops and self._stops[-1] <= end:
            stop = self._stops.pop()
            taken = stop - self._tree.size
            self._tree.extend(leaves[:taken])
            del leaves[:taken]
            self.roots[stop] = self._tree.root()
        self._tree.extend(leaves)

    def _leaves(self, rows: list[_Row]) -> list[bytes]:
        try:
            return self._hasher.leaves(rows)
        except (ValueError, TypeError):
            return [self._leaf(row) for row in rows]

    def _leaf(self, row: _Row) -> bytes:
        try:
            return self._hasher.leaf(row)
        except (ValueError, TypeError) as fault:
            self._add("event", row[0], f"it cannot be hashed: {fault}")
            return b"\xff" * HASH_BYTES

    def _look_at_times(self, rows: list[_Row]) -> None:
        times = [row[1] for row in rows]
        before = times[0] if self._last_at is None else self._last_at
        if {*map(type, times)} == {int}:
            self._last_at = times[-1]
            if before <= times[0] and times == sorted(times):
                return
        for (position, at, *_), earlier in zip(rows, [before, *times], strict=False):
            if type(at) is int and type(earlier) is int and at < earlier:
                self._add("time", position, f"its time is {earlier - at:,} microseconds before that of the one before")

    def _decode(self, rows: list[_Row]) -> None:
        decoders = self._decoders
        try:
            for _, _, type_, _, body in rows:
                decoders[type_](body)
        except (KeyError, TypeError, ValueError, RecursionError):  # the last but one is that of msgspec as well
            for row in rows:
                self._decode_one(row)
        types = [row[2] for row in rows]
        self.types.update(types)
        if self.watched_type in types:
            self.watched += [row for row in rows if row[2] == self.watched_type]

    def _decode_one(self, row: _Row) -> None:
        try:
            self._decoders[row[2]](row[4])
        except KeyError:
            self._decode_first(row)
        except (msgspec.DecodeError, RecursionError, TypeError, ValueError) as fault:
            self._add("event", row[0], f"its body does not read as {row[2]!r} ({_short(fault)})")

    def _decode_first(self, row: _Row) -> None:
        """Decode a row of a type that was not met before, or that has no decoder of its own."""
        try:
            self._codec.decode(stored_event(row))
            decoder = self._codec.decoder(row[2])
            if decoder is not None:
                self._decoders[row[2]] = decoder
        except (RemembrancerError, msgspec.DecodeError, ValueError, TypeError) as fault:
            self._add("event", row[0], _short(fault))

    def _look_at_indexes(self) -> None:
        try:
            wrong = self.tags.differing(self.connection, self._sums)
            if wrong:
                rows = (row for rows in self.pages() for row in rows)
                self.findings += differences(self.connection, rows, wrong)
        except sqlite3.Error as fault:
            self._add("tags", None, f"the index of tags cannot be read ({fault}); it follows from the log")
        try:
            indexed = dict(self.connection.execute(_BY_TYPE).fetchall())
        except sqlite3.Error as fault:
            self._add("types", None, f"the index of types cannot be read ({fault})")
            return
        for type_ in sorted({*indexed, *self.types}, key=str):
            if indexed.get(type_, 0) != self.types[type_]:
                said = f"the index of types has {indexed.get(type_, 0):,} of {type_!r}, the log {self.types[type_]:,}"
                self._add("types", None, said)

    def _look_at_guards(self) -> None:
        try:
            there = dict(self.connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
        except sqlite3.Error as fault:
            self._add("guard", None, f"the triggers of the log cannot be read ({fault})")
            return
        for name, sql in GUARDS.items():
            if name not in there:
                self._add("guard", None, f"the trigger {name!r}, which keeps the log append-only, is missing")
            elif there[name] != sql:
                self._add("guard", None, f"the trigger {name!r} does not keep the log append-only any more")

    def _add(self, kind: Any, position: int | None, said: str, last: int | None = None) -> None:
        self.findings.append(Finding(kind, position, said, last))


def rows_of_type(connection: sqlite3.Connection, type_: str) -> list[_Row]:
    """Return the rows of one type of event by the index of types, as far as that can be read."""
    try:
        return connection.execute(_OF_TYPE, (type_,)).fetchall()
    except sqlite3.Error:
        return []


def _short(fault: BaseException) -> str:
    """Return what a fault says, without the advice that is for openings."""
    said = str(fault).partition("; restore ")[0].partition("; upgrade ")[0]
    _, found, rest = said.partition(" is damaged: ")
    return " ".join((rest if found else said).split())
