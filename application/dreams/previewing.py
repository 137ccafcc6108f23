"""What a dream would do: on another day as well, and without a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.dreams.promoting import one_step_short
from ...domain.dreams.proposing import check_stages, propose
from .looking import look_around
from .report import DreamReport, DreamStep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..store import Store


def preview(store: Store, agent: str, *, stages: Sequence[str] | None, now: int | None) -> DreamReport:
    """Return what the first pass of a dream would do; what that led to could lead to more.

    Args:
        now: microseconds since 1970 UTC; None: now. A past time looks at what was believed then.

    Raises:
        UnknownStage: there is no such stage.
    """
    wanted = check_stages(stages)
    present = max(store.now(), store.log.tip()[1])
    at = present if now is None else now
    state = look_around(store, agent, now=at, stages=wanted)
    policy = store.policy(state.position)
    return DreamReport(
        agent=agent,
        run=None,
        outcome="preview",
        now=at,
        proposals=tuple(DreamStep.of(one, "proposed") for one in propose(state, at, policy, wanted)),
        short=tuple(one_step_short(state, policy)) if "promote" in wanted else (),
        events=(),
    )
