"""Ids: `mem_` and 16 characters of Crockford's base32 (lower case, without i, l, o, u), 80 random bits."""

import re

from .errors import InvalidName
from .texts import shown

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ID_CHARS = 16
PREFIX_CHARS_MIN = 4
MEMORY = "mem_"
COMMAND = "cmd_"
DREAM = "drm_"
SUGGESTION = "sug_"
HOLD = "hold_"
CLAIM = "clm_"

_PAIRS = [a + b for a in ALPHABET for b in ALPHABET]
_CHARS = re.compile(rf"[{ALPHABET}]{{{PREFIX_CHARS_MIN},{ID_CHARS}}}")


def base32(data: bytes) -> str:
    """Return `data` in Crockford's base32; a length in bytes that is a multiple of 5 gives 8 characters per 5 bytes."""
    number = int.from_bytes(data, "big")
    chars = len(data) * 8 // 5
    return "".join(ALPHABET[(number >> shift) & 31] for shift in range((chars - 1) * 5, -1, -5))


def make_id(prefix: str, random: bytes) -> str:
    """Return an id from 10 random bytes.

    >>> make_id("mem_", bytes(10))
    'mem_0000000000000000'
    """
    number = int.from_bytes(random, "big")
    return prefix + "".join([_PAIRS[(number >> shift) & 1023] for shift in range(70, -1, -10)])


def abbreviated(text: object, prefix: str = MEMORY, said_by: str = "record") -> str:
    """Return `text`, the whole of an id or its first 4 or more characters with or without `prefix`, as an id prefix.

    Args:
        said_by: the command that prints such ids, for the message.

    Raises:
        InvalidName: it cannot be the beginning of an id.
    """
    chars = text.strip().lower().removeprefix(prefix) if isinstance(text, str) else ""
    if not _CHARS.fullmatch(chars):
        raise InvalidName(
            f"not an id: {shown(text)}; give `{prefix}` and at least {PREFIX_CHARS_MIN} characters as `{said_by}` "
            "printed it: digits, and letters without i, l, o and u"
        )
    return prefix + chars
