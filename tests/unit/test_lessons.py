"""Lessons: slugs that can be read and stay, and ages that count days on which somebody was there."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dream_states import TODAY, dreamt, state
from remembrancer.domain.dreams.proposals import Quarantine
from remembrancer.domain.dreams.rotting import propose_rotted
from remembrancer.domain.dreams.state import ActiveDays
from remembrancer.domain.errors import InvalidFile
from remembrancer.domain.lesson_rules import LessonRules
from remembrancer.domain.lessons import SLUG_CHARS_MAX, Titled, full_slug, slug_of, slugs, standing
from remembrancer.domain.policy import Policy, policy_from

TITLES = st.text(max_size=120)


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Réduce the batch size — before 9:00!", "reduce-the-batch-size-before-9-00"),
        ("部署前先备份 keys.db", "部署前先备份-keys-db"),
        ("ＡＢＣ ﬁx", "abc-fix"),
        ("Straße_und Weg", "strasse-und-weg"),
        ("한국어 메모", "한국어-메모"),
        ("../../etc/passwd", "etc-passwd"),
        ("?!", "lesson"),
        ("", "lesson"),
        ("x" * 200, "x" * SLUG_CHARS_MAX),
        ("word " * 40, "-".join(["word"] * 12)),
    ],
)
def test_a_slug_is_the_summary_as_it_can_be_typed(title: str, slug: str) -> None:
    assert slug_of(title) == slug


@given(TITLES)
def test_a_slug_has_letters_digits_and_single_hyphens_and_is_its_own_slug(title: str) -> None:
    slug = slug_of(title)
    assert re.fullmatch(r"[^\W_]+(-[^\W_]+)*", slug)
    assert len(slug) <= SLUG_CHARS_MAX
    assert slug_of(slug) == slug


@given(st.lists(st.tuples(st.sampled_from(["a b", "A, b", "c", None]), st.sampled_from("xy"), st.booleans())))
def test_slugs_are_unique_in_a_scope_as_long_as_the_beginnings_of_ids_are(
    drawn: list[tuple[str | None, str, bool]],
) -> None:
    lessons = [
        Titled(id=f"mem_{number:04d}", scope=scope, title=title, stands=stands)
        for number, (title, scope, stands) in enumerate(drawn)
    ]
    found = slugs(lessons)
    assert found.keys() == {lesson.id for lesson in lessons}
    assert len({(lesson.scope, found[lesson.id]) for lesson in lessons}) == len(lessons)


def test_a_later_lesson_never_takes_a_slug_from_one_that_goes_on() -> None:
    first = Titled(id="mem_aaaa1", scope="s", title="No deploys", stands=True)
    later = Titled(id="mem_bbbb1", scope="s", title="no DEPLOYS", stands=True)
    assert slugs([first]) == {"mem_aaaa1": "no-deploys"}
    assert slugs([first, later]) == {"mem_aaaa1": "no-deploys", "mem_bbbb1": "no-deploys-bbbb"}
    assert full_slug("no-deploys", later.id) == "no-deploys-bbbb"


def test_what_was_superseded_gives_its_slug_to_what_goes_on() -> None:
    old = Titled(id="mem_aaaa1", scope="s", title="No deploys", stands=False)
    new = Titled(id="mem_bbbb1", scope="s", title="No deploys", stands=True)
    assert slugs([old, new]) == {"mem_bbbb1": "no-deploys", "mem_aaaa1": "no-deploys-aaaa"}


def test_a_lesson_is_suspect_from_the_day_that_the_policy_says() -> None:
    assert [standing(days, LessonRules()) for days in (0, 179, 180, 900)] == ["fresh", "fresh", "suspect", "suspect"]


def test_a_lesson_cannot_rot_before_it_is_suspect() -> None:
    with pytest.raises(InvalidFile, match=r"lessons\.rotted_days to 10; it must be 180"):
        policy_from({"version": 2, "lessons": {"rotted_days": 10}})
    with pytest.raises(InvalidFile, match=r"lessons\.suspect_days to 0"):
        policy_from({"version": 2, "lessons": {"suspect_days": 0}})


RULES = Policy(lessons=LessonRules(suspect_days=10, rotted_days=20))


def test_a_lesson_that_nobody_confirmed_for_long_enough_is_proposed_for_quarantine() -> None:
    days = tuple(range(TODAY - 60, TODAY + 1))
    old = dreamt(1, day=TODAY - 20, layer="L4", kind="lesson")
    young = dreamt(2, day=TODAY - 19, layer="L4", kind="lesson")
    practice = dreamt(3, day=TODAY - 60, layer="L4", kind="practice")
    (found,) = propose_rotted(state(old, young, practice, active=ActiveDays(days)), RULES, frozenset())
    assert found.name == "forget/rotted"
    assert found.action == Quarantine(memory=old.id)
    assert found.because == "not confirmed in 20 active days; lessons are doubted for good after 20"
    assert list(propose_rotted(state(old, active=ActiveDays(days)), RULES, frozenset({old.id}))) == []


def test_while_its_agent_sleeps_no_lesson_rots() -> None:
    old = dreamt(1, day=TODAY - 60, layer="L4", kind="lesson")
    assert list(propose_rotted(state(old, active=ActiveDays((TODAY - 60, TODAY))), RULES, frozenset())) == []


def test_a_confirmed_lesson_starts_anew() -> None:
    days = tuple(range(TODAY - 60, TODAY + 1))
    confirmed = dreamt(1, day=TODAY - 60, layer="L4", kind="lesson", touched_on=TODAY - 5)
    assert list(propose_rotted(state(confirmed, active=ActiveDays(days)), RULES, frozenset())) == []


def test_the_order_of_lessons_alone_decides_who_has_a_slug() -> None:
    lessons = [Titled(id=f"mem_{n:04d}", scope="s", title="Same", stands=n % 3 != 0) for n in range(9)]
    again = random.Random(1).sample(lessons, len(lessons))
    again.sort(key=lambda one: one.id)
    assert slugs(again) == slugs(lessons)
