"""The keys that may sign for a store, as far as this state folder knows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.errors import InvalidFile, RemembrancerError
from ...domain.events import CheckpointSigned
from ...infrastructure.ledger.anchors import read_anchor
from ...infrastructure.ledger.notes import Note, VerifierKey, origin, signed_by
from ...infrastructure.ledger.signing import known_signer
from ...infrastructure.ledger.state_folder import state_folder
from .checkpointing import CHECKPOINTS
from .origins import is_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..store import Store

KNOWN_KEYS = "known-keys"
"""File beside the signing key: keys that signed for this store as well, one a line."""


def known_keys(store_id: str, further: Sequence[str] = ()) -> list[VerifierKey]:
    """Return the keys that may sign for a store: the one here, those a person accepted or noted, and `further` ones.

    Raises:
        InvalidFile: one of the further ones is no key.
    """
    keys = [VerifierKey.parse(text) for text in further]
    for texts in (_own, _accepted, _noted):
        keys += _parsed(store_id, texts)
    return list(dict.fromkeys(keys))


def unknown_keys(store: Store) -> list[VerifierKey]:
    """Return the keys that signed checkpoints in the log, as its events tell them, and are not known here."""
    known, found = known_keys(store.id), dict[str, VerifierKey]()
    for stored in store.log.read(CHECKPOINTS):
        event = store.codec.decode(stored).event
        if isinstance(event, CheckpointSigned) and event.key not in found and is_of(event.note, store.id):
            key = signer_of(event, store.id)
            if key is not None and key not in known:
                found[event.key] = key
    return list(found.values())


def signer_of(event: CheckpointSigned, store_id: str) -> VerifierKey | None:
    """Return the key that an event tells, if it did sign the note; that says nothing about whose it is."""
    try:
        key = VerifierKey.parse(event.key)
        return key if key.name == origin(store_id) and signed_by(Note.parse(event.note), [key]) else None
    except InvalidFile:
        return None


def _own(store_id: str) -> list[str]:
    signer = known_signer(store_id)
    return [signer.key.text] if signer else []


def _accepted(store_id: str) -> list[str]:
    anchor = read_anchor(store_id)
    return list(anchor.keys) if anchor else []


def _noted(store_id: str) -> list[str]:
    lines = (state_folder(store_id) / KNOWN_KEYS).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip()]


def _parsed(store_id: str, texts: Callable[[str], list[str]]) -> list[VerifierKey]:
    try:
        return [VerifierKey.parse(text) for text in texts(store_id)]
    except (OSError, UnicodeError, RemembrancerError):
        return []
