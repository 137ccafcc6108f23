"""Sweep: what the clock alone has made due, be the agent active or not."""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import groupby

from ..moments import DAY, SECOND
from ..policy import Policy
from ..state import Belief
from .proposals import Cool, Interrupt, Proposal, Purge
from .quoting import counted, in_order, quoted
from .state import DreamState

PURGED_MAX = 50
"""Memories that one purge takes: each has keys to destroy."""


def propose_sweep(state: DreamState, now: int, policy: Policy, claimed: AbstractSet[str]) -> Iterator[Proposal]:
    """Yield tasks that went stale, summaries of sessions that are hot no more, and scratch that expired long ago."""
    yield from _stale_tasks(state, now, policy)
    yield from _cold_sessions(state, now, policy, claimed)
    yield from _old_scratch(state, now, policy)


def _stale_tasks(state: DreamState, now: int, policy: Policy) -> Iterator[Proposal]:
    minutes = policy.working.task_stale_s // 60
    for run in sorted(state.tasks, key=lambda run: (run.stale_at, run.memory)):
        if run.status == "running" and run.stale_at <= now:
            yield Proposal(
                stage="sweep",
                rule="stale-task",
                scope=run.scope,
                memories=(run.memory,),
                figures={"minutes": minutes},
                because=f"no sign of life for {minutes} minutes",
                effect=f"task {run.memory} is interrupted and can be resumed",
                action=Interrupt(run.task),
            )


def _cold_sessions(state: DreamState, now: int, policy: Policy, claimed: AbstractSet[str]) -> Iterator[Proposal]:
    hot_s = policy.working.session_hot_s
    for memory in in_order(state.memories.values()):
        belief = memory.belief
        hot = belief.kind == "session" and belief.status == "live" and belief.layer == policy.home_of("session")
        if hot and memory.id not in claimed and now - belief.recorded_at >= hot_s * SECOND:
            yield Proposal(
                stage="sweep",
                rule="cold-session",
                scope=belief.scope,
                memories=(memory.id,),
                figures={"days": hot_s // 86_400},
                because=f"it ended more than {hot_s / 86_400:g} days ago",
                effect=f"the session {quoted(memory)} becomes a task context",
                action=Cool(memory.id),
            )


def _old_scratch(state: DreamState, now: int, policy: Policy) -> Iterator[Proposal]:
    days = policy.dreams.scratch_days
    old = [
        belief
        for belief in state.scratch
        if belief.expires_at is not None and belief.expires_at + days * DAY <= now and belief.memory not in state.held
    ]
    old.sort(key=lambda belief: (belief.scope, belief.recorded_position, belief.memory))
    for scope, found in groupby(old, key=lambda belief: belief.scope):
        for some in _batches(found):
            ids = tuple(belief.memory for belief in some)
            yield Proposal(
                stage="sweep",
                rule="purge-scratch",
                scope=scope,
                memories=ids,
                figures={"memories": len(ids), "days": days},
                because=f"scratch that expired more than {counted(days, 'day')} ago",
                effect=f"the words of {counted(len(ids), 'memory')} are destroyed for ever",
                action=Purge(ids),
            )


def _batches(found: Iterable[Belief]) -> Iterator[list[Belief]]:
    beliefs = list(found)
    for start in range(0, len(beliefs), PURGED_MAX):
        yield beliefs[start : start + PURGED_MAX]
