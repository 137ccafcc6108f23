"""`python -m benchmarks.recall --data PATH`: measure how well memories are found, beside what else there is."""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.console import Console

from ..measuring import machine, scratch
from . import ours, tables
from .data import PART, DataFault, DataSet, find_sets
from .figures import mean_over_sets
from .running import Result, run
from .systems import BASELINES, Opening, Unavailable
from .targets import SATURATED, TARGETS

RESULTS = Path(__file__).parents[1] / "results"
PIPED_WIDTH = 160
"""Columns of the tables where the output is no terminal."""


def main(arguments: list[str]) -> int:
    """Measure what is asked for; the answer is 0 whatever is found."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    openings = _openings(asked.semantic)
    systems = [*(asked.systems or openings), *([ours.SEMANTIC] if asked.semantic else [])]
    if unknown := [name for name in systems if name not in openings]:
        parser.error(f"no system {unknown[0]!r}; there are {', '.join(openings)}")
    try:
        sets = find_sets(asked.data, asked.sets, asked.part)
    except DataFault as fault:
        parser.error(str(fault))
    began, clock, facts = datetime.now(UTC), time.perf_counter(), machine()
    console = Console(width=None if sys.stdout.isatty() else PIPED_WIDTH)
    console.print(", ".join(f"{name} {value}" for name, value in facts.items()))
    try:
        results = _measure({name: openings[name] for name in systems}, sets, console)
    except DataFault as fault:
        console.print(str(fault), style="red", markup=False)
        return 2
    path = asked.json or RESULTS / f"recall-{began:%Y-%m-%dT%H%M%S}.json"
    _write(path, {"at": began.isoformat(), "machine": facts, "part": asked.part, **_report(results)})
    console.print(f"{time.perf_counter() - clock:,.0f} s in all; written to {path}", highlight=False)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recall", description="Measure recall on data sets.")
    parser.add_argument("--data", type=Path, required=True, help="folder of data sets (make: DATA=PATH)")
    parser.add_argument("--part", default=PART, help=f"folder inside each set that is read; {PART}")
    parser.add_argument("--sets", type=_names, default=[], help="names, with commas between; all that are there")
    parser.add_argument("--systems", type=_names, default=[], help=f"{', '.join(_openings(None))}; all of them")
    parser.add_argument("--json", type=Path, help="where to write the figures; results/recall-<time>.json")
    parser.add_argument(
        "--semantic",
        nargs="?",
        const=ours.EMBEDDER,
        metavar="MODULE:CALLABLE",
        help=f"measure Remembrancer with an embedder as well; {ours.EMBEDDER}",
    )
    return parser


def _names(written: str) -> list[str]:
    return [name for part in written.split(",") if (name := part.strip())]


def _openings(embedder: str | None) -> dict[str, Opening]:
    semantic = {} if embedder is None else {ours.SEMANTIC: ours.opening(embedder)}
    return {**BASELINES, ours.NAME: ours.opening(), **semantic}


def _measure(openings: dict[str, Opening], sets: Sequence[DataSet], console: Console) -> list[Result]:
    results: list[Result] = []
    left = dict(openings)
    for data in sets:
        of_set = list(_on_set(left, data, console))
        if of_set:
            console.print(tables.of_set(of_set))
        results += of_set
    if results:
        console.print(tables.summary(results))
    return results


def _on_set(left: dict[str, Opening], data: DataSet, console: Console) -> Iterator[Result]:
    """Yield what each system gives on a set; one that cannot be measured is named once and taken out."""
    for name, opening in list(left.items()):
        try:
            with console.status(f"{data.name}: {name} …"), scratch() as folder:
                yield run(name, opening, data, folder)
        except Unavailable as reason:
            console.print(f"{name} is left out: {reason}", style="yellow", markup=False)
            del left[name]


def _report(results: Sequence[Result]) -> dict[str, object]:
    systems = tables.by_system(results)
    return {
        "mean_of_all": {name: mean_over_sets(sets) for name, sets in systems.items()},
        "mean_without_cmrc": {name: mean_over_sets(sets, SATURATED) for name, sets in systems.items()},
        "targets_of_recall_5": TARGETS,
        "results": results,
    }


def _write(path: Path, report: dict[str, object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.encode(report) + b"\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
