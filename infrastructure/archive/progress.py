"""How far the archive files follow the log, and what stands in their way: `archive/progress.json`.

    {"position":120,"failures":2,"failure":"Not a directory ('…/archive/l6')","failed_at":1796…,"try_at":1796…}

Losing it loses nothing: the files are then read to find out what they hold. So it is replaced whole but never synced.
"""

import os
from pathlib import Path

import msgspec

FILE = "progress.json"
TEMPORARY = ".progress.tmp"


class Progress(msgspec.Struct, frozen=True):
    """How far the files follow the log. Times are microseconds since 1970 UTC."""

    position: int = 0
    """What retired up to here has its files."""
    failures: int = 0
    """How many attempts in a row have failed."""
    failure: str | None = None
    """What the last of them ran into."""
    failed_at: int = 0
    try_at: int = 0
    """When to try again."""


_decoder = msgspec.json.Decoder(Progress)


def read_progress(archive: Path) -> Progress:
    """Return what is written, or the beginning if nothing that can be read is."""
    try:
        return _decoder.decode((archive / FILE).read_bytes())
    except (OSError, msgspec.DecodeError):
        return Progress()


def write_progress(archive: Path, progress: Progress) -> None:
    """Write how far the files follow. Only whoever holds the lock does."""
    temporary = archive / TEMPORARY
    with open(os.open(temporary, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
        file.write(msgspec.json.encode(progress))
    os.replace(temporary, archive / FILE)
