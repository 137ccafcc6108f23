"""Handing over what an agent has to another one."""

import sys
from typing import Annotated

from ..call import Call, zone_of
from ..options import AsOf, Because
from ..parameters import Argument, Option
from .facts import To
from .reading import list_title, moments

What = Annotated[
    str, Argument(metavar="WHAT", help="Id of a memory, slug of a lesson, key of a fact, or name of a task.")
]
Into = Annotated[
    str | None, Option("--scope", metavar="SCOPE", help="Where it goes; by default where the receiver may write.")
]


def handover(call: Call, what: What, to: To, because: Because, scope: Into = None) -> None:
    """Give a task, lesson, fact or memory to another agent. `handover list` shows what was given."""
    with call.opened() as memory:
        note = call.acting(memory).hand_over(what, to=to, because=because, scope=scope)
        if call.json:
            from ..rendering.documents import write_json

            write_json(note.to_json())
            return
        from ..rendering.facts import hand_over_line

        sys.stdout.write(f"{hand_over_line(note)}\n")


def list_(call: Call, as_of: AsOf = None) -> None:
    """List what was given and received, newest first."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.hand_overs()
        if call.json:
            from ..rendering.documents import write_json

            write_json({"agent": reads.name, **moments(reads), "hand_overs": [one.to_json() for one in found]})
            return
        from ..rendering.facts import draw_hand_overs

        draw_hand_overs(reads.name, list_title(reads), found, zone_of(memory))
