"""Strength: how firmly a memory is held, by how long ago it was last used.

    strength(t) = 1000 * 2 ** -(t / h)

in thousandths; t counts the days since its last use on which the agent was active, h is the half-life of its layer.
Recording, revising, confirming, restoring and recalling are uses: each brings it back to 1000. That retention falls
exponentially is the forgetting curve of Ebbinghaus (Über das Gedächtnis, 1885); writing it by half-lives is due to
Settles and Meeder (A Trainable Spaced Repetition Model for Language Learning, 2016), who fit what is a number of the
policy here.

What is stored is coarser, so that the log stays lean: the lowest band above the strength, and 1000 above all bands.
"""

from collections.abc import Iterable

from ..halving import halved
from ..policy import Policy
from ..vocabulary import FULL_STRENGTH
from .state import DreamState, Dreamt, day_of


def strength_after(age: int, half_life_days: int) -> int:
    """Return the strength of a memory that was last used `age` active days ago, in thousandths.

    >>> [strength_after(age, 30) for age in (0, 15, 30, 90)]
    [1000, 707, 500, 125]
    """
    return halved(FULL_STRENGTH, age, half_life_days)


def band_of(strength: int, bands: Iterable[int]) -> int:
    """Return what is stored of a strength: the lowest of the bands that it has fallen below, else 1000.

    >>> [band_of(strength, (750, 500)) for strength in (1000, 750, 749, 500, 3)]
    [1000, 1000, 750, 750, 500]
    """
    return min((band for band in bands if strength < band), default=FULL_STRENGTH)


def strength_due(memory: Dreamt, state: DreamState, policy: Policy) -> int | None:
    """Return the strength that a memory should have been given by now, None if what is stored still says it.

    What somebody set by hand, so that it is no band, stays until the memory would be weaker by itself, or has been
    used on a later day.
    """
    belief, bands = memory.belief, policy.dreams.bands
    half_life = policy.dreams.half_lives_days.get(belief.layer)
    if half_life is None:
        return None
    due = band_of(strength_after(state.active.age(memory.used_on), half_life), bands)
    by_hand = belief.strength not in {FULL_STRENGTH, *bands}
    if due == belief.strength or (by_hand and due > belief.strength and memory.used_on <= day_of(belief.changed_at)):
        return None
    return due
