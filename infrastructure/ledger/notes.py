"""Signed notes (https://c2sp.org/signed-note) that state the head of the tree (https://c2sp.org/tlog-checkpoint).

    remembrancer/00ff00ff00ff00ff00ff00ff00ff00ff
    1000000
    47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=

    — remembrancer/00ff00ff00ff00ff00ff00ff00ff00ff rwz+eBzmZa0SO3NbfRGz…

Origin, number of leaves, root; an empty line; signatures. A signature is base64 of 4 bytes that hint at the key and of
the 64 bytes that Ed25519 (RFC 8032) gives for the text, its last line feed included.
"""

import base64
import binascii
import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Self

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ...domain.errors import InvalidFile, InvalidName
from .tree import HASH_BYTES

ED25519 = b"\x01"
"""The signature type of Ed25519 over the text of a note."""
KEY_BYTES = 32
HASH_HINT_BYTES = 4
NOTE_BYTES_MAX = 1_000_000
SIGNATURES_MAX = 100

_SIGNATURE = re.compile(r"— ([^ ]+) ([^ ]+)")
_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")


class Checkpoint(msgspec.Struct, frozen=True):
    """What a log says of itself: at this size, its tree has this root."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """The three lines, each with its line feed."""
        return f"{self.origin}\n{self.size}\n{_base64(self.root)}\n"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return what the text of a note says, which must be a checkpoint without extension lines.

        Raises:
            InvalidFile: it is not.
        """
        lines = text.split("\n")
        if len(lines) != 4 or lines[3]:
            raise InvalidFile(f"a checkpoint has three lines, this has {len(lines) - 1}; extension lines are refused")
        origin, size, root = lines[:3]
        if not origin:
            raise InvalidFile("a checkpoint's first line is empty; it names the log")
        if not _SIZE.fullmatch(size):
            raise InvalidFile(f"a checkpoint's second line is {size[:70]!r}; it is the size, in decimal digits")
        decoded = _decoded(root)
        if decoded is None or len(decoded) != HASH_BYTES:
            raise InvalidFile(f"a checkpoint's third line is {root[:70]!r}; it is the root, 32 bytes in base64")
        return cls(origin, int(size), decoded)


class Signature(msgspec.Struct, frozen=True):
    """A line under a note."""

    name: str
    hint: bytes
    """What tells keys of one name apart, 4 bytes."""
    signature: bytes


class Note(msgspec.Struct, frozen=True):
    """A text and its signatures, of which nothing is verified yet."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        lines = [f"— {one.name} {_base64(one.hint + one.signature)}\n" for one in self.signatures]
        return f"{self.text}\n{''.join(lines)}"

    @classmethod
    def parse(cls, note: str | bytes) -> Self:
        """Return a note from its text or bytes.

        Raises:
            InvalidFile: it is no signed note.
        """
        whole = _checked(note)
        text, found, below = whole.rpartition("\n\n")
        if not found or not below.endswith("\n"):
            raise InvalidFile("this is no signed note: an empty line and signatures stand at the end of one")
        lines = below[:-1].split("\n")
        if len(lines) > SIGNATURES_MAX:
            raise InvalidFile(f"this note has {len(lines)} signatures; at most {SIGNATURES_MAX} are looked at")
        return cls(f"{text}\n", tuple(map(_signature, lines)))


class VerifierKey(msgspec.Struct, frozen=True):
    """The public half of a key that signs notes, with its name."""

    name: str
    public: bytes

    @property
    def hint(self) -> bytes:
        """The key id: SHA-256(name || LF || type || public key), the first 4 bytes."""
        return sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:HASH_HINT_BYTES]

    @property
    def text(self) -> str:
        """The key as people hand it on: name, key id in hex, and type and key in base64, with `+` between them."""
        return f"{self.name}+{self.hint.hex()}+{_base64(ED25519 + self.public)}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return a key from its text.

        Raises:
            InvalidFile: it is not the text of an Ed25519 key, or its parts do not belong together.
        """
        name, _, rest = text.partition("+")
        hint, _, encoded = rest.partition("+")
        decoded = _decoded(encoded)
        if not _is_name(name) or decoded is None or len(decoded) != 1 + KEY_BYTES or decoded[:1] != ED25519:
            raise InvalidFile(
                f"{text[:140]!r} is no key that verifies notes; `ledger key` prints one: name+hash+base64"
            )
        key = cls(name, decoded[1:])
        if key.hint.hex() != hint:
            raise InvalidFile(f"the key {text[:140]!r} has the hash {key.hint.hex()} and not {hint!r}; copy it again")
        return key

    def verifies(self, text: str, signature: bytes) -> bool:
        """Say whether a signature is this key's over a text."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text.encode())
        except (InvalidSignature, ValueError):  # the second: no point of the curve
            return False
        return True


class Signer:
    """A key that signs notes under a name."""

    def __init__(self, name: str, private: Ed25519PrivateKey) -> None:
        """Take a key.

        Raises:
            InvalidName: a key of that name cannot be told from the rest of its line.
        """
        if not _is_name(name):
            raise InvalidName(f"{name[:70]!r} is no name for a key; it has no spaces and no `+`")
        self.key = VerifierKey(name, private.public_key().public_bytes_raw())
        self._private = private

    def sign(self, text: str) -> Signature:
        """Return the signature over a text."""
        return Signature(self.key.name, self.key.hint, self._private.sign(text.encode()))


def origin(store_id: str) -> str:
    """Return the name of a store's log and of the key that signs for it."""
    return f"remembrancer/{store_id}"


