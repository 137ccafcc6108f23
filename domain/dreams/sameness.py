"""Whether two statements say the same: the same content words with the same values, whatever their endings and order.

Two texts say the same if they have the same words up to inflection, light words and framing verbs, the same numbers,
identifiers, days and colours, and the same negations and relations with the same words. They conflict if they share
half of their words or more and one says something else where the other says this: another value of the same class, the
contrary, an opposite, another name, or another word in the same place. Everything else overlaps, or is unrelated.

What is compared are signs: it never takes two statements for one that differ in a value, and rather misses that two
mean the same.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from difflib import SequenceMatcher
from typing import Literal

import msgspec

from . import lexicon as english
from . import lexicon_chinese as chinese
from .sayings import Saying, saying
from .state import Dreamt

Relation = Literal["same", "conflicting", "overlapping", "unrelated"]

HALF = 500
"""Thousandths of their words from which two statements are about the same thing."""
MOST = 750
"""Thousandths from which values that differ do so wherever they stand."""
_FRAMED = 2
"""Words that two texts share beside a place, so that it is the same place; one more at the ends of the texts."""
_REPLACED_MAX = 3
"""Words that stand in the place of others, at most, where the rest tells the same."""
_SIGNS_REPLACED_MAX = 5
"""The same in Chinese characters."""


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
            text = memory.words.text if memory.words else ""
            known = self._known[memory.id] = saying(text, memory.terms)
        return known


def compare(one: Saying, other: Saying) -> Comparison:
    """Return how two statements relate; the same whichever comes first, but for the order of what differs."""
    if says_same(one, other):
        return Comparison("same", 1000)
    share = _share(one.topics, other.topics)
    # What words stand in the place of which is searched from one side, so always from the same one.
    if (one.plain, one.sequence) <= (other.plain, other.sequence):
        differing = tuple(sorted(set(_differences(one, other))))
    else:
        differing = tuple(sorted({(mine, its) for its, mine in _differences(other, one)}))
    return Comparison("conflicting" if differing else "overlapping" if share else "unrelated", share, differing)


def agree(one: Saying, other: Saying) -> bool:
    """Say whether two statements may be one in freer wordings: half of the words, all values and no contradiction."""
    if _strict(one) != _strict(other) or one.negations % 2 != other.negations % 2:
        return False
    found = compare(one, other)
    return found.same or (found.relation == "overlapping" and found.share >= HALF)


def in_one_value(one: Saying, other: Saying) -> bool:
    """Say whether two conflicting statements differ in one thing only."""
    said, its = Counter(one.sequence), Counter(other.sequence)
    mine, theirs = said - its, its - said
    return all(len(only) <= 1 or _are_words(set(only)) for only in (mine, theirs))


def _strict(saying: Saying) -> set[str]:
    """Return the values that no wording leaves out; how often and at which time of day goes without saying."""
    return {value for value in saying.values if value.partition(":")[0] not in {"often", "daytime"}}


def says_same(one: Saying, other: Saying) -> bool:
    """Say whether two statements are the same one."""
    if one.key != other.key or (one.frames != other.frames and _is_framed_otherwise(one, other)):
        return False
    return one.sequence == other.sequence or (_placed_alike(one, other) and _placed_alike(other, one))


def _is_framed_otherwise(one: Saying, other: Saying) -> bool:
    """Say whether what frames two statements makes another one of them: who does not drink tea may yet like it."""
    return bool(one.frames and other.frames) or bool(one.negations or other.negations)


def _share(one: frozenset[str], other: frozenset[str]) -> int:
    """Return how many of the words of the shorter one both have, in thousandths."""
    shorter = min(len(one), len(other))
    return 1000 * len(one & other) // shorter if shorter else 0


def _closeness(one: Saying, other: Saying) -> int:
    """Return how many of the words of the longer one both have, in thousandths."""
    if not one.words and not other.words:
        # Statements of values and framing verbs alone are about the same thing.
        return 1000
    return max(
        1000 * len(mine & theirs) // (max(len(mine), len(theirs)) or 1)
        for mine, theirs in ((one.words, other.words), (one.topics, other.topics))
    )


def _placed_alike(one: Saying, other: Saying) -> bool:
    """Say whether each thing said keeps company in another order: what stands before it or behind it, or a preposition.

    Who does what to whom is told by it: `Ann calls Bob` is not `Bob calls Ann`.
    """
    places = _company(other)
    return all(not company.isdisjoint(places[said]) for said, company in _each_company(one))


def _company(saying: Saying) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for said, company in _each_company(saying):
        found.setdefault(said, set()).update(company)
    return found


def _each_company(saying: Saying) -> Iterator[tuple[str, set[str]]]:
    sequence = saying.sequence
    for at, said in enumerate(sequence):
        company = {f"@{held}" for held in saying.held[at]}
        if at:
            company.add(f"<{sequence[at - 1]}")
        if at + 1 < len(sequence):
            company.add(f">{sequence[at + 1]}")
        yield said, company


def _differences(one: Saying, other: Saying) -> Iterator[tuple[str, str]]:
    """Give what the one says where the other says something else, if they are about the same thing."""
    if max(_share(one.topics, other.topics), _share(one.words, other.words)) >= HALF:
        yield from _opposites(one, other)
    closeness = _closeness(one, other)
    if closeness < HALF:
        return
    yield from _values(one, other, anywhere=closeness >= MOST)
    if one.negations % 2 != other.negations % 2:
        yield ("not", "") if one.negations % 2 else ("", "not")
    yield from _moved_marks(one, other)
    yield from zip(sorted(one.names - other.words), sorted(other.names - one.words), strict=False)
    yield from _swapped(one, other)
    yield from _replaced(one, other)


def _values(one: Saying, other: Saying, *, anywhere: bool) -> Iterator[tuple[str, str]]:
    """Give values of one class of which each text has another.

    Args:
        anywhere: whether they may stand in places that have nothing in common.
    """
    mine, theirs = Counter(one.values), Counter(other.values)
    places, its_places = _company(one), _company(other)
    for value in sorted(mine - theirs):
        kind, _, said = value.partition(":")
        for another in sorted(theirs - mine):
            its_kind, _, its = another.partition(":")
            beside = {
                place
                for place in places[value] & its_places[another]
                if not place.startswith(("@", "<name:", ">name:"))
            }
            if kind == its_kind and (anywhere or beside):
                yield said, its


def _moved_marks(one: Saying, other: Saying) -> Iterator[tuple[str, str]]:
    """Give negations and relations that stand with one thing here and with another there, where both say both."""
    mine, theirs = set(one.marks) - set(other.marks), set(other.marks) - set(one.marks)
    for mark, thing in sorted(mine):
        for another, its in sorted(theirs):
            at_one_time = ":" in thing and {mark, another} <= english.TIMES and mark != another
            if thing == its and (at_one_time or _are_opposite(mark, another)):
                yield f"{mark} {thing}", f"{another} {its}"
            if mark == another and thing and its and thing in _things(other) and its in _things(one):
                yield f"{mark} {thing}", f"{mark} {its}"


def _are_opposite(one: str, other: str) -> bool:
    pairs = english.OPPOSITE_RELATIONS | chinese.OPPOSITE_RELATIONS
    return (one, other) in pairs or (other, one) in pairs


def _things(saying: Saying) -> set[str]:
    sequence = saying.sequence
    return {*sequence, *("".join(sequence[at : at + 2]) for at in range(len(sequence)))}


def _swapped(one: Saying, other: Saying) -> Iterator[tuple[str, str]]:
    """Give numbers or names of which each stands here where the other stands there."""
    if one.sequence == other.sequence:
        return
    mine, theirs = _company(one), _company(other)
    told = dict.fromkeys(one.names | other.names, "") | {value: value.partition(":")[0] for value in one.values}
    moved = sorted(said for said in mine if said in theirs and said in told and mine[said].isdisjoint(theirs[said]))
    for said in moved:
        for another in moved:
            if told[said] == told[another] and said != another and mine[said] & theirs[another]:
                yield said, another


def _opposites(one: Saying, other: Saying) -> Iterator[tuple[str, str]]:
    mine, theirs = one.spoken - other.spoken, other.spoken - one.spoken
    if mine and theirs:
        for left, right in english.OPPOSITES:
            if (left in mine and right in theirs) or (right in mine and left in theirs):
                yield (left, right) if left in mine else (right, left)
    if one.plain.isascii() or other.plain.isascii():
        return
    for left, right in chinese.OPPOSITES:
        has, has_other = left in one.plain, right in one.plain
        if has != has_other and (left in other.plain, right in other.plain) == (has_other, has):
            yield (left, right) if has else (right, left)


def _replaced(one: Saying, other: Saying) -> Iterator[tuple[str, str]]:
    """Give words of one that stand in the place of words of the other, where the rest tells the same."""
    said, its = Counter(one.sequence), Counter(other.sequence)
    mine = {word for word in said - its if not _is_generic(word)}
    theirs = {word for word in its - said if not _is_generic(word)}
    if not mine or not theirs:
        return
    if _are_words(mine) and _are_words(theirs):
        yield _told(mine), _told(theirs)
        return
    matcher = SequenceMatcher(None, one.sequence, other.sequence, autojunk=False)
    start = begin = 0
    before = _FRAMED
    for at, to, size in (block for block in matcher.get_matching_blocks() if block[2] != 1):
        # At an end of both there is one side only that can tell that the place is the same one.
        framed = before >= _FRAMED and (size >= _FRAMED or not size)
        framed = framed and (bool(start or begin) or size > _FRAMED) and (bool(size) or before > _FRAMED)
        gone, come = _without_ends(one.sequence[start:at], other.sequence[begin:to])
        if framed and _gives_way(gone, mine) and _gives_way(come, theirs):
            yield _told(gone), _told(come)
        start, begin, before = at + size, to + size, size


def _without_ends(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is left of two runs of words without what both begin and end with."""
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return one, other


def _is_generic(word: str) -> bool:
    return word in english.GENERIC or word in chinese.GENERIC


def _are_words(words: set[str]) -> bool:
    """Say whether it is one word; Chinese has its characters."""
    signs = sum(len(word) == 1 for word in words)
    return 2 <= signs == len(words) <= _REPLACED_MAX or (len(words) == 1 and not signs)


def _told(said: Collection[str]) -> str:
    between = "" if all(len(word) == 1 for word in said) else " "
    return between.join(word.partition(":")[2] or word for word in (sorted(said) if isinstance(said, set) else said))


def _gives_way(said: tuple[str, ...], only: set[str]) -> bool:
    """Say whether a few words are what one text only says, and not what stands elsewhere in the other."""
    if only.isdisjoint(said) or any(":" in word and word not in only for word in said):
        return False
    signs = sum(len(word) == 1 for word in said)
    return len(said) - signs <= _REPLACED_MAX and signs <= _SIGNS_REPLACED_MAX
