"""Boot: what an agent reads on waking up, printed as it is given to a model, or written to files."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..call import Call
from ..options import AsOf
from ..parameters import Argument, Option

if TYPE_CHECKING:
    from ...application.boot.booting import Boot


def boot(
    call: Call,
    job: Annotated[str | None, Argument(metavar="JOB", help="What it wakes up for: that document comes last.")] = None,
    render: Annotated[
        str | None, Option("--render", metavar="DIR", help="Write files and the script that concatenates them.")
    ] = None,
    document: Annotated[
        str | None, Option("--document", metavar="NAME", help="Only this document, with the ids of its lines.")
    ] = None,
    scope: Annotated[str | None, Option("--scope", metavar="SCOPE", help="Whose document; the agent's own.")] = None,
    as_of: AsOf = None,
) -> None:
    """Print what an agent reads on waking up, in fixed order."""
    with call.opened() as memory:
        reads = call.acting(memory) if as_of is None else call.reading(memory, as_of)
        if document is not None:
            found = reads.document(document, scope)
            if call.json:
                from ..rendering.documents import write_json

                write_json(found.to_json())
                return
            from ..rendering.boot import print_document

            print_document(found)
            return
        read = reads.boot(job)
        _note_gaps(read)
        if render is not None:
            from ...application.boot.files import SCRIPT
            from ...application.boot.files import render as write

            write(read, Path(render))
            if not call.json:
                sys.stdout.write(f"{len(read.documents)} documents are in {render}; `sh {SCRIPT}` there prints them\n")
                return
        if call.json:
            from ..rendering.documents import write_json

            write_json(read.to_json())
            return
        sys.stdout.flush()
        sys.stdout.buffer.write(read.data)


def _note_gaps(read: "Boot") -> None:
    """Say on stderr what a person who boots an agent would otherwise look for."""
    job = f"job:{read.job}"
    if read.job is not None and all(one.name != job for one in read.documents):
        hint = f"`remembrancer identity replace {job} --with LINE --because WHY` writes one"
        sys.stderr.write(f"remembrancer: note: no document {job} for {read.agent}; {hint}\n")
    elif not read.documents:
        hint = "`remembrancer identity replace DOCUMENT --with LINE --because WHY` writes one"
        sys.stderr.write(f"remembrancer: note: {read.agent} has nothing to read yet; {hint}\n")
