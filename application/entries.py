"""The log as people read it: each event with its words, its names and its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..domain.derivation import given_in, spoken_of, touches
from ..domain.events import AgentEvent, AnyEvent, ScratchPurged, SubjectErased, SuggestionAnswered
from ..domain.moments import to_datetime
from ..projections.suggestions import SUGGESTIONS
from .memory import ERASED, SEALED, actor_name

if TYPE_CHECKING:
    from datetime import datetime

    from ..domain.content import AnyContent, Box
    from ..domain.events import Recorded
    from .store import Store

ENVELOPE = frozenset({"actor", "cause", "box", "agent", "scope", "policy", "command"})
"""Fields that say how an event came about, not what happened."""


class LogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One event of the log, opened as far as keys are at hand."""

    position: int
    at: datetime
    type: str
    """Name and schema number."""
    actor: str
    agent: str | None
    scope: str | None
    memories: tuple[str, ...]
    """Ids of the memories that it changed."""
    because: str | None
    details: dict[str, Any]
    """Its clear fields, besides those above."""
    words: dict[str, Any] | str | None
    """What was sealed, by name; `[sealed]` or `[erased]`; None if it has no words."""
    tags: tuple[str, ...]
    cause: str

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def entry(store: Store, recorded: Recorded) -> LogEntry:
    """Return an event as people read it."""
    event = recorded.event
    content = store.open(recorded)
    words: dict[str, Any] | str | None = None
    because: str | None = None
    unread = unread_words(store, event, content)
    if unread is not None:
        words = because = unread
    elif content is not None:
        words = {name: value for name, value in msgspec.structs.asdict(content).items() if value not in (None, (), {})}
        because = words.pop("because", None)
        words.pop("command", None)
        # The text of a context repeats words of several people; whoever may read it asks for it by its position.
        words.pop("packed", None)
    agent_event = event if isinstance(event, AgentEvent) else None
    return LogEntry(
        position=recorded.position,
        at=to_datetime(recorded.at),
        type=event.TYPE,
        actor=actor_name(store, event.actor),
        agent=agent_event.agent if agent_event else None,
        scope=agent_event.scope if agent_event else None,
        memories=event.memories,
        because=because,
        details={
            name: msgspec.to_builtins(value)
            for name, value in msgspec.structs.asdict(event).items()
            if name not in ENVELOPE
        },
        words=words or None,
        tags=event.tags,
        cause=event.cause,
    )


def unread_words(store: Store, event: AnyEvent, content: AnyContent | None) -> str | None:
    """Return what stands in place of the words of an event: `[sealed]` or `[erased]`; None if they can be read.

    Args:
        content: its words, None if no key at hand opens them.
    """
    if event.box is None:
        return None
    if _was_erased(store, event, event.box):
        return ERASED
    if content is not None:
        return None
    return SEALED


def _was_erased(store: Store, event: AnyEvent, box: Box) -> bool:
    """Say whether the words of an event are erased: with a person whom they are about, or a memory that they are of.

    What others say of a memory, such as a question that found it, went with it where it was erased for somebody's sake;
    it outlives what was only purged, unless it is a context, which holds the words themselves. The words of an erasure
    or a purge are its own reason, which stays.
    """
    if isinstance(event, SubjectErased | ScratchPurged):
        return False
    if box.subjects and store.erased_people().intersection(box.subjects):
        return True
    if store.erased().intersection((*spoken_of(event), *given_in(event))):
        return True
    taken_back = store.taken_back()
    if taken_back and isinstance(event, SuggestionAnswered):
        row = store.views.row(SUGGESTIONS, (event.suggestion,))
        event = event if row is None else store.event(row.made_position).event
    return bool(taken_back) and touches(event, taken_back)
