"""Facts: which memory holds the value of each key, who owns it, and giving it to another owner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..domain.errors import FactHasOwner, UnknownFact
from ..domain.moments import to_datetime
from ..domain.state import holds_fact
from ..projections.beliefs import BELIEFS
from ..projections.facts import FACTS, owner_of
from .memory import Memory
from .reading import look
from .requests import name_tag

if TYPE_CHECKING:
    from datetime import datetime

    from ..projections.facts import Fact
    from .handing_over import HandOverNote
    from .reading import View
    from .requests import Caller
    from .store import Store


class FactNote(msgspec.Struct, frozen=True, kw_only=True):
    """One fact: its key, who owns it, and its value as far as the asker may read it."""

    key: str
    """`[sealed]` where it cannot be read."""
    owner: str
    """Name of the agent that may replace the value."""
    scope: str | None
    """Where the value stands; None: where the asker may not look."""
    owned_since: datetime | None
    """When the owner recorded its first value in a row, or was given the fact; None: as `scope`."""
    memory: Memory | None
    """What holds the value; None: as `scope`."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "key": self.key,
            "owner": self.owner,
            "scope": self.scope,
            "owned_since": None if self.owned_since is None else self.owned_since.isoformat(),
            "memory": None if self.memory is None else self.memory.to_json(),
        }


def facts(store: Store, view: View) -> list[FactNote]:
    """Return the facts that hold in the scopes that the view's agent reads, by key."""
    rows = [row for row in store.views.all_rows(FACTS, view.moment.position) if row.scope in view.scopes]
    held = store.views.rows(BELIEFS, [(row.memory,) for row in rows], view.moment.position)
    standing = [row for row in rows if holds_fact(held[row.memory,], view.moment.at)]
    notes = [_note(store, view, row, Memory(store, held[row.memory,], view.moment)) for row in standing]
    return sorted(notes, key=lambda note: (note.key.casefold(), note.key, str(note.scope)))


def fact(store: Store, view: View, key: str) -> FactNote:
    """Return one fact; of one that another agent keeps to itself, its owner alone.

    Raises:
        UnknownFact: the key has no value that holds.
    """
    row = store.views.row(FACTS, (name_tag(store, "fact", key, ()),), view.moment.position)
    belief = None if row is None else store.views.row(BELIEFS, (row.memory,), view.moment.position)
    if row is None or belief is None or not holds_fact(belief, view.moment.at):
        return _about_people(store, view, key)
    if row.scope not in view.scopes:
        return FactNote(key=key, owner=owner_of(row, belief.agent), scope=None, owned_since=None, memory=None)
    return _note(store, view, row, Memory(store, belief, view.moment), key)


def _about_people(store: Store, view: View, key: str) -> FactNote:
    """Return a fact that stands under the secrets of the people it is about: only reading tells its key."""
    for note in facts(store, view):
        if note.key == key:
            return note
    raise UnknownFact(key)


def transfer(store: Store, caller: Caller, key: str, *, to: str, because: str) -> HandOverNote:
    """Give a fact to another agent, which may replace its value from here on.

    Raises:
        UnknownFact: the key has no value that holds.
        FactHasOwner: another agent keeps it to itself.
        NotOwner: another agent has it, and no person asks.
        UnknownAgent: nobody of that name is known here.
    """
    from .handing_over import hand_over_memory

    note = fact(store, look(store, caller.agent, None, None), key)
    if note.memory is None:
        raise FactHasOwner(key, note.owner)
    return hand_over_memory(store, caller, note.memory.id, to=to, because=because, scope=None, name=key)


def _note(store: Store, view: View, row: Fact, memory: Memory, key: str | None = None) -> FactNote:
    return FactNote(
        key=key or memory.key or memory.text,
        owner=owner_of(row, memory.agent),
        scope=row.scope,
        owned_since=to_datetime(_since(store, view, row)),
        memory=memory,
    )


def _since(store: Store, view: View, row: Fact) -> int:
    """Return since when a fact has had its owner without a break."""
    intervals = store.views.history(FACTS, (row.fact,), view.moment.position)
    first = intervals[-1][0]
    for position, _, held in reversed(intervals):
        if held.owner != row.owner:
            break
        first = position
    return store.event(first).at
