"""Facts: which memory holds the value of each key, and which agent owns it."""

from collections.abc import Iterable

import msgspec

from ..domain.events import AnyEvent, MemoryRestored, NewMemory, Recorded
from .projection import Key, Projection


class Fact(msgspec.Struct, frozen=True):
    """The latest value of one fact. Whether it still holds is said by the memory's own state."""

    fact: str
    """HMAC of the key."""
    memory: str
    owner: str
    """Name of the agent that recorded a value last; once an older value is restored, its agent owns the fact."""
    scope: str


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case NewMemory(layer="L6"):
            return ()  # history that went straight to the archive, not the value
        case NewMemory(fact=str(fact)) | MemoryRestored(fact=str(fact)):
            return ((fact,),)
        case _:
            return ()


def _apply(row: Fact | None, recorded: Recorded, key: Key) -> Fact | None:
    match recorded.event:
        case NewMemory() as event:
            return Fact(fact=key[0], memory=event.memory, owner=event.agent, scope=event.scope)
        case MemoryRestored() as event:
            owner = row.owner if row else event.agent
            return Fact(fact=key[0], memory=event.memory, owner=owner, scope=event.scope)
        case _:
            return row


FACTS = Projection(
    name="facts", version=1, row=Fact, key=("fact",), keys=_keys, apply=_apply, of=(NewMemory, MemoryRestored)
)
