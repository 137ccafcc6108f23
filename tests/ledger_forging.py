"""What somebody does to a store who holds its folder, and knows the product, but not the state folder."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from remembrancer.domain.events import AnyEvent, LedgerAccepted, PolicyAdopted
from remembrancer.domain.policy import policy_from, settings_of
from remembrancer.infrastructure.codec import Codec
from remembrancer.infrastructure.sqlite import GUARDS

LOG = {"events", "event_tags", "sqlite_sequence"}


@contextmanager
def forging(store: Path) -> Iterator[sqlite3.Connection]:
    """Lend the log without what guards it; what follows from it is thrown away afterwards: the store makes it anew."""
    with closing(sqlite3.connect(store / "memory.db", isolation_level=None)) as log:
        for guard in GUARDS:
            log.execute(f"DROP TRIGGER {guard}")
        yield log
        for guard in GUARDS.values():
            log.execute(guard)
        for (table,) in log.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if table not in LOG:
                log.execute(f"DROP TABLE {table}")
        log.execute("UPDATE sqlite_sequence SET seq = (SELECT max(position) FROM events) WHERE name = 'events'")
    shutil.rmtree(store / "ledger", ignore_errors=True)


def put_behind(log: sqlite3.Connection, type_: str, tags: list[str], body: bytes) -> int:
    ((head, at),) = log.execute("SELECT max(position), max(at) FROM events").fetchall()
    written = json.dumps(tags, separators=(",", ":"))
    log.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", (head + 1, at + 1, type_, written, body))
    log.executemany("INSERT INTO event_tags VALUES (?, ?)", [(tag, head + 1) for tag in tags])
    return head + 1


def append(log: sqlite3.Connection, event: AnyEvent) -> int:
    made = Codec().encode(event)
    return put_behind(log, made.type, list(made.tags), made.body)


def edit_first_memory(log: sqlite3.Connection, importance: int = 9) -> None:
    ((position, body),) = log.execute(
        "SELECT position, body FROM events WHERE type = 'memory.recorded/1' ORDER BY position LIMIT 1"
    ).fetchall()
    said = json.dumps({**json.loads(body), "importance": importance}, sort_keys=True, separators=(",", ":"))
    log.execute("UPDATE events SET body = ? WHERE position = ?", (said.encode(), position))


def take_out(log: sqlite3.Connection, type_: str) -> None:
    """Delete all events of a type, and close the gaps."""
    gone = log.execute("SELECT position FROM events WHERE type = ? ORDER BY position DESC", (type_,)).fetchall()
    for (position,) in gone:
        for table in ("events", "event_tags"):
            log.execute(f"DELETE FROM {table} WHERE position = ?", (position,))
        later = log.execute("SELECT position FROM events WHERE position > ? ORDER BY position", (position,)).fetchall()
        for (other,) in later:
            for table in ("events", "event_tags"):
                log.execute(f"UPDATE {table} SET position = ? WHERE position = ?", (other - 1, other))


def policy_off() -> PolicyAdopted:
    settings: dict[str, Any] = settings_of(policy_from({"version": 7, "ledger": {"verify": "off"}}))
    return PolicyAdopted(actor="file:remembrancer.toml", cause="cmd_0", box=None, version=7, settings=settings)


def accepted(found: int) -> LedgerAccepted:
    return LedgerAccepted(
        actor="user:owner",
        cause="cmd_0",
        box=None,
        anchored_size=1_000_000,
        anchored_root="00" * 32,
        found_size=found,
        found_root="00" * 32,
        findings=(),
        keys=(),
    )


def copy_of_a_memory(log: sqlite3.Connection) -> tuple[str, list[str], bytes]:
    ((tags, body),) = log.execute(
        "SELECT tags, body FROM events WHERE type = 'memory.recorded/1' ORDER BY position LIMIT 1"
    ).fetchall()
    known = json.loads(body)["memory"]
    other = "mem_0000000000000000"
    return (
        "memory.recorded/1",
        [tag.replace(known, other) for tag in json.loads(tags)],
        body.replace(known.encode(), other.encode()),
    )
