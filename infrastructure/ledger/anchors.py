"""What is noted of a store outside of it: its head, so that a store that was put back or replaced is noticed.

The anchor of a store is a file in the user's state folder:

    {"size": 41, "root": "9f…", "note": "remembrancer/00ff…", "path": "/home/ada/memory"}

It says that the log had at least these events. It is written when a session ends and with each checkpoint, never with
a commit, so a log may be ahead of its anchor, but not behind.
"""

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import msgspec

from ...domain.errors import InvalidFile, StoreError, StoreReadOnly
from ...domain.ledger import VerifyMode
from .state_folder import make_folder, root_folder, state_folder, sync_folder

FILE = "anchor.json"
LOCK = "anchor.lock"
PATHS = "paths"
FILE_BYTES_MAX = 100_000


class Anchor(msgspec.Struct, frozen=True, kw_only=True):
    """The head of a log, as it was noted last."""

    size: int
    """Events that the log had at least."""
    root: str
    """Root of the tree over them, 64 hexadecimal digits."""
    note: str | None
    """The last checkpoint that was signed by then, whole."""
    path: str
    """Folder of the store."""
    verify: VerifyMode = "head"
    """How openings looked at the log when it was noted; the log itself may say otherwise by now."""
    keys: tuple[str, ...] = ()
    """Keys of other state folders that a person accepted, as `ledger key` prints them."""


class _Place(msgspec.Struct, frozen=True):
    """Which store stood in a folder last."""

    path: str
    store: str


_anchor = msgspec.json.Decoder(Anchor)
_place = msgspec.json.Decoder(_Place)


def read_anchor(store_id: str, environ: Mapping[str, str] = os.environ) -> Anchor | None:
    """Return what is noted of a store, None if nothing is.

    Raises:
        InvalidFile: the file holds something else.
        StoreReadOnly: it cannot be read.
    """
    path = state_folder(store_id, environ) / FILE
    data = _read(path)
    if data is None:
        return None
    try:
        return _anchor.decode(data)
    except msgspec.DecodeError as fault:
        raise InvalidFile(
            f"{str(path)!r} is no anchor ({fault}); put its backup back, or `ledger accept` the log as it is"
        ) from None


def write_anchor(store_id: str, anchor: Anchor, environ: Mapping[str, str] = os.environ, *, back: bool = False) -> None:
    """Note the head of a store, unless a larger one is noted already. Keys that were accepted stay so.

    Args:
        back: also if a larger one is. What a person says so is synced, since it cannot be found out again.

    Raises:
        StoreReadOnly: it cannot be written.
    """
    folder = state_folder(store_id, environ)
    make_folder(folder)
    with _locked(folder / LOCK):
        held = _held(store_id, environ)
        if held is not None:
            if not back and held.size >= anchor.size:
                return
            anchor = msgspec.structs.replace(anchor, keys=tuple(dict.fromkeys((*held.keys, *anchor.keys))))
        _write(folder / FILE, msgspec.json.encode(anchor), durable=back)


def store_at(path: str, environ: Mapping[str, str] = os.environ) -> str | None:
    """Return the id of the store that stood in a folder when it was noted last, None if none was."""
    try:
        data = _read(_place_file(path, environ))
        return None if data is None else _place.decode(data).store
    except (msgspec.DecodeError, StoreError):
        return None


def note_place(path: str, store_id: str, environ: Mapping[str, str] = os.environ) -> None:
    """Note which store stands in a folder.

    Raises:
        StoreReadOnly: it cannot be written.
    """
    file = _place_file(path, environ)
    make_folder(file.parent)
    _write(file, msgspec.json.encode(_Place(path, store_id)))


def _place_file(path: str, environ: Mapping[str, str]) -> Path:
    return root_folder(environ) / PATHS / sha256(os.fsencode(path)).hexdigest()[:32]


def _held(store_id: str, environ: Mapping[str, str]) -> Anchor | None:
    try:
        return read_anchor(store_id, environ)
    except InvalidFile:
        return None


def _read(path: Path) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read(FILE_BYTES_MAX).rstrip(b"\0") or None
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as fault:
        raise StoreReadOnly(f"cannot read {str(path)!r}: {fault.strerror}; let it be read") from fault


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Let one process at a time compare and write."""
    try:
        file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as fault:
        raise _unwritable(path, fault) from fault
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
    except OSError as fault:
        raise _unwritable(path, fault) from fault
    finally:
        os.close(file)


def _write(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Put a file in place whole, for its owner only.

    Unless it is to be durable, it is not synced: a power cut that loses it leaves the one before, or an empty one, and
    either counts for less only.
    """
    new = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    try:
        file = os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(file, "wb") as stream:
            stream.write(data)
            if durable:
                stream.flush()
                os.fsync(stream.fileno())
        os.replace(new, path)
        if durable:
            sync_folder(path.parent)
    except OSError as fault:
        new.unlink(missing_ok=True)
        raise _unwritable(path, fault) from fault


def _unwritable(path: Path, fault: OSError) -> StoreReadOnly:
    return StoreReadOnly(f"cannot write {str(path)!r}: {fault.strerror}; let it be written")
