"""Suggestions: what dreams leave for people to decide, and what they said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..domain.commands import AnswerSuggestion, ContradictMemory, MergeMemories, ReplaceIdentityLine
from ..domain.content import SuggestionText
from ..domain.errors import AlreadyAnswered, AmbiguousId, Refused, UnknownSuggestion
from ..domain.events import SuggestionMade
from ..domain.ids import SUGGESTION, abbreviated
from ..domain.moments import to_datetime
from ..projections.beliefs import BELIEFS
from ..projections.suggestions import SUGGESTIONS
from .entries import entry, unread_words
from .handler import execute_all
from .memory import ERASED, SEALED, Memory
from .reading import look
from .requests import given
from .store import new_memory_id

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from ..domain.commands import AnyCommand
    from ..domain.suggestions import Suggestion
    from .reading import View
    from .requests import Caller
    from .store import Store


class SuggestionNote(msgspec.Struct, frozen=True, kw_only=True):
    """One suggestion."""

    id: str
    agent: str
    scope: str
    change: str
    """`identity`, `consolidation` or `replacement`."""
    section: str | None
    """Of the identity, where the line would stand."""
    status: str
    """`waiting`, `accepted` or `declined`."""
    text: str
    """The words that it would give a memory or a line; `[sealed]` or `[erased]` where they cannot be read."""
    because: str | None
    concerned: tuple[Memory, ...]
    """The memories that it is about; the newer value comes first."""
    made_at: datetime
    made_by: str
    answered_at: datetime | None
    answered_by: str | None
    answer_because: str | None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain = {name: value for name, value in msgspec.structs.asdict(self).items() if name != "concerned"}
        plain["made_at"] = self.made_at.isoformat()
        plain["answered_at"] = None if self.answered_at is None else self.answered_at.isoformat()
        return {**plain, "concerned": [memory.to_json() for memory in self.concerned]}


def suggestions(store: Store, view: View, *, waiting: bool) -> list[SuggestionNote]:
    """Return the suggestions in the scopes that the view's agent reads, newest first.

    Args:
        waiting: leave out those that were answered.
    """
    where = {"scope": view.scopes, "status": ["waiting"] if waiting else ["waiting", "accepted", "declined"]}
    rows = store.views.stab(SUGGESTIONS, where, view.moment.position)
    return [_note(store, view, row) for row in sorted(rows, key=lambda row: row.made_position, reverse=True)]


def accept(store: Store, caller: Caller, asked: str, because: str | None) -> SuggestionNote:
    """Do what was suggested, in the name of a person.

    Raises:
        UnknownSuggestion, AlreadyAnswered: there is nothing to answer.
        PersonNeeded: no person answers.
        Refused: what it is about does not allow it any more, or its words cannot be read.
    """
    row = _named(store, look(store, caller.agent, None, None), asked)
    if row.status != "waiting":
        raise AlreadyAnswered(row.suggestion, row.status)
    suggestion, (made, words) = row.suggestion, _made(store, row)
    if isinstance(words, str):
        raise Refused(f"cannot accept {suggestion}: its words are {words}; decline it, or record what should hold")
    # What becomes of it repeats its words, and so is about the same people.
    common = given(store, caller, because=because or f"suggested as {suggestion}", subjects=words.subjects)
    _refuse_changed(store, row, made.concerned)
    done: AnyCommand
    match made.change:
        case "identity":
            done = ReplaceIdentityLine(
                **common,
                section=made.section or "rules",
                line=None,
                text=words.text,
                memory=new_memory_id(),
                evidence=made.concerned,
            )
        case "replacement":
            newer, older = made.concerned
            done = ContradictMemory(**common, memory=older, by=newer)
        case "consolidation":
            done = MergeMemories(**common, memory=new_memory_id(), sources=made.concerned, text=words.text)
    answer = AnswerSuggestion(**common, suggestion=suggestion, answer="accepted")
    execute_all(store, [answer, done])
    return _again(store, caller, suggestion)


def _refuse_changed(store: Store, row: Suggestion, concerned: Sequence[str]) -> None:
    """Refuse what was suggested before one of the memories that it rests on became another, or went.

    Raises:
        Refused: one did.
    """
    for belief in store.views.rows(BELIEFS, [(memory,) for memory in concerned]).values():
        found: str | None = None if belief.status == "live" else f"is {belief.status} by now"
        if belief.content_position > row.made_position:
            found = "has been given new words since"
        elif belief.review in {"failed", "doubtful"}:
            found = f"was reviewed as {belief.review}"
        if found is not None:
            raise Refused(
                f"cannot accept {row.suggestion}: {belief.memory} {found}; decline it, and do by hand what still holds"
            )


def decline(store: Store, caller: Caller, asked: str, because: str) -> SuggestionNote:
    """Say no to a suggestion, in the name of a person; it is not made again.

    Raises:
        UnknownSuggestion, AlreadyAnswered: there is nothing to answer.
        PersonNeeded: no person answers.
    """
    row = _named(store, look(store, caller.agent, None, None), asked)
    suggestion, (_, words) = row.suggestion, _made(store, row)
    common = given(store, caller, because=because, subjects=() if isinstance(words, str) else words.subjects)
    execute_all(store, [AnswerSuggestion(**common, suggestion=suggestion, answer="declined")])
    return _again(store, caller, suggestion)


def _again(store: Store, caller: Caller, suggestion: str) -> SuggestionNote:
    view = look(store, caller.agent, None, None)
    return _note(store, view, _named(store, view, suggestion))


def _named(store: Store, view: View, asked: str) -> Suggestion:
    prefix = abbreviated(asked, SUGGESTION, "suggestions")
    ids = store.views.starting_with(SUGGESTIONS, prefix, 20)
    rows = store.views.rows(SUGGESTIONS, [(one,) for one in ids], view.moment.position).values()
    found = [row for row in rows if row.scope in view.scopes]
    if not found:
        raise UnknownSuggestion(asked)
    if len(found) > 1:
        raise AmbiguousId(asked, tuple(sorted(row.suggestion for row in found)))
    return found[0]


def _made(store: Store, row: Suggestion) -> tuple[SuggestionMade, SuggestionText | str]:
    """Return what was suggested and its words, or what stands in place of them: it repeats those of its memories."""
    recorded = store.event(row.made_position)
    event, content = recorded.event, store.open(recorded)
    assert isinstance(event, SuggestionMade), f"position {row.made_position} was found as a suggestion"
    if store.erased().intersection(event.concerned):
        return event, ERASED
    unread = unread_words(store, event, content)
    return event, content if unread is None and isinstance(content, SuggestionText) else unread or SEALED


def _note(store: Store, view: View, row: Suggestion) -> SuggestionNote:
    event, words = _made(store, row)
    made = entry(store, store.event(row.made_position))
    held = store.views.rows(BELIEFS, [(memory,) for memory in event.concerned], view.moment.position)
    beliefs = [held[memory,] for memory in event.concerned if (memory,) in held]
    answered = None if row.answered_position is None else entry(store, store.event(row.answered_position))
    return SuggestionNote(
        id=row.suggestion,
        agent=row.agent,
        scope=row.scope,
        change=row.change,
        section=event.section,
        status=row.status,
        text=words if isinstance(words, str) else words.text,
        because=made.because,
        concerned=tuple(Memory(store, one, view.moment) for one in beliefs if one.scope in view.scopes),
        made_at=made.at,
        made_by=made.actor,
        answered_at=None if row.answered_at is None else to_datetime(row.answered_at),
        answered_by=answered.actor if answered else None,
        answer_because=answered.because if answered else None,
    )
