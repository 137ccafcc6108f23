"""Text that is safe to print: what could steer a terminal is shown, not obeyed."""

import re
from datetime import UTC, datetime, tzinfo

_STEERING = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
"""Control characters (all escape sequences begin with one), overrides of the writing direction, lone surrogates.

Compiled when first used: most answers to a change hold nothing but names of ours.
"""

SHORT_CHARS = 12
"""Length of a shortened id: `mem_` and 8 characters, unique in any store of a practical size."""
CUT = "…"


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
