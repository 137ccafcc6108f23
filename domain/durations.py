"""Durations as people write them in a policy or on a command line: `90s`, `15m`, `3h`, `1d`, `2w`."""

import re

from .errors import InvalidNumber
from .texts import shown

_FORM = re.compile(r"([1-9][0-9]{0,8})\s*(s|m|min|h|d|w)")
_SECONDS = {"s": 1, "m": 60, "min": 60, "h": 3_600, "d": 86_400, "w": 604_800}
_UNITS = (("w", 604_800), ("d", 86_400), ("h", 3_600), ("m", 60))


def seconds(text: object, what: str, low: int, high: int) -> int:
    """Return a duration in seconds.

    Raises:
        InvalidNumber: it is none, or not from `low` to `high` seconds.

    >>> seconds("3h", "a cadence", 60, 86_400)
    10800
    """
    found = _FORM.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise InvalidNumber(f"{what} is {shown(text)}; write a number with s, m, h, d or w, such as 3h")
    number = int(found[1]) * _SECONDS[found[2]]
    if not low <= number <= high:
        raise InvalidNumber(f"{what} is {shown(text)}; it must be from {duration(low)} to {duration(high)}")
    return number


def duration(number: int) -> str:
    """Return seconds as `seconds` reads them, in the largest unit that is exact.

    >>> [duration(number) for number in (90, 900, 10_800, 86_400, 604_800)]
    ['90s', '15m', '3h', '1d', '1w']
    """
    return next((f"{number // size}{unit}" for unit, size in _UNITS if number and not number % size), f"{number}s")
