"""The file `keys.db`: SQLite that is durable at each commit and leaves no deleted bytes in the file.

`synchronous=EXTRA` and not FULL: with a rollback journal only EXTRA syncs the folder after the journal is gone, and
a commit that a power cut takes back would be the loss of keys that words in the log already depend on.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..domain.errors import NotAStore, RemembrancerError, ReopenNeeded, StoreDamaged, StoreError, StoreReadOnly
from .sqlite import FAULTS, connect, refusal

LOCK = threading.RLock()
"""Held for whatever touches a key file. One for all of them, so that a fork can wait until no write is under way."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=LOCK.acquire, after_in_parent=LOCK.release, after_in_child=LOCK.release)

SHREDDED_AT_ONCE = 1 << 20
_INHERITED: list[sqlite3.Connection] = []
"""Connections of a parent process: closing one in the child could roll back what the parent is writing."""


class KeyFile:
    """One open `keys.db`, shared by threads under `LOCK` and by processes through SQLite's own locks."""

    def __init__(self, path: Path, *, schema: Sequence[str], read_only: bool, patience_s: float) -> None:
        """Open the file, or a new one with no tables if there is none and it may be written.

        Args:
            schema: statements that make the tables in a new file.
            patience_s: how long to wait for other processes, seconds.
        """
        self.path = path
        self._name = os.fspath(path)  # asked about at every seal, where a Path costs more than the question
        self.read_only = read_only
        self._schema = schema
        self._patience_s = patience_s
        self._db: sqlite3.Connection | None = None
        self._closed = False
        self._opened: tuple[int, int] | None = None
        self._pid = os.getpid()
        self._version = -1
        with LOCK:
            self._open()

    @property
    def is_there(self) -> bool:
        """Whether there is a file; a read-only opening makes none."""
        return self._db is not None

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows that a SELECT gives, none if there is no file."""
        db = self._connection()
        if db is None:
            return []
        try:
            return db.execute(sql, values).fetchall()
        except FAULTS as fault:
            raise self._refusal(fault) from fault

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Hold the write lock; what is done inside is durable at the end, or undone if anything is raised.

        Raises:
            StoreReadOnly, StoreBusy, StoreFull, ReopenNeeded: it cannot be written; nothing was stored.
        """
        with LOCK:
            self.check_writable()
            db = self._connection()
            assert db is not None, "a writable opening makes the file"
            try:
                db.execute("BEGIN IMMEDIATE")
                yield db
                db.execute("COMMIT")
            except FAULTS as fault:
                raise self._refusal(fault) from fault
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

    @contextmanager
    def destroying(self) -> Iterator[sqlite3.Connection]:
        """Hold the write lock as `writing` does; pages as they were before are overwritten in the journal as well.

        SQLite copies them there before it changes them, and else would only remove the name of that file.

        Raises:
            StoreReadOnly, StoreBusy, StoreFull, ReopenNeeded: it cannot be written; nothing was stored.
        """
        with LOCK:
            self.check_writable()
            db = self._connection()
            assert db is not None, "a writable opening makes the file"
            try:
                db.execute("PRAGMA journal_mode=PERSIST").fetchall()
                with self.writing():
                    yield db
                self._shred(db)
            finally:
                with suppress(sqlite3.Error):
                    db.execute("PRAGMA journal_mode=DELETE").fetchall()

    def _shred(self, db: sqlite3.Connection) -> None:
        """Overwrite what the journal of the last commit has kept, unless another process is at work by now."""
        try:
            db.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            return  # whoever is at work writes over it, and removes it
        try:
            with open(f"{self._name}-journal", "r+b", buffering=0) as journal:
                left = os.fstat(journal.fileno()).st_size
                while left > 0:
                    left -= journal.write(bytes(min(left, SHREDDED_AT_ONCE)))
                os.fsync(journal.fileno())
        except OSError:
            return  # it is gone already
        finally:
            db.execute("ROLLBACK")

    def check_writable(self) -> None:
        """Pass if the file may be written, and is still the one that was opened.

        Raises:
            StoreReadOnly: it was opened for reading.
            ReopenNeeded: another file stands in its place, such as a restored backup; keys written here would be lost.
        """
        if self.read_only:
            raise StoreReadOnly(f"{self.path} was opened read-only; open the store writable to make or destroy keys")
        self._check_in_place()

    def changed_elsewhere(self) -> bool:
        """Say whether another connection has committed anything since this was asked last."""
        found = self.rows("PRAGMA data_version")
        version = found[0][0] if found else -1
        changed, self._version = version != self._version, version
        return changed

    def close(self) -> None:
        """Close the file; whatever is asked of it afterwards is refused."""
        with LOCK:
            if self._db is not None and self._pid == os.getpid():
                self._db.close()
            self._db, self._closed = None, True

    def check_open(self) -> None:
        """Pass unless the file was closed.

        Raises:
            StoreError: it was.
        """
        if self._closed:
            raise StoreError(f"{self.path} is closed; open the store again")

    def _connection(self) -> sqlite3.Connection | None:
        self.check_open()
        if self._pid != os.getpid():
            if self._db is not None:
                _INHERITED.append(self._db)
            self._db, self._pid, self._version = None, os.getpid(), -1
            if self._opened:
                self._check_in_place()
                self._db = self._connect()
        return self._db

    def _check_in_place(self) -> None:
        if self._place() != self._opened:
            raise ReopenNeeded(f"{self.path} was replaced while the store was open; open the store again")

    def _place(self) -> tuple[int, int] | None:
        """Return what tells this file from another one of the same name, None if there is none."""
        try:
            found = os.stat(self._name)
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _open(self) -> None:
        if not self.read_only:
            self._make_file()
        elif not self._has_bytes():
            return
        self._db = self._connect()
        self._opened = self._place()

    def _has_bytes(self) -> bool:
        try:
            return self.path.stat().st_size > 0
        except OSError:
            return False

    def _make_file(self) -> None:
        """SQLite would give a new file the permissions that the umask leaves; only its owner may read this one."""
        try:
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except FileExistsError:
            return
        except FileNotFoundError:
            raise NotAStore(f"no folder {str(self.path.parent)!r}; create a store there first") from None
        except OSError as fault:
            raise StoreReadOnly(
                f"cannot make {self.path}: {fault.strerror}; let its folder be written, or open read-only"
            ) from fault

    def _connect(self) -> sqlite3.Connection:
        mode = "ro" if self.read_only else "rw"
        db = None
        try:
            db = connect(str(self.path.absolute()), f"mode={mode}", self._patience_s)
            if not self.read_only:
                for pragma in ("journal_mode=DELETE", "synchronous=EXTRA", "secure_delete=ON"):
                    db.execute(f"PRAGMA {pragma}").fetchall()
                self._make_tables(db)
        except FAULTS as fault:
            if db is not None:
                db.close()
            raise self._refusal(fault) from fault
        return db

    def _make_tables(self, db: sqlite3.Connection) -> None:
        if db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall():
            return
        db.execute("BEGIN IMMEDIATE")
        if not db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall():
            for statement in self._schema:
                db.execute(statement)
        db.execute("COMMIT")

    def _refusal(self, fault: sqlite3.Error | UnicodeDecodeError) -> RemembrancerError:
        """Return what an error of SQLite means to whoever uses the keys."""
        match getattr(fault, "sqlite_errorcode", None):
            case sqlite3.SQLITE_READONLY_ROLLBACK:
                return StoreReadOnly(
                    f"{self.path} has an unfinished write beside it; open the store writable once, then read"
                )
            case sqlite3.SQLITE_ERROR:
                return StoreDamaged(f"{self.path} is no key file ({fault}); put a backup of keys.db in its place")
            case _:
                return refusal(fault, str(self.path), self._patience_s)
