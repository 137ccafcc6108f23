"""How a proposal names memories: by their first words where these can be read, else by their ids."""

from collections.abc import Iterable

from .state import Dreamt

_CHARS_MAX = 60


def in_order(memories: Iterable[Dreamt]) -> list[Dreamt]:
    """Return memories in the order of their recording, whatever order they come in."""
    return sorted(memories, key=lambda memory: (memory.belief.recorded_position, memory.id))


def quoted(memory: Dreamt, chars_max: int = _CHARS_MAX) -> str:
    """Return the first words of a memory in quotes, on one line of at most `chars_max` characters between them."""
    if memory.words is None:
        return memory.id
    line = " ".join(memory.words.text.split())
    return f'"{line}"' if len(line) <= chars_max else f'"{line[: chars_max - 1].rstrip()}…"'


def times(count: int) -> str:
    """Return how often something was, in words.

    >>> times(0), times(1), times(12)
    ('never', 'once', '12 times')
    """
    return {0: "never", 1: "once"}.get(count, f"{count} times")


def counted(count: int, one: str) -> str:
    """Return how many there are of something.

    >>> counted(1, "active day"), counted(30, "active day"), counted(2, "memory")
    ('1 active day', '30 active days', '2 memories')
    """
    if count == 1:
        return f"1 {one}"
    return f"{count} {one.removesuffix('y')}ies" if one.endswith("ory") else f"{count} {one}s"
