"""Tables of a policy file that say what may be asked of the world: read and edited in place, and never recorded.

What such a table declares is run on this machine, so it stands in the file that whoever keeps the machine edits, and
nowhere else: no event, no import and no memory can bring one.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from ..domain.errors import InvalidFile, StoreError
from .private_files import FILE_MODE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


def read_table(file: Path, table: str) -> dict[str, Any]:
    """Return the entries of a table by name; none if there is no file, or no such table.

    Raises:
        InvalidFile: it is no TOML, or the table is none.
    """
    import tomllib

    try:
        found = tomllib.loads(file.read_bytes().decode("utf-8-sig")).get(table, {})
    except FileNotFoundError:
        return {}
    except ValueError as fault:
        raise InvalidFile(f"{file.name} cannot be read: {fault}") from None
    if not isinstance(found, dict):
        raise InvalidFile(f"{file.name} says {table} = …, which must be tables such as [{table}.NAME]")
    return cast("dict[str, Any]", found)


def put_entry(file: Path, table: str, name: str, said: Mapping[str, Any]) -> None:
    """Write an entry as `[table.name]`, in place of the one that is there; everything else stays as people wrote it.

    Raises:
        InvalidFile: the file is no TOML.
        StoreError: the disk refuses.
    """
    import tomlkit

    with _edited(file) as document:
        if table not in document:
            document.append(table, tomlkit.table(is_super_table=True))
        entry = tomlkit.table()
        for key, value in said.items():
            entry.add(key, value)
        parent: Any = document[table]
        parent[name] = entry


def put_value(file: Path, table: str, name: str, key: str, value: Any) -> bool:
    """Set one value of an entry, and leave its others and what people wrote beside them; False: there is no entry.

    Raises:
        InvalidFile, StoreError: as `put_entry`.
    """
    with _edited(file) as document:
        parent: Any = document.get(table, {})
        if name not in parent:
            return False
        parent[name][key] = value
    return True


def drop_entry(file: Path, table: str, name: str) -> bool:
    """Take an entry out; return False if there was none.

    Raises:
        InvalidFile, StoreError: as `put_entry`.
    """
    with _edited(file) as document:
        parent: Any = document.get(table, {})
        if name not in parent:
            return False
        del parent[name]
        if not parent:
            del document[table]
    return True


@contextmanager
def _edited(file: Path) -> Iterator[Any]:
    """Give a file to edit, and put what it became in its place at once; one editor at a time."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        folder = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            before, mode = _read(file)
            document = tomlkit.parse(before)
            yield document
            after = tomlkit.dumps(document)
            if after != before:
                _replace(file, after.encode(), mode)
                os.fsync(folder)
        finally:
            os.close(folder)
    except (TOMLKitError, UnicodeDecodeError) as fault:
        raise InvalidFile(f"{file.name} cannot be read: {fault}; mend it by hand") from None
    except OSError as fault:
        raise StoreError(
            f"{os.fspath(file)!r} cannot be changed: {fault.strerror or fault}; look at the disk"
        ) from fault


def _read(file: Path) -> tuple[str, int]:
    try:
        return file.read_bytes().decode("utf-8-sig"), file.stat().st_mode & 0o777
    except FileNotFoundError:
        return "", FILE_MODE


def _replace(file: Path, data: bytes, mode: int) -> None:
    beside = file.with_name(f".{file.name}.{os.getpid()}.new")
    descriptor = os.open(beside, os.O_CREAT | os.O_TRUNC | os.O_WRONLY | os.O_CLOEXEC, mode)
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.replace(beside, file)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
