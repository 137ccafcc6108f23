"""The words of events, opened for an export a page at a time: as they were sealed, and never those that are erased."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.content import Box
from ...domain.errors import StoreDamaged
from ...infrastructure.rows import stored_event
from ..entries import unread_words
from ..memory import ERASED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...infrastructure.exports.lines import Unread
    from ..store import Store

Row = tuple[Any, ...]
Opened = tuple[bytes | None, "Unread | None"]
"""The words as JSON, and what stands in their place; neither if there are none."""

_MEMORY = re.compile(r"mem_[0-9a-z]{16}")
_PERSON = re.compile(rb"sub_[0-9a-z]{16}")


class _Boxed(msgspec.Struct):
    box: Box | None = None


class Words:
    """Opens what was sealed in one store.

    Args:
        sealed: nothing is opened.
    """

    def __init__(self, store: Store, *, sealed: bool) -> None:
        self._store = store
        self._sealed = sealed
        self._boxed = msgspec.json.Decoder(_Boxed).decode
        self._seen: set[bytes] = set()
        """Pseudonyms that stood in what was opened."""

    def open(self, rows: Sequence[Row]) -> list[Opened]:
        """Return the words of some events.

        Raises:
            StoreDamaged: a body is no JSON, or its words were changed; it names the position.
        """
        if self._sealed:
            return [(None, None)] * len(rows)
        boxes = [self._box(row) for row in rows]
        plains = iter(
            self._store.sealer.plain_many(
                [(row[0], row[2], box) for row, box in zip(rows, boxes, strict=True) if box is not None]
            )
        )
        for row in rows:
            if b"sub_" in row[4]:
                self._seen.update(_PERSON.findall(row[4]))
        erased, people = self._store.erased(), self._store.erased_people()
        return [
            (None, None) if box is None else self._opened(row, box, next(plains), erased, people)
            for row, box in zip(rows, boxes, strict=True)
        ]

    def people(self) -> dict[str, str]:
        """Return the names behind the pseudonyms that were seen, of those who are not erased."""
        gone = self._store.erased_people()
        known = {pseudonym.decode(): None for pseudonym in sorted(self._seen)}
        named = {pseudonym: self._store.keys.subject_name(pseudonym) for pseudonym in known if pseudonym not in gone}
        return {pseudonym: name for pseudonym, name in named.items() if name is not None}

    def _box(self, row: Row) -> Box | None:
        try:
            return self._boxed(row[4]).box
        except (msgspec.DecodeError, TypeError, UnicodeDecodeError, RecursionError) as fault:
            raise StoreDamaged(
                f"event {row[0]} is damaged: its body does not read ({fault}); find out what else is with "
                "`remembrancer verify`, and restore memory.db from a backup"
            ) from None

    def _opened(
        self, row: Row, box: Box, plain: bytes | None, erased: frozenset[str], people: frozenset[str]
    ) -> Opened:
        # Most stores erase little: only what an erasure may concern is looked at closely.
        if erased or people:
            named = _MEMORY.findall(row[3]) + _MEMORY.findall(row[4].decode())
            if not erased.isdisjoint(named) or not people.isdisjoint(box.subjects):
                recorded = self._store.codec.decode(stored_event(row))
                mark = unread_words(self._store, recorded.event, self._store.open(recorded))
                if mark is not None:
                    return None, "erased" if mark == ERASED else "sealed"
        return (None, "sealed") if plain is None else (plain, None)


def count_unread(opened: Iterable[Opened], counts: dict[str, int]) -> None:
    """Add to the counts of what could not be read."""
    for _, mark in opened:
        if mark is not None:
            counts[mark] = counts.get(mark, 0) + 1
