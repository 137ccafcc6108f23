"""Words of a query that name a time, in English and Chinese: what happened then is preferred, nothing is shut out."""

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta, tzinfo

import msgspec

from .moments import to_micros

Days = tuple[date, date]
"""First and last day."""


class Span(msgspec.Struct, frozen=True):
    """A time that a query names, in microseconds since 1970 UTC, half-open, and the words that name it."""

    begin: int
    end: int
    words: str


_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
           "november", "december")  # fmt: skip
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
            "nine": 9, "ten": 10, "一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8,
            "九": 9, "十": 10, "几": 3, "few": 3}  # fmt: skip
_UNITS = {
    "day": 1,
    "天": 1,
    "日": 1,
    "week": 7,
    "周": 7,
    "星期": 7,
    "个星期": 7,
    "month": 30,
    "个月": 30,
    "year": 365,
    "年": 365,
}
_AMOUNT = r"(\d{1,3}|a few|a|an|one|two|three|four|five|six|seven|eight|nine|ten)"
_ZH_TENS = "[一二三四五六七八九]?十[一二三四五六七八九]?"
_ZH_AMOUNT = rf"(?<![\d一二三四五六七八九十百千])(\d{{1,3}}|{_ZH_TENS}|[一两二三四五六七八九几])"
_ZH_MONTH = r"(?<![\d一二三四五六七八九十])(\d{1,2}|十[一二]?|[一二三四五六七八九])月"
_SIMPLIFIED = str.maketrans("個週這兩幾號", "个周这两几号")
_ZH_WEEKDAYS = "一二三四五六日"
_YEAR = r"(?:,?\s+((?:19|20)\d{2}))?"


def spans(query: str, now: datetime) -> list[Span]:
    """Return the times that a query names, as its words mean them at `now`, whose zone is the one meant."""
    found: list[tuple[int, int, Span]] = []
    simplified = query.translate(_SIMPLIFIED)
    for pattern, days in _RULES:
        for match in pattern.finditer(simplified):
            try:
                first, last = days(match, now.date())
                begin, end = _start(first, now.tzinfo), _start(last + timedelta(days=1), now.tzinfo)
            except (ValueError, OverflowError):
                continue  # no such day in the calendar
            found.append((*match.span(), Span(begin, end, query[slice(*match.span())])))
    return [span for start, stop, span in found if not any(_inside(start, stop, other) for *other, _ in found)]


def _inside(start: int, stop: int, other: list[int]) -> bool:
    """Say whether words are a part of others: "yesterday" of "the day before yesterday"."""
    return other[0] <= start and stop <= other[1] and (start, stop) != (other[0], other[1])


def _start(day: date, zone: tzinfo | None) -> int:
    return to_micros(datetime.combine(day, time(), zone))


def _month(year: int, month: int) -> Days:
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def _ago(amount: str, unit: str, today: date) -> Days:
    """Return the days that "three weeks ago" means: half a unit before and after count as well."""
    count, days = _number(amount.removeprefix("a ")), _UNITS[unit]
    middle, slack = today - timedelta(days=count * days), timedelta(days=days // 2)
    return middle - slack, middle + slack


def _number(word: str) -> int:
    if word.isdecimal():
        return int(word)
    tens, ten, ones = word.partition("十")
    if not ten:
        return _NUMBERS[word]
    return 10 * (_NUMBERS[tens] if tens else 1) + (_NUMBERS[ones] if ones else 0)


def _week(today: date, back: int) -> Days:
    monday = today - timedelta(days=today.weekday() + 7 * back)
    return monday, monday + timedelta(days=6)


def _month_named(name: str) -> int:
    return _MONTHS.index(name.lower()) + 1


def _last_month_named(name: str, year: str | None, today: date) -> Days:
    month = _month_named(name)
    return _month(int(year) if year else today.year - (month > today.month), month)


def _last_weekday(number: int, today: date) -> Days:
    day = today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)
    return day, day


