"""The fleet: who believes which vintage of what all share."""

from typing import Annotated

from ..call import Call, zone_of
from ..parameters import Option


def fleet(
    call: Call,
    stale: Annotated[bool, Option("--stale", help="Only what somebody believes in an older vintage.")] = False,
) -> None:
    """Show which agent believes which vintage of what is shared."""
    with call.opened() as memory:
        found = [one for one in memory.fleet() if one.stale or not stale]
        if call.json:
            from ..rendering.documents import write_json

            write_json({"position": memory.position, "shared": [one.to_json() for one in found]})
            return
        from ..rendering.fleet import draw_fleet

        draw_fleet(found, zone_of(memory))
