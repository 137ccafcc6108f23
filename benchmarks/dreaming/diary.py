"""The days of a life: which ones are active, and the acts of each, in order of time."""

import random
from datetime import datetime, timedelta
from typing import Literal

from .acts import Act, Contradict, Record

SLEEPS = ((0.17, 7), (0.42, 10), (0.69, 25))
"""Where each sleep begins, as a share of the life, and how many days it takes."""
WITH_SLEEPS_FROM = 120
"""Days of the shortest life that has sleeps."""
JITTER = 3

Part = Literal["any", "early", "middle", "late"]
_HOURS: dict[Part, tuple[int, int]] = {"any": (7, 23), "early": (7, 12), "middle": (13, 17), "late": (18, 22)}


class Diary:
    """Takes acts by active day, numbered from 0; nothing happens on the other days, nor before 7:00."""

    def __init__(self, rng: random.Random, days: int, begin: datetime) -> None:
        self._rng = rng
        self._begin = begin
        self._acts: list[Act] = []
        self._used: set[datetime] = set()
        self.sleeps = _sleeps(rng, days)
        asleep = {day for first, last in self.sleeps for day in range(first, last + 1)}
        self.active = [day not in asleep for day in range(days)]
        self._days = [day for day, active in enumerate(self.active) if active]
        self.records: list[tuple[int, Record]] = []
        """With their active days, in the order in which they were put."""

    @property
    def count(self) -> int:
        """How many days are active."""
        return len(self._days)

    def time(self, index: int, part: Part = "any") -> datetime:
        """Return a moment of an active day that nothing else has."""
        first, last = _HOURS[part]
        day = self._begin + timedelta(days=self._days[index])
        while True:
            at = day + timedelta(seconds=self._rng.randrange(first * 3600, last * 3600))
            if at not in self._used:
                self._used.add(at)
                return at

    def after(self, at: datetime, minutes: int) -> datetime:
        """Return a moment at least some minutes after another one that nothing else has."""
        later = at + timedelta(minutes=minutes)
        while later in self._used:
            later += timedelta(seconds=1)
        self._used.add(later)
        return later

    def put(self, act: Act) -> None:
        """Take an act."""
        self._acts.append(act)

    def record(
        self,
        index: int,
        label: str,
        text: str,
        *,
        part: Part = "any",
        evidence: tuple[str, ...] = (),
        subjects: tuple[str, ...] = (),
        **fields: str | int | None,
    ) -> Record:
        """Take the recording of a memory on an active day; fields that are None are left out."""
        given = {name: value for name, value in fields.items() if value is not None}
        about = {"subjects": list(subjects)} if subjects else {}
        act = Record(at=self.time(index, part), label=label, fields={"text": text, **given, **about}, evidence=evidence)
        self._acts.append(act)
        self.records.append((index, act))
        return act

    def contradict(self, index: int, old: str, new: str) -> None:
        """Take that a memory is contradicted by another one, recorded on that day before the evening."""
        self._acts.append(Contradict(at=self.time(index, "late"), label=old, by=new))

    def days(self) -> list[list[Act]]:
        """Return the acts of each day of the calendar."""
        found: list[list[Act]] = [[] for _ in self.active]
        for act in sorted(self._acts, key=lambda act: act.at):
            found[(act.at - self._begin).days].append(act)
        return found


def _sleeps(rng: random.Random, days: int) -> tuple[tuple[int, int], ...]:
    if days < WITH_SLEEPS_FROM:
        return ()
    firsts = [round(share * days) + rng.randint(-JITTER, JITTER) for share, _ in SLEEPS]
    return tuple((first, first + length - 1) for first, (_, length) in zip(firsts, SLEEPS, strict=True))
