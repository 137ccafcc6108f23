"""What people may hand in: texts, names, numbers, metadata. Each check refuses with what to do."""

import math
import re
from typing import Any, cast

from .errors import InvalidMetadata, InvalidName, InvalidNumber, InvalidText

NAME_CHARS_MAX = 200
NAME_BYTES_MAX = 4 * NAME_CHARS_MAX
METADATA_DEPTH_MAX = 20
SHOWN_CHARS_MAX = 70
INTEGER_BITS_MAX = 10_000
"""Of a whole number within metadata: Python reads and writes no decimal number of more than 4,300 digits."""

_AGENT = re.compile(r"\w[\w.\-]{0,63}")
_CATEGORY = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
_PERSON = re.compile(r"user:\S(?:.*\S)?")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def shown(value: object) -> str:
    """Return any value as a message can show it: on one line, of the length of a short sentence at most."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write whole numbers of more than 4,300 digits
        return f"a {type(value).__name__} that is too long to show"
    return text if len(text) <= SHOWN_CHARS_MAX else f"{text[:SHOWN_CHARS_MAX]}…"


def storable(text: str, what: str) -> str:
    """Return `text` if every store and export can hold it as it is.

    Raises:
        InvalidText: it holds a NUL character or a lone surrogate.
    """
    found = _UNSTORABLE.search(text)
    if found:
        name = "a NUL character" if found[0] == "\x00" else f"the lone surrogate U+{ord(found[0]):04X}"
        raise InvalidText(f"{what} holds {name} at character {found.start()}; remove it")
    return text


def check_text(text: object, what: str, bytes_max: int) -> str:
    """Return `text` as given if it says something and fits.

    Raises:
        InvalidText: it is no string, blank, longer than `bytes_max` bytes of UTF-8, or cannot be stored.
    """
    if not isinstance(text, str):
        raise InvalidText(f"{what} must be text, not {type(text).__name__}")
    if not text.strip():
        raise InvalidText(f"{what} is empty; give it words")
    storable(text, what)
    # Counting bytes costs a copy, so it is done only where characters alone leave doubt.
    if len(text) * 4 > bytes_max and (size := len(text.encode())) > bytes_max:
        raise InvalidText(f"{what} has {size} bytes, over the limit of {bytes_max}; shorten or split it")
    return text


def check_line(text: object, what: str, chars_max: int = NAME_CHARS_MAX) -> str:
    """Return `text` if it is one line of at most `chars_max` characters, without blanks around it.

    Raises:
        InvalidText: it is not.
    """
    line = check_text(text, what, chars_max * 4)
    # With a character behind it, `splitlines` shows a line break at the end as well.
    if len(f"{line}.".splitlines()) > 1:
        raise InvalidText(f"{what} must be one line; it holds a line break")
    if len(line) > chars_max:
        raise InvalidText(f"{what} must be one line of at most {chars_max} characters; it has {len(line)}")
    if line != line.strip():
        raise InvalidText(f"{what} begins or ends with a blank: {line[:40]!r}; remove it")
    return line


def check_agent(name: object) -> str:
    """Return an agent's name: letters, digits, `_`, `.` and `-`, at most 64, in any script.

    Raises:
        InvalidName: it is not one.
    """
    if not isinstance(name, str) or not _AGENT.fullmatch(name):
        raise InvalidName(f"not an agent's name: {shown(name)}; use up to 64 letters, digits, '_', '.' or '-'")
    return name


def check_person(actor: object) -> str:
    """Return an actor that is a person, in the form `user:NAME`.

    Raises:
        InvalidName: it is not.
    """
    if not isinstance(actor, str) or not _PERSON.fullmatch(actor):
        raise InvalidName(f"not a person: {shown(actor)}; write user:NAME")
    return check_line(actor, "person")


def check_category(category: object) -> str:
    """Return a category: a slug of at most 32 ASCII characters. It is stored in clear.

    Raises:
        InvalidName: it is not one.
    """
    if not isinstance(category, str) or not _CATEGORY.fullmatch(category):
        raise InvalidName(f"not a category: {shown(category)}; use up to 32 of a-z, 0-9, '_' and '-'")
    return category


def check_range(number: object, what: str, low: int, high: int) -> int:
    """Return a whole number from `low` to `high`.

    Raises:
        InvalidNumber: it is not.
    """
    if isinstance(number, bool) or not isinstance(number, int):
        raise InvalidNumber(f"{what} must be a whole number from {low} to {high}, not {shown(number)}")
    if not low <= number <= high:
        raise InvalidNumber(f"{what} is {shown(number)}; it must be from {low} to {high}")
    return number


def tenths(number: object, what: str) -> int:
    """Return a confidence of 1 to 10; a share such as 0.8 counts as tenths.

    Raises:
        InvalidNumber: it is neither.
    """
    if isinstance(number, float) and 0 <= number <= 1:
        return max(round(number * 10), 1)
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 10:
        raise InvalidNumber(f"{what} must be from 1 to 10, or a share such as 0.8, not {shown(number)}")
    return number


def check_metadata(value: object) -> dict[str, Any]:
    """Return metadata: a JSON object with finite numbers, storable texts and at most 20 levels.

    Raises:
        InvalidMetadata, InvalidText: it is not.
    """
    if not isinstance(value, dict):
        raise InvalidMetadata(f"metadata must be an object with names and values, not {type(value).__name__}")
    _check_json(cast("object", value), "metadata", METADATA_DEPTH_MAX)
    return cast("dict[str, Any]", value)


def _check_json(value: object, where: str, depth: int) -> None:
    if depth == 0:
        raise InvalidMetadata(f"metadata is nested deeper than {METADATA_DEPTH_MAX} levels; flatten it")
    match value:
        case int() if value.bit_length() > INTEGER_BITS_MAX:
            raise InvalidMetadata(f"{where} is a whole number of {value.bit_length()} bits; write it as text")
        case None | bool() | int():
            return
        case str():
            storable(value, where)
        case float():
            if not math.isfinite(value):
                raise InvalidMetadata(f"{where} is {value}; JSON has no such number")
        case list() | tuple():
            for index, item in enumerate(cast("list[object]", value)):
                _check_json(item, f"{where}[{index}]", depth - 1)
        case dict():
            for name, item in cast("dict[object, object]", value).items():
                if not isinstance(name, str):
                    raise InvalidMetadata(f"{where} has the name {shown(name)}; names must be text")
                storable(name, f"a name in {where}")
                _check_json(item, f"{where}.{name}", depth - 1)
        case _:
            raise InvalidMetadata(
                f"{where} is a {type(value).__name__}; use text, numbers, true, false, null, lists and objects"
            )
