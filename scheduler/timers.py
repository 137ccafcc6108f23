"""Timers: the one place that knows APScheduler. Jobs are kept in memory, each under an id: the log knows what ran.

https://apscheduler.readthedocs.io/en/3.x/ describes the options: what was missed is made up for once (`coalesce`), for
as long as its grace; one run of a job at a time.
"""

from __future__ import annotations

import logging
import threading
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from apscheduler.executors.pool import ThreadPoolExecutor  # pyright: ignore[reportMissingTypeStubs]
from apscheduler.schedulers.background import BackgroundScheduler  # pyright: ignore[reportMissingTypeStubs]
from apscheduler.triggers.base import BaseTrigger  # pyright: ignore[reportMissingTypeStubs]
from apscheduler.triggers.date import DateTrigger  # pyright: ignore[reportMissingTypeStubs]
from apscheduler.triggers.interval import IntervalTrigger  # pyright: ignore[reportMissingTypeStubs]

from ..domain.moments import to_datetime, to_micros
from ..domain.schedules import GRACE_S

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..domain.schedules import Nightly

_logger = logging.getLogger(__name__)


class NightTrigger(BaseTrigger):  # pyright: ignore[reportUntypedBaseClass]
    """Fires once for each local date; unlike a cron expression also where clocks are put forward or back."""

    def __init__(self, nightly: Nightly) -> None:
        self.nightly = nightly

    def get_next_fire_time(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, previous_fire_time: datetime | None, now: datetime
    ) -> datetime:
        """Return the next night's time after the last one, or after `now`."""
        return to_datetime(self.nightly.next_slot(to_micros(previous_fire_time or now)).due_at)

    def __str__(self) -> str:
        return f"night[{self.nightly.at} {self.nightly.zone}]"


class Timers:
    """Timers that call back from threads of their own: one for each lane, in which calls wait for each other."""

    def __init__(self, lanes: Iterable[str]) -> None:
        for name in ("apscheduler", __name__):
            # Nothing is printed unless whoever embeds this wants to see it.
            logging.getLogger(name).addHandler(logging.NullHandler())
        self._scheduler: Any = BackgroundScheduler(
            timezone=UTC,
            logger=_logger,
            executors={lane: ThreadPoolExecutor(1) for lane in ("default", *lanes)},
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": GRACE_S},
        )
        self._calling = 0
        """How many calls are under way."""
        self._called = threading.Condition()

    def start(self) -> None:
        """Begin to call."""
        self._scheduler.start()

    def close(self) -> None:
        """Call no more, and wait for what is under way."""
        if self._scheduler.running:
            # It would wait while it holds locks, which a call that sets a timer waits for.
            self._scheduler.shutdown(wait=False)
        with self._called:
            self._called.wait_for(lambda: not self._calling)

    @property
    def running(self) -> bool:
        """Whether the thread that watches the clock is alive."""
        thread = getattr(self._scheduler, "_thread", None)
        return bool(self._scheduler.running and thread is not None and thread.is_alive())

    def every(self, id: str, seconds: int, work: Callable[[], None], *, lane: str = "default") -> None:
        """Call now, and again each time so many seconds have passed."""
        self._add(id, IntervalTrigger(seconds=seconds, timezone=UTC), work, lane, next_run_time=datetime.now(UTC))

    def nightly(self, id: str, nightly: Nightly, work: Callable[[], None], *, lane: str) -> None:
        """Call once each night."""
        self._add(id, NightTrigger(nightly), work, lane)

    def once(self, id: str, at: int, work: Callable[[], None], *, lane: str) -> None:
        """Call at a time, microseconds since 1970 UTC; at once if it has passed."""
        self._add(id, DateTrigger(to_datetime(at)), work, lane)

    def _call(self, work: Callable[[], None]) -> None:
        with self._called:
            self._calling += 1
        try:
            work()
        finally:
            with self._called:
                self._calling -= 1
                self._called.notify_all()

    def _add(self, id: str, trigger: Any, work: Callable[[], None], lane: str, **more: Any) -> None:
        self._scheduler.add_job(partial(self._call, work), trigger, id=id, executor=lane, replace_existing=True, **more)
