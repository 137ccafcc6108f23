"""`python -m benchmarks`: run what is asked for, print a table, write JSON."""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from remembrancer.infrastructure.ledger.state_folder import VARIABLE

from . import (
    archive_files,
    as_of,
    boot,
    context,
    dream_speed,
    erasure,
    export,
    group_commit,
    layers_now,
    ledger,
    life,
    many_records,
    rebuild,
    refusals,
    search,
    single_record,
    start_up,
    tampering,
    verify,
)
from .measuring import Figure, Report, Scale, machine

BENCHMARKS: dict[str, Callable[[Scale], Report]] = {
    "single_record": single_record.run,
    "many_records": many_records.run,
    "rebuild": rebuild.run,
    "as_of": as_of.run,
    "start_up": start_up.run,
    "group_commit": group_commit.run,
    "layers_now": layers_now.run,
    "archive_files": archive_files.run,
    "boot": boot.run,
    "context": context.run,
    "life": life.run,
    "refusals": refusals.run,
    "search": search.run,
    "dream_speed": dream_speed.run,
    "erasure": erasure.run,
    "export": export.run,
    "ledger": ledger.run,
    "tampering": tampering.run,
    "verify": verify.run,
}
RESULTS = Path(__file__).parent / "results"


def main(arguments: list[str]) -> int:
    """Run benchmarks; the answer is 0 whatever they find."""
    asked = _asked(arguments)
    with tempfile.TemporaryDirectory(prefix="remembrancer-bench-state-") as state:
        # What stores note outside of themselves is noted here, and not in the user's own state folder.
        os.environ[VARIABLE] = state
        return _run(asked)


def _run(asked: argparse.Namespace) -> int:
    console, scale, began = Console(), Scale(quick=asked.quick, data=asked.data, events=asked.events), datetime.now(UTC)
    facts = machine()
    console.print(", ".join(f"{name} {value}" for name, value in facts.items()))
    reports: list[Report] = []
    for name in asked.names or BENCHMARKS:
        with console.status(f"{name} …"):
            reports.append(BENCHMARKS[name](scale))
        console.print(_table(reports[-1]))
        for note in reports[-1].notes:
            console.print(f"  {note}", style="dim")
    path = asked.json or RESULTS / f"{began:%Y-%m-%dT%H%M%S}.json"
    _write(path, {"at": began.isoformat(), "quick": asked.quick, "machine": facts, "reports": reports})
    console.print(f"written to {path}")
    return 0


def _asked(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure, side by side with bare SQLite.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(BENCHMARKS)}; none: all")
    parser.add_argument("--quick", action="store_true", help="smaller sizes, fewer rounds; a minute or two")
    parser.add_argument("--data", type=Path, help="folder of data sets, for `refusals`")
    parser.add_argument("--events", type=int, help="events of the log, for `verify`; 1,000,000, or 50,000 with --quick")
    parser.add_argument("--json", type=Path, help="where to write the figures; results/<time>.json")
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"no benchmark {unknown[0]!r}; there are {', '.join(BENCHMARKS)}")
    return asked


def _table(report: Report) -> Table:
    table = Table(title=report.benchmark, title_justify="left", expand=False)
    for heading, justify in (
        ("figure", "left"),
        ("value", "right"),
        ("unit", "left"),
        ("target", "right"),
        ("", "left"),
    ):
        table.add_column(heading, justify="right" if justify == "right" else "left")
    for figure in report.figures:
        table.add_row(figure.name, _number(figure.value), figure.unit, _target(figure), _verdict(figure))
    return table


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _target(figure: Figure) -> str:
    if figure.target is None:
        return ""
    return f"{'≥' if figure.better == 'more' else '≤'} {_number(figure.target)}"


def _verdict(figure: Figure) -> str:
    return {None: "", True: "[green]met[/]", False: "[red]missed[/]"}[figure.met]


def _write(path: Path, result: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