def signed(text: str, signers: Sequence[Signer]) -> Note:
    """Return a note with a text and the signatures of some keys.

    Raises:
        InvalidFile: the text cannot stand in a note: it does not end its last line, or holds control characters.
    """
    if not text.endswith("\n") or not signers:
        raise InvalidFile("a signed note is whole lines and at least one signature")
    note = Note(text, tuple(signer.sign(text) for signer in signers))
    _checked(str(note))
    return note


def signed_by(note: Note, keys: Iterable[VerifierKey]) -> tuple[VerifierKey, ...]:
    """Return which of some known keys have signed a note; signatures of others are passed over.

    Raises:
        InvalidFile: a signature claims to be of a known key and is not.
    """
    known, found = tuple(dict.fromkeys(keys)), list[VerifierKey]()
    for line in note.signatures:
        named = [key for key in known if (key.name, key.hint) == (line.name, line.hint)]
        good = [key for key in named if key.verifies(note.text, line.signature)]
        if named and not good:
            raise InvalidFile(f"the signature of {named[0].text!r} does not fit the note; one of them was changed")
        found += [key for key in good if key not in found]
    return tuple(found)


def _checked(note: str | bytes) -> str:
    """Return a note as text if it is of a form and size that a note can have."""
    size = len(note)
    try:
        text = note if isinstance(note, str) else note.decode()
        text.encode()
    except UnicodeError:
        raise InvalidFile("this is no signed note: it is not UTF-8") from None
    if size > NOTE_BYTES_MAX:
        raise InvalidFile(f"this note is longer than {NOTE_BYTES_MAX:,} bytes; a checkpoint has a few hundred")
    if any(char < " " and char != "\n" for char in text):
        raise InvalidFile("this is no signed note: it holds control characters")
    return text


def _signature(line: str) -> Signature:
    parts = _SIGNATURE.fullmatch(line)
    decoded = _decoded(parts[2]) if parts else None
    if parts is None or decoded is None or not _is_name(parts[1]) or len(decoded) <= HASH_HINT_BYTES:
        raise InvalidFile(f"{line[:140]!r} is no signature of a note; it is `— name base64`")
    return Signature(parts[1], decoded[:HASH_HINT_BYTES], decoded[HASH_HINT_BYTES:])


def _is_name(name: str) -> bool:
    return bool(name) and "+" not in name and not any(char.isspace() or char < " " for char in name)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _decoded(text: str) -> bytes | None:
    """Return what a text of standard base64 says, None if it is none: one that is spelt in another way is none."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if _base64(data) == text else None
