"""What is compared: the protocol of a system, and the ones that anybody could put together in an afternoon."""

import importlib
import re
import sqlite3
import warnings
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache, partial
from pathlib import Path
from typing import Any, Protocol

from .data import Memory

_WORD = re.compile(r"[^\W_]+")


class System(Protocol):
    """A search over the memories of one scope."""

    def build(self, memories: Sequence[Memory]) -> None:
        """Take in all memories; called once."""
        ...

    def search(self, query: str, k: int) -> list[str]:
        """Return the ids of at most `k` memories, best first."""
        ...


Opened = AbstractContextManager[Callable[[str], System]]
"""While it is open, gives a system for the scope of that name."""
Opening = Callable[[Path], Opened]
"""Opens a kind of system for one data set; what it stores goes into the folder."""


class Unavailable(Exception):
    """A system cannot be measured here."""


class Fts5:
    """Full text search of SQLite, with its own BM25: a query is the OR of its words."""

    def __init__(self, tokenizer: str, terms: Callable[[str], list[str]]) -> None:
        self._terms = terms
        self._ids: list[str] = []
        self._db = sqlite3.connect(":memory:")
        self._db.execute(f"CREATE VIRTUAL TABLE memories USING fts5(text, tokenize = '{tokenizer}')")

    def build(self, memories: Sequence[Memory]) -> None:
        self._ids = [memory.id for memory in memories]
        self._db.executemany(
            "INSERT INTO memories(rowid, text) VALUES (?, ?)", ((n, one.text) for n, one in enumerate(memories))
        )

    def search(self, query: str, k: int) -> list[str]:
        terms = dict.fromkeys(self._terms(query))
        if not terms:
            return []
        # Quoted, no word is read as an operator; the terms hold letters and digits only, so no quote either.
        asked = " OR ".join(f'"{term}"' for term in terms)
        rows = self._db.execute("SELECT rowid FROM memories WHERE memories MATCH ? ORDER BY rank LIMIT ?", (asked, k))
        return [self._ids[row] for (row,) in rows]


class Bm25s:
    """The library bm25s as it comes, over the words that jieba finds."""

    def __init__(self) -> None:
        self._index: Any = library("bm25s").BM25()
        self._words = jieba_words()
        self._ids: list[str] = []

    def build(self, memories: Sequence[Memory]) -> None:
        self._ids = [memory.id for memory in memories]
        self._index.index([self._words(memory.text) for memory in memories], show_progress=False)

    def search(self, query: str, k: int) -> list[str]:
        rows, scores = self._index.retrieve([self._words(query)], k=min(k, len(self._ids)), show_progress=False)
        return [self._ids[row] for row, score in zip(rows[0], scores[0], strict=True) if score > 0]


class Tfidf:
    """The TfidfVectorizer of scikit-learn as it comes, over the words that jieba finds; cosine against every memory."""

    def __init__(self) -> None:
        text: Any = library("sklearn.feature_extraction.text", "scikit-learn")
        self._vectorizer: Any = text.TfidfVectorizer(tokenizer=jieba_words(), token_pattern=None)
        self._vectors: Any = None
        self._ids: list[str] = []

    def build(self, memories: Sequence[Memory]) -> None:
        self._ids = [memory.id for memory in memories]
        self._vectors = self._vectorizer.fit_transform([memory.text for memory in memories])

    def search(self, query: str, k: int) -> list[str]:
        # Both sides have length 1, so the product is the cosine.
        scores = (self._vectors @ self._vectorizer.transform([query]).T).toarray().ravel()
        best = (-scores).argsort(kind="stable")[:k]
        return [self._ids[row] for row in best if scores[row] > 0]


def words(text: str) -> list[str]:
    """Return the runs of letters and digits, in lower case."""
    return _WORD.findall(text.lower())


def trigrams(text: str) -> list[str]:
    """Return all that three characters in a row make inside of words."""
    return [word[start : start + 3] for word in words(text) for start in range(len(word) - 2)]


@cache
def jieba_words() -> Callable[[str], list[str]]:
    """Return what cuts a text into jieba's words, in lower case and without punctuation; its dictionary is loaded."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is old, and Python has become stricter
        jieba: Any = library("jieba")
    jieba.setLogLevel("ERROR")
    jieba.initialize()

    def cut(text: str) -> list[str]:
        return [word for word in jieba.lcut(text.lower()) if _WORD.search(word)]

    return cut


def library(module: str, package: str | None = None) -> Any:
    """Import a library that only the comparison needs.

    Raises:
        Unavailable: it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError:
        raise Unavailable(f"{package or module} is not installed; run `pip install --group bench`") from None


def _alone(make: Callable[[], System], folder: Path) -> Opened:
    """Open a kind of system that keeps nothing on disk and shares nothing between scopes."""
    del folder
    return nullcontext(lambda _scope: make())


BASELINES: dict[str, Opening] = {
    "fts5 unicode61": partial(_alone, partial(Fts5, "unicode61", words)),
    "fts5 porter": partial(_alone, partial(Fts5, "porter unicode61", words)),
    "fts5 trigram": partial(_alone, partial(Fts5, "trigram", trigrams)),
    "bm25s": partial(_alone, Bm25s),
    "tfidf": partial(_alone, Tfidf),
}
"""By the name that tables show."""
