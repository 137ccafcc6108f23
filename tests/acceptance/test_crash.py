"""A writer that is killed at any moment loses nothing that it acknowledged, and stores nothing twice or by half."""

import multiprocessing
import random
import time
from collections import Counter
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from recording import KNOWN, decode, memory
from remembrancer.domain.events import MemoryRecorded
from remembrancer.infrastructure.sqlite_log import SqliteLog
from remembrancer.projections.core import CORE
from writers import append_until_killed

FORKSERVER = multiprocessing.get_context("forkserver")
FORKSERVER.set_forkserver_preload(["writers"])
BLOCK = 10**6
"""Memories that one writer of one round may number."""
PATIENCE_S = 60

Said = tuple[int, int, int | None]
"""Number of the first memory of a batch, how many they are, and the position of the first once they are stored."""


class Killings:
    """A store on which writers are killed, round after round."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.chance = random.Random(20261129)
        self.verified = 0
        self.memories: set[str] = set()
        self.acknowledged = 0

    def round(self, number: int, writers: int) -> None:
        """Let writers work, kill them, and compare what they acknowledged with what is stored."""
        said: list[Said] = []
        running = [self._start(f"w{n}", (number * 10 + n) * BLOCK) for n in range(writers)]
        for _, receiving in running:
            assert receiving.poll(PATIENCE_S), "the writer never got to work"
        time.sleep(self.chance.uniform(0, 0.12))
        for process, _ in running:
            process.kill()
        for process, receiving in running:
            process.join()
            said += received(receiving)
        self._verify(said)

    def _start(self, name: str, first: int) -> tuple[BaseProcess, Any]:
        receiving, sending = FORKSERVER.Pipe(duplex=False)
        process = FORKSERVER.Process(target=append_until_killed, args=(str(self.path), name, first, sending))
        process.start()
        sending.close()
        return process, receiving

    def _verify(self, said: list[Said]) -> None:
        with SqliteLog(self.path, projections=CORE, decode=decode, known_types=KNOWN, read_only=True) as log:
            assert log.notices == []
            seen = log.head()
        with SqliteLog(self.path, projections=CORE, decode=decode, known_types=KNOWN) as log:
            assert log.notices == []
            assert log.head() == seen
            stored: dict[int, str] = {}
            for position, event in enumerate(log.read(after=self.verified), start=self.verified + 1):
                assert event.position == position
                recorded = decode(event).event
                assert isinstance(recorded, MemoryRecorded)
                stored[position] = recorded.memory
            assert max(Counter(stored.values()).values(), default=1) == 1
            assert not self.memories & set(stored.values())
            places = {name: position for position, name in stored.items()}
            for number, size, first in said:
                found = [places.get(memory(number + n)) for n in range(size)]
                since = found[0] if first is None else first
                assert found == [None if since is None else since + n for n in range(size)]
            self.verified += len(stored)
        self.memories |= set(stored.values())
        self.acknowledged += sum(first is not None for _, _, first in said)


def received(receiving: Any) -> list[Said]:
    found: list[Said] = []
    try:
        while True:
            found.append(receiving.recv())
    except (EOFError, OSError):  # the end, perhaps within a message
        return found
    finally:
        receiving.close()


@pytest.mark.timeout(300)
def test_a_writer_killed_at_random_moments_loses_and_doubles_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    SqliteLog.create(path, projections=CORE, decode=decode).close()
    killings = Killings(path)
    for number in range(50):
        killings.round(number, writers=1 + number % 2)
    assert killings.acknowledged >= 50
    with SqliteLog(path, projections=CORE, decode=decode) as log:
        assert log.head() == killings.verified
        assert log.check() == []
