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
from .days import OF_HABITS, dated
from .differing import HALF, MOST, are_words, differences, is_generic, is_swapped, placed_alike, share_of, things_in
from .parting import HAN
from .sayings import Saying, saying
from .state import Dreamt

__all__ = ["HALF", "MOST", "Comparison", "Relation", "Sayings", "agree", "compare", "in_one_value", "says_same"]

Relation = Literal["same", "conflicting", "overlapping", "unrelated"]

_LOOSE = frozenset({"often", "daytime", "owner"})
"""Classes of values that one of two wordings may leave out: how often, at which time of day, and whose it is."""
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
_THEM = "person:they"
"""Stands for what was named before, and may be left out."""
_FROM = frozenset({"from", "从"})
_BEFORE_NAME = rf"(?<![^\W{HAN}])(?<!:)"
_BEHIND_NAME = rf"(?=[{HAN}]|\d+[{HAN}]|[^\w:]|:\s|$)"
"""Where a name begins and ends: Chinese leaves no blanks, and a number beside a name counts what follows."""
_APART = (
    ({"modal:will", "modal:would", "tense:future"}, {"tense:past", "tense:habit", "now:already", "now:just"}),
    ({"when:when", "when:while"}, {"until"}),
)
"""Moods and relations of which no two are said of one thing."""
_NOT_ALWAYS = ("modal:will", "modal:would")
_ORDERED = frozenset({"then:then", "then:first"})
_WHENEVER = frozenset({"when:when", "if:if"})
"""With these, `then` tells what follows from them, and no order."""
_PLACED = frozenset({"before", "since", "前", "后"})
"""Relations that say more if they stand with something that the other text does not speak of."""
# 少于 is none of them: 不到 is read as that, and stands behind verbs as well (找不到250展厅).
_BOUNDING = frozenset({"over", "under", "at_most", "at_least", "than", "超过", "最多", "至少", "上限", "下限"})
"""Relations by which a number is a bound: 30 are not over 30."""
_FIGURE = re.compile(r"figure:[\d./-]+(?![\d./:-])")


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
            text = memory.words.text if memory.words is not None else ""
            known = self._known[memory.id] = said_in(text, memory)
        return known


def said_in(text: str, memory: Dreamt) -> Saying:
    """Return what a text that belongs to a memory says.

    The names of those whom the memory is said to be about are left out: they go without saying. Tomorrow is another day
    in what was said on another day.
    """
    subjects = memory.words.subjects if memory.words is not None else ()
    said = saying(_without_names(text, subjects), memory.terms)
    return said if memory.belief.kind in OF_HABITS else dated(said, memory.day)


def _without_names(text: str, names: Iterable[str]) -> str:
    """Return a text with `user` in the place of each name, whatever stands beside it."""
    for name in names:
        text = re.sub(rf"{_BEFORE_NAME}{re.escape(name)}{_BEHIND_NAME}", " user ", text)
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
    if strict_values(one) != strict_values(other) or one.denies != other.denies:
        return False
    if (one.frames and other.frames and one.frames.isdisjoint(other.frames)) or not plays_same_parts(
        one, other, one.names
    ):
        return False
    if is_meant_otherwise(one, other, linked=linked, loose=True):
        return False
    if tells_of_others(one, other, linked=linked) or tells_of_others(other, one, linked=linked):
        return False
    found = compare(one, other)
    if found.same:
        return True
    if found.conflicting or found.share < HALF or not _mostly_alike(one, other, linked=linked):
        return False
    return not is_turned_round(one, other, linked=linked)


def is_meant_otherwise(one: Saying, other: Saying, *, linked: bool = False, loose: bool = False) -> bool:
    """Say whether two statements are meant in different ways, or one is placed in an order that the other is not.

    Args:
        linked: whether one cites the other.
        loose: whether it does not matter that one says `only` of what both say.
    """
    alike = loose and _content(one) == _content(other)
    mine, its = (_meant(text, by, linked=linked, alike=alike) for text, by in ((one, other), (other, one)))
    if mine != its or _often(one) != _often(other):
        return True
    both = ((one, other), (other, one))
    if not linked and (("most" in one.words) != ("most" in other.words) or any(_is_bounded(*pair) for pair in both)):
        return True
    if any(_signs(text) & left and _signs(by) & right for text, by in both for left, right in _APART):
        return True
    return any(_is_quoted(text, by) for text, by in both) or (
        not linked and any(_is_placed(text, by) for text, by in both)
    )


