"""Runs of letters and figures, and what joins them: what they say, part by part. English above all."""

import re
from collections.abc import Container, Iterator
from functools import lru_cache
from typing import Literal

from . import lexicon as english
from . import lexicon_moods as moods

CACHED_MAX = 50_000
"""Words whose part is known; more push out the ones that were not met for longest."""

_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_MEASURED = re.compile(r"([+-]?\d+(?:\.\d+)?)([A-Za-zµ]{1,5})")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_VERSION = re.compile(r"v\d+(?:\.\d+)*")
_FRACTION = re.compile(r"\d+/\d+")
_ZONE = re.compile(r"(?:utc|gmt)[+-]\d.*", re.IGNORECASE)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d)")
_JOINTS = re.compile(r"([/:&+\-])")
_CAPITALS = frozenset({"us", "it", "or", "am"})
"""Words that name something else only where all of their letters are large."""
_READ_AS_WORDS = frozenset({"at_most", "at_least", "did_once"})

Role = Literal[
    "value",
    "against",
    "frame",
    "not",
    "mood",
    "mood-before",
    "relation",
    "particle",
    "preposition",
    "light",
    "word",
    "name",
]
Part = tuple[Role, str, bool]
"""What a part of a run is, what it says, and whether it counts among the words that are spoken."""


@lru_cache(maxsize=CACHED_MAX)
def read_run(run: str) -> tuple[Part, ...]:
    """Return what a run of letters, figures and what joins them says, part by part."""
    return tuple(part for piece in _pieces(run) for part in _part(piece))


def _part(piece: str) -> Iterator[Part]:
    plain = _THOUSANDS.sub("", piece)
    low = plain.casefold()
    measured = _MEASURED.fullmatch(plain)
    if low.replace("'", "").isalpha() or low in _READ_AS_WORDS:
        yield from _word(piece, low)
    elif piece in {"+", "-"}:
        yield "value", f"sign:{piece}", False
    elif piece == "/":
        yield "mood", "or:", False
    elif _NUMBER.fullmatch(low) or _FRACTION.fullmatch(low):
        yield "value", f"figure:{low}", False
    elif ordinal := _ORDINAL.fullmatch(low):
        yield "value", f"figure:{ordinal[1]}", False
    elif measured and measured[2].lower() in moods.UNITS:
        yield "value", f"figure:{measured[1]}", False
        yield "value", f"unit:{measured[2]}", False
    elif measured and measured[2].lower() in english.SYNONYMS:
        yield "value", f"figure:{measured[1]}", False
        yield "word", english.SYNONYMS[measured[2].lower()], False
    elif _VERSION.fullmatch(low):
        yield "value", f"figure:{low[1:]}", False
    else:
        yield "value", f"{'name' if re.search('[^0-9.]', low) else 'figure'}:{low}", False


def _word(piece: str, low: str) -> Iterator[Part]:
    """Give what a word says, and what is denied or shortened in it."""
    if contracted := moods.CONTRACTED.fullmatch(low):
        verb = contracted[1] or contracted[2]
        yield "not", "not", False
        if mood := moods.MOODS.get(moods.CONTRACTED_FROM.get(verb, verb)):
            yield "mood", mood, False
        return
    if elided := moods.ELIDED.match(low):
        # French and Italian: `l'ami`, and `n'aime` that denies.
        if "n'" in elided[0]:
            yield "not", elided[0], False
        piece, low = piece[elided.end() :], low[elided.end() :]
    low, _, short = low.strip("'").partition("'")
    yield _one_word(piece, low)
    if short in moods.SHORTENED:
        yield "mood", moods.SHORTENED[short], False


def _one_word(piece: str, low: str) -> Part:
    if low in moods.HOMOGRAPHS and piece[0].isupper() and (low not in _CAPITALS or piece.isupper()):
        return "name", piece, True
    if low in english.NEGATIONS or low in moods.FOREIGN_NEGATIONS:
        return "not", low, False
    if low in moods.CURRENCIES:
        return "value", moods.CURRENCIES[low], False
    if low in moods.MOODS:
        return "mood", moods.MOODS[low], True
    if low in moods.MOODS_BEFORE:
        return "mood-before", moods.MOODS_BEFORE[low], True
    if len(piece) == 1 and piece.isupper() and low not in {"a", "i"}:
        return "value", f"letter:{piece}", False
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


_ROLES: tuple[tuple[Role, Container[str]], ...] = (
    ("against", english.AGAINST),
    ("frame", english.FRAMES),
    ("relation", english.RELATIONS),
    ("particle", english.PARTICLES),
    ("preposition", english.PREPOSITIONS),
    ("light", english.LIGHT),
)


def clock_of(run: str) -> str:
    """Return a time of day as `HH:MM`, or with seconds, by 24 hours.

    >>> [clock_of(run) for run in ("9:15", "3 PM", "12:05 am")]
    ['09:15', '15:00', '00:05']
    """
    hour, *rest = re.findall(r"\d+", run)
    half = re.search(r"[ap]", run.casefold())
    hours = int(hour) % 12 + 12 * (half[0] == "p") if half else int(hour)
    return ":".join((f"{hours:02}", *(rest or ["00"])))


def _pieces(run: str) -> Iterator[str]:
    """Give what a run is read as: names of things whole, hyphened words and alternatives one by one."""
    run = run.removesuffix("'s").removesuffix("'S")
    if run.isalpha() or _FRACTION.fullmatch(run):
        yield run
        return
    words = _JOINTS.split(run)
    whole = run.startswith(("-", "+")) or (":" in run and any(map(str.isdigit, run))) or "//" in run
    if _ZONE.fullmatch(run) or whole or not all(_is_plain(part) for part in words[::2]):
        yield run
        return
    yield words[0]
    for joint, word in zip(words[1::2], words[2::2], strict=True):
        if joint == "+" or (joint == "/" and word.isalpha()):
            yield joint
        yield word


def _is_plain(part: str) -> bool:
    return part.replace("'", "").isalpha() or part.replace(",", "").replace(".", "", 1).isdigit()
