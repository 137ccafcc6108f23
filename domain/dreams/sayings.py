"""What a text says, taken apart so that two texts can be compared: content words, values, negations, relations.

    Reviews take 3 days, not 5     words review, take, day   values figure:3, figure:5   marks (instead, figure:5)
    用户不喜欢150字的摘要           words 字, 摘, 要          values figure:150           marks (not, figure:150)

English words are kept without their endings, Chinese ones as characters: where a segmenter cuts depends on what stands
beside, and the same words would not meet. Light words, in which texts that say the same differ, are left out.
"""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from typing import Literal

import msgspec

from . import lexicon as english
from . import lexicon_chinese as chinese

CACHED_MAX = 50_000
"""Words whose part is known; more push out the ones that were not met for longest."""

_HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_LETTER = rf"[^\W{_HAN}]"
_RUN = re.compile(
    rf"(?P<date>\d{{4}}[-/.年]\d{{1,2}}[-/.月]\d{{1,2}}日?(?!\d))"
    rf"|(?P<clock>(?<!\d)\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?!\d)(?:\s?[ap]m\b)?|(?<!\d)\d{{1,2}}\s?[ap]m\b)"
    rf"|(?P<han>[{_HAN}]+)"
    rf"|(?P<run>(?:(?<!\S)-(?=\d))?{_LETTER}+(?:(?:[./\\@:#~'&+\-]+|,(?=\d{{3}}(?!\d))){_LETTER}+)*)"
    rf"|(?P<sign>[^\w\s.,;:!'\"()\[\]{{}}\-+*_，。；：！、“”‘’「」『』（）《》【】…—–~`|/\\·&]|[?])"
    rf"|(?P<clause>[.,;:!，。；：！、—–\n])",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_MEASURED = re.compile(r"(-?\d+(?:\.\d+)?)([a-zµ]{1,3})")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_VERSION = re.compile(r"v\d+(?:\.\d+)*")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d)")
_NOT_BUT = re.compile("[敏期关滤夜度分去]")
_ALIKE = str.maketrans({"\u2019": "'", "\u02bc": "'", "\u2010": "-", "\u2212": "-", "٪": "%"})


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
    spoken: frozenset[str]
    """All English words, light ones too."""
    topics: frozenset[str]
    """The words that say what it is about: by them it is told how much two texts share."""

    @property
    def key(self) -> tuple[frozenset[str], tuple[str, ...], tuple[tuple[str, str], ...], str]:
        """What is equal in texts that say the same."""
        return self.words, self.values, self.marks, "" if self.sequence else self.plain

    @property
    def negations(self) -> int:
        """How often it says `not`."""
        return sum(mark == "not" for mark, _ in self.marks)


def saying(text: str, terms: Iterable[str] = ()) -> Saying:
    """Return what `text` says. Never fails, and takes a time linear in its length.

    Args:
        terms: its terms as the search index has them; they tell which Chinese characters make a word.
    """
    text = unicodedata.normalize("NFKC", text).translate(_ALIKE)
    reading = _Reading()
    small = text.lower()
    for hint, pattern, put in english.PHRASES:
        if hint in small:
            text = pattern.sub(put, text)
    for found in _RUN.finditer(text):
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
        self.holding: set[str] = set()
        self.begins = True

    def take(self, kind: str, run: str) -> None:
        match kind:
            case "date":
                year, month, day = (int(part) for part in re.findall(r"\d+", run))
                self.value(f"figure:{year:04}-{month:02}-{day:02}")
            case "clock":
                self.value(f"figure:{_clock(run)}")
            case "han":
                self.chinese(run)
            case "run":
                self.run(run)
            case "sign":
                self.mark("asks", 0) if run == "?" else self.word(run)
            case _:
                self.begins = True
                return
        self.begins = False

    def run(self, run: str) -> None:
        """Read a run of letters, figures and what joins them."""
        for role, said, spoken in _read(run):
            if spoken:
                self.spoken.add(said)
            match role:
                case "value":
                    self.value(said)
                case "against":
                    self.mark("not", 1)
                    self.frame("wish")
                case "frame":
                    self.frame(english.FRAMES[said])
                case "not":
                    self.mark("not", 1)
                case "relation":
                    self.mark(said, 1)
                    self.holding.add(said)
                case "preposition":
                    self.holding.add(said)
                case "light":
                    pass
                case _:
                    self.word(said)
                    if role == "name" and not self.begins:
                        self.names.add(said)
            self.begins = False

    def chinese(self, run: str) -> None:
        at = 0
        while at < len(run):
            numeral = chinese.NUMERAL.match(run, at)
            word = _listed(run, at)
            if numeral and len(numeral[0]) > len(word):
                self.value(f"figure:{chinese.numeral_of(numeral[0])}")
                at = numeral.end()
                continue
            if run.startswith("不过", at) and self.begins and not _NOT_BUT.match(run, at + 2):
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
        at = len(self.sequence)
        self.marks.append((mark, max(0, at + places), at) if places < 0 else (mark, at, at + places))

    def finished(self, plain: str, terms: Iterable[str]) -> Saying:
        marks = sorted((mark, "".join(self.sequence[start:end])) for mark, start, end in self.marks)
        return Saying(
            plain=plain,
            sequence=tuple(self.sequence),
            held=tuple(self.held),
            words=frozenset(self.words),
            values=tuple(sorted(self.values)),
            names=frozenset(self.names),
            frames=frozenset(self.frames),
            marks=tuple(marks),
            spoken=frozenset(self.spoken),
            topics=frozenset(_topics(self.words, terms)),
        )


