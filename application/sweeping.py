"""Sweeps: what is due because time has passed or the policy has changed, carried out for one agent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..domain.commands import CoolSession, EnforceBound, InterruptTask
from ..domain.dreams.compacting import propose_compact
from ..domain.dreams.proposals import Compact, Cool, Interrupt
from ..domain.dreams.sweeping import propose_sweep
from ..domain.errors import NotFound, Refused
from .dreams.looking import glance
from .handler import execute
from .requests import given

if TYPE_CHECKING:
    from ..domain.commands import AnyCommand
    from ..domain.dreams.proposals import Proposal
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
    state, policy, now = glance(store, caller.agent), store.policy(), store.moment(None).at
    due = [*propose_sweep(state, now, policy, frozenset()), *propose_compact(state, now, policy, frozenset())]
    steps = [_step(store, caller, one, dry_run=dry_run) for one in due]
    return SweepReport(agent=caller.agent, dry_run=dry_run, steps=tuple(steps))


def _step(store: Store, caller: Caller, one: Proposal, *, dry_run: bool) -> SweepStep:
    made = 0
    if not dry_run:
        try:
            made = len(execute(store, _command(store, caller, one)).events)
        except (Refused, NotFound):
            made = 0  # somebody else was faster: it is not due any more
    return SweepStep(
        rule=one.rule,
        scope=one.scope,
        kind=_kind(one),
        memory=one.memories[0] if one.memories else None,
        because=one.because,
        events=made,
    )


def _kind(one: Proposal) -> str:
    match one.action:
        case Compact(kind=kind):
            return kind
        case Cool():
            return "session"
        case _:
            return "task"


def _command(store: Store, caller: Caller, one: Proposal) -> AnyCommand:
    common = given(store, caller, because=one.because)
    match one.action:
        case Interrupt(task):
            return InterruptTask(**common, name=task, task=task, stale=True)
        case Cool(memory):
            return CoolSession(**common, memory=memory)
        case Compact(scope, kind):
            return EnforceBound(**common, scope=scope, kind=kind)
        case _:
            raise AssertionError(f"no sweep proposes {one.name}")
