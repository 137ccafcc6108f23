"""What was recalled: reading leaves a trace, and conflicts with nothing."""

from ..content import RecallQuery
from .base import AgentEvent

HITS_MAX = 10
"""Hits of one recall that its event names."""


class Recalled(AgentEvent, frozen=True, kw_only=True):
    """An agent asked its memory, and was given what stands here."""

    # It changes no memory, so it names none by a tag: no command ever waits for a reader.

    TYPE = "recall.recalled/1"
    CONTENT = RecallQuery

    scenario: str
    """What it was asked for: a slug that the policy knows."""
    hits: tuple[str, ...]
    """Ids of the memories that were given, at most 10, the best first."""
    scores: tuple[int, ...]
    """Score of each hit, in thousandths."""
    asked_at: int
    """When it was asked, microseconds; the log takes it in a moment later."""
    asked_position: int
    """The position whose beliefs were searched."""
    past: bool
    """Whether that position was asked for; else it was the present."""
    valid_at: int | None
    """The valid time that was asked about, microseconds."""
    session: str | None
    """HMAC of the session's name."""

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), *((f"session:{self.session}",) if self.session else ()))
