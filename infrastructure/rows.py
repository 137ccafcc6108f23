"""Rows of the events table, to and from the port's events."""

import msgspec

from .log import StoredEvent

SELECTED = "position, at, type, tags, body"

_encoder = msgspec.json.Encoder()
_tags = msgspec.json.Decoder(tuple[str, ...])


def stored_event(values: tuple[int, int, str, str, bytes]) -> StoredEvent:
    """Return the event of a row that was selected as `SELECTED`.

    Raises:
        msgspec.DecodeError: its tags are not a JSON array of texts.
    """
    position, at, type_, tags, body = values
    return StoredEvent(position, at, type_, _tags.decode(tags), body)


def tags_text(tags: tuple[str, ...]) -> str:
    """Return tags as the events table holds them."""
    return _encoder.encode(tags).decode()
