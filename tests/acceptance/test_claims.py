"""Claims through the public face: what is believed is held against the world, and a gap is told where it fails."""

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

import pytest

from claiming import CHECKED, Truth, checking, claimed, found_gaps, results
from remembrancer import (
    Agent,
    InvalidMoment,
    PersonNeeded,
    Refused,
    Remembrancer,
    UnknownCheck,
    UnknownMemory,
)
from settable_clock import SettableClock


@pytest.fixture
def truth(tmp_path: Path) -> Truth:
    return Truth(tmp_path / "settings.txt")


@pytest.fixture
def clock() -> SettableClock:
    return SettableClock()


@pytest.fixture
def memory(tmp_path: Path, clock: SettableClock, truth: Truth) -> Iterator[Remembrancer]:
    with checking(tmp_path / "memory", clock, truth) as opened:
        yield opened


@pytest.fixture
def atlas(memory: Remembrancer) -> Agent:
    return memory.agent("atlas")


def test_what_stops_being_true_becomes_a_gap_and_what_is_true_again_comes_back(
    memory: Remembrancer, atlas: Agent, truth: Truth, clock: SettableClock
) -> None:
    fact = claimed(atlas)
    assert results(memory) == [("passed", None)]
    assert atlas.show(fact).verified_at == clock.time
    assert results(memory) == []

    clock.forward(days=1)
    truth.holds(False)
    assert results(memory) == [("failed", "quarantined")]
    assert atlas.show(fact).status == "quarantined"
    assert not atlas.recall("who checks posts", note=False)
    (gap,) = found_gaps(memory)
    assert gap.summary_words == "unknown since 2026-05-02: posts.review"
    assert CHECKED not in gap.summary_words
    failed = memory.position

    clock.forward(days=1)
    assert results(memory) == [("failed", None)]
    assert found_gaps(memory) == [gap]

    clock.forward(days=1)
    truth.holds(True)
    assert results(memory) == [("passed", "released")]
    assert atlas.show(fact).status == "live"
    assert found_gaps(memory) == []

    assert found_gaps(memory, at=failed) == [gap]
    assert atlas.as_of(failed).show(fact).status == "quarantined"
    assert [one.state for one in atlas.as_of(failed).claims()] == ["failed"]
    assert [one.state for one in atlas.as_of(failed - 2).claims()] == ["verified"]
    assert memory.check() == []


def test_history_and_why_tell_who_took_it_out_and_on_what_ground(
    memory: Remembrancer, atlas: Agent, truth: Truth
) -> None:
    fact = claimed(atlas)
    truth.holds(False)
    memory.audit()
    truth.holds(True)
    memory.audit(due=False)

    told_of = [(one.type.partition("/")[0], one.actor) for one in atlas.history(fact)]
    assert told_of == [
        ("memory.recorded", "agent:atlas"),
        ("claim.attached", "agent:atlas"),
        ("claim.audited", "audit"),
        ("memory.quarantined", "audit"),
        ("claim.audited", "audit"),
        ("memory.released", "audit"),
    ]
    because = [one.because for one in atlas.why(fact).events if one.type.startswith("memory.quarantined")]
    assert because == ["review: the file does not contain 'review: on'"]


def test_what_a_person_put_in_quarantine_no_audit_lets_back(memory: Remembrancer, atlas: Agent) -> None:
    fact = claimed(atlas)
    atlas.quarantine(fact, because="I doubt it")

    assert results(memory) == [("passed", None)]
    assert atlas.show(fact).status == "quarantined"


def test_what_a_person_lets_back_is_taken_out_again_unless_its_claim_is_released(
    memory: Remembrancer, atlas: Agent, truth: Truth
) -> None:
    fact = claimed(atlas)
    truth.holds(False)
    memory.audit()
    atlas.release(fact, because="it holds, the file is wrong")
    assert found_gaps(memory) == []
    assert results(memory, due=False) == [("failed", "quarantined")]

    atlas.release(fact, because="it still holds")
    (claim,) = atlas.claims()
    assert atlas.release_claim(claim.id, because="the file is wrong").state == "released"

    assert results(memory, due=False) == []
    assert atlas.claims() == []
    (kept,) = atlas.claims(fact, released=True)
    assert (kept.state, kept.finding) == ("released", "the file does not contain 'review: on'")
    assert kept.failed_since is not None
    with pytest.raises(Refused, match="was released"):
        atlas.release_claim(claim.id, because="again")


