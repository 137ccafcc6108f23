"""Handing over: facts, lessons, memories and tasks change hands by an event, and by the word of who has them."""

import json
from pathlib import Path
from typing import Any

import pytest

from command_line import Run, assert_refused
from remembrancer import (
    FactHasOwner,
    InvalidText,
    NotOwner,
    NotReadable,
    Refused,
    Remembrancer,
    TaskHasEnded,
    TaskIsOpen,
    UnknownAgent,
    UnknownFact,
    UnknownMemory,
    UnknownTask,
)
from remembrancer.application.agent import Agent

LESSON = {"kind": "lesson", "summary": "Test backups weekly", "trigger": "the restore of March failed"}


@pytest.fixture
def memory(tmp_path: Path) -> Remembrancer:
    return Remembrancer.open(tmp_path / "memory")


@pytest.fixture
def atlas(memory: Remembrancer) -> Agent:
    return memory.agent("atlas")


@pytest.fixture
def bo(memory: Remembrancer) -> Agent:
    bo = memory.agent("bo")
    bo.record("A note of bo")
    return bo


def test_a_shared_fact_gets_another_owner_and_keeps_its_value(memory: Remembrancer, atlas: Agent, bo: Agent) -> None:
    value = atlas.record("Paris", kind="fact", key="capital", scope="fleet")
    with pytest.raises(FactHasOwner, match="to hand it over with `remembrancer fact transfer`"):
        bo.record("Lyon", kind="fact", key="capital", scope="fleet")
    note = atlas.transfer_fact("capital", to="bo", because="bo keeps the geography")
    assert (note.memory, note.giver, note.to, note.what) == (value.id, "atlas", "bo", "fact")
    assert atlas.fact("capital").owner == "bo"
    assert atlas.fact("capital").memory == atlas.show(value.id)
    with pytest.raises(FactHasOwner, match="owned by agent 'bo'"):
        atlas.record("Nice", kind="fact", key="capital", scope="fleet")
    assert bo.record("Lyon", kind="fact", key="capital", scope="fleet").status == "live"
    assert atlas.show(value.id).status == "superseded"
    assert [entry.type for entry in atlas.history(value.id)] == [
        "memory.recorded/1",
        "fact.transferred/1",
        "memory.replaced/1",
    ]
    assert atlas.as_of(note.position - 1).fact("capital").owner == "atlas"
    assert memory.check() == []


def test_a_fact_that_an_agent_keeps_to_itself_goes_where_the_receiver_reads(atlas: Agent, bo: Agent) -> None:
    value = atlas.record("blue", kind="fact", key="colour", subjects=["user:42"])
    note = atlas.transfer_fact("colour", to="bo", because="bo paints")
    assert note.memory != value.id
    assert note.scope == "agent:bo"
    got = bo.show(note.memory)
    assert (got.text, got.key, got.subjects, got.agent) == ("blue", "colour", ("user:42",), "bo")
    assert got.valid_from == value.valid_from
    assert atlas.show(value.id).status == "superseded"
    assert atlas.show(value.id).successor == note.memory
    with pytest.raises(UnknownMemory):
        atlas.show(note.memory)
    with pytest.raises(UnknownMemory):
        bo.show(value.id)
    assert [entry.because for entry in bo.history(note.memory)] == ["bo paints"]


def test_who_asks_for_a_fact_of_another_agents_own_learns_the_owner_alone(atlas: Agent, bo: Agent) -> None:
    atlas.record("blue", kind="fact", key="colour")
    note = bo.fact("colour")
    assert (note.owner, note.scope, note.memory) == ("atlas", None, None)
    assert bo.facts() == []
    with pytest.raises(FactHasOwner):
        bo.transfer_fact("colour", to="bo", because="I want it")
    with pytest.raises(UnknownFact, match="unknown fact 'size'"):
        bo.fact("size")


def test_only_who_has_it_or_a_person_hands_over(memory: Remembrancer, atlas: Agent, bo: Agent) -> None:
    value = atlas.record("Paris", kind="fact", key="capital", scope="fleet")
    with pytest.raises(NotOwner, match="cannot hand over capital: agent 'atlas' has it"):
        bo.transfer_fact("capital", to="bo", because="I want it")
    with pytest.raises(NotOwner):
        bo.hand_over(value.id, to="bo", because="I want it")
    person = memory.agent("bo", by="user:ann")
    assert person.transfer_fact("capital", to="bo", because="I say so").by == "user:ann"
    with pytest.raises(UnknownAgent, match="unknown agent 'nobody'"):
        bo.transfer_fact("capital", to="nobody", because="why not")
    with pytest.raises(Refused, match="agent 'bo' has capital already"):
        bo.transfer_fact("capital", to="bo", because="again")


