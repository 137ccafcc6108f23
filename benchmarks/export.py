"""Exporting a whole log, against reading it with sqlite3 and writing it with orjson."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import orjson

from remembrancer import Remembrancer
from remembrancer.infrastructure.exports.verifying import verify_export
from remembrancer.infrastructure.rows import SELECTED

from .history import fill
from .measuring import Figure, Report, Scale, Spent, median, scratch, spend

EVENTS = int(os.environ.get("REMEMBRANCER_BENCH_EVENTS", "200000"))
"""How many; set the variable to 1000000 for the size that is promised."""
PAGE = 4_096


def run(scale: Scale) -> Report:
    """Measure all in turn over the same store, each into a new folder."""
    count, rounds = scale.pick(EVENTS, 20_000), scale.pick(3, 3)
    with scratch() as folder:
        with Remembrancer.open(folder / "store") as memory:
            fill(memory.store, count, sealed=True)
        with Remembrancer.open(folder / "store") as memory:
            work: dict[str, Callable[[], object]] = {
                "orjson_s": lambda: _with_orjson(folder / "store" / "memory.db", folder / "plain.jsonl"),
                "sealed_s": lambda: memory.export(folder / "out", sealed=True),
                "open_s": lambda: memory.export(folder / "out"),
                "verify_s": lambda: verify_export(folder / "out"),
            }
            spent: dict[str, list[Spent]] = {name: [] for name in work}
            for _ in range(rounds):
                for name, do in work.items():
                    if name in {"sealed_s", "open_s"}:
                        shutil.rmtree(folder / "out", ignore_errors=True)
                    spent[name].append(spend(do))
            check = verify_export(folder / "out")
            size = (folder / "out" / "events.jsonl").stat().st_size
    assert check.ok, check.problems
    samples = {name: [one.wall_s for one in those] for name, those in spent.items()}
    plain, sealed, opened, verified = (median(values) for values in samples.values())
    cpu = {name: median([one.cpu_s for one in those]) for name, those in spent.items()}
    return Report(
        benchmark="export",
        figures=[
            _times(f"exporting {count:,} events with their words, against sqlite3 and orjson", opened / plain, 3),
            _times("the same with --sealed", sealed / plain, 3),
            _times("CPU time, with words", cpu["open_s"] / cpu["orjson_s"], None),
            _times("CPU time, with --sealed", cpu["sealed_s"] / cpu["orjson_s"], None),
            _times("verifying it offline, against the same", verified / plain, None),
            Figure(name="exported with words", value=count / opened, unit="events/s"),
            Figure(name="exported with --sealed", value=count / sealed, unit="events/s"),
        ],
        notes=[
            f"{size / count:.0f} bytes a line; exports are hashed, proved, signed and synced to the disk, orjson's not",
        ],
        samples=samples,
    )


def _times(name: str, value: float, target: float | None) -> Figure:
    return Figure(name=name, value=value, unit="times", target=target, better="less")


def _with_orjson(log: Path, path: Path) -> None:
    """Write one object a line, with tags and body as JSON within it."""
    names = [name.strip() for name in SELECTED.split(",")]
    with closing(sqlite3.connect(log)) as connection, path.open("wb") as file:
        cursor = connection.execute(f"SELECT {SELECTED} FROM events ORDER BY position")
        while page := cursor.fetchmany(PAGE):
            for position, at, type_, tags, body in page:
                values = (position, at, type_, orjson.loads(tags), orjson.loads(body))
                file.write(orjson.dumps(dict(zip(names, values, strict=True)), option=orjson.OPT_APPEND_NEWLINE))
