"""Lessons: the index, one with its story, and how far each has come."""

from typing import Annotated

from ..call import Call, zone_of
from ..options import AsOf
from ..parameters import Argument, Option
from .reading import list_title, moments

Slug = Annotated[str, Argument(metavar="SLUG", help="Slug of a lesson as `lessons` lists it, or an id.")]


def list_(
    call: Call,
    all_: Annotated[bool, Option("--all", help="Also those that are out of recall.")] = False,
    as_of: AsOf = None,
) -> None:
    """List the lessons, newest first: slug, date, state and summary."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.lessons(every=all_)
        if call.json:
            from ..rendering.documents import write_json

            write_json({"agent": reads.name, **moments(reads), "lessons": [one.to_json() for one in found]})
            return
        from ..rendering.lessons import draw_lessons

        draw_lessons(reads.name, list_title(reads), found, zone_of(memory))


def open_(call: Call, slug: Slug, as_of: AsOf = None) -> None:
    """Show one lesson whole: its trigger, its history, where it came from."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.lesson(slug)
        if call.json:
            from ..rendering.documents import write_json

            write_json({**found.to_json(), **moments(reads)})
            return
        from ..rendering.lessons import print_lesson

        print_lesson(found, zone_of(memory))


def path(call: Call, slug: Slug, as_of: AsOf = None) -> None:
    """Show how a lesson came to be, step by step, and what is next."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.lesson_path(slug)
        if call.json:
            from ..rendering.documents import write_json

            write_json({**found.to_json(), **moments(reads)})
            return
        from ..rendering.lessons import draw_path

        draw_path(found, zone_of(memory))
