"""What a text says, taken apart so that two texts can be compared: content words, values, negations, relations.

    Reviews take 3 days, not 5     words review, take, day   values figure:3, figure:5   marks (instead, figure:5)
    用户不喜欢150字的摘要           words 字, 摘, 要          values figure:150           marks (not, figure:150)

English words are kept without their endings, Chinese ones as characters: where a segmenter cuts depends on what stands
beside, and the same words would not meet. Light words, in which texts that say the same differ, are left out.
"""

import re
import unicodedata
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache

import msgspec

from . import lexicon as english
from . import lexicon_chinese as chinese
from . import lexicon_moods as moods
from .letters import CACHED_MAX, Role, clock_of, read_run
from .parting import ALIKE, ARTICLE_NOT, COUNTED, HAN, NOT_BUT, RUN

_PLACING: frozenset[Role] = frozenset({"mood", "relation", "preposition"})
_QUOTING = frozenset(map(english.stem_of, moods.QUOTING))


class Saying(msgspec.Struct, frozen=True, kw_only=True):
    """What one text says, in the parts by which it is compared."""

    plain: str
    """Its letters and figures alone, case folded: all that is compared where nothing else is left."""
    sequence: tuple[str, ...]
    """Its content in order: words as stems, Chinese characters, values as `class:value`."""
    held: tuple[frozenset[str], ...]
    """Of each of these, the prepositions and framing verbs that stand before it."""
    words: frozenset[str]
    """The content that is no value."""
    values: tuple[str, ...]
    """Numbers, identifiers, dates, days, colours, in order, each as often as it is said."""
    names: frozenset[str]
    """Words that are written as names."""
    frames: frozenset[str]
    marks: tuple[tuple[str, str], ...]
    """Negations and relations, each with what it stands with, in order."""
    moods: tuple[tuple[str, str], ...]
    """Tense, modality, frequency, questions, conditions: each as `kind:which`, with what it stands with."""
    contraries: tuple[str, ...]
    """Words by which the contrary is said of something, each as often as it is said."""
    actors: frozenset[str]
    """People who are named by what they are to somebody."""
    opening: str
    """The word that it begins with, if that is written as names are."""
    spoken: frozenset[str]
    """All English words, light ones too."""
    topics: frozenset[str]
    """The words that say what it is about: by them it is told how much two texts share."""

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What is equal in texts that say the same."""
        return self.words, self.values, self.marks, self.moods, "" if self.sequence else self.plain

    @property
    def timeless(self) -> tuple[Hashable, ...]:
        """What is equal in texts that say the same, of now or of the past."""
        moods = tuple(mood for mood in self.moods if mood[0] != "tense:past")
        return self.words, self.values, self.marks, moods, "" if self.sequence else self.plain

    @property
    def negations(self) -> int:
        """How often it says `not`."""
        return sum(mark == "not" for mark, _ in self.marks)

    @property
    def denies(self) -> int:
        """How it denies, by `not` and by `stop`: 0 not at all, 1 the contrary is said, 2 and the contrary of that."""
        times = self.negations + len(self.contraries)
        return 2 - times % 2 if times else 0

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return any(mood == "asks:" for mood, _ in self.moods)

    @property
    def depends(self) -> bool:
        """Whether it holds on a condition only."""
        return any(mood.startswith("if:") for mood, _ in self.moods)

    @property
    def tenses(self) -> frozenset[str]:
        """Which times are marked in it, beside the present."""
        return frozenset(mood for mood, _ in self.moods if mood.startswith("tense:"))


def saying(text: str, terms: Iterable[str] = ()) -> Saying:
    """Return what `text` says. Never fails, and takes a time linear in its length.

    Args:
        terms: its terms as the search index has them; they tell which Chinese characters make a word.
    """
    text = COUNTED.sub(r" \g<0>", unicodedata.normalize("NFKC", text).translate(ALIKE))
    reading = _Reading()
    small = text.lower()
    if moods.ASKING.search(text):
        reading.mood("asks:")
    for hint, pattern, put in (*moods.PHRASES, *english.PHRASES):
        if hint in small:
            text = pattern.sub(put, text)
    for found in RUN.finditer(text):
        if found[0] == "A" and (not reading.begins or ARTICLE_NOT.match(text, found.end())):
            reading.value("letter:A")
        else:
            reading.take(found.lastgroup or "", found[0])
    return reading.finished("".join(filter(str.isalnum, text.casefold())), terms)


class _Reading:
    """What has been read of a text so far."""

    def __init__(self) -> None:
        self.sequence: list[str] = []
        self.held: list[frozenset[str]] = []
        self.words: set[str] = set()
        self.values: list[str] = []
        self.names: set[str] = set()
        self.frames: set[str] = set()
        self.spoken: set[str] = set()
        self.marks: list[tuple[str, int, int]] = []  # what, and which places of the sequence it stands with
        self.moods: list[tuple[str, int, int]] = []  # the same of moods
        self.contraries: list[str] = []
        self.actors: set[str] = set()
        self.opening = ""
        self.denied = False
        self.holding: set[str] = set()
        self.begins = True
        self.leading = -1

    def take(self, kind: str, run: str) -> None:
        match kind:
            case "date":
                year, month, day = (int(part) for part in re.findall(r"\d+", run))
                self.value(f"figure:{year:04}-{month:02}-{day:02}")
            case "clock":
                self.value(f"figure:{clock_of(run)}")
            case "han":
                self.chinese(run)
            case "run":
                self.run(run)
            case "whole":
                self.value(f"{'flag' if run.startswith('-') else 'name'}:{run}")
            case "grade":
                self.value(f"letter:{run}")
            case "op":
                self.value(f"sign:{run.strip()}")
            case "sign":
                self.sign(run)
            case _:
                self.begins = True
                return
        self.begins = False

    def sign(self, sign: str) -> None:
        if sign == "?":
            self.mood("asks:")
        elif sign in moods.CURRENCIES:
            self.value(moods.CURRENCIES[sign])
        elif sign == "%":
            self.word("percent")
        else:
            self.value(f"sign:{sign}")

    def run(self, run: str) -> None:
        """Read a run of letters, figures and what joins them."""
        measuring = bool(self.sequence) and self.sequence[-1].startswith("figure:")
        if measuring and run.lower() in moods.UNITS:
            self.value(f"unit:{run}")
            return
        large = run[0].isupper()
        if self.begins and large and len(run) > 1 and run[1:] == run[1:].lower():
            run = run[0].lower() + run[1:]
        for role, said, spoken in read_run(run):
            if spoken:
                self.spoken.add(said)
            self.part(role, said, large=large)
            self.begins = False

    def part(self, role: Role, said: str, *, large: bool) -> None:
        """Read a part of a run."""
        if role in _PLACING:
            self.leading = (
                -1
            )  # only in, only when, only before: it stands with a place or a time, wherever that is told
        match role:
            case "value":
                self.value(said)
            case "against":
                self.mark("not", 1)
                self.frame("wish")
            case "frame":
                self.frame(english.FRAMES[said])
            case "not":
                self.deny(said)
            case "mood":
                self.mood(said)
            case "mood-before":
                self.mood(said, 1)
            case "relation":
                self.mark(said, 1)
                self.holding.add(said)
            case "particle":
                self.mark(said, 0)
            case "preposition":
                self.holding.add(said)
            case "light":
                pass
            case _:
                self.spelled(role, said, large=large)

    def deny(self, said: str) -> None:
        """Note a negation; those of other languages come in pairs that deny once: `ne ... pas`, `no ... nunca`."""
        if said not in english.NEGATIONS and self.denied:
            return
        self.denied = True
        self.mark("not", 1)
        if said == "unless":
            self.mood("if:unless", 1)

    def spelled(self, role: Role, said: str, *, large: bool) -> None:
        """Read a word that tells what a text is about."""
        if said in _QUOTING and self.sequence:
            self.mood("quoted:", -1)
        if said in moods.CONTRARIES:
            self.contraries.append(said)
        if said in moods.ACTORS:
            self.actors.add(said)
        if not said.isascii():
            if moods.FOREIGN_DENIED.search(said):
                self.mark("not", 0)
            if moods.FOREIGN_ASKED.search(said):
                self.mood("asks:")
        if role == "name" and not self.begins:
            self.names.add(said)
        if large and not self.sequence:
            self.opening = said
        self.word(said)

    def chinese(self, run: str) -> None:
        at = 0
        while at < len(run):
            numeral = chinese.NUMERAL.match(run, at)
            word = _unit(run, at) if self.sequence and self.sequence[-1].startswith("figure:") else ""
            if word:
                unit = moods.UNITS_CHINESE[word]
                self.value(moods.CURRENCIES.get(unit, f"unit:{unit}"))
                at += len(word)
                continue
            word = _listed(run, at)
            if run[at] == "一" and not word and numeral and len(numeral[0]) == 1 and not _counts(run, at + 1):
                at += 1  # "as soon as", or a word that begins with it
                continue
            if word == "" and run[at] in chinese.COUNTERS and self.sequence and self.sequence[-1].startswith("figure:"):
                at += 1
                continue
            if numeral and len(numeral[0]) > len(word):
                self.value(f"figure:{chinese.numeral_of(numeral[0])}")
                at = numeral.end()
                continue
            if run.startswith("不过", at) and self.begins and not NOT_BUT.match(run, at + 2):
                at += 2
                continue
            self.listed(word) if word else self.word(run[at])
            self.begins = False
            at += len(word) or 1

    def listed(self, word: str) -> None:
        """Read a Chinese word of the lists."""
        if word in chinese.WHOLE:
            self.spell(word)
        elif word in chinese.CLASSES:
            self.value(chinese.CLASSES[word])
        elif word in moods.PERSONS_CHINESE:
            self.value(moods.PERSONS_CHINESE[word])
        elif word in moods.CURRENCIES:
            self.value(moods.CURRENCIES[word])
        elif word in moods.MOODS_CHINESE:
            self.mood(moods.MOODS_CHINESE[word])
        elif word in moods.MOODS_BEFORE_CHINESE:
            self.mood(moods.MOODS_BEFORE_CHINESE[word], 2)
        elif word in moods.CONTRARIES_CHINESE or word in moods.ACTORS_CHINESE:
            (self.contraries.append if word in moods.CONTRARIES_CHINESE else self.actors.add)(word)
            self.spell(word)
        elif word in chinese.NEGATIONS:
            self.mark("not", 1)
        elif word in chinese.WISHES_AGAINST:
            self.mark("not", 1)
            self.frame("wish")
        elif word in chinese.FRAMES:
            self.frame(chinese.FRAMES[word])
        elif word in chinese.RELATIONS_AFTER:
            self.mark(chinese.RELATIONS_AFTER[word], -2)
        elif word in chinese.RELATIONS_BEFORE:
            self.mark(chinese.RELATIONS_BEFORE[word], 2)
        elif word == "说" or chinese.SYNONYMS.get(word) == "说":
            self.mood("quoted:", -1)
            self.spell("说")
        elif word in chinese.SYNONYMS:
            self.spell(chinese.SYNONYMS[word])

    def spell(self, word: str) -> None:
        for sign in word:
            self.word(sign)

    def word(self, word: str) -> None:
        self.words.add(word)
        self.say(word)

    def value(self, value: str) -> None:
        self.values.append(value)
        self.say(value)

    def say(self, said: str) -> None:
        self.sequence.append(said)
        self.held.append(frozenset(self.holding))
        self.holding.clear()

    def frame(self, frame: str) -> None:
        self.frames.add(frame)
        self.holding.add(frame)

    def mark(self, mark: str, places: int) -> None:
        """Note a negation or a relation, with how many places of the sequence after (or before) it it stands with."""
        self.marks.append((mark, *self._places(places)))

    def mood(self, mood: str, places: int = 0) -> None:
        """Note a mood, with how many places of the sequence after (or before) it it stands with."""
        if self.begins and mood == "only:":
            self.leading = len(self.sequence)
        self.moods.append((mood, *self._places(places)))

    def _places(self, places: int) -> tuple[int, int]:
        at = len(self.sequence)
        return (max(0, at + places), at) if places < 0 else (at, at + places)

    def _focused(self, mood: tuple[str, int, int]) -> tuple[str, int, int]:
        """Let `only` stand with whoever it begins with, or who is named; else it wanders in what is said of them."""
        kind, start, end = mood
        if kind != "only:" or start == self.leading or any(self._is_who(word) for word in self.sequence[start:end]):
            return mood
        return kind, 0, 0

    def _is_who(self, word: str) -> bool:
        return word in self.names or word.startswith(("person:", "letter:", "name:"))

    def _told(self, marks: Iterable[tuple[str, int, int]]) -> Iterator[tuple[str, str]]:
        return ((mark, "".join(self.sequence[start:end])) for mark, start, end in marks)

    def finished(self, plain: str, terms: Iterable[str]) -> Saying:
        return Saying(
            plain=plain,
            sequence=tuple(self.sequence),
            held=tuple(self.held),
            words=frozenset(self.words),
            values=tuple(sorted(self.values)),
            names=frozenset(self.names),
            frames=frozenset(self.frames),
            marks=tuple(sorted(self._told(self.marks))),
            moods=tuple(sorted(set(self._told(map(self._focused, self.moods))))),
            contraries=tuple(sorted(self.contraries)),
            actors=frozenset(self.actors),
            opening=self.opening,
            spoken=frozenset(self.spoken),
            topics=frozenset(_topics(self.words, terms)),
        )


def _unit(run: str, at: int) -> str:
    """Return the longest unit that stands in a run at a place."""
    return next((run[at:end] for end in (at + 2, at + 1) if run[at:end] in moods.UNITS_CHINESE), "")


def _counts(run: str, at: int) -> bool:
    """Say whether what stands in a run at a place, or the end of it, is counted by the number before it."""
    return at == len(run) or run[at] in chinese.MEASURES or run[at - 2 : at - 1] == "第"


def _listed(run: str, at: int) -> str:
    """Return the longest word of the lists that stands in a run at a place."""
    for word in chinese.LISTED_FROM.get(run[at], ()):
        # Ten minutes, and not "very".
        if run.startswith(word, at) and not (word == "十分" and run.startswith("钟", at + 2)):
            return word
    return ""


def _topics(words: Iterable[str], terms: Iterable[str]) -> Iterator[str]:
    for word in words:
        if word.isascii() and word not in english.GENERIC:
            yield word
    cut = [term for term in terms if _is_topic(term)]
    yield from cut or (word for word in words if not word.isascii() and word not in chinese.GENERIC)


@lru_cache(maxsize=CACHED_MAX)
def _is_topic(term: str) -> bool:
    """Say whether a term is a Chinese word that tells what a text is about."""
    is_chinese = len(term) > 1 and re.fullmatch(f"[{HAN}]+", term) is not None
    return is_chinese and term not in chinese.LISTED and not chinese.NUMERAL.fullmatch(term)
