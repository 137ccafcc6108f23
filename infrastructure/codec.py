"""Events as bytes: a closed table of types, canonical JSON (RFC 8785), and upcasters for what older versions wrote.

A body is one JSON object with sorted names, without spaces, with whole numbers only:

    {"actor":"agent:atlas","agent":"atlas","box":null,"cause":"cmd_…","command":null,…}

What a row names is looked up in the table and never imported.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import msgspec

from ..domain.errors import NewerStore, StoreDamaged
from ..domain.events import EVENT_TYPES, AnyEvent, Event, Recorded
from .log import NewEvent, StoredEvent

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""One step: the JSON object of an old schema in, that of the next one out. Pure; may change what it is given."""


def _erased_2(fields: dict[str, Any]) -> dict[str, Any]:
    """Say of an erasure that nothing is known of what was derived, and that no rule asked for it."""
    return {**fields, "derived": [], "retention": None}


UPCASTERS: dict[str, tuple[str, Upcaster]] = {
    "privacy.subject_erased/1": ("privacy.subject_erased/2", _erased_2),
}
"""For each type name that is written no more: the name that follows it, and the step that leads there."""

_BEYOND_BMP = re.compile(rb"[\xf0-\xf4]")
_FAULTS = (msgspec.DecodeError, RecursionError)

_encode = msgspec.json.Encoder(order="sorted").encode
_encode_in_order = msgspec.json.Encoder().encode


class Codec:
    """Turns events into bytes and back."""

    def __init__(
        self, types: Sequence[type[Event]] = EVENT_TYPES, upcasters: Mapping[str, tuple[str, Upcaster]] = UPCASTERS
    ) -> None:
        """Take the classes that are written today, and the steps that lead from older schemas to them."""
        self._types = {event_type.TYPE: event_type for event_type in types}
        self._upcasters = dict(upcasters)
        self._decoders: dict[str, msgspec.json.Decoder[Event]] = {}
        assert len(self._types) == len(types), "each class has a type name of its own"
        for name in self._upcasters:
            assert name not in self._types, f"{name} is written today, nothing leads away from it"
            self._current(name)

    @property
    def known_types(self) -> frozenset[str]:
        """Names of all types that can be read, those of old schemas included."""
        return frozenset((*self._types, *self._upcasters))

    def encode(self, event: AnyEvent) -> NewEvent:
        """Return an event as it will be stored."""
        body = _encode(event)
        # Names sort alike by code point and, as RFC 8785 wants, by UTF-16 unit, unless one is beyond the BMP.
        if not body.isascii() and _BEYOND_BMP.search(body):
            body = canonical(msgspec.json.decode(body))
        return NewEvent(type=event.TYPE, tags=event.tags, body=body, event=event)

    def decode(self, stored: StoredEvent) -> Recorded:
        """Return what a row of the log says.

        Raises:
            NewerStore: its type is unknown.
            StoreDamaged: its body is not what its type says. Of names that stand twice the last counts; `check` refuses
                them.
        """
        try:
            event = self._event(stored)
        except _FAULTS as fault:
            raise _damaged(stored, f"its body does not read as {stored.type!r} ({fault})") from fault
        return Recorded(position=stored.position, at=stored.at, event=cast(AnyEvent, event))

    def check(self, stored: StoredEvent) -> Recorded:
        """Return what `decode` does, and look at each byte: the body is canonical, and the tags are those of the event.

        Raises:
            NewerStore, StoreDamaged: as `decode`; also for names twice, spaces, another order, or other tags.
        """
        recorded = self.decode(stored)
        if stored.type not in self._types:
            body, tags = canonical(msgspec.json.decode(stored.body)), stored.tags
        else:
            again = self.encode(recorded.event)
            body, tags = again.body, again.tags
        if body != stored.body:
            raise _damaged(
                stored, "its body is not canonical JSON: a name stands twice or out of order, or there are spaces"
            )
        if tags != stored.tags:
            raise _damaged(stored, f"it carries the tags {list(stored.tags)}, its body gives {list(tags)}")
        return recorded

    def decoder(self, type_: str) -> Callable[[bytes], Event] | None:
        """Return what decodes the bodies of a type that is written today, None for any other."""
        if type_ not in self._types:
            return None
        if type_ not in self._decoders:
            self._decoders[type_] = msgspec.json.Decoder(self._types[type_])
        return self._decoders[type_].decode

    def _event(self, stored: StoredEvent) -> Event:
        decoder = self._decoders.get(stored.type)
        if decoder is not None:
            return decoder.decode(stored.body)
        event_type = self._types.get(stored.type)
        if event_type is not None:
            self._decoders[stored.type] = msgspec.json.Decoder(event_type)
            return self._decoders[stored.type].decode(stored.body)
        if stored.type in self._upcasters:
            return self._upcast(stored)
        raise NewerStore(
            f"event {stored.position} has the type {stored.type!r}, which this version does not know; "
            "upgrade remembrancer, or look for damage if no version ever wrote it"
        )

    def _upcast(self, stored: StoredEvent) -> Event:
        name, fields = stored.type, msgspec.json.decode(stored.body, type=dict[str, Any])
        while name in self._upcasters:
            name, step = self._upcasters[name]
            try:
                fields = step(fields)
            except (AttributeError, LookupError, TypeError, ValueError) as fault:
                raise _damaged(
                    stored, f"its body does not lead to {name!r} ({type(fault).__name__}: {fault})"
                ) from fault
        return msgspec.convert(fields, self._types[name])

    def _current(self, name: str) -> str:
        """Follow the steps from an old name to one of today."""
        seen = [name]
        while name in self._upcasters:
            name = self._upcasters[name][0]
            assert name not in seen, f"upcasters go round: {' -> '.join((*seen, name))}"
            seen.append(name)
        assert name in self._types, f"upcasters end nowhere: {' -> '.join(seen)}"
        return name


def canonical(value: Any) -> bytes:
    """Return a JSON value without fractions as RFC 8785 writes it: names sorted by UTF-16 units (section 3.2.3)."""
    return _encode_in_order(_in_order(value))


def _in_order(value: Any) -> Any:
    match value:
        case dict():
            fields = cast(dict[str, Any], value)
            return {name: _in_order(fields[name]) for name in sorted(fields, key=lambda name: name.encode("utf-16-be"))}
        case list():
            return [_in_order(item) for item in cast(list[Any], value)]
        case _:
            return value


def _damaged(stored: StoredEvent, found: str) -> StoreDamaged:
    return StoreDamaged(f"event {stored.position} is damaged: {found}; restore memory.db from a backup")


CODEC = Codec()
KNOWN_TYPES = CODEC.known_types
encode = CODEC.encode
decode = CODEC.decode
