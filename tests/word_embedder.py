"""An embedder for tests: the same words give the same vectors on every machine, and nothing is learnt or loaded."""

import hashlib
import re
import threading
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from remembrancer.domain.errors import EmbedderFailed
from remembrancer.infrastructure.search.embedders import Scale

Rows = NDArray[np.float32]
DIMENSION = 32


class WordEmbedder:
    """Texts lie as close as the words that they share. It can be made to wait, to fail, and says what it was asked."""

    dimension = DIMENSION
    scale = Scale(unrelated=0.0, same=1.0)

    def __init__(self, identity: str = "words 1") -> None:
        self.identity = identity
        self.asked: list[str] = []
        self.failing = False
        self.going_on = threading.Event()
        self.going_on.set()
        self.at_work = threading.Event()

    def passages(self, texts: Sequence[str]) -> Rows:
        self.at_work.set()
        self.going_on.wait()
        self.asked += texts
        return self.queries(texts)

    def queries(self, texts: Sequence[str]) -> Rows:
        if self.failing:
            raise EmbedderFailed(self.identity, "is made to fail")
        return np.stack([row(text, self.identity) for text in texts])


class BareEmbedder:
    """No more than the protocol asks for."""

    identity = "bare 1"
    dimension = DIMENSION

    def passages(self, texts: Sequence[str]) -> Rows:
        return np.stack([row(text, self.identity) for text in texts])

    def queries(self, texts: Sequence[str]) -> Rows:
        return self.passages(texts)


def row(text: str, salt: str = "") -> NDArray[np.float32]:
    """Return the vector of a text, of length 1."""
    total = np.zeros(DIMENSION, dtype=np.float32)
    for word in re.findall(r"\w+", text.lower()):
        seed = hashlib.sha256(f"{salt} {word}".encode()).digest()
        total += np.random.default_rng(list(seed)).standard_normal(DIMENSION).astype(np.float32)
    length = np.float32(np.linalg.norm(total) or 1)
    return np.divide(total, length, dtype=np.float32)
