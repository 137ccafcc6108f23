"""Copying the write-ahead log into the database beside those who write, so that none of them waits for it.

SQLite would have whoever commits next copy all of it before another may write. Here a thread with a connection of its
own copies while others write, and then, with nobody writing, the little that came meanwhile: only a log that is copied
to its end can be begun anew (https://www.sqlite.org/wal.html, "Avoiding Excessively Large WAL Files").
"""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, suppress

from .sqlite import WAL_PAGES, connect

PAGES_A_COMMIT, PAGES_AN_EVENT = 12, 2
"""About so many pages are written. What a log has grown by cannot be asked for without copying it."""
_COPY = "PRAGMA wal_checkpoint(PASSIVE)"


class WalCopying:
    """What copies the write-ahead log of one writer, a thread for each time that it has grown long.

    Args:
        path: of the database.
        writing: the turn of those who write in this process, as a context manager.
    """

    def __init__(self, path: str, writing: Callable[[], AbstractContextManager[object]]) -> None:
        self._path = path
        self._writing = writing
        self._pages = 0
        self._thread: threading.Thread | None = None

    def grown(self, events: int) -> None:
        """Take note of a commit, in the turn of whoever made it; begin to copy if the log is long."""
        self._pages += PAGES_A_COMMIT + PAGES_AN_EVENT * events
        if self._pages < WAL_PAGES or (self._thread is not None and self._thread.is_alive()):
            return
        self._pages = 0
        self._thread = threading.Thread(target=self._copy, name="remembrancer-wal", daemon=True)
        with suppress(RuntimeError):  # the interpreter is ending: whoever opens the store next copies it
            self._thread.start()

    def close(self) -> None:
        """Wait for what is being copied. The caller has no turn."""
        if self._thread is not None and self._thread.ident is not None:
            self._thread.join()

    def _copy(self) -> None:
        # A disk that is full or fails is told to whoever writes; all that is in the log is durable there.
        with suppress(sqlite3.Error), closing(connect(self._path, "mode=rw", 0)) as connection:
            for _ in range(2):  # what came during the first copy, which is long, is little during the second
                connection.execute(_COPY)
            with self._writing():
                connection.execute(_COPY)
