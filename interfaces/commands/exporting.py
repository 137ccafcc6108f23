"""The command that exports: what happened or what was believed, in a folder that a stranger can verify."""

from typing import Annotated

from ..call import Call
from ..ending import ended_cleanly
from ..options import AsOf, BecauseIfAny
from ..parameters import Argument, Option


def export(
    call: Call,
    folder: Annotated[str, Argument(metavar="DIR", help="A new folder for it.")],
    subject: Annotated[
        str | None, Option("--subject", metavar="NAME", help="Only what is about this person, such as user:42.")
    ] = None,
    type_: Annotated[
        list[str] | None,
        Option("--type", metavar="TYPE", help="Only events of this type or family; may be repeated."),
    ] = None,
    from_: Annotated[
        str | None, Option("--from", metavar="MOMENT", help="From this position, date or time on, included.")
    ] = None,
    to: Annotated[
        str | None, Option("--to", metavar="MOMENT", help="Up to this position, date or time, included.")
    ] = None,
    valid: Annotated[
        bool, Option("--valid", help="--from and --to ask when it was true, not when it was recorded.")
    ] = False,
    as_of: AsOf = None,
    format_: Annotated[
        list[str] | None,
        Option("--format", metavar="NAME", help="jsonl, csv, parquet, html, markdown; may be repeated."),
    ] = None,
    sealed: Annotated[bool, Option("--sealed", help="Leave the words out: they stay ciphertext.")] = False,
    because: BecauseIfAny = None,
) -> None:
    """Export events, or memories as of a moment, with proofs."""
    from ..rendering.stores import progress

    with ended_cleanly(), call.opened() as memory:
        with progress("exporting") as tell:
            report = memory.export(
                folder,
                agent=call.agent,
                subject=subject,
                types=type_ or (),
                since=from_,
                until=to,
                valid=valid,
                as_of=as_of,
                formats=format_ or (),
                sealed=sealed,
                because=because,
                by=call.by,
                progress=tell,
            )
        if call.json:
            from ..rendering.documents import write_json

            write_json(report.to_json())
        else:
            from ..rendering.exporting import print_export

            print_export(report)


def verify_folder(call: Call, folder: str, key: str | None = None) -> int:
    """Verify an export without a store; exit code 1 if something is wrong with it."""
    from ...infrastructure.exports.verifying import verify_export
    from ..rendering.stores import progress

    with progress("verifying") as tell:
        found = verify_export(folder, key=None if key is None else key_given(key), progress=tell)
    if call.json:
        from ..rendering.documents import write_json

        write_json(found.to_json())
    else:
        from ..rendering.exporting import print_export_check

        print_export_check(found)
    return 0 if found.ok else 1


def key_given(given: str) -> str:
    """Return the text of a key that was given as such, or as the file that holds it."""
    import os

    if not os.path.isfile(given):
        return given
    with open(given, encoding="utf-8", errors="replace") as file:
        return file.read(1_000)
