"""Orders about claims: memories that carry a check."""

from ..events import ClaimResult
from .base import Command
from .memories import MemoryCommand


class AttachClaim(MemoryCommand, frozen=True, kw_only=True):
    """Have a memory carry a check."""

    claim: str
    """Id of the new claim."""
    name: str
    """Name of the check."""
    check: str
    """HMAC of `name`."""
    declared: str
    """HMAC of its declaration."""
    every_s: int | None
    due_at: int


class AuditClaim(MemoryCommand, frozen=True, kw_only=True):
    """Say what the world said of a claim."""

    claim: str
    seen: int | None
    """Position of the audit before it, as the one who looked knew it: who looked meanwhile was faster."""
    name: str
    check: str
    declared: str | None
    result: ClaimResult
    finding: str
    """One line."""
    overdue: bool = False
    """Whether a person should have answered by now."""


class AnswerClaim(MemoryCommand, frozen=True, kw_only=True):
    """Say yes or no to what a claim asks a person."""

    claim: str
    name: str
    check: str
    declared: str | None
    yes: bool


class ReleaseClaim(Command, frozen=True, kw_only=True):
    """Take a check off a memory; its record stays."""

    claim: str
