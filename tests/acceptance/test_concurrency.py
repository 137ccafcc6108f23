"""Many threads and processes at once: nothing is lost, nothing doubled, nobody is refused for no reason."""

import multiprocessing
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from remembrancer import Remembrancer
from remembrancer.application import handler
from remembrancer.domain.facts import Facts
from writers import write_through_the_face

THREADS = 40


def at_once(work: Callable[[int], None]) -> None:
    """Do `work` in many threads; whatever one raises is raised here."""
    faults: list[BaseException] = []

    def guarded(number: int) -> None:
        try:
            work(number)
        except BaseException as fault:  # noqa: BLE001  # raised again in the thread of the test
            faults.append(fault)

    threads = [threading.Thread(target=guarded, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]


def test_threads_that_write_the_same_fact_all_get_through(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")

        def write(number: int) -> None:
            for turn in range(3):
                atlas.record(f"value {number}.{turn}", kind="fact", key="the.one")

        at_once(write)

        values = [entry for entry in memory.log() if entry.type.startswith(("memory.recorded", "memory.replaced"))]
        assert len(values) == 3 * THREADS
        assert len(atlas.layers()["L3"]) == 1
        assert memory.check() == []


def test_threads_that_fill_a_bounded_kind_keep_its_bound_and_every_memory(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")

        def write(number: int) -> None:
            atlas.record(f"decision {number}", kind="decision", importance=number % 10 + 1)

        at_once(write)

        layers = atlas.layers()
        assert len(layers["L2"]) == 10
        assert len(layers["L6"]) == THREADS - 10
        assert {belief.importance for belief in layers["L2"]} <= {8, 9, 10}


def test_threads_that_send_the_same_command_make_one_memory(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        made: list[str] = []
        at_once(lambda _: made.append(atlas.record("once", idempotency_key="order 7").id))
        assert len(made) == THREADS
        assert len(set(made)) == 1
        assert len(atlas.layers()["L2"]) == 1


def test_processes_that_make_a_store_and_write_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    folder, writers, times = tmp_path / "memory", 4, 6
    spawn = multiprocessing.get_context("spawn")
    processes = [
        spawn.Process(target=write_through_the_face, args=(str(folder), number, times)) for number in range(writers)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * writers

    with Remembrancer.open(folder) as memory:
        entries = list(memory.log())
        assert [entry.position for entry in entries] == list(range(1, len(entries) + 1))
        atlas = memory.agent("atlas").layers()
        assert len(atlas["L3"]) == 1
        assert sum(belief.kind == "decision" for belief in atlas["L2"]) == 10
        assert sum(belief.text.startswith("order") for belief in atlas["L2"]) == times
        for number in range(writers):
            assert len(memory.agent(f"writer-{number}").layers()["L2"]) == 5 * times
        assert memory.check() == []


def test_a_value_that_another_writer_recorded_meanwhile_by_a_faster_clock_is_replaced_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = datetime(2026, 5, 1, tzinfo=UTC)
    with (
        Remembrancer.open(tmp_path / "memory", clock=lambda: start) as slow,
        Remembrancer.open(tmp_path / "memory", clock=lambda: start + timedelta(seconds=5)) as fast,
    ):
        slow.agent("atlas").record("first", key="k")
        load, meanwhile = handler.load, ["second"]

        def load_late(*arguments: object) -> Facts:
            if meanwhile:
                fast.agent("atlas").record(meanwhile.pop(), key="k")
            return load(*arguments)  # pyright: ignore[reportArgumentType]  # handed through as given

        monkeypatch.setattr(handler, "load", load_late)
        slow.agent("atlas").record("third", key="k")

        texts = [belief.text for belief in slow.agent("atlas").layers()["L2"]]
        assert texts == ["third"]
