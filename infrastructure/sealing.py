"""Sealing: the words of an event under a key that only `keys.db` can give back.

For each box, once:

    key     HKDF-SHA256 (RFC 5869, no salt) of slot secret || secrets of the subjects in order of their pseudonyms,
            info = "remembrancer seal 1" NUL store id
    bound   JSON array [store id, event type, slot, pseudonym, ...], UTF-8 without spaces: the associated data
    data    base64 of nonce (12 bytes) || AES-256-GCM of the content as JSON || tag (16 bytes)

A slot serves one box only, so no key meets two nonces. Neither position nor time is bound: the log sets them later.
"""

import binascii
import os
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from ..domain.content import AnyContent, Box
from ..domain.errors import StoreDamaged
from ..domain.events import AnyEvent, Draft, Recorded
from .ciphers import KEY_BYTES, decrypt, derive, encrypt
from .keys import KeyStore
from .slots import random_block, slot_name

_encode = msgspec.json.Encoder().encode
_decoders: dict[type[AnyContent], msgspec.json.Decoder[AnyContent]] = {}


def seal(
    content: AnyContent,
    *,
    store: str,
    event_type: str,
    slot: str,
    slot_secret: bytes,
    subjects: Sequence[tuple[str, bytes]] = (),
) -> Box:
    """Return `content` sealed.

    Args:
        subjects: pseudonym and secret of each person that it is about, sorted, without duplicates.
    """
    return seal_plain(
        _encode(content), store=store, event_type=event_type, slot=slot, slot_secret=slot_secret, subjects=subjects
    )


def seal_plain(
    plain: bytes,
    *,
    store: str,
    event_type: str,
    slot: str,
    slot_secret: bytes,
    subjects: Sequence[tuple[str, bytes]] = (),
) -> Box:
    """Return content sealed that is JSON already; the rest as `seal`."""
    pseudonyms = tuple(pseudonym for pseudonym, _ in subjects)
    key = _key(store, slot_secret, [secret for _, secret in subjects])
    data = encrypt(key, plain, _bound_to(store, event_type, slot, pseudonyms))
    return Box(slot=slot, subjects=pseudonyms, data=binascii.b2a_base64(data, newline=False).decode())


def open_box(
    box: Box,
    content_type: type[AnyContent],
    *,
    store: str,
    event_type: str,
    slot_secret: bytes,
    subject_secrets: Sequence[bytes],
) -> AnyContent | None:
    """Return what a box holds, None if it was changed, or made for another store, type, slot or subjects.

    Args:
        subject_secrets: those of `box.subjects`, in that order.

    Raises:
        msgspec.DecodeError: it opens, and holds something else than `content_type`.
    """
    key = _key(store, slot_secret, subject_secrets)
    plain = _decrypted(box, key, _bound_to(store, event_type, box.slot, box.subjects))
    if plain is None:
        return None
    decoder = _decoders.get(content_type) or _decoders.setdefault(content_type, msgspec.json.Decoder(content_type))
    return decoder.decode(plain)


