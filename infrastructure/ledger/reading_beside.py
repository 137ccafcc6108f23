"""Reading a part of a log in a process of its own: to hash and to decode keeps one interpreter busy.

Only a part in which nothing is wrong is taken from there. Whatever is odd, and whatever cannot be done there, is read
again by the caller, who tells of each fault.
"""

import os
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from ..codec import Codec
from .kept import KeptLeaves
from .scan import LogScan
from .tree import HASH_BYTES

WORTH_IT = 100_000
"""Events from which another process is worth its start."""
_CALL = "from remembrancer.infrastructure.ledger.reading_beside import main; main()"


class Given(msgspec.Struct, frozen=True):
    """What the other process is asked for."""

    path: str
    store_id: str
    after: int
    upto: int
    factor: int
    watched: str


class Part(msgspec.Struct, frozen=True):
    """What it read: events without a gap, in which nothing is wrong."""

    leaves: bytes
    first_at: int
    last_at: int
    types: dict[str, int]
    watched: list[tuple[Any, ...]]
    memories: dict[str, int]
    others: dict[str, int]
    sums: dict[str, int]

    def each_leaf(self) -> list[bytes]:
        """Return the hashes of the leaves."""
        return [self.leaves[at : at + HASH_BYTES] for at in range(0, len(self.leaves), HASH_BYTES)]


class ReadingBeside:
    """Another process that reads the end of a log while the caller reads the rest."""

    def __init__(self, given: Given) -> None:
        self.given = given
        # What is imported there is what is imported here.
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self._process = subprocess.Popen(  # noqa: S603 - this package runs itself
            [sys.executable, "-c", _CALL],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environ,
        )
        assert self._process.stdin is not None, "it was asked for"
        self._process.stdin.write(msgspec.json.encode(given))
        self._process.stdin.close()
        self._process.stdin = None

    def take(self) -> Part | None:
        """Wait for what it read, and return that; None if anything there is odd."""
        found, _ = self._process.communicate()
        if self._process.returncode:
            return None
        try:
            return msgspec.msgpack.decode(found, type=Part)
        except msgspec.DecodeError:
            return None

    def end(self) -> None:
        """End it, if it has not ended."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()


def begun(connection: sqlite3.Connection, store_id: str, after: int, upto: int, scan: LogScan) -> ReadingBeside | None:
    """Begin to read the events after a position beside the caller; None where there is nothing to be read from."""
    try:
        path = next((row[2] for row in connection.execute("PRAGMA database_list") if row[1] == "main"), "")
        if not path or not sys.executable:
            return None
        return ReadingBeside(Given(path, store_id, after, upto, scan.tags.factor, scan.watched_type))
    except (OSError, sqlite3.Error):
        return None


class _Gathering(LogScan):
    """A scan that keeps the leaves instead of growing a tree of them."""

    def __init__(self, connection: sqlite3.Connection, given: Given, nothing: KeptLeaves) -> None:
        super().__init__(connection, given.store_id, Codec(), nothing, sizes=(), watched=given.watched)
        self.tags.factor = given.factor
        self.head = given.after
        self.leaves = bytearray()

    def _grow(self, leaves: list[bytes]) -> None:
        self.leaves += b"".join(leaves)


def main() -> None:
    """Read what standard input asks for, and write it to standard output; end with 1 if anything is odd."""
    given = msgspec.json.decode(sys.stdin.buffer.read(), type=Given)
    found = None
    with suppress(sqlite3.Error, ValueError, TypeError):
        found = _read(given)
    if found is None:
        sys.exit(1)
    sys.stdout.buffer.write(msgspec.msgpack.encode(found))


def _read(given: Given) -> Part | None:
    connection = sqlite3.connect(f"{Path(given.path).resolve().as_uri()}?mode=ro", uri=True)
    scan = _Gathering(connection, given, KeptLeaves(Path(os.devnull)))
    times: list[int] = []
    for rows in scan.pages(given.after, given.upto):
        times += [rows[0][1], rows[-1][1]]
        scan.take(rows)
    if scan.findings or not scan.is_whole or scan.head != given.upto or not times:
        return None
    memories, others, sums = scan.tags.parts()
    types: Counter[str] = Counter({str(type_): number for type_, number in scan.types.items()})
    return Part(bytes(scan.leaves), times[0], times[-1], types, list(scan.watched), memories, others, sums)
