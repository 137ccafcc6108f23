"""Decisions: how each turned out, who said so, and how good they are on the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..domain.calibration import DecisionQuality, Taken, quality_of
from ..domain.commands import JudgeDecision
from ..domain.moments import to_datetime
from ..domain.texts import check_range
from ..projections.beliefs import BELIEFS
from ..projections.decisions import DECISIONS, DecisionRow
from .entries import entry
from .handler import execute
from .memory import Memory, actor_name
from .reading import look
from .requests import given, whole_ids

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, timedelta

    from .reading import View
    from .requests import Caller
    from .store import Store

LIMIT_MAX = 1_000_000
"""Decisions that may be asked for at once."""


class JudgedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, and how it turned out."""

    memory: Memory
    confidence: int
    """1 to 10, as it was taken with."""
    made_at: datetime
    outcome: str | None
    """`right`, `wrong` or `mixed`; None: nobody has judged it yet."""
    judged_at: datetime | None
    judged_by: str | None
    because: str | None
    """Why it was judged so."""

    @property
    def after(self) -> timedelta | None:
        """How long after it was made it was judged."""
        return None if self.judged_at is None else self.judged_at - self.made_at

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        after = self.after
        return {
            "memory": self.memory.to_json(),
            "confidence": self.confidence,
            "made_at": self.made_at.isoformat(),
            "outcome": self.outcome,
            "judged_at": None if self.judged_at is None else self.judged_at.isoformat(),
            "judged_by": self.judged_by,
            "after_s": None if after is None else after.total_seconds(),
            "because": self.because,
        }


def judge(
    store: Store,
    caller: Caller,
    asked: str,
    outcome: str,
    *,
    because: str,
    evidence: Sequence[str],
    idempotency_key: str | None,
) -> JudgedDecision:
    """Say how a decision turned out and return it.

    Raises:
        UnknownMemory, NotADecision: there is no such decision.
    """
    (memory,) = whole_ids(store, caller, (asked,))
    cited = whole_ids(store, caller, evidence)
    body = {"verb": "judge", "memory": memory, "outcome": outcome, "because": because, "evidence": cited}
    common = given(store, caller, because=because, idempotency_key=idempotency_key, body=body)
    command = JudgeDecision(**common, memory=memory, outcome=outcome, evidence=cited)
    execute(store, command, key=idempotency_key)
    view = look(store, caller.agent, None, None)
    row = store.views.row(DECISIONS, (memory,), view.moment.position)
    assert row is not None, "a decision that was just judged is there"
    return _judged(store, view, row)


def decisions(store: Store, view: View, limit: int) -> list[JudgedDecision]:
    """Return the decisions of the view's agent, whatever became of their memories, newest first."""
    check_range(limit, "the limit", 1, LIMIT_MAX)
    wanted = {"agent": [view.agent], "scope": view.scopes}
    rows = store.views.stab(DECISIONS, wanted, view.moment.position, newest=limit)
    return [_judged(store, view, row) for row in rows]


def quality(store: Store, view: View) -> DecisionQuality:
    """Return how the decisions of the view's agent turned out, as far as it may read them."""
    rows = store.views.having(DECISIONS, "agent", view.agent, view.moment.position)
    return quality_of(
        [
            Taken(confidence=row.confidence, made_at=row.made_at, outcome=row.outcome, judged_at=row.judged_at)
            for row in sorted(rows, key=lambda row: row.made_position)
            if row.scope in view.scopes
        ]
    )


def _judged(store: Store, view: View, row: DecisionRow) -> JudgedDecision:
    belief = store.views.row(BELIEFS, (row.memory,), view.moment.position)
    assert belief is not None, f"{row.memory} is a decision and is not there"
    told = None if row.judged_position is None else entry(store, store.event(row.judged_position))
    return JudgedDecision(
        memory=Memory(store, belief, view.moment),
        confidence=row.confidence,
        made_at=to_datetime(row.made_at),
        outcome=row.outcome,
        judged_at=None if row.judged_at is None else to_datetime(row.judged_at),
        judged_by=None if row.judged_by is None else actor_name(store, row.judged_by),
        because=None if told is None else told.because,
    )
