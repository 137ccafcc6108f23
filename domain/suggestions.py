"""Suggestions: changes that a dream may not make by itself, and that wait for a person."""

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from .events import Answer, Recorded, SuggestedChange, SuggestionAnswered, SuggestionMade

SuggestionStatus = Literal["waiting"] | Answer


class Suggestion(msgspec.Struct, frozen=True):
    """One suggestion; its words and the memories that it is about stand in its event."""

    suggestion: str
    agent: str
    scope: str
    change: SuggestedChange
    signature: str
    status: SuggestionStatus
    made_position: int
    made_at: int
    answered_position: int | None
    answered_at: int | None


def evolve_suggestion(suggestion: Suggestion | None, recorded: Recorded) -> Suggestion | None:
    """Fold one event into the state of a suggestion."""
    match recorded.event:
        case SuggestionMade() as event:
            return Suggestion(
                suggestion=event.suggestion,
                agent=event.agent,
                scope=event.scope,
                change=event.change,
                signature=event.signature,
                status="waiting",
                made_position=recorded.position,
                made_at=recorded.at,
                answered_position=None,
                answered_at=None,
            )
        case SuggestionAnswered() as event:
            assert suggestion is not None, f"position {recorded.position} answers what was never suggested"
            return replace(
                suggestion, status=event.answer, answered_position=recorded.position, answered_at=recorded.at
            )
        case _:
            return suggestion


def signature_of(change: SuggestedChange, concerned: Iterable[str]) -> str:
    """Return what tells a suggestion from others: SHA-256 of `change`, a line feed and the sorted ids, in hex."""
    import hashlib  # most starts do without

    return hashlib.sha256("\n".join((change, *sorted(concerned))).encode()).hexdigest()
