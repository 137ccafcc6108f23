"""The folder of archive files: pages of retired memories, each with a sidecar that says what it should be.

    {"kind":"decision","ts":"20261129T081500123456Z","checksum":"3f9a2b1c…","count":12}

The checksum is the SHA-256 of the page's file, as `sha256sum` shows it. A page is written under a temporary name,
synced and renamed, then its sidecar likewise: it completes the pair, and a page without one was left by a crash.
"""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from ...domain.errors import ArchiveDamaged
from .names import SHA8_CHARS, PairName, Part, parsed, time_stamp
from .page import FORMAT, BadPage, KeptMemory, Page, compress, expand

TEMPORARY = ".writing.tmp"
"""One writer works at a time, so one name is enough; what a crash leaves under it is written over."""
FOLDER = "l6"
ASIDE = "damaged"


class Sidecar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page should be."""

    kind: str
    ts: str
    checksum: str
    """SHA-256 of the page's file, in hexadecimal digits."""
    count: int
    """How many memories it holds."""


_sidecars = msgspec.json.Decoder(Sidecar)


class Shelf:
    """The archive files of one store."""

    def __init__(self, archive: Path, store: str) -> None:
        """Take the archive folder of a store, and the store's id."""
        self.folder = archive / FOLDER
        self.aside = archive / ASIDE
        """Where damaged files are moved to."""
        self._store = store

    def make(self) -> None:
        """Make the folder if it is not there."""
        if not self.folder.is_dir():
            for folder in (self.folder.parent, self.folder):
                folder.mkdir(mode=0o700, exist_ok=True)
                sync_folder(folder.parent)

    def parts(self) -> tuple[dict[PairName, set[Part]], list[str]]:
        """Return which parts of each pair are there, and the names that say nothing; hidden files are left out."""
        found: dict[PairName, set[Part]] = {}
        strange: list[str] = []
        try:
            files = os.listdir(self.folder)
        except (FileNotFoundError, NotADirectoryError):
            return {}, []
        for file in files:
            name = parsed(file)
            if name is not None:
                found.setdefault(name[0], set()).add(name[1])
            elif not file.startswith("."):
                strange.append(file)
        return found, sorted(strange)

    def read(self, name: PairName) -> Page:
        """Return a page, verified before it is looked into.

        Raises:
            ArchiveDamaged: its sidecar is missing or says otherwise, its bytes have changed, or it is of another store.
        """
        sidecar = self._read_sidecar(name)
        data = self._read_file(name, name.page)
        checksum = hashlib.sha256(data).hexdigest()
        if checksum != sidecar.checksum:
            raise ArchiveDamaged(name.page, f"its SHA-256 is {checksum}, its sidecar says {sidecar.checksum}")
        if checksum[:SHA8_CHARS] != name.sha8:
            raise ArchiveDamaged(name.page, f"its SHA-256 is {checksum}, its name says {name.sha8}")
        try:
            page = expand(data)
        except BadPage as fault:
            raise ArchiveDamaged(name.page, str(fault)) from None
        self._compare(name, page, sidecar)
        return page

    def write(self, kind: str, memories: tuple[KeptMemory, ...]) -> PairName:
        """Write a page and its sidecar, each whole or not at all."""
        data = compress(Page(format=FORMAT, store=self._store, kind=kind, memories=memories))
        checksum = hashlib.sha256(data).hexdigest()
        ts = time_stamp(max(one.at for one in memories))
        name = PairName(ts, kind, checksum[:SHA8_CHARS])
        self._put(name.page, data)
        self._put(name.sidecar, msgspec.json.encode(Sidecar(kind, ts, checksum, len(memories))))
        return name

    def set_aside(self, files: Iterable[str]) -> list[str]:
        """Move files that are not as they should be out of the way, and return their names; nothing is destroyed."""
        moved: list[str] = []
        for file in files:
            if os.path.lexists(self.folder / file):
                self.aside.mkdir(mode=0o700, exist_ok=True)
                (self.folder / file).replace(self.aside / file)
                moved.append(file)
        return moved

    def remove(self, files: Iterable[str]) -> None:
        """Remove files that were never finished."""
        for file in files:
            (self.folder / file).unlink(missing_ok=True)

    def sync(self) -> None:
        """Make the names of what was written durable."""
        sync_folder(self.folder)

    def _put(self, file: str, data: bytes) -> None:
        temporary = self.folder / TEMPORARY
        with open(temporary, "wb", buffering=0, opener=_private) as out:
            out.write(data)
            os.fsync(out.fileno())
        temporary.rename(self.folder / file)

    def _read_sidecar(self, name: PairName) -> Sidecar:
        try:
            sidecar = _sidecars.decode(self._read_file(name, name.sidecar))
        except msgspec.DecodeError as fault:
            raise ArchiveDamaged(name.page, f"its sidecar cannot be read ({fault})") from None
        if (sidecar.kind, sidecar.ts) != (name.kind, name.ts):
            raise ArchiveDamaged(name.page, f"its sidecar is about {sidecar.kind}.{sidecar.ts}")
        return sidecar

    def _read_file(self, name: PairName, file: str) -> bytes:
        try:
            return (self.folder / file).read_bytes()
        except OSError as fault:
            what = "it" if file == name.page else "its sidecar"
            raise ArchiveDamaged(name.page, f"{what} cannot be read ({fault.strerror})") from None

    def _compare(self, name: PairName, page: Page, sidecar: Sidecar) -> None:
        if page.store != self._store:
            raise ArchiveDamaged(name.page, f"it is of store {page.store[:8]}, this is {self._store[:8]}")
        if page.kind != name.kind:
            raise ArchiveDamaged(name.page, f"it holds memories of kind {page.kind!r}")
        if len(page.memories) != sidecar.count:
            raise ArchiveDamaged(name.page, f"it holds {len(page.memories)} memories, its sidecar says {sidecar.count}")
        if not page.memories or time_stamp(max(one.at for one in page.memories)) != name.ts:
            raise ArchiveDamaged(name.page, "its newest memory retired at another time than its name says")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
