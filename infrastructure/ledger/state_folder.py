"""Where a user keeps what must not be lost and must not lie in the store: keys that sign, anchors of heads."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from ...domain.errors import InvalidFile, InvalidName, StoreError, StoreReadOnly

VARIABLE = "REMEMBRANCER_STATE"

_STORE_ID = re.compile(r"[0-9a-f]{32}")


def state_folder(store_id: str, environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for the state that belongs to a store, which need not be there yet.

    It stands under `$REMEMBRANCER_STATE`, else, as the XDG Base Directory Specification says, in `remembrancer` under
    `$XDG_STATE_HOME` if that is an absolute path, else under `~/.local/state`.

    Raises:
        InvalidName: it is not the id of a store; an id comes from a log, and a forged one must not name any folder.
        InvalidFile: `$REMEMBRANCER_STATE` is no absolute path.
        StoreError: the user has no home.
    """
    if not is_store_id(store_id):
        raise InvalidName(
            f"{store_id[:70]!r} is no store id; it has 32 hexadecimal digits: restore the log from a backup"
        )
    return root_folder(environ) / store_id


def is_store_id(text: str) -> bool:
    """Say whether a text has the form of the id of a store."""
    return _STORE_ID.fullmatch(text) is not None


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner can enter, and those above it, unless they are there.

    Raises:
        StoreReadOnly: it cannot be made.
    """
    try:
        for above in reversed((folder, *folder.parents)):
            if not above.is_dir():
                above.mkdir(mode=0o700, exist_ok=True)
    except OSError as fault:
        raise StoreReadOnly(
            f"cannot make the folder {str(folder)!r}: {fault.strerror}; let it be made, or set {VARIABLE} to another"
        ) from fault


def sync_folder(folder: Path) -> None:
    """Have what stands in a folder survive a power cut.

    Raises:
        OSError: it cannot be.
    """
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def root_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for the state of all stores; `state_folder` says which, and what is raised."""
    if chosen := environ.get(VARIABLE):
        if not os.path.isabs(chosen):
            raise InvalidFile(f"{VARIABLE} is {chosen!r}; give an absolute path, which is the same from every folder")
        return Path(chosen)
    shared = environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(shared):
        return Path(shared, "remembrancer")
    try:
        return Path.home() / ".local" / "state" / "remembrancer"
    except RuntimeError:
        raise StoreError(f"there is no home folder to keep the ledger's state in; set {VARIABLE} to a folder") from None
