"""What happens to the documents that agents read when they wake up, and who read which of them."""

import msgspec

from ..content import LineTexts
from .base import AgentEvent


class DocumentLineReplaced(AgentEvent, frozen=True, kw_only=True):
    """A line of a boot document ended, or one began. `scope` is whose document it is."""

    # A replacement is two of them, of one command: why the old line ended goes with that line, the new words stay.

    TYPE = "identity.document_line_replaced/1"
    CONTENT = LineTexts

    document: str
    """Name of the document, in clear: one of the policy's, or `job:` and the name of a job."""
    replaced: str | None
    """Id of the line that ended; None if one began."""
    successor: str | None
    """Id of the line that takes its place, which the next event brings; None if there is none."""
    begun: str | None
    """Id of the line that began; None if one ended."""
    ordinal: int
    """Place of the line within the document, from 0; lines that end leave their places empty."""
    edition: int
    """How often the document has changed, this time included."""

    @property
    def memories(self) -> tuple[str, ...]:
        return tuple(memory for memory in (self.replaced, self.begun) if memory)

    def _own_tags(self) -> tuple[str, ...]:
        found = (*super()._own_tags(), f"document:{self.scope}/{self.document}")
        # It is no event of the successor yet, but belongs to its history.
        return (*found, f"mem:{self.successor}") if self.successor else found


class DocumentRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which vintage of a document was read."""

    scope: str
    document: str
    """Name of the document; `identity` for the five sections of the agent's own identity."""
    changed_position: int
    """Position of the latest change that it held: the log has every word of that vintage."""


class BootRead(AgentEvent, frozen=True, kw_only=True):
    """An agent woke up and read other vintages of its documents than at its last boot. `scope` is the agent's own."""

    TYPE = "boot.read/1"
    CONTENT = None

    woken_for: str | None
    """Name of the job, in clear; None: none was asked for."""
    vintages: tuple[DocumentRead, ...]
    """In the order in which they were read."""

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"boot:{self.agent}")
