"""Verifying an export with nothing but the export, and the key that it should be signed by."""

import os
import stat
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from ...domain.errors import InvalidFile
from ..ledger.notes import Checkpoint, Note, VerifierKey, origin, signed_by
from . import manifest
from .folder import BUFFER_BYTES
from .line_check import LineCheck
from .manifest import Manifest

PROBLEMS_MAX = 50
"""Problems that are told one by one; the rest are counted."""

Progress = Callable[[int, int], None]
"""Told how many bytes are read, and of how many."""


class ExportCheck(msgspec.Struct, frozen=True, kw_only=True):
    """What a verification of an export found."""

    folder: str
    store: str | None
    """Id of the store that it is of, as it says; None if it does not say."""
    holds: str | None
    """`events` or `state`."""
    items: int
    """Events whose line was looked at, or memories."""
    first: int | None
    last: int | None
    key: str | None
    """The key that it was verified by."""
    key_given: bool
    """Whether that key was given; else it came with the export, and whoever made the export may have made it too."""
    problems: tuple[str, ...]
    """The first of them, one line each."""
    problem_count: int

    @property
    def ok(self) -> bool:
        """Whether there are no problems."""
        return not self.problem_count

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {**msgspec.to_builtins(self), "ok": self.ok}


class Problems:
    """Problems as they are found."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.count = 0

    def add(self, problem: str) -> None:
        """Take in one more."""
        self.count += 1
        if self.count <= PROBLEMS_MAX:
            self.told.append(problem)


def verify_export(
    folder: str | os.PathLike[str], *, key: str | None = None, progress: Progress | None = None
) -> ExportCheck:
    """Return what is wrong with an export: files, lines, proofs, signatures. It goes on after what is wrong.

    Args:
        key: the key that should have signed it, as `key.txt` and `remembrancer ledger key` write it; None: the one in
            the export.

    Raises:
        InvalidFile: there is no such folder, or the key is none.
    """
    path = Path(folder)
    if not is_export(path):
        raise InvalidFile(f"{os.fspath(folder)!r} is no export: it has no {manifest.FILE}; name the folder of one")
    given = None if key is None else VerifierKey.parse(key.strip())
    return _Verification(path, given, progress).run()


def is_export(path: str | os.PathLike[str]) -> bool:
    """Say whether a folder looks like an export."""
    return os.path.isfile(os.path.join(path, manifest.FILE)) and os.path.isdir(path)


def read_manifest(path: Path) -> tuple[Manifest, bytes]:
    """Return the manifest of an export, and its bytes.

    Raises:
        InvalidFile: it cannot be read, or is none.
    """
    data = _read(path / manifest.FILE)
    return manifest.parsed(data), data


class _Verification:
    def __init__(self, path: Path, key: VerifierKey | None, progress: Progress | None) -> None:
        self._path = path
        self._given = key
        self._progress = progress
        self._problems = Problems()
        self._read = 0
        self._total = 0

    def run(self) -> ExportCheck:
        try:
            said, data = read_manifest(self._path)
        except InvalidFile as fault:
            self._problems.add(f"{manifest.FILE} {fault}")
            return self._answer(None, self._given, 0)
        key = self._key(said)
        self._check_signature(said, data, key)
        head = self._check_checkpoint(said, key)
        self._check_files(said)
        items = self._check_contents(said, head)
        return self._answer(said, key, items)

    def _key(self, said: Manifest) -> VerifierKey | None:
        try:
            own = VerifierKey.parse(said.key)
        except InvalidFile as fault:
            self._problems.add(f"{manifest.FILE}: {fault}")
            return self._given
        if own.name != origin(said.store):
            self._problems.add(
                f"{manifest.FILE}: its key is named {own.name[:80]!r} and not for store {said.store[:40]!r}"
            )
        if self._given is not None and self._given != own:
            self._problems.add(f"{manifest.FILE}: it names the key {own.text!r}, which is not the one that was given")
        return self._given or own

    def _check_signature(self, said: Manifest, data: bytes, key: VerifierKey | None) -> None:
        try:
            note = Note.parse(_read(self._path / manifest.NOTE_FILE))
            _check_note(note, said, data)
            _check_signed(note, key)
        except InvalidFile as fault:
            self._problems.add(f"{manifest.NOTE_FILE} {fault}")

    def _check_checkpoint(self, said: Manifest, key: VerifierKey | None) -> Checkpoint | None:
        """Return the head of the tree that is signed, None if none is."""
        try:
            note = Note.parse(_read(self._path / manifest.CHECKPOINT_FILE))
            head = _head_of(note, said)
            _check_signed(note, key)
        except InvalidFile as fault:
            self._problems.add(f"{manifest.CHECKPOINT_FILE} {fault}")
            return None
        if (head.size, head.root.hex()) != (said.checkpoint.size, said.checkpoint.root):
            self._problems.add(f"{manifest.CHECKPOINT_FILE} states another tree than {manifest.FILE}")
        return head

    def _check_files(self, said: Manifest) -> None:
        self._total = 2 * sum(entry.bytes for entry in said.files.values())
        listed = {manifest.FILE, manifest.NOTE_FILE, *said.files}
        for found in sorted(os.listdir(self._path)):
            if found not in listed:
                self._problems.add(f"{found!r} is no file of the export")
        for name, entry in sorted(said.files.items()):
            if os.path.basename(name) != name or not name:
                self._problems.add(f"{manifest.FILE}: {name[:80]!r} is no name of a file")
                continue
            try:
                size, digest = self._hashed(self._path / name)
            except InvalidFile as fault:
                self._problems.add(f"{name} {fault}")
                continue
            if size != entry.bytes:
                self._problems.add(f"{name} has {size:,} bytes and not {entry.bytes:,}: it was changed")
            elif digest != entry.sha256:
                self._problems.add(f"{name} was changed: it has another SHA-256")

    def _check_contents(self, said: Manifest, head: Checkpoint | None) -> int:
        counted = said.counts.get("memories" if said.holds == "state" else "events")
        if said.holds == "state":
            items = sum(1 for _ in self._lines(manifest.STATE_FILE))
        else:
            check = LineCheck(said, head, self._problems.add)
            items = check.run(self._lines)
        if items != counted:
            self._problems.add(f"there are {items:,} lines, and {manifest.FILE} counts {counted}")
        return items

    def _lines(self, name: str) -> Iterator[bytes]:
        """Yield the lines of a file with their line feeds; none if it cannot be read."""
        try:
            with _opened(self._path / name) as file:
                for line in file:
                    self._count(len(line))
                    yield line
        except InvalidFile:
            return  # told when the files were looked at
        except OSError as fault:
            self._problems.add(f"{name} cannot be read: {fault.strerror}")

    def _hashed(self, path: Path) -> tuple[int, str]:
        digest, size = sha256(), 0
        with _opened(path) as file:
            while part := file.read(BUFFER_BYTES):
                digest.update(part)
                size += len(part)
                self._count(len(part))
        return size, digest.hexdigest()

    def _count(self, size: int) -> None:
        before = self._read
        self._read += size
        if self._progress is not None and before >> 20 != self._read >> 20:
            self._progress(min(self._read, self._total), self._total)

    def _answer(self, said: Manifest | None, key: VerifierKey | None, items: int) -> ExportCheck:
        return ExportCheck(
            folder=str(self._path),
            store=said.store if said else None,
            holds=said.holds if said else None,
            items=items,
            first=said.range.first if said else None,
            last=said.range.last if said else None,
            key=key.text if key else None,
            key_given=self._given is not None,
            problems=tuple(self._problems.told),
            problem_count=self._problems.count,
        )


def _check_note(note: Note, said: Manifest, data: bytes) -> None:
    store, digest = manifest.told_by(note)
    if digest != sha256(data).hexdigest():
        raise InvalidFile(f"signs another {manifest.FILE}: that one was changed")
    if store != said.store:
        raise InvalidFile(f"is of store {store[:40]!r}")


def _head_of(note: Note, said: Manifest) -> Checkpoint:
    head = Checkpoint.parse(note.text)
    if head.origin != origin(said.store):
        raise InvalidFile(f"is of the log {head.origin[:80]!r}")
    return head


def _check_signed(note: Note, key: VerifierKey | None) -> None:
    if key is None or not signed_by(note, [key]):
        raise InvalidFile(f"is not signed by the key {key.text!r}" if key else "is signed by nobody that is known")


def _opened(path: Path) -> BinaryIO:
    """Open a file of an export, which is no link to anywhere else.

    Raises:
        InvalidFile: it is not there, or is no file.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as fault:
        raise InvalidFile(f"cannot be read: {fault.strerror}") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise InvalidFile("is no file")
    return os.fdopen(descriptor, "rb")


def _read(path: Path) -> bytes:
    with _opened(path) as file:
        data = file.read(manifest.FILE_BYTES_MAX + 1)
    if len(data) > manifest.FILE_BYTES_MAX:
        raise InvalidFile(f"is longer than {manifest.FILE_BYTES_MAX:,} bytes")
    return data
