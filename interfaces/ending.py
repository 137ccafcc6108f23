"""Being ended by a signal in the middle of something long."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALLED = 128
"""What a shell adds to the number of a signal to say that it ended a process."""


@contextmanager
def ended_cleanly() -> Iterator[None]:
    """Have SIGTERM end what is under way as an interruption does, which leaves nothing half done."""

    def end(number: int, _: FrameType | None) -> None:
        raise SystemExit(SIGNALLED + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
