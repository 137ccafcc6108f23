"""Checkpoints of another log: those that came with its events, where a whole log was imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ...domain.errors import RemembrancerError
from ...domain.events import StoreImported
from ...infrastructure.ledger.notes import origin
from ...infrastructure.rows import stored_event

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...infrastructure.codec import Codec


def is_of(note: str, store_id: str) -> bool:
    """Say whether a note is about the log of a store."""
    return note.partition("\n")[0] == origin(store_id)


def imported_from(rows: Iterable[tuple[object, ...]], codec: Codec) -> dict[str, int]:
    """Return for each store whose log was imported the last position that came from it.

    Args:
        rows: those of `store.imported`; what cannot be read is left out.
    """
    found: dict[str, int] = {}
    for row in rows:
        try:
            event = codec.decode(stored_event(row)).event
        except (RemembrancerError, msgspec.DecodeError, ValueError, TypeError):
            continue
        if isinstance(event, StoreImported):
            found[origin(event.origin)] = event.upto
    return found


def came_along(note: str, position: object, imported: Mapping[str, int]) -> bool:
    """Say whether a checkpoint came with the events that it is about; its evidence is kept beside the log."""
    return isinstance(position, int) and position <= imported.get(note.partition("\n")[0], 0)
