"""Audits on schedule: what is believed is held against the world as often as its claims say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..application.claims.auditing import audit, next_due
from ..application.jobs import last_run, trial
from ..domain.boundary import Query, QueryItem
from ..domain.events import ClaimAudited
from ..domain.moments import to_datetime
from .job import Due, Outlook, StoreJob

if TYPE_CHECKING:
    import threading

    from ..application.store import Store
    from ..domain.events import Recorded
    from ..domain.policy import Policy


class AuditClaims(StoreJob):
    """Runs the checks that are due. What the world does not answer is asked again by the claim itself."""

    name = "audit"
    lane = "world"
    tells = False

    def every_s(self, policy: Policy) -> int:
        """Return how often to look for claims that are due."""
        return policy.audits.look_s

    def due(self, store: Store, agent: str | None, now: int) -> Due | None:
        """Return the audit that is due, unless one failed a moment ago."""
        del agent
        due_at = next_due(store, now)
        if due_at is None or due_at > now:
            return None
        # Not that a claim fails is a failure of an audit, but that nothing could be looked at or told.
        run = trial(store, self.name, f"{to_datetime(now).date().isoformat()}/{due_at}", due_at, now)
        return None if run is None else Due(run=run, agent=None, why="a claim is due", found_at=now)

    def carry_out(self, store: Store, due: Due, stop: threading.Event) -> str | None:
        """Hold what is due against the world; return how that went.

        Raises:
            InvalidFile: the policy file cannot be read, or others may write it.
        """
        report = audit(store, now=max(due.found_at, due.run.due_at), stop=stop)
        told = [one for one in report.audited if one.position is not None]
        if not told:
            return None
        results = ("passed", "failed", "unreachable")
        return ", ".join(f"{sum(one.result == result for one in told)} {result}" for result in results)

    def outlook(self, store: Store, agent: str | None, now: int) -> Outlook:
        """Return when a claim is due next, and how the last audit went."""
        del agent
        (failure, failed), last = last_run(store, self.name), _last_audit(store)
        next_at, result = next_due(store, now), None if last is None else "done"
        if failure is not None and (last is None or failure.at > last.at):
            last, result = failure, failed
        return Outlook(
            next_at=next_at,
            waits_for="a memory that carries a check" if next_at is None else None,
            zone=store.policy().timezone,
            last_at=last.at if last else None,
            last_result=result,
        )


def _last_audit(store: Store) -> Recorded | None:
    query = Query(items=(QueryItem(types=(ClaimAudited.TYPE,)),))
    found = store.log.read(query, limit=1, newest_first=True)
    return next(map(store.codec.decode, found), None)
