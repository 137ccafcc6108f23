"""Vectors beside the index: made in the background, and asked by recall for what words do not say.

One thread of one process at a time makes the vectors that are missing, the newest first, a batch at a time. It reads
the log as recall does and holds no lock while the embedder works, so nobody who writes waits for it.

When the embedder changes, vectors are made anew in a file of their own. The old ones serve, with their old embedder,
until the new ones are as many; only then is the old file removed.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from ...domain.errors import EmbedderFailed, RemembrancerError, StoreReadOnly
from ...infrastructure.search import vector_file
from ...infrastructure.search.embedders import remade
from ...infrastructure.search.vectors import drop
from .following import words_of
from .meaning import Model, Queue
from .searching import FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from ...infrastructure.search.embedders import Embedder
    from ...infrastructure.search.index import SearchIndex
    from ...infrastructure.search.vector_file import Key
    from ...infrastructure.search.vectors import Vectors
    from ..store import Store

BATCH = 16
"""Memories that are embedded between two looks at what else there is to do."""
LOOK_AGAIN_S = 0.5
"""How often the log is looked at for new words, seconds."""
TRY_AGAIN_S = 30.0
"""How long a failed embedder, or a disk that refuses, is left alone, seconds."""
BRIEFLY_S = 0.5
"""How long a recall waits for whoever looks at models that are open, seconds."""


class Progress(msgspec.Struct, frozen=True):
    """How far the vectors are."""

    done: int
    total: int
    """Documents of the index."""
    fault: str | None
    """Why it does not go on just now."""


class Embedding:
    """What makes and asks the vectors of one store."""

    def __init__(self, store: Store, embedder: Embedder) -> None:
        """Take an embedder; nothing is asked or read yet."""
        self._store = store
        self._embedder = embedder
        self._folder = store.path / FOLDER
        self._model: Model | None = None
        """Of the embedder in use."""
        self._before: Model | None = None
        """Of the embedder before it, while that one serves."""
        self._fault: str | None = None
        self._resting_until = 0.0
        self._models = threading.RLock()
        """Held while models are opened or changed."""
        self._batch = threading.Lock()
        """Held by whoever makes vectors."""
        self._gate = threading.Lock()
        """Held by them while they read or write the store; not while the embedder works."""
        self._queue: Queue | None = None
        self._erased: frozenset[str] = frozenset()
        """Memories whose vectors have been dropped."""
        self._closed = False
        self._awake = threading.Event()
        self._thread: threading.Thread | None = None

    # Asking

    def scores(self, query: str, documents: Sequence[Key]) -> NDArray[np.float32] | None:
        """Return how well some documents answer a query, 0 to 1, on one scale for all queries and stores.

        A document without a vector has NaN. None: there are no vectors, or the embedder fails; `progress` says why.
        """
        return self._answered(lambda model: model.relevances(query, documents))

    def scores_in(self, query: str, index: SearchIndex) -> NDArray[np.float32] | None:
        """Return the same for all documents of an index, by their numbers. The caller holds the searcher's lock."""
        return self._answered(lambda model: model.relevances_in(query, index))

    def prepare(self, query: str) -> bool:
        """Embed a query ahead, so that `scores_in` takes no time for it while a lock is held; False if that fails."""
        return self._answered(lambda model: model.question(query)) is not None

    def progress(self) -> Progress:
        """Return how many documents have a vector of the embedder in use."""
        searcher = self._store.searcher
        with searcher.lock:
            total = len(searcher.caught_up())
        try:
            model = self._opened()
        except EmbedderFailed as fault:
            return Progress(0, total, str(fault))
        model.vectors.look()
        return Progress(min(len(model.vectors), total), total, self._fault)

    # Making

    def start(self) -> None:
        """Begin to make vectors in the background; nothing happens where nothing may be written."""
        with self._models:
            if self._thread is None and not self._closed and not self._store.read_only:
                self._thread = threading.Thread(target=self._work, name="remembrancer-vectors", daemon=True)
                self._thread.start()

    def complete(self) -> int:
        """Make all vectors that are missing, here and now, and return how many were.

        Raises:
            EmbedderFailed, StoreFull, StoreReadOnly, StoreBusy, KeysLocked: some are still missing.
        """
        if self._store.read_only:
            raise StoreReadOnly("vectors cannot be made in a store that was opened read-only; open it writable")
        made = 0
        while count := self._make_some():
            made += count
        return made

    def change(self, embedder: Embedder) -> None:
        """Use another embedder from now on; what was made before serves until the new vectors are as many."""
        with self._models:
            self._before = self._serving() or self._before
            self._embedder, self._model = embedder, None
            self._resting_until = 0.0
        self._awake.set()

    def close(self) -> None:
        """Stop making vectors; what the embedder is working on is thrown away, and made again later."""
        with self._gate:
            self._closed = True
        self._awake.set()

    def _work(self) -> None:
        worker = vector_file.Worker(self._folder)
        try:
            while not self._closed:
                try:
                    made = self._make_some() if worker.alone() else 0
                    self._fault = None
                except (RemembrancerError, OSError) as fault:
                    self._fault, made = str(fault), 0
                if not made:
                    self._awake.wait(TRY_AGAIN_S if self._fault else LOOK_AGAIN_S)
                    self._awake.clear()
        finally:
            worker.leave()

    def _make_some(self) -> int:
        """Make the vectors of one batch, and return how many there were; 0: none is missing."""
        with self._batch:
            model = self._opened()
            with self._gate:
                keys = [] if self._closed else self._missing(model.vectors)
                texts = [self._words(key) for key in keys]
            if not keys:
                self._retire()
                return 0
            rows = model.embedder.passages(texts)
            with self._gate:
                if self._closed:
                    return 0
                model.vectors.put(keys, rows, self._store.erased)
            return len(keys)

    def _missing(self, vectors: Vectors) -> list[Key]:
        """Return some documents that have no vector, the newest first."""
        erased = self._store.erased()
        if erased != self._erased:
            drop_vectors(self._store, erased)
            self._erased = erased
        vectors.look()
        searcher = self._store.searcher
        with searcher.lock:
            index = searcher.caught_up()
            if self._queue is None or not self._queue.fits(vectors, index):
                self._queue = Queue(vectors, index)
            return self._queue.newest(BATCH, erased)

    def _words(self, key: Key) -> str:
        memory, position = key
        return words_of(self._store.open(self._store.event(position)), memory)

    # Which vectors serve

    def _answered(self, ask: Callable[[Model], NDArray[np.float32]]) -> NDArray[np.float32] | None:
        if self._resting_until > time.monotonic():
            return None
        # Opening a model may take long: there is no answer then rather than a wait. Later nobody holds it long.
        if not self._models.acquire(timeout=BRIEFLY_S if self._model else 0):
            return None
        try:
            self._opened()
            model = self._serving()
        except EmbedderFailed as fault:
            return self._rest(fault)
        finally:
            self._models.release()
        try:
            return ask(model) if model else None
        except EmbedderFailed as fault:
            return self._rest(fault)

    def _rest(self, fault: EmbedderFailed) -> None:
        """Ask no more for a while, so that recalls need not wait for what does not answer."""
        self._fault = str(fault)
        self._resting_until = time.monotonic() + TRY_AGAIN_S

    def _opened(self) -> Model:
        with self._models:
            if self._model is None:
                model = Model(self._store, self._folder, self._embedder)
                self._before = self._before or self._found_before(model)
                self._model = model
            return self._model

    def _serving(self) -> Model | None:
        """Return the model that has the more vectors, the newer one of equals; None if there are no vectors."""
        found = [model for model in (self._model, self._before) if model and len(model.vectors)]
        return max(found, key=lambda model: len(model.vectors), default=None)

    def _found_before(self, model: Model) -> Model | None:
        """Return the model of the other vectors that are here, if their embedder can be made again."""
        found: list[Model] = []
        for path in self._others(model):
            file = vector_file.VectorFile.find(path, self._store.keys, self._store.id)
            with suppress(EmbedderFailed):
                embedder = remade(file.label.identity) if file else None
                if embedder:
                    found.append(Model(self._store, self._folder, embedder))
        return max(found, key=lambda one: len(one.vectors), default=None)

    def _retire(self) -> None:
        """Remove the vectors of other embedders, now that those of the one in use are complete."""
        with self._models:
            self._before = None
            others = self._others(self._model) if self._model else []
        if others and not self._store.read_only and not self._closed:
            with vector_file.turn(self._folder):
                for path in others:
                    vector_file.remove(path, self._store.keys)

    def _others(self, model: Model) -> list[Path]:
        return [path for path in vector_file.vector_files(self._folder) if path != model.vectors.path]


def drop_vectors(store: Store, memories: frozenset[str]) -> int:
    """Forget the vectors of erased memories for ever, whatever embedders made them, and return how many there were.

    Needs no embedder. Record the erasure first, so that nobody makes them again meanwhile.

    Raises:
        StoreFull, StoreReadOnly, StoreBusy, KeysLocked: some may still be there.
    """
    return drop(store.path / FOLDER, store.keys, store.id, memories)
