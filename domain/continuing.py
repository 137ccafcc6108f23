"""Whether a text goes on behind something: only then it can correct it. Asked before the rules of corrections load."""

import re

_PARTS = re.compile(r"(?:[.!?;]\s|[。！？；\n]|\s[-–—]{1,2}\s|——)\s*\S")
_CHARS_MAX = 4_000


def has_parts(text: str) -> bool:
    """Say whether a text has more than one sentence or line."""
    return _PARTS.search(text.strip(), 0, _CHARS_MAX) is not None


def behind(standing: str, text: str) -> str | None:
    """Return what a text says behind a line that it begins with; None if it does not, or says nothing more."""
    text, line = text[:_CHARS_MAX].strip(), standing.strip()
    bare = line.rstrip(".。!！;； ")
    if not bare or not text.casefold().startswith(bare.casefold()) or len(text) <= len(line) + 1:
        return None
    return text[len(bare) :].lstrip(".。!！;；, \n") or None
