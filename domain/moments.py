"""Time in the domain: whole microseconds since 1970-01-01T00:00:00Z, and how people write it."""

import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo

from .errors import InvalidMoment

SECOND = 1_000_000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE

CALENDAR = (-62_135_596_800 * SECOND, 253_402_300_800 * SECOND)
"""The years 1 to 9999, in microseconds: from the first up to, but not including, the second."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_POSITION = re.compile(r"[0-9]+")
_POSITION_MAX = 2**63 - 1
"""The greatest that a log can hold."""


def to_micros(moment: datetime) -> int:
    """Return an aware datetime as microseconds.

    Raises:
        InvalidMoment: it has no zone.
    """
    if moment.tzinfo is None or moment.utcoffset() is None:
        raise InvalidMoment(f"time {moment.isoformat()!r} has no zone; add an offset such as +00:00")
    return (moment - _EPOCH) // _MICROSECOND


def offset_minutes(moment: datetime) -> int:
    """Return the UTC offset of an aware datetime in whole minutes, so that it can be shown as it was given."""
    offset = moment.utcoffset()
    assert offset is not None, "to_micros refuses naive times first"
    return round(offset.total_seconds() / 60)


def to_datetime(micros: int, offset: int = 0) -> datetime:
    """Return microseconds as an aware datetime at `offset` minutes from UTC.

    Raises:
        InvalidMoment: no calendar has it, as may be in a damaged store.
    """
    try:
        moment = _EPOCH + timedelta(microseconds=micros)
        return moment.astimezone(timezone(timedelta(minutes=offset))) if offset else moment
    except (OverflowError, ValueError):
        raise InvalidMoment(
            f"time {micros} (microseconds since 1970) is outside the calendar of the years 1 to 9999"
        ) from None


def zone_named(name: str) -> tzinfo:
    """Return the time zone of an IANA name.

    Raises:
        InvalidMoment: this machine knows none of that name.
    """
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidMoment(f"unknown time zone {name[:60]!r}; use an IANA name such as Europe/Paris") from None


def parse_time(text: str, zone: tzinfo | None = None) -> datetime:
    """Return an ISO 8601 date and time; a missing offset is read in `zone`, and refused without one.

    A time that a zone skips or has twice (summer time) is read with the offset before the change.

    Raises:
        InvalidMoment: it is no such time, or has no offset.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as fault:
        raise InvalidMoment(f"not a time: {text[:40]!r} ({fault}); write it as 2026-05-01T14:00:00+02:00") from None
    if moment.tzinfo is None:
        if zone is None:
            raise InvalidMoment(f"time {text[:40]!r} has no zone; add an offset such as +00:00, or name a time zone")
        moment = moment.replace(tzinfo=zone)
    try:
        to_micros(moment.astimezone(UTC))
    except OverflowError:
        raise InvalidMoment(f"time {text[:40]!r} is outside the calendar; use the years 1 to 9999") from None
    return moment


def parse_moment(asked: str | int | date | datetime, zone: tzinfo) -> int | datetime:
    """Return what an auditor asked for: a position (int), or an instant (aware datetime).

    A bare date means its last instant in `zone`. Digits alone are a position.

    Raises:
        InvalidMoment: it is none of these, or a time without a zone.
    """
    if isinstance(asked, bool) or not isinstance(asked, (str, int, date)):
        raise InvalidMoment(f"not a moment: {asked!r}; give a position, a date, or a time with its zone")
    if isinstance(asked, int):
        if asked < 0:
            raise InvalidMoment(
                f"not a position: {max(asked, -_POSITION_MAX)}; positions start at 0, before the first event"
            )
        if asked > _POSITION_MAX:
            raise InvalidMoment(f"not a position: a number over {_POSITION_MAX}; ask for one that the log holds")
        return asked
    if isinstance(asked, datetime):
        to_micros(asked)
        return asked
    if isinstance(asked, date):
        return last_instant(asked, zone)
    text = asked.strip()
    if _POSITION.fullmatch(text):
        if len(text) > len(str(_POSITION_MAX)):
            raise InvalidMoment(f"not a position: {text[:40]!r} has {len(text)} digits; ask for one that the log holds")
        return parse_moment(int(text), zone)
    if _DATE.fullmatch(text):
        try:
            return last_instant(date.fromisoformat(text), zone)
        except ValueError as fault:
            raise InvalidMoment(f"not a date: {text!r} ({fault})") from None
    if not text[:4].isdecimal():
        raise InvalidMoment(
            f"not a moment: {text[:40]!r}; give a position such as 42, a date such as 2026-05-01, "
            "or a time such as 2026-05-01T14:00:00+02:00"
        )
    return parse_time(text)


def last_instant(day: date, zone: tzinfo) -> datetime:
    """Return the last microsecond of `day` in `zone`."""
    return datetime.combine(day, time.max, tzinfo=zone)
