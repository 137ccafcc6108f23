"""Nights by the dates of a zone: each has one run, in order, whatever its clocks do; and what is refused twice."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deciding import event, facts, order
from remembrancer.domain.commands import StartDream
from remembrancer.domain.dreams.proposals import STAGES
from remembrancer.domain.errors import AlreadyDreamt
from remembrancer.domain.moments import SECOND, to_datetime, to_micros
from remembrancer.domain.schedules import ATTEMPTS_MAX, Nightly, due_at, lateness, retry_pause_s

# Zones whose clocks change, and those without a link to a real place, of which some change as well.
ZONES = st.sampled_from(sorted(available_timezones() - {"localtime", "Factory"})) | st.sampled_from(
    ["Europe/Berlin", "Asia/Tehran", "Australia/Lord_Howe", "America/Nuuk", "America/Asuncion", "Africa/Casablanca"]
)
DAYS = st.dates(date(2020, 1, 1), date(2035, 12, 31))
HOURS = st.sampled_from(["04:00", "02:30", "00:30", "00:00", "02:15", "23:30"]) | st.times().map(
    lambda time: time.strftime("%H:%M")
)


def first_instant(day: date, at: str, zone: ZoneInfo) -> datetime:
    """Return the first minute at which the clocks of a zone show a time of a day, or a later one."""
    wanted = datetime.combine(day, datetime.strptime(at, "%H:%M").time())  # noqa: DTZ007  # what clocks show
    minute = wanted.replace(tzinfo=UTC) - timedelta(hours=16)  # no clock is ahead of UTC by as much
    while minute.astimezone(zone).replace(tzinfo=None) < wanted:
        minute += timedelta(minutes=1)
    return minute


@given(ZONES, DAYS, HOURS)
def test_a_night_is_due_when_the_clocks_first_show_its_hour_or_skip_it(name: str, day: date, at: str) -> None:
    zone = ZoneInfo(name)
    assert to_datetime(due_at(day, at, zone)) == first_instant(day, at, zone)


@given(ZONES, DAYS, HOURS)
def test_each_date_has_one_run_and_later_dates_run_later(name: str, day: date, at: str) -> None:
    zone = ZoneInfo(name)
    runs = [due_at(day + timedelta(days=number), at, zone) for number in range(4)]
    assert all(earlier < later for earlier, later in pairwise(runs))


@given(ZONES, DAYS, HOURS, st.integers(0, 86_399_999_999))
def test_every_instant_lies_between_two_nights_in_a_row(name: str, day: date, at: str, micros: int) -> None:
    nightly = Nightly(at, name)
    now = to_micros(datetime.combine(day, datetime.min.time(), tzinfo=UTC)) + micros
    latest, following = nightly.latest_slot(now), nightly.next_slot(now)
    assert latest.due_at <= now < following.due_at
    assert date.fromisoformat(following.name) - date.fromisoformat(latest.name) == timedelta(days=1)
    assert nightly.latest_slot(following.due_at) == following
    assert nightly.next_slot(latest.due_at) == following


@pytest.mark.parametrize(
    ("at", "zone", "day", "due"),
    [
        ("04:00", "Europe/Berlin", "2026-03-29", "2026-03-29T04:00:00+02:00"),
        ("02:30", "Europe/Berlin", "2026-03-29", "2026-03-29T03:00:00+02:00"),
        ("02:30", "Europe/Berlin", "2026-10-25", "2026-10-25T02:30:00+02:00"),
        ("00:30", "Asia/Tehran", "2022-03-22", "2022-03-22T01:00:00+04:30"),
        ("02:15", "Australia/Lord_Howe", "2026-10-04", "2026-10-04T02:30:00+11:00"),
        ("01:45", "Australia/Lord_Howe", "2026-04-05", "2026-04-05T01:45:00+11:00"),
        ("23:30", "America/Nuuk", "2024-03-30", "2024-03-31T00:00:00-01:00"),
    ],
)
def test_an_hour_that_is_skipped_runs_after_the_gap_and_one_that_comes_twice_runs_first(
    at: str, zone: str, day: str, due: str
) -> None:
    assert to_datetime(due_at(date.fromisoformat(day), at, ZoneInfo(zone))) == datetime.fromisoformat(due)


@pytest.mark.parametrize(
    ("at", "zone"), [("02:30", "Europe/Berlin"), ("00:30", "Asia/Tehran"), ("02:15", "Australia/Lord_Howe")]
)
def test_sixteen_years_of_nights_come_once_each_in_order(at: str, zone: str) -> None:
    nightly = Nightly(at, zone)
    now, end = (to_micros(datetime(year, 1, 1, 12, tzinfo=UTC)) for year in (2020, 2036))
    names: list[str] = []
    while (slot := nightly.next_slot(now)).due_at < end:
        names.append(slot.name)
        now = slot.due_at
    first = date(2020, 1, 2)
    days = (date(2036, 1, 1) - first).days + 1
    assert names == [(first + timedelta(days=number)).isoformat() for number in range(days)]


def test_what_fails_is_tried_again_after_pauses_that_double_and_then_given_up() -> None:
    pauses = [retry_pause_s(attempt) for attempt in range(1, ATTEMPTS_MAX + 2)]
    assert pauses == [60, 120, 240, 480, 960, None, None]


@pytest.mark.parametrize(
    ("late_s", "said"), [(0, None), (119, None), (120, "2 min late"), (7_199, "120 min late"), (10_700, "3 h late")]
)
def test_a_run_says_how_late_it_is_from_two_minutes_on(late_s: int, said: str | None) -> None:
    assert lateness(late_s) == said


def start(**said: object) -> StartDream:
    return order(StartDream, run="drm_2", trigger="night", stages=STAGES, **said)


def test_a_night_that_a_dream_took_is_refused_with_the_run_that_took_it() -> None:
    known = facts()
    known.nights["2026-05-03"] = "drm_1"
    with pytest.raises(AlreadyDreamt, match=r"the night of 2026-05-03 \(run drm_1\)"):
        event(known, start(slot="2026-05-03", due_at=1))
    assert event(known, start(slot="2026-05-04", due_at=1)).slot == "2026-05-04"


def test_a_dream_that_was_due_before_another_one_did_anything_is_refused() -> None:
    known = facts()
    known.dreamt_at = 5 * SECOND
    with pytest.raises(AlreadyDreamt, match="since 1970-01-01T00:00:04"):
        event(known, start(due_at=4 * SECOND))
    assert event(known, start(due_at=5 * SECOND)).due_at == 5 * SECOND
    assert event(known, start()).due_at is None, "whoever asks for a dream gets one"