def test_a_world_out_of_reach_is_asked_again_and_then_flagged(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    fact = claimed(atlas, "nowhere")
    seen: list[tuple[int, bool]] = []
    for _ in range(5):
        (one,) = memory.audit().audited
        assert one.result == "unreachable"
        (note,) = atlas.claims()
        seen.append((note.attempts, note.flagged))
        assert memory.audit().audited == ()
        assert note.due_at is not None
        clock.time = note.due_at

    assert seen == [(1, False), (2, False), (3, False), (4, False), (5, True)]
    assert atlas.show(fact).status == "live"
    assert atlas.show(fact).verified_at is None
    assert found_gaps(memory) == []


def test_a_check_that_is_declared_no_more_says_nothing(memory: Remembrancer, atlas: Agent, truth: Truth) -> None:
    fact = claimed(atlas)
    truth.holds(False)
    memory.remove_check("review")

    (one,) = memory.audit().audited
    assert (one.result, one.finding) == ("unreachable", "no check 'review' is declared any more")
    assert atlas.show(fact).status == "live"


def test_a_question_waits_for_a_person(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    fact = claimed(atlas, "person")
    report = memory.audit(due=False)
    assert (report.audited, report.waiting) == ((), 1)
    (note,) = atlas.claims()
    assert (note.state, note.question) == ("waiting", "Does a person check every post?")

    with pytest.raises(PersonNeeded):
        atlas.answer_claim(note.id, yes=True, because="I think so")
    ann = memory.agent("atlas", by="user:ann")
    answered = ann.answer_claim(note.id[:12], yes=False, because="nobody does any more")

    assert (answered.state, answered.audited_by) == ("failed", "user:ann")
    assert atlas.show(fact).status == "quarantined"
    assert [one.about for one in found_gaps(memory)] == ["posts.review"]
    assert ann.answer_claim(note.id, yes=True, because="they do again").state == "verified"
    assert atlas.show(fact).status == "live"
    clock.forward(days=90)
    assert memory.audit().audited == ()


def test_a_question_that_nobody_answers_in_time_is_flagged_once(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    fact = claimed(atlas, "person")
    clock.set(2026, 6, 2)

    (one,) = memory.audit().audited
    assert (one.result, one.flagged, one.consequence) == ("unreachable", True, None)
    assert atlas.show(fact).status == "live"
    assert memory.audit().audited == ()
    (note,) = atlas.claims()
    assert (note.state, note.flagged) == ("waiting", True)
    answered = memory.agent("atlas", by="user:ann").answer_claim(note.id, yes=True, because="late, but yes")
    assert (answered.state, answered.flagged) == ("verified", False)


def test_what_the_world_is_asked_no_person_answers(memory: Remembrancer, atlas: Agent) -> None:
    claimed(atlas)
    (note,) = atlas.claims()

    with pytest.raises(Refused, match="asks the world"):
        memory.agent("atlas", by="user:ann").answer_claim(note.id, yes=True, because="I say so")


def test_what_sleeps_needs_no_look(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    claimed(atlas, "person")
    clock.set(2026, 6, 2)
    memory.audit()
    atlas.record("Nobody checks posts", kind="fact", key="posts.review")

    assert [(note.state, note.flagged) for note in atlas.claims()] == [("asleep", False)]


def test_what_is_believed_no_more_is_not_asked_about(memory: Remembrancer, atlas: Agent, truth: Truth) -> None:
    first, second = claimed(atlas), claimed(atlas, kind="note", key=None)
    atlas.record("Nobody checks posts", kind="fact", key="posts.review")
    atlas.forget(second, because="enough")
    truth.holds(False)

    assert memory.audit().audited == ()
    assert {one.memory.id: one.state for one in atlas.claims()} == {first: "asleep", second: "asleep"}
    atlas.restore(second)
    assert results(memory) == [("failed", "quarantined")]


def test_a_check_runs_once_however_many_memories_carry_it(memory: Remembrancer, atlas: Agent, tmp_path: Path) -> None:
    counted = tmp_path / "counted"
    memory.add_check("count", command=["sh", "-c", f"echo x >> {counted}"])
    for _ in range(5):
        claimed(atlas, "count", kind="note", key=None)

    assert results(memory) == [("passed", None)] * 5
    assert counted.read_text() == "x\n"


def test_an_unknown_check_or_memory_is_refused_and_nothing_is_recorded(memory: Remembrancer, atlas: Agent) -> None:
    fact = atlas.record(CHECKED).id
    before = memory.position

    with pytest.raises(UnknownCheck):
        atlas.attach_claim(fact, check="no-such")
    with pytest.raises(UnknownMemory):
        atlas.attach_claim("mem_0000", check="review")
    assert memory.position == before


def test_a_time_without_a_zone_is_refused(memory: Remembrancer) -> None:
    for wrong in (datetime(2026, 5, 1), "2026-05-01", date(2026, 5, 1)):  # noqa: DTZ001 - the point of it
        with pytest.raises(InvalidMoment):
            memory.audit(now=wrong)  # pyright: ignore[reportArgumentType]
