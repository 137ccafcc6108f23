"""Slot secrets: 32 random bytes for one box each, in blocks that are on disk before their first use.

A slot is named `<block>.<number>`: the block's random number of 63 bits in 13 characters of Crockford's base32, and
the slot's place in the block. On disk a block is one ciphertext of all its secrets; a destroyed one reads as zeros.
"""

import os
import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from ..domain.errors import StoreDamaged
from ..domain.ids import ALPHABET
from .ciphers import KEY_BYTES, decrypt, encrypt
from .key_file import KeyFile

SCHEMA = "CREATE TABLE blocks(block INTEGER PRIMARY KEY, size INTEGER NOT NULL, secrets BLOB NOT NULL) STRICT"

SLOTS_FIRST = 16
"""Slots that a process makes at its first seal; twice as many each time after, as far as `SLOTS_AT_ONCE`."""
SLOTS_IN_BLOCK = 1024
SLOTS_AT_ONCE = 8192
"""Most slots of one commit, in several blocks, so that a long import does not wait for the disk too often."""
BLOCKS_CACHED = 128

_BLOCK_CHARS = 13
_SLOT = re.compile(rf"([{ALPHABET}]{{{_BLOCK_CHARS}}})\.(0|[1-9][0-9]{{0,4}})")
_DIGITS = str.maketrans(ALPHABET, "0123456789abcdefghijklmnopqrstuv")
"""From Crockford's digits to those that Python reads in base 32."""
_DESTROYED = bytes(KEY_BYTES)


