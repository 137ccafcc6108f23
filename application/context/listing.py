"""The contexts that were given, as of any time, and the exact text of each."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.content import ContextGiven
from ...domain.errors import StoreDamaged, UnknownContext
from ...domain.events import ContextAssembled
from ...domain.moments import to_datetime
from ...domain.texts import check_range
from ...projections.beliefs import BELIEFS
from ..entries import unread_words
from ..memory import SEALED, actor_name
from ..noted import noted

if TYPE_CHECKING:
    from datetime import datetime

    from ...domain.content import AnyContent
    from ...domain.events import ContextEntry, Recorded
    from ..reading import View
    from ..store import Store


POSITION_MAX = 1_000_000_000_000
"""The last position that may be asked for."""


class ContextNote(msgspec.Struct, frozen=True, kw_only=True):
    """One context that was given."""

    position: int
    """Of its event."""
    at: datetime
    agent: str
    actor: str
    scenario: str
    query: str
    """What was asked, `[sealed]` or `[erased]`."""
    text: str | None
    """The exact text that was given; `[sealed]` or `[erased]` where it cannot be read; None: it was not asked for."""
    tokens: int
    counter: str
    budget: int
    size_bytes: int
    renderer: int
    entries: tuple[ContextEntry, ...]
    """What was given, in order; ids of memories without those of scopes that the agent may not read."""
    left_out: int
    """Entries that had no room."""
    asked_position: int
    """The position whose beliefs were read."""
    session: str | None
    """`[sealed]` or `[erased]` where its name cannot be read."""

    @property
    def over_budget(self) -> bool:
        """Whether what must be read whole was larger than the budget."""
        return self.tokens > self.budget

    @property
    def memories(self) -> tuple[str, ...]:
        """Ids of all memories whose words it held, in order."""
        return tuple(dict.fromkeys(memory for entry in self.entries for memory in entry.memories))

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return {**plain, "over_budget": self.over_budget}


def contexts(store: Store, view: View, *, session: str | None, limit: int) -> list[ContextNote]:
    """Return the contexts that the view's agent was given up to its moment, newest first, without their texts.

    Args:
        session: name of a session: only what was given within it.

    Raises:
        InvalidText, InvalidNumber: the session is no name, or the limit is none.
    """
    found = noted(store, view, ContextAssembled.TYPE, session=session, limit=limit)
    return [_note(store, view, recorded, content, whole=False) for recorded, content in found]


def context_at(store: Store, view: View, position: int) -> ContextNote:
    """Return the context that the view's agent was given at a position, with its exact text.

    Raises:
        UnknownContext: it was given none there.
        StoreDamaged: the text is not what was packed.
    """
    check_range(position, "the position", 0, POSITION_MAX)
    stored = store.log.get(position) if position <= view.moment.position else None
    recorded = None if stored is None else store.codec.decode(stored)
    if recorded is None or not isinstance(recorded.event, ContextAssembled) or recorded.event.agent != view.agent:
        raise UnknownContext(position)
    return _note(store, view, recorded, store.open(recorded), whole=True)


def _note(store: Store, view: View, recorded: Recorded, content: AnyContent | None, *, whole: bool) -> ContextNote:
    event = recorded.event
    assert isinstance(event, ContextAssembled), f"position {recorded.position} was found as a context"
    unread = unread_words(store, event, content)
    words = content if unread is None and isinstance(content, ContextGiven) else None
    lost = unread or SEALED
    text = lost if words is None else _unpacked(words.packed, recorded.position) if whole else None
    return ContextNote(
        position=recorded.position,
        at=to_datetime(recorded.at),
        agent=event.agent,
        actor=actor_name(store, event.actor),
        scenario=event.scenario,
        query=lost if words is None else words.query,
        text=text if whole else None,
        tokens=event.tokens,
        counter=event.counter,
        budget=event.budget,
        size_bytes=event.size_bytes,
        renderer=event.renderer,
        entries=_readable(store, view, event.entries),
        left_out=event.omitted,
        asked_position=event.asked_position,
        session=None if event.session is None else lost if words is None else words.session,
    )


def _unpacked(packed: bytes, position: int) -> str:
    try:
        return zlib.decompress(packed).decode()
    except (zlib.error, ValueError) as fault:
        raise StoreDamaged(
            f"the text of the context at position {position} does not unpack ({fault}); restore memory.db from a backup"
        ) from fault


def _readable(store: Store, view: View, entries: tuple[ContextEntry, ...]) -> tuple[ContextEntry, ...]:
    ids = {memory for entry in entries for memory in entry.memories}
    held = store.views.rows(BELIEFS, [(memory,) for memory in sorted(ids)])
    shut = {memory for (memory,), belief in held.items() if belief.scope not in view.scopes}
    if not shut:
        return entries
    return tuple(
        msgspec.structs.replace(entry, memories=tuple(one for one in entry.memories if one not in shut))
        for entry in entries
    )
