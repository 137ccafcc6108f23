"""Text that is safe to print: what could steer a terminal is shown, not obeyed."""

import re
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

_STEERING = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
"""Control characters (all escape sequences begin with one), overrides of the writing direction, lone surrogates.

Compiled when first used: most answers to a change hold nothing but names of ours.
"""

SHORT_CHARS = 12
"""Length of a shortened id: `mem_` and 8 characters, unique in any store of a practical size."""
CUT = "…"
SIGNATURE_CHARS = 12
"""Length of a shortened signature; commands take 8 digits or more for the whole."""
_UNITS = ((86_400, "day", "days"), (3_600, "h", "h"), (60, "min", "min"), (1, "s", "s"))


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def shown(text: str) -> str:
    r"""Return `text` with its lines, and everything that could steer a terminal as an escape.

    >>> shown("red: \x1b[31m")
    'red: \\x1b[31m'
    """
    return re.sub(_STEERING, _escaped, text.replace("\r\n", "\n").expandtabs(4))


def one_line(text: str) -> str:
    """Return `text` on one line, safe to print."""
    return re.sub(_STEERING, _escaped, re.sub(r"[ \t\r\n\f\v]+", " ", text)).strip()


def short(memory: str) -> str:
    """Return the beginning of an id, which commands take for the whole."""
    return memory[:SHORT_CHARS]


def preview(text: str, chars: int = 500) -> str:
    """Return the beginning of a text on one line."""
    line = one_line(text[: chars * 4])
    return line if len(line) <= chars else line[: chars - 1] + CUT


def stamp(moment: datetime, zone: tzinfo, *, precise: bool = False) -> str:
    """Return a time as people read it, in `zone`: `2026-05-01 14:03Z`, or to the second if `precise`."""
    there = moment.astimezone(zone)
    offset = "Z" if there.utcoffset() == UTC.utcoffset(None) else there.isoformat()[-6:]
    return there.strftime("%Y-%m-%d %H:%M:%S" if precise else "%Y-%m-%d %H:%M") + offset


def day(moment: datetime, zone: tzinfo) -> str:
    """Return a date as people read it, in `zone`."""
    return moment.astimezone(zone).strftime("%Y-%m-%d")


def count(number: int, noun: str, nouns: str | None = None) -> str:
    """Return a number with its noun: `1 memory`, `2,000 memories`."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"


def lasting(duration: timedelta) -> str:
    """Return a duration in its largest unit and the one below it.

    >>> lasting(timedelta(minutes=125, seconds=40))
    '2 h 5 min'
    """
    left = max(int(duration.total_seconds()), 0)
    largest = next((place for place, (size, _, _) in enumerate(_UNITS) if left >= size), len(_UNITS) - 1)
    told: list[str] = []
    for size, one, several in _UNITS[largest : largest + 2]:
        number, left = divmod(left, size)
        if number or not told:
            told.append(f"{number:,} {one if number == 1 else several}")
    return " ".join(told)


def ago(duration: timedelta) -> str:
    """Return how long ago something was: `2 h 5 min ago`, `just now`."""
    return f"{lasting(duration)} ago" if duration >= timedelta(seconds=1) else "just now"


def percent(share: float) -> str:
    """Return a share, 0 to 1, as a percentage: `75 %`."""
    return f"{share * 100:.0f} %"


def value(found: object) -> str:
    """Return a value of some metadata on one line: a text as it is, else as JSON."""
    if isinstance(found, str):
        return one_line(found)
    import msgspec

    return one_line(msgspec.json.encode(found).decode())


def values(found: dict[str, Any]) -> str:
    """Return names with their values on one line: `step: 3, done: ["a"]`."""
    return ", ".join(f"{one_line(name)}: {value(one)}" for name, one in found.items())


def bar(share: float, width: int, mark: float | None = None) -> str:
    """Return a bar that is full up to a share, 0 to 1, with a stroke where a `mark` is.

    >>> bar(0.5, 10, mark=0.8)
    '█████░░░│░'
    """
    full = round(min(max(share, 0), 1) * width)
    cells = [*"█" * full, *"░" * (width - full)]
    if mark is not None:
        cells[min(int(mark * width), width - 1)] = "│"
    return "".join(cells)
