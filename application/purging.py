"""Taking words away for ever: the log says so first, then their keys are destroyed.

A crash may come between the two, and an older `keys.db` may be put back. So the key file itself says how far it has
followed the log in this, and every writable opening goes on from there.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ..domain.boundary import Query, QueryItem
from ..domain.events import MemoryEvent, NewMemory, ScratchPurged

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ..domain.events import AnyEvent
    from .store import Store

PAGE = 100
"""Memories whose events are looked for at once."""
INDEX = "index"
"""Where vectors and the index are, beside the log."""
PURGES = Query(items=(QueryItem(types=(ScratchPurged.TYPE,)),))


def finish_purges(store: Store) -> int:
    """Destroy the words of all scratch that the log says is purged, and return how many keys there still were.

    What was destroyed before costs one look. Nothing happens where keys may not or cannot be destroyed: in a store that
    was opened read-only, or without its master key.

    Raises:
        StoreReadOnly, StoreBusy, StoreFull, StoreDamaged, ReopenNeeded: some words can still be read.
    """
    if store.read_only or not store.keys.at_hand:
        return 0
    upto = store.keys.erased_upto()
    if upto > store.log.head():
        upto = 0  # the log was put back, and goes another way from here
        store.keys.finish_erasure((), upto)
    destroyed = 0
    for stored in store.log.read(PURGES, after=upto):
        destroyed += destroy_words(store, store.codec.decode(stored).event.memories, stored.position)
    return destroyed


def destroy_words(store: Store, memories: Collection[str], upto: int | None = None) -> int:
    """Destroy all words of some memories, and what was made of them beside the log; return how many keys there were.

    The words of a memory are those of the events that brought it and that happened to it alone, reasons included. What
    another memory says, such as the summary of a session, stays. Record first that they are gone: see `store.erased`.

    Args:
        upto: the position that says so, noted as followed; None: that is left to the caller.

    Raises:
        KeysLocked, StoreReadOnly, StoreBusy, StoreFull, StoreDamaged, ReopenNeeded: some can still be read.
    """
    doomed = frozenset(memories)
    slots = list(_slots_of(store, doomed))
    _forget_beside(store, doomed)
    if upto is None:
        return store.keys.destroy_slots(slots)
    return store.keys.finish_erasure(slots, upto)


def _slots_of(store: Store, memories: frozenset[str]) -> Iterator[str]:
    """Yield the slot of each event whose words are those of one of some memories."""
    ahead = iter(sorted(memories))
    while page := list(islice(ahead, PAGE)):
        about = Query(items=tuple(QueryItem(tags=(f"mem:{memory}",)) for memory in page))
        for stored in store.log.read(about):
            event = store.codec.decode(stored).event
            if event.box is not None and _speaks_of(event) in memories:
                yield event.box.slot


def _speaks_of(event: AnyEvent) -> str | None:
    """Return the memory whose words an event holds, None if they are not those of a single one."""
    return event.memory if isinstance(event, NewMemory | MemoryEvent) else None


def _forget_beside(store: Store, memories: frozenset[str]) -> None:
    """Destroy what is kept of words in the files beside the log: vectors, and what the index knows and has learned."""
    folder = store.path / INDEX
    if not folder.is_dir():
        return
    from .recall.company import Company
    from .recall.embedding import drop_vectors
    from .recall.saving import drop_index

    drop_vectors(store, memories)
    drop_index(store, folder)
    Company(store, folder).check_erasures()
