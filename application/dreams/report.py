"""What a dream did, or would do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ...domain.moments import to_datetime

if TYPE_CHECKING:
    from datetime import datetime

    from ...domain.dreams.proposals import Proposal, Shortfall
    from ..entries import LogEntry

Outcome = Literal["done", "yielded", "stopped", "abandoned", "preview"]


class DreamStep(msgspec.Struct, frozen=True, kw_only=True):
    """One proposal, and what became of it."""

    stage: str
    rule: str
    scope: str
    memories: tuple[str, ...]
    """Ids of those that it changes or rests on."""
    figures: dict[str, int]
    """The numbers that triggered it."""
    because: str
    effect: str
    outcome: Literal["proposed", "carried", "passed-over"]
    """`passed-over`: it did not hold any more when its turn came."""
    made: str | None = None
    """Id of the memory or of the suggestion that it made, if any."""
    events: int = 0
    """How many events it made."""
    remark: str | None = None
    """Why it was passed over."""

    @classmethod
    def of(cls, proposal: Proposal, outcome: Literal["proposed", "carried", "passed-over"], **more: Any) -> DreamStep:
        """Return what became of a proposal."""
        return cls(
            stage=proposal.stage,
            rule=proposal.rule,
            scope=proposal.scope,
            memories=proposal.memories,
            figures=proposal.figures,
            because=proposal.because,
            effect=proposal.effect,
            outcome=outcome,
            **more,
        )


class DreamReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a dream did, or would do."""

    agent: str
    run: str | None
    """None for a preview, which leaves no trace."""
    outcome: Outcome
    """`yielded` to an agent that stayed busy: the next dream goes on from there."""
    now: int
    """The time that it went by, microseconds since 1970 UTC."""
    proposals: tuple[DreamStep, ...]
    short: tuple[Shortfall, ...]
    """Memories that are one step short of a promotion."""
    events: tuple[LogEntry, ...]
    """What it appended about its agent, its start and its end included; what it learned of words is the store's."""
    pauses: int = 0
    """How often it stood back because its agent was busy."""

    @property
    def dry_run(self) -> bool:
        """Whether it was a preview."""
        return self.outcome == "preview"

    @property
    def at(self) -> datetime:
        """The time that it went by."""
        return to_datetime(self.now)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "agent": self.agent,
            "run": self.run,
            "outcome": self.outcome,
            "now": self.at.isoformat(),
            "pauses": self.pauses,
            "proposals": msgspec.to_builtins(self.proposals),
            "short": msgspec.to_builtins(self.short),
            "events": [{"position": entry.position, "type": entry.type} for entry in self.events],
        }
