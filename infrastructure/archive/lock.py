"""Who writes archive files: one writer at a time, whichever thread or process it is in.

`archive/.lock` is locked with flock, which the system gives back when a process dies. While files are being written a
word stands in it; who finds it there knows that the last writer was cut short.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..flocks import take

FILE = ".lock"
AT_WORK = b"at work\n"


class ArchiveBusy(Exception):  # never reaches a caller: whoever waits tries again, or goes on without
    """Another writer is at work."""


class Turn:
    """The right to write archive files."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.cut_short = os.pread(descriptor, 1, 0) != b""
        """Whether the last writer did not finish."""

    def begin(self) -> None:
        """Note that files are being written."""
        os.pwrite(self._descriptor, AT_WORK, 0)

    def finish(self) -> None:
        """Note that all that was begun is whole."""
        os.ftruncate(self._descriptor, 0)


@contextmanager
def turn(archive: Path, patience_s: float = 0) -> Iterator[Turn]:
    """Be the one writer for a while.

    Raises:
        ArchiveBusy: another one is, for as long as the patience lasts.
    """
    descriptor = os.open(archive / FILE, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not take(descriptor, patience_s):
            raise ArchiveBusy
        yield Turn(descriptor)
    finally:
        os.close(descriptor)
