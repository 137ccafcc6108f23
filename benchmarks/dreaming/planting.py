"""What every family of planted things is made with: the random numbers, the words, the days, the templates."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import TypeVar

from .diary import Diary
from .shapes import Language
from .wording import Words, filled, plain

_T = TypeVar("_T")

SAID_WITHIN = 20
"""Active days within which notes that belong together are recorded, so that none is archived before they meet."""
LAST_NIGHTS = 3
"""Active days at the end on which nothing is planted, so that each planted thing has its nights."""


class Planter:
    """Plants in one life."""

    def __init__(self, rng: random.Random, diary: Diary, languages: Sequence[Language], size: float) -> None:
        self.rng = rng
        self.diary = diary
        self.languages = tuple(languages)
        self.words = Words(rng)
        self.last = diary.count - 1 - LAST_NIGHTS
        """The last active day on which something is planted."""
        self._size = size

    def number(self, base: int, least: int = 2) -> int:
        """Return how many there are in a life of this size, of `base` in one of size 1."""
        return max(least, round(base * self._size))

    def rounds(
        self, base: int, field: Callable[[Language], Sequence[_T]], least: int = 2
    ) -> Iterator[tuple[int, Language, _T]]:
        """Yield a number, a language and a template of it, each language and template as often as the others."""
        numbers = range(1, self.number(base, least) + 1)
        for number, (language, template) in zip(numbers, self.turns(field), strict=False):
            yield number, language, template

    def turns(self, field: Callable[[Language], Sequence[_T]]) -> Iterator[tuple[Language, _T]]:
        """Yield languages and templates in turn, without end."""
        orders: list[list[_T]] = []
        for language in self.languages:
            templates = list(field(language))
            self.rng.shuffle(templates)
            orders.append(templates)
        for turn in count():
            place, language = turn // len(orders), self.languages[turn % len(orders)]
            templates = orders[turn % len(orders)]
            yield language, templates[place % len(templates)]

    def start(self, span: int, first: int = 0, last: int | None = None) -> int:
        """Return an active day from which `span` more are left before the last one."""
        latest = (self.last if last is None else last) - span
        assert latest >= first, f"the life is too short: {span} active days after day {first} end at {latest + span}"
        return self.rng.randint(first, latest)

    def steps(self, times: int, within: int) -> list[int]:
        """Return so many different days from 0 on, the first one being 0."""
        return [0, *sorted(self.rng.sample(range(1, within + 1), times - 1))]

    def one(self, language: Language, template: str, *others: str) -> tuple[dict[str, str], str]:
        """Return new values for templates that belong together, and the first one filled with them."""
        values = self.words.values(language, (template, *others))
        return values, filled(plain(template), values)


def about(values: dict[str, str]) -> tuple[str, ...]:
    """Return the people that a text with these values is about."""
    return tuple(value for name, value in values.items() if name.startswith("user"))
