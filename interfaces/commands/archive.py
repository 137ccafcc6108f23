"""The archive: what retired, and the files that it stands in besides the log."""

import sys
from typing import TYPE_CHECKING, Annotated

from ..call import Call, zone_of
from ..options import AsOf, Because, BecauseIfAny, Id, IdempotencyKey
from ..parameters import Option
from .reading import SHOWN, moments, past_title
from .recording import answer

if TYPE_CHECKING:
    from ...application.archive_checking import ArchivedFile
    from ...application.memory import Memory
    from ...application.reads import Reads
    from ...application.remembrancer import Remembrancer


def archive(call: Call, id: Id, because: Because, idempotency_key: IdempotencyKey = None) -> None:
    """Retire a memory to L6."""
    with call.opened() as memory:
        answer(call, call.acting(memory).archive(id, because=because, idempotency_key=idempotency_key))


def list_(
    call: Call,
    number: Annotated[
        int | None, Option("-n", minimum=1, metavar="N", help="At most N, the newest; 20, with --json all.")
    ] = None,
    as_of: AsOf = None,
) -> None:
    """List what retired, newest first, each with its file."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        retired = reads.layers()["L6"]
        shown = retired[: number if call.json or number else SHOWN]
        files = _files(memory, reads, shown)
        if call.json:
            from ..rendering.documents import write_json

            pairs = zip(shown, files, strict=True)
            write_json(
                {
                    "agent": reads.name,
                    **moments(reads),
                    "count": len(retired),
                    "memories": [{**one.to_json(), "archive": file} for one, file in pairs],
                }
            )
            return
        from ..rendering.archive import draw_archive

        title = past_title(reads) or f"position {reads.moment.position}"
        draw_archive(reads.name, title, shown, files, len(retired), zone_of(memory))


def show(call: Call, id: Id, as_of: AsOf = None) -> None:
    """Show a memory and the file that it stands in."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.show(id)
        (file,) = _files(memory, reads, [found])
        if call.json:
            from ..rendering.documents import write_json

            write_json({**found.to_json(), "archive": file, **moments(reads)})
            return
        from ..rendering.archive import print_file
        from ..rendering.memories import print_memory

        title = past_title(reads)
        if title:
            sys.stdout.write(f"{title}\n")
        print_memory(found, zone_of(memory))
        print_file(file, zone_of(memory))


def restore(call: Call, id: Id, because: BecauseIfAny = None, idempotency_key: IdempotencyKey = None) -> None:
    """Bring a memory back from the archive, after verifying its file."""
    with call.opened() as memory:
        answer(call, call.acting(memory).restore(id, because=because, idempotency_key=idempotency_key))


def check(
    call: Call,
    repair: Annotated[
        bool, Option("--repair", help="Move damaged files aside, and write anew from the log what is missing.")
    ] = False,
) -> int:
    """Compare all archive files with the log; exit code 1 if something is wrong."""
    with call.opened() as memory:
        report = memory.check_archive(repair=repair)
    if call.json:
        from ..rendering.documents import write_json

        write_json(report.to_json())
    else:
        from ..rendering.archive import print_archive_check

        print_archive_check(report)
    return 0 if report.ok else 1


def _files(memory: "Remembrancer", reads: "Reads", memories: "list[Memory]") -> "list[ArchivedFile | None]":
    from ...application.archive_checking import files_of

    return files_of(memory.store, memories, reads.moment.position)
