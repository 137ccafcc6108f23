"""Mirrors: live state brought in from outside on a schedule."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

from ..call import Call, zone_of
from ..options import AsOf, BecauseIfAny, Subjects
from ..parameters import Argument, Option
from .reading import moments

if TYPE_CHECKING:
    from ...application.mirrors.listing import MirrorLine
    from ...application.mirrors.refreshing import MirrorResult

Name = Annotated[str, Argument(metavar="NAME", help="Name of a mirror.")]
Given = Annotated[str | None, Option("--scope", metavar="SCOPE", help="Who reads it: agent:NAME, team:NAME or fleet.")]


def list_(call: Call) -> None:
    """List the mirrors: freshness, cost, and who reads each."""
    with call.opened() as memory:
        found = memory.mirrors.list()
        if call.json:
            from ..rendering.documents import write_json

            write_json([one.to_json() for one in found])
            return
        from ..rendering.mirrors import draw_mirrors

        draw_mirrors(found, zone_of(memory))


def show(call: Call, name: Name, as_of: AsOf = None) -> None:
    """Show what a mirror says, as the asking agent reads it."""
    from ...application.mirrors.listing import awaits_content
    from ...domain.errors import NotFound, UnknownMirror

    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = next((one for one in reads.mirrors() if one.name == name), None)
        if found is None:
            if as_of is None and awaits_content(memory.store, reads.name, name):
                raise NotFound(f"mirror {name!r} has brought in nothing yet; `remembrancer mirrors` says why")
            raise UnknownMirror(name)
        if call.json:
            from ..rendering.documents import write_json

            write_json({"agent": reads.name, **moments(reads), **found.to_json()})
            return
        from ..rendering.mirrors import mirror_text

        sys.stdout.write(mirror_text(found, zone_of(memory)))


def add(
    call: Call,
    name: Name,
    every: Annotated[str, Option("--every", metavar="TIME", help="How often, such as 15m, 3h or 1d.")],
    more: Annotated[
        list[str] | None, Argument(metavar="QUERY|ARG", help="The query of --sql, or further words of --command.")
    ] = None,
    command: Annotated[str | None, Option("--command", metavar="LINE", help="A program; no shell reads it.")] = None,
    url: Annotated[str | None, Option("--url", metavar="URL", help="An address, http or https.")] = None,
    sql: Annotated[str | None, Option("--sql", metavar="DSN", help="An SQLite file, or postgresql://….")] = None,
    python: Annotated[
        str | None, Option("--python", metavar="MODULE:FUNCTION", help="A function without arguments.")
    ] = None,
    scope: Given = None,
    subject: Subjects = None,
    cost: Annotated[int | None, Option("--cost", metavar="UNITS", help="What one run costs; 0.", minimum=0)] = None,
    timeout: Annotated[str | None, Option("--timeout", metavar="TIME", help="How long a run may take.")] = None,
    ending: Annotated[str | None, Option("--ending", metavar="EXT", help="Of its file; md.")] = None,
    charset: Annotated[str | None, Option("--charset", metavar="NAME", help="Where it is not UTF-8.")] = None,
    folder: Annotated[str | None, Option("--folder", metavar="DIR", help="Where a program runs.")] = None,
    git: Annotated[str | None, Option("--git", metavar="DIR", help="A git folder to commit its file to.")] = None,
    header: Annotated[
        list[str] | None, Option("--header", metavar="NAME=VAR", help="A header, from an environment variable.")
    ] = None,
    disabled: Annotated[bool, Option("--disabled", help="Do not refresh it yet.")] = False,
    because: BecauseIfAny = None,
) -> None:
    """Declare a mirror in the store's policy file; the schedule keeps it fresh."""
    settings = {
        "every": every,
        **_source(command, sql, more or []),
        "url": url,
        "python": python,
        "scope": scope,
        "subjects": subject,
        "cost_per_run": cost,
        "timeout": timeout,
        "ending": ending,
        "charset": charset,
        "folder": folder,
        "git": git,
        "headers_from": _headers(header or []),
        "enabled": False if disabled else None,
    }
    given = {key: value for key, value in settings.items() if value is not None}
    with call.opened() as memory:
        _answer(call, memory.mirrors.add(name, because=because, by=call.person(), **given))


def remove(call: Call, name: Name, because: BecauseIfAny = None) -> None:
    """Take a mirror out of the policy file, with its files; the log keeps what it showed."""
    with call.opened() as memory:
        memory.mirrors.remove(name, because=because, by=call.person())
        if call.json:
            from ..rendering.documents import write_json

            write_json({"name": name, "standing": "removed"})
            return
        sys.stdout.write(f"{name} removed\n")


def enable(call: Call, name: Name, because: BecauseIfAny = None) -> None:
    """Have a mirror refreshed by the schedule."""
    with call.opened() as memory:
        _answer(call, memory.mirrors.enable(name, because=because, by=call.person()))


def disable(call: Call, name: Name, because: BecauseIfAny = None) -> None:
    """Have a mirror refreshed no more: what it shows stays, and is stale."""
    with call.opened() as memory:
        _answer(call, memory.mirrors.disable(name, because=because, by=call.person()))


def refresh(
    call: Call,
    name: Annotated[str | None, Argument(metavar="NAME", help="Name of a mirror.")] = None,
    due: Annotated[bool, Option("--due", help="Those that are due.")] = False,
) -> int:
    """Refresh a mirror now, or those that are due; ends with 1 if one could not be."""
    from ...domain.errors import InvalidInput

    if (name is None) is not due:
        raise InvalidInput("nothing to refresh is named; give the name of a mirror, or --due")
    with call.opened() as memory:
        person = call.person()
        results = memory.mirrors.refresh_due(by=person) if name is None else [memory.mirrors.refresh(name, by=person)]
        _told(call, results, one=not due)
    return 0 if all(one.good or one.result == "busy" for one in results) else 1


def _told(call: Call, results: "list[MirrorResult]", *, one: bool) -> None:
    if call.json:
        from ..rendering.documents import write_json

        found = [result.to_json() for result in results]
        write_json(found[0] if one else found)
        return
    from ..rendering.mirrors import result_line

    lines = [result_line(result) for result in results] or ["nothing is due"]
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _source(command: str | None, sql: str | None, more: list[str]) -> dict[str, Any]:
    """Return where it looks: what follows its name belongs to the program, or is what the database is asked."""
    from ...domain.errors import InvalidInput

    if command is not None:
        import shlex

        try:
            return {"command": [*shlex.split(command), *more], "sql": sql}
        except ValueError as fault:
            raise InvalidInput(f"the command cannot be read ({fault}); mind its quotation marks") from None
    if sql is not None:
        return {"sql": sql, "query": " ".join(more)}
    if more:
        raise InvalidInput("there are words behind the name that belong to nothing; give --command or --sql with them")
    return {}


def _headers(given: list[str]) -> dict[str, str] | None:
    return {name: variable for name, _, variable in (one.partition("=") for one in given)} or None


def _answer(call: Call, line: "MirrorLine") -> None:
    if call.json:
        from ..rendering.documents import write_json

        write_json(line.to_json())
        return
    from ..rendering.mirrors import mirror_line

    sys.stdout.write(f"{mirror_line(line)}\n")
