"""Days as seen from the day on which they are named: tomorrow is another day in what was said on another day."""

from msgspec.structs import replace

from .sayings import Saying

OF_HABITS = frozenset({"reflection", "lesson"})
"""Kinds in which it does not matter on which day something was so: what one noticed of oneself today is noticed again
when it is so on another day."""

_AWAY = {
    f"day:{word}": days
    for words, days in (("yesterday 昨天", -1), ("today 今天", 0), ("tomorrow 明天", 1), ("前天", -2), ("后天", 2))
    for word in words.split()
}
"""Values that are days, each with how many days lie between it and the day on which it is named."""


def dated(said: Saying, day: int) -> Saying:
    """Return what was said on a day, counted from 1970, with the days that are meant."""
    if _AWAY.keys().isdisjoint(said.values):
        return said
    return replace(said, values=_meant(said.values, day), sequence=_meant(said.sequence, day))


def _meant(words: tuple[str, ...], day: int) -> tuple[str, ...]:
    return tuple(f"day:{day + _AWAY[word]}" if word in _AWAY else word for word in words)
