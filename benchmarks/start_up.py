"""What the command line takes to start and to record, against an interpreter that does nothing."""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path

from .measuring import Figure, Report, Scale, median, scratch, spend

ROOT = Path(__file__).parents[1]
START = "import sys; from remembrancer.interfaces.main import main; sys.exit(main())"
"""What the console script does."""


def run(scale: Scale) -> Report:
    """Measure each in turn, from a shell's point of view."""
    rounds = scale.pick(40, 20)
    with scratch() as folder:
        # As after an installation: byte code is kept, whatever this shell asks of its own programs.
        environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
            "REMEMBRANCER_STORE": str(folder / "store"),
        }
        python = _plain_installation(folder / "venv")
        script = (python, "-c", START)
        _call((*script, "init"), environment)
        commands = {
            "python -c pass": (python, "-c", "pass"),
            "remembrancer --version": (*script, "--version"),
            "remembrancer record": (*script, "record", "The archive is closed on Mondays."),
            "remembrancer layers": (*script, "layers"),
        }
        samples: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(rounds + 2):
            for name, command in commands.items():
                samples[name].append(spend(lambda command=command: _call(command, environment)).wall_s * 1000)
    samples = {name: values[2:] for name, values in samples.items()}  # the first two fill the caches
    return _report(samples)


def _plain_installation(folder: Path) -> str:
    """Make an environment with the package and what it needs, as a user has it, and return its interpreter.

    An editable installation would load a finder at each start, which slows `python -c pass` as much as the rest.
    """
    _call((sys.executable, "-m", "venv", "--without-pip", str(folder)), os.environ)
    packages = next(folder.glob("lib/python*/site-packages"))
    (packages / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    (packages / "remembrancer").symlink_to(ROOT)
    return str(folder / "bin" / "python")


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
