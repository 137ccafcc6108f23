"""Files and folders that only their owner may read, whatever the umask says: what is kept here is nobody else's."""

import os
from pathlib import Path

FILE_MODE = 0o600
FOLDER_MODE = 0o700


def make_private_folder(folder: Path) -> None:
    """Make a folder and those above it that are not there yet; what is there keeps the rights that it has.

    Raises:
        OSError: the disk refuses, or something else stands in the way.
    """
    for above in reversed((folder, *folder.parents)):
        if not above.is_dir():
            above.mkdir(mode=FOLDER_MODE, exist_ok=True)


def new_private_file(path: str | os.PathLike[str]) -> int:
    """Return a descriptor of a file that was not there, to be written.

    Raises:
        FileExistsError: it is there.
    """
    return os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, FILE_MODE)
