"""The entry of the command line: exit codes, and the one line that a refusal is told in.

Exit codes: 0 done, 1 the answer is no, 2 refused, 70 a fault of the program, 130 interrupted.
"""

import atexit
import gc
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .parameters import Invocation

REFUSED = 2
FAULT = 70
INTERRUPTED = 130
COLLECT_AFTER = 100_000
"""Objects made and not yet freed after which the collector runs; a start makes about a third of that."""


def main() -> int:
    """Carry out the command that the process was called with; return its exit code."""
    _collect_rarely()
    arguments = sys.argv[1:]
    if arguments[:1] == ["--version"]:
        from ..version import __version__

        sys.stdout.write(f"remembrancer {__version__}\n")
        return 0
    try:
        code = _answer(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _drop_output()
        return 0  # whoever read has read enough
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as fault:
        _drop_output()
        where = f"{os.fsdecode(fault.filename)!r}: " if isinstance(fault.filename, str | bytes) else ""
        return _refuse(f"{where}{fault.strerror or fault}")
    except Exception as fault:  # noqa: BLE001  # the outermost edge: a fault of ours is told as one
        return _confess(fault)


def _collect_rarely() -> None:
    """Keep the collector of reference cycles from looking through what a start loads: all of that stays to the end."""
    gc.set_threshold(COLLECT_AFTER)
    atexit.register(gc.freeze)  # at exit it would look through everything once more, which takes a tenth of a start


def _drop_output() -> None:
    """Let go of what is still buffered for stdout, so that nothing complains about it at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:
        return  # stdout is no file, or closed: nothing is held back


def _answer(arguments: list[str]) -> int:
    from ..domain.errors import RemembrancerError
    from .call import Call
    from .plain_reader import read

    _never_fail_to_print()
    asked = read(arguments) or _read_with_typer(arguments)
    if isinstance(asked, int):
        return asked
    try:
        code = asked.function(Call(**asked.shared), **asked.values)
    except RemembrancerError as refusal:
        return _refuse(str(refusal))
    return code if isinstance(code, int) else 0


def _read_with_typer(arguments: list[str]) -> "Invocation | int":
    """Return what the command line asks for, or the exit code if that has been answered."""
    import typer

    from .app import read

    try:
        return read(arguments)
    except typer.Exit as end:
        return end.exit_code
    except typer.TyperException as fault:
        return _refuse(_usage(fault))


def _never_fail_to_print() -> None:
    """Make stdout show what its encoding lacks as an escape."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _usage(fault: Exception) -> str:
    """Return a mistake in the arguments as the house words it, with the command whose help to read."""
    format_message = getattr(fault, "format_message", None)
    message = str(format_message() if format_message else fault).rstrip(". ")
    message = message[:1].lower() + message[1:].replace(". Did", "; did")
    context = getattr(fault, "ctx", None)
    path = context.command_path if context else "remembrancer"
    return message if message.endswith("?") else f"{message}; see `{path} --help`"


def _refuse(message: str) -> int:
    from .rendering.plain import one_line

    sys.stderr.write(f"remembrancer: {one_line(message)}\n")
    return REFUSED


def _confess(fault: Exception) -> int:
    from .rendering.plain import one_line

    if os.environ.get("REMEMBRANCER_DEBUG"):
        import traceback

        traceback.print_exception(fault)
    told = one_line(f"{type(fault).__name__}: {fault}")
    sys.stderr.write(f"remembrancer: internal fault: {told}; please report it with REMEMBRANCER_DEBUG=1\n")
    return FAULT
