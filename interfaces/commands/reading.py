"""Commands that read what an agent believes, or believed."""

import sys
from typing import Annotated, Any

from ...application.reads import Reads
from ...domain.errors import UnknownLayer
from ...domain.vocabulary import LAYERS
from ..call import AGENT, Call, zone_of
from ..options import AsOf, Id, ValidAt
from ..parameters import Argument, Option

SHOWN = 20
"""Memories of a layer that a screen shows unless told otherwise."""


def show(call: Call, id: Id, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """Show one memory in full, whatever became of it."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of, valid_at)
        found = reads.show(id)
        claims = reads.claims(found.id)
        if call.json:
            from ..rendering.documents import write_json

            write_json({**found.to_json(), "claims": [one.of_memory() for one in claims], **moments(reads)})
            return
        from ..rendering.memories import print_memory

        title = past_title(reads)
        if title:
            sys.stdout.write(f"{title}\n")
        print_memory(found, zone_of(memory))
        if claims:
            from ..rendering.claims import print_claims

            print_claims(claims, zone_of(memory))


def layers(
    call: Call,
    layer: Annotated[str | None, Option("--layer", metavar="L0..L6", help="Only this one.")] = None,
    number: Annotated[
        int | None,
        Option("-n", minimum=1, metavar="N", help="At most N of each layer, the newest; 20, with --json all."),
    ] = None,
    as_of: AsOf = None,
    valid_at: ValidAt = None,
) -> None:
    """Show what is in the seven layers, newest first."""
    with call.opened() as memory:
        if layer is not None and layer.upper() not in LAYERS:
            raise UnknownLayer(f"unknown layer {layer!r}; use one of {', '.join(LAYERS)}")
        reads = call.reading(memory, as_of, valid_at)
        found = reads.layers()
        if layer is not None:
            found = {layer.upper(): found[layer.upper()]}
        if call.json:
            from ..rendering.documents import write_json

            write_json(
                {
                    "agent": reads.name,
                    **moments(reads),
                    "counts": {name: len(view) for name, view in found.items()},
                    "layers": {name: [one.to_json() for one in view[:number]] for name, view in found.items()},
                }
            )
            return
        from ..rendering.memories import draw_layers

        draw_layers(reads.name, list_title(reads), found, zone_of(memory), number or SHOWN)


def history(call: Call, id: Id, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """List all that happened to a memory, by whom and why."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of, valid_at)
        found = reads.show(id)
        events = reads.history(found.id)
        if call.json:
            from ..rendering.documents import write_json

            write_json({"memory": found.id, **moments(reads), "events": [event.to_json() for event in events]})
            return
        from ..rendering.events import draw_history
        from ..rendering.memories import line

        title = past_title(reads)
        draw_history(line(found) + (f", {title}" if title else ""), events, zone_of(memory))


def why(call: Call, id: Id, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """Tell why a memory is believed, and what it fed."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of, valid_at)
        story = reads.why(id)
        if call.json:
            from ..rendering.documents import write_json

            write_json({**story.to_json(), **moments(reads)})
            return
        from ..rendering.stories import draw_why

        draw_why(story, zone_of(memory), past_title(reads))


def diff(
    call: Call,
    a: Annotated[str, Argument(metavar="A", help="A position, a date, or a time with its zone.")],
    b: Annotated[str | None, Argument(metavar="B", help="The later moment; now.")] = None,
) -> None:
    """List what began, changed and ended between two moments."""
    with call.opened() as memory:
        reads = call.reading(memory)
        found = memory.diff(reads.name, a, b)
        if call.json:
            from ..rendering.documents import moment_json, write_json

            write_json(
                {
                    "agent": reads.name,
                    "a": moment_json(found.a),
                    "b": moment_json(found.b),
                    **{
                        what: [
                            {
                                "before": change.before.to_json() if change.before else None,
                                "after": change.after.to_json() if change.after else None,
                                "what": change.what,
                            }
                            for change in changes
                        ]
                        for what, changes in (
                            ("began", found.began),
                            ("changed", found.changed),
                            ("ended", found.ended),
                        )
                    },
                }
            )
            return
        from ..rendering.stories import draw_diff

        draw_diff(reads.name, found)


def agents(call: Call) -> None:
    """List the agents that have acted here."""
    with call.opened() as memory:
        names = memory.agents()
        if call.json:
            from ..rendering.documents import write_json

            write_json(names)
        elif names:
            sys.stdout.writelines(f"{name}\n" for name in names)
        else:
            sys.stdout.write(f"none yet; `remembrancer record` makes {AGENT!r}, --agent another\n")


def moments(reads: Reads) -> dict[str, Any]:
    """Return the moments that an answer is about, for JSON."""
    from ..rendering.documents import moment_json

    found: dict[str, Any] = {"moment": moment_json(reads.moment)}
    if reads.valid_instant is not None:
        found["valid_at"] = reads.valid_instant.isoformat()
    return found


def past_title(reads: Reads) -> str | None:
    """Return the line that says which past moment an answer is about; None in the present."""
    from ..rendering.memories import heading

    asked = reads.moment.past or reads.valid_instant is not None
    return heading(reads.moment, reads.valid_instant) if asked else None


def list_title(reads: Reads) -> str:
    """Return the line that says which moment a list is about: the one asked, or the position of the present."""
    return past_title(reads) or f"position {reads.moment.position}"
