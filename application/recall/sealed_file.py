"""Files beside the index whose words are sealed: made again whenever they do not fit.

A line of JSON says what the file is, then comes the sealed rest.

    {"format":2,"position":…,"slot":"…","store":"…","tokens":"…","upto":"…"}

The rest is AES-256-GCM (nonce, ciphertext, tag). The key is a slot of `keys.db` that serves this file only. It is
destroyed when a newer file takes its place, or when something in it is erased.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated

import msgspec

from ...infrastructure.ciphers import decrypt, encrypt

if TYPE_CHECKING:
    from pathlib import Path

    from ..store import Store

FORMAT = 2


class Label(msgspec.Struct, frozen=True):
    """What a file is."""

    format: int
    position: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
    """How far it follows the log."""
    slot: str
    store: str
    tokens: str
    """Identity of the rules and the dictionary that its terms were made by."""
    upto: str
    """SHA-256 of the last event that it follows, as stored: a log that was put back and went on holds another."""


def label_of(path: Path) -> Label | None:
    """Return what a file says of itself, None if there is none or it says nothing."""
    try:
        with open(path, "rb") as file:
            return msgspec.json.decode(file.readline(), type=Label)
    except (OSError, msgspec.DecodeError):
        return None


def load(store: Store, path: Path, tokens: str) -> tuple[Label, bytes] | None:
    """Return what a file holds, None if there is none that fits this store and these tokens."""
    try:
        line, _, sealed = path.read_bytes().partition(b"\n")
        label = msgspec.json.decode(line, type=Label)
    except (OSError, msgspec.DecodeError):
        return None
    if label != Label(FORMAT, label.position, label.slot, store.id, tokens, _mark(store, label.position)):
        return None
    (secret,) = store.keys.slot_secrets([label.slot])
    plain = None if secret is None else decrypt(secret, sealed, line)
    return None if plain is None else (label, plain)


def save(store: Store, path: Path, tokens: str, position: int, plain: bytes) -> None:
    """Put a file in place of the one before, whose key is destroyed.

    Raises:
        OSError, RemembrancerError: that was not possible; the one before may still be there.
    """
    before = label_of(path)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    _sweep(store, path)
    ((slot, secret),) = store.keys.take_slots(1)
    line = msgspec.json.encode(Label(FORMAT, position, slot, store.id, tokens, _mark(store, position)))
    half = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(os.open(half, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
            file.write(line + b"\n" + encrypt(secret, plain, line))
        half.replace(path)
    except OSError:
        with suppress(OSError):
            half.unlink(missing_ok=True)
        store.keys.destroy_slots([slot])
        raise
    if before is not None:
        store.keys.destroy_slots([before.slot])


def drop(store: Store, path: Path) -> None:
    """Destroy the key of a file, and remove it; so those that somebody was killed over before they took its place."""
    _remove(store, path)
    _sweep(store, path)


def _sweep(store: Store, path: Path) -> None:
    """Drop the halves of a file. Whoever is at work on one fails to put it in place, and makes it again later."""
    for half in path.parent.glob(f".{path.name}.*"):
        _remove(store, half)


def _remove(store: Store, path: Path) -> None:
    label = label_of(path)
    if label is not None:
        store.keys.destroy_slots([label.slot])
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _mark(store: Store, position: int) -> str:
    stored = store.log.get(position)
    return "" if stored is None else sha256(stored.body).hexdigest()
