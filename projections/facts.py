"""Facts: which memory holds the value of each key, and which agent owns it."""

from collections.abc import Iterable

import msgspec

from ..domain.events import AnyEvent, FactTransferred, MemoryRestored, NewMemory, Recorded
from .projection import Key, Projection


class Fact(msgspec.Struct, frozen=True):
    """The latest value of one fact. Whether it still holds is said by the memory's own state."""

    fact: str
    """HMAC of the key."""
    memory: str
    owner: str
    """Name of the agent that recorded a value last, or was given the fact since."""
    scope: str
    given: bool
    """Whether the fact was given to its owner since this value came; else the agent of the value owns it."""


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case NewMemory(layer="L6"):
            return ()  # history that went straight to the archive, not the value
        case NewMemory(fact=str(fact)) | MemoryRestored(fact=str(fact)) | FactTransferred(fact=fact):
            return ((fact,),)
        case _:
            return ()


def _apply(row: Fact | None, recorded: Recorded, key: Key) -> Fact | None:
    match recorded.event:
        case NewMemory() as event:
            return Fact(fact=key[0], memory=event.memory, owner=event.agent, scope=event.scope, given=False)
        case MemoryRestored() as event:
            owner = row.owner if row else event.agent
            given = row is not None and row.given and row.memory == event.memory
            return Fact(fact=key[0], memory=event.memory, owner=owner, scope=event.scope, given=given)
        case FactTransferred() as event:
            return Fact(fact=key[0], memory=event.memory, owner=event.to, scope=event.scope, given=True)
        case _:
            return row


def owner_of(row: Fact, agent: str) -> str:
    """Return who owns a fact; `agent` is the one whose memory holds its value."""
    return row.owner if row.given else agent


FACTS = Projection(
    name="facts",
    version=2,
    row=Fact,
    key=("fact",),
    keys=_keys,
    apply=_apply,
    of=(NewMemory, MemoryRestored, FactTransferred),
)
