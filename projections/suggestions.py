"""Suggestions: what dreams suggested to people, and what these said."""

from collections.abc import Iterable

from ..domain.events import AnyEvent, Recorded, SuggestionAnswered, SuggestionMade
from ..domain.suggestions import Suggestion, evolve_suggestion
from .projection import Key, Projection


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case SuggestionMade() | SuggestionAnswered():
            return ((event.suggestion,),)
        case _:
            return ()


def _apply(row: Suggestion | None, recorded: Recorded, key: Key) -> Suggestion | None:
    del key
    return evolve_suggestion(row, recorded)


SUGGESTIONS = Projection(
    name="suggestions",
    version=1,
    row=Suggestion,
    key=("suggestion",),
    keys=_keys,
    apply=_apply,
    of=(SuggestionMade, SuggestionAnswered),
    indexes=("scope, status, to_position", "signature"),
)
