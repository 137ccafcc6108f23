"""The schedule: what happens by itself, run in the foreground, once, or only looked at."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from ..call import Call, zone_of
from ..parameters import Option

if TYPE_CHECKING:
    from ...application.remembrancer import Remembrancer
    from ...scheduler.running import Schedule

HEALTH_S = 300
ENDINGS = (signal.SIGTERM, signal.SIGINT)


def schedule(
    call: Call,
    once: Annotated[bool, Option("--once", help="Run what is due now and end; 1 if something failed.")] = False,
    list_: Annotated[bool, Option("--list", help="Only show when each job comes next, and how it went last.")] = False,
    health_every: Annotated[
        int, Option("--health-every", minimum=1, metavar="SECONDS", help="How often to say that it lives; 300.")
    ] = HEALTH_S,
) -> int:
    """Run dreams and other jobs when due, until SIGTERM."""
    with call.opened() as memory:
        if list_:
            _list(call, memory)
            return 0
        running = _schedule(call, memory)
        if once:
            return _run_once(running)
        from ...scheduler.foreground import stand

        with _signalled(running.ask_to_end):
            stand(running, health_every_s=health_every)
    return 0


def _list(call: Call, memory: "Remembrancer") -> None:
    from ...scheduler.listing import entries

    found = entries(memory.store, agent=call.agent)
    if call.json:
        from ..rendering.documents import write_json

        write_json({"position": memory.position, "jobs": [entry.to_json() for entry in found]})
        return
    from ..rendering.schedule import draw_schedule

    draw_schedule(found)


def _schedule(call: Call, memory: "Remembrancer") -> "Schedule":
    from ...scheduler.running import Schedule
    from ..rendering.schedule import json_lines, plain_lines

    return Schedule(memory, tell=json_lines() if call.json else plain_lines(zone_of(memory)))


def _run_once(running: "Schedule") -> int:
    with _signalled(running.stop):
        failed = running.run_due()
    if running.fault is not None:
        raise running.fault
    return 1 if failed else 0


@contextmanager
def _signalled(end: Callable[[], None]) -> Iterator[None]:
    """Have `end` called when the process is asked to stop."""

    def ended(_number: int, _frame: object) -> None:
        # What is told to end takes a lock, which a second signal would wait for within the first one for ever.
        for ending in ENDINGS:
            signal.signal(ending, signal.SIG_IGN)
        end()

    before = {ending: signal.signal(ending, ended) for ending in ENDINGS}
    try:
        yield
    finally:
        for ending, handler in before.items():
            signal.signal(ending, handler)
