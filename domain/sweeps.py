"""Sweeps: what is due because time has passed or the policy has changed. Only proposals; commands carry them out."""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from .moments import SECOND
from .policy import Policy
from .state import Belief
from .tasks import TaskRun

Rule = Literal["stale-task", "cold-session", "bound"]


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a sweep would do."""

    rule: Rule
    memory: str | None
    """Id of the memory that it is about; None for a bound, of which the decision says who leaves."""
    scope: str
    kind: str
    task: str | None
    """HMAC of the name of the task that it is about."""
    because: str


def due(
    tasks: Iterable[TaskRun],
    sessions: Iterable[Belief],
    counts: Mapping[tuple[str, str], int],
    policy: Policy,
    now: int,
) -> list[Due]:
    """Return what is due, in the order in which it should be done. Pure.

    Args:
        tasks: those that are running, as far as events say.
        sessions: live summaries of sessions.
        counts: by scope and kind, how many live memories there are in the layer of that kind.
        now: microseconds since 1970 UTC.
    """
    return [*_stale(tasks, policy, now), *_cold(sessions, policy, now), *_over(counts, policy)]


def _stale(tasks: Iterable[TaskRun], policy: Policy, now: int) -> Iterable[Due]:
    minutes = policy.working.task_stale_s // 60
    for run in sorted(tasks, key=lambda run: run.stale_at):
        if run.status == "running" and run.stale_at <= now:
            yield Due(
                rule="stale-task",
                memory=run.memory,
                scope=run.scope,
                kind="task",
                task=run.task,
                because=f"no sign of life for {minutes} minutes",
            )


def _cold(sessions: Iterable[Belief], policy: Policy, now: int) -> Iterable[Due]:
    hot_s = policy.working.session_hot_s
    for belief in sorted(sessions, key=lambda belief: belief.recorded_position):
        if now - belief.recorded_at >= hot_s * SECOND:
            yield Due(
                rule="cold-session",
                memory=belief.memory,
                scope=belief.scope,
                kind="session",
                task=None,
                because=f"it ended more than {hot_s / 86_400:g} days ago",
            )


def _over(counts: Mapping[tuple[str, str], int], policy: Policy) -> Iterable[Due]:
    for (scope, kind), count in sorted(counts.items()):
        bound = policy.bounds.get(kind)
        if bound is not None and count > bound:
            yield Due(
                rule="bound",
                memory=None,
                scope=scope,
                kind=kind,
                task=None,
                because=f"{count} live memories of kind {kind}, over the bound of {bound}",
            )
