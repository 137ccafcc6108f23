"""A clock that tests set, and that may step back."""

from datetime import UTC, datetime, timedelta


class SettableClock:
    """Says the same time until it is told another."""

    def __init__(self, start: datetime = datetime(2026, 5, 1, 9, tzinfo=UTC)) -> None:
        self.time = start

    def __call__(self) -> datetime:
        return self.time

    def set(self, *moment: int) -> None:
        """Say from now on what `datetime(*moment)` is in UTC."""
        self.time = datetime(*moment, tzinfo=UTC)  # type: ignore[misc,arg-type]

    def forward(self, **duration: float) -> None:
        """Go on by a duration, as `timedelta` takes it; a negative one steps back."""
        self.time += timedelta(**duration)
