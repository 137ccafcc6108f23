"""What time alone has made due."""

from typing import Annotated

from ..call import Call
from ..parameters import Option


def sweep(
    call: Call,
    dry_run: Annotated[bool, Option("--dry-run", help="Only say what is due.")] = False,
) -> None:
    """Do what is due by now: stale tasks, cold sessions, bounds."""
    with call.opened() as memory:
        report = call.acting(memory).sweep(dry_run=dry_run)
        if call.json:
            from ..rendering.documents import write_json

            write_json(report.to_json())
            return
        from ..rendering.sweeps import draw_sweep

        draw_sweep(report, dry_run=dry_run)
