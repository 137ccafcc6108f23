"""Dreams: the maintenance that a memory does by itself, looked at before, during and after."""

import sys
from typing import Annotated

from ...domain.errors import InvalidMoment
from ..call import Call, zone_of
from ..ending import ended_cleanly
from ..inputs import edge
from ..options import AsOf, BecauseIfAny
from ..parameters import Argument, Option
from .reading import list_title, moments, past_title

LISTED = 20
"""Dreams that a list holds unless told otherwise."""


def dream(
    call: Call,
    dry_run: Annotated[bool, Option("--dry-run", help="Only say what would be done, and why.")] = False,
    now: Annotated[
        str | None,
        Option("--now", metavar="TIME", help="With --dry-run: on another day, a date or a time with its zone."),
    ] = None,
    only: Annotated[
        list[str] | None, Option("--only", metavar="STAGE", help="Only this stage; may be repeated.")
    ] = None,
    because: BecauseIfAny = None,
    synthesizer: Annotated[
        str | None,
        Option(
            "--synthesizer",
            metavar="NAME",
            help="A model to word what is written: openai-compatible:MODEL@URL; it is sent texts of memories.",
        ),
    ] = None,
) -> None:
    """Look after the memories; each step is told by an event."""
    if now is not None and not dry_run:
        raise InvalidMoment("a dream goes by the clock; another day can only be previewed: add --dry-run")
    from ..rendering.dreams import progress

    with call.opened() as memory:
        reads = call.reading(memory)  # a misspelt agent would dream of nothing, and be known from then on
        if synthesizer is not None:
            from ...infrastructure.synthesizers import named

            memory.store.synthesizer = named(synthesizer)
        zone = zone_of(memory)
        try:
            with ended_cleanly(), progress(json=call.json) as tell:
                report = call.acting(memory).dream(
                    stages=only, dry_run=dry_run, now=edge(now, zone, last=True), progress=tell, because=because
                )
        except (KeyboardInterrupt, SystemExit):
            sys.stderr.write("remembrancer: the dream was stopped; what it has done stands, the next one goes on\n")
            raise
        if call.json:
            from ..rendering.documents import write_json

            write_json({"dry_run": report.dry_run, **report.to_json()})
            return
        from ..rendering.dreams import draw_preview, draw_report

        draw = draw_preview if report.dry_run else draw_report
        draw(report, lambda memory: reads.show(memory).text, zone)


def list_(
    call: Call,
    number: Annotated[int, Option("-n", minimum=1, metavar="N", help="At most N, the newest.")] = LISTED,
    as_of: AsOf = None,
) -> None:
    """List the dreams, newest first: when each was, how it ended, what it did."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.dreams(limit=number)
        if call.json:
            from ..rendering.documents import write_json

            write_json({"agent": reads.name, **moments(reads), "dreams": [one.to_json() for one in found]})
            return
        from ..rendering.dream_stories import draw_dreams

        draw_dreams(reads.name, list_title(reads), found, zone_of(memory))


def show(
    call: Call,
    run: Annotated[
        str, Argument(metavar="RUN", help="Id of a dream, or its first 4 or more characters; `latest` is the last one.")
    ],
    as_of: AsOf = None,
) -> None:
    """Tell what a dream did, and why."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        story = reads.dream_story(run)
        if call.json:
            from ..rendering.documents import write_json

            write_json({**story.to_json(), **moments(reads)})
            return
        from ..rendering.dream_stories import draw_story

        draw_story(story, zone_of(memory), past_title(reads))
