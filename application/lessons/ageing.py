"""How long ago lessons were seen to hold, and which are doubted for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.dreams.state import ActiveDays
from ...domain.events import MemoryConfirmed, MemoryReleased, MemoryRestored, MemoryRevised
from ...domain.lessons import KIND, age_days, standing
from ...domain.moments import DAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...domain.state import Belief
    from ..moment import Moment
    from ..store import Store

HELD = (MemoryConfirmed.TYPE, MemoryRevised.TYPE, MemoryRestored.TYPE, MemoryReleased.TYPE, "claim.audited/1")
"""Events after which a lesson was last seen to hold."""


class Ages:
    """The ages of lessons at one moment; what is known of an agent's days is looked up once."""

    def __init__(self, store: Store, moment: Moment, beliefs: Sequence[Belief]) -> None:
        self._store = store
        self._moment = moment
        self._held = store.log.last_at([one.memory for one in beliefs], HELD, moment.position)
        self._active: dict[str, ActiveDays] = {}

    def held_at(self, belief: Belief) -> int:
        """Return when a lesson was recorded or last seen to hold, microseconds."""
        return max(belief.recorded_at, self._held.get(belief.memory, 0))

    def days(self, belief: Belief) -> int:
        """Return on how many days its agent has been active since then."""
        if belief.agent not in self._active:
            days = self._store.log.active_days(belief.agent, self._moment.position)
            self._active[belief.agent] = ActiveDays(tuple(days))
        return age_days(belief, self.held_at(belief), self._active[belief.agent])


def is_suspect(store: Store, belief: Belief, moment: Moment) -> bool:
    """Say whether a memory is a live lesson that nobody has seen to hold for too long."""
    if belief.kind != KIND or belief.status != "live":
        return False
    rules = store.policy(moment.position if moment.past else None).lessons
    if moment.at - belief.recorded_at < rules.suspect_days * DAY:
        return False  # there were not so many days, active or not
    return standing(Ages(store, moment, [belief]).days(belief), rules) == "suspect"
