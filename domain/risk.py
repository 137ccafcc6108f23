"""The risk of a change: a number from 0 to 1, as a sum of parts that can each be explained.

    risk = s_rollback * R + s_trauma * T + s_novelty * N

The shares s are policy and make 1. This is the additive value model of Keeney and Raiffa (Decisions with Multiple
Objectives, 1976, chapter 3); the parts, each from 0 to 1, are:

R   how often this very problem was rolled back: (rollbacks + a) / (judged uses + n), the mean of a Beta distribution
    whose prior is worth n uses with a rollbacks (Gelman and others, Bayesian Data Analysis, 3rd edition, section 2.4).
T   how much trauma weighs on the categories that the envelope touches: L / (L + h), where L is the sum over these
    categories of the weight of the category times the level of its traumas, each halved by its half-life, and h is
    the L at which T is a half (the saturation of Hill 1910 with the coefficient 1).
N   how new the problem is: 1 / (1 + uses).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from .envelopes import Envelope, folded
from .policy import Policy

MILLION = 1_000_000


class RiskPart(msgspec.Struct, frozen=True, kw_only=True):
    """One part of a risk."""

    share: float
    """How much it can say, 0 to 1."""
    value: float
    """How much of that it says, 0 to 1."""
    because: str
    """Why, in words."""

    @property
    def contribution(self) -> float:
        """What it adds to the risk."""
        return self.share * self.value


class Uses(msgspec.Struct, frozen=True):
    """What became of a problem so far."""

    uses: int = 0
    successes: int = 0
    rollbacks: int = 0


def touched(envelope: Envelope, policy: Policy) -> tuple[str, ...]:
    """Return the categories of trauma that an envelope touches: those that it names, and those its words signal."""
    words = envelope.words
    return tuple(
        category
        for category in policy.trauma_weights
        if category in envelope.categories
        or _stand_in(words, _signals(category, *policy.trauma_signals.get(category, ())))
    )


@lru_cache(maxsize=1024)
def _signals(*said: str) -> tuple[tuple[str, bool], ...]:
    """Return signals in the form of the words of envelopes, each with whether it counts only where a word begins."""
    return tuple((signal, signal.isascii()) for signal in map(folded, said))


def _stand_in(words: str, signals: tuple[tuple[str, bool], ...]) -> bool:
    """Say whether one of some signals stands in the words."""
    for signal, at_beginnings in signals:
        at = words.find(signal)
        while at > 0 and at_beginnings and words[at - 1].isascii() and words[at - 1].isalnum():
            at = words.find(signal, at + 1)
        if at >= 0:
            return True
    return False


@lru_cache(maxsize=256)
def _rounded(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def risk_parts(uses: Uses, levels: Mapping[str, int], categories: Sequence[str], policy: Policy) -> dict[str, RiskPart]:
    """Return the parts of a risk, by name: `rollback`, `trauma`, `novelty`.

    Args:
        uses: of the envelope.
        levels: of the traumas at the asked time, in millionths, by category.
        categories: those that the envelope touches.
    """
    shares = policy.risk
    return {
        "rollback": _rollback(uses, policy),
        "trauma": _trauma(levels, categories, policy),
        "novelty": RiskPart(
            share=shares.novelty / 100,
            value=1 / (1 + uses.uses),
            because=_met(uses.uses),
        ),
    }


def _met(uses: int) -> str:
    if not uses:
        return "never met before"
    return "met once before" if uses == 1 else f"met {uses} times before"


def _rollback(uses: Uses, policy: Policy) -> RiskPart:
    prior = policy.risk
    judged = uses.successes + uses.rollbacks
    value = (uses.rollbacks + prior.prior_rollbacks) / (judged + prior.prior_uses)
    return RiskPart(
        share=prior.rollback / 100,
        value=value,
        because=f"{uses.rollbacks} of {judged} judged uses were rolled back, smoothed to {_rounded(value)}",
    )


def _trauma(levels: Mapping[str, int], categories: Sequence[str], policy: Policy) -> RiskPart:
    weighed = {name: policy.trauma_weights[name] * levels.get(name, 0) / MILLION for name in categories}
    total = sum(weighed.values())
    suffered = {name: weight for name, weight in weighed.items() if weight}
    if suffered:
        because = ", ".join(f"{name} weighs {_rounded(weight)}" for name, weight in suffered.items())
    elif categories:
        because = f"no trauma of {', '.join(categories)}"
    else:
        because = "it touches no category of trauma"
    return RiskPart(share=policy.risk.trauma / 100, value=total / (total + policy.risk.trauma_half), because=because)
