"""Running a program: without a shell, in a process group of its own, bounded in time and in what it prints."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from ...domain.world import Outcome, failed, unreachable
from ..master_key import FILE_VARIABLE, VARIABLE
from ..waiting import LOOK_S
from .decoding import decode

if TYPE_CHECKING:
    import threading
    from pathlib import Path

    from ...domain.world import CommandSpec, Limits

CHUNK_BYTES = 16_384
SAID_BYTES_MAX = 4_096
"""So much of what a program complains of is looked at."""
SAID_CHARS_MAX = 200
LEFT_OPEN_S = 1.0
"""How long the output of a program that has ended may be kept open by what it left running."""
KEPT_BACK = (VARIABLE, FILE_VARIABLE)
"""What a program of anybody's is not told."""


def run_command(spec: CommandSpec, limits: Limits, folder: Path, stop: threading.Event | None = None) -> Outcome:
    """Return what a program prints; `failed` if it ends with something else than 0 or prints too much."""
    return run_argv(spec.argv, limits, folder / os.path.expanduser(spec.folder), charset=spec.charset, stop=stop)


def run_argv(
    argv: tuple[str, ...],
    limits: Limits,
    folder: Path,
    *,
    charset: str = "",
    environ: dict[str, str] | None = None,
    name: str | None = None,
    stop: threading.Event | None = None,
) -> Outcome:
    """Run a program and whatever it starts, and see to it that all of that has ended.

    Args:
        environ: its environment in place of this process's.
        name: what it is called in what is said of it; None: its own name.
        stop: once it is set, the program is ended.
    """
    named = name or os.path.basename(argv[0])
    given = dict(os.environ if environ is None else environ)
    for kept in KEPT_BACK:
        given.pop(kept, None)
    try:
        process = subprocess.Popen(  # noqa: S603 - what is run stands in the policy file of whoever runs this
            argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=given,
            start_new_session=True,
        )
    except (OSError, ValueError) as fault:  # ValueError: a NUL in an argument
        why = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        return unreachable(f"{named} cannot be run: {why}")
    with process:
        try:
            taken = _Taken(process, limits, stop)
            ended = taken.follow()
        finally:
            _end_group(process)
    if taken.flooded:
        return failed(f"{named} printed more than {limits.size_bytes} bytes")
    if not ended:
        return unreachable(f"{named} did not end within {limits.timeout_s:g} s")
    text, said = decode(bytes(taken.out), charset)
    if process.returncode:
        return failed(_ending(named, process.returncode, bytes(taken.err)), text=text, code=process.returncode)
    return Outcome(state="ok", text=text, detail=said, code=0)


class _Taken:
    """What a program printed, as far as it was taken."""

    def __init__(self, process: subprocess.Popen[bytes], limits: Limits, stop: threading.Event | None) -> None:
        self.out = bytearray()
        self.err = bytearray()
        self.flooded = False
        self._process = process
        self._size_bytes = limits.size_bytes
        self._until = time.monotonic() + limits.timeout_s
        self._stop = stop

    def follow(self) -> bool:
        """Take what it prints until it has ended; return False if it has not, within time or size."""
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._process.stdout, selectors.EVENT_READ, self.out)
            waiting.register(self._process.stderr, selectors.EVENT_READ, self.err)
            quiet_since = time.monotonic()
            while waiting.get_map():
                left_s = self._left_s()
                if left_s <= 0:
                    return self._process.poll() is not None
                # It may have ended while something that it left running keeps its output open.
                ready = waiting.select(min(left_s, LOOK_S))
                if ready:
                    quiet_since = time.monotonic()
                elif self._process.poll() is not None and time.monotonic() - quiet_since >= LEFT_OPEN_S:
                    return True
                for key, _ in ready:
                    data = os.read(key.fd, CHUNK_BYTES)
                    if not data:
                        waiting.unregister(key.fileobj)
                    elif not self._take(key.data, data):
                        return False
        return self._ended()

    def _take(self, into: bytearray, data: bytes) -> bool:
        if into is self.err:
            # Of a long complaint the end says what happened.
            into += data
            del into[:-SAID_BYTES_MAX]
            return True
        into += data
        self.flooded = len(into) > self._size_bytes
        return not self.flooded

    def _ended(self) -> bool:
        """Wait for a program that closed its output to end."""
        while self._process.poll() is None:
            left_s = self._left_s()
            if left_s <= 0:
                return False
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(min(left_s, LOOK_S))
        return True

    def _left_s(self) -> float:
        return 0.0 if self._stop is not None and self._stop.is_set() else self._until - time.monotonic()


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and what it started; what has ended is not there any more."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _ending(named: str, code: int, complaint: bytes) -> str:
    how = f"was ended by signal {-code}" if code < 0 else f"ended with {code}"
    said = " ".join(complaint.decode(errors="replace").replace("\0", "\ufffd").split())[-SAID_CHARS_MAX:]
    return f"{named} {how}" + (f": {said}" if said else "")
