"""Dreams by themselves: one a night, one when an agent has been quiet for a while, one when its L4 has grown large.

That a night is dreamt once, however many processes run this, is kept by the log: `StartDream` with a slot is refused if
any dream took the slot before, and one that was due before another dream did anything is refused as well.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from ..application.jobs import last_events, reason_of, trial
from ..application.moment import time_of
from ..application.reading import agents
from ..domain.boundary import Query, QueryItem
from ..domain.events import DreamStarted, JobFailed
from ..domain.moments import SECOND
from ..domain.schedules import GRACE_S, Nightly
from ..domain.scopes import readable
from ..projections.beliefs import BELIEFS
from ..projections.dreams import DREAMS
from .job import Due, Job, Outlook
from .standing import standing

if TYPE_CHECKING:
    import threading
    from collections.abc import Sequence

    from ..application.dreams.report import DreamReport
    from ..application.jobs import Trial
    from ..application.store import Store
    from ..domain.dreams.runs import DreamRun
    from ..domain.events import DreamTrigger, Recorded
    from ..domain.policy import Policy
    from .standing import Standing

LOOK_S = 60
"""Seconds between looks for nights that were missed or are to be tried again."""
SIZE_LOOK_S_MAX = 300
NOTED_S = 2.0
"""How long a dream waits for recalls of this process that are not recorded yet: they count as use."""


class DreamJob(Job):
    """A reason to dream."""

    trigger: ClassVar[DreamTrigger]
    lane = "dreams"
    tells = False

    def subjects(self, store: Store) -> Sequence[str]:
        """Return all agents: new ones are noticed."""
        return agents(store)

    def due(self, store: Store, agent: str | None, now: int) -> Due | None:
        """Return the dream of an agent that is due."""
        assert agent is not None, "a dream is an agent's"
        stands = standing(store, agent)
        return None if stands is None else self._due(store, stands, now)

    @abstractmethod
    def _due(self, store: Store, stands: Standing, now: int) -> Due | None: ...

    def carry_out(self, store: Store, due: Due, stop: threading.Event) -> str:
        """Dream; return how it ended.

        Raises:
            DreamIsRunning, AlreadyDreamt: somebody else does, or did.
        """
        from ..application.dreams.running import Dreamer, Occasion  # what is heavy is loaded by who dreams

        assert due.agent is not None, "a dream is an agent's"
        store.notes.flush(NOTED_S)
        begun = due.again and due.night is None
        occasion = Occasion(
            # A night that was begun is never begun again: what goes on with it does so as a heartbeat does.
            trigger="heartbeat" if begun else self.trigger,
            slot=due.night,
            due_at=due.found_at if begun else due.run.due_at,
            because=due.because(store.now()),
        )
        return _told(Dreamer(store, due.agent, occasion, stop=stop).run())

    def outlook(self, store: Store, agent: str | None, now: int) -> Outlook:
        """Return when an agent dreams next, and how it went last."""
        assert agent is not None, "a dream is an agent's"
        last, stands = _last_run(store, agent, self.trigger), standing(store, agent)
        next_at, waits_for = (None, None) if stands is None else self._next(store, stands, now)
        outlook = Outlook(
            next_at=next_at,
            waits_for=waits_for,
            zone=zone_of(store.policy(), agent),
            last_at=last.started_at if last else None,
            last_result=last.status if last else None,
            last_late_s=_late_s(last) if last else None,
        )
        failure = _standing_failure(store, self.name, stands) if stands else None
        return outlook if failure is None else with_failure(store, outlook, failure)

    def _next(self, store: Store, stands: Standing, now: int) -> tuple[int | None, str | None]:
        """Return when it is due next, or what it waits for."""
        due = self._due(store, stands, now)
        if due is not None:
            return due.run.due_at, None
        failure = _standing_failure(store, self.name, stands)
        if failure is not None and isinstance(failure.event, JobFailed) and failure.event.retry_at is not None:
            return failure.event.retry_at, None
        return self._later(store, stands, now)

    @abstractmethod
    def _later(self, store: Store, stands: Standing, now: int) -> tuple[int | None, str | None]:
        """Return when what is not due now is due next, or what it waits for."""


class NightlyDreams(DreamJob):
    """The dream of each night, in the agent's own time zone."""

    name = "dream"
    trigger = "night"

    def every_s(self, policy: Policy) -> int:
        """Return how often to look for nights that were missed; each has a timer of its own besides."""
        del policy
        return LOOK_S

    def _due(self, store: Store, stands: Standing, now: int) -> Due | None:
        nightly = nightly_of(store.policy(), stands.agent)
        slot = nightly.latest_slot(now)
        if slot.due_at < stands.first_at or now - slot.due_at > GRACE_S * SECOND:
            return None
        run = trial(store, self.name, f"{stands.agent}/{slot.name}", slot.due_at, now)
        taken = _is_taken(store, stands.agent, slot.name)
        if run is None or (taken and not _goes_on(stands, run)):
            return None
        return Due(
            run=run,
            agent=stands.agent,
            why=f"the night of {slot.name}, due at {nightly.at} ({nightly.zone})",
            found_at=_present(store, now),
            night=None if taken else slot.name,
        )

    def _later(self, store: Store, stands: Standing, now: int) -> tuple[int | None, str | None]:
        return nightly_of(store.policy(), stands.agent).next_slot(now).due_at, None


