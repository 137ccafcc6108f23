"""Events and memories as flat records, for tables and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.events import AgentEvent
from ...domain.moments import to_datetime
from ...infrastructure.exports.record import EventRecord, MemoryRecord
from ...infrastructure.rows import stored_event
from ..entries import ENVELOPE
from ..memory import ERASED, SEALED, Memory

if TYPE_CHECKING:
    from ..store import Store
    from .words import Opened, Row

_MARKS = {"sealed": SEALED, "erased": ERASED}


def event_record(store: Store, row: Row, opened: Opened, people: dict[str, str] | None) -> EventRecord:
    """Return an event as a record.

    Args:
        people: names by pseudonym, filled as they are met; None: words and names are left out.
    """
    recorded = store.codec.decode(stored_event(row))
    event = recorded.event
    plain, mark = opened
    words: dict[str, Any] = msgspec.json.decode(plain) if plain else {}
    words.pop("command", None)
    because = words.pop("because", None)
    whose = event if isinstance(event, AgentEvent) else None
    details = {
        name: msgspec.to_builtins(value)
        for name, value in msgspec.structs.asdict(event).items()
        if name not in ENVELOPE
    }
    unread = _MARKS[mark] if mark else SEALED if people is None and event.box is not None else None
    return EventRecord(
        position=recorded.position,
        time=to_datetime(recorded.at),
        type=row[2],
        meaning=(type(event).__doc__ or "").partition("\n")[0],
        actor=event.actor if people is None else _actor(store, event.actor, people),
        agent=whose.agent if whose else None,
        scope=whose.scope if whose else None,
        memories=event.memories,
        text=unread or _text(words),
        because=because,
        words=words,
        details=details,
        tags=recorded.event.tags,
    )


def memory_record(memory: Memory, *, sealed: bool) -> MemoryRecord:
    """Return a memory as a record; with `sealed`, without its words."""
    if sealed:
        return MemoryRecord({**msgspec.to_builtins(memory.belief), "status": memory.status, "id": memory.id})
    return MemoryRecord(memory.to_json())


def _text(words: dict[str, Any]) -> str | None:
    """Return what a person would read first of some words."""
    for name in ("text", "query", "session"):
        if words.get(name):
            return str(words[name])
    lines = words.get("lines")
    if isinstance(lines, dict):
        return "\n".join(map(str, msgspec.convert(lines, dict[str, str]).values()))
    return None


def _actor(store: Store, actor: str, people: dict[str, str]) -> str:
    family, _, pseudonym = actor.partition(":")
    if family != "user":
        return actor
    if pseudonym not in people:
        gone = pseudonym in store.erased_people()
        people[pseudonym] = f"user:{ERASED}" if gone else store.keys.subject_name(pseudonym) or f"user:{SEALED}"
    return people[pseudonym]
