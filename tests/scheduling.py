"""What tests of the schedule share: running what is due, dreams of other processes, a job that fails."""

import threading
from collections.abc import Sequence
from typing import Any

from remembrancer import Remembrancer
from remembrancer.application.handler import execute
from remembrancer.application.jobs import trial
from remembrancer.application.requests import Caller, given
from remembrancer.application.store import Store
from remembrancer.domain.commands import CompleteDream, StartDream
from remembrancer.domain.dreams.proposals import STAGES
from remembrancer.domain.policy import Policy
from remembrancer.scheduler.job import Due, Job, Outlook
from remembrancer.scheduler.jobs import JOBS
from remembrancer.scheduler.running import Schedule
from remembrancer.scheduler.telling import Line


def run_due(memory: Remembrancer, jobs: Sequence[Job] = JOBS) -> list[Line]:
    """Run what is due, and return what was told of it."""
    lines: list[Line] = []
    Schedule(memory, tell=lines.append, jobs=jobs).run_due()
    return lines


def told(lines: list[Line], event: str) -> list[tuple[str | None, str | None]]:
    return [(line.job, line.slot) for line in lines if line.event == event]


def dreams(memory: Remembrancer, agent: str = "atlas") -> list[tuple[str, str | None]]:
    """Return why each dream of an agent began, and for which night."""
    started = memory.log(types=["dream.started"], agent=agent)
    return [(entry.details["trigger"], entry.details["slot"]) for entry in started]


def dream_elsewhere(memory: Remembrancer, run: str, outcome: str | None, **said: Any) -> None:
    """Do what another process does that dreams for atlas: begin, and unless `outcome` is None, end."""
    caller = Caller(agent="atlas", actor=f"dream:{run}")
    start: dict[str, Any] = {"trigger": "night", "stages": STAGES, **said}
    execute(memory.store, StartDream(**given(memory.store, caller), run=run, **start))
    if outcome is not None:
        end: Any = {"outcome": outcome, "carried": {}, "passed_over": 0}
        execute(memory.store, CompleteDream(**given(memory.store, caller), run=run, **end))


class Errand(Job):
    """A job of the whole store that fails as often as it is told to."""

    name = "errand"
    lane = "files"
    tells = True

    def __init__(self, failures: int, slot: str = "1") -> None:
        self.failures = failures
        self.slot = slot

    def every_s(self, policy: Policy) -> int:
        del policy
        return 60

    def subjects(self, store: Store) -> Sequence[None]:
        del store
        return (None,)

    def due(self, store: Store, agent: str | None, now: int) -> Due | None:
        run = trial(store, self.name, self.slot, now, now)
        return None if run is None else Due(run=run, agent=agent, why="there is something to fetch", found_at=now)

    def carry_out(self, store: Store, due: Due, stop: threading.Event) -> str | None:
        del store, due, stop
        if self.failures:
            self.failures -= 1
            raise ValueError("the bridge to Zanzibar is closed")
        return "fetched"

    def outlook(self, store: Store, agent: str | None, now: int) -> Outlook:
        del store, agent
        return Outlook(next_at=now, zone="UTC")
