"""Time words: what a question in English or Chinese means by yesterday, and what it does not."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.moments import to_micros
from remembrancer.domain.time_words import spans

NOW = datetime(2026, 5, 13, 15, 30, tzinfo=UTC)
"""A Wednesday."""


def days(query: str, now: datetime = NOW) -> list[tuple[str, str]]:
    """Return the first and last day of each time that a question names."""
    found: list[tuple[str, str]] = []
    for span in spans(query, now):
        first, after = (datetime.fromtimestamp(at / 1e6, now.tzinfo) for at in (span.begin, span.end))
        assert (first.hour, after.hour) == (0, 0)
        assert span.words in query
        found.append((f"{first:%Y-%m-%d}", f"{after - timedelta(days=1):%Y-%m-%d}"))
    return found


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        ("what happened today?", "2026-05-13", "2026-05-13"),
        ("what did she say YESTERDAY", "2026-05-12", "2026-05-12"),
        ("this week", "2026-05-11", "2026-05-17"),
        ("last week's plan", "2026-05-04", "2026-05-10"),
        ("this month", "2026-05-01", "2026-05-31"),
        ("last month", "2026-04-01", "2026-04-30"),
        ("this year", "2026-01-01", "2026-12-31"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("3 days ago", "2026-05-10", "2026-05-10"),
        ("three days ago", "2026-05-10", "2026-05-10"),
        ("a day ago", "2026-05-12", "2026-05-12"),
        ("two weeks ago", "2026-04-26", "2026-05-02"),
        ("a month ago", "2026-03-29", "2026-04-28"),
        ("on Monday", "2026-05-11", "2026-05-11"),
        ("last Wednesday", "2026-05-06", "2026-05-06"),
        ("last friday", "2026-05-08", "2026-05-08"),
        ("last May", "2026-05-01", "2026-05-31"),
        ("in June", "2025-06-01", "2025-06-30"),
        ("in June 2024", "2024-06-01", "2024-06-30"),
        ("on May 3", "2026-05-03", "2026-05-03"),
        ("May 20th", "2025-05-20", "2025-05-20"),
        ("7 July, 2023", "2023-07-07", "2023-07-07"),
        ("the 2nd of March", "2026-03-02", "2026-03-02"),
        ("in 2024", "2024-01-01", "2024-12-31"),
        ("since 2026-02-28", "2026-02-28", "2026-02-28"),
        ("今天说了什么", "2026-05-13", "2026-05-13"),
        ("昨天的会议", "2026-05-12", "2026-05-12"),
        ("前天", "2026-05-11", "2026-05-11"),
        ("这周", "2026-05-11", "2026-05-17"),
        ("上周讨论了什么", "2026-05-04", "2026-05-10"),
        ("上个星期", "2026-05-04", "2026-05-10"),
        ("上周三", "2026-05-06", "2026-05-06"),
        ("上星期天", "2026-05-10", "2026-05-10"),
        ("本月", "2026-05-01", "2026-05-31"),
        ("上个月", "2026-04-01", "2026-04-30"),
        ("上月", "2026-04-01", "2026-04-30"),
        ("今年", "2026-01-01", "2026-12-31"),
        ("去年", "2025-01-01", "2025-12-31"),
        ("三天前", "2026-05-10", "2026-05-10"),
        ("十五天前", "2026-04-28", "2026-04-28"),
        ("二十天前", "2026-04-23", "2026-04-23"),
        ("大前天", "2026-05-10", "2026-05-10"),
        ("上上周", "2026-04-27", "2026-05-03"),
        ("上上周三", "2026-04-29", "2026-04-29"),
        ("前年", "2024-01-01", "2024-12-31"),
        ("去年五月", "2025-05-01", "2025-05-31"),
        ("十二月", "2025-12-01", "2025-12-31"),
        ("五月三日", "2026-05-03", "2026-05-03"),
        ("去年十一月二十五号", "2025-11-25", "2025-11-25"),
        ("三個星期前", "2026-04-19", "2026-04-25"),
        ("上個月", "2026-04-01", "2026-04-30"),
        ("上週三", "2026-05-06", "2026-05-06"),
        ("3天之前", "2026-05-10", "2026-05-10"),
        ("两周前", "2026-04-26", "2026-05-02"),
        ("两个月前", "2026-02-27", "2026-03-29"),
        ("5月3日", "2026-05-03", "2026-05-03"),
        ("5月20号", "2025-05-20", "2025-05-20"),
        ("11月", "2025-11-01", "2025-11-30"),
        ("2024年6月", "2024-06-01", "2024-06-30"),
        ("2023年12月31日", "2023-12-31", "2023-12-31"),
        ("2024年", "2024-01-01", "2024-12-31"),
    ],
)
def test_a_question_that_names_a_time_means_these_days(query: str, first: str, last: str) -> None:
    assert days(query) == [(first, last)]


@pytest.mark.parametrize(
    "query",
    [
        "", "what may we do?", "march on", "the month", "a day", "last", "yesterdays", "ubuntu 20.04", "version 2024",
        "may I", "on February 30", "2月30日", "0 of May", "13月", "2026-13-01", "in 3024", "天天", "日前", "周",
        "年", "40 May", "five factors", "十全十美", "ago", "0月3日", "13月3日",
    ],
)  # fmt: skip
def test_a_question_that_names_no_time_means_none(query: str) -> None:
    assert days(query) == []


def test_a_question_may_name_several_times() -> None:
    assert days("yesterday or last week, 还是去年?") == [
        ("2026-05-12", "2026-05-12"),
        ("2026-05-04", "2026-05-10"),
        ("2025-01-01", "2025-12-31"),
    ]


@pytest.mark.parametrize(
    ("query", "first"),
    [("the day before yesterday", "2026-05-11"), ("May 20 2024", "2024-05-20"), ("2024年5月20日", "2024-05-20")],
)
def test_a_longer_name_of_a_time_is_not_taken_for_the_shorter_one_in_it(query: str, first: str) -> None:
    assert days(query) == [(first, first)]


def test_days_begin_at_midnight_of_the_zone_that_is_meant() -> None:
    shanghai = datetime(2026, 5, 13, 0, 30, tzinfo=ZoneInfo("Asia/Shanghai"))
    (span,) = spans("yesterday", shanghai)
    assert span.begin == to_micros(datetime(2026, 5, 11, 16, tzinfo=UTC))
    assert span.end == to_micros(datetime(2026, 5, 12, 16, tzinfo=UTC))


def test_a_day_on_which_clocks_change_is_as_long_as_it_was() -> None:
    berlin = datetime(2026, 3, 30, 12, tzinfo=ZoneInfo("Europe/Berlin"))
    (span,) = spans("yesterday", berlin)
    assert span.end - span.begin == 23 * 3600 * 1_000_000


@pytest.mark.parametrize(
    "today", [date(2024, 2, 29), date(2026, 1, 1), date(2026, 12, 31), date(1, 1, 1), date(9999, 12, 31)]
)
@pytest.mark.parametrize(
    "query",
    ["last month", "去年", "a year ago", "999 years ago", "February 29", "2月29日", "十年前", "last week", "today"],
)
def test_no_day_of_the_calendar_is_a_reason_to_fail(today: date, query: str) -> None:
    found = spans(query, datetime(today.year, today.month, today.day, 12, tzinfo=UTC))
    assert all(span.begin < span.end for span in found)


PIECES = st.sampled_from(
    [
        *(
            "last",
            "this",
            "may",
            "March",
            "week",
            "month",
            "year",
            "days",
            "ago",
            "on",
            "in",
            "of",
            "a",
            "few",
            "three",
        ),
        *("30", "31", "2024", "0", "99", "-", "/", "st"),
        *("上", "周", "月", "年", "日", "天", "前", "三", "十", "几", "个", "星期", "去年"),
    ]
)


@given(
    st.text() | st.lists(PIECES, max_size=8).map(" ".join) | st.lists(PIECES, max_size=8).map("".join),
    st.datetimes(timezones=st.just(UTC)),
)
def test_any_question_at_any_time_is_answered(query: str, now: datetime) -> None:
    assert all(span.begin < span.end and span.words in query for span in spans(query, now))
