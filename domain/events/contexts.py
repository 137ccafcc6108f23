"""What a model was given to read: an agent's context, with the exact bytes of it."""

from typing import Literal, get_args

import msgspec

from ..content import ContextGiven
from .base import AgentEvent

Part = Literal["boot", "task", "gaps", "mirrors", "lessons", "memories"]
"""What a context is made of, in the order in which it is given."""

PARTS: tuple[Part, ...] = get_args(Part)


class ContextEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of a context, given whole."""

    part: Part
    memories: tuple[str, ...]
    """Ids of the memories whose words it holds; none for a mirror."""
    size_bytes: int
    """Bytes of UTF-8 that it takes in the text."""


class ContextAssembled(AgentEvent, frozen=True, kw_only=True):
    """An agent was given a context for the next call of its model."""

    # Like a recall it names no memory by a tag, so no command ever waits for a reader.

    TYPE = "context.assembled/1"
    CONTENT = ContextGiven

    renderer: int
    """Version of the rules by which the text was laid out."""
    counter: str
    """How tokens were counted: `estimate/1`, or the name of a vocabulary."""
    budget: int
    """Tokens that were asked for; what must be read whole may pass it."""
    tokens: int
    """Tokens of the text."""
    size_bytes: int
    """Bytes of the text in UTF-8."""
    entries: tuple[ContextEntry, ...]
    """What was given, in order."""
    omitted: int
    """How many entries had no room."""
    scenario: str
    """What it was recalled for: a slug that the policy knows."""
    asked_position: int
    """The position whose beliefs were read."""
    session: str | None
    """HMAC of the session's name."""

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), *((f"session:{self.session}",) if self.session else ()))
