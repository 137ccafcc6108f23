"""Boot as flat files: one for each document, and the script that concatenates them. The log stays the truth.

    boot/boot.sh                                 sh boot.sh prints what `boot` prints, byte for byte
    boot/boot.json                               whose boot it is, and which lines stand in which file
    boot/001-operating-truth.fleet.1bb06807.md   named by its content, so the script changes from one state to the next

Only their owner reads these files. They hold words in the open; an erasure writes those below the store's folder anew.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ...domain.errors import FolderTaken, StoreError
from ...infrastructure.private_files import make_private_folder, new_private_file

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..store import Store
    from .booting import Boot

FOLDER = "boot"
"""Folder of a store for rendered boots: an erasure looks there."""
SCRIPT = "boot.sh"
NOTE = "boot.json"


class RenderedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file, and the lines that stand in it."""

    name: str
    memories: tuple[str, ...]


class Rendered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a folder."""

    agent: str
    job: str | None
    sha256: str
    """Of what the script prints."""
    files: tuple[RenderedFile, ...]


def render(boot: Boot, folder: Path) -> Rendered:
    """Write a boot as files; what an earlier rendering left there and nobody needs any more goes.

    Whoever runs the script meanwhile gets the old boot or the new one, and never a mixture.

    Raises:
        FolderTaken: other things stand in the folder.
        StoreError: the disk refuses.
    """
    before = rendered_in(folder)
    if before is None and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderTaken(f"{str(folder)!r} holds other things than a boot; name an empty folder or a new one")
    try:
        make_private_folder(folder)
        files: list[RenderedFile] = []
        for number, one in enumerate(boot.documents, 1):
            place = one.scope.replace(":", "-")
            name = f"{number:03}-{one.name.replace(':', '-')}.{place}.{one.sha256[:8]}.md"
            _write(folder / name, boot.data[one.start : one.end])
            files.append(RenderedFile(name, one.memories))
        found = Rendered(boot.agent, boot.job, boot.sha256, tuple(files))
        _write(folder / SCRIPT, _script(found).encode())
        _write(folder / NOTE, msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
        _sync(folder)
        for old in () if before is None else before.files:
            if old.name not in {file.name for file in files}:
                (folder / old.name).unlink(missing_ok=True)
    except OSError as fault:
        raise StoreError(f"cannot write the boot to {str(folder)!r}: {fault.strerror}; mend that") from None
    return found


def rendered_in(folder: Path) -> Rendered | None:
    """Return what was rendered to a folder, None if nothing was."""
    try:
        found = msgspec.json.decode((folder / NOTE).read_bytes(), type=Rendered)
    except (OSError, msgspec.MsgspecError):
        return None
    plain = all(Path(file.name).name == file.name and file.name.endswith(".md") for file in found.files)
    return found if plain else None


def forget_rendered(store: Store, memories: Collection[str]) -> None:
    """Write anew each boot below the store's folder in which one of some memories stands; the log says they are gone.

    Raises:
        StoreError: the disk refuses.
    """
    from ..reading import look
    from .booting import read_boot

    top = store.path / FOLDER
    doomed = frozenset(memories)
    for folder in (top, *(sorted(path for path in top.iterdir() if path.is_dir()))) if top.is_dir() else ():
        found = rendered_in(folder)
        if found is None or all(doomed.isdisjoint(file.memories) for file in found.files):
            continue
        try:
            for file in found.files:
                if not doomed.isdisjoint(file.memories):
                    (folder / file.name).unlink(missing_ok=True)
        except OSError as fault:
            raise StoreError(f"cannot remove {str(folder)!r}, which holds erased words: {fault.strerror}") from None
        render(read_boot(store, look(store, found.agent, None, None), found.job), folder)


def _script(found: Rendered) -> str:
    names = " ".join(f"'{file.name}'" for file in found.files)
    job = f" {found.job}" if found.job else ""
    return (
        "#!/bin/sh\n"
        f"# Prints what `remembrancer --agent {found.agent} boot{job}` printed when this was written.\n"
        f"# sha256 {found.sha256}\n"
        'cd -- "$(dirname -- "$0")" || exit 1\n'
        f"exec cat {names or '/dev/null'}\n"
    )


def _write(path: Path, data: bytes) -> None:
    """Put a file in its place in one step."""
    half = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    try:
        with open(new_private_file(half), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """Make the names of a folder durable."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
