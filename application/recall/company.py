"""Which words keep company in a store: a model of each scope, saved sealed, asked for what is near something.

A scope is learned by itself, from all that was ever recorded there. So nobody gets to feel which words stand together
in a scope that they may not read. What comes later is folded in when it is asked for.

One model serves all moments: when the past is asked, what is suggested is filtered by what was believed then, but how
near it is was perhaps learned later.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from ...domain.boundary import Query
from ...domain.vocabulary import LAYERS, Layer
from ...infrastructure.search.documents import arrays_of
from ...infrastructure.search.lsa import scaled
from ...infrastructure.search.lsa_file import pack, unpack
from ...projections.beliefs import BELIEFS
from ..store import ERASURES
from . import sealed_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ...infrastructure.search.documents import Asked
    from ...infrastructure.search.index import SearchIndex
    from ...infrastructure.search.lsa import Lsa
    from ..store import Store

FILE = "company.lsa"
SCRATCH: Layer = "L0"
NEAR_MIN = 0.3
"""Less near is not near."""


class Company:
    """The models of one store. One thread at a time: the caller holds the searcher's lock."""

    def __init__(self, store: Store, folder: Path) -> None:
        """Take the folder of the index; a model of something that was erased since is destroyed."""
        self._store = store
        self._path = folder / FILE
        self._models: dict[str, Lsa] = {}
        self._seen: tuple[int, int, int] | None = None
        """Which file they are from; None: there was none."""
        self._made_of: tuple[SearchIndex, str] | None = None
        """The index whose documents they number, and the identity of its tokens."""
        self._folded = 0
        """How many documents of the index have been folded in."""
        self.learned = 0
        """How many documents the index had when they were learned; 0: nothing is known."""
        self.identity = ""
        """HMAC of what was learned."""
        self.check_erasures()

    def near(self, texts: Sequence[Sequence[str]], index: SearchIndex, tokens: str, asked: Asked) -> dict[int, float]:
        """Return the documents that count and are near some texts together, by number, with how near, 0 to 1.

        Args:
            texts: the terms of each.
            tokens: identity of the rules and the dictionary that terms are made by.
        """
        self._look(index, tokens)
        found: dict[int, float] = {}
        for scope in asked.scopes:
            model = self._models.get(scope)
            if model is not None:
                similarities = model.similarities(scaled(np.sum([model.of(terms) for terms in texts], axis=0)))
                close = np.flatnonzero(similarities >= NEAR_MIN)
                places = close[index.counts(model.documents[close], asked)]
                found.update(zip(model.documents[places].tolist(), similarities[places].tolist(), strict=True))
        return found

    def is_up_to_date(self, index: SearchIndex, tokens: str) -> bool:
        """Say whether all documents of an index have been learned from."""
        self._look(index, tokens)
        return self.learned > 0 and self.learned == len(index)

    def models(self) -> Mapping[str, Lsa]:
        """Return the model of each scope, as last seen."""
        return self._models

    def save(self, models: Mapping[str, Lsa], tokens: str, position: int) -> str:
        """Save models that were learned up to a position, and return their identity.

        Raises:
            OSError, RemembrancerError: that was not possible.
        """
        plain = pack(models)
        sealed_file.save(self._store, self._path, tokens, position, plain)
        return self._named(plain)

    def drop(self) -> None:
        """Destroy what was learned."""
        self._forget()
        if not self._store.read_only:
            sealed_file.drop(self._store, self._path)

    def check_erasures(self) -> None:
        """Destroy what was learned if something in it has been erased since."""
        label = sealed_file.label_of(self._path)
        if label is not None and not self._store.read_only and self._erased_after(label.position):
            self.drop()

    def _look(self, index: SearchIndex, tokens: str) -> None:
        """Take what another process has learned, or this one, and fold in what came since."""
        made_of = self._made_of
        if made_of is None or made_of[0] is not index or made_of[1] != tokens or self._file() != self._seen:
            self._load(index, tokens)
        if self._models and self._folded < len(index):
            for scope, documents in documents_by_scope(index, self._folded):
                if scope in self._models:
                    self._models[scope].fold_in(index.postings, documents)
            self._folded = len(index)

    def _load(self, index: SearchIndex, tokens: str) -> None:
        self._forget()
        self.check_erasures()
        self._seen, self._made_of = self._file(), (index, tokens)
        found = sealed_file.load(self._store, self._path, tokens)
        models = None if found is None else unpack(found[1])
        if found is None or models is None or self._erased_after(found[0].position):
            return
        self._models, self.identity = models, self._named(found[1])
        self.learned = self._folded = int(
            np.searchsorted(arrays_of(index)["_doc_position"], found[0].position, side="right")
        )

    def _named(self, plain: bytes) -> str:
        return self._store.keys.name_tag("model", sha256(plain).hexdigest())

    def _forget(self) -> None:
        self._models, self._seen, self._made_of = {}, None, None
        self.learned, self._folded, self.identity = 0, 0, ""

    def _file(self) -> tuple[int, int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _erased_after(self, position: int) -> bool:
        """Say whether something that was there at a position has been erased since."""
        found = self._store.log.read(Query(items=(ERASURES,)), after=position)
        events = [self._store.codec.decode(one).event for one in found]
        erased = {memory for event in events for memory in event.memories}
        held = self._store.views.rows(BELIEFS, [(memory,) for memory in erased]) if erased else {}
        return any(belief.layer != SCRATCH and belief.recorded_position <= position for belief in held.values())


def documents_by_scope(index: SearchIndex, begin: int = 0) -> Iterator[tuple[str, NDArray[np.int64]]]:
    """Yield each scope with the numbers of its documents from `begin` on, in order.

    Scratch is left out: its words are destroyed after a week, and what was learned of them would have to go as well.
    """
    arrays = arrays_of(index)
    scopes = arrays["_doc_scope"][begin:]
    scratch = np.zeros(len(arrays["_doc_scope"]), dtype=bool)
    scratch[arrays["_span_document"]] = arrays["_span_layer"] == LAYERS.index(SCRATCH)
    for number, scope in enumerate(index.scopes()):
        yield scope, begin + np.flatnonzero((scopes == number) & ~scratch[begin:])
