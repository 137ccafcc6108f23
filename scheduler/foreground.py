"""A schedule in the foreground: it says that it lives, until it is asked to end."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from .systemd import Systemd

if TYPE_CHECKING:
    from .running import Schedule


def stand(schedule: Schedule, *, health_every_s: float, systemd: Systemd | None = None) -> None:
    """Run a schedule until it is asked to end (`ask_to_end`), then close it.

    Raises:
        StoreError: the store cannot be used any more.
    """
    told = systemd or Systemd()
    # Twice in the time after which nothing must have been heard, as sd_watchdog_enabled(3) recommends.
    beat_s = health_every_s if told.watchdog_s is None else told.watchdog_s / 2
    try:
        schedule.start()
        told.notify("READY=1")
        health_at = time.monotonic() + health_every_s
        while not schedule.wait(max(min(beat_s, health_at - time.monotonic()), 0)):
            if schedule.alive:
                told.notify("WATCHDOG=1")
            if time.monotonic() >= health_at:
                schedule.tell_health()
                health_at = time.monotonic() + health_every_s
    finally:
        told.notify("STOPPING=1")
        schedule.close()
    if schedule.fault is not None:
        raise schedule.fault
