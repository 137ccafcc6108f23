"""What a session that appends leaves in the store, for those who open it by way of another state folder.

Its events are signed when it ends, or is killed and followed by another. Until then a signed note in the folder of the
nodes says that more is to come, one for each key:

    remembrancer/00ff00ff00ff00ff00ff00ff00ff00ff
    open beyond 1000

    — remembrancer/00ff00ff00ff00ff00ff00ff00ff00ff rwz+eBzmZa0SO3NbfRGz…

It has one line less than a checkpoint, so neither passes for the other. It counts until its key has signed a larger
size: an old one that is put back says nothing about what came later.
"""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from ...domain.errors import InvalidFile
from .notes import Note, Signer, VerifierKey, origin, signed, signed_by

PREFIX = "open-"
NOTE_BYTES_MAX = 10_000

_BEYOND = re.compile(r"open beyond (0|[1-9][0-9]{0,18})\n")


def tell_open(folder: Path, store_id: str, signer: Signer, beyond: int) -> None:
    """Say that events beyond a position are to be signed by a key.

    Raises:
        OSError: it cannot be written.
    """
    path, new = folder / f"{PREFIX}{signer.key.hint.hex()}", folder / f".{PREFIX}{os.urandom(8).hex()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    note = signed(f"{origin(store_id)}\nopen beyond {beyond}\n", [signer])
    try:
        file = os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as stream:
            stream.write(str(note))
        os.replace(new, path)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def take_back(folder: Path, key: VerifierKey) -> None:
    """Say no longer that something is to be signed by a key."""
    with suppress(OSError):
        (folder / f"{PREFIX}{key.hint.hex()}").unlink(missing_ok=True)


def is_told(folder: Path, key: VerifierKey) -> bool:
    """Say whether something is said to be signed by a key yet."""
    return (folder / f"{PREFIX}{key.hint.hex()}").exists()


def told_open(folder: Path, store_id: str, keys: Sequence[VerifierKey]) -> Iterator[tuple[VerifierKey, int]]:
    """Yield what notes of some keys say: the key, and the position beyond which events are to be signed by it."""
    for key in keys:
        try:
            with open(folder / f"{PREFIX}{key.hint.hex()}", encoding="utf-8", newline="\n") as file:
                note = Note.parse(file.read(NOTE_BYTES_MAX))
            if key in signed_by(note, [key]) and note.text.startswith(f"{origin(store_id)}\n"):
                said = _BEYOND.fullmatch(note.text.partition("\n")[2])
                if said:
                    yield key, int(said[1])
        except (OSError, UnicodeError, InvalidFile):
            continue
