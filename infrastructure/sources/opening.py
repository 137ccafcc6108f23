"""Opening what somebody wants to import, and finding out what it is."""

import os
import stat
import sys
from collections.abc import Callable
from typing import BinaryIO

from ...domain.errors import InvalidFile
from .item import Source
from .jsonl import JsonSource
from .markdown import NotesSource, is_note

STDIN = "-"
CHUNK_BYTES = 1024 * 1024


def open_source(path: str | os.PathLike[str], progress: Callable[[int, int | None], None] | None = None) -> Source:
    """Open a folder of Markdown notes, one such note, or a file of JSON; `-` is the standard input.

    What comes through a pipe is kept in a temporary file, since a source is read several times.

    Args:
        progress: told the bytes that came through a pipe.

    Raises:
        InvalidFile: it cannot be read, or holds nothing to import.
    """
    where = os.fspath(path)
    try:
        if where == STDIN:
            return JsonSource(_spooled(sys.stdin.buffer, progress), None)
        mode = os.stat(where).st_mode
        if stat.S_ISDIR(mode):
            return NotesSource.of_folder(where)
        if is_note(where):
            return NotesSource.of_file(where)
        file = open(where, "rb")  # noqa: SIM115  # the source closes it
        if stat.S_ISREG(mode):
            return JsonSource(file, os.fstat(file.fileno()).st_size)
        with file:
            return JsonSource(_spooled(file, progress), None)
    except OSError as fault:
        raise InvalidFile(f"cannot read {where!r}: {fault.strerror}; name a file or folder that can be read") from None


def _spooled(stream: BinaryIO, progress: Callable[[int, int | None], None] | None) -> BinaryIO:
    import tempfile

    spool = tempfile.TemporaryFile()  # noqa: SIM115  # the source closes it
    copied = 0
    while chunk := stream.read(CHUNK_BYTES):
        spool.write(chunk)
        copied += len(chunk)
        if progress is not None:
            progress(copied, None)
    return spool
