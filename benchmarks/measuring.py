"""Measuring: what a benchmark reports, and how times are taken."""

import os
import platform
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec


class Scale(msgspec.Struct, frozen=True):
    """How much is measured."""

    quick: bool
    data: Path | None = None
    """Folder of data sets that are no part of the project."""
    events: int | None = None
    """How many events a log has for `verify`; None: as many as the scale says."""

    def pick(self, full: int, quick: int) -> int:
        """Return one of two sizes."""
        return quick if self.quick else full


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One number, as it was measured."""

    name: str
    value: float
    unit: str
    """`ratio`, `times`, `ms`, `1/s`, ..."""
    target: float | None = None
    better: Literal["more", "less"] = "more"

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None if there is none."""
        if self.target is None:
            return None
        return self.value >= self.target if self.better == "more" else self.value <= self.target


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What one benchmark found."""

    benchmark: str
    figures: list[Figure]
    notes: list[str] = []
    """What a reader must know to judge them."""
    samples: dict[str, list[float]] = {}
    """The rounds that the figures are medians of."""


class Spent(msgspec.Struct, frozen=True):
    """What a piece of work took, in seconds."""

    wall_s: float
    cpu_s: float
    """Of this process, all threads."""


def spend(work: Callable[[], object]) -> Spent:
    """Do some work and return what it took."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Spent(time.perf_counter() - wall, time.process_time() - cpu)


def median(values: Sequence[float]) -> float:
    """Return the median."""
    return statistics.median(values)


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the value that `percent` of `values` do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


@contextmanager
def scratch() -> Iterator[Path]:
    """Lend a folder on the disk that holds temporary files."""
    with tempfile.TemporaryDirectory(prefix="remembrancer-bench-") as folder:
        yield Path(folder)


def machine() -> dict[str, Any]:
    """Return what the figures depend on."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "executable": sys.executable,
        "sqlite": sqlite3.sqlite_version,
        "system": platform.platform(terse=True),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load_before": round(os.getloadavg()[0], 2),
        "scratch": tempfile.gettempdir(),
        "commit_ms": round(_commit_ms(), 3),
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()


def _commit_ms() -> float:
    """Return what a durable commit of one small row takes here: most of what a single record waits for."""
    with scratch() as folder:
        connection = sqlite3.connect(folder / "probe.db", isolation_level=None)
        for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "CREATE TABLE t(x)"):
            connection.execute(statement)
        times = [spend(lambda: connection.execute("INSERT INTO t VALUES (1)")).wall_s for _ in range(100)]
        connection.close()
    return median(times) * 1000