def test_a_lesson_goes_over_with_all_that_it_has(atlas: Agent, bo: Agent) -> None:
    lesson = atlas.record("Backups that are never restored are no backups", importance=8, **LESSON)  # type: ignore[arg-type]
    atlas.confirm(lesson.id)
    note = atlas.hand_over("test-backups-weekly", to="bo", because="bo runs operations")
    got = bo.lesson("test-backups-weekly").memory
    assert (got.id, got.trigger, got.importance, got.confirmations) == (note.memory, LESSON["trigger"], 8, 1)
    assert got.factors == lesson.factors != ()
    assert [one.slug for one in atlas.lessons()] == []
    assert [one.state for one in atlas.lessons(every=True)] == ["superseded"]
    assert [hit.memory.id for hit in bo.recall("backups restored")] == [got.id]
    assert atlas.recall("backups restored") == []
    assert [one.memory for one in bo.hand_overs()] == [note.memory] == [one.memory for one in atlas.hand_overs()]
    assert bo.recall("backups restored", note=False)[0].memory.agent == "bo"


def test_what_is_handed_over_goes_only_where_both_may_write(memory: Remembrancer, atlas: Agent, bo: Agent) -> None:
    memory.adopt_policy({"version": 2, "teams": {"ops": ["atlas"], "paint": ["bo"]}}, by="user:ann")
    note = atlas.record("The brush is wet")
    for scope in ("team:ops", "team:paint"):
        with pytest.raises(NotReadable):
            atlas.hand_over(note.id, to="bo", because="so", scope=scope)
    assert atlas.hand_over(note.id, to="bo", because="so", scope="fleet").scope == "fleet"
    team = atlas.record("Only for ops", scope="team:ops")
    assert atlas.hand_over(team.id, to="bo", because="so").scope == "agent:bo"


def test_a_fact_of_the_fleet_goes_to_who_may_write_there_and_from_nobody_else(
    memory: Remembrancer, atlas: Agent, bo: Agent
) -> None:
    atlas.record("Paris", kind="fact", key="capital", scope="fleet")
    memory.adopt_policy({"version": 2, "writers": {"fleet": ["atlas"]}}, by="user:ann")
    note = atlas.transfer_fact("capital", to="bo", because="bo keeps the geography")
    assert note.scope == "agent:bo"
    atlas.record("blue", kind="fact", key="colour", scope="fleet")
    memory.adopt_policy({"version": 3, "writers": {"fleet": ["bo"]}}, by="user:ann")
    with pytest.raises(NotReadable):
        atlas.transfer_fact("colour", to="bo", because="so")
    assert memory.agent("atlas", by="user:ann").transfer_fact("colour", to="bo", because="so").scope == "fleet"


def test_a_task_goes_on_where_it_was(atlas: Agent, bo: Agent) -> None:
    task = atlas.task("ship it")
    task.start(objective="Ship the release")
    task.checkpoint(step=2)
    atlas.hand_over("ship it", to="bo", because="holiday")
    assert (atlas.task("ship it").status, atlas.task("ship it").outcome) == ("completed", "handed over")
    assert bo.task("ship it").status == "interrupted"
    assert bo.task("ship it").resume()["step"] == 2
    with pytest.raises(TaskHasEnded):
        task.checkpoint(step=3)
    with pytest.raises(TaskHasEnded):
        atlas.hand_over("ship it", to="bo", because="again")
    bo.task("ship it").complete("shipped")
    task.start(objective="Ship the next one")
    assert atlas.hand_over("ship it", to="bo", because="holiday").what == "task"
    task.start(objective="Ship one more")
    with pytest.raises(TaskIsOpen):
        atlas.hand_over("ship it", to="bo", because="holiday")
    with pytest.raises(UnknownTask, match="neither a lesson, a fact nor a task"):
        atlas.hand_over("no such thing", to="bo", because="holiday")


def test_what_does_not_change_hands_is_refused(memory: Remembrancer, atlas: Agent, bo: Agent) -> None:
    del bo
    scratch = atlas.record("a diff", kind="diff")
    with pytest.raises(Refused, match="scratch of L0 and passes by itself"):
        atlas.hand_over(scratch.id, to="bo", because="so")
    line = memory.agent("atlas", by="user:ann").establish_identity({"version": 1, "mission": "Keep"}, because="so")
    with pytest.raises(Refused, match="L5 holds the identity"):
        atlas.hand_over(line.lines[0].id, to="bo", because="so")


