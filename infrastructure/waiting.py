"""Waiting for a thread no longer than it may take, nor longer than anybody wants to know."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import threading

LOOK_S = 0.2
"""How often is looked whether to stop, seconds."""


def wait_for(worker: threading.Thread, timeout_s: float, stop: threading.Event | None) -> None:
    """Wait until a thread has ended, time is up, or `stop` is set."""
    until = time.monotonic() + timeout_s
    while worker.is_alive() and (left_s := until - time.monotonic()) > 0:
        if stop is not None and stop.is_set():
            return
        worker.join(min(left_s, LOOK_S))
