"""The port of the event log: an ordered log with dynamic consistency boundaries.

It says in our types what `eventsourcing.dcb.api` says in its own; `dcb.py` joins the two.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec

from ..domain.boundary import AppendCondition, Query
from ..domain.events import AnyEvent


class NewEvent(msgspec.Struct, frozen=True):
    """An event ready to be appended."""

    type: str
    tags: tuple[str, ...]
    """Sorted, without duplicates."""
    body: bytes
    event: AnyEvent | None = None
    """What `body` decodes to, so that views need not decode it again; None for events that no view folds."""


class StoredEvent(msgspec.Struct, frozen=True):
    """An event as the log holds it."""

    position: int
    """From 1, without gaps."""
    at: int
    """Microseconds since 1970 UTC, never less than that of the position before."""
    type: str
    tags: tuple[str, ...]
    body: bytes


class Appended(msgspec.Struct, frozen=True):
    """Where the events of one append came to stand: `first` to `last`, all at the same time."""

    first: int
    last: int
    at: int


class ConditionFailed(Exception):  # never reaches a caller: the command handler decides again
    """An event that the condition forbids was recorded; nothing was appended."""


class EventLog(Protocol):
    """An append-only, ordered log."""

    def append(self, events: Sequence[NewEvent], condition: AppendCondition | None = None) -> Appended:
        """Append all of `events`, durably, or none.

        Raises:
            ConditionFailed: an event that the condition's query matches was recorded after its position.
            StoreError: the disk, a lock or the state of the store does not allow it.
        """
        ...

    def read(
        self,
        query: Query | None = None,
        *,
        after: int = 0,
        upto: int | None = None,
        limit: int | None = None,
        newest_first: bool = False,
    ) -> Iterator[StoredEvent]:
        """Yield what `query` matches with `after < position <= upto`, in order, in pages: memory use stays constant."""
        ...

    def get(self, position: int) -> StoredEvent | None:
        """Return the event at a position, None if there is none."""
        ...

    def head(self) -> int:
        """Return the last position, 0 for an empty log."""
        ...

    def tip(self) -> tuple[int, int]:
        """Return the last position and its time, zeros for an empty log."""
        ...

    def position_at(self, at: int) -> int:
        """Return the last position whose time is not after `at`, 0 if there is none."""
        ...

    def wait(self, after: int, timeout_s: float) -> int:
        """Return the head as soon as it is beyond `after`, or after `timeout_s` seconds, whichever process writes."""
        ...

    def close(self) -> None:
        """Release files and locks."""
        ...
