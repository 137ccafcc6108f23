"""Static embedders of the library `model2vec`: a table of word vectors, a hundred times as fast as a network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from .parts import library, loaded, named_model, readable, unit_rows, version_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from . import Rows


class Model2Vec:
    """One model of this kind; questions and passages are embedded alike."""

    def __init__(self, model: Any, name: str) -> None:
        """Take a `StaticModel`, and the name that tells it from others."""
        self._model = model
        self.dimension = int(model.dim)
        self.identity = f"{named_model('model2vec', name)} {version_of('model2vec')} {self.dimension}"

    @classmethod
    def load(cls, name: str) -> Self:
        """Load the model of a folder, or one that the library finds by its name.

        Raises:
            EmbedderMissing: the library or the model is not here.
        """
        found = library("model2vec", "install it with `pip install model2vec`")
        return cls(loaded(name, found.StaticModel.from_pretrained), name)

    def passages(self, texts: Sequence[str]) -> Rows:
        """Return a row for each text."""
        given = self._model.encode([readable(text) for text in texts])
        return unit_rows(given, len(texts), self.dimension, self.identity)

    def queries(self, texts: Sequence[str]) -> Rows:
        """Return a row for each question."""
        return self.passages(texts)
