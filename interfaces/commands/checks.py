"""Checks: what the world may be asked, as the policy file of the store declares it."""

import sys
from typing import Annotated, Any

from ..call import Call
from ..parameters import Argument, Option

Name = Annotated[str, Argument(metavar="NAME", help="Name of a check, such as posts-are-reviewed.")]


def list_(call: Call) -> None:
    """List the declared checks, with what is wrong with one."""
    with call.opened() as memory:
        found = memory.checks()
    if call.json:
        from ..rendering.documents import write_json

        write_json([one.to_json() for one in found])
        return
    from ..rendering.claims import draw_checks

    draw_checks(found)


def add(
    call: Call,
    name: Name,
    file: Annotated[str | None, Option("--file", metavar="PATH", help="A file that should be there.")] = None,
    command: Annotated[str | None, Option("--command", metavar="LINE", help="A program; no shell reads it.")] = None,
    url: Annotated[str | None, Option("--url", metavar="URL", help="An address that should answer.")] = None,
    sql: Annotated[str | None, Option("--sql", metavar="DSN", help="A database: a path, or postgresql://…")] = None,
    query: Annotated[str | None, Option("--query", metavar="SQL", help="What the database is asked.")] = None,
    python: Annotated[str | None, Option("--python", metavar="module:function", help="A function to call.")] = None,
    ask: Annotated[str | None, Option("--ask", metavar="QUESTION", help="A question for a person.")] = None,
    until: Annotated[str | None, Option("--until", metavar="DATE", help="By when it should be answered.")] = None,
    contains: Annotated[str | None, Option("--contains", metavar="TEXT", help="A piece of what is found.")] = None,
    encoding: Annotated[str | None, Option("--encoding", metavar="NAME", help="Of the file; UTF-8.")] = None,
    exits: Annotated[int | None, Option("--exits", metavar="CODE", help="What the program ends with; 0.")] = None,
    prints: Annotated[str | None, Option("--prints", metavar="LINE", help="A whole line that it prints.")] = None,
    path: Annotated[str | None, Option("--json-path", metavar="$.a.b", help="Where in the answer.")] = None,
    equals: Annotated[str | None, Option("--equals", metavar="VALUE", help="What stands there.")] = None,
    status: Annotated[int | None, Option("--status", metavar="CODE", help="What is answered; a 2xx.")] = None,
    returns: Annotated[str | None, Option("--returns", metavar="VALUE", help="The first value, or result.")] = None,
    timeout: Annotated[int | None, Option("--timeout", metavar="SECONDS", help="How long it may take.")] = None,
    replace: Annotated[bool, Option("--replace", help="In place of the one of that name.")] = False,
) -> None:
    """Declare a check in remembrancer.toml.

    One of --file, --command, --url, --sql, --python and --ask says where it looks.
    """
    import shlex

    from ...domain.errors import InvalidName

    try:
        argv = None if command is None else shlex.split(command)
    except ValueError as fault:
        raise InvalidName(f"not a line of a program: {command!r} ({fault}); mend its quotes") from None
    said: dict[str, Any] = {
        "file": file,
        "command": argv,
        "url": url,
        "sql": sql,
        "query": query,
        "python": python,
        "ask": ask,
        "by": until,
        "contains": contains,
        "encoding": encoding,
        "exits": exits,
        "prints": prints,
        "json": path,
        "equals": _value(equals),
        "status": status,
        "returns": _value(returns),
        "timeout_s": timeout,
    }
    with call.opened() as memory:
        note = memory.add_check(name, replace=replace, **said)
    if call.json:
        from ..rendering.documents import write_json

        write_json(note.to_json())
        return
    from ..rendering.claims import check_line

    sys.stdout.write(f"{check_line(note)}\n")


def remove(call: Call, name: Name) -> None:
    """Take a check out of remembrancer.toml."""
    with call.opened() as memory:
        memory.remove_check(name)
    if call.json:
        from ..rendering.documents import write_json

        write_json({"removed": name})
        return
    sys.stdout.write(f"{name} removed\n")


def try_(call: Call, name: Name) -> int:
    """Run a check once; nothing is recorded."""
    with call.opened() as memory:
        finding = memory.try_check(name)
    if call.json:
        from ..rendering.documents import write_json

        write_json({"check": name, "result": finding.result, "finding": finding.words})
    else:
        from ..rendering.plain import one_line

        sys.stdout.write(f"{name} {finding.result}: {one_line(finding.words)}\n")
    return 0 if finding.result == "passed" else 1


def _value(text: str | None) -> Any:
    """Return what was written as JSON where it is some, else as text: `true` and `3` are no texts."""
    if text is None:
        return None
    import msgspec

    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
