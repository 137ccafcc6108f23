"""What one reading of a source has met so far, on disk if it is much: memory use stays constant."""

import sqlite3
from typing import Self


class Seen:
    """Keys with the digest that each came with first."""

    def __init__(self) -> None:
        # The empty name: a private file that SQLite makes when its cache overflows, and removes at closing.
        self._db = sqlite3.connect("", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = OFF")
        self._db.execute("CREATE TABLE seen(key TEXT PRIMARY KEY, digest TEXT NOT NULL) STRICT, WITHOUT ROWID")
        self._db.execute("BEGIN")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def meet(self, key: str, digest: str) -> str | None:
        """Take in a key; return the digest that it came with before, None if it was not met."""
        if self._db.execute("INSERT INTO seen VALUES (?, ?) ON CONFLICT DO NOTHING", (key, digest)).rowcount:
            return None
        (earlier,) = self._db.execute("SELECT digest FROM seen WHERE key = ?", (key,)).fetchone()
        return earlier

    def forget(self, key: str) -> None:
        """Let a key count as not met."""
        self._db.execute("DELETE FROM seen WHERE key = ?", (key,))
