"""Contradictions: what two places answer differently. Pure, and near-linear in the number of statements.

Two statements contradict each other if they are about the same people and have the same key with another value, or are
about the same thing and differ in one: another value, the contrary, an opposite (see `dreams/differing.py`). Only pairs
that share half of their rarer words are compared, and of each statement at most `COMPARED_MAX`.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from typing import Literal

import msgspec

from .dreams.clauses import likings
from .dreams.sameness import compare, in_one_value
from .dreams.sayings import Saying, saying

Ground = Literal["key", "words"]

COMPARED_MAX = 40
"""Statements that one is compared with, those that share the most first."""
POSTED_MAX = 400
"""Statements that one word leads to, the latest ones."""
DIFFERING_MAX = 3
"""Words, or Chinese characters, that stand in the place of others where two statements differ in one thing."""
TEXT_CHARS_MAX = 600
"""Of a longer text the beginning is compared, which says what it is about."""
_ARTICLES = frozenset({"the", "a", "an", "this", "that"})
_PRONOUNS = frozenset(
    {
        "he",
        "she",
        "it",
        "they",
        "we",
        "you",
        "i",
        "everybody",
        "everyone",
        "nobody",
        "他",
        "她",
        "它",
        "他们",
        "她们",
        "大家",
    }
)
_TOKEN = re.compile(r"[^\W_]+")
_HAN = re.compile(r"[\u3400-\u9fff]+")


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """What one memory says."""

    id: str
    said: Saying
    value: str
    """Its words as they stand."""
    key: str | None
    """Of a fact: its name, folded by `folded_key`."""
    subjects: frozenset[str]
    """Names of the people it is about."""
    told: frozenset[str]
    """All that is said, once each: what two statements differ in is seen by it."""
    whose: str | None = None
    """Of a line that tells what one agent is for, or about one job: that agent, or job. Lines of two never differ."""


class Conflict(msgspec.Struct, frozen=True):
    """Two statements that contradict each other."""

    one: str
    other: str
    ground: Ground
    differing: tuple[tuple[str, str], ...]
    """What the one says, and what the other says for it; empty where one of them says nothing."""


def statement(
    memory: str,
    text: str,
    *,
    key: str | None = None,
    subjects: Iterable[str] = (),
    terms: Iterable[str] = (),
    whose: str | None = None,
) -> Statement:
    """Return what a memory says; `terms` tell which Chinese characters of it make a word."""
    said = saying(text[:TEXT_CHARS_MAX], terms)
    return Statement(
        id=memory,
        said=said,
        told=frozenset(said.sequence),
        value=text,
        key=None if key is None else folded_key(key),
        subjects=frozenset(subjects),
        whose=whose,
    )


def folded_key(key: str) -> str:
    """Return the name of a fact without what people write differently: case, width, blanks, hyphens, underscores."""
    return re.sub(r"[\s_\-]+", " ", unicodedata.normalize("NFKC", key).casefold()).strip()


def conflict_of(one: Statement, other: Statement) -> Conflict | None:
    """Return in what two statements contradict each other, None if they do not."""
    if one.subjects and other.subjects and one.subjects.isdisjoint(other.subjects):
        return None
    if one.whose is not None and other.whose is not None and one.whose != other.whose:
        return None
    same_key = one.key is not None and one.key == other.key
    # Most pairs differ in several things, which is quickly seen.
    if not same_key and (_differ_in_much(one, other) or not in_one_value(one.said, other.said)):
        return None
    found = compare(one.said, other.said)
    if same_key:
        same = found.same or one.value.strip() == other.value.strip()
        return None if same else Conflict(one.id, other.id, "key", found.differing or ((one.value, other.value),))
    if one.key is not None and other.key is not None:
        # Two facts of different names may say much the same of two things.
        return None
    if found.conflicting and not _like_each_their_own(one.value, other.value):
        return Conflict(one.id, other.id, "words", found.differing)
    return None


def _like_each_their_own(one: str, other: str) -> bool:
    """Say whether two texts tell what two named ones like, use or avoid: each may have a way of their own."""
    mine, its = _likers(one), _likers(other)
    return bool(mine and its) and not (mine <= its or its <= mine)


def _likers(text: str) -> frozenset[str]:
    """Return the words of the name of whoever a text says likes something; nothing if it says more, or of nobody."""
    told = likings(text[:TEXT_CHARS_MAX])
    name = told[0].subject.casefold().split() if len(told) == 1 else []
    return frozenset() if _PRONOUNS.intersection(name) else frozenset(name) - _ARTICLES


def _differ_in_much(one: Statement, other: Statement) -> bool:
    return max(len(one.told - other.told), len(other.told - one.told)) > DIFFERING_MAX


def conflicts(statements: Sequence[Statement]) -> Iterator[Conflict]:
    """Yield the pairs that contradict each other, each once; `one` comes before `other` among the statements."""
    seen: set[tuple[int, int]] = set()
    for at, by in (*_by_key(statements), *_by_words(statements)):
        pair = (min(at, by), max(at, by))
        if pair in seen:
            continue
        seen.add(pair)
        found = conflict_of(statements[pair[0]], statements[pair[1]])
        if found is not None:
            yield found


def _by_key(statements: Sequence[Statement]) -> Iterator[tuple[int, int]]:
    """Yield each statement with the latest one of its key: all others of the key differ from that or are the same."""
    latest: dict[str, int] = {}
    for at, one in enumerate(statements):
        if one.key is not None:
            latest[one.key] = at
    for at, one in enumerate(statements):
        if one.key is not None and latest[one.key] != at:
            yield at, latest[one.key]


def _by_words(statements: Sequence[Statement]) -> Iterator[tuple[int, int]]:
    """Yield pairs that share half of the words of the shorter one, or nearly so."""
    tokens = [one.said.topics or one.said.words for one in statements]
    counts = Counter(token for found in tokens for token in found)
    posted: dict[str, list[int]] = {}
    for at, found in enumerate(tokens):
        for token in found:
            posted.setdefault(token, []).append(at)
    for at, found in enumerate(tokens):
        # Of the words of the shorter one, half stand in the other: so at least one of this many rarest ones does.
        rarest = sorted(found, key=lambda token: (counts[token], token))[: len(found) // 2 + 1]
        shared = Counter(other for token in rarest for other in posted[token][-POSTED_MAX:] if other != at)
        for other, _ in nlargest(COMPARED_MAX, shared.items(), key=_closest):
            yield at, other


def _closest(pair: tuple[int, int]) -> tuple[int, int]:
    return pair[1], pair[0]


def kindred(text: str, others: Iterable[tuple[str, frozenset[str]]]) -> list[str]:
    """Return the ids of those texts that may be about the same thing, by a look at their letters; the closest first.

    Args:
        others: ids, and the letters of their texts.
    """
    mine = letters_of(text)
    shared = ((len(mine & theirs), len(theirs), memory) for memory, theirs in others)
    near = [(count, memory) for count, size, memory in shared if count and 3 * count >= min(len(mine), size)]
    return [memory for _, memory in sorted(near, key=lambda pair: (-pair[0], pair[1]))[:COMPARED_MAX]]


def letters_of(text: str) -> frozenset[str]:
    """Return words without their endings, roughly, and pairs of Chinese characters."""
    some = text[:TEXT_CHARS_MAX].casefold()
    found = {word[:5] for word in _TOKEN.findall(_HAN.sub(" ", some)) if len(word) > 3 or word.isdigit()}
    for run in _HAN.findall(some):
        found.update(run[at : at + 2] for at in range(len(run) - 1))
    return frozenset(found)
