"""A running schedule: in the foreground, or inside any process that keeps a store open."""

from __future__ import annotations

import threading
import time
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Self

from ..application.jobs import note_failed, note_ran, unexpected
from ..application.reading import agents
from ..domain.errors import (
    AlreadyDreamt,
    DreamIsRunning,
    NewerStore,
    RemembrancerError,
    ReopenNeeded,
    StoreDamaged,
    StoreReadOnly,
)
from ..domain.moments import to_datetime, to_micros
from .dreaming import nightly_of
from .jobs import JOBS
from .telling import Line, tell_logger

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from ..application.remembrancer import Remembrancer
    from ..application.store import Clock
    from ..domain.schedules import Nightly
    from .job import Due, Job
    from .telling import LineKind, Tell
    from .timers import Timers

WATCH_S = 60
"""Seconds between looks at the agents and at the policy; also how long a clock that was put forward goes unnoticed."""
NIGHTS = "dream"
"""Name of the job that is called at an hour of its own for each agent."""
FATAL = (NewerStore, ReopenNeeded, StoreDamaged)
"""After these a process can do no more with a store: it has to be opened again, or looked at."""
FAULTS = (OSError, RemembrancerError)


class Attempt:
    """Remembers what some work failed with, and lets whoever began it go on: one job's failure is no other's."""

    failure: Exception | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self.failure = fault if isinstance(fault, Exception) else None
        return self.failure is not None


