"""The entry of the command line: exit codes, and the one line that a refusal is told in.

Exit codes: 0 done, 1 the answer is no, 2 refused, 70 a fault of the program, 130 interrupted.
"""

import os
import sys

REFUSED = 2
FAULT = 70
INTERRUPTED = 130


def main() -> int:
    """Carry out the command that the process was called with; return its exit code."""
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


def _drop_output() -> None:
    """Let go of what is still buffered for stdout, so that nothing complains about it at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:
        return  # stdout is no file, or closed: nothing is held back


def _answer(arguments: list[str]) -> int:
    import typer

    from ..domain.errors import RemembrancerError
    from .app import root
    from .call import Call

    _never_fail_to_print()
    try:
        command = root()
        with command.make_context("remembrancer", arguments, obj=Call()) as context:
            code = command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    except typer.TyperException as fault:
        return _refuse(_usage(fault))
    except RemembrancerError as refusal:
        return _refuse(str(refusal))
    return code if isinstance(code, int) else 0


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
