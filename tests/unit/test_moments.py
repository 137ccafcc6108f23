"""Time: whole microseconds inside, and how people write it."""

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.errors import InvalidMoment
from remembrancer.domain.moments import (
    DAY,
    last_instant,
    offset_minutes,
    parse_moment,
    parse_time,
    to_datetime,
    to_micros,
)

OFFSETS = st.integers(-14 * 60, 14 * 60)


@st.composite
def aware(draw: st.DrawFn) -> datetime:
    """Draw a time at any offset that stays within the calendar."""
    micros = draw(st.integers(to_micros(datetime(1, 1, 2, tzinfo=UTC)), to_micros(datetime(9999, 12, 30, tzinfo=UTC))))
    return to_datetime(0).replace(tzinfo=timezone(timedelta(minutes=draw(OFFSETS)))) + timedelta(microseconds=micros)


AWARE = aware()


@given(moment=AWARE)
def test_a_time_survives_microseconds_and_back_with_its_offset(moment: datetime) -> None:
    back = to_datetime(to_micros(moment), offset_minutes(moment))

    assert back == moment
    assert back.isoformat() == moment.isoformat()


@given(moment=AWARE)
def test_a_time_survives_its_spelling(moment: datetime) -> None:
    assert to_micros(parse_time(moment.isoformat())) == to_micros(moment)


@given(a=AWARE, b=AWARE)
def test_instants_are_compared_and_not_their_spelling(a: datetime, b: datetime) -> None:
    assert (to_micros(a) < to_micros(b)) == (a < b)


def test_the_epoch_is_zero_and_days_are_whole() -> None:
    assert to_micros(datetime(1970, 1, 1, tzinfo=UTC)) == 0
    assert to_micros(datetime(1969, 12, 31, tzinfo=UTC)) == -DAY
    assert to_datetime(1) == datetime(1970, 1, 1, 0, 0, 0, 1, tzinfo=UTC)


def test_a_time_without_a_zone_is_refused() -> None:
    naive = datetime(2026, 5, 1, 9, tzinfo=UTC).replace(tzinfo=None)

    for refused in (lambda: to_micros(naive), lambda: parse_time("2026-05-01T09:00"), lambda: parse_moment(naive, UTC)):
        with pytest.raises(InvalidMoment, match="has no zone; add an offset"):
            refused()


def test_a_time_without_an_offset_is_read_in_the_zone_that_was_named() -> None:
    parsed = parse_time("2026-07-01T09:00", ZoneInfo("Asia/Shanghai"))

    assert parsed.isoformat() == "2026-07-01T09:00:00+08:00"
    assert parse_time("2026-07-01T09:00Z", ZoneInfo("Asia/Shanghai")) == datetime(2026, 7, 1, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-03-29T02:30", datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),
        ("2026-10-25T02:30", datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
    ],
)
def test_a_time_that_summer_time_skips_or_doubles_has_the_offset_before_the_change(
    text: str, instant: datetime
) -> None:
    assert to_micros(parse_time(text, ZoneInfo("Europe/Paris"))) == to_micros(instant)


@pytest.mark.parametrize("text", ["", "soon", "2026-02-30T00:00Z", "2026-05-01T25:00Z", "2026-13-01T00:00Z", "１"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(InvalidMoment, match="not a time"):
        parse_time(text)


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_time_beyond_the_calendar_is_refused(text: str) -> None:
    with pytest.raises(InvalidMoment, match="outside the calendar"):
        parse_time(text)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (0, 0),
        (17, 17),
        ("17", 17),
        (" 17 ", 17),
        ("2026-05-01T09:00:00Z", datetime(2026, 5, 1, 9, tzinfo=UTC)),
        ("2026-05-01", datetime(2026, 5, 1, 23, 59, 59, 999999, tzinfo=UTC)),
        (date(2026, 5, 1), datetime(2026, 5, 1, 23, 59, 59, 999999, tzinfo=UTC)),
        (datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 5, 1, tzinfo=UTC)),
    ],
)
def test_a_moment_is_a_position_a_date_or_a_time(asked: Any, found: Any) -> None:
    assert parse_moment(asked, UTC) == found


@pytest.mark.parametrize("asked", [-1, True, 1.5, None, b"1", "-1", "2026-02-30", "2026-5-1", "yesterday", ""])
def test_what_is_no_moment_is_refused_by_name(asked: Any) -> None:
    with pytest.raises(InvalidMoment, match="not a"):
        parse_moment(asked, UTC)


@given(day=st.dates(date(1, 1, 2), date(9999, 12, 30)), offset=OFFSETS)
def test_a_day_ends_one_microsecond_before_the_next(day: date, offset: int) -> None:
    zone = timezone(timedelta(minutes=offset))
    end = last_instant(day, zone)

    assert end.date() == day
    assert to_micros(end) + 1 == to_micros(datetime(day.year, day.month, day.day, tzinfo=zone)) + DAY
