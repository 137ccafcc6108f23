"""What is said of claims: memories that carry a check against the world, and what that found.

A check is declared outside of the log, by name; the log knows the name and the declaration as HMACs only, and nothing
that it says is ever run.
"""

from typing import Literal

from ..content import ClaimFinding
from .base import AgentEvent

ClaimResult = Literal["passed", "failed", "unreachable"]
"""The world says so; it says otherwise; it could not be asked, or did not answer."""


class ClaimEvent(AgentEvent, frozen=True, kw_only=True):
    """Something about the check that one memory carries."""

    CONTENT = ClaimFinding

    claim: str
    memory: str

    def _own_tags(self) -> tuple[str, ...]:
        # The state of the memory stays as it is, but its history tells of its claims.
        return (*super()._own_tags(), f"claim:{self.claim}", f"mem:{self.memory}")


class ClaimAttached(ClaimEvent, frozen=True, kw_only=True):
    """A memory was given a check, by which it stands or falls."""

    TYPE = "claim.attached/1"

    check: str
    """HMAC of the name of the check."""
    declared: str
    """HMAC of what the check was declared to be."""
    every_s: int | None
    """Seconds between audits; None: it is answered once, by a person."""
    due_at: int
    """When it is looked at first, or by when a person should have answered, microseconds."""


class ClaimAudited(ClaimEvent, frozen=True, kw_only=True):
    """The world was asked whether a memory holds."""

    TYPE = "claim.audited/1"

    check: str
    """HMAC of the name of the check."""
    declared: str | None
    """HMAC of what the check was declared to be when it ran; None: nothing was declared under its name any more."""
    result: ClaimResult
    attempt: int
    """How often the world could not be asked in a row, this time included; 0 if it answered."""
    flagged: bool
    """Whether somebody should look: a line of an identity failed, or the world has been out of reach for too long."""
    next_at: int | None
    """When it is looked at next, microseconds; None: when somebody answers."""


class ClaimReleased(ClaimEvent, frozen=True, kw_only=True):
    """A memory no longer carries a check; what that found stays on record."""

    TYPE = "claim.released/1"
