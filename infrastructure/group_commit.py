"""Group commit: the threads of one process share transactions, and so the waits for the disk."""

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

from ..domain.boundary import AppendCondition
from ..domain.errors import RemembrancerError, StoreError
from .log import Appended, NewEvent
from .readers import Lifetime


class Request:
    """What one thread asks to append, and what came of it."""

    __slots__ = ("condition", "events", "outcome")

    def __init__(self, events: Sequence[NewEvent], condition: AppendCondition | None) -> None:
        self.events = events
        self.condition = condition
        self.outcome: Appended | Exception | None = None


class GroupCommit:
    """A queue of requests: whoever gets the write lock stores all that wait in one transaction.

    Args:
        connection: the writing connection; used under the write lock only.
        lifetime: says whether the log is still open.
        begin: prepares an open transaction.
        store: stores one request within it.
        undone: told that a transaction was rolled back.
        refusal: says what an error of SQLite means.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        lifetime: Lifetime,
        begin: Callable[[], None],
        store: Callable[[Request], Appended],
        undone: Callable[[], None],
        refusal: Callable[[sqlite3.Error], RemembrancerError],
    ) -> None:
        self._connection = connection
        self._lifetime = lifetime
        self._begin = begin
        self._store = store
        self._undone = undone
        self._refusal = refusal
        self._waiting: deque[Request] = deque()
        self.lock = threading.Lock()

    def append(self, request: Request) -> Appended:
        """Return what came of `request` once its transaction is on disk."""
        self._waiting.append(request)
        try:
            with self.lock:
                if request.outcome is None:
                    self._lifetime.check()
                    self._commit(self._drain())
        except BaseException:
            # Interrupted, or closed, while it waited: nobody may store it later.
            with suppress(ValueError):
                self._waiting.remove(request)
            raise
        outcome = request.outcome
        if isinstance(outcome, Exception):
            raise outcome
        assert outcome is not None, "a request that left the queue has an outcome"
        return outcome

    def _drain(self) -> list[Request]:
        requests: list[Request] = []
        while self._waiting:
            requests.append(self._waiting.popleft())
        return requests

    def _commit(self, requests: list[Request]) -> None:
        """Store all requests in one transaction and tell each what came of it, also if none of it came off."""
        try:
            outcomes = self._transact(requests)
        except sqlite3.Error as fault:
            self._roll_back()
            for request in requests:
                request.outcome = self._refusal(fault)
        except StoreError as fault:
            self._roll_back()
            for request in requests:
                request.outcome = type(fault)(*fault.args)
        except BaseException as fault:
            # Also when this thread is being interrupted, the others get an answer.
            self._roll_back()
            for request in requests:
                request.outcome = StoreError(
                    f"the shared commit was broken off by {fault!r}; nothing was stored; try again"
                )
            raise
        else:
            for request, outcome in zip(requests, outcomes, strict=True):
                request.outcome = outcome

    def _transact(self, requests: list[Request]) -> list[Appended | Exception]:
        self._connection.execute("BEGIN IMMEDIATE")
        self._begin()
        store = self._alone if len(requests) == 1 else self._beside_others
        outcomes = [store(request) for request in requests]
        self._connection.execute("COMMIT")
        return outcomes

    def _alone(self, request: Request) -> Appended | Exception:
        # A failure of the only request is that of the whole transaction: no savepoint is needed.
        return self._store(request)

    def _beside_others(self, request: Request) -> Appended | Exception:
        self._connection.execute("SAVEPOINT request")
        try:
            outcome: Appended | Exception = self._store(request)
        except Exception as fault:  # not swallowed: it is raised in the thread that made the request
            if not self._connection.in_transaction:
                raise
            self._connection.execute("ROLLBACK TO request")
            outcome = self._refusal(fault) if isinstance(fault, sqlite3.Error) else fault
        self._connection.execute("RELEASE request")
        return outcome

    def _roll_back(self) -> None:
        self._undone()
        # A full disk has already rolled it back by itself.
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