def test_what_was_handed_over_goes_with_the_person_it_is_about(memory: Remembrancer, atlas: Agent, bo: Agent) -> None:
    value = atlas.record("She likes wexlum", subjects=["user:42"])
    note = atlas.hand_over(value.id, to="bo", because="bo cooks wexlum")
    memory.erase("user:42", because="she asked")
    assert bo.show(note.memory).status == "erased"
    assert "wexlum" not in json.dumps([entry.to_json() for entry in memory.log()])


def test_what_was_made_of_an_erased_memory_by_a_hand_over_goes_with_it(
    memory: Remembrancer, atlas: Agent, bo: Agent
) -> None:
    value = atlas.record("She likes wexlum")
    note = atlas.hand_over(value.id, to="bo", because="bo cooks")
    memory.erase(value.id, because="it was wrong")
    assert bo.show(note.memory).text == "[erased]"


def test_the_command_line_transfers_lists_and_says_who_owns(run: Run, store: Path) -> None:
    del store
    run("record", "Paris", "--kind", "fact", "--key", "capital", "--scope", "fleet", "--agent", "atlas")
    run("record", "hello", "--agent", "bo")
    assert run("fact", "owner", "capital", "--agent", "bo").out.startswith("fact 'capital' is owned by agent atlas")
    run("record", "blue", "--kind", "fact", "--key", "mood", "--agent", "atlas")
    hidden = run("fact", "owner", "mood", "--agent", "bo").out
    assert hidden == "fact 'mood' is owned by agent atlas\nits value stands where this agent does not read\n"
    refused = run("fact", "transfer", "capital", "--to", "bo", "--because", "mine", "--agent", "bo")
    assert_refused(refused, "agent 'atlas' has it")
    moved = run("fact", "transfer", "capital", "--to", "bo", "--because", "geography", "--agent", "atlas", "--json")
    assert moved.json["to"] == "bo"
    assert run("facts", "--agent", "bo", "--json").json["facts"][0]["owner"] == "bo"
    assert "geography" in run("handover", "list", "--agent", "bo").out
    given = run("handover", "capital", "--to", "atlas", "--because", "back", "--agent", "bo")
    assert "handed over from bo to atlas in fleet" in given.out
    assert "fact transferred from atlas to bo" in run("history", moved.json["memory"], "--agent", "bo").out


def test_erasing_what_was_received_takes_what_was_given(memory: Remembrancer, atlas: Agent, bo: Agent) -> None:
    value = atlas.record("She likes wexlum")
    note = atlas.hand_over(value.id, to="bo", because="bo cooks")
    atlas.task("dinner").start(objective="serve wexlum")
    task = atlas.hand_over("dinner", to="bo", because="bo cooks")
    report = memory.erase([note.memory, task.memory], because="it was wrong")
    assert {one.id for one in report.memories} == {value.id, note.before, note.memory, task.before, task.memory}
    assert "wexlum" not in json.dumps([entry.to_json() for entry in memory.log()])
    assert bo.show(note.memory).text == "[erased]"


def test_a_review_that_goes_on_names_nothing_that_the_receiver_may_not_see(
    memory: Remembrancer, atlas: Agent, bo: Agent
) -> None:
    kept = atlas.record("The tram goes every six minutes", kind="preference")
    given = atlas.record("The tram goes every seven minutes", kind="preference", importance=8)
    assert kept.id in given.factors[2].reason
    got = bo.show(atlas.hand_over(given.id, to="bo", because="bo rides it").memory)
    assert (got.factors[2].result, got.factors[2].reason) == ("fail", "contradicted by what its giver believes")


@pytest.mark.parametrize("what", [5, None, "", "x" * 5_000])
def test_what_is_no_name_is_refused(atlas: Agent, what: Any) -> None:
    with pytest.raises(InvalidText):
        atlas.lesson(what)
    with pytest.raises(InvalidText):
        atlas.lesson_path(what)
    with pytest.raises(InvalidText):
        atlas.hand_over(what, to="bo", because="x")


def test_a_scope_that_the_receiver_does_not_read_is_told_apart(memory: Remembrancer, atlas: Agent, bo: Agent) -> None:
    policy = {"version": 2, "teams": {"red": ["atlas"]}, "writers": {"team:red": ["atlas"]}}
    memory.adopt_policy(policy, by="user:ann")
    note = atlas.record("a note")
    with pytest.raises(NotReadable, match=r"agent 'bo' may not write to 'team:red'; it reads agent:bo"):
        atlas.hand_over(note.id, to="bo", because="x", scope="team:red")
