"""Losing words on purpose: destroyed keys, and erasures that the log records."""

from remembrancer import Memory, Remembrancer
from remembrancer.domain.content import Reason
from remembrancer.domain.events import Draft, SubjectErased


def destroy_every_slot(memory: Remembrancer) -> None:
    """Destroy the keys of all words that the log holds so far."""
    events = (memory.store.event(position).event for position in range(1, memory.position + 1))
    for slot in {event.box.slot for event in events if event.box is not None}:
        memory.store.keys.destroy_slot(slot)


def record_erasure(memory: Remembrancer, *erased: Memory) -> None:
    """Append what an erasure records before it destroys keys; the keys stay."""
    event = SubjectErased(
        actor="user:officer",
        cause="cmd_0000000000000001",
        box=None,
        erased=tuple(sorted(each.id for each in erased)),
        derived=(),
        subject=None,
        retention=None,
    )
    sealed = memory.store.seal([Draft(event=event, content=Reason(because="request 17"))])
    memory.store.log.append([memory.store.codec.encode(found) for found in sealed])
