"""How the search index of a store stands: what it holds, what is saved of it, and what else recall has to go by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ...infrastructure.search.translations import edition
from ...infrastructure.search.vector_file import VectorFile, vector_files
from ...infrastructure.search.vectors import Vectors
from .saving import FILE, load_index

if TYPE_CHECKING:
    from pathlib import Path

    from ..store import Store


class VectorStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The vectors of one embedder."""

    embedder: str | None
    """None: they cannot be read here."""
    vectors: int
    size_bytes: int


class IndexStatus(msgspec.Struct, frozen=True, kw_only=True):
    """How a search index stands."""

    position: int
    """How far it follows the log: the head, since it catches up with whoever asks."""
    memories: int
    documents: int
    """Revisions of memories."""
    terms: int
    saved_position: int | None
    """How far the saved index went before it caught up; None: none is saved that fits."""
    size_bytes: int
    """Of the saved index."""
    folder_bytes: int
    """Of the whole folder: the index, tables, vectors."""
    path: str
    dictionary: str
    """Identity of the rules and the dictionary that terms are made by."""
    own_words: int
    own_names: int
    """Words of the domain, and groups of names of one thing; those of the package included."""
    translations: str | None
    """Edition of the dictionary of translations; None: there is none."""
    vectors: tuple[VectorStatus, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return msgspec.to_builtins(self)


def status(store: Store) -> IndexStatus:
    """Return how the search index stands, once it has caught up with the log."""
    searcher = store.searcher
    with searcher.lock:
        saved = load_index(store, searcher.folder, searcher.dictionary.identity)
        index = searcher.caught_up()
        return IndexStatus(
            position=index.position,
            memories=sum(map(index.knows, index.memories())),
            documents=len(index),
            terms=len(index.postings),
            saved_position=None if saved is None else saved.position,
            size_bytes=_size(searcher.folder / FILE),
            folder_bytes=sum(map(_size, searcher.folder.rglob("*"))),
            path=str(searcher.folder),
            dictionary=searcher.dictionary.identity,
            own_words=len(searcher.dictionary.words),
            own_names=len(searcher.dictionary.aliases),
            translations=edition().removesuffix(".txt.gz") or None,
            vectors=tuple(_vectors(store, path) for path in vector_files(searcher.folder)),
        )


def _vectors(store: Store, path: Path) -> VectorStatus:
    file = VectorFile.find(path, store.keys, store.id)
    if file is None:
        return VectorStatus(embedder=None, vectors=0, size_bytes=_size(path))
    label = file.label
    found = Vectors(path.parent, label.identity, label.dimension, store.keys, store.id)
    return VectorStatus(embedder=label.identity, vectors=len(found), size_bytes=_size(path))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0  # another process has replaced it meanwhile
