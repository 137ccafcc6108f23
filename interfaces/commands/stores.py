"""Commands about a whole store: making it, filling it, looking after it."""

import sys
from typing import Annotated

from ...domain.errors import KeysLocked, NewerStore, StoreDamaged, StoreReadOnly
from ..call import Call
from ..parameters import Argument, Option


def init(
    call: Call,
    path: Annotated[str | None, Argument(metavar="PATH", help="Its folder; else that of --store.")] = None,
) -> None:
    """Make a store."""
    from ...application.opening import create_store, open_store

    if call.read_only:
        raise StoreReadOnly("cannot make a store with --read-only; leave it out")
    where = create_store(path or call.where)
    if call.json:
        from contextlib import closing

        from ..rendering.documents import write_json

        with closing(open_store(where, read_only=True)) as store:
            write_json({"path": str(where), "store": store.id, "position": store.log.head()})
    else:
        sys.stdout.write(f"made a store at {where}\n")


def import_(
    call: Call,
    path: Annotated[
        str, Argument(metavar="PATH", help="JSON Lines, Markdown notes, what `log --json` wrote, or an export.")
    ],
    agent_field: Annotated[
        str | None, Option("--agent-field", metavar="FIELD", help="The field of a line that says whose it is.")
    ] = None,
    timezone: Annotated[
        str | None, Option("--timezone", metavar="NAME", help="Zone of times without one, such as Europe/Paris.")
    ] = None,
    kind: Annotated[str, Option("--kind", metavar="KIND", help="Kind of what says none.")] = "note",
    skip_bad: Annotated[bool, Option("--skip-bad", help="Leave out bad lines instead of importing nothing.")] = False,
    to_archive: Annotated[bool, Option("--to-archive", help="Straight to L6, as history.")] = False,
    key: Annotated[
        str | None, Option("--key", metavar="KEY", help="The key that must have signed the export; or its file.")
    ] = None,
) -> None:
    """Import memories; doing it again adds only what is new."""
    from ...infrastructure.exports.verifying import is_export
    from ..rendering.stores import print_import, progress
    from .exporting import key_given

    says_whose = agent_field is not None or is_export(path)
    with call.opened() as memory:
        with progress("importing") as tell:
            report = memory.import_path(
                path,
                agent=None if says_whose and call.agent is None else call.named_agent,
                agent_field=agent_field,
                by=call.by,
                timezone=timezone,
                skip_bad=skip_bad,
                to_archive=to_archive,
                kind=kind,
                key=None if key is None else key_given(key),
                progress=tell,
            )
        if call.json:
            from ..rendering.documents import write_json

            write_json(report)
        else:
            print_import(report)


def rebuild(
    call: Call,
    check: Annotated[bool, Option("--check", help="Only compare; exit code 1 if something differs.")] = False,
) -> int:
    """Fold all views from the log again, or compare them."""
    from ..rendering.stores import print_check, progress

    with call.opened() as memory:
        differences: list[str] = []
        with progress("comparing" if check else "rebuilding") as tell:
            if check:
                differences = memory.check(tell)
            else:
                memory.rebuild(tell)
        if call.json:
            from ..rendering.documents import write_json

            write_json({"position": memory.position, "rebuilt": not check, "differences": differences})
        else:
            print_check(memory.position, differences, rebuilt=not check)
    return 1 if differences else 0


def doctor(
    call: Call,
    wrap_keys: Annotated[
        bool, Option("--wrap-keys", help="First wrap the store key by REMEMBRANCER_MASTER_KEY.")
    ] = False,
) -> int:
    """Examine a store; exit 1 if somebody should look at it."""
    try:
        with call.opened() as memory:
            if wrap_keys:
                memory.wrap_keys()
            health = memory.examine()
    except (StoreDamaged, NewerStore, KeysLocked) as fault:
        # What keeps others from opening the store is what doctor is asked about.
        return _answer_sick(call, str(fault))
    if call.json:
        from ..rendering.documents import write_json

        write_json(health.to_json())
    else:
        from ..rendering.stores import print_health

        print_health(health)
    return 0 if health.ok else 1


def _answer_sick(call: Call, problem: str) -> int:
    if call.json:
        from ..rendering.documents import write_json

        write_json({"path": call.where, "problems": [problem], "ok": False})
    else:
        from ..rendering.stores import print_problems

        print_problems([problem])
    return 1


def demo(call: Call) -> None:
    """Tell of a belief that ended, and of what work taught."""
    from ..demo import run

    if call.read_only:
        raise StoreReadOnly("cannot tell the story with --read-only: it is lived in a store of its own; leave it out")
    if not call.json:
        run(call.store)
        return
    from rich.console import Console

    from ..rendering.documents import write_json

    write_json({"store": str(run(call.store, Console(stderr=True)))})
