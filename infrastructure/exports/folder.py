"""The folder of an export: made under another name, and given its own when it is whole and on the disk."""

import errno
import fcntl
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

import msgspec

from ...domain.errors import FolderTaken, InvalidInput, RemembrancerError, StoreFull, StoreReadOnly
from ..flocks import is_free
from ..private_files import make_private_folder, new_private_file

BUFFER_BYTES = 1 << 20
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


class FileEntry(msgspec.Struct, frozen=True):
    """What a manifest says of one file."""

    bytes: int
    sha256: str


class HashedFile:
    """A new file whose size and hash are known when it is closed; written in large pieces."""

    def __init__(self, path: Path) -> None:
        self._file: BinaryIO = os.fdopen(new_private_file(path), "wb", 0)
        self._waiting: list[bytes] = []
        self._waiting_bytes = 0
        self._hash = sha256()
        self._size = 0

    def write(self, data: bytes) -> int:
        """Add bytes; a binary stream for whoever wants one."""
        self._waiting.append(bytes(data))
        self._waiting_bytes += len(data)
        if self._waiting_bytes >= BUFFER_BYTES:
            self.flush()
        return len(data)

    @property
    def closed(self) -> bool:
        """Whether nothing more can be written."""
        return self._file.closed

    def tell(self) -> int:
        """Return how many bytes were written."""
        return self._size + self._waiting_bytes

    def flush(self) -> None:
        """Give to the disk what waits."""
        whole = b"".join(self._waiting)
        self._waiting, self._waiting_bytes = [], 0
        left = memoryview(whole)
        while left:
            left = left[self._file.write(left) :]
        self._hash.update(whole)
        self._size += len(whole)

    def close(self) -> FileEntry:
        """Bring it to the disk, and return its size and hash."""
        if not self._file.closed:
            self.flush()
            os.fsync(self._file.fileno())
            self._file.close()
        return FileEntry(self._size, self._hash.hexdigest())

    def drop(self) -> None:
        """Close it as it is."""
        self._file.close()


class ExportFolder:
    """A new folder that nobody sees under its name before `keep`. A context, which removes what was not kept.

    Args:
        store: the folder of the store, in which it must not be: what is erased later would stay there.

    Raises:
        InvalidInput: it is to be in the store.
        FolderTaken: something stands there already.
        StoreReadOnly, StoreFull: it cannot be made.
    """

    def __init__(self, final: str | os.PathLike[str], *, store: Path) -> None:
        self.final = Path(os.path.abspath(final))
        self.entries: dict[str, FileEntry] = {}
        """Of the files that are whole, by name."""
        self._open: dict[str, HashedFile] = {}
        self._kept = False
        with self._on_disk():
            _check_free(self.final)
            _check_outside(self.final, store)
            make_private_folder(self.final.parent)
            _clear_left_over(self.final)
            self.path = self.final.with_name(f".{self.final.name}.{secrets.token_hex(6)}.partial")
            self.path.mkdir(mode=0o700)
            self._held = os.open(self.path, os.O_RDONLY)
            with suppress(OSError):  # without locks nobody clears it, and it may be left over
                fcntl.flock(self._held, fcntl.LOCK_SH | fcntl.LOCK_NB)

    def new(self, name: str) -> HashedFile:
        """Return a new file of the export."""
        with self._on_disk():
            self._open[name] = HashedFile(self.path / name)
        return self._open[name]

    def close(self, name: str) -> None:
        """Finish a file, and note it for the manifest."""
        with self._on_disk():
            self.entries[name] = self._open.pop(name).close()

    def write(self, name: str, data: bytes) -> None:
        """Write a whole file."""
        self.new(name)
        with self._on_disk():
            self._open[name].write(data)
        self.close(name)

    def keep(self) -> None:
        """Give the folder its name, durably.

        Raises:
            FolderTaken: something came to stand there meanwhile.
        """
        with self._on_disk():
            _sync_folder(self.path)
            _check_free(self.final)
            os.rename(self.path, self.final)
            self._kept = True
            _sync_folder(self.final.parent)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self._open.values():
            file.drop()
        if not self._kept:
            shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._held)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Turn what the disk refuses, while files are written, into one line."""
        with self._on_disk():
            yield

    @contextmanager
    def _on_disk(self) -> Iterator[None]:
        try:
            yield
        except OSError as fault:
            raise self._refusal(fault) from fault

    def _refusal(self, fault: OSError) -> RemembrancerError:
        if fault.errno in {errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR}:
            return _taken(self.final)
        if fault.errno in _FULL:
            return StoreFull(f"no room to export to {str(self.final)!r}; nothing is left there; free some space")
        return StoreReadOnly(
            f"cannot export to {str(self.final)!r}: {fault.strerror}; name a folder that can be written"
        )


def _check_outside(folder: Path, store: Path) -> None:
    if Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(store)):
        raise InvalidInput(
            f"cannot export to {str(folder)!r}: it is in the store, and an erasure could not take it away; "
            "name a folder elsewhere"
        )


def _check_free(folder: Path) -> None:
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        raise _taken(folder)


def _clear_left_over(final: Path) -> None:
    """Remove what processes that were killed had written to be given a name: there are words in it."""
    half = re.compile(rf"\.{re.escape(final.name)}\.[0-9a-f]{{12}}\.partial")
    for path in final.parent.iterdir():
        if half.fullmatch(path.name) and path.is_dir() and is_free(path):
            shutil.rmtree(path, ignore_errors=True)


def _taken(folder: Path) -> FolderTaken:
    return FolderTaken(f"cannot export to {str(folder)!r}: something stands there already; name a new folder")


def _sync_folder(folder: Path) -> None:
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
