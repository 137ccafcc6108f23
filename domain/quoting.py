"""Whether a text repeats a piece of another one, whatever stands around it."""

from collections.abc import Iterable

WIDE = 0x2E80
"""Characters from here on are of scripts in which a few of them make a phrase."""


def pieces(text: str, chars: int) -> set[str]:
    """Return every run of so many characters of a text, in small letters; of a shorter text itself.

    >>> sorted(pieces("Abcd", 3))
    ['abc', 'bcd']
    """
    small = text.casefold()
    return {small[at : at + chars] for at in range(max(len(small) - chars + 1, 1))} if small else set()


def quotes(text: str, others: Iterable[str], chars: int) -> bool:
    """Say whether a text shares a run of `chars` characters with one of some others, or of half as many wide ones."""
    mine = pieces(text, chars)
    wide = {piece for piece in pieces(text, max(chars // 2, 1)) if all(ord(character) >= WIDE for character in piece)}
    for other in others:
        if len(other) >= chars and not mine.isdisjoint(pieces(other, chars)):
            return True
        if wide and not wide.isdisjoint(pieces(other, max(chars // 2, 1))):
            return True
    return False