def _signs(saying: Saying) -> set[str]:
    return {mood for mood, _ in saying.moods} | {mark for mark, _ in saying.marks}


def _content(saying: Saying) -> set[str]:
    return {word for word in saying.words if not is_generic(word)}


def _meant(saying: Saying, other: Saying, *, linked: bool, alike: bool) -> set[tuple[str, str]]:
    known = things_in(other)
    whenever = any(mood.startswith("when:") for mood, _ in other.moods)
    depends = any(mood == "if:if" for mood, _ in other.moods)
    narrowed = any(mood == "narrow:" for mood, _ in other.moods)
    kept = {
        (mood, _focus(thing) if mood == "only:" and not linked else "")
        for mood, thing in saying.moods
        if mood.startswith(_STRICT)
        and mood not in _NOT_ALWAYS
        # What depends on something that the other speaks of as well is no further condition.
        and not (mood == "if:if" and (whenever or (thing in known and not depends)))
        # Chinese says "only" at the verb as well.
        and not (mood == "only:" and (narrowed or (alike and not thing)))
    }
    # Where only one says from where, the other leaves it out.
    both = all({mark for mark, _ in text.marks} & _FROM for text in (saying, other))
    return kept | ({mark for mark in saying.marks if mark[0] in _FROM} if both else set())


def _focus(thing: str) -> str:
    """Return what `only` stands with: a word, or the first character of one."""
    return thing if thing.isascii() else thing[:1]


def _is_bounded(one: Saying, other: Saying) -> bool:
    """Say whether a number is a bound in one and none in the other."""
    within = {word for word, held in zip(other.sequence, other.held, strict=True) if "within" in held}
    return not _bounds(one) <= _bounds(other) | within


def _bounds(saying: Saying) -> set[str]:
    return {found[0] for mark, thing in saying.marks if mark in _BOUNDING and (found := _FIGURE.match(thing))}


def _often(saying: Saying) -> frozenset[str]:
    """Return how often something is so, where that is not always."""
    return frozenset(mood for mood, _ in saying.moods if mood.startswith("often:") and mood != "often:always")


def _is_quoted(one: Saying, other: Saying) -> bool:
    """Say whether one gives what somebody said of whom the other does not speak."""
    said = {who for mood, who in one.moods if mood == "quoted:" and who}
    return bool(said - set(other.sequence)) and not any(mood == "quoted:" for mood, _ in other.moods)


def _is_placed(one: Saying, other: Saying) -> bool:
    """Say whether one places something before or after what the other does not speak of."""
    placed = {thing for mark, thing in one.marks if mark in _PLACED} if one.marks else set[str]()
    if not placed or {mark for mark, _ in one.marks} & {mark for mark, _ in other.marks} & _PLACED:
        return False
    known = things_in(other)
    return not all(thing in known or thing.endswith(other.values) or other.words >= set(thing) for thing in placed)


def tells_of_others(one: Saying, other: Saying, *, linked: bool) -> bool:
    """Say whether one names somebody whom the other does not.

    The word that a text begins with may be a name or not; whoever cites the other speaks of the same.
    """
    known = other.words | other.names
    opening = {one.opening} if one.opening and one.opening.isascii() and not linked else set[str]()
    told = one.names | one.actors | (opening if not is_generic(one.opening) else set[str]())
    return not one.actors <= other.actors or not told - one.actors <= known


def _mostly_alike(one: Saying, other: Saying, *, linked: bool) -> bool:
    """Say whether the words that only one has are few: a third of the words of both, and half of them if linked."""
    mine, its = _content(one), _content(other)
    return (2 if linked else 3) * len(mine ^ its) <= len(mine) + len(its)


