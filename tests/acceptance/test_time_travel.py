"""What was believed when, and what was true when: two questions, both answered for any moment."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from remembrancer import (
    Agent,
    InvalidMoment,
    OutOfOrder,
    Remembrancer,
    UnknownMemory,
    UnknownPosition,
)
from remembrancer.application.fields import RecordFields
from settable_clock import SettableClock


def day(number: int, month: int = 5) -> datetime:
    return datetime(2026, month, number, 9, tzinfo=UTC)


def texts(layer: Sequence[Any]) -> list[str]:
    return [found.text for found in layer]


# As of: a position, a date, a time


def test_a_position_includes_its_event_and_asks_at_its_time(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    first = atlas.record("one")
    clock.forward(hours=1)
    second = atlas.record("two")

    then = atlas.as_of(first.position)
    assert texts(then.layers()["L2"]) == ["one"]
    assert (then.moment.position, then.moment.instant, then.moment.zone) == (first.position, day(1), "UTC")
    assert texts(atlas.as_of(str(second.position)).layers()["L2"]) == ["two", "one"]
    assert texts(atlas.as_of(first.position - 1).layers()["L2"]) == []
    assert memory.position == second.position


def test_a_time_means_the_last_event_that_is_not_after_it(atlas: Agent, clock: SettableClock) -> None:
    first = atlas.record("one")
    clock.forward(hours=1)
    atlas.record("two")

    for asked, position in (
        (day(1), first.position),
        (day(1) + timedelta(minutes=59, seconds=59), first.position),
        (day(1) + timedelta(hours=1), first.position + 1),
        (day(1) + timedelta(days=1), first.position + 1),
    ):
        assert atlas.as_of(asked).moment.position == position
        assert atlas.as_of(asked).moment.instant == asked


def test_the_same_instant_in_any_zone_and_spelling_is_the_same_moment(atlas: Agent, clock: SettableClock) -> None:
    atlas.record("one")
    clock.forward(seconds=1)
    atlas.record("two")

    tokyo = day(1).astimezone(timezone(timedelta(hours=9)))
    for asked in (tokyo, "2026-05-01T18:00:00+09:00", "2026-05-01 09:00:00Z", "2026-05-01T02:00-07:00"):
        assert texts(atlas.as_of(asked).layers()["L2"]) == ["one"]


def test_a_date_means_its_last_instant_so_no_evening_is_lost(atlas: Agent, clock: SettableClock) -> None:
    clock.set(2026, 5, 3, 23, 59, 59)
    atlas.record("late on the third")
    clock.set(2026, 5, 4)
    atlas.record("early on the fourth")

    for asked in ("2026-05-03", date(2026, 5, 3)):
        assert texts(atlas.as_of(asked).layers()["L2"]) == ["late on the third"]


def test_a_date_is_read_in_the_zone_of_the_policy(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    memory.adopt_policy({"version": 2, "timezone": "Asia/Shanghai"}, by="user:ann")
    clock.set(2026, 5, 3, 15, 59)
    atlas.record("before midnight in Shanghai")
    clock.set(2026, 5, 3, 16, 0)
    atlas.record("after midnight in Shanghai")

    then = atlas.as_of("2026-05-03")
    assert texts(then.layers()["L2"]) == ["before midnight in Shanghai"]
    assert then.moment.instant.isoformat() == "2026-05-03T23:59:59.999999+08:00"


def test_before_the_store_was_made_there_was_nothing(atlas: Agent) -> None:
    known = atlas.record("one")

    for asked in (0, "2020-01-01", day(1) - timedelta(microseconds=1)):
        assert atlas.as_of(asked).moment.position == 0
        assert all(len(layer) == 0 for layer in atlas.as_of(asked).layers().values())
        with pytest.raises(UnknownMemory):
            atlas.as_of(asked).show(known.id)


def test_a_position_that_the_log_does_not_reach_is_refused(memory: Remembrancer, atlas: Agent) -> None:
    with pytest.raises(UnknownPosition, match=f"no position {memory.position + 1}"):
        atlas.as_of(memory.position + 1)


@pytest.mark.parametrize(
    "asked", [day(1).replace(tzinfo=None), "2026-05-01T09:00", "2026-02-30", "yesterday", -1, True, 1.5]
)
def test_what_is_no_moment_is_refused(atlas: Agent, asked: Any) -> None:
    with pytest.raises(InvalidMoment):
        atlas.as_of(asked)


def test_order_comes_from_the_log_when_the_clock_steps_back(
    tmp_path: Path, memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    kept = atlas.record("made in May")
    clock.forward(days=-6 * 365)
    atlas.forget(kept.id, because="asked")
    times = [entry.at for entry in memory.log()]
    memory.close()

    assert times == sorted(times)
    with Remembrancer.open(tmp_path / "memory", clock=clock) as again:
        assert again.agent("atlas").show(kept.id).status == "forgotten"
        assert texts(again.agent("atlas").layers()["L2"]) == []
        assert texts(again.agent("atlas").as_of(kept.position).layers()["L2"]) == ["made in May"]


def test_as_of_shows_what_was_live_then_not_what_is_now(atlas: Agent, clock: SettableClock) -> None:
    clock.set(2026, 6, 10)
    atlas.record("a message", kind="message")
    clock.set(2027, 6, 1)

    assert texts(atlas.layers()["L0"]) == []
    assert texts(atlas.as_of("2026-06-10").layers()["L0"]) == ["a message"]


@pytest.mark.parametrize("verb", ["forget", "archive", "quarantine", "contradict"])
def test_whatever_happens_later_the_past_stays(atlas: Agent, clock: SettableClock, verb: str) -> None:
    known = atlas.record("as it was")
    clock.forward(days=1)
    getattr(atlas, verb)(known.id, because="x")

    assert texts(atlas.layers()["L2"]) == []
    assert texts(atlas.as_of("2026-05-01").layers()["L2"]) == ["as it was"]
    assert atlas.as_of("2026-05-01").show(known.id).status == "live"


def test_scopes_that_look_alike_are_kept_apart(memory: Remembrancer) -> None:
    for name in ("user", "user_1", "userX1", "user_10", "malice", "alice"):
        memory.agent(name).record(f"of {name}")

    for name in ("user", "user_1", "userX1", "user_10", "malice", "alice"):
        assert texts(memory.agent(name).layers()["L2"]) == [f"of {name}"]


def test_a_team_is_read_by_those_who_were_in_it_then(memory: Remembrancer, clock: SettableClock) -> None:
    bo = memory.agent("bo")
    memory.adopt_policy({"version": 2, "teams": {"red": ["bo"]}}, by="user:ann")
    told = bo.record("among us", scope="team:red")
    memory.adopt_policy({"version": 3, "teams": {"red": ["cy"]}}, by="user:ann")

    assert texts(bo.layers()["L2"]) == []
    assert texts(memory.agent("cy").layers()["L2"]) == ["among us"]
    assert texts(bo.as_of(told.position).layers()["L2"]) == ["among us"]
    assert texts(memory.agent("cy").as_of(told.position).layers()["L2"]) == []


# Facts that are replaced, beliefs that stop being true


def test_a_replaced_fact_is_current_in_its_own_time_only(atlas: Agent, clock: SettableClock) -> None:
    clock.set(2027, 1, 1, 9)
    atlas.record("prefers Python", kind="fact", key="language")
    clock.set(2027, 1, 10, 9)
    atlas.record("prefers Rust", kind="fact", key="language")
    clock.set(2027, 2, 1)

    assert texts(atlas.layers()["L3"]) == ["prefers Rust"]
    assert texts(atlas.as_of("2027-01-15").layers()["L3"]) == ["prefers Rust"]
    assert texts(atlas.as_of("2027-01-05").layers()["L3"]) == ["prefers Python"]
    assert texts(atlas.valid_at("2027-01-05").layers()["L3"]) == ["prefers Python"]
    assert texts(atlas.valid_at("2027-01-15").layers()["L3"]) == ["prefers Rust"]
    assert texts(atlas.valid_at(datetime(2027, 1, 10, 9, tzinfo=UTC)).layers()["L3"]) == ["prefers Rust"]


def test_a_fact_that_ended_before_it_was_replaced_was_not_true_in_between(atlas: Agent, clock: SettableClock) -> None:
    atlas.record("on holiday", kind="fact", key="where", valid_to=day(8))
    clock.set(2026, 5, 20)
    atlas.record("at work", kind="fact", key="where")

    assert texts(atlas.valid_at(day(7)).layers()["L3"]) == ["on holiday"]
    assert texts(atlas.valid_at(day(9)).layers()["L3"]) == []
    assert texts(atlas.valid_at(day(21)).layers()["L3"]) == ["at work"]


def test_what_is_no_longer_true_does_not_crowd_the_present(atlas: Agent, clock: SettableClock) -> None:
    for number in range(20):
        clock.forward(hours=1)
        atlas.record(f"value {number}", kind="fact", key="setting")

    assert texts(atlas.layers()["L3"]) == ["value 19"]


def test_a_changed_mind_leaves_the_new_belief_current_and_the_old_one_in_history(
    atlas: Agent, clock: SettableClock
) -> None:
    old = atlas.record("I love Chinese food", kind="preference")
    clock.set(2026, 5, 8, 9)
    new = atlas.record("I hate Chinese food", kind="preference")
    atlas.contradict(old.id, by=new.id, because="she changed her mind")

    assert texts(atlas.layers()["L4"]) == ["I hate Chinese food"]
    assert (atlas.show(old.id).status, atlas.show(old.id).successor) == ("contradicted", new.id)
    assert atlas.show(old.id).text == "I love Chinese food"
    assert texts(atlas.valid_at("2026-05-05").layers()["L4"]) == ["I love Chinese food"]
    assert [entry.type for entry in atlas.history(old.id)] == ["memory.recorded/1", "memory.contradicted/1"]


def test_a_belief_can_have_stopped_being_true_before_anybody_noticed(atlas: Agent, clock: SettableClock) -> None:
    known = atlas.record("the office is in Paris", valid_from=day(1, 2))
    clock.set(2026, 6, 1)
    atlas.contradict(known.id, because="it moved", valid_from=day(1, 4))

    assert texts(atlas.valid_at(day(31, 3)).layers()["L2"]) == ["the office is in Paris"]
    assert texts(atlas.valid_at(day(1, 4)).layers()["L2"]) == []
    assert texts(atlas.valid_at(day(31, 1)).layers()["L2"]) == []
    assert texts(atlas.as_of("2026-05-20").valid_at(day(20)).layers()["L2"]) == ["the office is in Paris"]


def test_what_is_learnt_late_was_true_early_but_not_believed_early(atlas: Agent, clock: SettableClock) -> None:
    clock.set(2026, 8, 1)
    atlas.record("the contract was signed", occurred_at=day(1, 3))
    clock.set(2026, 9, 1)

    assert texts(atlas.as_of("2026-06-01").layers()["L2"]) == []
    assert texts(atlas.as_of("2026-06-01").valid_at("2026-04-01").layers()["L2"]) == []
    assert texts(atlas.valid_at("2026-04-01").layers()["L2"]) == ["the contract was signed"]
    assert texts(atlas.valid_at("2026-02-01").layers()["L2"]) == []


def test_a_revision_is_true_from_when_it_is_said_to_be_and_the_words_before_until_then(
    atlas: Agent, clock: SettableClock
) -> None:
    known = atlas.record("the team has three people")
    clock.set(2026, 5, 20)
    atlas.revise(known.id, "the team has four people", because="a new colleague", valid_from=day(11))
    clock.set(2026, 6, 20)
    atlas.revise(known.id, "the team has five people", because="one more")

    assert texts(atlas.layers()["L2"]) == ["the team has five people"]
    for moment, words in (
        (day(1), "three"),
        (day(11) - timedelta(microseconds=1), "three"),
        (day(11), "four"),
        (day(19, 6), "four"),
        (day(20, 6), "five"),
    ):
        assert texts(atlas.valid_at(moment).layers()["L2"]) == [f"the team has {words} people"]
        assert atlas.valid_at(moment).show(known.id).text == f"the team has {words} people"
    with pytest.raises(UnknownMemory):
        atlas.valid_at(day(1) - timedelta(seconds=1)).show(known.id)


def test_belief_and_truth_are_asked_apart_and_chain_either_way(atlas: Agent, clock: SettableClock) -> None:
    known = atlas.record("the price is 10")
    clock.set(2026, 5, 20)
    atlas.revise(known.id, "the price is 12", because="the invoice", valid_from=day(5))

    for chained in (
        atlas.as_of("2026-05-10").valid_at(day(7)),
        atlas.valid_at(day(7)).as_of("2026-05-10"),
    ):
        assert texts(chained.layers()["L2"]) == ["the price is 10"]
    assert texts(atlas.valid_at(day(7)).layers()["L2"]) == ["the price is 12"]
    assert texts(atlas.as_of("2026-05-10").layers()["L2"]) == ["the price is 10"]


def test_a_window_that_ends_before_it_begins_is_refused(atlas: Agent) -> None:
    windows: list[RecordFields] = [
        {"valid_from": day(5), "valid_to": day(4)},
        {"valid_from": day(5), "valid_to": day(5)},
        {"occurred_at": day(5), "valid_to": day(4)},
        {"valid_to": day(1) - timedelta(days=1)},
    ]
    for window in windows:
        with pytest.raises(InvalidMoment, match="not after it began"):
            atlas.record("never true", **window)
    known = atlas.record("true for a week", valid_from=day(5), valid_to=day(12))
    for moment in (day(4), day(13)):
        with pytest.raises(OutOfOrder):
            atlas.contradict(known.id, because="x", valid_from=moment)
        with pytest.raises(OutOfOrder):
            atlas.revise(known.id, "other words", because="x", valid_from=moment)


def test_a_window_is_half_open(atlas: Agent) -> None:
    atlas.record("true for a week", valid_from=day(5), valid_to=day(12))

    assert texts(atlas.valid_at(day(5)).layers()["L2"]) == ["true for a week"]
    assert texts(atlas.valid_at(day(12) - timedelta(microseconds=1)).layers()["L2"]) == ["true for a week"]
    assert texts(atlas.valid_at(day(12)).layers()["L2"]) == []
    assert texts(atlas.valid_at(day(4)).layers()["L2"]) == []


def test_a_time_is_shown_with_the_offset_that_it_was_given_with(atlas: Agent) -> None:
    given = datetime(2026, 4, 30, 12, tzinfo=timezone(timedelta(hours=9)))

    assert atlas.record("in Tokyo", occurred_at=given).occurred_at is not None
    shown = atlas.layers()["L2"][0]
    assert shown.occurred_at is not None
    assert shown.occurred_at.isoformat() == "2026-04-30T12:00:00+09:00"
    assert shown.valid_from == given


# The identity of the past


def test_the_identity_is_read_as_it_stood(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    person = memory.agent("atlas", by="user:ann")
    person.establish_identity({"version": 1, "mission": "count", "rules": ["one"]}, because="first day")
    clock.set(2026, 5, 10)
    person.replace_identity_line("rules", line="one", text="two", because="better")
    clock.set(2026, 5, 20)
    person.establish_identity({"version": 4, "mission": "measure"}, because="promoted")

    assert [atlas.as_of(f"2026-05-{n:02}").identity().version for n in (1, 10, 20)] == [1, 1, 4]
    assert atlas.as_of("2026-05-05").identity().rules == ("one",)
    assert atlas.as_of("2026-05-15").identity().rules == ("two",)
    assert texts(atlas.as_of("2026-05-15").layers()["L5"]) == ["count", "two"]
    assert texts(atlas.layers()["L5"]) == ["measure"]


# Diff and why


def test_diff_lists_what_began_changed_and_ended(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    stays = atlas.record("stays")
    changes = atlas.record("changes")
    ends = atlas.record("ends")
    clock.set(2026, 5, 2, 9)
    begins = atlas.record("begins")
    atlas.revise(changes.id, "changed", because="x")
    atlas.forget(ends.id, because="x")
    passes = atlas.record("comes and goes")
    atlas.forget(passes.id, because="x")

    found = memory.diff("atlas", "2026-05-01", "2026-05-02")

    assert [change.after.id for change in found.began if change.after] == [begins.id]
    assert [(c.before.text, c.after.text) for c in found.changed if c.before and c.after] == [("changes", "changed")]
    assert [(c.before.text, c.after.status) for c in found.ended if c.before and c.after] == [("ends", "forgotten")]
    assert stays.id not in str(found.changed)


def test_diff_of_a_moment_with_itself_is_empty_and_the_wrong_way_round_refused(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    atlas.record("one")
    clock.forward(days=1)
    atlas.record("two")

    same = memory.diff("atlas", "2026-05-01", "2026-05-01")
    assert (same.began, same.changed, same.ended) == ([], [], [])
    with pytest.raises(InvalidMoment, match="exchange them"):
        memory.diff("atlas", "2026-05-02", "2026-05-01")


def test_scratch_that_expired_between_two_moments_ended(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    atlas.record("for a moment", kind="diff")
    clock.forward(minutes=10)

    found = memory.diff("atlas", day(1), day(1) + timedelta(minutes=10))

    assert [change.before.text for change in found.ended if change.before] == ["for a moment"]


def test_what_a_change_of_teams_brings_into_sight_began_and_what_it_hides_ended(
    memory: Remembrancer, clock: SettableClock
) -> None:
    bo = memory.agent("bo")
    memory.adopt_policy({"version": 2, "teams": {"red": ["bo"]}}, by="user:ann")
    told = bo.record("among us", scope="team:red")
    clock.forward(days=1)
    memory.adopt_policy({"version": 3, "teams": {"red": ["cy"]}}, by="user:ann")

    lost, gained = memory.diff("bo", told.position), memory.diff("cy", told.position)
    assert ([c.before.id for c in lost.ended if c.before], lost.began) == ([told.id], [])
    assert ([c.after.id for c in gained.began if c.after], gained.ended) == ([told.id], [])


def test_why_tells_where_a_belief_came_from_and_what_it_fed(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    seen = atlas.record("the deploy failed on Monday")
    again = atlas.record("the deploy failed on Tuesday")
    clock.set(2026, 5, 2, 9)
    lesson = atlas.record("deploys fail early in the week", kind="pattern", evidence=[seen.id], because="twice")
    atlas.confirm(lesson.id, evidence=[again.id])
    clock.set(2026, 5, 3, 9)
    better = atlas.record("deploys fail after weekends", kind="pattern")
    atlas.contradict(lesson.id, by=better.id, because="Tuesday followed a holiday")

    story = atlas.why(lesson.id)

    assert {(link.memory.id, link.relation) for link in story.came_from} == {
        (seen.id, "evidence"),
        (again.id, "confirmed"),
        (better.id, "contradicted"),
    }
    assert story.events[0].because == "twice"
    assert (story.believed_from, story.believed_until) == (day(2), day(3))
    assert [(link.memory.id, link.relation) for link in atlas.why(seen.id).fed] == [(lesson.id, "evidence")]


def test_why_as_of_then_knows_nothing_of_later(atlas: Agent, clock: SettableClock) -> None:
    seen = atlas.record("the deploy failed")
    clock.set(2026, 5, 2, 9)
    atlas.record("deploys fail", kind="pattern", evidence=[seen.id])
    atlas.forget(seen.id, because="old")

    then = atlas.as_of("2026-05-01").why(seen.id)

    assert (then.fed, then.believed_until, len(then.events)) == ((), None, 1)


def test_what_happens_to_a_belief_that_ended_does_not_prolong_it(atlas: Agent, clock: SettableClock) -> None:
    known = atlas.record("it holds")
    clock.set(2026, 5, 2, 9)
    atlas.quarantine(known.id, because="odd")
    clock.set(2026, 5, 3, 9)
    atlas.review(known.id, "failed", because="looked")
    clock.set(2026, 5, 4, 9)
    atlas.forget(known.id, because="wrong")

    assert atlas.why(known.id).believed_until == day(2)
    clock.set(2026, 5, 5, 9)
    atlas.restore(known.id)
    atlas.release(known.id, because="right after all")
    assert atlas.why(known.id).believed_until is None


def test_why_follows_merges_through_their_sources(atlas: Agent) -> None:
    parts = [atlas.record(f"part {n}").id for n in range(2)]
    whole = atlas.merge(parts, "the whole", because="the same thing")
    further = atlas.merge([whole.id, atlas.record("part 3").id], "more", because="the same thing")

    story = atlas.why(further.id)

    nested = next(link for link in story.came_from if link.memory.id == whole.id)
    assert {link.memory.id for link in nested.further} == set(parts)
    assert atlas.show(parts[0]).status == "merged"
