"""What is known of a person: the list of people, access, portability, erasure."""

import sys
from typing import Annotated

from ..call import Call, zone_of
from ..ending import ended_cleanly
from ..options import BecauseIfAny
from ..parameters import Argument, Option
from .erasing import DryRun, answer_erasure

Person = Annotated[str, Argument(metavar="S", help="Name of a person, such as user:42.")]
Folder = Annotated[str, Argument(metavar="DIR", help="A new folder.")]


def list_(
    call: Call,
    erased: Annotated[bool, Option("--erased", help="Also people who were erased, by pseudonym.")] = False,
) -> None:
    """List the people whom words here are about, or who acted here."""
    with call.opened() as memory:
        found = [line for line in memory.subjects() if erased or line.erased_at is None]
        if call.json:
            from ..rendering.documents import write_json

            write_json([line.to_json() for line in found])
            return
        from ..rendering.subjects import draw_subjects

        draw_subjects(found, zone_of(memory))


def show(call: Call, subject: Person) -> None:
    """Show everything that is known of a person."""
    with call.opened() as memory:
        found = memory.subject(subject)
        if call.json:
            from ..rendering.documents import write_json

            write_json(found.to_json())
            return
        from ...application.erasing.portable import page
        from ..rendering.plain import shown

        sys.stdout.write(shown(page(found)))


def export(call: Call, subject: Person, folder: Folder) -> None:
    """Write everything that is known of a person into a new folder."""
    with ended_cleanly(), call.opened() as memory:
        made = memory.export_subject(subject, folder, by=call.person())
        if call.json:
            from ..rendering.documents import write_json

            write_json(made.to_json())
            return
        from ..rendering.subjects import export_line

        sys.stdout.write(f"{export_line(made)}\n")


def erase(call: Call, subject: Person, because: BecauseIfAny = None, dry_run: DryRun = False) -> int:
    """Erase a person for ever: all words about them, and what was made of these."""
    with call.opened() as memory:
        report = memory.erase(subject, because=because, by=call.person(), dry_run=dry_run)
        return answer_erasure(call, memory, report)
