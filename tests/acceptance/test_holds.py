"""Legal holds: what they cover may be archived, and is neither forgotten, purged nor erased until they end."""

from datetime import UTC, datetime

import pytest

from dreamt import purged
from remembrancer import Agent, InvalidMoment, InvalidText, NotLive, OnHold, Remembrancer, UnknownHold, UnknownMemory
from settable_clock import SettableClock

WHY = "a lawsuit"
LATER = "2027-01-01"


def test_nobody_forgets_or_erases_what_a_hold_over_a_person_covers(memory: Remembrancer, atlas: Agent) -> None:
    about = atlas.record("likes vermilion", subjects=["user:42"])
    other = atlas.record("likes ochre", subjects=["user:43"])
    hold = memory.hold("user:42", until=LATER, because=WHY, by="user:counsel")
    later = atlas.record("likes vermilion still", subjects=["user:42"])
    for one in (about, later):
        for agent in (atlas, memory.agent("atlas", by="user:ann")):
            with pytest.raises(OnHold, match=f"{one.id}: hold {hold.id} covers it until 2027-01-01T23:59:59"):
                agent.forget(one.id, because="no use")
        with pytest.raises(OnHold):
            memory.erase(one.id, because="a letter")
    with pytest.raises(OnHold, match="cannot erase the person"):
        memory.erase("user:42", because="a letter")
    assert memory.erase("user:42", dry_run=True).held == (hold.id,)
    assert atlas.archive(about.id, because="old").status == "archived"
    assert atlas.forget(other.id, because="no use").status == "forgotten"


def test_a_hold_over_somebody_nothing_is_about_says_so(memory: Remembrancer, atlas: Agent) -> None:
    atlas.record("likes vermilion", subjects=["user:42"])
    memory.hold("user:42", until=LATER, because=WHY)
    assert memory.notices == ()
    with pytest.raises(InvalidMoment):
        memory.hold("user:24", until="2020-01-01", because=WHY)
    assert [line.name for line in memory.subjects()] == ["user:42"]
    mistyped = memory.hold("user:24", until=LATER, because=WHY)
    (notice,) = memory.notices
    assert notice.startswith("nothing here is about 'user:24' so far")
    assert mistyped.id in notice


def test_what_was_made_of_held_memories_holds_its_sources(memory: Remembrancer, atlas: Agent) -> None:
    one, other = (atlas.record(f"likes {what}", kind="preference") for what in ("vermilion", "ochre"))
    merged = atlas.merge([one.id, other.id], "likes warm colours", because="alike")
    memory.hold(merged.id, until=LATER, because=WHY)
    with pytest.raises(OnHold, match=merged.id):
        memory.erase(one.id, because="a letter")


def test_a_hold_ends_by_itself_and_by_a_release(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    note = atlas.record("likes vermilion")
    first = memory.hold([note.id], until=datetime(2026, 6, 1, tzinfo=UTC), because=WHY)
    second = memory.hold(note.id[:10], until=LATER, because=WHY)
    assert [hold.id for hold in memory.holds()] == [second.id, first.id]
    released = memory.release_hold(second.id[:12], because="settled", by="user:counsel")
    assert (released.in_force, released.released_at is None) == (False, False)
    with pytest.raises(UnknownHold):
        memory.release_hold(second.id, because="again")
    with pytest.raises(OnHold, match=first.id):
        atlas.forget(note.id, because="no use")
    clock.set(2026, 6, 2, 0)
    assert memory.holds() == []
    assert [(hold.id, hold.in_force) for hold in memory.holds(ended=True)] == [(second.id, False), (first.id, False)]
    assert atlas.forget(note.id, because="no use").status == "forgotten"


def test_a_hold_that_says_something_impossible_is_refused(memory: Remembrancer, atlas: Agent) -> None:
    note = atlas.record("likes vermilion")
    with pytest.raises(InvalidMoment, match="would be over already"):
        memory.hold(note.id, until="2020-01-01", because=WHY)
    with pytest.raises(InvalidMoment, match="not a time"):
        memory.hold(note.id, until=7, because=WHY)
    with pytest.raises(InvalidText):
        memory.hold(note.id, until=LATER, because=" ")
    with pytest.raises(UnknownMemory):
        memory.hold("mem_0000000000000000", until=LATER, because=WHY)
    memory.erase(note.id, because="a letter")
    with pytest.raises(NotLive):
        memory.hold(note.id, until=LATER, because=WHY)
    assert memory.holds(ended=True) == []


def test_dreams_leave_alone_what_is_held(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    diff = atlas.record("a diff", kind="diff")
    other = atlas.record("another diff", kind="diff")
    memory.hold(diff.id, until=LATER, because=WHY)
    clock.forward(seconds=9 * 86_400)
    report = atlas.dream(stages=["sweep"])
    assert [step.memories for step in report.proposals] == [(other.id,)]
    with pytest.raises(OnHold, match=f"cannot purge {diff.id}"):
        purged(memory, diff)


def test_the_reason_of_a_hold_goes_with_the_person_whom_it_names(memory: Remembrancer, atlas: Agent) -> None:
    atlas.record("likes vermilion", subjects=["user:42"])
    hold = memory.hold("user:42", until=LATER, because="the case of Ms Ørsted")
    memory.release_hold(hold.id, because="Ms Ørsted settled")
    memory.erase("user:42", because="a letter")
    assert "Ørsted" not in "".join(f"{entry.words} {entry.because}" for entry in memory.log())
    (left,) = memory.holds(ended=True)
    assert (left.subject, left.because) == ("[erased]", "[erased]")


def test_an_event_that_a_clock_dated_far_ahead_ends_no_hold(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    note = atlas.record("likes vermilion")
    memory.hold(note.id, until=LATER, because=WHY)
    clock.set(2031, 1, 1, 0)
    atlas.record("written by a clock that runs ahead")
    clock.set(2026, 5, 3, 0)
    assert len(memory.holds()) == 1
    with pytest.raises(OnHold):
        atlas.forget(note.id, because="no use")
