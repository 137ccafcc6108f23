"""Whether two statements are one in wordings that differ in light words only.

    Carts ask for a cold start of 5 minutes      Carts will again need the cold start 5 minutes long
    导出排队超过5条时失败                          导出在排队超过5条的时候就会失败

Such statements have the same content words, values, people, negations and moods. What they may differ in are the closed
classes of a language: articles, particles, auxiliaries, measure words, and verbs that carry little themselves. What was
so each time that something happened is so when it happens.
"""

from collections.abc import Hashable, Sequence

import msgspec

from .differing import differences, is_generic, placed_alike
from .sameness import (
    is_framed_otherwise,
    is_meant_otherwise,
    is_turned_round,
    may_be_left_out,
    plays_same_parts,
    says_same,
    strict_values,
    tells_of_others,
)
from .sayings import Saying

__all__ = ["daytimes", "is_reworded", "parted", "rough_key"]

_ENDINGS = ("ing", "ed", "es", "s", "e", "d", "y", "i", "n")
"""Endings by which forms of one word differ, beyond those of `stem_of`: the longest first."""
_ROOT_CHARS = 4


def rough_key(said: Saying) -> Hashable:
    """Return what is equal in statements that differ in light words only: most that have it in common do."""
    content = frozenset(_root(word) for word in said.words if not is_generic(word))
    # A statement of light words alone is told by all of them.
    return content or said.words, frozenset(strict_values(said)), said.denies, "" if said.sequence else said.plain


def parted(sayings: Sequence[Saying]) -> list[frozenset[str]]:
    """Return for each of several wordings of one rough key what it must have in common with another to be one with it.

    A wording may do without some values, such as the time of day. Where others differ in such a value, it is not known
    which of them it says the same as: what opens at nine may open in the morning, or in the evening.
    """
    told: dict[str, set[str]] = {}
    for said in sayings:
        for value in filter(may_be_left_out, said.values):
            told.setdefault(_kind(value), set()).add(value)
    disputed = {kind for kind, values in told.items() if len(values) > 1}
    return [frozenset(value for value in said.values if _kind(value) in disputed) for said in sayings]


def daytimes(said: Saying) -> set[str]:
    """Return the times of day that a statement names: it says more than a wording that does without."""
    return {value for value in said.values if _kind(value) == "daytime"}


def _kind(value: str) -> str:
    return value.partition(":")[0]


def is_reworded(one: Saying, other: Saying, *, timeless: bool = False) -> bool:
    """Say whether two statements say the same in other light words; those of different rough keys never do.

    Args:
        timeless: whether it may be of the past in one of them, as habits are noticed.
    """
    if says_same(one, other, timeless=timeless):
        return True
    if rough_key(one) != rough_key(other):
        return False
    if one.asks != other.asks or (one.frames != other.frames and is_framed_otherwise(one, other)):
        return False
    if is_meant_otherwise(one, other) or not (timeless or _is_of_one_time(one, other)):
        return False
    if tells_of_others(one, other, linked=False) or tells_of_others(other, one, linked=False):
        return False
    if not plays_same_parts(one, other, one.names):
        return False
    mine, its = _heavy(one), _heavy(other)
    if any(differences(one, other)) or is_turned_round(mine, its):
        return False
    return mine.sequence == its.sequence or (placed_alike(mine, its) and placed_alike(its, mine))


def _is_of_one_time(one: Saying, other: Saying) -> bool:
    """Say whether both are of the past, or none, or both tell of each time that something happened."""
    return one.tenses == other.tenses or (_is_habit(one) and _is_habit(other))


def _is_habit(said: Saying) -> bool:
    return any(mood.startswith(("when:", "if:", "often:")) for mood, _ in said.moods)


def _heavy(said: Saying) -> Saying:
    """Return a statement without its light words."""
    kept = [at for at, word in enumerate(said.sequence) if not (is_generic(word) or may_be_left_out(word))]
    return msgspec.structs.replace(
        said, sequence=tuple(_root(said.sequence[at]) for at in kept), held=tuple(said.held[at] for at in kept)
    )


def _root(word: str) -> str:
    """Return what the forms of an English word have in common; a Chinese character is itself."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _ROOT_CHARS:
            return word.removesuffix(ending)
    return word
