"""Merge: what is surely known of one thing in several entries becomes one pattern."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import combinations

from ..policy import Policy
from .clauses import Clause, is_han, language_of, likings
from .knowable import may_be_known
from .proposals import Merge, Proposal, Wording
from .quoting import counted, in_order
from .sameness import HALF, compare
from .sayings import Saying, saying
from .state import DreamState, Dreamt
from .wording import one_line
from .wording_patterns import compose_pattern, weight_of

PATTERN = "pattern"
_MERGED_KINDS = frozenset({"preference", "practice", PATTERN})
_COMMON = 12
"""Entries that share a word, beyond which it tells too little for each two of them to be compared."""
_OPEN_MAX = 16
"""Patterns to be that a further entry is tried in."""
_EFFECT_CHARS_MAX = 200
_INSTEAD = frozenset({"instead", "而不是"})
_NAMES = re.compile(r"[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,2}(?= )")

_IDENTIFIERS = re.compile(r"\b[A-Za-z]+[:_\d-][\w:-]*", re.ASCII)

_Place = tuple[object, ...]


def propose_merge(state: DreamState, now: int, policy: Policy, claimed: AbstractSet[str]) -> Iterator[Proposal]:
    """Yield patterns of what is known with confidence of one category and the same people."""
    del now
    places: dict[_Place, list[Dreamt]] = {}
    for memory in in_order(state.memories.values()):
        place = _place(memory)
        if place is not None and memory.id not in claimed:
            places.setdefault(place, []).append(memory)
    clusters = {memory: number for number, cluster in enumerate(state.clusters) for memory in cluster}
    for members in places.values():
        yield from _patterns(members, clusters, state.held, policy)


def _place(memory: Dreamt) -> _Place | None:
    """Return what entries must have in common to be joined, None for what is joined with nothing."""
    belief, words = memory.belief, memory.words
    if belief.status != "live" or belief.layer != "L4" or belief.kind not in _MERGED_KINDS or words is None:
        return None
    # A practice that a dream made would be counted no further once it is a part of something else.
    if belief.kind == "practice" and memory.dreamt:
        return None
    # A fact keeps its key, what holds for a time its end, and what a person keeps its place.
    tied = belief.fact is not None or belief.valid_to is not None or belief.expires_at is not None
    if belief.category is None or tied or memory.kept or belief.review not in {None, "passed"}:
        return None
    language = language_of([_without_names(words.text)])
    return belief.scope, belief.category, belief.source, tuple(sorted(words.subjects)), language


def _without_names(text: str) -> str:
    """Return a text without identifiers, which are written in Latin letters in every language."""
    return _IDENTIFIERS.sub(" ", text)


class _Subjects:
    """People and things that entries begin with."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = frozenset(names)
        self._lengths = sorted({len(name) for name in self._names})

    def begin(self, text: str) -> Iterator[str]:
        """Yield those that a text begins with, the shortest first; takes no longer where there are many."""
        for length in self._lengths:
            name = text[:length]
            if len(name) == length and name in self._names and _begins(text, name):
                yield name


class _Statement:
    """One thing that an entry says."""

    def __init__(self, text: str, subject: str, terms: Sequence[str]) -> None:
        self.text, self.subject, self._terms = text, subject, terms
        self.bare = self._read(text[len(subject) :].strip())
        """Without its subject: what one likes is not about this person's name."""

    @cached_property
    def whole(self) -> Saying:
        """With its subject: what two people like is told of two."""
        return self._read(self.text) if self.subject else self.bare

    def _read(self, text: str) -> Saying:
        return saying(text, [term for term in self._terms if term in text])


class _Entry:
    """A memory that may be joined with others, taken apart once."""

    def __init__(self, memory: Dreamt, subjects: _Subjects) -> None:
        self.memory, self.id, self.text = memory, memory.id, _text(memory)
        clauses = likings(self.text)
        self.weight = sum(clause.weight for clause in clauses)
        said = [text for clause in clauses for text in _said(clause)]
        self.statements = [_Statement(text, next(subjects.begin(text), ""), memory.terms) for text in said]
        self.is_base = _is_base(memory)
        self.terms = frozenset(memory.terms)

    @cached_property
    def saying(self) -> Saying:
        """All that it says."""
        return saying(self.text, self.memory.terms)

    def says(self, other: "_Entry") -> bool:
        """Say whether another entry says the same."""
        apart = self.terms and other.terms and self.terms.isdisjoint(other.terms)
        return not apart and compare(self.saying, other.saying).same

    def conflicts(self, other: "_Entry") -> bool:
        """Say whether another entry contradicts it in anything."""
        return any(_contradict(mine, its) for mine in self.statements for its in other.statements)


