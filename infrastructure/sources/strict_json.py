"""JSON that says one thing only: no name twice, no number that JSON lacks, nothing that cannot be stored."""

import json
import math
from typing import Any, cast

from ...domain.errors import InvalidFile, InvalidText
from ...domain.texts import storable

WHOLE_MIN, WHOLE_MAX = -(2**63), 2**64 - 1
"""What readers of JSON keep exact as a whole number of 64 bits."""


class NotJson(InvalidFile):
    """The text ends too early, or is no JSON."""


def parse_object(line: bytes) -> dict[str, Any]:
    """Return the JSON object that a line in UTF-8 holds.

    Raises:
        NotJson: the line is no JSON; it may be a part of some.
        InvalidFile: it is JSON, but no object, or one that can be read in two ways.
    """
    text = decode(line)
    try:
        value: object = _decode(text)
    except json.JSONDecodeError as fault:
        raise NotJson(f"not JSON: {_lower(fault.msg)} at character {fault.pos + 1}") from None
    except RecursionError:
        raise InvalidFile("the JSON is nested too deeply; flatten it") from None
    if not isinstance(value, dict):
        raise InvalidFile(f"an object with names and values is due, not {_kind(value)}")
    found = cast(dict[str, Any], value)
    if "\\u" in text:
        # Only an escape can bring in what UTF-8 itself cannot hold.
        _check_texts(found)
    return found


def decode(data: bytes) -> str:
    """Return bytes as the text that they are in UTF-8.

    Raises:
        InvalidFile: they are something else; the message says which byte.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as fault:
        found = data[fault.start]
        raise InvalidFile(
            f"invalid UTF-8: byte 0x{found:02X} at offset {fault.start}; save the file as UTF-8"
        ) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidFile(f"the name {twice!r} stands twice in one object; keep one")
    return found


def _constant(name: str) -> Any:
    raise InvalidFile(f"{name} is no JSON number; leave it out or write null")


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise InvalidFile(f"the number {digits[:40]} is too large; write it as text")
    return number


def _whole(digits: str) -> int:
    # The length is looked at first: reading thousands of digits takes long and may be refused by Python itself.
    if len(digits) > 20 or not WHOLE_MIN <= int(digits) <= WHOLE_MAX:
        raise InvalidFile(f"the number {digits[:40]} has more than 64 bits; write it as text")
    return int(digits)


_decode = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_float=_float, parse_int=_whole
).decode


def _check_texts(value: Any) -> None:
    match value:
        case str():
            _check_text(value)
        case list():
            for item in cast(list[Any], value):
                _check_texts(item)
        case dict():
            for name, item in cast(dict[str, Any], value).items():
                _check_text(name)
                _check_texts(item)
        case _:
            pass


def _check_text(text: str) -> None:
    try:
        storable(text, "a text")
    except InvalidText as fault:
        raise InvalidFile(str(fault)) from None


def _kind(value: object) -> str:
    names: dict[type, str] = {list: "a list", str: "text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]
