"""Rows of the events table, to and from the port's events."""

from typing import Any

import msgspec

from .log import StoredEvent

SELECTED = "position, at, type, tags, body"

_encoder = msgspec.json.Encoder()
_tags = msgspec.json.Decoder(tuple[str, ...])


def stored_event(values: tuple[Any, ...]) -> StoredEvent:
    """Return the event of a row that was selected as `SELECTED`.

    Raises:
        msgspec.DecodeError: its tags are not a JSON array of texts, or damage left a value of another kind in a column.
    """
    position, at, type_, tags, body = values
    if type(at) is not int or type(type_) is not str or type(tags) is not str or type(body) is not bytes:
        raise msgspec.DecodeError("a column holds no value of its kind")
    return StoredEvent(position, at, type_, _tags.decode(tags), body)


def tags_text(tags: tuple[str, ...]) -> str:
    """Return tags as the events table holds them."""
    return _encoder.encode(tags).decode()
