"""Reading a database without leaving a trace: no byte of its folder changes, and none needs to be writable."""

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from ..domain.errors import NotAStore, StoreBusy
from .readers import Lifetime, Readers
from .sqlite import connect, translated

WAL_HEADER_SIZE = 32
"""Size of a write-ahead log that holds nothing yet, bytes."""
COPY_TRIES = 20
"""How often a copy is begun anew because somebody wrote meanwhile."""

_Stamps = tuple[int, ...]


class FrozenReaders(Readers):
    """The reading connections of a read-only log.

    A database that was closed cleanly is one file and is read as it is. Beside a write-ahead log, of a writer at work
    or of one that was killed, the shared index is read and not written; without an index, a copy is read.
    """

    def __init__(self, path: str, patience_s: float, lifetime: Lifetime) -> None:
        super().__init__(path, patience_s, lifetime)
        self._lock = threading.Lock()
        self._seen: _Stamps | None = None
        """What connections opened before must still find: another look of the files makes them useless."""
        self._copy: _Copy | None = None

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Lend a connection that sees what is committed by now."""
        self._lifetime.check()
        with translated(self._path, self._patience_s):
            with self._lock:
                self._look()
                connection, seen = self._lend(), self._seen
            failed = True
            try:
                yield connection
                failed = False
            finally:
                with self._lock:
                    # What failed may need another way of opening: a writer was killed while it wrote the shared index.
                    if failed or seen != self._seen:
                        connection.close()
                    else:
                        self._take_back(connection)

    def fetch(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self.reading() as connection:
            return connection.execute(sql, parameters).fetchall()

    def close(self) -> None:
        """Close the connections and drop the copy."""
        with self._lock:
            self._renew(None)

    def _look(self) -> None:
        stamps = _stamps(self._path)
        if stamps[0] and self._copy is None:
            stamps = stamps[:1]  # SQLite itself follows a write-ahead log that it has open
        if stamps != self._seen:
            self._renew(stamps)

    def _renew(self, stamps: _Stamps | None) -> None:
        self._seen = stamps
        super().close()
        if self._copy is not None:
            self._copy.drop()
            self._copy = None

    def _connect(self) -> sqlite3.Connection:
        if not _stamps(self._path)[0]:
            return connect(self._path, "mode=ro&immutable=1", self._patience_s)
        if self._copy is None:
            beside_writers = self._connect_beside_writers()
            if beside_writers is not None:
                return beside_writers
            self._copy = _Copy(self._path)
            self._seen = self._copy.stamps
        return connect(self._copy.path, "mode=rw", self._patience_s)

    def _connect_beside_writers(self) -> sqlite3.Connection | None:
        connection = None
        try:
            connection = connect(self._path, "mode=ro&readonly_shm=1", self._patience_s)
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            if connection is not None:
                connection.close()
            return None
        return connection


class _Copy:
    """A database and its write-ahead log, copied to where SQLite may write an index."""

    def __init__(self, path: str) -> None:
        import shutil  # rarely needed, and slow to import
        import tempfile

        self._folder = tempfile.TemporaryDirectory(prefix="remembrancer-")
        self.path = os.path.join(self._folder.name, "memory.db")
        for _ in range(COPY_TRIES):
            self.stamps = _stamps(path)
            with suppress(FileNotFoundError):  # the write-ahead log went away: another try
                shutil.copyfile(path, self.path)
                if self.stamps[0]:
                    shutil.copyfile(f"{path}-wal", f"{self.path}-wal")
            if self.stamps == _stamps(path):
                return
        self.drop()
        raise StoreBusy(f"store {path!r} was written to each of the {COPY_TRIES} times that it was copied; try again")

    def drop(self) -> None:
        """Remove the copy."""
        self._folder.cleanup()


def _stamps(path: str) -> _Stamps:
    """Return whether there is something in a write-ahead log, then what changes whenever somebody writes."""
    try:
        database = os.stat(path)
    except FileNotFoundError:
        raise NotAStore(f"no store at {path!r} any more: the file is gone") from None
    try:
        wal = os.stat(f"{path}-wal")
    except FileNotFoundError:
        return 0, database.st_ino, database.st_size, database.st_mtime_ns
    if wal.st_size <= WAL_HEADER_SIZE:
        return 0, database.st_ino, database.st_size, database.st_mtime_ns
    return 1, database.st_ino, database.st_size, database.st_mtime_ns, wal.st_size, wal.st_mtime_ns
