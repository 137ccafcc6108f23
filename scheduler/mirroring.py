"""Mirrors on schedule: what is due is brought in again; each mirror tells of its own failures and is tried again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..application.jobs import SCHEDULE, last_run, trial
from ..application.mirrors.declaring import all_declared, known_names
from ..application.mirrors.refreshing import due_names, next_at, refresh_due, refused
from ..domain.errors import InvalidFile
from ..domain.moments import MINUTE, to_datetime
from .job import Due, Outlook, StoreJob

if TYPE_CHECKING:
    import threading

    from ..application.mirrors.declaring import Declared
    from ..application.store import Store
    from ..domain.policy import Policy

LOOK_S = 30
NAMED_MAX = 3
"""Mirrors that a reason names."""


class Mirrors(StoreJob):
    """Refreshes the mirrors that are due."""

    name = "mirrors"
    lane = "world"
    tells = False

    def every_s(self, policy: Policy) -> int:
        """Return how often to look for mirrors that are due."""
        del policy
        return LOOK_S

    def due(self, store: Store, agent: str | None, now: int) -> Due | None:
        """Return the refreshing that is due; also that of a policy file that cannot be read, which then fails."""
        del agent
        if not store.keys.at_hand:
            return None
        slot, why = f"at/{now // MINUTE}", None
        try:
            found = all_declared(store)
            why = _why(store, found, now)
        except InvalidFile:
            # One run a day, so that it is tried again with pauses.
            slot, why = f"file/{to_datetime(now).date().isoformat()}", "the policy file may declare some"
        if why is None:
            return None
        run = trial(store, self.name, slot, now, now)
        return None if run is None else Due(run=run, agent=None, why=why, found_at=now)

    def carry_out(self, store: Store, due: Due, stop: threading.Event) -> str | None:
        """Refresh what is due.

        Raises:
            InvalidFile: the policy file cannot be read, or other accounts may write it.
        """
        del due
        results = refresh_due(store, actor=SCHEDULE, stop=stop)
        told = [f"{one.name} {one.result}" + (f" ({one.detail})" if not one.good else "") for one in results]
        return "; ".join(told) or None

    def outlook(self, store: Store, agent: str | None, now: int) -> Outlook:
        """Return when a mirror is due next, and how the last refreshing as a whole failed, if it did."""
        del agent
        last, result = last_run(store, self.name)
        waits_for = "a mirror in the policy file"
        upcoming: int | None = None
        try:
            mirrors = all_declared(store).mirrors if store.keys.at_hand else {}
            times = [
                next_at(store, name, said)
                for name, said in mirrors.items()
                if said.enabled and refused(store, name, mirrors) is None
            ]
            upcoming = max(now, min(times)) if times else None
        except InvalidFile as fault:
            waits_for = str(fault)
        return Outlook(
            next_at=upcoming,
            waits_for=waits_for if upcoming is None else None,
            zone=store.policy().timezone,
            last_at=last.at if last else None,
            last_result=result,
        )


def _why(store: Store, found: Declared, now: int) -> str | None:
    """Return why there is something to do, None if there is nothing."""
    names = due_names(store, found.mirrors, now)
    if names:
        more = len(names) - NAMED_MAX
        return f"due: {', '.join(names[:NAMED_MAX])}" + (f" and {more} more" if more > 0 else "")
    gone = [name for name in known_names(store) if name not in found.mirrors and name not in found.faults]
    return f"no longer declared: {', '.join(gone[:NAMED_MAX])}" if gone else None
