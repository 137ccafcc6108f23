"""Suggestions: what dreams may not do by themselves, and what a person says to it."""

import sys
from typing import Annotated

from ..call import Call, zone_of
from ..options import AsOf, Because, BecauseIfAny
from ..parameters import Argument, Option
from .reading import list_title, moments

Suggestion = Annotated[str, Argument(metavar="ID", help="Id of a suggestion, or its first 4 or more characters.")]


def list_(
    call: Call,
    all_: Annotated[bool, Option("--all", help="Also what was accepted or declined.")] = False,
    as_of: AsOf = None,
) -> None:
    """List what waits for a person, newest first, with the memories that it is about."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.suggestions(waiting=not all_)
        if call.json:
            from ..rendering.documents import write_json

            write_json({"agent": reads.name, **moments(reads), "suggestions": [one.to_json() for one in found]})
            return
        from ..rendering.suggestions import draw_suggestions

        draw_suggestions(reads.name, list_title(reads), found, zone_of(memory), answered=all_)


def accept(call: Call, id: Suggestion, because: BecauseIfAny = None) -> None:
    """Do what was suggested, as a person."""
    with call.opened() as memory:
        _answer(call, call.acting(memory, call.person()).accept(id, because=because))


def decline(call: Call, id: Suggestion, because: Because) -> None:
    """Say no, as a person: it is not suggested again."""
    with call.opened() as memory:
        _answer(call, call.acting(memory, call.person()).decline(id, because=because))


def _answer(call: Call, note: object) -> None:
    from ...application.suggestions import SuggestionNote

    assert isinstance(note, SuggestionNote), "who answers a suggestion gets it back"
    if call.json:
        from ..rendering.documents import write_json

        write_json(note.to_json())
        return
    from ..rendering.suggestions import answer_line

    sys.stdout.write(f"{answer_line(note)}\n")
