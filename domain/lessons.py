"""Lessons: the slugs they go by, and how long one is believed that nobody has seen to hold again."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal

import msgspec

from .dreams.state import ActiveDays, day_of
from .lesson_rules import LessonRules
from .state import Belief

KIND = "lesson"
SLUG_CHARS_MAX = 60
"""A slug ends with the word at which it gets this long; a word that is longer by itself is cut."""
_PLAIN = "lesson"
"""Slug of a lesson whose summary has no letter and no digit, or cannot be read."""
_WORD = re.compile(r"[^\W_]+")
_SUFFIX_CHARS = 4

Standing = Literal["fresh", "suspect"]


class Titled(msgspec.Struct, frozen=True):
    """A lesson with the line that its slug is made of."""

    id: str
    scope: str
    title: str | None
    """Its first summary; None where that cannot be read."""
    stands: bool
    """Whether it goes on: what was superseded or merged gives its slug away."""


def slug_of(title: str) -> str:
    """Return a line as a slug: its letters and digits in lower case, with hyphens between words, accents left out.

    >>> slug_of("Réduce the batch size — before 9:00!")
    'reduce-the-batch-size-before-9-00'
    >>> slug_of("部署前先备份 keys.db")
    '部署前先备份-keys-db'
    """
    folded = unicodedata.normalize("NFKD", title).casefold()
    plain = unicodedata.normalize("NFKC", "".join(sign for sign in folded if not unicodedata.combining(sign)))
    slug = ""
    for word in _WORD.findall(plain):
        joined = f"{slug}-{word}" if slug else word[:SLUG_CHARS_MAX]
        if len(joined) > SLUG_CHARS_MAX:
            break
        slug = joined
    return slug or _PLAIN


def slugs(lessons: Iterable[Titled]) -> dict[str, str]:
    """Return the slug of each lesson, unique in its scope, by id.

    Args:
        lessons: in the order of their recording. Of those of one scope that would have the same slug, the first that
            goes on has it; the others bear the beginning of their id behind it, by which each can be called anyway.
    """
    found: dict[str, str] = {}
    taken: set[tuple[str, str]] = set()
    for lesson in sorted(lessons, key=lambda lesson: not lesson.stands):
        slug = slug_of(lesson.title) if lesson.title is not None else _PLAIN
        if (lesson.scope, slug) in taken:
            slug = full_slug(slug, lesson.id)
        taken.add((lesson.scope, slug))
        found[lesson.id] = slug
    return found


def full_slug(slug: str, memory: str) -> str:
    """Return a slug with the beginning of an id, which names one lesson whatever else there is."""
    return f"{slug}-{memory.partition('_')[2][:_SUFFIX_CHARS]}"


def age_days(belief: Belief, held_at: int, active: ActiveDays) -> int:
    """Return on how many days its agent has been active since a lesson was recorded or last seen to hold.

    Args:
        held_at: when it was last confirmed, revised, restored or released, microseconds; 0: never.
    """
    return active.age(day_of(max(belief.recorded_at, held_at)))


def standing(days: int, rules: LessonRules) -> Standing:
    """Return whether a live lesson is believed without a doubt after so many active days."""
    return "suspect" if days >= rules.suspect_days else "fresh"
