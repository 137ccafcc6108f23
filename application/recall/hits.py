"""What a recall brings back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ...domain.ranking import Score

if TYPE_CHECKING:
    from ..memory import Memory

Way = Literal["direct", "filled", "fallback"]
"""Found by what was asked; suggested by what was found; or found by parts of words, since nothing else was."""


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """One memory that a recall found."""

    score: float
    """How well it answers; comparable within one answer."""
    memory: Memory
    found: Way
    parts: Score | None
    """How the score came about, where it was asked to be explained."""
    terms: tuple[tuple[str, float], ...]
    """What each word of the query gave, where it was asked to be explained, the most first."""
    also: tuple[str, ...]
    """Ids of memories that say the same in the same words, and were folded into this one."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        explained = (
            {}
            if self.parts is None
            else {
                "relevance": self.parts.relevance,
                "parts": {part.name: {"value": part.value, "share": part.share} for part in self.parts.parts},
                "terms": dict(self.terms),
            }
        )
        return {
            "score": round(self.score, 6),
            "found": self.found,
            "also": list(self.also),
            **explained,
            "memory": self.memory.to_json(),
        }
