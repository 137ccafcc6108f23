"""Looking at a file: whether it is there, and what it holds. What may not be looked at is not taken for missing."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from ...domain.checks import Observation

if TYPE_CHECKING:
    from pathlib import Path

CHUNK_BYTES = 65_536


def look_at_file(path: Path, size_bytes: int, *, read: bool, encoding: str | None) -> Observation:
    """Return whether a file is there and, if asked, its text.

    Args:
        size_bytes: how much of it is read.
        read: whether the text is wanted; only a regular file has one: a pipe or a device may never end.
        encoding: None: UTF-8.
    """
    try:
        # Not blocking: the opening of a pipe waits for whoever writes it.
        found = os.stat(path)
        if not read:
            return Observation(reached=True, detail="it is there")
        if not stat.S_ISREG(found.st_mode):
            return Observation(reached=False, detail=f"{path} is no regular file")
        data = _read(path, size_bytes + 1)
    except (FileNotFoundError, NotADirectoryError):
        return Observation(reached=True, there=False, detail="it is not there")
    except (OSError, ValueError) as fault:
        return Observation(reached=False, detail=f"{path} cannot be looked at: {_why(fault)}")
    cut = len(data) > size_bytes
    return _decoded(data[:size_bytes], encoding, cut=cut)


def _decoded(data: bytes, encoding: str | None, *, cut: bool) -> Observation:
    try:
        # A part may end within a character.
        text = data.decode(encoding or "utf-8-sig", errors="ignore" if cut else "strict")
    except LookupError:
        return Observation(reached=False, detail=f"nobody knows the encoding {str(encoding)[:40]!r}")
    except ValueError:
        return Observation(reached=False, detail=f"it is not written in {encoding or 'UTF-8'}")
    return Observation(reached=True, detail="it was read", text=text, cut=cut)


def _read(path: Path, size_bytes: int) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        # What was looked at a moment ago may be something else by now.
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("it is no regular file")
        parts: list[bytes] = []
        left = size_bytes
        while left > 0 and (part := os.read(descriptor, min(CHUNK_BYTES, left))):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)
    finally:
        with suppress(OSError):
            os.close(descriptor)


def _why(fault: Exception) -> str:
    return (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
