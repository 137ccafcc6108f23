"""Archive files without what was erased: a page that held some is written anew without it, or removed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ...domain.errors import ArchiveDamaged
from ...projections.beliefs import BELIEFS
from ..archiving import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Collection

    from ...infrastructure.archive.shelf import Shelf
    from ..store import Store


def forget_archived(store: Store, memories: Collection[str]) -> int:
    """Write the pages that hold some memories anew without them, and return how many there were.

    Their words are sealed there as in the log, and gone with their keys. So pages that cannot be written now, since the
    disk refuses or another writer is at work, or that are damaged, stay as they are.
    """
    kinds = store.views.ever(BELIEFS, "kind", "memory", memories)
    if not kinds or not store.archive.folder.is_dir():
        return 0
    from ...infrastructure.archive.lock import ArchiveBusy, turn

    with suppress(ArchiveBusy, OSError), turn(store.archive.folder, PATIENCE_S) as mine:
        # Whoever was cut short before still has to be recovered from: what that writer noted stays.
        if not mine.cut_short:
            mine.begin()
        written = _written_anew(store.archive.shelf(), kinds, frozenset(memories))
        if not mine.cut_short:
            mine.finish()
        return written
    return 0


def _written_anew(shelf: Shelf, kinds: Collection[str], memories: frozenset[str]) -> int:
    written = 0
    for name, parts in sorted(shelf.parts()[0].items()):
        if name.kind not in kinds or len(parts) < 2:
            continue
        try:
            page = shelf.read(name)
        except ArchiveDamaged:
            continue
        left = tuple(one for one in page.memories if one.id not in memories)
        if len(left) == len(page.memories):
            continue
        if left:
            shelf.write(name.kind, left)
        shelf.remove([name.page, name.sidecar])
        shelf.sync()
        written += 1
    return written
