"""What is left of a word when its endings are off: `agents`, `agent's` and `agent` are one term."""

import importlib
import re
import threading
import unicodedata
from typing import Any, Protocol, cast

CACHED_MAX = 100_000
"""Words; then all of them are forgotten, which costs less than counting who was asked for last."""

_CYRILLIC = re.compile("[\u0400-\u052f]")
_MARKS = re.compile("[\u0300-\u036f]+")


class _Algorithm(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802  # the library's name


class _Algorithms(threading.local):
    """The library's stemmers, which no two threads may ask at once: each thread has its own."""

    def __init__(self) -> None:
        make = cast("Any", importlib.import_module("Stemmer")).Stemmer  # it has no types
        # 0: without the library's own cache.
        self.english: _Algorithm = make("english", 0)
        self.russian: _Algorithm = make("russian", 0)


class Stems:
    """Stems of English and Russian words, by Snowball. Any number of threads may ask."""

    def __init__(self) -> None:
        self._algorithms = _Algorithms()
        self._known: dict[str, str] = {}

    def of(self, word: str) -> str:
        """Return the stem of a folded word; a word of any other script is its own stem."""
        stem = self._known.get(word)
        if stem is None:
            if word.isascii():
                stem = self._algorithms.english.stemWord(word)
            else:
                stem = self._algorithms.russian.stemWord(word) if _CYRILLIC.search(word) else word
            if len(self._known) >= CACHED_MAX:
                self._known.clear()
            self._known[word] = stem
        return stem


def folded(word: str) -> str:
    """Return a word as it is compared: case folded, and Latin letters without their accents.

    Whoever writes `cafe` means `café`; in other scripts a mark makes another letter, and stays.
    """
    if word.isascii():
        return word.lower()
    # Folding the case can take a text out of NFKC.
    word = unicodedata.normalize("NFKC", word.casefold())
    bare = _MARKS.sub("", unicodedata.normalize("NFD", word))
    return bare if bare.isascii() else word
