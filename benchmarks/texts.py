"""Texts to remember, of about 200 bytes each, all different."""

import random

_WHO = (
    "The reviewer",
    "Mira from accounts",
    "The second customer",
    "Our lawyer",
    "A colleague in Lyon",
    "The night shift",
)
_SAID = (
    "said in the meeting",
    "wrote twice this week",
    "asked on the telephone",
    "noted in the margin",
    "insisted again",
)
_WHAT = (
    "that abstracts should stay below 150 words and open with the result",
    "that the figures for March must not leave the house before the audit",
    "that deliveries on Fridays come too late for the weekend team",
    "that the old contract number still appears in three of the letters",
    "that the heating in the archive should never go above 18 degrees",
)
_WHY = (
    "because the last one was far too long to be read on a telephone",
    "since nobody had checked them against the ledger of the bank",
    "and would like to have an answer by the end of the month",
    "although the schedule had been agreed with everybody in spring",
)


def texts(count: int, seed: int = 1) -> list[str]:
    """Return `count` texts; the same for the same seed."""
    rng = random.Random(seed)
    return [
        f"{rng.choice(_WHO)} {rng.choice(_SAID)} {rng.choice(_WHAT)}, {rng.choice(_WHY)} "
        f"(note {number:06}, page {rng.randrange(900):03})."
        for number in range(count)
    ]
