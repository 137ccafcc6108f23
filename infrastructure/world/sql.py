"""Asking a database, which can only read: one statement, no attaching, bounded in time and size.

One row of one column is given as it is; anything else as a line of names and a line for each row, with tabs between.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from contextlib import closing
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ...domain.world import Outcome, failed, unreachable
from ..waiting import wait_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from ...domain.world import Limits, SqlSpec

POSTGRESQL = ("postgresql://", "postgres://")
SQLITE = "sqlite:///"
STEPS = 10_000
"""Steps of SQLite's machine between two looks at the clock."""
BUSY_S_MAX = 5.0
VALUE_BYTES_MIN = 1_000_000
"""SQLite may make values so large on the way to an answer."""
SAID_CHARS_MAX = 200
_READING = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE})
_NOT_ALLOWED = "not authorized"


class _TooLarge(Exception):  # never leaves this module
    """The answer is over its limit."""


def query(spec: SqlSpec, limits: Limits, folder: Path, stop: threading.Event | None = None) -> Outcome:
    """Return what a query gives; `failed` if the database refuses it, `unreachable` if it cannot be asked."""
    try:
        if spec.dsn.startswith(POSTGRESQL):
            return _ask_postgresql(spec, limits, stop)
        return _ask_sqlite(spec, limits, folder, stop)
    except _TooLarge:
        return _too_large(limits)


def _ask_sqlite(spec: SqlSpec, limits: Limits, folder: Path, stop: threading.Event | None) -> Outcome:
    path = folder / os.path.expanduser(spec.dsn.removeprefix(SQLITE))
    if not path.is_file():
        return unreachable("the database is not there")
    until = time.monotonic() + limits.timeout_s
    try:
        # A waiting lock is not looked at by the clock below.
        patience_s = min(BUSY_S_MAX, limits.timeout_s)
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=patience_s)
    except sqlite3.Error as fault:
        return unreachable(f"the database cannot be opened: {_said(fault)}")
    with closing(connection):
        connection.execute("PRAGMA query_only = ON")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max(VALUE_BYTES_MIN, 2 * limits.size_bytes))
        connection.set_authorizer(_only_reading)

        def is_over() -> bool:
            return time.monotonic() > until or (stop is not None and stop.is_set())

        connection.set_progress_handler(is_over, STEPS)
        try:
            cursor = connection.execute(spec.query)
            names = [column[0] for column in cursor.description or ()]
            return Outcome(state="ok", text=_given(spec, names, cursor, limits.size_bytes))
        except (sqlite3.Error, sqlite3.Warning) as fault:
            return _unanswered(fault, timed_out=is_over(), timeout_s=limits.timeout_s)


def _only_reading(action: int, *_: str | None) -> int:
    return sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY


def _unanswered(fault: Exception, *, timed_out: bool, timeout_s: float) -> Outcome:
    if timed_out:
        return unreachable(f"the database did not answer within {timeout_s:g} s")
    # A lock and a disk pass; what is wrong with the query does not.
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}:
        return unreachable(f"the database cannot be read: {_said(fault)}")
    if _NOT_ALLOWED in str(fault):
        return failed("the query would do more than read")
    return failed(f"the database refuses the query: {_said(fault)}")


def postgresql_is_there() -> bool:
    """Say whether what speaks to PostgreSQL is installed."""
    return find_spec("psycopg") is not None


def _ask_postgresql(spec: SqlSpec, limits: Limits, stop: threading.Event | None) -> Outcome:
    if not postgresql_is_there():
        return unreachable(
            "psycopg is not installed, which speaks to PostgreSQL; `pip install 'remembrancer[postgresql]'`"
        )
    # A server that accepts and then says nothing cannot be given up from within: who asked goes on.
    found: list[Outcome] = []
    worker = threading.Thread(
        target=lambda: found.append(_postgresql(spec, limits)), name="remembrancer-postgresql", daemon=True
    )
    worker.start()
    wait_for(worker, limits.timeout_s, stop)
    return found[0] if found else unreachable(f"the database did not answer within {limits.timeout_s:g} s")


def _postgresql(spec: SqlSpec, limits: Limits) -> Outcome:
    psycopg: Any = import_module("psycopg")
    wait_ms = max(1, int(limits.timeout_s * 1000))
    options = f"-c statement_timeout={wait_ms} -c default_transaction_read_only=on"
    wait_s = max(2, int(limits.timeout_s))
    try:
        # A cursor of the server hands rows over as they are taken: a flood of them is never held.
        with (
            psycopg.connect(spec.dsn, connect_timeout=wait_s, options=options) as connection,
            connection.cursor(name="remembrancer") as cursor,
        ):
            cursor.execute(spec.query)
            names: list[str] = [column.name for column in cursor.description or ()]
            return Outcome(state="ok", text=_given(spec, names, cursor, limits.size_bytes))
    except _TooLarge:
        return _too_large(limits)
    except psycopg.OperationalError as fault:
        return unreachable(f"the database cannot be asked ({type(fault).__name__})")
    except psycopg.Error as fault:
        return failed(f"the database refuses the query ({type(fault).__name__})")


def _too_large(limits: Limits) -> Outcome:
    return failed(f"the query gives more than {limits.size_bytes} bytes")


def _given(spec: SqlSpec, names: Sequence[str], rows: Iterable[Sequence[Any]], size_bytes: int) -> str:
    return _json(rows, size_bytes) if spec.as_json else _table(names, rows, size_bytes)


def _json(rows: Iterable[Sequence[Any]], size_bytes: int) -> str:
    import json

    lines: list[str] = []
    size = 2
    for row in rows:
        plain = [value if isinstance(value, int | float | str | None) else _cell(value) for value in row]
        lines.append(json.dumps(plain, ensure_ascii=False))
        size += len(lines[-1].encode()) + 2
        if size > size_bytes:
            raise _TooLarge
    return f"[{', '.join(lines)}]"


def _table(names: Sequence[str], rows: Iterable[Sequence[Any]], size_bytes: int) -> str:
    lines: list[str] = []
    size = 0
    for row in rows:
        lines.append("\t".join(map(_cell, row)))
        size += len(lines[-1].encode()) + 1
        if size > size_bytes:
            raise _TooLarge
    if len(names) == 1 and len(lines) == 1:
        return lines[0]
    text = "\n".join(["\t".join(map(_cell, names)), *lines, ""])
    if len(text.encode()) > size_bytes:
        raise _TooLarge
    return text


def _cell(value: Any) -> str:
    """Return a value on one line, so that rows stay apart."""
    match value:
        case None:
            return ""
        case bytes():
            return value.hex()
        case _:
            text = str(value).encode("utf-8", errors="replace").decode().replace("\0", "\ufffd")
            return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\r", "\\r").replace("\n", "\\n")


def _said(fault: BaseException) -> str:
    return " ".join(str(fault).split())[:SAID_CHARS_MAX] or type(fault).__name__
