"""Vectors on the disk: one sealed file for each embedder, to which whole blocks are added at the end.

    {"dimension":384,"format":1,"identity":"…","slot":"…","store":"…"}     a line that says what it is
    size || sealed || size || sealed …                                     blocks; a size is four bytes, low ones first

A sealed block is AES-256-GCM (nonce, ciphertext, tag) under the key of the slot, bound to the line and to where the
block begins, so none can be moved, repeated or taken from another file. Inside is a `Block` as MessagePack.

A vector says what its text says. So what is erased is not struck out of the file: the file is written anew without it
under a fresh slot, and the old slot is destroyed, which makes every copy of the old file unreadable, wherever it is.

A block that was cut short, and whatever follows it, is nothing, and the next writer cuts it off. Writers take turns
(flock); readers need no turn, since a file that is in place only grows until another one takes its place whole.
"""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from ...domain.errors import StoreBusy, StoreFull, StoreReadOnly
from ..ciphers import NONCE_BYTES, TAG_BYTES, decrypt, encrypt
from ..flocks import take

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ..keys import KeyStore

Key = tuple[str, int]
"""Id of a memory, and the position of the event that holds its words."""

FORMAT = 1
PREFIX, SUFFIX = "vectors-", ".bin"
LOCK = ".vectors.lock"
WORKER = ".vectors.worker"
SIZE_BYTES = 4
BLOCK_BYTES_MAX = 1 << 28
BLOCK_ROWS = 1_024
"""Rows in a block of a file that is written anew."""
LABEL_BYTES_MAX = 4_096


class Label(msgspec.Struct, frozen=True):
    """What a file of vectors is."""

    dimension: int
    format: int
    identity: str
    """Of the embedder."""
    slot: str
    store: str


class Block(msgspec.Struct, frozen=True, array_like=True):
    """Some rows: a vector is its row times its scale."""

    keys: list[Key]
    scales: bytes
    """float32, low bytes first, one for each row."""
    rows: bytes
    """int8, one row after the other."""


class Table(msgspec.Struct, frozen=True):
    """Many rows with their keys."""

    keys: list[Key]
    scales: NDArray[np.float32]
    rows: NDArray[np.int8]

    def without(self, memories: frozenset[str]) -> Table:
        """Return the rows of all other memories."""
        kept = [at for at, (memory, _) in enumerate(self.keys) if memory not in memories]
        return Table([self.keys[at] for at in kept], self.scales[kept], self.rows[kept])


def compact(rows: NDArray[np.float32], keys: Sequence[Key]) -> Table:
    """Return rows in a quarter of their size: each number in 254 steps of the greatest one of its row."""
    scales = np.abs(rows).max(axis=1, initial=0).astype(np.float32) / 127
    return Table(list(keys), scales, np.rint(rows / np.where(scales > 0, scales, 1)[:, None]).astype(np.int8))


