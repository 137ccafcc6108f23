"""Calling a function of Python in a process of its own, which can be ended and which no state of this one reaches."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ...domain.world import Outcome, unreachable
from . import calling
from .command import run_argv

if TYPE_CHECKING:
    import threading
    from pathlib import Path

    from ...domain.world import Limits, PythonSpec


def call_python(spec: PythonSpec, limits: Limits, folder: Path, stop: threading.Event | None = None) -> Outcome:
    """Return what a function returns: text as it is, anything else as JSON; `failed` if it raises."""
    where = folder / os.path.expanduser(spec.folder)
    # By its path and not as a part of the package, so that no more is loaded than the function wants.
    argv = (sys.executable, "-P", calling.__file__, spec.target, os.fspath(where), *(("json",) if spec.as_json else ()))
    done = run_argv(argv, limits, where, name=spec.target, stop=stop)
    if done.code == calling.NOT_THERE:
        return unreachable(done.detail)
    return done
