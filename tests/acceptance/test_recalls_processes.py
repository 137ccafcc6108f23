"""Recalls of several processes: killed ones lose their last moment only, concurrent ones are all counted."""

import multiprocessing
from pathlib import Path

import pytest

from noting import note_around_a_fork, note_beside_others, note_until_killed
from remembrancer import Remembrancer

SPAWN = multiprocessing.get_context("spawn")
PATIENCE_S = 60
COUNT = 40


@pytest.mark.parametrize("wanted", [3, 30])
def test_a_killed_process_loses_no_recall_that_was_flushed_and_leaves_none_by_half(tmp_path: Path, wanted: int) -> None:
    folder = tmp_path / "memory"
    with Remembrancer.open(folder) as memory:
        given = memory.agent("atlas").record("the only note").id
    receiving, sending = SPAWN.Pipe(duplex=False)
    process = SPAWN.Process(target=note_until_killed, args=(str(folder), sending))
    process.start()
    sending.close()
    durable = 0
    while durable < wanted:
        assert receiving.poll(PATIENCE_S), "the process never got to work"
        durable = receiving.recv()
    process.kill()
    process.join()
    while receiving.poll():
        try:
            durable = receiving.recv()
        except EOFError:
            break

    with Remembrancer.open(folder) as memory:
        assert memory.notices == ()
        atlas = memory.agent("atlas")
        queries = [one.query for one in reversed(atlas.recalls(limit=1_000_000))]
        assert queries == [f"question {number}" for number in range(1, len(queries) + 1)]
        # At most the three that followed the last answer, and the three before it if that was not received.
        assert durable <= len(queries) <= durable + 6
        assert atlas.show(given).references == len(queries)
        assert memory.check() == []


def test_processes_that_recall_at_once_are_all_counted_and_nobody_is_in_anybodys_way(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    with Remembrancer.open(folder) as memory:
        given = memory.agent("atlas").record("Words to find", kind="preference").id
    processes = [SPAWN.Process(target=note_beside_others, args=(str(folder), number, COUNT)) for number in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0]

    with Remembrancer.open(folder) as memory:
        atlas = memory.agent("atlas")
        queries = [one.query for one in reversed(atlas.recalls(limit=1_000))]
        assert len(queries) == 2 * COUNT
        for number in range(2):
            mine = [query for query in queries if query.startswith(f"question {number}.")]
            assert mine == [f"question {number}.{turn}" for turn in range(COUNT)]
        assert atlas.show(given).references == 2 * COUNT
        assert memory.check() == []


def test_a_forked_child_takes_no_notes_and_waits_for_none_of_its_parents(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    process = SPAWN.Process(target=note_around_a_fork, args=(str(folder),))
    process.start()
    process.join(PATIENCE_S)
    assert process.exitcode == 0
    with Remembrancer.open(folder) as memory:
        assert [one.query for one in memory.agent("atlas").recalls()] == ["after the fork", "before the fork"]