class HeartbeatDreams(DreamJob):
    """A dream of what was recorded since the last one, or that the last one left, once an agent has been quiet."""

    name = "heartbeat"
    trigger = "heartbeat"

    def every_s(self, policy: Policy) -> int:
        """Return the seconds from one beat to the next."""
        return policy.dreams.heartbeat_s

    def _due(self, store: Store, stands: Standing, now: int) -> Due | None:
        quiet_s = (now - stands.last_at) // SECOND
        if quiet_s < store.policy().dreams.heartbeat_s or not (stands.new or stands.unfinished):
            return None
        if _night_comes_again(store, stands, now):
            return None
        run = trial(store, self.name, f"{stands.agent}/{stands.acted}", self._ripe_at(store, stands), now)
        if run is None:
            return None
        left = f"the last dream ended as {stands.last.status}" if stands.last and stands.unfinished else None
        why = f"quiet for {quiet_s // 60} min, and {left or 'something was recorded since the last dream'}"
        return Due(run=run, agent=stands.agent, why=why, found_at=_present(store, now))

    def _ripe_at(self, store: Store, stands: Standing) -> int:
        return stands.last_at + store.policy().dreams.heartbeat_s * SECOND

    def _later(self, store: Store, stands: Standing, now: int) -> tuple[int | None, str | None]:
        ripe_at = self._ripe_at(store, stands)
        if (stands.new or stands.unfinished) and ripe_at > now:
            return ripe_at, None
        return None, "something to be recorded"


class SizeDreams(DreamJob):
    """A dream because L4 has grown large."""

    name = "size"
    trigger = "size"

    def every_s(self, policy: Policy) -> int:
        """Return how often to look at the size."""
        return min(policy.dreams.heartbeat_s, SIZE_LOOK_S_MAX)

    def _due(self, store: Store, stands: Standing, now: int) -> Due | None:
        if not stands.new_since_last:
            return None
        entries, bound = _entries(store, stands.agent), store.policy().dreams.l4_entries
        if entries <= bound or _night_comes_again(store, stands, now):
            return None
        run = trial(store, self.name, f"{stands.agent}/{stands.acted}", time_of(store.log, stands.acted), now)
        if run is None:
            return None
        why = f"{entries:,} live entries in L4, more than {bound:,}"
        return Due(run=run, agent=stands.agent, why=why, found_at=_present(store, now))

    def _later(self, store: Store, stands: Standing, now: int) -> tuple[int | None, str | None]:
        del now
        bound, entries = store.policy().dreams.l4_entries, _entries(store, stands.agent)
        if entries > bound:
            return None, f"something to be recorded while L4 holds more than {bound:,} entries ({entries:,} now)"
        return None, f"more than {bound:,} entries in L4 ({entries:,} now)"


def zone_of(policy: Policy, agent: str) -> str:
    """Return the IANA name of the zone that an agent lives in."""
    return policy.dreams.zones.get(agent, policy.timezone)


def nightly_of(policy: Policy, agent: str) -> Nightly:
    """Return when an agent's nights are due."""
    return Nightly(policy.dreams.at, zone_of(policy, agent))


def with_failure(store: Store, outlook: Outlook, failure: Recorded) -> Outlook:
    """Return an outlook that tells of a failure as the last run."""
    return replace(outlook, last_at=failure.at, last_result=f"failed: {reason_of(store, failure)}")


def _is_taken(store: Store, agent: str, night: str) -> bool:
    """Say whether any dream took a night, however it ended."""
    query = Query(items=(QueryItem(types=(DreamStarted.TYPE,), tags=(f"slot:{agent}/{night}",)),))
    return any(True for _ in store.log.read(query, limit=1))


def _goes_on(stands: Standing, run: Trial) -> bool:
    """Say whether a dream that failed is to be gone on with: no other has begun since."""
    return run.failed is not None and stands.last is not None and stands.last.started_position < run.failed


def _night_comes_again(store: Store, stands: Standing, now: int) -> bool:
    """Say whether the last night failed and is to be tried again, so that nothing else need begin a dream before."""
    failure = _standing_failure(store, NightlyDreams.name, stands)
    if failure is None or not isinstance(failure.event, JobFailed) or failure.event.retry_at is None:
        return False
    night = nightly_of(store.policy(), stands.agent).latest_slot(now)
    return failure.event.slot == f"{stands.agent}/{night.name}"


def _standing_failure(store: Store, job: str, stands: Standing) -> Recorded | None:
    """Return the last failure of a job for an agent, None if there was none or a dream has begun since."""
    for recorded in last_events(store, job):
        event = recorded.event
        if isinstance(event, JobFailed) and event.slot.rpartition("/")[0] == stands.agent:
            overcome = stands.last is not None and stands.last.started_position > recorded.position
            return None if overcome else recorded
    return None


def _last_run(store: Store, agent: str, trigger: DreamTrigger) -> DreamRun | None:
    runs = store.views.having(DREAMS, "agent", agent)
    return max((run for run in runs if run.trigger == trigger), key=lambda run: run.started_position, default=None)


def _late_s(run: DreamRun) -> int | None:
    return None if run.slot is None or run.due_at is None else max(run.started_at - run.due_at, 0) // SECOND


def _entries(store: Store, agent: str) -> int:
    where = {"scope": readable(agent, store.policy().teams), "layer": ["L4"], "status": ["live"]}
    return store.views.count(BELIEFS, where)


def _present(store: Store, now: int) -> int:
    """Return the present as the log will have it: never before its last event."""
    return max(now, store.log.tip()[1])


def _told(report: DreamReport) -> str:
    carried = sum(step.outcome == "carried" for step in report.proposals)
    passed = sum(step.outcome == "passed-over" for step in report.proposals)
    parts = [f"{carried:,} carried out" if carried else None, f"{passed:,} passed over" if passed else None]
    return ", ".join([report.outcome, *(part for part in parts if part)])
