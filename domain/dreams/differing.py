"""In what two statements of the same thing differ: another value, the contrary, an opposite, another name."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher

from . import lexicon as english
from . import lexicon_chinese as chinese
from .sayings import Saying

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
_WORD_SIGNS = (2, 3, 4)
_DEED_SIGNS = 3
"""Of words that change places, and of what stands between them, in Chinese characters."""


def share_of(one: frozenset[str], other: frozenset[str]) -> int:
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


def placed_alike(one: Saying, other: Saying, among: Collection[str] = ()) -> bool:
    """Say whether each thing said keeps company in another order: what stands before it or behind it, or a preposition.

    Who does what to whom is told by it: `Ann calls Bob` is not `Bob calls Ann`.

    Args:
        among: the words that are looked at; none: all.
    """
    if not among and is_swapped(one.sequence, other.sequence):
        return False
    places = company_in(other)
    return all(
        not company.isdisjoint(places.get(said, ()))
        for said, company in _each_company(one)
        if not among or said in among
    )


def is_swapped(one: Sequence[str], other: Sequence[str]) -> bool:
    """Say whether two Chinese words stand in each other's place around what one does to the other.

    Their characters keep company all the same: 服务器杀死任务 and 任务杀死服务器.
    """
    if len(one) != len(other) or one == other:
        return False
    places = [at for at, (mine, its) in enumerate(zip(one, other, strict=True)) if mine != its]
    mine, its = (tuple(text[places[0] : places[-1] + 1]) for text in (one, other))
    size = len(mine)
    if size > 2 * _WORD_SIGNS[-1] + _DEED_SIGNS or any(len(sign) > 1 or sign.isascii() for sign in mine):
        return False
    return any(
        0 < size - begin - end <= _DEED_SIGNS and (*mine[size - end :], *mine[begin : size - end], *mine[:begin]) == its
        for begin in _WORD_SIGNS
        for end in _WORD_SIGNS
    )


def company_in(saying: Saying) -> dict[str, set[str]]:
    """Return what stands beside each thing said."""
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


def differences(one: Saying, other: Saying) -> Iterator[tuple[str, str]]:
    """Give what the one says where the other says something else, if they are about the same thing."""
    if max(share_of(one.topics, other.topics), share_of(one.words, other.words)) >= HALF:
        yield from _opposites(one, other)
    closeness = _closeness(one, other)
    if closeness < HALF:
        return
    yield from _values(one, other, anywhere=closeness >= MOST)
    if one.denies != other.denies:
        yield ("not", "") if one.denies > other.denies else ("", "not")
    yield from _moved_marks(one, other)
    yield from zip(sorted(one.names - other.words), sorted(other.names - one.words), strict=False)
    yield from _swapped(one, other)
    yield from _turned_signs(one, other)
    yield from _replaced(one, other)


def _values(one: Saying, other: Saying, *, anywhere: bool) -> Iterator[tuple[str, str]]:
    """Give values of one class of which each text has another.

    Args:
        anywhere: whether they may stand in places that have nothing in common.
    """
    mine, theirs = Counter(one.values), Counter(other.values)
    places, its_places = company_in(one), company_in(other)
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
            told = thing and its and thing in things_in(other) and its in things_in(one)
            if mark == another and told and not _in_one_phrase(thing, its, one, other):
                yield f"{mark} {thing}", f"{mark} {its}"


def _in_one_phrase(thing: str, its: str, one: Saying, other: Saying) -> bool:
    """Say whether two things are told together in both texts, in this order or in that: before nine on Monday."""
    kind, its_kind = thing.partition(":")[0], its.partition(":")[0]
    if kind == its_kind and ":" in thing:
        return False
    return (
        (":" in thing) != (":" in its)
        or kind != its_kind
        or all(_stand_together(thing, its, text) for text in (one, other))
    )


def _stand_together(one: str, other: str, saying: Saying) -> bool:
    pairs = set(zip(saying.sequence, saying.sequence[1:], strict=False))
    return (one, other) in pairs or (other, one) in pairs


def _are_opposite(one: str, other: str) -> bool:
    pairs = english.OPPOSITE_RELATIONS | chinese.OPPOSITE_RELATIONS
    return (one, other) in pairs or (other, one) in pairs


def things_in(saying: Saying) -> set[str]:
    """Return what marks and moods can stand with."""
    sequence = saying.sequence
    return {*sequence, *("".join(sequence[at : at + 2]) for at in range(len(sequence)))}


def _swapped(one: Saying, other: Saying) -> Iterator[tuple[str, str]]:
    """Give numbers or names of which each stands here where the other stands there."""
    if one.sequence == other.sequence:
        return
    mine, theirs = company_in(one), company_in(other)
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


def _turned_signs(one: Saying, other: Saying) -> Iterator[tuple[str, str]]:
    """Give a Chinese character in the place of its contrary, where all else is the same."""
    if len(one.sequence) != len(other.sequence):
        return
    apart = [(mine, its) for mine, its in zip(one.sequence, other.sequence, strict=True) if mine != its]
    if len(apart) == 1 and frozenset(apart[0]) in chinese.OPPOSITE_SIGNS:
        yield apart[0]


def _replaced(one: Saying, other: Saying) -> Iterator[tuple[str, str]]:
    """Give words of one that stand in the place of words of the other, where the rest tells the same."""
    said, its = Counter(one.sequence), Counter(other.sequence)
    mine = {word for word in said - its if not is_generic(word)}
    theirs = {word for word in its - said if not is_generic(word)}
    if not mine or not theirs:
        return
    if are_words(mine) and are_words(theirs):
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


def is_generic(word: str) -> bool:
    """Say whether a word may be left out or put in without another meaning."""
    return word in english.GENERIC or word in chinese.GENERIC


def are_words(words: set[str]) -> bool:
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
