"""How an agent stands towards dreams: what it did since the last one, and how that ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ..domain.boundary import Query, QueryItem
from ..domain.dreams.proposals import STAGES
from ..domain.events import DreamStarted
from ..projections.agents import AGENTS
from ..projections.dreams import DREAMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..application.store import Store
    from ..domain.dreams.runs import DreamRun


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How one agent stands towards dreams. Times are microseconds since 1970 UTC."""

    agent: str
    first_at: int
    """When it first acted."""
    last_at: int
    """When anything last happened to it."""
    last: DreamRun | None
    """Its newest dream."""
    acted: int
    """Position of the newest event by others than dreams; 0: there is none since the newest dream, which went through
    all stages and came to its end."""
    seen: int
    """Position at which the last dream that went through all stages came to its end; 0: none did."""

    @property
    def new(self) -> bool:
        """Whether anything was recorded since the last dream that went through all stages and came to its end."""
        return self.acted > self.seen

    @property
    def unfinished(self) -> bool:
        """Whether its newest dream did not come to its end."""
        return self.last is not None and self.last.status != "done"

    @property
    def new_since_last(self) -> bool:
        """Whether anything was recorded since its newest dream, however that ended."""
        return self.new if self.last is None else self.acted > (self.last.ended_position or self.last.started_position)


def standing(store: Store, agent: str) -> Standing | None:
    """Return how an agent stands, None if it has never acted."""
    known = store.views.row(AGENTS, (agent,))
    if known is None:
        return None
    last = whole = None
    for run, stages in _runs(store, agent):
        last = last or run
        if run.status == "done" and stages.issuperset(STAGES):
            whole = run
            break
    seen = 0 if whole is None or whole.ended_position is None else whole.ended_position
    acted = _acted(store, agent, seen if last is whole else 0)
    mine = Query(items=(QueryItem(tags=(f"agent:{agent}",)),))
    return Standing(
        agent=agent,
        first_at=known.first_at,
        last_at=max((stored.at for stored in store.log.read(mine, newest_first=True, limit=1)), default=0),
        last=last,
        acted=acted,
        seen=seen,
    )


def _runs(store: Store, agent: str) -> Iterator[tuple[DreamRun, frozenset[str]]]:
    """Yield the dreams of an agent, newest first, each with the stages that it was to go through."""
    query = Query(items=(QueryItem(types=(DreamStarted.TYPE,), tags=(f"dream:{agent}",)),))
    for stored in store.log.read(query, newest_first=True):
        event = store.codec.decode(stored).event
        assert isinstance(event, DreamStarted), f"position {stored.position} was found as a dream"
        run = store.views.row(DREAMS, (event.run,))
        if run is not None:
            yield run, frozenset(event.stages)


def _acted(store: Store, agent: str, after: int) -> int:
    """Return the position of the newest event of an agent that no dream made, 0 if there is none after a position."""
    query = Query(items=(QueryItem(tags=(f"agent:{agent}",)),))
    for stored in store.log.read(query, after=after, newest_first=True):
        if f"dream:{agent}" not in stored.tags:
            return stored.position
    return 0
