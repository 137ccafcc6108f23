"""Whether two statements say the same: the same content words with the same values, whatever their endings and order.

Two texts say the same if they have the same words up to inflection, light words and framing verbs, the same numbers,
identifiers, people, days and colours, the same negations and relations with the same words, and the same moods: tense,
modality, frequency, conditions and questions. They conflict if they share half of their words or more and one says
something else where the other says this: another value of the same class, the contrary, an opposite, another name, or
another word in the same place. Everything else overlaps, or is unrelated.

What is compared are signs: it never takes two statements for one that differ in a value, and rather misses that two
mean the same.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Literal

import msgspec

from . import lexicon as english
from .differing import HALF, MOST, are_words, differences, is_generic, placed_alike, share_of, things_in
from .sayings import Saying, saying
from .state import Dreamt

__all__ = ["HALF", "MOST", "Comparison", "Relation", "Sayings", "agree", "compare", "in_one_value", "says_same"]

Relation = Literal["same", "conflicting", "overlapping", "unrelated"]

_LOOSE = frozenset({"often", "daytime"})
"""Classes of values that one of two wordings may leave out: how often, and at which time of day."""
_STRICT = (
    "asks:",
    "if:",
    "only:",
    "or:",
    "more:",
    "less:",
    "modal:",
    "scope:",
    "passive:",
    "tense:future",
    "tense:habit",
    "now:just",
)
"""Kinds of moods that two wordings of one thing have in common."""
_PLACING = ("more:", "less:", "only:")
"""Kinds of moods that say something else if they stand with another word."""
_FROM = frozenset({"from", "从"})
_APART = (
    ({"modal:will", "modal:would", "tense:future"}, {"tense:past", "tense:habit", "now:already", "now:just"}),
    ({"when:when", "when:while"}, {"until"}),
)
"""Moods and relations of which no two are said of one thing."""
_NOT_ALWAYS = ("modal:will", "modal:would")
_ORDERED = frozenset({"then:then", "then:first"})
_PLACED = frozenset({"before", "since", "前", "后"})
"""Relations that say more if they stand with something that the other text does not speak of."""


class Comparison(msgspec.Struct, frozen=True):
    """How two statements relate."""

    relation: Relation
    share: int
    """How many of the content words of the shorter one both have, in thousandths."""
    differing: tuple[tuple[str, str], ...] = ()
    """What the one says, and what the other says for it; empty where one of them says nothing."""

    @property
    def same(self) -> bool:
        """Whether they say the same."""
        return self.relation == "same"

    @property
    def conflicting(self) -> bool:
        """Whether both cannot be joined."""
        return self.relation == "conflicting"


class Sayings:
    """What each memory of a dream says, taken apart once."""

    def __init__(self) -> None:
        self._known: dict[str, Saying] = {}

    def of(self, memory: Dreamt) -> Saying:
        """Return what a memory says; a memory whose words cannot be read says nothing."""
        known = self._known.get(memory.id)
        if known is None:
            text = _without_subjects(memory)
            known = self._known[memory.id] = saying(text, memory.terms)
        return known


def _without_subjects(memory: Dreamt) -> str:
    """Return the text of a memory without the names of those whom it is said to be about: they go without saying."""
    if memory.words is None:
        return ""
    text = memory.words.text
    for name in memory.words.subjects:
        text = re.sub(rf"(?<![\w:]){re.escape(name)}(?![\w:])", "user", text)
    return text


def compare(one: Saying, other: Saying) -> Comparison:
    """Return how two statements relate; the same whichever comes first, but for the order of what differs."""
    if says_same(one, other):
        return Comparison("same", 1000)
    share = share_of(one.topics, other.topics)
    # What words stand in the place of which is searched from one side, so always from the same one.
    if (one.plain, one.sequence) <= (other.plain, other.sequence):
        differing = tuple(sorted(set(differences(one, other))))
    else:
        differing = tuple(sorted({(mine, its) for its, mine in differences(other, one)}))
    return Comparison("conflicting" if differing else "overlapping" if share else "unrelated", share, differing)


def agree(one: Saying, other: Saying, *, linked: bool = False) -> bool:
    """Say whether two statements may be one in freer wordings: most words, all values and people, no contradiction.

    Questions, conditions, quotations, modality, scope and order are the same in both, and nobody else is spoken of.

    Args:
        linked: whether one cites the other: then half of the words will do, and one may leave out a condition.
    """
    if _strict(one) != _strict(other) or one.denies != other.denies:
        return False
    if (one.frames and other.frames and one.frames.isdisjoint(other.frames)) or not _same_parts(one, other, one.names):
        return False
    if _is_meant_otherwise(one, other, linked=linked):
        return False
    if _tells_of_others(one, other, linked=linked) or _tells_of_others(other, one, linked=linked):
        return False
    found = compare(one, other)
    if found.same:
        return True
    if found.conflicting or found.share < HALF or not _mostly_alike(one, other, linked=linked):
        return False
    return not _is_turned_round(one, other)


def _is_meant_otherwise(one: Saying, other: Saying, *, linked: bool) -> bool:
    """Say whether two statements are meant in different ways, or one is placed in an order that the other is not."""
    mine, its = (_meant(text, by, linked=linked) for text, by in ((one, other), (other, one)))
    if mine != its or _often(one) != _often(other):
        return True
    both = ((one, other), (other, one))
    if any(_signs(text) & left and _signs(by) & right for text, by in both for left, right in _APART):
        return True
    return any(_is_quoted(text, by) for text, by in both) or (
        not linked and any(_is_placed(text, by) for text, by in both)
    )


def _signs(saying: Saying) -> set[str]:
    return {mood for mood, _ in saying.moods} | {mark for mark, _ in saying.marks}


def _meant(saying: Saying, other: Saying, *, linked: bool) -> set[tuple[str, str]]:
    known = set(other.sequence) if linked else set[str]()
    kept = {
        (mood, thing if mood == "only:" else "")
        for mood, thing in saying.moods
        if mood.startswith(_STRICT)
        and mood not in _NOT_ALWAYS
        # What depends on something that the other speaks of as well is no further condition.
        and not (mood == "if:if" and thing in known)
    }
    # Where only one says from where, the other leaves it out.
    both = all({mark for mark, _ in text.marks} & _FROM for text in (saying, other))
    return kept | ({mark for mark in saying.marks if mark[0] in _FROM} if both else set())


def _often(saying: Saying) -> frozenset[str]:
    """Return how often something is so, where that is not always."""
    return frozenset(mood for mood, _ in saying.moods if mood.startswith("often:") and mood != "often:always")


def _is_quoted(one: Saying, other: Saying) -> bool:
    """Say whether one gives what somebody said of whom the other does not speak."""
    said = {who for mood, who in one.moods if mood == "quoted:"}
    return bool(said - set(other.sequence)) and not any(mood == "quoted:" for mood, _ in other.moods)


def _is_placed(one: Saying, other: Saying) -> bool:
    """Say whether one places something before or after what the other does not speak of."""
    placed = {thing for mark, thing in one.marks if mark in _PLACED} if one.marks else set[str]()
    if not placed or {mark for mark, _ in one.marks} & {mark for mark, _ in other.marks} & _PLACED:
        return False
    return not placed <= things_in(other)


def _tells_of_others(one: Saying, other: Saying, *, linked: bool) -> bool:
    """Say whether one names somebody whom the other does not.

    The word that a text begins with may be a name or not; whoever cites the other speaks of the same.
    """
    known = other.words | other.names
    opening = {one.opening} if one.opening and one.opening.isascii() and not linked else set[str]()
    told = one.names | one.actors | (opening if not is_generic(one.opening) else set[str]())
    return not one.actors <= other.actors or not told - one.actors <= known


def _mostly_alike(one: Saying, other: Saying, *, linked: bool) -> bool:
    """Say whether the words that only one has are few: a third of the words of both, and half of them if linked."""
    mine = {word for word in one.words if not is_generic(word)}
    its = {word for word in other.words if not is_generic(word)}
    return (2 if linked else 3) * len(mine ^ its) <= len(mine) + len(its)


def _is_turned_round(one: Saying, other: Saying) -> bool:
    """Say whether the same words, or the same names, stand in another order, so that something else is said."""
    if Counter(one.sequence) == Counter(other.sequence):
        if _signs(one) & _ORDERED:
            return one.sequence != other.sequence
        placing, its_placing = _placing(one), _placing(other)
        return (len(placing) > 1 and placing != its_placing) or _is_exchanged(one.sequence, other.sequence)
    mine, its = ([word for word in text.sequence if _is_named(word, one, other)] for text in (one, other))
    if sorted(mine) != sorted(its) or len(set(mine)) != len(mine) or mine == its:
        return False
    return not (placed_alike(one, other, mine) and placed_alike(other, one, mine))


def _placing(saying: Saying) -> set[tuple[str, str]]:
    return {mood for mood in saying.moods if mood[0].startswith(_PLACING)}


def _is_exchanged(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Say whether two words stand in each other's place, and everything else where it stood: who bites whom."""
    moved = {(mine, its) for mine, its in zip(one, other, strict=True) if mine != its}
    # A Chinese name has two or three characters.
    most = 6 if all(len(word) == 1 for pair in moved for word in pair) else 2
    return 0 < len(moved) <= most and all((its, mine) in moved for mine, its in moved)


