"""Making way: between two proposals a dream looks whether its agent is busy, and stands back until it is quiet."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ...domain.boundary import Query, QueryItem

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from ..store import Store

STOP_LOOKED_FOR_S = 0.5


class Traffic:
    """Who else does something in the name of an agent, in whatever process."""

    def __init__(self, store: Store, agent: str, actor: str, after: int) -> None:
        """Take whose traffic it is, who alone does not count, and from which position on to look."""
        self._store = store
        self._query = Query(items=(QueryItem(tags=(f"agent:{agent}",)),))
        self._actor = actor
        self._seen = after

    def busy_at(self) -> int | None:
        """Return the position of the newest event of somebody else since the last look, None if there was none."""
        head = self._store.log.head()
        if head <= self._seen:
            return None
        found: int | None = None
        for stored in self._store.log.read(self._query, after=self._seen, upto=head):
            if self._store.codec.decode(stored).event.actor != self._actor:
                found = stored.position
        self._seen = head
        return found

    def is_quiet(self, quiet_s: float, patience_s: float, stop: threading.Event) -> bool:
        """Wait until there was no traffic for `quiet_s`; False if that takes longer than `patience_s`, or on `stop`."""
        began = quiet_since = time.monotonic()
        while not stop.is_set():
            now = time.monotonic()
            if now - quiet_since >= quiet_s:
                return True
            if now - began >= patience_s:
                return False
            self._store.log.wait(self._seen, min(quiet_since + quiet_s - now, STOP_LOOKED_FOR_S))
            if self.busy_at() is not None:
                quiet_since = time.monotonic()
        return False


class Pauses:
    """Tells of pauses by events, but of no more than one in a while."""

    def __init__(self, every_s: float, paused: Callable[[int], None], resumed: Callable[[], None]) -> None:
        self.count = 0
        self._every_s = every_s
        self._paused = paused
        self._resumed = resumed
        self._told_at: float | None = None
        self._telling = False

    def begin(self, busy_at: int) -> None:
        """A pause begins."""
        self.count += 1
        now = time.monotonic()
        self._telling = self._told_at is None or now - self._told_at >= self._every_s
        if self._telling:
            self._told_at = now
            self._paused(busy_at)

    def end(self) -> None:
        """The pause is over, and the dream goes on."""
        if self._telling:
            self._resumed()
