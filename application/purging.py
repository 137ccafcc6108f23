"""Taking words away for ever: the log says so first, then their keys are destroyed.

A crash may come between the two, and an older `keys.db` may be put back. So the key file itself says how far it has
followed the log in this, and every writable opening goes on from there.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ..domain.boundary import Query, QueryItem
from ..domain.events import MemoryEvent, NewMemory, SubjectErased
from .store import ERASURES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from ..domain.events import AnyEvent
    from .store import Store

PAGE = 100
"""Memories whose events are looked for at once."""
AT_ONCE = 100
"""Erasures that are followed in one commit."""
INDEX = "index"
"""Where vectors and the index are, beside the log."""
BOOT = "boot"
"""Where boots are rendered to, unless told otherwise."""


def finish_after_crash(store: Store) -> int:
    """Finish erasures as `finish_erasures` does, with what whoever began them would have done next.

    Raises:
        StoreReadOnly, StoreBusy, StoreFull, StoreDamaged, ReopenNeeded: some words can still be read.
    """
    upto = store.keys.erased_upto()
    destroyed = finish_erasures(store)
    if destroyed:
        from .erasing.restoring import restore_all, stood_back

        events = (store.codec.decode(stored).event for stored in store.log.read(Query(items=(ERASURES,)), after=upto))
        gone = {memory for event in events if isinstance(event, SubjectErased) for memory in event.memories}
        restore_all(store, stood_back(store, gone))
    return destroyed


def finish_erasures(store: Store) -> int:
    """Destroy what the log says is purged or erased, and return how many keys there still were.

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
    waiting = store.log.read(Query(items=(ERASURES,)), after=upto)
    while some := list(islice(waiting, AT_ONCE)):
        events = [store.codec.decode(stored).event for stored in some]
        erasures = [event for event in events if isinstance(event, SubjectErased)]
        destroyed += destroy_words(
            store,
            {memory for event in events for memory in event.memories},
            some[-1].position,
            taken_back={memory for event in erasures for memory in event.memories},
            people={event.subject for event in erasures if event.subject is not None},
        )
    return destroyed


def destroy_words(
    store: Store,
    memories: Collection[str],
    upto: int | None = None,
    *,
    taken_back: Collection[str] = (),
    people: Iterable[str] = (),
) -> int:
    """Destroy all words of some memories, and what was made of them beside the log; return how many keys there were.

    The words of a memory are those of the events that brought it and that happened to it alone, reasons included. What
    another memory says, such as the summary of a session, stays. Record first that they are gone: see `store.erased`.

    Args:
        upto: the position that says so, noted as followed; None: that is left to the caller.
        taken_back: those of the memories of which also what other events say goes, such as queries that found them.
        people: pseudonyms of those whose name and secret go too, with all that was ever sealed for them.

    Raises:
        KeysLocked, StoreReadOnly, StoreBusy, StoreFull, StoreDamaged, ReopenNeeded: some can still be read.
    """
    doomed = frozenset(memories)
    slots = list(_slots_of(store, doomed.difference(taken_back)))
    from .erasing.boxes import boxes_of, contexts_with

    # A context holds the words themselves, so it goes also with what is only purged.
    slots += [one.event.box.slot for one in contexts_with(store, doomed.difference(taken_back)) if one.event.box]
    if taken_back:
        boxes = (recorded.event.box for recorded in boxes_of(store, taken_back))
        slots += [box.slot for box in boxes if box is not None]
    _forget_beside(store, doomed, frozenset(taken_back))
    gone = frozenset(people)
    if gone:
        from .mirrors.erasing import forget_mirrored

        forget_mirrored(store, gone)
    if upto is None:
        return store.keys.destroy_slots(slots)
    return store.keys.finish_erasure(slots, upto, gone)


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


def _forget_beside(store: Store, memories: frozenset[str], taken_back: frozenset[str]) -> None:
    """Destroy what is kept of words in the files beside the log: vectors, pages, what the index knows and learned."""
    if taken_back:
        from .erasing.archived import forget_archived

        forget_archived(store, taken_back)
    if (store.path / BOOT).is_dir():
        from .boot.files import forget_rendered

        forget_rendered(store, memories)
    folder = store.path / INDEX
    if not folder.is_dir():
        return
    from .recall.company import Company
    from .recall.embedding import drop_vectors
    from .recall.saving import drop_index

    drop_vectors(store, memories)
    drop_index(store, folder)
    Company(store, folder).check_erasures()
