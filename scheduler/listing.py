"""What a schedule would do next and did last, from the log and the policy alone: no process need run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from .jobs import JOBS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..application.store import Store
    from .job import Job, Outlook


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One job, for one agent or for the whole store."""

    job: str
    agent: str | None
    outlook: Outlook

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"job": self.job, "agent": self.agent, **self.outlook.to_json()}


def entries(
    store: Store, *, agent: str | None = None, now: int | None = None, jobs: Sequence[Job] = JOBS
) -> list[Entry]:
    """Return all jobs in their order, each for every agent; a read-only store will do.

    Args:
        agent: leave out what is about others.
        now: microseconds since 1970 UTC; None: by the store's clock.
    """
    at = store.now() if now is None else now
    return [
        Entry(job=job.name, agent=subject, outlook=job.outlook(store, subject, at))
        for job in jobs
        for subject in job.subjects(store)
        if agent is None or subject in {agent, None}
    ]
