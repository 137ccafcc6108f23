"""Whether somebody who is known here vouches for what came since the head of a log was noted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.errors import InvalidFile, RemembrancerError
from ...domain.events import CheckpointSigned
from ...infrastructure.ledger.findings import places
from ...infrastructure.ledger.log_tree import FOLDER, LogTree
from ...infrastructure.ledger.notes import Checkpoint, Note, origin, signed_by
from ...infrastructure.ledger.open_notes import told_open
from .checkpointing import CHECKPOINTS
from .known_keys import known_keys, signer_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...infrastructure.ledger.notes import VerifierKey
    from ..store import Store


def uncovered(store: Store, anchored: int, head: int) -> str | None:
    """Return what came since a head was noted and nobody vouches for who is known here, None if somebody does.

    Known are the key of this state folder and those that a person accepted. A checkpoint by one of them vouches for the
    events that it covers and for its own; a note by one that a session is open, for what comes next.

    Args:
        anchored: the size that was noted.
        head: the last position; sessions elsewhere may have gone on since.
    """
    keys = known_keys(store.id)
    # Before the checkpoints: a session signs one before it takes its note back.
    to_come = list(told_open(store.path / FOLDER, store.id, keys))
    covered, own, strangers = anchored, 0, list[tuple[int, str]]()
    largest: dict[VerifierKey, int] = {}
    for stored in store.log.read(CHECKPOINTS, newest_first=True):
        if (stored.position <= anchored or covered > anchored) and len(largest) == len(to_come):
            break
        try:
            recorded = store.codec.check(stored)
        except RemembrancerError:
            continue
        event = recorded.event
        assert isinstance(event, CheckpointSigned), f"position {recorded.position} was found as a checkpoint"
        signers = _signers(event, recorded.position, keys, store.id)
        for key in signers:
            if any(key == other for other, _ in to_come):
                largest.setdefault(key, event.size)
        if stored.position <= anchored:
            continue
        if signers and covered == anchored and event.size > covered and _fits(store, event):
            covered, own = event.size, recorded.position
        elif not signers and (stranger := signer_of(event, store.id)):
            strangers.append((recorded.position, stranger.hint.hex()))
    first = covered + 2 if own == covered + 1 else covered + 1
    if first > head or any(beyond < first and beyond >= largest.get(key, 0) for key, beyond in to_come):
        return None
    by = sorted({hint for position, hint in strangers if position >= first})
    if by:
        return f"{places(first, head)} came from elsewhere, signed by {', '.join(by)}, which is no key known here"
    return f"{places(first, head)} came while no session of this user was open"


def _fits(store: Store, event: CheckpointSigned) -> bool:
    with LogTree(store.log, store.id, store.path, read_only=store.read_only) as tree:
        return tree.fits(event.size, bytes.fromhex(event.root))


def _signers(
    event: CheckpointSigned, position: int, keys: Sequence[VerifierKey], store_id: str
) -> tuple[VerifierKey, ...]:
    """Return which keys signed what an event tells, none if it tells something else than its note."""
    try:
        note = Note.parse(event.note)
        stated = Checkpoint.parse(note.text)
        told = stated.origin, stated.size, stated.root.hex()
        if told != (origin(store_id), event.size, event.root) or event.size >= position:
            return ()
        return signed_by(note, keys)
    except InvalidFile:
        return ()
