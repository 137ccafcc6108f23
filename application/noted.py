"""Events of one type that were noted for an agent, such as its recalls, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..domain.boundary import Query, QueryItem
from ..domain.texts import check_line, check_range

if TYPE_CHECKING:
    from ..domain.content import AnyContent
    from ..domain.events import Recorded
    from .reading import View
    from .store import Store

LIMIT_MAX = 1_000_000
"""Events that may be asked for at once."""


def noted(
    store: Store, view: View, type_: str, *, session: str | None, limit: int
) -> list[tuple[Recorded, AnyContent | None]]:
    """Return the events of a type that were noted for the view's agent up to its moment, each with its words.

    Args:
        session: name of a session: only what was noted within it.

    Raises:
        InvalidText, InvalidNumber: the session is no name, or the limit is none.
    """
    check_range(limit, "the limit", 1, LIMIT_MAX)
    tags = [f"agent:{view.agent}"]
    if session is not None:
        tags.append(f"session:{store.keys.name_tag('session', check_line(session, 'the session'))}")
    query = Query(items=(QueryItem(types=(type_,), tags=tuple(tags)),))
    found = [
        store.codec.decode(stored)
        for stored in store.log.read(query, upto=view.moment.position, limit=limit, newest_first=True)
    ]
    return list(zip(found, store.sealer.open_many(found), strict=True))
