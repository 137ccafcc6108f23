"""What a projection is: a pure fold over rows that are found by key, each kept with the interval in which it held."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import msgspec

from ..domain.events import AnyEvent, Event, Recorded

Key = tuple[str, ...]
Row = TypeVar("Row", bound=msgspec.Struct)


class Projection(msgspec.Struct, Generic[Row], frozen=True, kw_only=True):
    """One read model.

    Its table has a column for each field of `row` (whole numbers, text, booleans or null), then `from_position`
    and `to_position`: the row is what this projection says after every position N with
    `from_position <= N < to_position`. Rows are added and closed, and never changed otherwise.
    """

    name: str
    """Name of its table."""
    version: int
    """Another number on disk means: rebuild."""
    row: type[Row]
    """Takes its fields in order, since a table makes very many of them."""
    key: tuple[str, ...]
    """Fields of `row` that identify it: at any position at most one row has a given key."""
    keys: Callable[[AnyEvent], Iterable[Key]]
    """Keys of the rows that an event may change."""
    apply: Callable[[Row | None, Recorded, Key], Row | None]
    """Fold one event into the row of one key. Pure: reads no clock, no file, no policy, no content, no other view."""
    of: tuple[type[Event], ...]
    """The classes of events that may change it; the keys of all others are none."""
    indexes: tuple[str, ...] = ()
    """Its further indexes: columns in SQL, each with an optional WHERE."""
    age: str | None = None
    """Field that says at which position the key of a row first appeared: the newest rows are found by it."""
    lasting: bool = False
    """Whether a row, once there, never changes; for views with few keys, since a writer remembers them."""
    stabbed: bool = False
    """Whether closed rows carry their `node`, so that the rows of a past position are found without a scan."""
