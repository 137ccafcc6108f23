"""Models of the library `sentence-transformers`, on whatever device it finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from .parts import library, loaded, named_model, readable, unit_rows, version_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from . import Rows


class SentenceTransformers:
    """One model of this kind. What its makers say is to stand before a question or a passage is put there."""

    def __init__(self, model: Any, name: str) -> None:
        """Take a `SentenceTransformer`, and the name that tells it from others."""
        self._model = model
        self.dimension = len(model.encode_query("dimension", show_progress_bar=False))
        version = version_of("sentence-transformers")
        self.identity = f"{named_model('sentence-transformers', name)} {version} {self.dimension}"

    @classmethod
    def load(cls, name: str) -> Self:
        """Load the model of a folder, or one that the library finds by its name.

        Raises:
            EmbedderMissing: the library or the model is not here.
        """
        found = library("sentence_transformers", "install it with `pip install sentence-transformers`")
        return cls(loaded(name, found.SentenceTransformer), name)

    def passages(self, texts: Sequence[str]) -> Rows:
        """Return a row for each text."""
        return self._embed(self._model.encode_document, texts)

    def queries(self, texts: Sequence[str]) -> Rows:
        """Return a row for each question."""
        return self._embed(self._model.encode_query, texts)

    def _embed(self, encode: Any, texts: Sequence[str]) -> Rows:
        given = encode([readable(text) for text in texts], show_progress_bar=False)
        return unit_rows(given, len(texts), self.dimension, self.identity)