class Schedule:
    """The jobs of one open store. Use it as a context manager, or start and close it; close it before the store.

    Any number of processes may run one for the same store: each run of a job takes place once.
    """

    def __init__(
        self,
        memory: Remembrancer,
        *,
        clock: Clock | None = None,
        tell: Tell | None = None,
        jobs: Sequence[Job] = JOBS,
    ) -> None:
        """Take whose schedule it is.

        Args:
            clock: returns the time by which jobs are due, as an aware datetime; None: the store's clock.
            tell: is called with what happens, from several threads; None: the logger `remembrancer.schedule`.

        Raises:
            StoreReadOnly: the store was opened read-only.
        """
        self._store = memory.store
        if self._store.read_only:
            raise StoreReadOnly(
                f"the store {str(self._store.path)!r} was opened read-only; a schedule needs it writable"
            )
        self._clock = clock
        self._tell = tell or tell_logger
        self._jobs = jobs
        self._stop = threading.Event()
        self._timers: Timers | None = None
        self._nights: dict[str, Nightly] = {}
        self._beats: dict[str, int] = {}
        self._under_way: dict[str, str] = {}
        self._counts = {"runs": 0, "failures": 0}
        self._noting = threading.Lock()
        """Guards the two above."""
        # Unlike an event, a simple queue may be filled by a signal's handler while the same thread waits for it.
        self._endings: SimpleQueue[None] = SimpleQueue()
        self.fault: RemembrancerError | None = None
        """Why the store cannot be used any more."""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Begin: what was missed is run at once, each job once."""
        from .timers import Timers  # loads APScheduler

        assert self._timers is None, "a schedule starts once"
        self._timers = Timers(dict.fromkeys(job.lane for job in self._jobs))
        self._timers.every("watch", WATCH_S, self._watch)
        self._say("ready", figures={"position": self._store.log.head(), "jobs": len(self._jobs)})
        self._timers.start()

    def stop(self) -> None:
        """Have a running dream end between two proposals, and begin nothing more."""
        self._stop.set()

    def close(self) -> None:
        """Stop, and wait until nothing is under way."""
        self.stop()
        if self._timers is not None:
            try:
                self._say("stopping", result=self._doings())
            finally:
                # Also where nobody takes its lines any more: the store is closed next.
                self._timers.close()

    def ask_to_end(self) -> None:
        """Let whoever waits go on; a handler of signals may call it at any moment."""
        self._endings.put(None)

    def wait(self, timeout_s: float) -> bool:
        """Wait until it is to end: it was asked to, or the store cannot be used any more; False if that took longer."""
        try:
            self._endings.get(timeout=timeout_s)
        except Empty:
            return False
        return True

    @property
    def alive(self) -> bool:
        """Whether its timers run."""
        return self._timers is not None and self._timers.running

    def run_due(self) -> int:
        """Run in this thread whatever is due now; return how many runs failed."""
        before = self._counts["failures"]
        for job in self._jobs:
            for agent in job.subjects(self._store):
                self._run(job, agent)
        return self._counts["failures"] - before

    def tell_health(self) -> None:
        """Say that it lives, and what it did so far."""
        with self._noting:
            counts = dict(self._counts)
        with Attempt() as attempt:
            figures = {"position": self._store.log.head(), "agents": len(agents(self._store)), **counts}
            self._say("health", result=self._doings(), figures=figures)
        self._settle(attempt)

    def _doings(self) -> str:
        with self._noting:
            under_way = sorted(self._under_way.values())
        return f"under way: {', '.join(under_way)}" if under_way else "nothing is under way"

    def _watch(self) -> None:
        """Notice new agents, and hours that another policy sets."""
        assert self._timers is not None, "what watches was started"
        with Attempt() as attempt:
            policy = self._store.policy()
            for job in self._jobs:
                beat_s = job.every_s(policy)
                if self._beats.get(job.name) != beat_s:
                    self._beats[job.name] = beat_s
                    self._timers.every(job.name, beat_s, partial(self._run_all, job), lane=job.lane)
            for job in self._jobs:
                if job.name == NIGHTS:
                    for agent in agents(self._store):
                        self._plan_night(job, agent, nightly_of(policy, agent))
        self._settle(attempt)

    def _plan_night(self, job: Job, agent: str, nightly: Nightly) -> None:
        assert self._timers is not None, "what plans was started"
        if self._nights.get(agent) != nightly:
            self._nights[agent] = nightly
            self._timers.nightly(f"{job.name}/{agent}", nightly, partial(self._run, job, agent), lane=job.lane)

    def _run_all(self, job: Job) -> None:
        with Attempt() as attempt:
            for agent in job.subjects(self._store):
                self._run(job, agent)
        self._settle(attempt)

    def _run(self, job: Job, agent: str | None) -> None:
        """Run a job for one agent, if that is due."""
        if self._stop.is_set():
            return
        with Attempt() as attempt:
            due = job.due(self._store, agent, self._now())
            if due is not None:
                self._carry_out(job, due)
        self._settle(attempt, job=job.name, agent=agent)

    def _carry_out(self, job: Job, due: Due) -> None:
        about: dict[str, Any] = {"job": job.name, "agent": due.agent, "slot": due.run.slot}
        self._say("begun", result=due.because(self._now()), **about)
        with self._noting:
            self._under_way[job.lane] = f"{job.name} {due.run.slot}"
        began, result = time.monotonic(), None
        with Attempt() as attempt:
            result = job.carry_out(self._store, due, self._stop)
        with self._noting:
            del self._under_way[job.lane]
        about["duration_s"] = round(time.monotonic() - began, 3)
        match attempt.failure:
            case None:
                self._count("runs")
                if job.tells and result is not None:
                    note_ran(self._store, due.run)
                self._say("ended", result=result or "nothing to do", **about)
            case DreamIsRunning() | AlreadyDreamt() as refusal:
                self._say("skipped", result=str(refusal), **about)
            case failure:
                self._fail(job, due, failure, about)

    def _fail(self, job: Job, due: Due, failure: Exception, about: dict[str, Any]) -> None:
        """Tell of a failure in the log, and try again later."""
        self._count("failures")
        if isinstance(failure, FATAL):
            raise failure
        retry_at = note_failed(self._store, due.run, failure, self._now())
        when = "given up until it is due next"
        if retry_at is not None:
            when = f"tried again at {to_datetime(retry_at).isoformat(timespec='seconds')}"
            if self._timers is not None:
                again = partial(self._run, job, due.agent)
                self._timers.once(f"retry/{job.name}/{due.run.slot}", retry_at, again, lane=job.lane)
        self._say("failed", result=f"{_said(failure)}; {when}", **about)

    def _settle(self, attempt: Attempt, **about: Any) -> None:
        """Say what kept a job from being looked at, or its failure from being recorded; end if nothing can go on."""
        if attempt.failure is None:
            return
        self._say("failed", result=_said(attempt.failure), **about)
        if isinstance(attempt.failure, FATAL):
            self.fault = attempt.failure
            self.stop()
            self.ask_to_end()

    def _count(self, what: str) -> None:
        with self._noting:
            self._counts[what] += 1

    def _now(self) -> int:
        return self._store.now() if self._clock is None else to_micros(self._clock())

    def _say(self, event: LineKind, **said: Any) -> None:
        self._tell(Line(at=to_datetime(self._now()), event=event, **said))


def _said(failure: Exception) -> str:
    return str(failure) if isinstance(failure, FAULTS) else unexpected(failure)
