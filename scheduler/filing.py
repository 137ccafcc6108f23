"""Archive files that were left behind: by a process that died, or because the disk refused them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..application.archiving import PAUSE_MICROS_MAX
from ..application.jobs import last_events, last_run, trial
from ..domain.errors import StoreError
from ..domain.events import JobFailed
from ..domain.moments import MINUTE, to_datetime
from ..infrastructure.archive.archivings import archivings
from ..projections.node import OPEN
from .job import Due, Outlook, StoreJob

if TYPE_CHECKING:
    import threading

    from ..application.store import Store
    from ..domain.policy import Policy
    from ..infrastructure.archive.archivings import Archiving

LOOK_S = 300
LEFT_ALONE = MINUTE
"""What retired less than this ago is in the hands of the process that retired it."""


class ArchiveFiles(StoreJob):
    """Writes what retired and has no file yet; what fails for a whole run of attempts is left until the next day."""

    name = "archive"
    lane = "files"
    tells = True

    def every_s(self, policy: Policy) -> int:
        """Return how often to look for files that are missing."""
        del policy
        return LOOK_S

    def due(self, store: Store, agent: str | None, now: int) -> Due | None:
        """Return the writing that is due: for what retired a while ago, unless it failed a moment ago."""
        del agent
        first = _first_waiting(store)
        if first is None or first.at + LEFT_ALONE > now or _pause(store, now):
            return None
        slot = f"{to_datetime(now).date().isoformat()}/{first.position}"
        run = trial(store, self.name, slot, first.at + LEFT_ALONE, now)
        if run is None:
            return None
        why = f"what retired from position {first.position} on has no file"
        return Due(run=run, agent=None, why=why, found_at=now)

    def carry_out(self, store: Store, due: Due, stop: threading.Event) -> str | None:
        """Write the files.

        Raises:
            StoreError: they cannot be written.
        """
        del due, stop
        before = store.archive.progress()
        store.archive.drain()
        after = store.archive.progress()
        if after.failures > before.failures:
            raise StoreError(f"archive files cannot be written: {after.failure}; see `remembrancer archive check`")
        return f"files written up to position {after.position}" if after.position > before.position else None

    def outlook(self, store: Store, agent: str | None, now: int) -> Outlook:
        """Return when files are written next, and how that went last."""
        del agent
        last, result = last_run(store, self.name)
        next_at = self._next_at(store, now)
        return Outlook(
            next_at=next_at,
            waits_for="something to retire without a file" if next_at is None else None,
            zone=store.policy().timezone,
            last_at=last.at if last else None,
            last_result=result,
        )

    def _next_at(self, store: Store, now: int) -> int | None:
        first = _first_waiting(store)
        if first is None:
            return None
        failure = next(last_events(store, self.name), None)
        retry_at = failure.event.retry_at if failure and isinstance(failure.event, JobFailed) else None
        pause = _pause(store, now)
        return max(first.at + LEFT_ALONE, now + pause if pause else 0, retry_at or 0)


def _first_waiting(store: Store) -> Archiving | None:
    if not store.archive.enabled:
        return None
    progress = store.archive.progress()
    return next(iter(archivings(store.log, after=progress.position, upto=OPEN, limit=1)), None)


def _pause(store: Store, now: int) -> int:
    """Return for how many microseconds more files are not to be tried, as whoever failed last wrote down."""
    pause = store.archive.progress().try_at - now
    return pause if 0 < pause <= PAUSE_MICROS_MAX else 0
