"""Retention: what the rules of the policy no longer keep is erased, by hand or on schedule; what is held stays."""

from typing import Any

import pytest

from remembrancer import Agent, InvalidFile, Remembrancer
from remembrancer.scheduler.jobs import JOBS
from remembrancer.scheduler.listing import entries
from scheduling import run_due
from settable_clock import SettableClock

RETENTION = [job for job in JOBS if job.name == "retention"]
DAY_S = 86_400


def adopt(memory: Remembrancer, *rules: dict[str, Any]) -> None:
    memory.adopt_policy({"version": memory.policy.version + 1, "retention": list(rules)}, by="user:ann")


def test_a_rule_erases_what_it_is_about_when_its_time_is_over(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    adopt(memory, {"name": "notes", "kind": "note", "after_days": 30})
    old = atlas.record("an old note")
    kept = atlas.record("she likes it short", kind="preference")
    clock.forward(seconds=29 * DAY_S)
    young = atlas.record("a young note")
    assert [(one.due, one.held) for one in memory.retain(dry_run=True)] == [((), ())]
    clock.forward(seconds=DAY_S)
    (looked,) = memory.retain(dry_run=True)
    assert (looked.rule, looked.due, looked.next_at) == ("notes", (old.id,), old.recorded_at.replace(month=5, day=31))
    assert atlas.show(old.id).status == "live"
    (done,) = memory.retain(by="user:ann")
    assert done.due == (old.id,)
    assert [atlas.show(one.id).status for one in (old, kept, young)] == ["erased", "live", "live"]
    *_, last = atlas.history(old.id)
    assert last.because == "retention rule notes: 30 days after it was recorded"
    assert (last.details["retention"], last.details["subject"]) == ("notes", None)
    assert memory.retain()[0].due == ()


def test_what_a_hold_keeps_keeps_its_sources_and_is_erased_once_the_hold_is_over(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    adopt(memory, {"name": "l4", "layer": "L4", "after_days": 1})
    one, other = (atlas.record(f"likes {what}", kind="preference") for what in ("vermilion", "ochre"))
    third = atlas.record("dislikes slate", kind="preference")
    merged = atlas.merge([one.id, other.id], "likes warm colours", because="alike")
    hold = memory.hold(merged.id, until="2027-01-01", because="a lawsuit")
    clock.forward(seconds=2 * DAY_S)
    (report,) = memory.retain()
    assert (report.due, set(report.held)) == ((third.id,), {one.id, other.id, merged.id})
    assert memory.retain()[0].due == ()
    memory.release_hold(hold.id, because="settled")
    (report,) = memory.retain()
    assert {*report.due, *report.derived} == {one.id, other.id, merged.id}
    assert atlas.show(merged.id).status == "erased"


def test_rules_are_narrowed_by_scope_and_by_person(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    mine = atlas.record("a note of atlas", subjects=["user:42"])
    others = memory.agent("boreas").record("a note of boreas")
    about = memory.agent("boreas").record("about a person", subjects=["user:42"])
    (person,) = (line.pseudonym for line in memory.subjects() if line.name == "user:42")
    clock.forward(seconds=2 * DAY_S)
    adopt(memory, {"name": "person", "subject": person, "after_days": 1, "scope": "agent:boreas"})
    assert [one.due for one in memory.retain()] == [(about.id,)]
    assert memory.agent("boreas").show(others.id).status == "live"
    adopt(memory, {"name": "atlas", "scope": "agent:atlas", "after_days": 1})
    assert [one.due for one in memory.retain()] == [(mine.id,)]


def test_the_schedule_erases_what_is_due_once_and_says_when_it_comes_next(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    (before,) = entries(memory.store, jobs=RETENTION)
    assert (before.outlook.next_at, before.outlook.waits_for) == (None, "a rule in the policy")
    adopt(memory, {"name": "notes", "kind": "note", "after_days": 30})
    note = atlas.record("a note")
    (waiting,) = entries(memory.store, jobs=RETENTION)
    assert waiting.outlook.to_json()["next_at"] == "2026-05-31T09:00:00+00:00"
    assert run_due(memory, RETENTION) == []
    clock.forward(seconds=31 * DAY_S)
    lines = [line for line in run_due(memory, RETENTION) if line.event == "ended"]
    assert [line.result for line in lines] == ["memories erased: 1"]
    assert run_due(memory, RETENTION) == []
    assert atlas.show(note.id).status == "erased"
    (after,) = entries(memory.store, jobs=RETENTION)
    assert (after.outlook.last_result, after.outlook.next_at) == ("done", None)
    assert [entry.actor for entry in memory.log(types=["privacy"])] == ["schedule"]


@pytest.mark.parametrize(
    ("rule", "fault"),
    [
        ({"name": "A b", "kind": "note", "after_days": 1}, "needs a name"),
        ({"name": "a", "kind": "note", "after_days": 0}, "after_days to 0"),
        ({"name": "a", "kind": "nothing", "after_days": 1}, "the kind 'nothing'"),
        ({"name": "a", "layer": "L5", "after_days": 1}, "an identity stays"),
        ({"name": "a", "layer": "L9", "after_days": 1}, "use L0 to L6"),
        ({"name": "a", "subject": "user:42", "after_days": 1}, "by pseudonym"),
        ({"name": "a", "scope": "nowhere", "after_days": 1}, "is wrong"),
        ({"name": "a", "after_days": 1}, "would erase everything"),
        ({"name": "a", "kind": "note"}, "after_days"),
    ],
)
def test_a_rule_that_says_something_impossible_is_refused(
    memory: Remembrancer, rule: dict[str, Any], fault: str
) -> None:
    with pytest.raises(InvalidFile, match=fault):
        adopt(memory, rule)
    with pytest.raises(InvalidFile, match="two rules of retention called 'a'"):
        adopt(memory, *[{"name": "a", "kind": "note", "after_days": 1}] * 2)
