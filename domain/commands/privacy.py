"""Orders for people and for the law; they are about the whole store and no agent's."""

from .base import Command


class EraseWords(Command, frozen=True, kw_only=True):
    """Take words away for ever: those about a person, or those of memories."""

    subject: str | None
    """Pseudonym of the person."""
    name: str | None
    """Name of the person, which the reason must not repeat."""
    retention: str | None = None
    """The rule of retention that asks for it."""


class PlaceHold(Command, frozen=True, kw_only=True):
    """Keep words from being forgotten or erased until a time."""

    hold: str
    subject: str | None
    """Pseudonym of the person whose words it covers."""
    memories: tuple[str, ...]
    """Ids of the memories that it covers, where it is about no person."""
    until: int
    """Microseconds since 1970 UTC."""


class ReleaseHold(Command, frozen=True, kw_only=True):
    """End a hold before its time."""

    hold: str