class Supply(msgspec.Struct):
    """A block that this process takes slots from."""

    name: str
    secrets: bytes
    taken: int = 0

    def take(self, wanted: int) -> list[tuple[str, bytes]]:
        """Return names and secrets of the next slots: `wanted` of them, or as many as are left."""
        first = self.taken
        self.taken = min(len(self.secrets) // KEY_BYTES, first + wanted)
        return [(f"{self.name}.{number}", self.secrets[_place(number)]) for number in range(first, self.taken)]

    @property
    def is_used_up(self) -> bool:
        """Whether no slot is left."""
        return self.taken * KEY_BYTES == len(self.secrets)


class Slots:
    """The blocks of one key file. Whoever calls holds the lock of the file."""

    def __init__(self, file: KeyFile, key: bytes) -> None:
        """Take the key that blocks are encrypted under."""
        self._file = file
        self._key = key
        self._supplies: list[Supply] = []
        self._next = SLOTS_FIRST
        self._pid = os.getpid()
        self._cache: dict[int, bytes] = {}

    def take(self, count: int) -> list[tuple[str, bytes]]:
        """Return names and secrets of `count` slots that are on disk and that nobody else ever gets."""
        # What is in memory already must not be used either once another file stands in the place of its own.
        self._file.check_writable()
        if self._pid != os.getpid():
            self._pid, self._next, self._supplies = os.getpid(), SLOTS_FIRST, []
        taken: list[tuple[str, bytes]] = []
        while len(taken) < count:
            if not self._supplies:
                self._make_blocks(count - len(taken))
            taken += self._supplies[0].take(count - len(taken))
            if self._supplies[0].is_used_up:
                del self._supplies[0]
        return taken

    def secret(self, name: str) -> bytes | None:
        """Return the secret of a slot, None if it was destroyed or its block is not in the file."""
        slot = parse_slot(name)
        secrets = self._block(slot[0]) if slot else None
        if slot is None or secrets is None:
            return None
        secret = secrets[_place(slot[1])]
        return secret if secret and secret != _DESTROYED else None

    def secrets(self, names: Sequence[str]) -> list[bytes | None]:
        """Return the secrets of many slots, as `secret` does; those of one block after the other are found faster."""
        found: list[bytes | None] = []
        block, secrets = -1, None
        for name in names:
            slot = parse_slot(name)
            if slot is not None and slot[0] != block:
                block, secrets = slot[0], self._block(slot[0])
            secret = secrets[slot[1] * KEY_BYTES : (slot[1] + 1) * KEY_BYTES] if slot and secrets else None
            found.append(secret if secret and secret != _DESTROYED else None)
        return found

    def destroy(self, db: sqlite3.Connection, doomed: Mapping[int, AbstractSet[int]]) -> int:
        """Overwrite slots, given by block; return how many there were."""
        return sum(self._destroy_in_block(db, block, numbers) for block, numbers in doomed.items())

    def forget(self) -> None:
        """Read blocks from the disk again from now on."""
        self._cache.clear()

    def _make_blocks(self, wanted: int) -> None:
        """Make at least `wanted` slots in one commit, as far as one commit may go."""
        slots = min(SLOTS_AT_ONCE, max(self._next, 1 << (wanted - 1).bit_length()))
        sizes = [min(SLOTS_IN_BLOCK, slots)] * max(1, slots // SLOTS_IN_BLOCK)
        made = [(random_block(), os.urandom(size * KEY_BYTES)) for size in sizes]
        rows = [(block, len(secrets) // KEY_BYTES, self._sealed(block, secrets)) for block, secrets in made]
        with self._file.writing() as db:
            db.executemany("INSERT INTO blocks VALUES (?, ?, ?)", rows)
        self._supplies += [Supply(_block_name(block), secrets) for block, secrets in made]
        self._next = min(SLOTS_AT_ONCE, slots * 2)

    def _block(self, block: int) -> bytes | None:
        secrets = self._cache.pop(block, None) or self._read_block(block)
        if secrets is not None:
            self._cache[block] = secrets
            if len(self._cache) > BLOCKS_CACHED:
                del self._cache[next(iter(self._cache))]
        return secrets

    def _read_block(self, block: int) -> bytes | None:
        found = self._file.rows("SELECT secrets FROM blocks WHERE block = ?", (block,))
        if not found:
            return None
        secrets = decrypt(self._key, found[0][0], _bound_to(block))
        if secrets is None:
            where = f"block {_block_name(block)} in {self._file.path}"
            raise StoreDamaged(f"{where} does not decrypt; put a backup of keys.db in its place")
        return secrets

    def _destroy_in_block(self, db: sqlite3.Connection, block: int, numbers: Iterable[int]) -> int:
        # As it is on disk now, which other processes may have changed.
        secrets = bytearray(self._read_block(block) or b"")
        destroyed = 0
        for number in numbers:
            if bytes(secrets[_place(number)]) not in (b"", _DESTROYED):
                secrets[_place(number)] = _DESTROYED
                destroyed += 1
        if any(secrets):
            values = (self._sealed(block, bytes(secrets)), block)
            db.execute("UPDATE blocks SET secrets = ? WHERE block = ?", values)
        else:
            db.execute("DELETE FROM blocks WHERE block = ?", (block,))
        return destroyed

    def _sealed(self, block: int, secrets: bytes) -> bytes:
        return encrypt(self._key, secrets, _bound_to(block))


def random_block() -> int:
    """Return the number of a new block; random, so that it is new also beside blocks that a lost `keys.db` held."""
    return int.from_bytes(os.urandom(8), "big") >> 1


def slot_name(block: int, number: int) -> str:
    """Return the name of a slot.

    >>> slot_name(33, 7)
    '0000000000011.7'
    """
    return f"{_block_name(block)}.{number}"


def parse_slot(name: str) -> tuple[int, int] | None:
    """Return the block and the place that a slot's name says, None if it is no such name."""
    found = _SLOT.fullmatch(name)
    if not found:
        return None
    block = int(found[1].translate(_DIGITS), 32)
    return (block, int(found[2])) if block < 1 << 63 else None


def _block_name(block: int) -> str:
    return "".join(ALPHABET[block >> shift & 31] for shift in range(5 * (_BLOCK_CHARS - 1), -1, -5))


def _place(number: int) -> slice:
    return slice(number * KEY_BYTES, (number + 1) * KEY_BYTES)


def _bound_to(block: int) -> bytes:
    return b"remembrancer block 1\0" + block.to_bytes(8, "big")
