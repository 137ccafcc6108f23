"""What an agent learns from its own life: problems met again, wounds, decisions and how they turned out."""

from typing import Literal

from ..content import ExampleText
from .base import AgentEvent
from .memories import MemoryEvent, NewMemory

IntentOutcome = Literal["success", "rollback"]
DecisionOutcome = Literal["right", "wrong", "mixed"]


class IntentLearned(NewMemory, frozen=True, kw_only=True):
    """A problem was met for the first time; its envelope is a memory of L4."""

    TYPE = "intent.learned/1"

    intent: str
    """HMAC of the signature of the envelope."""

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"intent:{self.intent}")


class IntentObserved(MemoryEvent, frozen=True, kw_only=True):
    """A problem was met once more, and perhaps how that went."""

    TYPE = "intent.observed/1"
    CONTENT = ExampleText

    intent: str
    outcome: IntentOutcome | None
    """None: not known."""
    exemplified: bool
    """Whether the box holds an example."""

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"intent:{self.intent}")


class TraumaSuffered(AgentEvent, frozen=True, kw_only=True):
    """Something went wrong in a way to be careful about."""

    TYPE = "trauma.suffered/1"

    category: str
    """A slug that the policy knows."""
    weight: int
    """Thousandths; 1000 is one ordinary trauma of its category."""
    half_life_s: int
    """Seconds after which it weighs half."""
    intent: str | None
    """HMAC of the signature of the envelope that it happened under."""
    evidence: tuple[str, ...]

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), *((f"intent:{self.intent}",) if self.intent else ()))


class DecisionMade(NewMemory, frozen=True, kw_only=True):
    """A decision was made, with the confidence that it was taken with."""

    TYPE = "decision.made/1"


class DecisionJudged(MemoryEvent, frozen=True, kw_only=True):
    """Somebody said how a decision turned out."""

    TYPE = "decision.judged/1"

    outcome: DecisionOutcome
    evidence: tuple[str, ...]
