"""The root of all refusals."""

from typing import Self


class RemembrancerError(Exception):
    """Root of everything that Remembrancer refuses; nothing was stored."""

    number: int | None = None
    """Which of several commands that were to be carried out together was refused, from 0."""

    def told_of(self, what: str, after: str = "") -> Self:
        """Return the same refusal with `what` it is about before its message, and something `after` it."""
        same = type(self).__new__(type(self))
        same.__dict__.update(self.__dict__)
        same.args = (f"{what}: {self}{after}",)
        return same
