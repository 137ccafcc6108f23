"""What was asked and given: the recalls that were noted, as of any time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.content import RecallQuery
from ...domain.events import Recalled
from ...domain.moments import to_datetime
from ...projections.beliefs import BELIEFS
from ..entries import unread_words
from ..memory import SEALED, Memory, actor_name
from ..moment import Moment, time_of
from ..noted import noted
from ..reading import View, valid_revision

if TYPE_CHECKING:
    from datetime import datetime

    from ...domain.content import AnyContent
    from ...domain.events import Recorded
    from ...domain.state import Belief
    from ..store import Store


class GivenMemory(msgspec.Struct, frozen=True, kw_only=True):
    """A memory that a recall gave."""

    score: float
    memory: Memory
    """As it was believed at the moment that was asked about, not as it is now."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"score": self.score, "memory": self.memory.to_json()}


class RecallNote(msgspec.Struct, frozen=True, kw_only=True):
    """One recall: what was asked, and what was given."""

    position: int
    """Of its event."""
    at: datetime
    """When it was asked."""
    agent: str
    actor: str
    scenario: str
    query: str
    """What was asked, `[sealed]` or `[erased]`."""
    hits: tuple[GivenMemory, ...]
    """The best first; without those of scopes that the agent may not read at the moment of the list."""
    asked_position: int
    """The position whose beliefs were searched."""
    past: bool
    """Whether that position was asked for; else it was the present."""
    valid_at: datetime | None
    """The valid time that was asked about."""
    layers: tuple[str, ...]
    tags: tuple[str, ...]
    session: str | None
    """`[sealed]` or `[erased]` where its name cannot be read."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "position": self.position,
            "at": self.at.isoformat(),
            "agent": self.agent,
            "actor": self.actor,
            "scenario": self.scenario,
            "query": self.query,
            "hits": [hit.to_json() for hit in self.hits],
            "asked_position": self.asked_position,
            "past": self.past,
            "valid_at": None if self.valid_at is None else self.valid_at.isoformat(),
            "layers": list(self.layers),
            "tags": list(self.tags),
            "session": self.session,
        }


def recalls(store: Store, view: View, *, session: str | None, limit: int) -> list[RecallNote]:
    """Return what the view's agent asked up to its moment, newest first.

    Args:
        session: name of a session: only what was asked within it.

    Raises:
        InvalidText, InvalidNumber: the session is no name, or the limit is none.
    """
    found = noted(store, view, Recalled.TYPE, session=session, limit=limit)
    return [_note(store, view, recorded, content) for recorded, content in found]


def _note(store: Store, view: View, recorded: Recorded, content: AnyContent | None) -> RecallNote:
    event = recorded.event
    assert isinstance(event, Recalled), f"position {recorded.position} was found as a recall"
    unread = unread_words(store, event, content)
    words = content if unread is None and isinstance(content, RecallQuery) else RecallQuery(query=unread or SEALED)
    return RecallNote(
        position=recorded.position,
        at=to_datetime(event.asked_at),
        agent=event.agent,
        actor=actor_name(store, event.actor),
        scenario=event.scenario,
        query=words.query,
        hits=_given(store, view, event),
        asked_position=event.asked_position,
        past=event.past,
        valid_at=None if event.valid_at is None else to_datetime(event.valid_at),
        layers=words.layers,
        tags=words.tags,
        session=unread if event.session is not None and unread is not None else words.session,
    )


def _given(store: Store, view: View, event: Recalled) -> tuple[GivenMemory, ...]:
    """Return what a recall gave, as it was believed at the moment that it asked about."""
    at = time_of(store.log, event.asked_position) if event.past else event.asked_at
    asked = View(
        agent=event.agent,
        moment=Moment(position=event.asked_position, at=at, zone=view.moment.zone, past=True),
        valid_at=event.valid_at,
        scopes=view.scopes,
    )
    held = store.views.rows(BELIEFS, [(memory,) for memory in event.hits], event.asked_position)
    given: list[GivenMemory] = []
    for memory, score in zip(event.hits, event.scores, strict=False):
        belief = held.get((memory,))
        if belief is not None and belief.scope in view.scopes:
            words = _as_given(store, belief, asked)
            given.append(GivenMemory(score=score / 1000, memory=Memory(store, words, asked.moment)))
    return tuple(given)


def _as_given(store: Store, belief: Belief, asked: View) -> Belief:
    valid = None if asked.valid_at is None else valid_revision(store, belief, asked)
    return valid or belief
