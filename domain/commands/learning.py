"""Orders about what an agent learns from its own life: intents, trauma, decisions."""

from typing import Any

from ..envelopes import Envelope
from .base import Command
from .memories import MemoryCommand


class ObserveIntent(Command, frozen=True, kw_only=True):
    """Count one use of an intent."""

    memory: str
    """Fresh id of the memory that will hold it, if it is met for the first time."""
    scope: str | None = None
    """None: the agent's own."""
    envelope: Envelope
    said: str = ""
    """The texts of `envelope` as somebody wrote them, one a line."""
    intent: str
    """HMAC of the signature of `envelope`."""
    outcome: str | None = None
    example: dict[str, Any] | None = None


class SufferTrauma(Command, frozen=True, kw_only=True):
    """Count a trauma of a category."""

    scope: str | None = None
    category: str
    weight: int
    """Thousandths."""
    intent: str | None = None
    """HMAC of the signature of the envelope that it happened under."""
    evidence: tuple[str, ...] = ()


class JudgeDecision(MemoryCommand, frozen=True, kw_only=True):
    """Say how a decision turned out."""

    outcome: str
    evidence: tuple[str, ...] = ()
