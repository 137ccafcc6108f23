"""The people whom words are about: a name and 32 random bytes each, found by an HMAC of the name, known by a pseudonym.

The pseudonym is `sub_` and 16 characters of Crockford's base32 from an HMAC under the random bytes: it stands in the
log and says nothing, and once the row is gone nobody can tell whose it was.
"""

import os
import sqlite3
from typing import TypeVar

import msgspec

from ..domain.errors import StoreDamaged
from ..domain.ids import base32
from .ciphers import KEY_BYTES, code, decrypt, encrypt
from .key_file import KeyFile

SCHEMA = "CREATE TABLE subjects(pseudonym TEXT PRIMARY KEY, lookup BLOB NOT NULL UNIQUE, sealed BLOB NOT NULL) STRICT"
PSEUDONYM = "sub_"
CACHED = 10_000

_T = TypeVar("_T")


class Subject(msgspec.Struct, frozen=True):
    """A person."""

    name: str
    secret: bytes


class Subjects:
    """The people of one key file. Whoever calls holds the lock of the file."""

    def __init__(self, file: KeyFile, *, key: bytes, lookup_key: bytes) -> None:
        """Take the key that names and secrets are encrypted under, and the one that names are found by."""
        self._file = file
        self._key = key
        self._lookup_key = lookup_key
        self._subjects: dict[str, Subject] = {}
        self._pseudonyms: dict[str, str] = {}

    def find(self, name: str) -> str | None:
        """Return the pseudonym of a person, None if there is none."""
        pseudonym = self._pseudonyms.get(name)
        if pseudonym is not None:
            return pseudonym
        found = self._file.rows("SELECT pseudonym FROM subjects WHERE lookup = ?", (self._lookup(name),))
        return _remember(self._pseudonyms, name, str(found[0][0])) if found else None

    def get(self, pseudonym: str) -> Subject | None:
        """Return the person behind a pseudonym, None if there is none."""
        subject = self._subjects.get(pseudonym)
        if subject is not None:
            return subject
        found = self._file.rows("SELECT sealed FROM subjects WHERE pseudonym = ?", (pseudonym,))
        if not found:
            return None
        opened = decrypt(self._key, found[0][0], _bound_to(pseudonym))
        if opened is None:
            raise StoreDamaged(
                f"subject {pseudonym} in {self._file.path} does not decrypt; put a backup of keys.db in its place"
            )
        return _remember(self._subjects, pseudonym, Subject(opened[KEY_BYTES:].decode(), opened[:KEY_BYTES]))

    def all(self) -> dict[str, str]:
        """Return the names of all people by their pseudonyms, in the order of the pseudonyms."""
        rows = self._file.rows("SELECT pseudonym FROM subjects ORDER BY pseudonym")
        found = ((pseudonym, self.get(pseudonym)) for (pseudonym,) in rows)
        return {pseudonym: person.name for pseudonym, person in found if person is not None}

    def make(self, db: sqlite3.Connection, name: str) -> str:
        """Store a person who is not there yet; return the pseudonym."""
        secret = os.urandom(KEY_BYTES)
        pseudonym = PSEUDONYM + base32(code(secret, b"pseudonym")[:10])
        sealed = encrypt(self._key, secret + name.encode(), _bound_to(pseudonym))
        db.execute("INSERT INTO subjects VALUES (?, ?, ?)", (pseudonym, self._lookup(name), sealed))
        return pseudonym

    def forget(self) -> None:
        """Read people from the disk again from now on."""
        self._subjects.clear()
        self._pseudonyms.clear()

    def _lookup(self, name: str) -> bytes:
        return code(self._lookup_key, b"subject\0" + name.encode())


def _remember(cache: dict[str, _T], key: str, value: _T) -> _T:
    if len(cache) >= CACHED:
        cache.clear()
    cache[key] = value
    return value


def _bound_to(pseudonym: str) -> bytes:
    return b"remembrancer subject 1\0" + pseudonym.encode()
