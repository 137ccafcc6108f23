"""Beliefs: one row for each state interval of each memory, so that as-of is a SELECT and not a replay.

The layers at any position are the rows of this table that hold there, by scope, layer and status.
"""

from collections.abc import Iterable

from ..domain.events import AnyEvent, Event, Recorded
from ..domain.state import Belief, evolve
from ..domain.vocabulary import Status
from .node import OPEN
from .projection import Key, Projection

SHOWN: tuple[Status, ...] = ("live", "archived")
"""What a view of the layers shows."""
ONCE_TRUE: tuple[Status, ...] = ("superseded", "contradicted")
"""What was true for a while: shown where a valid time within that while is asked for, even if forgotten since."""


def _keys(event: AnyEvent) -> Iterable[Key]:
    return [(memory,) for memory in event.memories]


def _apply(row: Belief | None, recorded: Recorded, key: Key) -> Belief | None:
    return evolve(row, recorded, key[0])


BELIEFS = Projection(
    name="beliefs",
    version=2,
    row=Belief,
    key=("memory",),
    keys=_keys,
    apply=_apply,
    of=(Event,),
    indexes=(
        f"scope, layer, status, recorded_position, from_position WHERE to_position = {OPEN} AND expires_at IS NULL",
        f"scope, layer, status, expires_at WHERE to_position = {OPEN} AND expires_at IS NOT NULL",
        f"scope, kind, status, recorded_position WHERE to_position = {OPEN}",
        "scope, layer, status, node, to_position WHERE node IS NOT NULL",
        "scope, layer, status, node, from_position WHERE node IS NOT NULL",
        "from_position WHERE layer = 'L6'",
        "session WHERE session IS NOT NULL",
    ),
    age="recorded_position",
    stabbed=True,
)
