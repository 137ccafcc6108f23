"""What people hand in beside plain arguments: words from files and pipes, times, JSON."""

import os
import re
import sys
from datetime import datetime, tzinfo
from typing import Any

from ..domain.errors import InvalidMetadata, InvalidMoment, InvalidText, NotFound
from ..domain.moments import last_instant, parse_time

STDIN = "-"
_DATE = r"\d{4}-\d{2}-\d{2}"


def words(text: str | None, file: str | None) -> str:
    """Return the words of an argument, a file or stdin; line ends behind the last word are not part of them.

    Raises:
        InvalidText: there are none, they come from two places, or are not UTF-8.
        NotFound: there is no such file.
    """
    if text is not None and file is not None:
        raise InvalidText("the text was given twice, as an argument and with --file; keep one")
    if text is not None and text != STDIN:
        return text
    if STDIN in {text, file} or (file is None and not sys.stdin.isatty()):
        return _decoded(sys.stdin.buffer.read(), "stdin")
    if file is None:
        raise InvalidText("no text: give it as an argument, with --file, or on stdin")
    return _decoded(read_file(file), repr(file))


def _decoded(data: bytes, where: str) -> str:
    try:
        return data.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as fault:
        raise InvalidText(f"{where} is not UTF-8 at byte {fault.start}; convert it") from None


def read_file(path: str) -> bytes:
    """Return the bytes of a file that the caller named.

    Raises:
        NotFound: it cannot be read.
    """
    try:
        with open(path, "rb") as file:
            return file.read()
    except ValueError as fault:  # a NUL in the name
        raise NotFound(f"cannot read {path!r}: {fault}") from None
    except OSError as fault:
        raise NotFound(f"cannot read {os.fsdecode(path)!r}: {fault.strerror}; name a file that can be read") from None


def time_given(text: str | None) -> datetime | None:
    """Return an ISO 8601 time with its zone.

    Raises:
        InvalidMoment: it is none.
    """
    return None if text is None else parse_time(text)


def edge(text: str | None, zone: tzinfo, *, last: bool) -> datetime | None:
    """Return one edge of a span of time: of a bare date its first instant in `zone`, or its `last`.

    Raises:
        InvalidMoment: it is neither a date nor a time with its zone.
    """
    if text is None:
        return None
    if not re.fullmatch(_DATE, text):
        return parse_time(text)
    try:
        day = datetime.fromisoformat(text)
    except ValueError as fault:
        raise InvalidMoment(f"not a date: {text!r} ({fault})") from None
    return last_instant(day.date(), zone) if last else day.replace(tzinfo=zone)


def json_object(text: str | None, what: str) -> dict[str, Any] | None:
    """Return the JSON object that `text` holds; `what` names it in messages.

    Raises:
        InvalidMetadata: it is no JSON, or another value than an object.
    """
    if text is None:
        return None
    import json

    try:
        found = json.loads(text)
    except RecursionError:
        raise InvalidMetadata(f"{what} is nested too deeply; flatten it") from None
    except ValueError as fault:
        raise InvalidMetadata(f'{what} is no JSON: {fault}; write it as \'{{"name": "value"}}\'') from None
    if not isinstance(found, dict):
        raise InvalidMetadata(f"{what} must be a JSON object, not {text[:40]!r}")
    return found  # pyright: ignore[reportUnknownVariableType]  # the domain checks every value


def json_or_text(text: str | None) -> Any:
    """Return the JSON value that `text` is, or the text itself if it is none."""
    if text is None:
        return None
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def changes(pairs: list[str] | None) -> dict[str, Any]:
    """Return the values of `NAME=VALUE`, each a JSON value if it is one, else text; of two for one name the last.

    Raises:
        InvalidMetadata: one has no name, or no value.
    """
    found: dict[str, Any] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not name or not equals:
            raise InvalidMetadata(f"--set takes NAME=VALUE, such as step=3, not {pair[:40]!r}")
        found[name] = json_or_text(value)
    return found


def envelope(file: str) -> dict[str, Any]:
    """Return the envelope that a file holds as a JSON object; `-` is stdin.

    Raises:
        InvalidText, InvalidMetadata: it is not UTF-8, no JSON, or another value than an object.
        NotFound: there is no such file.
    """
    found = json_object(words(None, file), "the envelope")
    assert found is not None, "a text was read"
    return found


def given(**fields: Any) -> dict[str, Any]:
    """Return the fields that were given a value."""
    return {name: value for name, value in fields.items() if value is not None}
