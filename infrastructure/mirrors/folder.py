"""The folder `mirrors/` of a store: for each mirror a file with what it shows, and beside it how old that is.

    board.md           what it shows, as it was brought in
    board.meta.json    {"mirror":"board","as_of":"2026-05-01T10:00:00+00:00","changed_at":…,"result":"unchanged",…}
    .board.lock        locked by who refreshes it

All of it follows from the log, apart from when an unchanged mirror was last looked at: delete it and it comes back.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from ...domain.errors import StoreError
from ..flocks import take
from ..private_files import FILE_MODE, make_private_folder, new_private_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FOLDER = "mirrors"
META = ".meta.json"


class MirrorNote(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a mirror stands, for programs that read its file."""

    mirror: str
    as_of: datetime | None = None
    """As of when what the file says is known to have held; None: there is nothing yet."""
    changed_at: datetime | None = None
    """When it came to say that."""
    content: str | None = None
    """HMAC of what it says, as the log has it."""
    result: str = ""
    """What came of the last refresh: `changed`, `unchanged`, `failed` or `unreachable`."""
    tried_at: datetime | None = None
    finding: str | None = None
    """Why the last refresh failed."""
    not_committed: str | None = None
    """Why its file is not in its git folder, if it should be."""
    day: str | None = None
    """The day, in UTC, of the next number."""
    runs: int = 0
    """Refreshes on that day, whatever came of them."""


class MirrorFolder:
    """The files of the mirrors of one store."""

    def __init__(self, store: Path) -> None:
        self.path = store / FOLDER

    def file(self, name: str, ending: str) -> Path:
        """Return where a mirror's file is, or will be."""
        return self.path / f"{name}.{ending}"

    def names(self) -> list[str]:
        """Return the names of the mirrors that have files, sorted."""
        found = {file.name.partition(".")[0] for file in self.path.glob("*.*")}
        return sorted(found - {""})

    def shown(self, name: str) -> list[Path]:
        """Return the files that say what a mirror shows: one at most, unless somebody put others there."""
        return [file for file in self._files(name) if file.name != f"{name}{META}"]

    def note(self, name: str) -> MirrorNote:
        """Return how a mirror stands; what is damaged or not there says nothing."""
        try:
            return msgspec.json.decode((self.path / f"{name}{META}").read_bytes(), type=MirrorNote)
        except (OSError, msgspec.DecodeError):
            return MirrorNote(mirror=name)

    def write_note(self, note: MirrorNote) -> None:
        """Write how a mirror stands.

        Raises:
            StoreError: the disk refuses; what was there before is still there.
        """
        self._write(f"{note.mirror}{META}", msgspec.json.format(msgspec.json.encode(note), indent=2) + b"\n")

    def write_content(self, name: str, ending: str, text: str) -> None:
        """Write what a mirror shows, and take away what stood under another ending.

        Raises:
            StoreError: the disk refuses; what was there before is still there.
        """
        data, file = text.encode(), self.file(name, ending)
        with suppress(OSError):
            if file.read_bytes() == data:
                return
        self._write(file.name, data)
        with self._on_disk():
            for other in self.shown(name):
                if other != file:
                    other.unlink(missing_ok=True)

    def remove(self, name: str) -> bool:
        """Take away the files of a mirror; say whether there were any.

        Raises:
            StoreError: the disk refuses.
        """
        found = self._files(name)
        with self._on_disk():
            for file in found:
                file.unlink(missing_ok=True)
        return bool(found)

    @contextmanager
    def turn(self, name: str) -> Iterator[bool]:
        """Be the one who refreshes a mirror; gives False if somebody else is, in whatever process.

        Raises:
            StoreError: the disk refuses.
        """
        with self._on_disk():
            make_private_folder(self.path)
            descriptor = os.open(self.path / f".{name}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)
        try:
            yield take(descriptor)
        finally:
            os.close(descriptor)

    def _files(self, name: str) -> list[Path]:
        # A name has no dot, so nothing of another mirror begins with it and one.
        return sorted(self.path.glob(f"{name}.*"))

    @staticmethod
    @contextmanager
    def _on_disk() -> Iterator[None]:
        """Turn what the disk refuses into one line."""
        try:
            yield
        except OSError as fault:
            raise StoreError(
                f"files of mirrors cannot be written: {fault.strerror or fault}; look at the disk, and refresh again"
            ) from None

    def _write(self, name: str, data: bytes) -> None:
        """Put a file in place whole: nobody ever reads half of one, and a crash leaves the old one or the new one."""
        with self._on_disk():
            make_private_folder(self.path)
            half = self.path / f".{name}.{os.urandom(6).hex()}"
            try:
                with os.fdopen(new_private_file(half), "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(half, self.path / name)
            finally:
                half.unlink(missing_ok=True)
            folder = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
