"""What mirrors keep beside the log of somebody who is erased."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...infrastructure.mirrors.folder import MirrorFolder
from .declaring import row_of

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from ...domain.mirrors import Mirror
    from ..store import Store


def forget_mirrored(store: Store, people: Collection[str]) -> int:
    """Take away the files of mirrors that show something about some people, given by pseudonym; return how many did.

    The words go with the keys of these people; the next refresh is refused until somebody enables the mirror again.

    Raises:
        StoreError: the disk refuses.
    """
    folder, gone = MirrorFolder(store.path), 0
    for name in folder.names():
        row = row_of(store, name)
        if row is not None and not _people(store, row).isdisjoint(people):
            folder.remove(name)
            gone += 1
    return gone


def files_about_nobody(store: Store) -> list[Path]:
    """Return the files of mirrors that are about nobody, as far as was declared: no erasure takes these away."""
    folder = MirrorFolder(store.path)
    if not store.keys.at_hand:
        return []
    return [
        file
        for name in folder.names()
        if (row := row_of(store, name)) is not None and not _people(store, row)
        for file in folder.shown(name)
    ]


def _people(store: Store, row: Mirror) -> frozenset[str]:
    """Return the pseudonyms of those whom what a mirror keeps is about."""
    told = (position for position in (row.content_position, row.failed_position) if position is not None)
    boxes = (store.event(position).event.box for position in told)
    return frozenset(subject for box in boxes if box is not None for subject in box.subjects)
