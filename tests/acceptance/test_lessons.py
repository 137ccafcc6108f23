"""Lessons: an index that links, one that is opened, what grows old, and the way that each has come."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from command_line import Run, assert_refused
from remembrancer import AmbiguousId, InvalidText, LessonIncomplete, Remembrancer, UnknownLesson
from remembrancer.application.agent import Agent
from settable_clock import SettableClock

POLICY = {"version": 2, "lessons": {"suspect_days": 3, "rotted_days": 5}}


def lesson(agent: Agent, summary: str = "Test backups weekly", text: str = "Backups fail unseen", **more: Any) -> str:
    """Record a lesson and return its id."""
    said: dict[str, Any] = {"kind": "lesson", "summary": summary, "trigger": "the restore of March failed", **more}
    return agent.record(text, **said).id


def live(agent: Agent, clock: SettableClock, days: int) -> None:
    """Have an agent do something on each of some days to come."""
    for day in range(days):
        clock.time += timedelta(days=1)
        agent.record(f"Day {day} of {clock.time:%Y-%m-%d}")


@pytest.fixture
def clock() -> SettableClock:
    return SettableClock()


@pytest.fixture
def memory(tmp_path: Path, clock: SettableClock) -> Remembrancer:
    memory = Remembrancer.open(tmp_path / "memory", clock=clock)
    memory.adopt_policy(POLICY, by="user:ann")
    return memory


def test_a_lesson_without_an_incident_or_a_line_is_refused_with_the_reason(memory: Remembrancer) -> None:
    atlas = memory.agent("atlas")
    with pytest.raises(LessonIncomplete, match="a trigger incident is missing"):
        lesson(atlas, trigger=None)
    with pytest.raises(LessonIncomplete, match="a one-line summary is missing"):
        atlas.record("text", kind="lesson", trigger="an outage")
    with pytest.raises(InvalidText, match="summary"):
        lesson(atlas, "two\nlines")


def test_the_index_has_a_line_for_each_lesson_and_none_of_its_words(run: Run, store: Path) -> None:
    del store
    with Remembrancer.open("memory") as memory:
        lesson(memory.agent("default"), text="A secretword long story")
        lesson(memory.agent("default"), "部署前先备份")
    answer = run("lessons")
    assert [line.split()[0] for line in answer.out.splitlines()[3:]] == ["部署前先备份", "test-backups-weekly"]
    assert "secretword" not in answer.out
    assert "secretword" not in run("lessons", "--json").out
    opened = run("lessons", "open", "test-backups-weekly")
    assert "A secretword long story" in opened.out
    assert "the restore of March failed" in opened.out
    assert_refused(run("lessons", "open", "no-such"), "no lesson 'no-such'")


def test_a_slug_stays_when_the_words_change(memory: Remembrancer) -> None:
    atlas = memory.agent("atlas")
    made = lesson(atlas)
    atlas.revise(made, "Backups fail unseen, and late", summary="Restore a backup each week", because="clearer")
    (note,) = atlas.lessons()
    assert (note.slug, note.summary) == ("test-backups-weekly", "Restore a backup each week")


def test_the_same_line_twice_gives_two_slugs_and_both_can_be_opened(memory: Remembrancer) -> None:
    atlas = memory.agent("atlas")
    first, second = lesson(atlas), lesson(atlas, text="Also true")
    assert atlas.lesson("test-backups-weekly").memory.id == first
    assert atlas.lesson(f"test-backups-weekly-{second[4:8]}").memory.id == second
    assert atlas.lesson(f"test-backups-weekly-{first[4:8]}").memory.id == first
    assert atlas.lesson(second[:10]).memory.id == second


def test_the_same_slug_in_two_scopes_is_asked_about(memory: Remembrancer) -> None:
    atlas, bo = memory.agent("atlas"), memory.agent("bo")
    lesson(atlas, scope="fleet")
    lesson(atlas)
    assert [note.slug for note in bo.lessons()] == ["test-backups-weekly"]
    with pytest.raises(AmbiguousId):
        atlas.lesson("test-backups-weekly")
    with pytest.raises(UnknownLesson):
        bo.lesson("another")


def test_another_agents_own_lessons_are_not_in_the_index(memory: Remembrancer) -> None:
    lesson(memory.agent("atlas"))
    assert memory.agent("bo").lessons(every=True) == []
    with pytest.raises(UnknownLesson):
        memory.agent("bo").lesson("test-backups-weekly")


def test_a_lesson_is_suspect_after_days_on_which_its_agent_was_active(
    memory: Remembrancer, clock: SettableClock
) -> None:
    atlas = memory.agent("atlas")
    made = lesson(atlas)
    clock.time += timedelta(days=300)
    assert atlas.lessons()[0].state == "fresh"
    live(atlas, clock, 3)
    before = memory.position
    assert (atlas.lessons()[0].state, atlas.lessons()[0].age_days) == ("suspect", 3)
    assert atlas.show(made).suspect
    assert atlas.recall("backups")[0].memory.suspect
    atlas.confirm(made)
    assert (atlas.lessons()[0].state, atlas.lessons()[0].age_days) == ("fresh", 0)
    assert atlas.as_of(before).lessons()[0].state == "suspect"


def test_a_rotted_lesson_is_quarantined_by_a_dream_and_the_past_stays_as_it_was(
    memory: Remembrancer, clock: SettableClock
) -> None:
    atlas = memory.agent("atlas")
    made = lesson(atlas)
    live(atlas, clock, 4)
    assert "rotted" not in [one.rule for one in atlas.dream(dry_run=True).proposals]
    live(atlas, clock, 1)
    before = memory.position
    atlas.dream(stages=["forget"])
    assert atlas.lessons() == []
    assert [note.state for note in atlas.lessons(every=True)] == ["quarantined"]
    assert made not in [hit.memory.id for hit in atlas.recall("backups", note=False)]
    assert [entry.because for entry in atlas.history(made)][-1] == (
        "not confirmed in 5 active days; lessons are doubted for good after 5"
    )
    assert [note.state for note in atlas.as_of(before).lessons()] == ["suspect"]
    assert "rotted" not in [one.rule for one in atlas.dream(dry_run=True).proposals]
    atlas.release(made, because="still true")
    assert atlas.lessons()[0].state == "fresh"


def test_the_way_of_a_lesson_is_told_step_by_step(memory: Remembrancer, clock: SettableClock) -> None:
    atlas, ann = memory.agent("atlas"), memory.agent("atlas", by="user:ann")
    noticed = atlas.record("The restore took nine hours", importance=6)
    clock.forward(hours=1)
    thought = atlas.record("Restores are never rehearsed", kind="reflection", evidence=[noticed.id])
    assert "becomes one in a dream" in str(atlas.lesson_path(noticed.id).missing)
    clock.forward(hours=1)
    made = lesson(atlas, evidence=[thought.id])
    path = atlas.lesson_path("test-backups-weekly")
    assert [step.stage for step in path.steps] == ["noticed", "reflection", "lesson"]
    assert path.missing == "confirmations: 0 of the 6 at which a dream proposes it for the identity"
    assert [step.id for step in atlas.lesson_path(noticed.id).steps] == [noticed.id, thought.id, made]
    for _ in range(6):
        clock.forward(days=1)
        atlas.confirm(made)
    assert "a dream" in str(atlas.lesson_path(made).missing)
    ann.establish_identity({"version": 1, "mission": "Keep the data"}, because="so")
    atlas.dream()
    path = atlas.lesson_path(made)
    assert path.steps[-1].stage == "proposed"
    assert "a person's answer" in str(path.missing)
    clock.forward(hours=1)
    ann.accept(path.steps[-1].id, because="it holds")
    done = atlas.lesson_path(made)
    assert [step.stage for step in done.steps][-2:] == ["proposed", "accepted"]
    assert (done.steps[-1].by, done.steps[-1].line, done.missing) == ("user:ann", "it holds", None)


def test_an_erased_lesson_keeps_no_word_in_the_index(memory: Remembrancer) -> None:
    atlas = memory.agent("atlas")
    lesson(atlas, "Wexlum fails on Mondays", subjects=["user:42"])
    memory.erase("user:42", because="asked")
    (note,) = atlas.lessons(every=True)
    assert (note.slug, note.summary, note.state) == ("lesson", "[erased]", "erased")


def test_the_command_line_shows_the_way_and_the_age(run: Run, store: Path) -> None:
    del store
    with Remembrancer.open("memory") as memory:
        lesson(memory.agent("default"), importance=8)
    assert "lesson" in run("lessons", "path", "test-backups-weekly").out
    assert run("lessons", "path", "test-backups-weekly", "--json").json["steps"][0]["stage"] == "lesson"
    opened = run("lessons", "open", "test-backups-weekly", "--json").json
    assert opened["memory"]["factors"][0]["factor"] == "source"
    assert opened["state"] == "fresh"
    shown = run("show", opened["id"]).out
    assert "five-factor review" in shown
    assert "consistency  pass" in shown


@pytest.mark.parametrize("query", ["five-factor", "5-factor", "trust verification", "五因子", "五因素", "信任验证"])
def test_the_review_is_found_by_each_of_its_names(memory: Remembrancer, query: str) -> None:
    atlas = memory.agent("atlas")
    names = ("five-factor", "trust verification", "信任验证")
    made = {atlas.record(f"Each entry passes {name} before it is written").id for name in names}
    assert {hit.memory.id for hit in atlas.recall(query, k=10, note=False)} == made