def _said(clause: Clause) -> Iterator[str]:
    """Yield what a clause says of each of its things."""
    between = "" if is_han(clause.verb) else " "
    for thing in clause.objects:
        yield between.join(filter(None, (clause.subject, clause.verb, thing)))
    if not clause.objects:
        yield clause.text


def _subjects(members: Sequence[Dreamt]) -> _Subjects:
    """Return of whom the entries of a group tell, as far as two begin with it: each in its shortest form."""
    texts = [_text(memory) for memory in members]
    named = {clause.subject for text in texts for clause in likings(text) if clause.subject}
    named |= {found[0] for found in map(_NAMES.match, texts) if found}
    known = _Subjects(named)
    shortest = _Subjects(one for one in named if next(known.begin(one)) == one)
    told = Counter(one for text in texts for one in shortest.begin(text))
    return _Subjects(one for one, count in told.items() if count > 1)


def _begins(text: str, subject: str) -> bool:
    if not text.startswith(subject):
        return False
    behind = text[len(subject) : len(subject) + 1]
    return is_han(subject[-1]) or is_han(behind) or not behind.isalnum()


def _contradict(one: _Statement, other: _Statement) -> bool:
    mine, its = (one.bare, other.bare) if one.subject == other.subject else (one.whole, other.whole)
    # Most statements have nothing in common, which is quickly seen.
    if mine.words and its.words and mine.words.isdisjoint(its.words) and mine.topics.isdisjoint(its.topics):
        return False
    if one.subject == other.subject and (_denies(mine) != _denies(its) or mine.tenses != its.tenses):
        shared = mine.topics & its.topics
        # A single Chinese character is shared by chance.
        if any(len(word) > 1 or word.isascii() for word in shared) or _mostly_equal(mine.words, its.words):
            return True
    found = compare(mine, its)
    # Short Chinese statements share some characters by chance, and are about the same thing if they share words.
    by_signs = is_han(mine.plain) and is_han(its.plain)
    return found.conflicting and (not by_signs or found.share >= HALF or _half_equal(mine.words, its.words))


def _denies(said: Saying) -> bool:
    return bool(said.negations or said.contraries) or any(mark in _INSTEAD for mark, _ in said.marks)


def _half_equal(one: AbstractSet[str], other: AbstractSet[str]) -> bool:
    return 2 * len(one & other) >= len(one | other)


def _mostly_equal(one: AbstractSet[str], other: AbstractSet[str]) -> bool:
    return 3 * len(one & other) >= 2 * len(one | other)


class _Bin:
    """Entries that are to become one pattern; an earlier pattern may be the first of them."""

    def __init__(self, first: _Entry) -> None:
        self.entries = [first]
        self.weight = first.weight

    def takes(self, entry: _Entry, weight_max: int) -> bool:
        """Add an entry if there is room for it and nothing speaks against it."""
        if self.weight + entry.weight > weight_max or self.conflicts(entry):
            return False
        self.entries.append(entry)
        self.weight += entry.weight
        return True

    def conflicts(self, entry: _Entry) -> bool:
        """Say whether an entry contradicts one of those within."""
        return any(one.conflicts(entry) for one in self.entries)

    @property
    def joins(self) -> bool:
        """Whether entries that say different things have come together, or a pattern found a new one."""
        first, *others = self.entries
        return bool(others) and (first.is_base or not all(first.says(other) for other in others))


def _patterns(
    members: Sequence[Dreamt], clusters: Mapping[str, int], held: AbstractSet[str], policy: Policy
) -> Iterator[Proposal]:
    asked, weight_max = policy.dreams.merge_confidence, policy.dreams.merge_clauses
    confident = [memory for memory in members if memory.belief.confidence >= asked]
    # Most groups have nothing new, and are not looked into.
    if len(confident) < 2 or all(map(_is_base, confident)):
        return
    members = [memory for memory in members if _is_plain(memory)]
    confident = [memory for memory in confident if _is_plain(memory)]
    subjects = _subjects(members)
    sure = [_Entry(memory, subjects) for memory in confident]
    out = _left_out(sure, clusters, held)
    bins = [_Bin(entry) for entry in sure if entry.is_base and entry.id not in out]
    room = [one for one in bins if one.weight < weight_max]
    for entry in sure:
        if entry.is_base or entry.id in out or entry.weight > weight_max:
            continue
        if not any(one.takes(entry, weight_max) for one in room):
            bins.append(_Bin(entry))
            room.append(bins[-1])
        room = [one for one in room if one.weight < weight_max][-_OPEN_MAX:]
    joined = [one for one in bins if one.joins]
    if not joined:
        return
    unsure = [memory for memory in members if memory.belief.confidence < asked]
    hedged = _undisputed([_Entry(memory, subjects) for memory in unsure[: 2 * weight_max]])
    for one in joined:
        proposal = _pattern(one, _noted(one, hedged, weight_max), policy)
        if proposal is not None:
            yield proposal


