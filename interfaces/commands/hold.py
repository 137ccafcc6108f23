"""Legal holds: what must neither be forgotten nor erased until a day."""

import sys
from typing import Annotated

from ..call import Call, zone_of
from ..options import Because
from ..parameters import Argument, Option

What = Annotated[str, Argument(metavar="S|ID", help="A person, such as user:42, or the id of a memory.")]
Hold = Annotated[str, Argument(metavar="HOLD", help="Id of a hold, or its first 4 or more characters.")]
Until = Annotated[str, Option("--until", metavar="DATE", help="The last day of it, or a time with its zone.")]


def hold(call: Call, what: What, until: Until, because: Because) -> None:
    """Keep words about a person, or a memory, from being forgotten or erased."""
    with call.opened() as memory:
        _answer(call, memory.hold(what, until=until, because=because, by=call.person()), "placed")


def list_(
    call: Call, all_: Annotated[bool, Option("--all", help="Also those that ended or were released.")] = False
) -> None:
    """List the holds in force, those that end last first."""
    with call.opened() as memory:
        found = memory.holds(ended=all_)
        if call.json:
            from ..rendering.documents import write_json

            write_json([one.to_json() for one in found])
            return
        from ..rendering.holds import draw_holds

        draw_holds(found, zone_of(memory))


def release(call: Call, id: Hold, because: Because) -> None:
    """End a hold before its time."""
    with call.opened() as memory:
        _answer(call, memory.release_hold(id, because=because, by=call.person()), "released")


def _answer(call: Call, note: object, what: str) -> None:
    from ...application.erasing.holds import HoldNote

    assert isinstance(note, HoldNote), "who places or releases a hold gets it back"
    if call.json:
        from ..rendering.documents import write_json

        write_json(note.to_json())
        return
    from ..rendering.holds import hold_line

    sys.stdout.write(f"{hold_line(note, what)}\n")
