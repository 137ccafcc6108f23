"""Retention on schedule: what the rules of the policy no longer keep is erased."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..application.erasing.retention import keep, next_due
from ..application.jobs import last_run, trial
from ..domain.errors import StoreError
from ..domain.moments import to_datetime
from .job import Due, Outlook, StoreJob

if TYPE_CHECKING:
    import threading

    from ..application.store import Store
    from ..domain.policy import Policy

LOOK_S = 3_600


class Retention(StoreJob):
    """Erases what is due by the rules of retention; what a hold keeps waits for its end."""

    name = "retention"
    lane = "files"
    tells = True

    def every_s(self, policy: Policy) -> int:
        """Return how often to look for what is due."""
        del policy
        return LOOK_S

    def due(self, store: Store, agent: str | None, now: int) -> Due | None:
        """Return the erasing that is due, unless it failed a moment ago."""
        del agent
        due_at = next_due(store)
        if due_at is None or due_at > now:
            return None
        slot = f"{to_datetime(now).date().isoformat()}/{due_at}"
        run = trial(store, self.name, slot, due_at, now)
        if run is None:
            return None
        return Due(run=run, agent=None, why="a rule of retention no longer keeps something", found_at=now)

    def carry_out(self, store: Store, due: Due, stop: threading.Event) -> str | None:
        """Erase what is due.

        Raises:
            StoreError: not all of it is erased.
        """
        del due, stop
        reports = keep(store)
        for report in reports:
            if report.unfinished is not None:
                raise StoreError(f"what was erased can still be read: {report.unfinished}")
        erased = sum(len(report.due) + len(report.derived) for report in reports)
        return f"memories erased: {erased}" if erased else None

    def outlook(self, store: Store, agent: str | None, now: int) -> Outlook:
        """Return when something is due next, and how erasing went last."""
        del agent, now
        (last, result), next_at = last_run(store, self.name), next_due(store)
        rules = "something that its rules are about" if store.policy().retention else "a rule in the policy"
        return Outlook(
            next_at=next_at,
            waits_for=rules if next_at is None else None,
            zone=store.policy().timezone,
            last_at=last.at if last else None,
            last_result=result,
        )
