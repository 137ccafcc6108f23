"""Events for tests of the log, made and decoded without keys or codec."""

from typing import Any

import msgspec

from remembrancer.domain.errors import NewerStore
from remembrancer.domain.events import (
    EVENT_TYPES,
    AnyEvent,
    MemoryArchived,
    MemoryForgotten,
    MemoryRecorded,
    Recorded,
)
from remembrancer.infrastructure.log import NewEvent, StoredEvent

KNOWN = {event.TYPE: msgspec.json.Decoder(event) for event in EVENT_TYPES}


def decode(stored: StoredEvent) -> Recorded:
    if stored.type not in KNOWN:
        raise NewerStore(f"event type {stored.type!r} at position {stored.position}")
    return Recorded(stored.position, stored.at, KNOWN[stored.type].decode(stored.body))


def new(event: AnyEvent) -> NewEvent:
    return NewEvent(event.TYPE, event.tags, msgspec.json.encode(event, order="sorted"), event)


def bare(type_: str = "t/1", *tags: str, body: bytes = b"{}") -> NewEvent:
    return NewEvent(type_, tuple(sorted(tags)), body)


def memory(number: int) -> str:
    return f"mem_{number:016}"


def recorded(number: int, *, agent: str = "atlas", **fields: Any) -> MemoryRecorded:
    said: dict[str, Any] = {
        "actor": f"agent:{agent}",
        "cause": f"command {number}",
        "box": None,
        "agent": agent,
        "scope": f"agent:{agent}",
        "policy": 1,
        "command": None,
        "memory": memory(number),
        "kind": "note",
        "layer": "L2",
        "home_layer": "L2",
        "importance": 5,
        "confidence": 5,
        "category": None,
        "source": "own",
        "triggered": False,
        "evidence": (),
        "fact": None,
        "session": None,
        "occurred_at": None,
        "occurred_offset": None,
        "valid_from": None,
        "valid_to": None,
        "expires_at": None,
    }
    return MemoryRecorded(**(said | fields))


def archived(number: int, *, agent: str = "atlas") -> MemoryArchived:
    return MemoryArchived(
        actor=f"agent:{agent}",
        cause="c",
        box=None,
        agent=agent,
        scope=f"agent:{agent}",
        policy=1,
        command=None,
        memory=memory(number),
        from_layer="L2",
        ground="asked",
        bound=None,
    )


def forgotten(number: int, *, agent: str = "atlas") -> MemoryForgotten:
    return MemoryForgotten(
        actor=f"agent:{agent}",
        cause="c",
        box=None,
        agent=agent,
        scope=f"agent:{agent}",
        policy=1,
        command=None,
        memory=memory(number),
    )
