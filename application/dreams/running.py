"""Running a dream: it takes its place, goes through proposals one by one, and makes way for whoever is busy."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

import msgspec

from ...domain.commands import CompleteDream, PauseDream, ResumeDream, StartDream
from ...domain.dreams.promoting import one_step_short
from ...domain.dreams.proposals import Compact, Purge
from ...domain.dreams.proposing import check_stages, propose
from ...domain.errors import Conflict, DreamIsOver, InvalidInput, NotFound, Refused, RemembrancerError
from ...domain.ids import DREAM, make_id
from ..entries import entry
from ..handler import Overtaken, execute, execute_all
from ..ledger.watching import sign_head
from ..purging import finish_erasures
from ..requests import Caller, given
from .carrying import orders_for
from .composing import Composer
from .guarding import DreamGuard
from .looking import look_around
from .making_way import Pauses, Traffic
from .refitting import refit
from .report import DreamReport, DreamStep
from .sayings import Sayings

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from ...domain.commands import AnyCommand
    from ...domain.dreams.proposals import Proposal, Stage
    from ...domain.dreams.state import DreamState
    from ...domain.events import DreamOutcome, DreamTrigger, Recorded
    from ..store import Store

PASSES_MAX = 8
"""How often a dream looks around anew; what one pass leads to, the next one may build upon."""
LIFE_SHARE = 1 / 3
"""Part of its lease after which a dream that has appended nothing says that it goes on."""
IN_VAIN_MAX = 5
"""How often in a row a dream looks around and carries out nothing, because its agent is busy again by then."""


class DreamProgress(msgspec.Struct, frozen=True):
    """How far a dream has come."""

    stage: str
    done: int
    total: int
    """Proposals of this pass."""


class Occasion(msgspec.Struct, frozen=True, kw_only=True):
    """Why a dream begins."""

    trigger: DreamTrigger = "asked"
    slot: str | None = None
    due_at: int | None = None
    because: str | None = None


class _LookAnew(Exception):  # never leaves this module
    """The agent was busy: what was looked at may not hold any more."""


class _Ends(Exception):  # never leaves this module
    """The dream ends here for this time."""

    def __init__(self, outcome: DreamOutcome) -> None:
        self.outcome: DreamOutcome = outcome
        super().__init__(outcome)


class Dreamer:
    """One dream of one agent."""

    def __init__(
        self,
        store: Store,
        agent: str,
        occasion: Occasion,
        *,
        stages: Sequence[str] | None = None,
        progress: Callable[[DreamProgress], None] | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        """Say what to dream of.

        Args:
            stages: some of them; None: all, in their order.
            stop: once it is set, the dream ends between two proposals; no model's answer is waited for.

        Raises:
            UnknownStage: there is no such stage.
        """
        self._store = store
        self._agent = agent
        self._occasion = occasion
        self._stages: tuple[Stage, ...] = check_stages(stages)
        self._progress = progress
        self._stop = stop or threading.Event()
        self._rules = store.policy().dreams
        self._run = make_id(DREAM, os.urandom(10))
        self._caller = Caller(agent=agent, actor=f"dream:{self._run}")
        self._composer = Composer(store, self._stop)
        self._sayings = Sayings()
        self._pauses = Pauses(self._rules.pause_noted_s, self._pause, self._resume)
        self._steps: list[DreamStep] = []
        self._events: list[Recorded] = []
        self._refused: set[Hashable] = set()
        """What the domain refused: it would do so again."""
        self._last: DreamState | None = None
        self._shown_at = 0.0
        """When it last gave a sign of life, by a clock that only goes forward."""

    def run(self) -> DreamReport:
        """Dream.

        Raises:
            DreamIsRunning: the agent dreams already.
        """
        self._start()
        outcome: DreamOutcome | Literal["abandoned"] = "done"
        try:
            self._dream()
        except _Ends as end:
            outcome = end.outcome
        except DreamIsOver:
            outcome = "abandoned"
        except BaseException:
            # What went wrong is what the caller hears of, also where it keeps the end from being told.
            with suppress(OSError, RemembrancerError):
                self._complete("stopped")
            raise
        if outcome != "abandoned" and not self._complete(outcome):
            outcome = "abandoned"
        if any(step.events for step in self._steps):
            sign_head(self._store, "dream", actor=self._caller.actor)
        return self._report(outcome)

    def _start(self) -> None:
        occasion = self._occasion
        command = StartDream(
            **given(self._store, self._caller, because=occasion.because),
            run=self._run,
            trigger=occasion.trigger,
            stages=self._stages,
            slot=occasion.slot,
            due_at=occasion.due_at,
        )
        self._append(command)
        self._started = self._events[-1].position
        self._traffic = Traffic(self._store, self._agent, self._caller.actor, self._started)

    def _append(self, command: AnyCommand) -> None:
        self._note(execute(self._store, command).events)

    def _note(self, events: Sequence[Recorded]) -> None:
        if events:
            self._events += events
            self._shown_at = time.monotonic()

    def _show_life(self) -> None:
        """Say that the dream goes on, if a part of its lease went by without a sign of it."""
        if time.monotonic() - self._shown_at > self._rules.lease_s * LIFE_SHARE:
            self._resume()

    def _complete(self, outcome: DreamOutcome) -> bool:
        """Say that it is over; False if another took its place meanwhile."""
        carried: dict[str, int] = {}
        for step in self._steps:
            if step.outcome == "carried":
                carried[step.stage] = carried.get(step.stage, 0) + 1
        command = CompleteDream(
            **given(self._store, self._caller),
            run=self._run,
            outcome=outcome,
            carried=carried,
            passed_over=sum(step.outcome == "passed-over" for step in self._steps),
        )
        with suppress(DreamIsOver):
            self._append(command)
            return True
        return False

    def _dream(self) -> None:
        passes = in_vain = 0
        while passes < PASSES_MAX:
            state = self._last = look_around(self._store, self._agent, stages=self._stages, cache=self._sayings)
            self._show_life()
            proposals = [one for one in self._propose(state) if _key(one) not in self._refused]
            self._show_life()
            if not proposals:
                break
            before = self._carried()
            try:
                self._go_through(proposals, state)
            except _LookAnew:
                in_vain = in_vain + 1 if self._carried() == before else 0
                if in_vain == IN_VAIN_MAX:
                    raise _Ends("yielded") from None
                continue
            passes += 1
        self._make_way()
        if "learn" in self._stages:
            refit(self._store, self._caller.actor, self._rules.learn_growth_percent)
            self._show_life()

    def _propose(self, state: DreamState) -> list[Proposal]:
        return propose(state, _now(self._store), self._store.policy(), self._stages)

    def _go_through(self, proposals: Sequence[Proposal], state: DreamState) -> None:
        for number, proposal in enumerate(proposals):
            self._tell(proposal, number, len(proposals))
            if not self._make_way():
                raise _LookAnew
            self._steps.append(self._carry_out(proposal, state.position))
            self._show_life()
        self._tell(proposals[-1], len(proposals), len(proposals))

    def _carry_out(self, proposal: Proposal, looked_at: int) -> DreamStep:
        orders = orders_for(self._store, self._caller, proposal, self._composer)
        # A model takes its time to answer, and somebody may have come meanwhile.
        if self._composer.asks and not self._make_way():
            raise _LookAnew
        guard = DreamGuard(
            self._store,
            agent=self._agent,
            actor=self._caller.actor,
            started=self._started,
            memories=proposal.memories,
            looked_at=looked_at,
        )
        try:
            receipts = execute_all(self._store, orders.commands, guard=guard)
        except Overtaken:
            return DreamStep.of(proposal, "passed-over", remark="something happened to one of its memories meanwhile")
        except Conflict as conflict:
            return DreamStep.of(proposal, "passed-over", remark=str(conflict))
        except DreamIsOver:
            raise
        except (InvalidInput, NotFound, Refused) as refusal:
            self._refused.add(_key(proposal))
            return DreamStep.of(proposal, "passed-over", remark=str(refusal))
        events = [recorded for receipt in receipts for recorded in receipt.events]
        self._note(events)
        if not events:
            self._refused.add(_key(proposal))
        if isinstance(proposal.action, Purge):
            finish_erasures(self._store)
        return DreamStep.of(proposal, "carried", made=orders.made if events else None, events=len(events))

    def _carried(self) -> int:
        return sum(step.outcome == "carried" for step in self._steps)

    def _tell(self, proposal: Proposal, done: int, total: int) -> None:
        if self._progress is not None:
            self._progress(DreamProgress(proposal.stage, done, total))

    def _make_way(self) -> bool:
        """Go on if nobody is busy; return False if the dream stood back for a while.

        Raises:
            _Ends: somebody wants it to stop, or the agent stays busy.
        """
        if self._stop.is_set():
            raise _Ends("stopped")
        busy_at = self._traffic.busy_at()
        if busy_at is None:
            return True
        self._pauses.begin(busy_at)
        if not self._traffic.is_quiet(self._rules.quiet_s, self._rules.patience_s, self._stop):
            raise _Ends("stopped" if self._stop.is_set() else "yielded")
        self._pauses.end()
        return False

    def _pause(self, busy_at: int) -> None:
        self._append(PauseDream(**given(self._store, self._caller), run=self._run, busy_at=busy_at))

    def _resume(self) -> None:
        self._append(ResumeDream(**given(self._store, self._caller), run=self._run))

    def _report(self, outcome: DreamOutcome | Literal["abandoned"]) -> DreamReport:
        return DreamReport(
            agent=self._agent,
            run=self._run,
            outcome=outcome,
            now=_now(self._store),
            proposals=tuple(self._steps),
            short=tuple(one_step_short(self._last, self._store.policy())) if self._last else (),
            events=tuple(entry(self._store, recorded) for recorded in self._events),
            pauses=self._pauses.count,
        )


def _key(proposal: Proposal) -> Hashable:
    """Return what tells a proposal from others of the same dream; bounds are about no memory, and differ in theirs."""
    return proposal.name, proposal.action if isinstance(proposal.action, Compact) else proposal.memories


def _now(store: Store) -> int:
    """Return the time that a dream goes by: never before the last event."""
    return max(store.now(), store.log.tip()[1])
