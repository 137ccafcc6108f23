"""Archive files where writers are killed, or meet: no half file under a final name, nothing lost, nothing twice."""

import multiprocessing
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from archive_reading import content, pages, retired, sidecar_of
from archivists import ROUNDS, archive_some, archive_until_killed
from remembrancer import Remembrancer
from remembrancer.domain.events import MemoryArchived

FORKSERVER = multiprocessing.get_context("forkserver")
FORKSERVER.set_forkserver_preload(["archivists"])
PATIENCE_S = 60


def received(receiving: Any) -> list[str]:
    found: list[str] = []
    try:
        while True:
            found.append(receiving.recv())
    except (EOFError, OSError):  # the end, perhaps within a message
        return found
    finally:
        receiving.close()


def killed_after(store: Path, wait_s: float) -> list[str]:
    """Let a writer work for a while once it writes files, kill it, and return what it acknowledged."""
    before = len(pages(store))
    receiving, sending = FORKSERVER.Pipe(duplex=False)
    process = FORKSERVER.Process(target=archive_until_killed, args=(str(store), sending))
    process.start()
    sending.close()
    assert receiving.poll(PATIENCE_S), "the writer never got to work"
    deadline = time.monotonic() + PATIENCE_S
    while len(pages(store)) == before:
        assert time.monotonic() < deadline, "the writer never wrote a file"
        time.sleep(0.001)
    time.sleep(wait_s)
    process.kill()
    process.join()
    return received(receiving)


def archived_in_log(memory: Remembrancer) -> list[str]:
    recorded = (memory.store.codec.decode(stored).event for stored in memory.store.log.read())
    return [event.memory for event in recorded if isinstance(event, MemoryArchived)]


@pytest.mark.timeout(300)
def test_a_writer_killed_while_it_writes_files_leaves_none_by_half_and_loses_and_doubles_nothing(
    tmp_path: Path,
) -> None:
    store = tmp_path / "memory"
    Remembrancer.open(store).close()
    chance = random.Random(20261130)
    acknowledged: set[str] = set()
    cut_short = 0
    for _ in range(30):
        acknowledged.update(killed_after(store, chance.uniform(0, 0.08)))
        for page in pages(store):
            content(page)
        lock = store / "archive" / ".lock"
        cut_short += lock.exists() and lock.read_bytes() != b""
        with Remembrancer.open(store) as memory:
            memory.store.archive.drain()
            assert memory.check_archive().problems == ()
            archived = archived_in_log(memory)
        assert Counter(retired(store)) == Counter(archived)
        assert acknowledged <= set(archived)
        assert not [page for page in pages(store) if not sidecar_of(page).exists()]
    assert len(acknowledged) >= 30
    assert cut_short > 0, "no writer was killed at work: the test has proved nothing"


def test_processes_that_archive_at_once_write_everything_once(tmp_path: Path) -> None:
    store = tmp_path / "memory"
    Remembrancer.open(store).close()
    running = [FORKSERVER.Process(target=archive_some, args=(str(store), number)) for number in range(2)]
    for process in running:
        process.start()
    for process in running:
        process.join(PATIENCE_S)
        assert process.exitcode == 0
    with Remembrancer.open(store) as memory:
        memory.store.archive.drain()
        assert memory.check_archive().ok
        assert Counter(retired(store)) == Counter(archived_in_log(memory))
    assert len(retired(store)) == 2 * ROUNDS * 3
