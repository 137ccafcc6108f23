"""Facts: the values of keys, who owns each, and giving one to another agent."""

import sys
from typing import Annotated

from ..call import Call, zone_of
from ..options import AsOf, Because
from ..parameters import Argument, Option
from .reading import list_title, moments

Key = Annotated[str, Argument(metavar="KEY", help="Name of a fact, as it was recorded with `--key`.")]
To = Annotated[str, Option("--to", metavar="AGENT", help="The agent that receives it.")]


def list_(call: Call, as_of: AsOf = None) -> None:
    """List the facts that hold: key, owner, value."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.facts()
        if call.json:
            from ..rendering.documents import write_json

            write_json({"agent": reads.name, **moments(reads), "facts": [one.to_json() for one in found]})
            return
        from ..rendering.facts import draw_facts

        draw_facts(reads.name, list_title(reads), found, zone_of(memory))


def owner(call: Call, key: Key, as_of: AsOf = None) -> None:
    """Say who owns a fact, and what its value is."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.fact(key)
        if call.json:
            from ..rendering.documents import write_json

            write_json({**found.to_json(), **moments(reads)})
            return
        from ..rendering.facts import owner_lines

        sys.stdout.writelines(owner_lines(found, zone_of(memory)))


def transfer(call: Call, key: Key, to: To, because: Because) -> None:
    """Give a fact to another agent, which may replace its value from then on."""
    with call.opened() as memory:
        note = call.acting(memory).transfer_fact(key, to=to, because=because)
        if call.json:
            from ..rendering.documents import write_json

            write_json(note.to_json())
            return
        from ..rendering.facts import hand_over_line

        sys.stdout.write(f"{hand_over_line(note)}\n")
