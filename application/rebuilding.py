"""Looking after a store: rebuilding its views, comparing them with the log, and saying how it is."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from ..domain.errors import KeysLocked
from ..infrastructure.master_key import FILE_VARIABLE, VARIABLE, master_key
from ..projections.beliefs import BELIEFS
from .entries import unread_words
from .memory import SEALED
from .reading import agents

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..domain.events import Recorded
    from .store import Store

    Progress = Callable[[int, int], None]
    """Told how many events are folded, and of how many."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How a store is."""

    path: str
    store: str
    """Its random id."""
    position: int
    agents: tuple[str, ...]
    memories: dict[str, int]
    """How many there are, by status; what has expired counts as live."""
    policy: int
    """Version in force."""
    size_bytes: int
    """Of all files of the store."""
    notices: tuple[str, ...]
    """What opening found and mended."""
    problems: tuple[str, ...]
    """What somebody should look at, with what to do."""

    @property
    def ok(self) -> bool:
        """Whether there are no problems."""
        return not self.problems

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {**msgspec.to_builtins(self), "ok": self.ok}


def rebuild_views(store: Store, progress: Progress | None = None) -> None:
    """Fold all views again from the log, beside the old ones, and swap them in.

    Raises:
        StoreReadOnly: the store was opened read-only.
        StoreDamaged: an event cannot be read.
    """
    store.log.rebuild(progress=progress)


def check_views(store: Store, progress: Progress | None = None) -> list[str]:
    """Compare all views row by row with a fresh fold; return what differs, one line each."""
    return store.log.check(progress)


def examine(store: Store) -> Health:
    """Return how a store is, after reading all of its log and its archive files."""
    from .archive_checking import troubles

    return Health(
        path=os.fspath(store.path),
        store=store.id,
        position=store.log.head(),
        agents=tuple(agents(store)),
        memories=_by_status(store),
        policy=store.policy().version,
        size_bytes=_size_bytes(store),
        notices=tuple(store.notices),
        problems=(
            *_unreadable(store),
            *check_views(store),
            *_unwrapped(store),
            *_open_files(store),
            *troubles(store),
        ),
    )


def wrap_keys(store: Store) -> None:
    """Wrap the store key by the master key that the environment gives, in place of what wrapped it before.

    Raises:
        KeysLocked: no master key is given, or the store key is not at hand.
    """
    master = master_key()
    if master is None:
        raise KeysLocked(f"no master key is given; set {VARIABLE} or {FILE_VARIABLE}")
    store.keys.wrap(master)


def _size_bytes(store: Store) -> int:
    """Return the size of all files; those that go while they are looked at count nothing."""
    size = 0
    for folder, _, files in os.walk(store.path):
        for file in files:
            with suppress(OSError):
                size += os.stat(os.path.join(folder, file)).st_size
    return size


def _by_status(store: Store) -> dict[str, int]:
    counts: dict[str, int] = {}
    for belief in store.views.all_rows(BELIEFS):
        counts[belief.status] = counts.get(belief.status, 0) + 1
    return dict(sorted(counts.items()))


def _unreadable(store: Store) -> list[str]:
    """Say how many events have words that no key at hand opens, apart from those that were erased."""
    sealed = 0
    first = 0
    for stored in store.log.read():
        recorded = store.codec.decode(stored)
        if recorded.event.box is not None and _is_sealed(store, recorded):
            sealed += 1
            first = first or recorded.position
    if not sealed:
        return []
    advice = "restore keys.db from its backup, or set REMEMBRANCER_MASTER_KEY"
    return [f"the words of {sealed} events, first at position {first}, have no key at hand; {advice}"]


def _is_sealed(store: Store, recorded: Recorded) -> bool:
    """Say whether the words of an event cannot be read although nobody had them erased."""
    event = recorded.event
    if store.erased().intersection(event.memories):
        return False
    return unread_words(store, event, store.open(recorded)) == SEALED


def _unwrapped(store: Store) -> list[str]:
    if store.keys.wrapped or master_key() is None:
        return []
    return ["a master key is given, but the store key is not wrapped by it; `remembrancer doctor --wrap-keys` does it"]


def _open_files(store: Store) -> list[str]:
    """Say which files of the store other accounts may read."""
    found: list[str] = []
    for name in ("memory.db", "keys.db"):
        file = store.path / name
        if file.exists() and file.stat().st_mode & 0o077:
            found.append(f"{name} can be read by other accounts of this machine; chmod 600 it")
    return found
