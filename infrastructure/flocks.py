"""Locks on files and folders (flock): the system gives them back when whoever holds one dies."""

import fcntl
import math
import os
import time
from pathlib import Path

LOOK_AGAIN_S = 0.02


def take(descriptor: int, patience_s: float = 0) -> bool:
    """Lock an open file or folder until it is closed; False if others hold it for as long as the patience lasts.

    Raises:
        OSError: the file system has no locks.
    """
    deadline = time.monotonic() + patience_s if patience_s else -math.inf
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(LOOK_AGAIN_S)
        else:
            return True


def is_free(path: Path) -> bool:
    """Say whether a file or folder is there, and nobody holds a lock on it."""
    try:
        # Some network file systems lock a file only for who may write it; a folder is written by nobody.
        descriptor = os.open(path, (os.O_RDONLY if path.is_dir() else os.O_RDWR) | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        return take(descriptor)
    except OSError:
        return False
    finally:
        os.close(descriptor)
