"""The thread that writes archive files behind the commands: it waits, writes, and after a failure tries again."""

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..flocks import LOOK_AGAIN_S
from .lock import ArchiveBusy

if TYPE_CHECKING:
    from tenacity import RetryCallState

LINGER_S = 0.25
"""How long what retires waits for more, so that it shares files and syncs of the disk."""
LINGER_TIMES = 20
"""It waits so many times longer than the last writing took, since commands want the same disk; up to the next line."""
LINGER_S_MAX = 2.0
FIRST_PAUSE_S = 1.0
PAUSE_S_MAX = 300.0
DOUBLINGS_MAX = 16
CLOSING_S = 1.0
"""How long a closing waits for what has not been written yet."""
FINISH_S = 5.0
"""How much longer it waits for the page that is being written."""

Work = Callable[[Callable[[], bool]], None]
"""Writes what waits, page by page; asks before each page whether to leave off."""


class ArchiveWriter:
    """A background thread that writes what retired.

    Args:
        work: what to do when asked; raises ArchiveBusy if another writer is at it.
        faults: what it may raise otherwise, to be tried again after a pause, each twice as long as the last.
        failed: told each failure, and the pause until the next attempt, in seconds.
        pause_s: how long to wait before the first attempt, since others failed a moment ago.
        failures: how many attempts have failed in a row already.
    """

    def __init__(
        self,
        work: Work,
        faults: tuple[type[Exception], ...],
        failed: Callable[[Exception, float], None],
        *,
        pause_s: float = 0,
        failures: int = 0,
    ) -> None:
        self._work = work
        self._faults = faults
        self._failed = failed
        self._pause_s = pause_s
        self._failures = failures
        self._asked = threading.Event()
        self._closing = threading.Event()
        self._ended = threading.Event()
        self._deadline = 0.0
        self._thread = threading.Thread(target=self._run, name="remembrancer-archive", daemon=True)
        self._thread.start()

    def ask(self) -> None:
        """Have what waits written soon. Costs next to nothing."""
        self._asked.set()

    def close(self) -> None:
        """Let a page in the works be finished and what waits be written, for about a second; a pause ends at once."""
        self._deadline = time.monotonic() + CLOSING_S
        self._closing.set()
        if not self._asked.is_set():
            self._ended.set()
            self._asked.set()
        self._thread.join(CLOSING_S + FINISH_S)

    def _run(self) -> None:
        if self._closing.wait(self._pause_s):
            return
        took_s = 0.0
        while True:
            self._asked.wait()
            if self._ended.is_set():
                return
            self._closing.wait(max(LINGER_S, min(LINGER_TIMES * took_s, LINGER_S_MAX)))
            self._asked.clear()
            began = time.monotonic()
            self._write_until_done()
            took_s = time.monotonic() - began
            if self._closing.is_set() and (self._is_over() or not self._asked.is_set()):
                return

    def _write_until_done(self) -> None:
        try:
            self._write()
        except self._faults as failure:
            self._try_again(failure)
        self._failures = 0

    def _write(self) -> None:
        while True:
            try:
                self._work(self._is_over)
                return
            except ArchiveBusy:
                if self._is_over():
                    return
                time.sleep(LOOK_AGAIN_S)

    def _try_again(self, first: Exception) -> None:
        """Write after growing pauses until it succeeds, or the store is closed."""
        from tenacity import (
            Retrying,
            retry_if_exception_type,
            sleep_using_event,
            stop_when_event_set,
            wait_exponential,
        )

        failures = [first]

        def attempt() -> None:
            if failures:
                raise failures.pop()
            if not self._closing.is_set():
                self._write()

        def note(state: "RetryCallState") -> None:
            failure = state.outcome.exception() if state.outcome else None
            assert isinstance(failure, Exception), "what is tried again has failed"
            self._failed(failure, state.upcoming_sleep)
            self._failures += 1

        doubled = min(self._failures, DOUBLINGS_MAX)
        Retrying(
            retry=retry_if_exception_type(self._faults),
            wait=wait_exponential(multiplier=FIRST_PAUSE_S * 2**doubled, max=PAUSE_S_MAX),
            stop=stop_when_event_set(self._closing),
            sleep=sleep_using_event(self._closing),
            before_sleep=note,
            retry_error_callback=note,
        )(attempt)

    def _is_over(self) -> bool:
        return self._closing.is_set() and time.monotonic() >= self._deadline
