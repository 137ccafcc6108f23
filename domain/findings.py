"""What a text holds that some layers do not take."""

from collections.abc import Callable

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """Where something was found, and what it looks like. What was found is not repeated: it may be a secret."""

    line: int
    """Counted from one."""
    kind: str
    """`Python`, `a fenced block`, `a GitHub token`, ..."""


SecretFinder = Callable[[str], Finding | None]
"""Finds the first secret of a text."""
