"""Trauma: how much of each category weighs on a scope, halving with time."""

from collections.abc import Iterable

import msgspec

from ..domain.events import AnyEvent, Recorded, TraumaSuffered
from ..domain.halving import halved
from ..domain.moments import SECOND
from .projection import Key, Projection

MICRO = 1_000
"""Millionths in one thousandth: levels are kept finer than weights, so that halving loses nothing to speak of."""
CAUSES = 5
"""Traumas of one category that are kept at hand, the newest."""


class TraumaRow(msgspec.Struct, frozen=True):
    """The traumas of one category in one scope."""

    scope: str
    category: str
    count: int
    level: int
    """What they weighed together at `at`, in millionths: those before were halved up to then."""
    at: int
    """Time of the latest."""
    half_life_s: int
    """Seconds in which the level halves, from `at` on."""
    newest: str
    """Positions of the newest traumas, newest first, between blanks."""

    def level_at(self, asked_at: int) -> int:
        """Return what they weigh together at a time, in millionths."""
        return halved(self.level, max(asked_at - self.at, 0), self.half_life_s * SECOND)


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case TraumaSuffered():
            return ((event.scope, event.category),)
        case _:
            return ()


def _apply(row: TraumaRow | None, recorded: Recorded, key: Key) -> TraumaRow | None:
    match recorded.event:
        case TraumaSuffered() as event:
            return TraumaRow(
                scope=key[0],
                category=key[1],
                count=1 + (row.count if row else 0),
                level=event.weight * MICRO + (row.level_at(recorded.at) if row else 0),
                at=recorded.at,
                half_life_s=event.half_life_s,
                newest=" ".join([str(recorded.position), *(row.newest.split() if row else [])][:CAUSES]),
            )
        case _:
            return row


TRAUMA = Projection(
    name="trauma",
    version=2,
    row=TraumaRow,
    key=("scope", "category"),
    keys=_keys,
    apply=_apply,
    of=(TraumaSuffered,),
    indexes=("scope, to_position",),
)
