"""Documents and spans: every revision of every memory, and since when and until when each was believed.

A document is one revision, numbered as it comes. A span is one interval of positions in which a memory stood in one
place: its layer, scope and status, and when what it says holds. So the documents of any position are found by a few
comparisons.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from .growing import Growing
from .postings import Postings

OPEN = 2**62
K = 0.9
B = 0.4
STEPS = 255
"""Impacts are kept in so many steps, from none to that of a term that a document holds any number of times (k + 1)."""
LAYERS = ("L0", "L1", "L2", "L3", "L4", "L5", "L6")
STATUSES = ("live", "archived", "superseded", "contradicted")
"""Where a memory can be found at all; of the last two only what was true for a while."""
FOUND_NOW = STATUSES[:2]
"""Where it can be found by those who ask about no valid time."""
BACK_MAX = 32
"""Steps from the latest span of a memory back to an earlier one, before all spans are looked through instead."""


class Place(msgspec.Struct, frozen=True):
    """Where a memory stands from one position on."""

    memory: str
    scope: str
    layer: str
    status: str
    revision: int
    valid_from: int
    valid_to: int | None
    expires_at: int | None


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """Which documents count."""

    position: int
    at: int
    valid_at: int | None
    scopes: Sequence[str]
    layers: Sequence[str]


class Documents:
    """Documents, spans and postings up to one position of the log. One thread at a time."""

    def __init__(self) -> None:
        self.position = 0
        """How far it follows the log."""
        self.postings = Postings()
        self._memories: dict[str, int] = {}
        self._names: list[str] = []
        self._scopes: dict[str, int] = {}
        self._doc_memory = Growing(np.int32)
        self._doc_position = Growing(np.int64)
        self._doc_scope = Growing(np.int32)
        self._doc_count = Growing(np.int32)
        """How many documents its scope has up to this one."""
        self._doc_total = Growing(np.int64)
        """Their lengths together."""
        self._doc_valid = Growing(np.int64)
        self._doc_before = Growing(np.int32)
        """The document of the revision before, -1 for the first."""
        self._doc_stand = Growing(np.int32)
        """Where what it says can be found now: scope, layer and whether it expires, as one number; -1: nowhere."""
        self._span_memory = Growing(np.int32)
        self._span_document = Growing(np.int32)
        self._span_from = Growing(np.int64)
        self._span_to = Growing(np.int64)
        self._span_before = Growing(np.int32)
        """The span of the same memory before, -1 for the first."""
        self._span_scope = Growing(np.int32)
        self._span_layer = Growing(np.int8)
        self._span_status = Growing(np.int8)
        self._span_valid_from = Growing(np.int64)
        self._span_valid_to = Growing(np.int64)
        self._span_expires = Growing(np.int64)
        self._memory_span = Growing(np.int32)
        """The latest span of each memory, open or not, -1 if it has none."""
        self._memory_document = Growing(np.int32)
        """The latest document of each memory, -1 if it has none."""
        self._memory_before = Growing(np.int32)
        """The memory that was said before each in the same session, -1 if there is none."""
        self._sessions: dict[str, int] = {}
        """The latest memory of each session."""
        self._latest: dict[int, int] = {}
        """The latest document of each scope."""

    def __len__(self) -> int:
        return len(self._doc_memory)

    def add_words(
        self,
        memory: str,
        position: int,
        valid_from: int,
        terms: Iterable[str],
        session: str | None = None,
        scope: str = "",
    ) -> None:
        """Add the words that a memory got at a position; positions never decrease.

        Args:
            session: what it was said in; memories that follow each other there lend each other context.
        """
        counts = Counter(terms)
        number, document = self._number(memory), len(self)
        if session is not None and int(self._memory_document.array[number]) < 0:
            self._memory_before[number] = self._sessions.get(session, -1)
            self._sessions[session] = number
        place = self._scopes.setdefault(scope, len(self._scopes))
        before = self._latest.get(place)
        count = 1 + (0 if before is None else int(self._doc_count.array[before]))
        length = counts.total()
        total = length + (0 if before is None else int(self._doc_total.array[before]))
        self._latest[place] = document
        self._doc_scope.append(place)
        self._doc_count.append(count)
        self._doc_memory.append(number)
        self._doc_position.append(position)
        self._doc_total.append(total)
        self._doc_valid.append(valid_from)
        self._doc_before.append(int(self._memory_document.array[number]))
        self._doc_stand.append(-1)
        self._memory_document[number] = document
        norm = K * (1 - B + B * length * count / max(total, 1))
        self.postings.add(
            document, {term: round(STEPS * times / (times + norm)) or 1 for term, times in counts.items()}
        )

    def place(self, place: Place, position: int) -> None:
        """Say where a memory stands from a position on; one that can be found nowhere stands nowhere."""
        number = self._number(place.memory)
        document = int(self._memory_document.array[number])
        if place.status not in STATUSES or document < 0:
            self.displace(place.memory, position)
            return
        scope = self._scopes.setdefault(place.scope, len(self._scopes))
        layer, status = LAYERS.index(place.layer), STATUSES.index(place.status)
        valid_to = OPEN if place.valid_to is None else place.valid_to
        expires = OPEN if place.expires_at is None else place.expires_at
        stands = document, scope, layer, status, place.valid_from, valid_to, expires
        before = int(self._memory_span.array[number])
        if before >= 0 and self._span_to.array[before] == OPEN and self._standing(before) == stands:
            return
        self.displace(place.memory, position)
        self._memory_span[number] = len(self._span_memory)
        self._span_memory.append(number)
        self._span_before.append(before)
        self._span_from.append(position)
        self._span_to.append(OPEN)
        for part, value in zip(self._standing_parts(), stands, strict=True):
            part.append(value)
        if place.status in FOUND_NOW:
            self._doc_stand[document] = (scope * len(LAYERS) + layer) * 2 + (expires < OPEN)

    def _standing_parts(self) -> tuple[Growing, ...]:
        return (
            self._span_document,
            self._span_scope,
            self._span_layer,
            self._span_status,
            self._span_valid_from,
            self._span_valid_to,
            self._span_expires,
        )

    def _standing(self, span: int) -> tuple[int, ...]:
        return tuple(int(part.array[span]) for part in self._standing_parts())

    def displace(self, memory: str, position: int) -> None:
        """Say that a memory stands where it stood until a position, and no longer."""
        span = int(self._memory_span.array[self._number(memory)])
        if span >= 0 and self._span_to.array[span] == OPEN:
            self._span_to[span] = position
            self._doc_stand[int(self._span_document.array[span])] = -1

    def followed(self, position: int) -> None:
        """Say that it has followed the log up to a position."""
        self.position = position

    def memories(self) -> list[str]:
        """Return the ids of all memories, in the order in which they came."""
        return self._names

    def scopes(self) -> list[str]:
        """Return all scopes, in the order in which they came."""
        return list(self._scopes)

    def sessions(self) -> dict[str, int]:
        """Return the number of the latest memory of each session."""
        return self._sessions

    def refill(
        self, position: int, memories: list[str], scopes: list[str], sessions: dict[str, int], postings: Postings
    ) -> None:
        """Take what was saved, apart from the arrays."""
        self.position, self.postings, self._sessions = position, postings, sessions
        self._names = memories
        self._memories = {memory: number for number, memory in enumerate(memories)}
        self._scopes = {scope: number for number, scope in enumerate(scopes)}

    def find_latest(self) -> None:
        """Find the latest document of each scope, as after all arrays were put in place."""
        self._latest = {int(scope): number for number, scope in enumerate(self._doc_scope.array)}

    def knows(self, memory: str) -> bool:
        """Say whether it holds words of a memory."""
        number = self._memories.get(memory)
        return number is not None and int(self._memory_document.array[number]) >= 0

    def _number(self, memory: str) -> int:
        number = self._memories.get(memory)
        if number is None:
            number = self._memories[memory] = len(self._names)
            self._names.append(memory)
            self._memory_span.append(-1)
            self._memory_document.append(-1)
            self._memory_before.append(-1)
        return number

    def all_of(self, asked: Asked) -> NDArray[np.int64]:
        """Return all documents that count."""
        documents = np.arange(self._size_at(asked.position))
        return documents[self._counting(documents, asked)]

    def counts(self, documents: NDArray[Any], asked: Asked) -> NDArray[np.bool_]:
        """Say of each of some documents whether it counts."""
        return self._counting(documents, asked)

    def memory_of(self, document: int) -> str:
        """Return the id of the memory whose revision a document is."""
        return self._names[int(self._doc_memory.array[document])]

    def _size_at(self, position: int) -> int:
        if position >= self.position:
            return len(self)
        return int(np.searchsorted(self._doc_position.array, position, side="right"))

    def _counting(self, documents: NDArray[Any], asked: Asked) -> NDArray[np.bool_]:
        """Say of each document whether it counts."""
        scopes = np.zeros(len(self._scopes), dtype=bool)
        scopes[[self._scopes[scope] for scope in asked.scopes if scope in self._scopes]] = True
        layers = np.zeros(len(LAYERS), dtype=bool)
        layers[[LAYERS.index(layer) for layer in asked.layers]] = True
        if asked.valid_at is not None:
            return self._counting_then(documents, scopes, layers, asked)
        counts = self._counting_now(documents, np.logical_and.outer(scopes, layers), asked.at)
        if asked.position < self.position:
            # What has not moved since then stood there then as well.
            begun = self._spans_begun(asked.position)
            spans = self._memory_span.array[self._doc_memory.array[documents]]
            moved = np.flatnonzero((spans >= begun) | (self._doc_stand.array[documents] < 0))
            counts[moved] = self._counting_then(documents[moved], scopes, layers, asked)
        return counts

    def _counting_then(
        self, documents: NDArray[Any], scopes: NDArray[np.bool_], layers: NDArray[np.bool_], asked: Asked
    ) -> NDArray[np.bool_]:
        """Say the same of any moment, by the span in which the memory of each document stood."""
        spans = self._spans_of(self._doc_memory.array[documents], asked.position)
        counts = spans >= 0
        if not counts.any():
            return counts
        counts &= scopes[self._span_scope.array[spans]] & layers[self._span_layer.array[spans]]
        counts &= self._span_expires.array[spans] > asked.at
        latest = self._span_document.array[spans] == documents
        if asked.valid_at is None:
            return counts & latest & (self._span_status.array[spans] < len(FOUND_NOW))
        valid = self._span_valid_to.array[spans] > asked.valid_at
        current = latest & (self._span_valid_from.array[spans] <= asked.valid_at)
        earlier = ~latest & (self._doc_valid.array[documents] <= asked.valid_at)
        counts &= valid & (current | earlier)
        for place in np.flatnonzero(counts & ~latest):
            counts[place] = self._was_said(int(documents[place]), int(spans[place]), asked.valid_at)
        return counts

    def _counting_now(self, documents: NDArray[Any], wanted: NDArray[np.bool_], at: int) -> NDArray[np.bool_]:
        """Say the same of the present, by where each document stands; `wanted` has a row for each scope."""
        stands = self._doc_stand.array[documents]
        # The last place is for those that stand nowhere.
        counts = np.append(np.repeat(wanted.ravel(), 2), False)[stands]
        expiring = np.flatnonzero(counts & (stands & 1).astype(bool))
        if len(expiring):
            spans = self._memory_span.array[self._doc_memory.array[documents[expiring]]]
            counts[expiring] = self._span_expires.array[spans] > at
        return counts

    def _was_said(self, document: int, span: int, valid_at: int) -> bool:
        """Say whether an earlier revision was the one that held at a valid time: no later one had begun."""
        later = int(self._span_document.array[span])
        if later < document or self._span_valid_from.array[span] <= valid_at:
            return False
        later = int(self._doc_before.array[later])
        while later > document:
            if self._doc_valid.array[later] <= valid_at:
                return False
            later = int(self._doc_before.array[later])
        return later == document

    def _spans_begun(self, position: int) -> int:
        """Return how many spans had begun at a position: those with smaller numbers."""
        return int(np.searchsorted(self._span_from.array, position, side="right"))

    def _spans_of(self, memories: NDArray[Any], position: int) -> NDArray[Any]:
        """Return the span in which each of some memories stood at a position, -1 where it stood nowhere."""
        spans, position = self._memory_span.array[memories], min(position, self.position)
        if position < self.position and len(self._span_memory):
            begun = self._spans_begun(position)
            late = np.flatnonzero(spans >= begun)
            for _ in range(BACK_MAX):
                if not len(late):
                    break
                spans[late] = self._span_before.array[spans[late]]
                late = late[spans[late] >= begun]
            else:
                latest = np.full(len(self._names), -1, dtype=np.int32)
                latest[self._span_memory.array[:begun]] = np.arange(begun)
                spans = latest[memories]
        if len(self._span_memory):
            spans[self._span_to.array[spans] <= position] = -1
        return spans


def arrays_of(index: Documents) -> dict[str, NDArray[Any]]:
    """Return the arrays of an index by name, besides its postings."""
    return {name: value.array for name, value in vars(index).items() if isinstance(value, Growing)}