def _months_back(today: date, back: int) -> Days:
    month = today.year * 12 + today.month - 1 - back
    return _month(month // 12, month % 12 + 1)


def _one(day: date) -> Days:
    return day, day


def _day_of_month(month: int, day: str, year: str | None, today: date) -> Days:
    found = date(int(year) if year else today.year, month, int(day))
    return _one(found if year or found <= today else found.replace(year=found.year - 1))


def _zh_date(match: "re.Match[str]", today: date) -> Days:
    year, month, day = match[1], _number(match[3]), match[4]
    if match[2]:
        year = str(today.year - "今去前".index(match[2]))
    if day:
        return _day_of_month(month, str(_number(day)), year, today)
    return _month(int(year) if year else today.year - (month > today.month), month)


def _rules() -> Iterator[tuple[str, Callable[["re.Match[str]", date], Days]]]:
    months, weekdays = "|".join(_MONTHS), "|".join(_WEEKDAYS)
    back = timedelta
    yield r"\btoday\b|今天|今日", lambda _, today: _one(today)
    yield r"\byesterday\b|昨天|昨日", lambda _, today: _one(today - back(days=1))
    yield r"\bday before yesterday\b|(?<!大)前天", lambda _, today: _one(today - back(days=2))
    yield "大前天", lambda _, today: _one(today - back(days=3))
    yield r"\bthis week\b|这周|本周|这个星期", lambda _, today: _week(today, 0)
    yield r"\blast week\b|(?<!上)上(?:周|个?星期)(?![一二三四五六日天])", lambda _, today: _week(today, 1)
    yield r"上上(?:周|个?星期)(?![一二三四五六日天])", lambda _, today: _week(today, 2)
    yield r"\bthis month\b|这个月|本月", lambda _, today: _months_back(today, 0)
    yield r"\blast month\b|(?<!上)上个?月", lambda _, today: _months_back(today, 1)
    yield r"\bthis year\b|今年", lambda _, today: (date(today.year, 1, 1), date(today.year, 12, 31))
    yield r"\blast year\b|去年", lambda _, today: (date(today.year - 1, 1, 1), date(today.year - 1, 12, 31))
    yield "前年", lambda _, today: (date(today.year - 2, 1, 1), date(today.year - 2, 12, 31))
    yield rf"\b{_AMOUNT} (day|week|month|year)s? ago\b", lambda m, today: _ago(m[1].lower(), m[2].lower(), today)
    yield rf"{_ZH_AMOUNT}(天|日|周|个?星期|个月|年)(?:之|以)?前", lambda m, today: _ago(m[1], m[2], today)
    yield rf"\b(?:last |on )({weekdays})\b", lambda m, today: _last_weekday(_WEEKDAYS.index(m[1].lower()), today)
    yield (
        r"(上{1,2})(?:周|个?星期)([一二三四五六日天])",
        lambda m, today: _one(_week(today, len(m[1]))[0] + back(days=_ZH_WEEKDAYS.index(m[2].replace("天", "日")))),
    )
    yield (
        rf"\b({months})\s+(\d{{1,2}})(?:st|nd|rd|th)?\b{_YEAR}",
        lambda m, today: _day_of_month(_month_named(m[1]), m[2], m[3], today),
    )
    yield (
        rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?({months})\b{_YEAR}",
        lambda m, today: _day_of_month(_month_named(m[2]), m[1], m[3], today),
    )
    yield (
        rf"\b(?:in|last|since|during)\s+({months})\b(?!\s+\d{{1,2}}\b){_YEAR}",
        lambda m, today: _last_month_named(m[1], m[2], today),
    )
    day = rf"\d{{1,2}}|{_ZH_TENS}|[一二三四五六七八九]"
    yield rf"(?:((?:19|20)\d{{2}})年|([今去前])年)?{_ZH_MONTH}(?!前)(?:({day})[日号])?", _zh_date
    yield (
        r"\b(?:in\s+)((?:19|20)\d{2})\b|((?:19|20)\d{2})年(?!\d)",
        lambda m, _: (
            date(int(m[1] or m[2]), 1, 1),
            date(int(m[1] or m[2]), 12, 31),
        ),
    )
    yield r"\b((?:19|20)\d{2})-(\d{2})-(\d{2})\b", lambda m, _: _one(date(int(m[1]), int(m[2]), int(m[3])))


_RULES = tuple((re.compile(pattern, re.IGNORECASE), days) for pattern, days in _rules())