def is_turned_round(one: Saying, other: Saying, *, linked: bool = False) -> bool:
    """Say whether the same words, or the same names, stand in another order, so that something else is said.

    Whoever cites the other may tell of its names in any order, as long as there are other words as well.
    """
    if Counter(one.sequence) == Counter(other.sequence):
        if _signs(one) & _ORDERED and not _signs(one) & _WHENEVER:
            return one.sequence != other.sequence
        placing, its_placing = _placing(one), _placing(other)
        if is_swapped(one.sequence, other.sequence) or _is_exchanged(one, other):
            return True
        return len(placing) > 1 and placing != its_placing
    if linked:
        return False
    mine, its = ([word for word in text.sequence if _is_named(word, one, other)] for text in (one, other))
    if sorted(mine) != sorted(its) or len(set(mine)) != len(mine) or mine == its:
        return False
    return not (placed_alike(one, other, mine) and placed_alike(other, one, mine))


def _placing(saying: Saying) -> set[tuple[str, str]]:
    return {mood for mood in saying.moods if mood[0].startswith(_PLACING)}


def _is_exchanged(one: Saying, other: Saying) -> bool:
    """Say whether two words stand in each other's place, and everything else where it stood: who bites whom.

    English words that change places with nothing between them are a verb or a noun with its adverb.
    """
    pairs = list(zip(one.sequence, other.sequence, strict=True))
    places = [at for at, (mine, its) in enumerate(pairs) if mine != its]
    moved = {pairs[at] for at in places}
    if (
        len(places) == 2
        and places[1] == places[0] + 1
        and all(_is_plain(text, at) for text in (one, other) for at in places)
    ):
        return False
    # A Chinese name has two or three characters.
    most = 6 if all(len(word) == 1 for pair in moved for word in pair) else 2
    if not 0 < len(moved) <= most or not all((its, mine) in moved for mine, its in moved):
        return False
    return len({_kind(word) for pair in moved for word in pair}) == 1


def _is_plain(saying: Saying, at: int) -> bool:
    """Say whether a lower-case English word stands at a place, behind no preposition."""
    word = saying.sequence[at]
    return (
        word.isascii()
        and ":" not in word
        and word not in saying.names
        and saying.held[at].isdisjoint(english.PREPOSITIONS)
    )


def _kind(said: str) -> str:
    """Return the class of a value, and the same for all words and for whoever can do something."""
    kind, _, value = said.partition(":")
    return kind if value and kind not in {"person", "letter", "name"} else ""


def _is_named(word: str, one: Saying, other: Saying) -> bool:
    return word in one.names or word in other.names or word.startswith(("letter:", "person:"))


def in_one_value(one: Saying, other: Saying) -> bool:
    """Say whether two conflicting statements differ in one thing only."""
    said, its = Counter(one.sequence), Counter(other.sequence)
    mine, theirs = said - its, its - said
    return all(len(only) <= 1 or are_words(set(only)) for only in (mine, theirs))


def strict_values(saying: Saying) -> set[str]:
    """Return the values that no wording leaves out; how often and at which time of day goes without saying."""
    return {value for value in saying.values if not may_be_left_out(value)}


def may_be_left_out(said: str) -> bool:
    """Say whether what is said is a value that one of two wordings may do without."""
    return said == _THEM or said.partition(":")[0] in _LOOSE


def says_same(one: Saying, other: Saying, *, timeless: bool = False) -> bool:
    """Say whether two statements are the same one.

    Args:
        timeless: whether it may be of the past in one of them, as habits are noticed.
    """
    alike = one.timeless == other.timeless if timeless else one.key == other.key
    if not alike or (one.frames != other.frames and is_framed_otherwise(one, other)):
        return False
    if not plays_same_parts(one, other, one.sequence):
        return False
    if one.sequence == other.sequence:
        return True
    ordered = any(mood in _ORDERED for mood, _ in one.moods)
    return not ordered and placed_alike(one, other) and placed_alike(other, one)


def is_framed_otherwise(one: Saying, other: Saying) -> bool:
    """Say whether what frames two statements makes another one of them: who does not drink tea may yet like it."""
    return bool(one.frames and other.frames) or bool(one.negations or other.negations)


def plays_same_parts(one: Saying, other: Saying, words: Iterable[str]) -> bool:
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
