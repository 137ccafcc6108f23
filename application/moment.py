"""Moments: what was asked, as a position in the log and an instant."""

from datetime import date, datetime

import msgspec

from ..domain.errors import UnknownPosition
from ..domain.moments import parse_moment, to_datetime, to_micros, zone_named
from ..infrastructure.log import EventLog

Asked = str | int | date | datetime


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """The state after `position`, asked about at `at`."""

    position: int
    at: int
    """Microseconds since 1970 UTC: decides what has expired."""
    zone: str
    """IANA name of the zone in which a bare date was read."""
    past: bool
    """Whether it was asked for; False: now."""

    @property
    def instant(self) -> datetime:
        """The asked instant, in its zone; in UTC at the very ends of the calendar."""
        instant = to_datetime(self.at)
        try:
            return instant.astimezone(zone_named(self.zone))
        except OverflowError:
            return instant

    def __str__(self) -> str:
        return f"position {self.position}, {self.instant.isoformat()} ({self.zone})"


def find_moment(log: EventLog, asked: Asked, zone: str) -> Moment:
    """Return the moment that was asked for.

    A position includes its event and asks at its time. An instant means the last position whose time is not
    after it. A bare date means its last instant in `zone`.

    Raises:
        InvalidMoment: it is no moment.
        UnknownPosition: the log does not reach that far.
    """
    found = parse_moment(asked, zone_named(zone))
    if isinstance(found, int):
        return Moment(position=found, at=time_of(log, found), zone=zone, past=True)
    at = to_micros(found)
    return Moment(position=log.position_at(at), at=at, zone=zone, past=True)


def time_of(log: EventLog, position: int) -> int:
    """Return the time of the event at `position`; 0 before the first.

    Raises:
        UnknownPosition: the log does not reach that far.
    """
    if position == 0:
        return 0
    stored = log.get(position)
    if stored is None:
        raise UnknownPosition(position, log.head())
    return stored.at


def present(log: EventLog, now: int, zone: str) -> Moment:
    """Return the present: the head of the log, asked about at the clock, which never runs behind the log."""
    head, at = log.tip()
    return Moment(position=head, at=max(now, at), zone=zone, past=False)