def _is_named(word: str, one: Saying, other: Saying) -> bool:
    return word in one.names or word in other.names or word.startswith(("letter:", "person:"))


def in_one_value(one: Saying, other: Saying) -> bool:
    """Say whether two conflicting statements differ in one thing only."""
    said, its = Counter(one.sequence), Counter(other.sequence)
    mine, theirs = said - its, its - said
    return all(len(only) <= 1 or are_words(set(only)) for only in (mine, theirs))


def _strict(saying: Saying) -> set[str]:
    """Return the values that no wording leaves out; how often and at which time of day goes without saying."""
    return {value for value in saying.values if value.partition(":")[0] not in _LOOSE}


def says_same(one: Saying, other: Saying, *, timeless: bool = False) -> bool:
    """Say whether two statements are the same one.

    Args:
        timeless: whether it may be of the past in one of them, as habits are noticed.
    """
    alike = one.timeless == other.timeless if timeless else one.key == other.key
    if not alike or (one.frames != other.frames and _is_framed_otherwise(one, other)):
        return False
    if not _same_parts(one, other, one.sequence):
        return False
    if one.sequence == other.sequence:
        return True
    ordered = any(mood in _ORDERED for mood, _ in one.moods)
    return not ordered and placed_alike(one, other) and placed_alike(other, one)


def _is_framed_otherwise(one: Saying, other: Saying) -> bool:
    """Say whether what frames two statements makes another one of them: who does not drink tea may yet like it."""
    return bool(one.frames and other.frames) or bool(one.negations or other.negations)


def _same_parts(one: Saying, other: Saying, words: Iterable[str]) -> bool:
    """Say whether none of some words plays another part: to work for somebody is not to work with them."""
    parts, its_parts = _parts(one), _parts(other)
    return all(_may_be_one(parts[word], its_parts[word]) for word in words if word in parts and word in its_parts)


def _may_be_one(part: frozenset[str], its: frozenset[str]) -> bool:
    return not part.isdisjoint(its) or (part | its).isdisjoint(english.TELLING)


def _parts(saying: Saying) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for word, held in zip(saying.sequence, saying.held, strict=True):
        if not held.isdisjoint(english.PREPOSITIONS):
            found[word] = found.get(word, frozenset()) | (held & english.PREPOSITIONS)
    return found