class Sealer:
    """Seals what is about to be recorded in one store, and opens what was."""

    def __init__(self, keys: KeyStore, store: str) -> None:
        """Take the keys of the store with the id `store`."""
        self._keys = keys
        self._store = store

    def seal(self, draft: Draft, pseudonyms: Sequence[str] = ()) -> AnyEvent:
        """Return the event of a draft with its words sealed for the people behind `pseudonyms`; see `seal_many`."""
        return self.seal_many((draft,), (pseudonyms,))[0]

    def seal_for_nobody(self, draft: Draft) -> AnyEvent:
        """Return the event of a draft with its words sealed under a key that is thrown away: erased from the start."""
        assert draft.content is not None, "only words are sealed"
        slot, secret = slot_name(random_block(), 0), os.urandom(KEY_BYTES)
        name, store = draft.event.TYPE, self._store
        box = seal(draft.content, store=store, event_type=name, slot=slot, slot_secret=secret, subjects=[])
        return replace(draft.event, box=box)

    def seal_many(self, drafts: Sequence[Draft], pseudonyms: Sequence[Sequence[str]]) -> list[AnyEvent]:
        """Return the events of drafts with their words sealed; a draft without content gives its event as it is.

        Words about a person whose secret is not at hand, because it was destroyed or belongs to another `keys.db`, are
        sealed under a key that is thrown away: what is derived from erased words is erased from the start.

        Args:
            pseudonyms: for each draft, those of the people that it is about, in any order.

        Raises:
            KeysLocked: the store key is not at hand.
            StoreReadOnly, StoreBusy, StoreFull, ReopenNeeded: fresh keys could not be stored.
        """
        slots = iter(self._keys.take_slots(sum(draft.content is not None for draft in drafts)))
        people = {pseudonym for those in pseudonyms for pseudonym in those}
        secrets = self._keys.subject_secrets(people) if people else {}
        events: list[AnyEvent] = []
        for draft, those in zip(drafts, pseudonyms, strict=True):
            event = draft.event
            if draft.content is not None:
                subjects = [(pseudonym, secrets[pseudonym]) for pseudonym in sorted(set(those))] if those else []
                event = replace(event, box=self._box(event.TYPE, draft.content, *next(slots), subjects))
            events.append(event)
        return events

    def open(self, event: AnyEvent, position: int | None = None) -> AnyContent | None:
        """Return the words of an event; None if it has none, or a key that they need is not at hand.

        Raises:
            StoreDamaged: the keys are at hand and the words do not open, or make no sense; it names `position`.
        """
        return self._open_all([(event, position)])[0]

    def open_many(self, recorded: Sequence[Recorded]) -> list[AnyContent | None]:
        """Return for each event what `open` returns, faster; what other processes destroy meanwhile may still open."""
        return self._open_all([(found.event, found.position) for found in recorded])

    def plain_many(self, boxes: Sequence[tuple[int, str, Box]]) -> list[bytes | None]:
        """Return the JSON that each box holds, as it was sealed; None where a key is not at hand.

        Args:
            boxes: position, type as it is stored, and box of some events.

        Raises:
            StoreDamaged: the keys are at hand and the words do not open.
        """
        slots = self._keys.slot_secrets([box.slot for _, _, box in boxes])
        people = {pseudonym for _, _, box in boxes for pseudonym in box.subjects}
        known = self._keys.subject_secrets(people) if people else {}
        found: list[bytes | None] = []
        for (position, event_type, box), slot in zip(boxes, slots, strict=True):
            secrets = [known[pseudonym] for pseudonym in box.subjects] if box.subjects else []
            if slot is None or None in secrets:
                found.append(None)
                continue
            key = _key(self._store, slot, [secret for secret in secrets if secret is not None])
            plain = _decrypted(box, key, _bound_to(self._store, event_type, box.slot, box.subjects))
            if plain is None:
                raise StoreDamaged(
                    f"the words of event {position} ({event_type}) do not open with their own keys: they were changed; "
                    "restore memory.db from a backup"
                )
            found.append(plain)
        return found

    def seal_plain_many(self, plains: Sequence[tuple[str, bytes, Sequence[str]]]) -> list[Box]:
        """Return boxes with content that is JSON already, under fresh keys; `seal_many` says what is raised.

        Args:
            plains: type of the event, content, and pseudonyms of the people that it is about.
        """
        slots = self._keys.take_slots(len(plains))
        people = {pseudonym for _, _, those in plains for pseudonym in those}
        secrets = self._keys.subject_secrets(people) if people else {}
        boxes: list[Box] = []
        for (event_type, plain, those), slot in zip(plains, slots, strict=True):
            name, secret, subjects = _slot_for(*slot, [(one, secrets[one]) for one in sorted(set(those))])
            boxes.append(
                seal_plain(
                    plain, store=self._store, event_type=event_type, slot=name, slot_secret=secret, subjects=subjects
                )
            )
        return boxes

    def _open_all(self, events: Sequence[tuple[AnyEvent, int | None]]) -> list[AnyContent | None]:
        boxes = [event.box for event, _ in events if event.box]
        slots = iter(self._keys.slot_secrets([box.slot for box in boxes]))
        people = {pseudonym for box in boxes for pseudonym in box.subjects}
        known = self._keys.subject_secrets(people) if people else {}
        return [
            self._opened(event, event.box, position, next(slots), known) if event.box else None
            for event, position in events
        ]

    def _box(
        self, event_type: str, content: AnyContent, slot: str, secret: bytes, people: Sequence[tuple[str, bytes | None]]
    ) -> Box:
        slot, secret, subjects = _slot_for(slot, secret, people)
        return seal(content, store=self._store, event_type=event_type, slot=slot, slot_secret=secret, subjects=subjects)

    def _opened(
        self, event: AnyEvent, box: Box, position: int | None, slot_secret: bytes | None, known: dict[str, bytes | None]
    ) -> AnyContent | None:
        secrets = [secret for secret in map(known.__getitem__, box.subjects) if secret is not None]
        if slot_secret is None or len(secrets) < len(box.subjects):
            return None
        content_type = event.CONTENT
        where = f"the words of event {position if position is not None else '(not recorded yet)'} ({event.TYPE})"
        if content_type is None:
            raise StoreDamaged(
                f"{where} should not be there: this type of event has none; restore memory.db from a backup"
            )
        try:
            # What was stored under an older name is bound to that one.
            tried = (
                open_box(
                    box,
                    content_type,
                    store=self._store,
                    event_type=name,
                    slot_secret=slot_secret,
                    subject_secrets=secrets,
                )
                for name in (event.TYPE, *event.BEFORE)
            )
            content = next((found for found in tried if found is not None), None)
        except msgspec.DecodeError as fault:
            raise StoreDamaged(
                f"{where} open but are not as its type says ({fault}); did a newer version write them?"
            ) from fault
        if content is None:
            raise StoreDamaged(
                f"{where} do not open with their own keys: they were changed; restore memory.db from a backup"
            )
        return content


def _slot_for(
    slot: str, secret: bytes, people: Sequence[tuple[str, bytes | None]]
) -> tuple[str, bytes, list[tuple[str, bytes]]]:
    """Return what a box is sealed with: one that nobody can open where the secret of a person is gone."""
    if any(known is None for _, known in people):
        # A slot that no `keys.db` ever holds, so that a backup that brings the person back opens nothing either.
        slot, secret = slot_name(random_block(), 0), os.urandom(KEY_BYTES)
    return slot, secret, [(pseudonym, known or b"") for pseudonym, known in people]


def _decrypted(box: Box, key: bytes, bound_to: bytes) -> bytes | None:
    """Return the JSON that a box holds, as it was sealed; None if it does not open."""
    try:
        data = binascii.a2b_base64(box.data, strict_mode=True)
    except ValueError:
        return None
    return decrypt(key, data, bound_to)


def _key(store: str, slot_secret: bytes, subject_secrets: Sequence[bytes]) -> bytes:
    return derive(slot_secret + b"".join(subject_secrets), b"remembrancer seal 1\0" + store.encode())


def _bound_to(store: str, event_type: str, slot: str, pseudonyms: Sequence[str]) -> bytes:
    return _encode((store, event_type, slot, *pseudonyms))
