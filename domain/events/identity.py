"""What happens to the identity of an agent."""

import msgspec

from ..content import LineTexts
from ..vocabulary import Section
from .base import AgentEvent


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The place of one identity line; its words are in the event's box under its id."""

    memory: str
    section: Section
    ordinal: int
    """Place within the whole document, from 0."""


class IdentityEvent(AgentEvent, frozen=True, kw_only=True):
    """The identity of an agent changed. `scope` is the agent's own."""

    CONTENT = LineTexts

    version: int
    """Version of the document afterwards."""

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"identity:{self.agent}")


class IdentityEstablished(IdentityEvent, frozen=True, kw_only=True):
    """An agent got its identity."""

    TYPE = "identity.established/1"

    lines: tuple[Line, ...]

    @property
    def memories(self) -> tuple[str, ...]:
        return tuple(line.memory for line in self.lines)


class IdentityRefreshed(IdentityEvent, frozen=True, kw_only=True):
    """The identity moved to a document of a greater version; lines that both have were kept."""

    TYPE = "identity.refreshed/1"

    from_version: int
    kept: tuple[Line, ...]
    """With their places in the new document."""
    added: tuple[Line, ...]
    dropped: tuple[str, ...]
    """Ids of the lines that the new document has no more."""

    @property
    def memories(self) -> tuple[str, ...]:
        return (*(line.memory for line in (*self.kept, *self.added)), *self.dropped)


class IdentityLineReplaced(IdentityEvent, frozen=True, kw_only=True):
    """One line of an identity was replaced, added or taken out; the version stays."""

    TYPE = "identity.line_replaced/1"

    replaced: str | None
    """Id of the line that ended; None if one was added."""
    line: Line | None
    """The line that began; None if one was taken out."""

    @property
    def memories(self) -> tuple[str, ...]:
        return tuple(m for m in (self.replaced, self.line.memory if self.line else None) if m)
