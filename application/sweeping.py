"""Sweeps: what is due because time has passed or the policy has changed, carried out for one agent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..domain.commands import CoolSession, EnforceBound, InterruptTask
from ..domain.errors import NotFound, Refused
from ..domain.scopes import own
from ..domain.sweeps import Due, due
from ..projections.beliefs import BELIEFS
from ..projections.tasks import TASKS
from .handler import execute
from .reading import look
from .requests import given

if TYPE_CHECKING:
    from ..domain.commands import AnyCommand
    from ..domain.policy import Policy
    from ..domain.tasks import TaskRun
    from .reading import View
    from .requests import Caller
    from .store import Store


class SweepStep(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a sweep did, or would do."""

    rule: str
    """`stale-task`, `cold-session` or `bound`."""
    scope: str
    kind: str
    memory: str | None
    because: str
    events: int
    """How many events it made; 0 in a dry run, and where it was not due any more."""


class SweepReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a sweep did, or would do."""

    agent: str
    dry_run: bool
    steps: tuple[SweepStep, ...]

    @property
    def events(self) -> int:
        """How many events it made."""
        return sum(step.events for step in self.steps)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {**msgspec.to_builtins(self), "events": self.events}


def sweep(store: Store, caller: Caller, *, dry_run: bool) -> SweepReport:
    """Carry out what is due for an agent: in its own scope, and the bounds of the scopes that it shares.

    Each step is a command of its own; one that is not due any more when its turn comes is passed over.
    """
    view = look(store, caller.agent, None, None)
    steps = [_step(store, caller, one, dry_run=dry_run) for one in _due(store, view)]
    return SweepReport(agent=caller.agent, dry_run=dry_run, steps=tuple(steps))


def _due(store: Store, view: View) -> list[Due]:
    policy = store.policy()
    scope, at = own(view.agent), view.moment.position
    sessions = store.views.stab(BELIEFS, {"scope": [scope], "kind": ["session"], "status": ["live"]}, at)
    return due(
        _running_tasks(store, scope),
        [belief for belief in sessions if belief.layer == policy.home_of("session")],
        _counts(store, view, policy),
        policy,
        view.moment.at,
    )


def _running_tasks(store: Store, scope: str) -> list[TaskRun]:
    """Return the tasks that can still go stale: neither interrupted, nor completed, nor erased."""
    runs = store.views.stab(TASKS, {"scope": [scope], "status": ["running"]})
    held = store.views.rows(BELIEFS, [(run.memory,) for run in runs])
    return [run for run in runs if held[run.memory,].status == "live"]


def _counts(store: Store, view: View, policy: Policy) -> dict[tuple[str, str], int]:
    counts: dict[tuple[str, str], int] = {}
    for kind in policy.bounds:
        for scope in view.scopes:
            where = {"scope": [scope], "kind": [kind], "status": ["live"], "layer": [str(policy.home_of(kind))]}
            counts[scope, kind] = store.views.count(BELIEFS, where)
    return counts


def _step(store: Store, caller: Caller, one: Due, *, dry_run: bool) -> SweepStep:
    made = 0
    if not dry_run:
        try:
            made = len(execute(store, _command(store, caller, one)).events)
        except (Refused, NotFound):
            made = 0  # somebody else was faster: it is not due any more
    return SweepStep(rule=one.rule, scope=one.scope, kind=one.kind, memory=one.memory, because=one.because, events=made)


def _command(store: Store, caller: Caller, one: Due) -> AnyCommand:
    common = given(store, caller, because=one.because)
    match one.rule:
        case "stale-task":
            assert one.task is not None, "a stale task has a name"
            return InterruptTask(**common, name=one.task, task=one.task, stale=True)
        case "cold-session":
            assert one.memory is not None, "a cold session has a summary"
            return CoolSession(**common, memory=one.memory)
        case "bound":
            return EnforceBound(**common, scope=one.scope, kind=one.kind)
