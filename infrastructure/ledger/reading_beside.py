"""Reading parts of a log in processes of their own: to hash and to decode keeps one interpreter busy.

Only a part in which nothing is wrong is taken from there. Whatever is odd, and whatever cannot be done there, is read
again by the caller, who tells of each fault.
"""

import os
import sqlite3
import subprocess
import sys
from bisect import bisect_right
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import msgspec

from ..codec import Codec
from .kept import KeptLeaves
from .scan import FAR, LogScan, Part, Progress
from .tree import subtrees

WORTH_IT = 100_000
"""Events from which another process is worth its start."""
_PROCESSES_MAX = 4
"""Processes that read one log, the caller's included."""
_CALLERS_SHARE = 0.9
"""Of what another process reads: the caller has more to do besides."""
_WRITTEN_MAX = 1 << 63
_CALL = "from remembrancer.infrastructure.ledger.reading_beside import main; main()"


class Given(msgspec.Struct, frozen=True):
    """What another process is asked for."""

    path: str
    folder: str
    """Of the leaves that the ledger kept."""
    store_id: str
    after: int
    upto: int
    sizes: list[int]
    """Of the tree whose root is wanted."""
    factor: int
    watched: str


class ReadingBeside:
    """Another process that reads a part of a log while the caller reads the beginning."""

    def __init__(self, given: Given) -> None:
        self.after, self.upto = given.after, given.upto
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
        """End it, if it has not ended, and let go of what it said."""
        self._process.kill()
        assert self._process.stdout is not None, "it was asked for"
        self._process.stdout.close()
        self._process.wait()


def read_whole(scan: LogScan, progress: Progress | None = None) -> None:
    """Look at a whole log, in several processes if it is long."""
    scan.begin()
    others = _begun(scan) if scan.expected >= WORTH_IT else []
    try:
        if others:
            scan.take_all(0, others[0].after, progress)
        for other in others:
            part = other.take() if scan.head == other.after else None
            if part is None:
                scan.take_all(max(scan.head, other.after), other.upto, progress)
            else:
                scan.take_part(part, other.upto)
    finally:
        for other in others:
            other.end()
    scan.take_all(scan.head, FAR, progress)
    scan.end()


def _begun(scan: LogScan) -> list[ReadingBeside]:
    """Begin to read a log in other processes; the caller reads what comes before the part of the first."""
    begun = list[ReadingBeside]()
    with suppress(OSError, sqlite3.Error):
        path = next((row[2] for row in scan.connection.execute("PRAGMA database_list") if row[1] == "main"), "")
        if path and sys.executable:
            for after, end in pairwise(_cuts(scan.expected, min(processors(), _PROCESSES_MAX))):
                given = Given(
                    path=path,
                    folder=str(scan.kept.folder),
                    store_id=scan.store_id,
                    after=after,
                    upto=end,
                    sizes=[size for size in scan.sizes if after < size <= end],
                    factor=scan.tags.factor,
                    watched=scan.watched_type,
                )
                begun.append(ReadingBeside(given))
    return begun


def _cuts(upto: int, processes: int) -> list[int]:
    """Return the position after which the part of each other process begins, and the end of the last one."""
    others = processes - 1
    share = upto / (others + _CALLERS_SHARE)
    return [upto - int((others - number) * share) for number in range(processes)]


def processors() -> int:
    """Return how many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Gathering(LogScan):
    """A scan that keeps subtrees for the caller's tree instead of growing one."""

    def __init__(self, connection: sqlite3.Connection, given: Given, kept: KeptLeaves) -> None:
        super().__init__(connection, given.store_id, Codec(), kept, sizes=given.sizes, watched=given.watched)
        self.tags.factor = given.factor
        self.head = self._grown = given.after
        self.subtrees: list[tuple[int, bytes]] = []

    def _grow(self, leaves: list[bytes]) -> None:
        begin, end = self._grown, self._grown + len(leaves)
        wanted = self.sizes[bisect_right(self.sizes, begin) : bisect_right(self.sizes, end - 1)]
        for one, other in pairwise([begin, *wanted, end]):
            self.subtrees += subtrees(leaves[one - begin : other - begin], one)
        self._grown = end


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
    times: list[int] = []
    with KeptLeaves(Path(given.folder)) as kept:
        scan = _Gathering(connection, given, kept)
        for rows in scan.pages(given.after, given.upto):
            times += [rows[0][1], rows[-1][1]]
            scan.take(rows)
    odd = scan.findings or scan.differing or not scan.is_whole
    if odd or scan.head != given.upto or not times:
        return None
    return Part(
        subtrees=scan.subtrees,
        first_at=times[0],
        last_at=times[-1],
        types={str(type_): number for type_, number in scan.types.items()},
        watched=scan.watched,
        tags={tag: value if value < _WRITTEN_MAX else str(value) for tag, value in scan.tags.sums().items()},
    )
