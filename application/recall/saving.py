"""The saved index: sealed under one key of the store's, made again whenever it does not fit.

It is `index/search.idx`, a sealed file (see `sealed_file`) of what `packing` gives. Its key is destroyed when a newer
file takes its place, or when something in it is erased: the terms of an index say what the memories said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.errors import RemembrancerError
from ...infrastructure.search.packing import pack, unpack
from . import sealed_file

if TYPE_CHECKING:
    from pathlib import Path

    from ...infrastructure.search.index import SearchIndex
    from ..store import Store

FILE = "search.idx"


def load_index(store: Store, folder: Path, tokens: str) -> SearchIndex | None:
    """Return the saved index, None if there is none that fits this store and these tokens."""
    found = sealed_file.load(store, folder / FILE, tokens)
    index = None if found is None else unpack(found[1])
    if index is None:
        return None
    if _erased_since(store, index):
        if not store.read_only:
            drop_index(store, folder)
        return None
    return index


def _erased_since(store: Store, index: SearchIndex) -> bool:
    return any(index.knows(memory) for memory in store.erased())


def save_index(store: Store, folder: Path, index: SearchIndex, tokens: str) -> bool:
    """Save an index in place of the one before; return whether that was possible."""
    try:
        sealed_file.save(store, folder / FILE, tokens, index.position, pack(index))
        if _erased_since(store, index):
            # Another process recorded an erasure that this index has not followed yet.
            drop_index(store, folder)
            return False
    except (OSError, RemembrancerError):
        return False  # the next process makes it again
    return True


def drop_index(store: Store, folder: Path) -> None:
    """Destroy the key of the saved index, and remove it."""
    sealed_file.drop(store, folder / FILE)
