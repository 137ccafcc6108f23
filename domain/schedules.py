"""Schedules: what is due once a night, by the dates of a time zone, and when what failed is tried again. Pure.

A night is a local date: each has one instant at which it is due, however the clocks are put forward or back, so a run
that is known by its date is never missed and never made twice.
"""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

import msgspec

from .moments import SECOND, to_datetime, to_micros, zone_named

GRACE_S = 86_400
"""Seconds for which a night that was missed is made up for."""
TOLD_LATE_S = 120
"""Seconds by which a run may be late without saying so."""
ATTEMPTS_MAX = 6
"""How often the same run is tried, the first time included."""
FIRST_PAUSE_S = 60
"""Pause after the first failure; twice as long after each further one."""

_ONE_DAY = timedelta(days=1)


class Slot(msgspec.Struct, frozen=True):
    """One night."""

    name: str
    """Its local date, such as `2026-05-03`."""
    due_at: int
    """Microseconds since 1970 UTC."""


class Nightly(msgspec.Struct, frozen=True):
    """What is due once a night."""

    at: str
    """The local time, such as `04:00`."""
    zone: str
    """An IANA name."""

    def latest_slot(self, now: int) -> Slot:
        """Return the last night that was due by a time, microseconds since 1970 UTC.

        Raises:
            InvalidMoment: this machine does not know the zone.
        """
        zone = zone_named(self.zone)
        day = _day_in(now, zone) + _ONE_DAY
        while (due := due_at(day, self.at, zone)) > now:
            day -= _ONE_DAY
        return Slot(day.isoformat(), due)

    def next_slot(self, now: int) -> Slot:
        """Return the first night that is due after a time, microseconds since 1970 UTC.

        Raises:
            InvalidMoment: this machine does not know the zone.
        """
        zone = zone_named(self.zone)
        day = _day_in(now, zone) - _ONE_DAY
        while (due := due_at(day, self.at, zone)) <= now:
            day += _ONE_DAY
        return Slot(day.isoformat(), due)


def due_at(day: date, at: str, zone: tzinfo) -> int:
    """Return when the night of a local date is due, in microseconds since 1970 UTC.

    A time that comes twice means the first; one that is skipped means the first instant after the gap.

    >>> from zoneinfo import ZoneInfo
    >>> berlin = ZoneInfo("Europe/Berlin")
    >>> [to_datetime(due_at(date(2026, month, day), "02:30", berlin)).isoformat() for month, day in ((3, 29), (10, 25))]
    ['2026-03-29T01:00:00+00:00', '2026-10-25T00:30:00+00:00']
    """
    local = datetime.combine(day, time.fromisoformat(at))
    due = _in_utc(local, zone, fold=0)
    if to_datetime(due).astimezone(zone).replace(tzinfo=None) == local:
        return due
    # Read with the offset after the gap it lies before the gap, and the other way round (PEP 495).
    return _end_of_gap(_in_utc(local, zone, fold=1), due, zone)


def _end_of_gap(before: int, after: int, zone: tzinfo) -> int:
    """Return the first instant with another offset than at `before`; clocks change on whole seconds."""
    offset = _offset(before, zone)
    low, high = before // SECOND, after // SECOND
    while high - low > 1:
        middle = (low + high) // 2
        if _offset(middle * SECOND, zone) == offset:
            low = middle
        else:
            high = middle
    return high * SECOND


def retry_pause_s(attempt: int) -> int | None:
    """Return after how many seconds what failed at an attempt, counted from 1, is tried again; None: it is given up.

    >>> [retry_pause_s(attempt) for attempt in range(1, 7)]
    [60, 120, 240, 480, 960, None]
    """
    return None if attempt >= ATTEMPTS_MAX else FIRST_PAUSE_S * 2 ** (attempt - 1)


def lateness(late_s: int) -> str | None:
    """Return how late a run is in words, None if it is in time.

    >>> lateness(10_700), lateness(1_500), lateness(30)
    ('3 h late', '25 min late', None)
    """
    if late_s < TOLD_LATE_S:
        return None
    return f"{round(late_s / 3600)} h late" if late_s >= 2 * 3600 else f"{round(late_s / 60)} min late"


def _in_utc(local: datetime, zone: tzinfo, fold: int) -> int:
    return to_micros(local.replace(tzinfo=zone, fold=fold).astimezone(UTC))


def _offset(at: int, zone: tzinfo) -> timedelta | None:
    return to_datetime(at).astimezone(zone).utcoffset()


def _day_in(at: int, zone: tzinfo) -> date:
    return to_datetime(at).astimezone(zone).date()
