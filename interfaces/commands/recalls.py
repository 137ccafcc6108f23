"""Recalls: what was asked of a memory, and what it gave."""

from typing import Annotated

from ..call import Call, zone_of
from ..options import AsOf
from ..parameters import Option
from .reading import list_title, moments

LISTED = 20
"""Recalls that a list holds unless told otherwise."""


def recalls(
    call: Call,
    number: Annotated[int, Option("-n", minimum=1, metavar="N", help="At most N, the newest.")] = LISTED,
    session: Annotated[str | None, Option("--session", metavar="NAME", help="Only those of this session.")] = None,
    as_of: AsOf = None,
) -> None:
    """List what was asked, newest first, with what it gave."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.recalls(session=session, limit=number)
        if call.json:
            from ..rendering.documents import write_json

            write_json({"agent": reads.name, **moments(reads), "recalls": [one.to_json() for one in found]})
            return
        from ..rendering.recalls import draw_recalls

        draw_recalls(reads.name, list_title(reads), found, zone_of(memory))
