"""What is wrong with a log, place by place."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Literal

import msgspec

Kind = Literal[
    "event", "missing", "order", "time", "unreadable", "tags", "types", "checkpoint", "key", "anchor", "unsigned",
    "witness", "against", "guard", "nodes", "view", "archive", "store",
]  # fmt: skip
"""What a finding is about: an `event` that is not as it was recorded, one that is `missing`, stands out of `order`,
steps back in `time` or is `unreadable`; the index of `tags` or of `types`; a `checkpoint`, or the `key` it is signed
with; what was noted outside of the store: `anchor`, `witness`, `against`; events that nobody is known to have
appended (`unsigned`); a `guard` of the log; what follows from the log: `nodes`, `view`, `archive`; the `store`."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong."""

    kind: Kind
    position: int | None
    """Where, or where it begins; None: it is about no position."""
    said: str
    """What is wrong, in one line."""
    last: int | None = None
    """Where it ends, if it is about several positions."""

    @property
    def mark(self) -> str:
        """What tells it from all others, 16 hexadecimal digits."""
        return sha256(f"{self.kind}\n{self.position}\n{self.last}\n{self.said}".encode()).hexdigest()[:16]


Run = tuple[int, int]
"""Positions from the first to the last."""


def runs(positions: Iterable[int]) -> Iterator[Run]:
    """Yield the runs that ascending positions make up."""
    first = last = None
    for position in positions:
        if last is not None and position == last + 1:
            last = position
            continue
        if first is not None and last is not None:
            yield first, last
        first = last = position
    if first is not None and last is not None:
        yield first, last


def places(first: int, last: int) -> str:
    """Return positions in words."""
    return f"position {first:,}" if first == last else f"positions {first:,} to {last:,}"
