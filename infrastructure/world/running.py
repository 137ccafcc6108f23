"""Asking the world what a declaration says, within limits; whatever happens is an outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.world import CommandSpec, PythonSpec, SqlSpec, UrlSpec

if TYPE_CHECKING:
    import threading
    from pathlib import Path

    from ...domain.world import Limits, Outcome, Spec


def run(spec: Spec, limits: Limits, folder: Path, stop: threading.Event | None = None) -> Outcome:
    """Return what came of asking; raises for no answer of the world.

    Args:
        folder: where programs run and relative paths begin.
        stop: once it is set, what was asked is given up as if time were up.
    """
    # What one way of asking needs is loaded by who asks that way.
    match spec:
        case CommandSpec():
            from .command import run_command

            return run_command(spec, limits, folder, stop)
        case UrlSpec():
            from .http import read_url

            return read_url(spec, limits, stop)
        case SqlSpec():
            from .sql import query

            return query(spec, limits, folder, stop)
        case PythonSpec():
            from .python_call import call_python

            return call_python(spec, limits, folder, stop)
