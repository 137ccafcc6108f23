"""Lives in several processes: killed ones are resumed, concurrent ones count exactly and keep every bound."""

import multiprocessing
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Remembrancer, intent_signature
from working_lives import ENVELOPE, checkpoint_until_killed, live_beside_others, observe_targets, start_one_task

SPAWN = multiprocessing.get_context("spawn")
PATIENCE_S = 60


def run_together(work: Callable[..., object], count: int, *arguments: Any) -> None:
    """Do the same in several processes at once, each with its number."""
    folder, *others = arguments
    processes = [SPAWN.Process(target=work, args=(folder, number, *others)) for number in range(count)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * count


@pytest.mark.parametrize("checkpoints", [1, 7, 40])
def test_a_task_whose_process_was_killed_resumes_from_its_last_checkpoint_and_says_how_old_it_is(
    tmp_path: Path, checkpoints: int
) -> None:
    folder = tmp_path / "memory"
    receiving, sending = SPAWN.Pipe(duplex=False)
    process = SPAWN.Process(target=checkpoint_until_killed, args=(str(folder), sending))
    process.start()
    sending.close()
    acknowledged = 0
    while acknowledged < checkpoints:
        assert receiving.poll(PATIENCE_S), "the process never got to work"
        acknowledged = receiving.recv()
    process.kill()
    process.join()
    while receiving.poll():
        try:
            acknowledged = receiving.recv()
        except EOFError:
            break

    later = datetime.now(UTC) + timedelta(hours=5)
    with Remembrancer.open(folder, clock=lambda: later) as memory:
        task = memory.agent("atlas").task("read the archive")
        assert task.status == "interrupted"
        noted, checkpoints_made = task.checkpoint_at, task.checkpoints
        state = task.resume(because="the process died")
        assert state["objective"] == "Read every page"
        # One more may have been stored than could be told of.
        assert state["page"] in {acknowledged, acknowledged + 1}
        assert (state["page"], state["notes"]) == (checkpoints_made, f"第 {state['page']} 页 " * (state["page"] % 50))
        assert (state.checkpoint_at, state.age) == (noted, later - noted)
        assert timedelta(hours=4) < state.age < timedelta(hours=6)
        assert task.status == "running"
        assert task.complete("read to the end").metadata["state"]["page"] == state["page"]
        assert list(memory.agent("atlas").layers()["L1"]) == []
        assert memory.check() == []


def test_two_processes_and_twenty_targets_meet_in_one_record_with_exact_counts(tmp_path: Path) -> None:
    folder, targets, rounds = tmp_path / "memory", 20, 3
    run_together(observe_targets, 2, str(folder), targets, rounds)

    turns = [(turn + target) % 3 for _ in range(2) for turn in range(rounds) for target in range(targets)]
    expected = (len(turns), turns.count(0), turns.count(1))
    for read_only in (False, True):
        with Remembrancer.open(folder, read_only=read_only) as memory:
            atlas = memory.agent("atlas")
            found = {intent.scope: intent for intent in atlas.intents()}
            assert set(found) == {"agent:atlas", "fleet"}
            for intent in found.values():
                assert (intent.uses, intent.successes, intent.rollbacks) == expected
                assert intent.signature == intent_signature(ENVELOPE)
            assert len(found["agent:atlas"].examples) == 5
            assert len(list(memory.log(types=["intent.learned"]))) == 2
            assert len(list(memory.log(types=["intent.observed"]))) == 2 * len(turns)
            assert [each.uses for each in memory.agent("worker-0").intents()] == [expected[0]]
            assert memory.check() == []


def test_processes_that_live_at_once_count_everything_once_and_keep_every_bound(tmp_path: Path) -> None:
    folder, workers, times = tmp_path / "memory", 3, 5
    run_together(live_beside_others, workers, str(folder), times)

    with Remembrancer.open(folder) as memory:
        atlas = memory.agent("atlas")
        assert [level.count for level in atlas.traumas()] == [workers * times]
        assert len(atlas.decisions()) == workers * times
        window = atlas.decision_quality().window
        assert (window.made, window.right) == (workers * times, workers * times)
        assert atlas.session("shared").message_count == workers * times
        assert len(list(memory.log(types=["session.started"]))) == workers * times + 1
        assert {intent.uses for intent in atlas.intents()} == {1}
        assert len(atlas.intents()) == times
        kinds = Counter(each.kind for each in atlas.layers()["L2"])
        assert kinds["decision"] == 10
        assert kinds["session"] == 5
        assert kinds["task-context"] == workers * times + (workers * times - 5)
        assert {task.status for task in atlas.tasks()} == {"completed"}
        assert len(atlas.tasks()) == workers * times
        assert memory.check() == []


def test_one_task_that_processes_start_and_complete_at_once_is_started_and_completed_in_turn(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    run_together(start_one_task, 3, str(folder), 8)

    with Remembrancer.open(folder) as memory:
        told = Counter(note.text for note in memory.agent("counter").layers()["L2"])
        events = [entry.type for entry in memory.log(types=["task"])]
        assert events == ["task.started/1", "task.completed/1"] * (len(events) // 2)
        assert told["started"] == told["completed"] == len(events) // 2
        assert sum(told.values()) == 2 * 3 * 8
        assert len(memory.agent("atlas").layers()["L2"]) == len(events) // 2
        assert memory.check() == []
