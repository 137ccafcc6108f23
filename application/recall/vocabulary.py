"""The dictionary of a store: what it holds, and adding to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ...infrastructure.search.dictionary import FILE_NAME, Dictionary, Entry, add_word

if TYPE_CHECKING:
    from pathlib import Path

    from ..store import Store


class Vocabulary(msgspec.Struct, frozen=True, kw_only=True):
    """All entries of the dictionary in force, in order; later ones win."""

    path: Path
    """The store's own file, whether it is there or not."""
    shipped: tuple[Entry, ...]
    """Those that come with the package."""
    own: tuple[Entry, ...]


def entries(store: Store) -> Vocabulary:
    """Return what the dictionary of a store holds.

    Raises:
        InvalidFile: a line of its file says something impossible.
    """
    shipped = Dictionary.load(None).entries
    every = Dictionary.load(store.path).entries
    return Vocabulary(path=store.path / FILE_NAME, shipped=shipped, own=every[len(shipped) :])


def add_entry(store: Store, line: str) -> Entry:
    """Add a line to the dictionary of a store, and return what it says.

    Raises:
        InvalidFile: it is no entry, or there is one that says the same.
        StoreReadOnly: the file cannot be written.
    """
    return add_word(store.path, line)
