"""References: how often recall gave each memory, by day, so that use can be weighed against age."""

from collections.abc import Iterable

import msgspec

from ..domain.events import AnyEvent, Recalled, Recorded
from ..domain.moments import to_datetime
from .projection import Key, Projection


class ReferenceRow(msgspec.Struct, frozen=True):
    """How often one memory was given on one day."""

    memory: str
    day: str
    """The day on which it was asked for, in UTC: `2026-05-01`."""
    count: int


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case Recalled():
            day = to_datetime(event.asked_at).date().isoformat()
            return [(memory, day) for memory in event.hits]
        case _:
            return ()


def _apply(row: ReferenceRow | None, recorded: Recorded, key: Key) -> ReferenceRow:
    del recorded
    memory, day = key
    return ReferenceRow(memory=memory, day=day, count=1 + (row.count if row else 0))


REFERENCES = Projection(
    name="reference_counts",
    version=1,
    row=ReferenceRow,
    key=("memory", "day"),
    keys=_keys,
    apply=_apply,
    of=(Recalled,),
    indexes=("memory, to_position",),
)