_Role = Literal["value", "against", "frame", "not", "relation", "preposition", "light", "word", "name"]
_Part = tuple[_Role, str, bool]
"""What a part of a run is, what it says, and whether it counts among the words that are spoken."""


@lru_cache(maxsize=CACHED_MAX)
def _read(run: str) -> tuple[_Part, ...]:
    """Return what a run of letters, figures and what joins them says, part by part."""
    return tuple(part for piece in _pieces(run) for part in _part(piece))


def _part(piece: str) -> Iterator[_Part]:
    low = _THOUSANDS.sub("", piece.casefold())
    if low.replace("'", "").isalpha() or low in {"at_most", "at_least"}:
        yield _word(piece, low)
    elif _NUMBER.fullmatch(low):
        yield "value", f"figure:{low}", False
    elif ordinal := _ORDINAL.fullmatch(low):
        yield "value", f"figure:{ordinal[1]}", False
    elif measured := _MEASURED.fullmatch(low):
        yield "value", f"figure:{measured[1]}", False
        yield "word", english.SYNONYMS.get(measured[2], measured[2]), False
    elif _VERSION.fullmatch(low):
        yield "value", f"figure:{low[1:]}", False
    else:
        yield "value", f"{'name' if re.search('[^0-9.]', low) else 'figure'}:{low}", False


def _word(piece: str, low: str) -> _Part:
    if low in english.NEGATIONS or english.CONTRACTED.fullmatch(low):
        return "not", low, False
    low = low.partition("'")[0] or low.strip("'")
    stem = english.stem_of(low)
    stem = english.SYNONYMS.get(stem, stem)
    if low in english.NUMBER_WORDS:
        return "value", f"figure:{english.NUMBER_WORDS[low]}", False
    if stem in english.CLASSES:
        return "value", english.CLASSES[stem], False
    for role, stems in _ROLES:
        if stem in stems:
            return role, stem, True
    return "name" if piece[0].isupper() else "word", stem, True


_ROLES: tuple[tuple[_Role, Container[str]], ...] = (
    ("against", english.AGAINST),
    ("frame", english.FRAMES),
    ("relation", english.RELATIONS),
    ("preposition", english.PREPOSITIONS),
    ("light", english.LIGHT),
)


def _clock(run: str) -> str:
    """Return a time of day as `HH:MM`, or with seconds, by 24 hours.

    >>> [_clock(run) for run in ("9:15", "3 PM", "12:05 am")]
    ['09:15', '15:00', '00:05']
    """
    hour, *rest = re.findall(r"\d+", run)
    half = re.search(r"[ap]", run.casefold())
    hours = int(hour) % 12 + 12 * (half[0] == "p") if half else int(hour)
    return ":".join((f"{hours:02}", *(rest or ["00"])))


def _pieces(run: str) -> Iterator[str]:
    """Give what a run is read as: names of things whole, hyphened words and alternatives one by one."""
    run = run.removesuffix("'s").removesuffix("'S")
    if run.isalpha():
        yield run
        return
    words = re.split(r"[/:&+\-]", run)
    whole = run.startswith("-") or (":" in run and any(map(str.isdigit, run)))
    if not whole and all(part.replace("'", "").isalpha() or _is_number(part) for part in words):
        yield from words
    else:
        yield run


def _is_number(part: str) -> bool:
    return part.replace(",", "").replace(".", "", 1).isdigit()


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
    is_chinese = len(term) > 1 and re.fullmatch(f"[{_HAN}]+", term) is not None
    return is_chinese and term not in chinese.LISTED and not chinese.NUMERAL.fullmatch(term)
