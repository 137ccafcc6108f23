"""The log."""

from typing import Annotated

from ...domain.errors import InvalidMoment
from ..call import Call, zone_of
from ..inputs import edge
from ..parameters import Option


def log(
    call: Call,
    after: Annotated[int, Option("--after", minimum=0, metavar="N", help="Only after this position.")] = 0,
    follow: Annotated[bool, Option("--follow", "-F", help="Go on as events come, until interrupted.")] = False,
    type: Annotated[
        list[str] | None,
        Option("--type", metavar="TYPE", help="Such as memory.recorded, or memory for all of them; may be repeated."),
    ] = None,
    tag: Annotated[
        list[str] | None,
        Option("--tag", metavar="FAMILY:NAME", help="Such as subject:user:42; several must all be there."),
    ] = None,
    session: Annotated[str | None, Option("--session", metavar="NAME", help="Only of this session.")] = None,
    since: Annotated[
        str | None, Option("--since", metavar="TIME", help="Not before this date, or time with its zone.")
    ] = None,
    until: Annotated[
        str | None, Option("--until", metavar="TIME", help="Not after this date, or time with its zone.")
    ] = None,
    number: Annotated[int | None, Option("-n", minimum=1, metavar="N", help="At most N events.")] = None,
    newest_first: Annotated[bool, Option("--newest-first", "-r", help="The latest first.")] = False,
) -> None:
    """List the events, one a line, all or those asked for."""
    if follow and (newest_first or until is not None):
        raise InvalidMoment("--follow goes on into the future; leave out --newest-first and --until")
    with call.opened() as memory:
        zone = zone_of(memory)
        if call.agent is not None:  # the agent of the environment narrows nothing: an auditor gets all there is
            call.reading(memory)
        found = memory.log(
            follow=follow,
            after=after,
            agent=call.agent,
            types=type or (),
            tags=tag or (),
            session=session,
            since=edge(since, zone, last=False),
            until=edge(until, zone, last=True),
            limit=number,
            newest_first=newest_first,
        )
        if not call.json:
            from ..rendering.events import print_events

            print_events(found, zone, at_once=follow)
            return
        from ..rendering.documents import write_json_array, write_json_lines

        (write_json_lines if follow else write_json_array)(entry.to_json() for entry in found)
