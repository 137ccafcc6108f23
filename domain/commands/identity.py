"""Orders about the identity of an agent."""

import msgspec

from ..vocabulary import Section
from .base import Command


class IdentityDocument(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An identity as people write it."""

    version: int
    mission: str
    rules: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    always: tuple[str, ...] = ()
    philosophies: tuple[str, ...] = ()

    def lines(self) -> tuple[tuple[Section, str], ...]:
        """Return its lines in order, each with its section."""
        return (
            ("mission", self.mission),
            *(("rules", line) for line in self.rules),
            *(("never", line) for line in self.never),
            *(("always", line) for line in self.always),
            *(("philosophies", line) for line in self.philosophies),
        )


class EstablishIdentity(Command, frozen=True, kw_only=True):
    """Give an agent its identity, or move it to a document of a greater version."""

    document: IdentityDocument
    ids: tuple[str, ...]
    """Fresh ids, one for each line."""


class ReplaceIdentityLine(Command, frozen=True, kw_only=True):
    """Replace one line of an identity, add one, or take one out."""

    section: str
    line: str | None = None
    """The line that ends, as it reads or as its id; None: none, a line is added."""
    text: str | None = None
    """The line that begins; None: none, a line is taken out."""
    memory: str
    """Fresh id of the new line."""
    evidence: tuple[str, ...] = ()
    """Ids of the memories that the new line rests on: those of the suggestion that a person took it from."""