class VectorFile:
    """One file that can be read: it is this store's, and its key is at hand."""

    def __init__(self, path: Path, label: Label, line: bytes, secret: bytes) -> None:
        self.path = path
        self.label = label
        self.begin = len(line)
        """Where the first block begins."""
        self._line = line
        self._secret = secret

    @classmethod
    def find(cls, path: Path, keys: KeyStore, store: str) -> VectorFile | None:
        """Return the file at a path, None if there is none, or none that can be read here."""
        line = _line_of(path)
        label = _label_in(line)
        if label is None or label.format != FORMAT or label.store != store:
            return None
        secret = keys.slot_secret(label.slot)
        return None if secret is None else cls(path, label, line, secret)

    @classmethod
    def make(cls, path: Path, table: Table, keys: KeyStore, label: Label) -> VectorFile:
        """Write a file with these rows in place of the one at a path, and destroy the key of that one.

        Only the one whose turn it is may do it. `label` has any slot: the file gets a fresh one.

        Raises:
            StoreFull, StoreReadOnly, KeysLocked, StoreBusy: it cannot be written; the file is as it was.
        """
        before = _label_in(_line_of(path))
        ((slot, secret),) = keys.take_slots(1)
        label = msgspec.structs.replace(label, slot=slot)
        made = cls(path, label, msgspec.json.encode(label) + b"\n", secret)
        half = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with _on_disk(half), open(os.open(half, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
                file.write(made._line)
                for start in range(0, len(table.keys), BLOCK_ROWS):
                    part = slice(start, start + BLOCK_ROWS)
                    rows = Table(table.keys[part], table.scales[part], table.rows[part])
                    file.write(made._sealed(rows, file.tell()))
                file.flush()
                os.fsync(file.fileno())
            if before is not None:
                keys.destroy_slot(before.slot)
            with _on_disk(half):
                half.replace(path)
        finally:
            with suppress(OSError):
                half.unlink(missing_ok=True)
        return made

    def read(self, start: int) -> Iterator[tuple[Table, int]]:
        """Yield the rows of each block from a place on, with where it ends; stop at what is no whole block.

        Raises:
            FileNotFoundError: the file is gone.
        """
        with self.path.open("rb") as file:
            if file.read(len(self._line)) != self._line:
                return  # another file has taken its place
            file.seek(start)
            while True:
                size = int.from_bytes(head := file.read(SIZE_BYTES), "little")
                if len(head) < SIZE_BYTES or not NONCE_BYTES + TAG_BYTES < size <= BLOCK_BYTES_MAX:
                    return
                table = self._opened(file.read(size), start)
                if table is None:
                    return
                start = file.tell()
                yield table, start

    def append(self, table: Table, end: int) -> int:
        """Write a block at the end of the last whole one, and return where it ends; cut off what was there.

        Only the one whose turn it is may do it.

        Raises:
            StoreFull, StoreReadOnly: it cannot be written.
        """
        block = self._sealed(table, end)
        with _on_disk(self.path), self.path.open("r+b") as file:
            file.truncate(end)
            file.seek(end)
            file.write(block)
        return end + len(block)

    def whole(self) -> Table:
        """Return all its rows."""
        tables = [table for table, _ in self.read(self.begin)]
        if not tables:
            return Table([], np.zeros(0, np.float32), np.zeros((0, self.label.dimension), np.int8))
        return Table(
            [key for table in tables for key in table.keys],
            np.concatenate([table.scales for table in tables]),
            np.concatenate([table.rows for table in tables]),
        )

    def _sealed(self, table: Table, start: int) -> bytes:
        plain = msgspec.msgpack.encode(
            Block(table.keys, table.scales.astype("<f4").tobytes(), np.ascontiguousarray(table.rows).tobytes())
        )
        sealed = encrypt(self._secret, plain, self._bound_to(start))
        return len(sealed).to_bytes(SIZE_BYTES, "little") + sealed

    def _opened(self, sealed: bytes, start: int) -> Table | None:
        plain = decrypt(self._secret, sealed, self._bound_to(start))
        if plain is None:
            return None
        block = msgspec.msgpack.decode(plain, type=Block)
        rows = np.frombuffer(block.rows, dtype=np.int8).reshape(len(block.keys), self.label.dimension)
        return Table(block.keys, np.frombuffer(block.scales, dtype="<f4"), rows)

    def _bound_to(self, start: int) -> bytes:
        return self._line + start.to_bytes(8, "little")


def path_of(folder: Path, identity: str) -> Path:
    """Return where the vectors of an embedder are."""
    return folder / f"{PREFIX}{sha256(identity.encode('utf-8', 'replace')).hexdigest()[:16]}{SUFFIX}"


def vector_files(folder: Path) -> list[Path]:
    """Return the files of vectors in a folder, those that cannot be read here too."""
    return sorted(folder.glob(f"{PREFIX}*{SUFFIX}"))


@contextmanager
def turn(folder: Path, patience_s: float = 30.0) -> Iterator[None]:
    """Be the one writer of the vectors in a folder for a while, whichever thread or process it is in.

    Raises:
        StoreBusy: another one was, for as long as the patience lasts.
        StoreReadOnly, StoreFull: the folder cannot be written.
    """
    with _on_disk(folder):
        folder.mkdir(mode=0o700, exist_ok=True)
        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        if not take(descriptor, patience_s):
            raise StoreBusy(f"vectors in {os.fspath(folder)!r} are being written by another process")
        yield
    finally:
        os.close(descriptor)


class Worker:
    """The right to make vectors in the background, which one process of those that share a store has."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._descriptor: int | None = None

    def alone(self) -> bool:
        """Say whether it is this one; the system gives the right back when a process dies.

        Raises:
            OSError: the disk refuses.
        """
        if self._descriptor is None:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            descriptor = os.open(self._folder / WORKER, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            if not take(descriptor):
                os.close(descriptor)
                return False
            self._descriptor = descriptor
        return True

    def leave(self) -> None:
        """Give the right back."""
        if self._descriptor is not None:
            os.close(self._descriptor)


def remove(path: Path, keys: KeyStore) -> None:
    """Remove a file and destroy its key; only the one whose turn it is may do it.

    Raises:
        KeysLocked, StoreReadOnly, StoreBusy, StoreFull: its key cannot be destroyed.
    """
    label = _label_in(_line_of(path))
    if label is not None:
        keys.destroy_slot(label.slot)
    with _on_disk(path):
        path.unlink(missing_ok=True)


def _line_of(path: Path) -> bytes:
    """Return the line that says what a file is; empty if there is no file."""
    try:
        with path.open("rb") as file:
            return file.readline(LABEL_BYTES_MAX)
    except OSError:
        return b""


def _label_in(line: bytes) -> Label | None:
    try:
        return msgspec.json.decode(line, type=Label)
    except msgspec.DecodeError:
        return None


@contextmanager
def _on_disk(path: Path) -> Iterator[None]:
    """Turn what the disk refuses into one line."""
    try:
        yield
    except OSError as fault:
        full = fault.errno in {errno.ENOSPC, errno.EDQUOT}
        advice = "free some space" if full else "let the folder be written, or open the store read-only"
        raise (StoreFull if full else StoreReadOnly)(
            f"cannot write {os.fspath(path)!r}: {fault.strerror}; {advice}"
        ) from None
