"""Durable records from eight threads of one process and from four processes, against one thread."""

import multiprocessing
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from remembrancer import Agent, Remembrancer

from .measuring import Figure, Report, Scale, median, scratch, spend
from .texts import texts

THREADS = 8
PROCESSES = 4


def run(scale: Scale) -> Report:
    """Measure all three in turn, each round in fresh stores."""
    each, rounds = scale.pick(500, 100), scale.pick(7, 3)
    ways: dict[str, Callable[[Path, int], float]] = {
        "one_per_s": _one_thread,
        "threads_per_s": _threads,
        "processes_per_s": _processes,
    }
    samples: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, measure in ways.items():
            with scratch() as folder:
                samples[name].append(measure(folder / "store", each))
    one, threads, processes = (median(values) for values in samples.values())
    return Report(
        benchmark="group_commit",
        figures=[
            Figure(name=f"{THREADS} threads against one", value=threads / one, unit="times"),
            Figure(name=f"{PROCESSES} processes against one", value=processes / one, unit="times"),
            Figure(name="one thread", value=one, unit="records/s"),
            Figure(name=f"{THREADS} threads", value=threads, unit="records/s"),
            Figure(name=f"{PROCESSES} processes", value=processes, unit="records/s"),
        ],
        samples=samples,
    )


def _one_thread(path: Path, each: int) -> float:
    with Remembrancer.open(path) as memory:
        agent, words = memory.agent("atlas"), texts(each)
        return each / spend(lambda: _record(agent, words)).wall_s


def _threads(path: Path, each: int) -> float:
    with Remembrancer.open(path) as memory:
        workers = [
            threading.Thread(target=_record, args=(memory.agent(f"agent-{number}"), texts(each, seed=number)))
            for number in range(THREADS)
        ]

        def work() -> None:
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()

        return THREADS * each / spend(work).wall_s


def _processes(path: Path, each: int) -> float:
    with Remembrancer.open(path):
        pass
    context = multiprocessing.get_context("spawn")
    ready = context.Barrier(PROCESSES + 1)
    workers = [
        context.Process(target=_record_in_process, args=(path, f"agent-{number}", each, ready))
        for number in range(PROCESSES)
    ]
    for worker in workers:
        worker.start()
    ready.wait()

    def work() -> None:
        for worker in workers:
            worker.join()

    return PROCESSES * each / spend(work).wall_s


def _record_in_process(path: Path, name: str, each: int, ready: "threading.Barrier") -> None:
    with Remembrancer.open(path) as memory:
        agent, words = memory.agent(name), texts(each)
        ready.wait()
        _record(agent, words)


def _record(agent: Agent, words: Sequence[str]) -> None:
    for text in words:
        agent.record(text)
