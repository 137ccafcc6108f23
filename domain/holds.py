"""Legal holds: words that nobody may forget or erase until a day, whoever asks."""

import msgspec

from .boundary import QueryItem
from .errors import OnHold
from .events import HoldPlaced
from .moments import to_datetime

PLACED = QueryItem(types=(HoldPlaced.TYPE,), tags=("privacy:hold",))
"""What must not have been recorded meanwhile, where something is forgotten or erased."""


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """One hold."""

    hold: str
    subject: str | None
    """Pseudonym of the person whose words it covers."""
    held: tuple[str, ...]
    """Ids of the memories that it covers; none if it covers a person."""
    until: int
    """Microseconds since 1970 UTC."""
    placed_position: int
    released_at: int | None = None

    def binds(self, now: int) -> bool:
        """Say whether it is in force at a time; it ends by itself, without an event."""
        return self.released_at is None and now < self.until


def refuse_held(verb: str, what: str, hold: Hold | None) -> None:
    """Refuse to take away what a hold in force covers.

    Raises:
        OnHold: a hold is in force.
    """
    if hold is not None:
        raise OnHold(verb, what, hold.hold, to_datetime(hold.until).isoformat(timespec="seconds"))
