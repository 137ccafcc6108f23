"""The searcher of a store: its tokeniser, its tables of other names, and an index that follows the log."""

from __future__ import annotations

import threading
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

from ...infrastructure.cache_folders import cache_folders
from ...infrastructure.search.dictionary import Dictionary
from ...infrastructure.search.expansion import Expansion
from ...infrastructure.search.neighbour_table import NeighbourTable
from ...infrastructure.search.tokens import Tokenizer
from .company import Company
from .following import Follower
from .saving import drop_index, load_index, save_index

if TYPE_CHECKING:
    from ...infrastructure.search.index import SearchIndex
    from ..store import Store

FOLDER = "index"
TRANSLATION_WEIGHT = 0.8
SAVE_AFTER = 200
"""Documents that have come since the index was saved, from which on closing saves it again."""


class Searcher:
    """What recalls of one store share."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.folder = store.path / FOLDER
        self.lock = threading.RLock()
        """Held by whoever follows the log or searches."""
        self.dictionary = Dictionary.load(store.path)
        self.tokenizer = Tokenizer(self.dictionary)
        self.expansion = self._expand()
        self.company = Company(store, self.folder)
        """What was learned of which words keep company."""
        self._follower = self._following(load_index(store, self.folder, self.dictionary.identity))
        self._saved = len(self._follower.index)

    def caught_up(self) -> SearchIndex:
        """Return the index up to the head of the log; the caller holds the lock."""
        if self.dictionary.changed():
            self._reload()
        return self._follower.catch_up()

    def rebuild(self) -> SearchIndex:
        """Make the index anew from the log."""
        with self.lock:
            self._reload()
            index = self._follower.catch_up()
            self.save()
            return index

    def save(self) -> None:
        """Save the index, so that the next process need not make it again; a disk that refuses is no fault."""
        with self.lock:
            if not self._store.read_only and save_index(
                self._store, self.folder, self._follower.index, self.dictionary.identity
            ):
                self._saved = len(self._follower.index)

    def close(self) -> None:
        """Save the index if it has grown by more than is quickly made again."""
        if len(self._follower.index) - self._saved >= SAVE_AFTER:
            self.save()

    def _reload(self) -> None:
        self.dictionary = Dictionary.load(self._store.path)
        self.tokenizer = Tokenizer(self.dictionary)
        self.expansion = self._expand()
        self._follower = self._following(None)

    def _following(self, index: SearchIndex | None) -> Follower:
        return Follower(self._store, self.tokenizer, index, on_erasure=self._drop)

    def _drop(self) -> None:
        """Destroy what was saved: it holds terms of something that was erased."""
        self._saved = 0
        if not self._store.read_only:
            drop_index(self._store, self.folder)
            self.company.check_erasures()

    def _expand(self) -> Expansion:
        return Expansion(self.tokenizer, _neighbours(), self._translations())

    def _translations(self) -> NeighbourTable | None:
        """Return the table of translations, made from the dictionary package when it is first needed.

        It says nothing of anybody's memories, so all stores of a user share it. Where there is no place for what is
        shared, a store has its own; without either, words count as they are. A store that is opened read-only leaves
        shared files alone too: what it does not find there it makes for itself, and keeps no file of.
        """
        from ...infrastructure.search.translations import RULES_VERSION, edition

        if not edition():
            return None
        made_by = f"{Dictionary(()).identity} {edition()} {RULES_VERSION}"
        name = f"translations-{sha256(made_by.encode()).hexdigest()[:16]}"
        folders = [folder / name for folder in (*cache_folders(), self.folder)]
        if self._store.read_only:
            return next(filter(None, map(_opened, folders)), None) or _passing_translations()
        for folder in folders:
            table = _opened(folder, mend=True) or (_opened(folder) if _write_translations(folder) else None)
            if table is not None:
                return table
        return None


def _opened(folder: Path, *, mend: bool = False) -> NeighbourTable | None:
    """Return the table of a folder, None if it is not there; with `mend`, one that is damaged is removed."""
    try:
        return NeighbourTable.open(str(folder))
    except (FileNotFoundError, ValueError):
        if mend:
            rmtree(folder, ignore_errors=True)
        return None
    except OSError:
        return None  # it may well be whole, and of use to others


def _write_translations(folder: Path) -> bool:
    from ...infrastructure.search.table_writing import write_table
    from ...infrastructure.search.translations import read_translations

    plain = Tokenizer(Dictionary(()))
    try:
        write_table(folder, read_translations(plain.terms), TRANSLATION_WEIGHT)
    except OSError:
        return False
    return True


def _passing_translations() -> NeighbourTable | None:
    """Return a table whose files are gone already: what is mapped stays until the process lets go of it."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="remembrancer-") as folder:
        table = Path(folder, "translations")
        return _opened(table) if _write_translations(table) else None


def _neighbours() -> NeighbourTable | None:
    try:
        return NeighbourTable.open()
    except FileNotFoundError:
        return None
