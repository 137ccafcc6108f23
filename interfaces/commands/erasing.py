"""Erasing memories for ever."""

from typing import TYPE_CHECKING, Annotated

from ..call import Call, zone_of
from ..options import BecauseIfAny
from ..parameters import Argument, Option

if TYPE_CHECKING:
    from ...application.erasing.report import ErasureReport
    from ...application.remembrancer import Remembrancer

DryRun = Annotated[bool, Option("--dry-run", help="Only say what would be reached; write nothing.")]
Memories = Annotated[list[str], Argument(metavar="ID...", help="Ids of memories, or their first 4 or more characters.")]


def erase(call: Call, ids: Memories, because: BecauseIfAny = None, dry_run: DryRun = False) -> int:
    """Erase memories for ever, with all that was made of them."""
    person = next((one for one in ids if ":" in one), None)
    if person is not None:
        from ...domain.errors import InvalidName

        raise InvalidName(f"not an id: {person!r}; `remembrancer subject erase {person}` erases a person")
    with call.opened() as memory:
        report = memory.erase(ids, because=because, by=call.person(), dry_run=dry_run)
        return answer_erasure(call, memory, report)


def answer_erasure(call: Call, memory: "Remembrancer", report: "ErasureReport") -> int:
    """Tell how far an erasure reaches; exit code 1 if it is not finished, or a hold forbids what was asked about."""
    if call.json:
        from ..rendering.documents import write_json

        write_json(report.to_json())
    else:
        from ..rendering.erasing import draw_erasure

        draw_erasure(report, zone_of(memory))
    return 1 if report.unfinished is not None or report.held else 0
