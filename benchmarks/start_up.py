"""What the command line takes to start and to record, against an interpreter that does nothing."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from .measuring import Figure, Report, Scale, median, scratch, spend

SCRIPT = Path(sys.executable).with_name("remembrancer")
"""As the package's installation put it beside the interpreter."""


def run(scale: Scale) -> Report:
    """Measure each in turn, from a shell's point of view."""
    if not SCRIPT.exists():
        return Report(benchmark="start_up", figures=[], notes=[f"{SCRIPT} is not there; install the package first"])
    rounds = scale.pick(40, 20)
    with scratch() as folder:
        # As after an installation: byte code is kept, whatever this shell asks of its own programs.
        environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
            "REMEMBRANCER_STORE": str(folder / "store"),
        }
        _call((str(SCRIPT), "init"), environment)
        commands = {
            "python -c pass": (sys.executable, "-c", "pass"),
            "remembrancer --version": (str(SCRIPT), "--version"),
            "remembrancer record": (str(SCRIPT), "record", "The archive is closed on Mondays."),
            "remembrancer layers": (str(SCRIPT), "layers"),
        }
        samples: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(rounds + 2):
            for name, command in commands.items():
                samples[name].append(spend(lambda command=command: _call(command, environment)).wall_s * 1000)
    samples = {name: values[2:] for name, values in samples.items()}  # the first two fill the caches
    return _report(samples)


def _call(command: Sequence[str], environment: Mapping[str, str]) -> None:
    subprocess.run(command, env=environment, check=True, capture_output=True)


def _report(samples: dict[str, list[float]]) -> Report:
    middle = {name: median(values) for name, values in samples.items()}
    nothing = middle.pop("python -c pass")
    targets = {"remembrancer --version": 3.0, "remembrancer record": 8.0}
    figures = [
        Figure(
            name=f"{name} against python -c pass",
            value=took / nothing,
            unit="times",
            target=targets.get(name),
            better="less",
        )
        for name, took in middle.items()
    ]
    figures.append(Figure(name="python -c pass", value=nothing, unit="ms"))
    return Report(benchmark="start_up", figures=figures, samples=samples)
