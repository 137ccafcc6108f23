"""Reading connections: each is used by one thread at a time, and none keeps a transaction open."""

import os
import sqlite3
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from ..domain.errors import StoreError
from .sqlite import FAULTS, connect, refusal, translated


class Lifetime:
    """Whether a log may still be used: until it is closed, and only by the process that opened it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._process = os.getpid()
        self._closed = False

    @property
    def is_foreign(self) -> bool:
        """Whether this process was forked from the one that opened the log."""
        return os.getpid() != self._process

    @property
    def is_over(self) -> bool:
        """Whether the log was closed."""
        return self._closed

    def end(self) -> None:
        """Close it."""
        self._closed = True

    def check(self) -> None:
        """Refuse to go on with a log that was closed or inherited.

        Raises:
            StoreError: it was closed, or opened before a fork.
        """
        if self._closed:
            raise StoreError(f"store {self._path!r} was closed; open it again")
        if self.is_foreign:
            raise StoreError(
                f"store {self._path!r} was opened by process {self._process} before a fork; open it in the child"
            )


class Readers:
    """The reading connections of a writable log. In WAL mode they never wait for a writer."""

    def __init__(self, path: str, patience_s: float, lifetime: Lifetime) -> None:
        self._path = path
        self._patience_s = patience_s
        self._lifetime = lifetime
        self._idle: deque[sqlite3.Connection] = deque()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Lend a connection for a few statements; it goes back without an open transaction."""
        self._lifetime.check()
        with translated(self._path, self._patience_s):
            connection = self._lend()
            try:
                yield connection
            finally:
                self._take_back(connection)

    def fetch(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of one SELECT; as `reading`, without the cost of two context managers."""
        self._lifetime.check()
        connection = None
        try:
            connection = self._lend()
            return connection.execute(sql, parameters).fetchall()
        except FAULTS as fault:
            raise refusal(fault, self._path, self._patience_s) from fault
        finally:
            if connection is not None:
                self._take_back(connection)

    @contextmanager
    def apart(self) -> Iterator[sqlite3.Connection]:
        """Open a connection of its own for temporary tables, and close it."""
        self._lifetime.check()
        with translated(self._path, self._patience_s), closing(self._connect()) as connection:
            connection.execute("PRAGMA query_only = OFF")
            yield connection

    def close(self) -> None:
        """Close the idle connections; those in use are closed when their reader is done."""
        while self._idle:
            self._idle.pop().close()

    def _lend(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return self._connect()

    def _take_back(self, connection: sqlite3.Connection) -> None:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if self._lifetime.is_over:
            connection.close()
        else:
            self._idle.append(connection)

    def _connect(self) -> sqlite3.Connection:
        # `query_only` instead of `mode=ro`: the last connection to close then leaves one file behind.
        connection = connect(self._path, "mode=rw", self._patience_s)
        connection.execute("PRAGMA query_only = ON")
        return connection