def _is_plain(memory: Dreamt) -> bool:
    """Say whether a memory says what is so, and neither asks nor makes a condition."""
    if _is_base(memory):
        return True
    said = saying(_text(memory))
    return not (said.asks or said.depends)


def _is_base(memory: Dreamt) -> bool:
    """Say whether a memory is a pattern that a dream made: it takes others in, and is itself nothing new."""
    return memory.dreamt and memory.belief.kind == PATTERN


def _left_out(sure: Sequence[_Entry], clusters: Mapping[str, int], held: AbstractSet[str]) -> set[str]:
    """Return the entries that contradict each other, and those of which one will be forgotten as a duplicate."""
    out: set[str] = set()
    for one, other in _comparable(sure):
        if one.conflicts(other):
            out |= {entry.id for entry in (one, other) if not entry.is_base}
        elif one.says(other) and one.memory.belief.kind == other.memory.belief.kind and not {one.id, other.id} & held:
            together = one.id in clusters and clusters[one.id] == clusters.get(other.id)
            out |= {one.id, other.id} if together else set()
    return out


def _comparable(entries: Sequence[_Entry]) -> Iterable[tuple[_Entry, _Entry]]:
    """Return each two entries that share a word which few of them have; of a small group, each two."""
    if len(entries) <= _COMMON:
        return combinations(entries, 2)
    having: dict[str, list[_Entry]] = {}
    for entry in entries:
        for term in dict.fromkeys(entry.memory.terms):
            having.setdefault(term, []).append(entry)
    shared = [few for few in having.values() if len(few) <= _COMMON]
    return {(one.id, other.id): (one, other) for few in shared for one, other in combinations(few, 2)}.values()


def _undisputed(unsure: Sequence[_Entry]) -> list[_Entry]:
    """Return the entries that contradict none of the others."""
    doubtful = {entry.id for pair in combinations(unsure, 2) if pair[0].conflicts(pair[1]) for entry in pair}
    return [entry for entry in unsure if entry.id not in doubtful]


def _noted(one: _Bin, unsure: Sequence[_Entry], weight_max: int) -> list[_Entry]:
    """Return the entries below the confidence that the pattern has room for, and that nothing speaks against."""
    texts = [entry.text for entry in one.entries]
    kept: list[_Entry] = []
    for entry in unsure:
        noted = [other.text for other in (*kept, entry)]
        weight = weight_of(compose_pattern(texts, noted, clauses_max=4 * weight_max))
        if weight <= weight_max and not one.conflicts(entry):
            kept.append(entry)
    return kept


def _pattern(one: _Bin, noted: Sequence[_Entry], policy: Policy) -> Proposal | None:
    """Return the pattern that entries become, None if its words have no place in L4."""
    sources = tuple(entry.id for entry in one.entries)
    carried = tuple(entry.id for entry in noted)
    texts = tuple(entry.text for entry in (*one.entries, *noted))
    count, clauses_max = len(sources), policy.dreams.merge_clauses
    text = compose_pattern(texts[:count], texts[count:], clauses_max=clauses_max)
    if not may_be_known(text):
        return None
    belief, asked = one.entries[0].memory.belief, policy.dreams.merge_confidence
    assert belief.category is not None, "entries without a category are in no group"
    below = f"; {counted(len(carried), 'memory')} of less confidence carried as a note" if carried else ""
    return Proposal(
        stage="merge",
        rule="same-category",
        scope=belief.scope,
        memories=(*sources, *carried),
        figures={"grounds": count, "noted": len(carried), "confidence": asked},
        because=f"{count} entries of the category {belief.category!r} have a confidence of {asked} or more{below}",
        effect=f"{count} entries become the pattern: {one_line(text, _EFFECT_CHARS_MAX)}",
        action=Merge(
            sources=sources,
            noted=carried,
            wording=Wording(text=text, sources=texts, language=language_of(texts)),
            category=belief.category,
        ),
    )


def _text(memory: Dreamt) -> str:
    assert memory.words is not None, "what cannot be read is in no group"
    return memory.words.text
