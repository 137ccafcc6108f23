"""Events as `log --json` prints them, read back as events of the domain.

{"position":3,"at":"2026-05-01T09:00:00Z","type":"memory.recorded/1","actor":"agent:atlas","agent":"atlas",
 "scope":"agent:atlas","memories":["mem_…"],"because":null,"details":{"memory":"mem_…","kind":"note",…},
 "words":{"text":"…"},"tags":[…],"cause":"cmd_…"}
"""

from typing import Any

import msgspec

from ...domain.content import AnyContent
from ...domain.errors import InvalidFile, InvalidMoment
from ...domain.events import EVENT_TYPES, AgentEvent, AnyEvent
from ...domain.moments import CALENDAR, parse_time, to_micros
from ...domain.policy import NUMBER_MAX
from ..codec import UPCASTERS

_TIMES = ("occurred_at", "valid_from", "valid_to", "expires_at")
_DAY_MINUTES = 24 * 60
_NAMES = frozenset({"position", "at", "type", "agent", "scope", "details", "words", "cause"})
_TYPES: dict[str, type[AnyEvent]] = {event.TYPE: event for event in EVENT_TYPES}


class _Line(msgspec.Struct, frozen=True, kw_only=True):
    position: int
    at: str
    type: str
    actor: str
    agent: str | None
    scope: str | None
    because: str | None
    details: dict[str, Any]
    words: dict[str, Any] | str | None
    cause: str


class LoggedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event of another log."""

    position: int
    at: int
    """Microseconds since 1970 UTC."""
    event: AnyEvent
    """With the names in it as HMACs of the other store; its box is None."""
    because: str | None
    content: AnyContent | None
    """None: it has no words, or they could not be read when the log was printed."""
    unreadable: str | None
    """What stands in place of words that could not be read."""


def is_logged_event(fields: dict[str, Any]) -> bool:
    """Say whether an object looks like an event rather than like a memory."""
    return fields.keys() >= _NAMES


def logged_event(fields: dict[str, Any]) -> LoggedEvent:
    """Return the event that an object of `log --json` says.

    Raises:
        InvalidFile: a field is missing, or is not what its type says.
    """
    try:
        line = _as_today(msgspec.convert(fields, _Line))
        event_type = _TYPES.get(line.type)
        if event_type is None:
            raise InvalidFile(
                f"unknown event type {line.type[:60]!r}; the log may be that of a newer version: upgrade remembrancer"
            )
        event = msgspec.convert(_whole(line, event_type), event_type)
        _check_numbers(line)
        content_type = event_type.CONTENT
        words = None if content_type is None or not isinstance(line.words, dict) else line.words
        return LoggedEvent(
            position=line.position,
            at=to_micros(parse_time(line.at)),
            event=event,
            because=line.because,
            content=None if words is None or content_type is None else msgspec.convert(words, content_type),
            unreadable=line.words if isinstance(line.words, str) else None,
        )
    except msgspec.ValidationError as fault:
        message = str(fault)
        raise InvalidFile(f"not an event of a log: {message[:1].lower()}{message[1:]}") from None
    except InvalidMoment as fault:
        raise InvalidFile(str(fault)) from None


def _as_today(line: _Line) -> _Line:
    """Return a line of an older schema as it is written today."""
    while line.type in UPCASTERS:
        name, step = UPCASTERS[line.type]
        line = msgspec.structs.replace(line, type=name, details=step(line.details))
    return line


def _check_numbers(line: _Line) -> None:
    """Refuse what no log of ours says, before anybody computes with it."""
    if not 1 <= line.position <= NUMBER_MAX:
        raise InvalidFile(f"position {line.position} is outside any log; print the log again")
    low, high = CALENDAR
    for name in _TIMES:
        value = line.details.get(name)
        if value is not None and not low <= value < high:
            raise InvalidFile(f"{name} is outside the calendar; use the years 1 to 9999")
    offset = line.details.get("occurred_offset")
    if offset is not None and not -_DAY_MINUTES < offset < _DAY_MINUTES:
        raise InvalidFile(f"occurred_offset is {offset} minutes; no zone is a day away from UTC")


def _whole(line: _Line, event_type: type[AnyEvent]) -> dict[str, Any]:
    """Return all fields of an event; those that tell nothing of what happened are left empty."""
    envelope: dict[str, Any] = {"actor": line.actor, "cause": line.cause, "box": None}
    if issubclass(event_type, AgentEvent):
        envelope |= {"agent": line.agent, "scope": line.scope, "policy": 0, "command": None}
    return {**line.details, **envelope}
