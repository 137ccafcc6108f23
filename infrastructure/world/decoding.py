"""Bytes from outside as text: UTF-8 where they are, else what was declared, else with what cannot be read replaced."""

from __future__ import annotations

import codecs
import re

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""What no store can hold: NUL characters, and lone surrogates, which UTF-7 has."""


def decode(data: bytes, charset: str = "") -> tuple[str, str]:
    """Return a text that can be stored, and what had to be done to read it; nothing if it was plain UTF-8.

    Args:
        charset: the encoding that was declared; one that nobody knows counts as none.
    """
    try:
        return _storable(data.decode("utf-8-sig"), "")
    except UnicodeDecodeError:
        pass
    known = _known(charset)
    if known is not None:
        try:
            return _storable(data.decode(known), f"read as {known}")
        except UnicodeDecodeError:
            pass
    text = data.decode("utf-8-sig", errors="replace")
    as_said = f", nor {charset[:40]}" if charset and known != "utf-8" else ""
    return _storable(text, f"not UTF-8{as_said}: what cannot be read is replaced by U+FFFD")


def _storable(text: str, said: str) -> tuple[str, str]:
    storable, count = _UNSTORABLE.subn("\ufffd", text)
    if not count:
        return text, said
    replaced = "characters that cannot be stored are replaced by U+FFFD"
    return storable, f"{said}; {replaced}" if said else replaced


def _known(charset: str) -> str | None:
    """Return the name of an encoding of text, None if there is none of that name."""
    try:
        found = codecs.lookup(charset)
        "".encode(found.name)
    except (LookupError, ValueError):
        return None
    return found.name
