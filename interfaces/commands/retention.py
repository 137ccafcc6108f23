"""What the rules of retention no longer keep."""

from typing import Annotated

from ..call import Call, zone_of
from ..parameters import Option


def retention(
    call: Call,
    now: Annotated[bool, Option("--now", help="Erase what is due, instead of waiting for the schedule.")] = False,
    dry_run: Annotated[bool, Option("--dry-run", help="Only say what is due; so without --now.")] = False,
) -> int:
    """Say what each rule of retention would erase, or erase it."""
    with call.opened() as memory:
        dry = dry_run or not now
        reports = memory.retain(dry_run=dry, by=None if dry else call.person())
        if call.json:
            from ..rendering.documents import write_json

            write_json({"dry_run": dry, "rules": [one.to_json() for one in reports]})
        else:
            from ..rendering.retention import draw_retention

            draw_retention(reports, zone_of(memory), dry_run=dry)
        return 1 if any(one.unfinished is not None for one in reports) else 0
