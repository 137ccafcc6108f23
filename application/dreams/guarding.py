"""What a proposal rests on: nothing happened to its memories since the dream looked at them, and the dream still is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.boundary import Query, QueryItem
from ...domain.errors import DreamIsOver
from ...domain.events import DreamCompleted, DreamStarted
from ..handler import Overtaken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..store import Store


class DreamGuard:
    """Lets a dream do only what nobody has overtaken."""

    def __init__(
        self, store: Store, *, agent: str, actor: str, started: int, memories: Sequence[str], looked_at: int
    ) -> None:
        """Take whose dream it is and what it looked at.

        Args:
            actor: `dream:<run>`; what the dream did itself overtakes nothing.
            started: position of its `DreamStarted`.
            looked_at: the position as of which it looked at `memories`.
        """
        self._store = store
        self._actor = actor
        self._started = started
        self._looked_at = looked_at
        self._touched = tuple(QueryItem(tags=(f"mem:{memory}",)) for memory in memories)
        self._ended = QueryItem(types=(DreamStarted.TYPE, DreamCompleted.TYPE), tags=(f"dream:{agent}",))

    @property
    def conflicts(self) -> tuple[QueryItem, ...]:
        """What must not be recorded meanwhile."""
        return (*self._touched, self._ended)

    def check(self, upto: int) -> None:
        """Look at what was recorded up to a position.

        Raises:
            Overtaken: something happened to one of the memories.
            DreamIsOver: another dream took the place of this one.
        """
        for _ in self._store.log.read(Query(items=(self._ended,)), after=self._started, upto=upto, limit=1):
            raise DreamIsOver(
                f"{self._actor} is over: it gave no sign of life for too long, and another took its place"
            )
        if not self._touched or upto <= self._looked_at:
            return
        for stored in self._store.log.read(Query(items=self._touched), after=self._looked_at, upto=upto):
            if self._store.codec.decode(stored).event.actor != self._actor:
                raise Overtaken
