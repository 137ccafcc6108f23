"""Marks of open sessions, in the user's state folder: by them events that no session appended are told from a crash.

Each writable session keeps a file there, locked as long as the process lives, and removes it when it ends. One that is
left without its lock is of a process that was killed: what it appended after the last checkpoint is not signed yet.
It is on disk before the first event is, so that a power cut does not take the mark and leave the event.
"""

import fcntl
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from ..flocks import is_free
from .state_folder import make_folder, state_folder, sync_folder

FOLDER = "sessions"


class SessionMark:
    """The mark of one session.

    Raises:
        StoreReadOnly: the state folder cannot be made.
        OSError: the mark cannot be.
    """

    def __init__(self, store_id: str, environ: Mapping[str, str] = os.environ) -> None:
        folder = state_folder(store_id, environ) / FOLDER
        self._made = [above for above in (folder, *folder.parents) if not above.exists()]
        make_folder(folder)
        name = f"{os.getpid()}-{os.urandom(4).hex()}"
        self._path, half = folder / name, folder / f".{name}"
        self._file = os.open(half, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        with suppress(OSError):  # without locks the mark counts as left over, which is the milder reading
            fcntl.flock(self._file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        # Locked before anybody finds it: whoever clears what was left over would take it away in between.
        half.rename(self._path)

    @property
    def path(self) -> Path:
        """Where it stands."""
        return self._path

    def sync(self) -> None:
        """Have it survive a power cut: there is nothing in it, so its folder is all that needs to be synced.

        Raises:
            OSError: it cannot be.
        """
        for folder in (self._path.parent, *(made.parent for made in self._made)):
            sync_folder(folder)
        self._made = []

    def leave(self) -> None:
        """Let it lie as that of a session that was killed: what was appended is not signed."""
        os.close(self._file)

    def end(self) -> None:
        """Remove it."""
        self._path.unlink(missing_ok=True)
        os.close(self._file)


def marks(store_id: str, environ: Mapping[str, str] = os.environ) -> list[Path]:
    """Return the marks of all sessions that are open or were killed."""
    try:
        found = (state_folder(store_id, environ) / FOLDER).iterdir()
        return sorted(path for path in found if not path.name.startswith("."))
    except OSError:
        return []


def left_over(store_id: str, environ: Mapping[str, str] = os.environ) -> list[Path]:
    """Return the marks of sessions that were killed."""
    return [path for path in marks(store_id, environ) if is_free(path)]


def clear(left: Iterable[Path]) -> None:
    """Remove marks of sessions that were killed: what they appended is signed by now."""
    for path in left:
        path.unlink(missing_ok=True)
