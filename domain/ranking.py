"""How a found memory is ranked: how well its words answer, weighed by how much the memory itself counts.

    score = relevance * (1 - sum over its parts of share * (1 - part)) * (1 + share of time, if it is of the time asked)

Parts are from 0 to 1, shares are policy. Relevance is that of the search index, so a memory that says nothing of what
was asked is never found, however strong it is; and the parts together can take at most their shares away.

strength     of the memory, as it decayed and was restored by use
recency      2 ** -(age / half-life), age being the time since its words were recorded
confidence   of 10
place        how early the scenario looks into its layer: 1 for the first tier, less for each after
"""

import msgspec

from .moments import DAY
from .policy import L2_SESSIONS, Scenario, Weights
from .state import Belief


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One part of a score."""

    name: str
    value: float
    """0 to 1."""
    share: float
    """How much of the relevance it can take away, 0 to 1; for `time`, how much it can add."""


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """The score of one memory, with its parts."""

    value: float
    relevance: float
    parts: tuple[Part, ...]


def scored(
    belief: Belief,
    relevance: float,
    *,
    tier: int,
    weights: Weights,
    asked_at: int,
    in_time: bool | None,
) -> Score:
    """Return the score of a memory.

    Args:
        tier: which tier of the scenario holds its layer, from 0.
        asked_at: microseconds since 1970 UTC.
        in_time: whether it happened when the query says; None: the query names no time.
    """
    age = max(asked_at - belief.recorded_at, 0)
    parts = [
        Part(name="strength", value=belief.strength / 1000, share=weights.strength / 1000),
        Part(name="recency", value=2 ** -(age / (weights.recency_half_life_days * DAY)), share=weights.recency / 1000),
        Part(name="confidence", value=belief.confidence / 10, share=weights.confidence / 1000),
        Part(name="place", value=1 / (1 + tier), share=weights.place / 1000),
    ]
    value = relevance * (1 - sum(part.share * (1 - part.value) for part in parts))
    if in_time is not None:
        parts.append(Part(name="time", value=float(in_time), share=weights.time / 1000))
        value *= 1 + parts[-1].share * parts[-1].value
    return Score(value=value, relevance=relevance, parts=tuple(parts))


def tier_of(scenario: Scenario, layer: str, kind: str) -> int | None:
    """Return which tier of a scenario looks at memories of a layer and kind, from 0; None: none does.

    Where one tier is for the sessions of L2, the others that look into L2 pass them over.
    """
    apart = any(L2_SESSIONS in tier for tier in scenario.tiers)
    place = L2_SESSIONS if apart and layer == "L2" and kind == "session" else layer
    return next((number for number, tier in enumerate(scenario.tiers) if place in tier), None)
