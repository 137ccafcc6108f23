"""What a schedule says of itself while it runs, one line each."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    Tell = Callable[["Line"], None]

LineKind = Literal["ready", "begun", "ended", "skipped", "failed", "health", "stopping"]

_logger = logging.getLogger("remembrancer.schedule")


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the log of a schedule."""

    at: datetime
    """By the store's clock."""
    event: LineKind
    job: str | None = None
    agent: str | None = None
    slot: str | None = None
    """Which run of the job: for a night `<agent>/<local date>`."""
    result: str | None = None
    duration_s: float | None = None
    figures: dict[str, int] = {}
    """Numbers, by name."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return msgspec.to_builtins(self)

    def __str__(self) -> str:
        # A slot that begins with the agent says both.
        about = self.slot or self.agent
        head = " ".join(part for part in (self.event, self.job, about) if part)
        figures = ", ".join(f"{name.replace('_', ' ')} {number:,}" for name, number in self.figures.items())
        said = "; ".join(part for part in (self.result, figures) if part)
        took = "" if self.duration_s is None else f" ({self.duration_s:.1f} s)"
        return f"{head}: {said}{took}" if said else f"{head}{took}"


def tell_logger(line: Line) -> None:
    """Hand a line to the logger `remembrancer.schedule`: a warning for what failed, information for the rest."""
    _logger.log(logging.WARNING if line.event == "failed" else logging.INFO, "%s", line)
