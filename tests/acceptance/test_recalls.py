"""Reading is remembered: what was asked and given, recorded behind the recall, counted by day, sealed like its hits."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from noting import note
from remembrancer import Agent, InvalidNumber, Remembrancer
from remembrancer.application.memory import ERASED, SEALED, Memory
from remembrancer.domain.content import Reason, RecallQuery
from remembrancer.domain.events import Draft, Recalled, Recorded, SubjectErased
from settable_clock import SettableClock


def recalled(memory: Remembrancer) -> list[Recorded]:
    """Return the recalls that the log holds, once all that were noted are there."""
    assert memory.store.notes.flush()
    stored = map(memory.store.codec.decode, memory.store.log.read())
    return [found for found in stored if isinstance(found.event, Recalled)]


def only(memory: Remembrancer) -> Recalled:
    (found,) = recalled(memory)
    assert isinstance(found.event, Recalled)
    return found.event


def slot_of(event: Recalled) -> str:
    assert event.box is not None
    return event.box.slot


def record_erasure(memory: Remembrancer, *erased: str, subject: str | None = None) -> None:
    """Append what an erasure records before it destroys keys."""
    event = SubjectErased(
        actor="user:officer",
        cause="cmd_1",
        box=None,
        erased=tuple(sorted(erased)),
        derived=(),
        subject=subject,
        retention=None,
    )
    (sealed,) = memory.store.seal([Draft(event=event, content=Reason(because="request 17"))])
    memory.store.log.append([memory.store.codec.encode(sealed)])


def test_a_noted_recall_is_one_event_with_its_hits_in_clear_and_its_question_sealed(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    kept = [atlas.record(f"the lift is {state}").id for state in ("out", "back")]
    position = memory.position
    clock.forward(seconds=5)
    note(memory, "is the lift back?", kept, layers=("L2",), tags=("lift",))

    event = only(memory)
    assert memory.position == position + 1
    assert (event.agent, event.scope, event.actor, event.policy) == ("atlas", "agent:atlas", "agent:atlas", 1)
    assert (event.scenario, event.hits, event.scores) == ("reply", tuple(kept), (900, 800))
    assert (event.asked_position, event.past, event.valid_at, event.session) == (position, False, None, None)
    assert event.asked_at == memory.store.now()
    assert b"lift" not in memory.store.codec.encode(event).body
    words = memory.store.sealer.open(event)
    assert words == RecallQuery(query="is the lift back?", layers=("L2",), tags=("lift",))
    assert memory.check() == []


def test_no_command_ever_conflicts_with_a_recall_for_it_names_no_memory_by_a_tag(
    memory: Remembrancer, atlas: Agent
) -> None:
    note(memory, "anything?", [atlas.record("something", subjects=["user:42"]).id], session="s1")
    event = only(memory)
    assert event.memories == ()
    assert {tag.partition(":")[0] for tag in event.tags} == {"agent", "scope", "session", "subject"}


def test_a_recall_names_its_ten_best_hits_at_most(memory: Remembrancer, atlas: Agent) -> None:
    kept = [found.id for found in atlas.record_many({"text": f"note {number}"} for number in range(12))]
    note(memory, "all of it", kept)
    assert only(memory).hits == tuple(kept[:10])


def test_recalls_do_not_wait_for_the_log_and_a_hundred_of_them_share_three_commits_at_most(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        given = memory.agent("atlas").record("the only note").id
        with closing(sqlite3.connect(tmp_path / "memory" / "memory.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for number in range(100):
                note(memory, f"question {number}", [given])
            other.execute("ROLLBACK")
        found = recalled(memory)
        assert len({recorded.at for recorded in found}) <= 3
        assert [one.query for one in memory.agent("atlas").recalls(limit=100)] == [
            f"question {number}" for number in reversed(range(100))
        ]


def test_closing_the_store_makes_durable_what_was_noted(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        note(memory, "will this last?")
    with Remembrancer.open(tmp_path / "memory", read_only=True) as memory:
        assert [one.query for one in memory.agent("atlas").recalls()] == ["will this last?"]


def test_a_read_only_store_takes_no_notes(memory: Remembrancer, atlas: Agent, tmp_path: Path) -> None:
    given = atlas.record("a note").id
    position = memory.position
    with Remembrancer.open(tmp_path / "memory", read_only=True) as reading:
        note(reading, "what is there?", [given])
        assert reading.store.notes.flush()
        assert reading.agent("atlas").recalls() == []
        assert reading.agent("atlas").show(given).references == 0
        assert reading.notices == ()
    assert memory.position == position


@pytest.mark.parametrize("query", ["", " ", "\ud800 half a character", "'\"%_*\x00\n", "长" * 10_000])
def test_any_question_is_noted_as_far_as_it_can_be_written(memory: Remembrancer, atlas: Agent, query: str) -> None:
    note(memory, query)
    assert [one.query for one in atlas.recalls()] == [query.replace("\ud800", "?")[:4_000]]


def test_what_the_log_refuses_is_told_once_and_recorded_when_it_can_be(
    memory: Remembrancer, atlas: Agent, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "memory" / "memory.db", isolation_level=None)) as other:
        other.execute("UPDATE views SET version = version + 98 WHERE name = 'beliefs'")
        note(memory, "first")
        assert not memory.store.notes.flush()
        note(memory, "second")
        assert not memory.store.notes.flush()
        assert atlas.recalls() == []
        (notice,) = memory.notices
        assert "recalls could not be recorded (" in notice
        assert "update remembrancer" in notice
        other.execute("UPDATE views SET version = version - 98 WHERE name = 'beliefs'")
    assert memory.store.notes.flush()
    assert [one.query for one in atlas.recalls()] == ["second", "first"]


def test_a_store_that_refuses_to_the_end_is_closed_all_the_same(tmp_path: Path) -> None:
    memory = Remembrancer.open(tmp_path / "memory")
    with closing(sqlite3.connect(tmp_path / "memory" / "memory.db", isolation_level=None)) as other:
        other.execute("UPDATE views SET version = version + 98 WHERE name = 'beliefs'")
        note(memory, "in vain")
        memory.close()
    assert memory.notices[-1] == "recalls not recorded by the time the store was closed: 1"


# What was given


def test_a_list_of_recalls_shows_what_was_given_as_it_was_believed_then(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    kept = atlas.record("She wants short abstracts")
    note(memory, "how long?", [kept.id], subjects=["user:ann"], session="monday", actor="user:ann")
    assert memory.store.notes.flush()
    clock.forward(days=1)
    atlas.revise(kept.id, "She wants long abstracts", because="she said so")
    atlas.forget(kept.id, because="done with it")

    (one,) = atlas.recalls()
    (given,) = one.hits
    assert (one.query, one.scenario, one.session, one.actor) == ("how long?", "reply", "monday", "user:ann")
    assert one.at == datetime(2026, 5, 1, 9, tzinfo=UTC)
    assert (given.score, given.memory.text, given.memory.status) == (0.9, "She wants short abstracts", "live")
    told = one.to_json()
    assert (told["query"], told["hits"][0]["score"], told["hits"][0]["memory"]["id"]) == ("how long?", 0.9, kept.id)


def test_a_recall_of_the_past_shows_the_words_of_the_moment_and_of_the_valid_time_that_it_asked_about(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    kept = atlas.record("The door is red")
    then = memory.position
    clock.forward(days=10)
    atlas.revise(kept.id, "The door is blue", because="painted")
    note(memory, "as of then", [kept.id], moment=memory.store.moment(then))
    note(memory, "as of now", [kept.id])
    note(memory, "true then", [kept.id], valid_at=memory.store.event(then).at)

    found = {one.query: one for one in atlas.recalls()}
    assert {query: one.hits[0].memory.text for query, one in found.items()} == {
        "as of then": "The door is red",
        "as of now": "The door is blue",
        "true then": "The door is red",
    }
    assert (found["as of then"].past, found["as of then"].asked_position) == (True, then)
    assert found["true then"].valid_at == datetime(2026, 5, 1, 9, tzinfo=UTC)


def test_each_agent_lists_its_own_recalls_and_only_what_it_may_still_read(memory: Remembrancer, atlas: Agent) -> None:
    memory.adopt_policy({"version": 2, "teams": {"red": ["atlas", "atlas2"]}}, by="user:ann")
    shared, own = atlas.record("shared", scope="team:red"), atlas.record("own")
    note(memory, "mine", [shared.id, own.id])
    note(memory, "another's", [shared.id], agent="atlas2")
    assert [[hit.memory.text for hit in one.hits] for one in atlas.recalls()] == [["shared", "own"]]
    assert [one.query for one in memory.agent("atlas2").recalls()] == ["another's"]
    assert memory.agent("atla").recalls() == []

    memory.adopt_policy({"version": 3, "teams": {}}, by="user:ann")
    assert [[hit.memory.text for hit in one.hits] for one in atlas.recalls()] == [["own"]]


def test_recalls_are_listed_newest_first_by_session_and_no_more_than_asked(memory: Remembrancer, atlas: Agent) -> None:
    for number in range(5):
        note(memory, f"question {number}", session="odd" if number % 2 else None)
    assert [one.query for one in atlas.recalls(limit=2)] == ["question 4", "question 3"]
    assert [one.query for one in atlas.recalls(session="odd")] == ["question 3", "question 1"]
    assert atlas.recalls(session="od") == []
    assert {one.session for one in atlas.recalls()} == {None, "odd"}
    with pytest.raises(InvalidNumber, match="the limit is 0; it must be from 1"):
        atlas.recalls(limit=0)


def test_recalls_and_references_are_as_they_were_at_any_past_position(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    kept = atlas.record("a well-worn note")
    counted = {memory.position: 0}
    for day in range(3):
        for _ in range(day + 1):
            note(memory, "again?", [kept.id])
            assert memory.store.notes.flush()
            counted[memory.position] = len(counted)
        clock.forward(days=1)

    assert atlas.show(kept.id).references == 6
    assert {at: atlas.as_of(at).show(kept.id).references for at in counted} == counted
    assert {at: len(atlas.as_of(at).recalls()) for at in counted} == counted
    assert memory.check() == []


def test_a_recall_counts_on_the_day_on_which_it_was_asked_for(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    kept = atlas.record("a note")
    clock.set(2026, 5, 1, 23, 59, 59)
    note(memory, "late", [kept.id])
    clock.set(2026, 5, 2)
    note(memory, "early", [kept.id])
    assert memory.store.notes.flush()
    days = memory.store.log.fetch_views("SELECT memory, day, count FROM reference_counts ORDER BY day")
    assert days == [(kept.id, "2026-05-01", 1), (kept.id, "2026-05-02", 1)]


# What references are good for


def test_what_was_recalled_stays_where_a_bound_takes_what_weighs_as_much_and_is_older(
    memory: Remembrancer, atlas: Agent
) -> None:
    first, second, third = (atlas.record(f"decision {number}", kind="decision") for number in range(3))
    memory.adopt_policy({"version": 2, "bounds": {"decision": 3}}, by="user:ann")
    for _ in range(2):
        note(memory, "what did we decide?", [first.id])
    note(memory, "what did we decide?", [third.id])
    assert memory.store.notes.flush()

    atlas.record("decision 3", kind="decision", importance=9)
    assert atlas.show(second.id).status == "archived"
    atlas.record("decision 4", kind="decision", importance=9)
    assert (atlas.show(first.id).status, atlas.show(third.id).status) == ("live", "archived")
    because = atlas.history(third.id)[-1].because
    assert because is not None
    assert because.endswith("this one weighed least (5, recalled once)")


def test_a_batch_that_crosses_a_bound_spares_what_was_recalled_as_well(memory: Remembrancer, atlas: Agent) -> None:
    memory.adopt_policy({"version": 2, "bounds": {"decision": 5}}, by="user:ann")
    first, second = (atlas.record(f"decision {number}", kind="decision") for number in range(2))
    note(memory, "what did we decide?", [first.id])
    assert memory.store.notes.flush()
    atlas.record_many({"text": f"decision {number}", "kind": "decision"} for number in range(2, 6))
    assert (atlas.show(first.id).status, atlas.show(second.id).status) == ("live", "archived")


def test_the_summary_of_a_session_that_cools_onto_a_full_shelf_counts_its_recalls(
    memory: Remembrancer, atlas: Agent
) -> None:
    memory.adopt_policy({"version": 2, "bounds": {"session": 1, "task-context": 1}}, by="user:ann")
    summaries: list[Memory] = []
    for name in ("monday", "tuesday", "wednesday"):
        atlas.session(name).message("hello")
        summaries.append(atlas.session(name).end("we talked"))
        if name == "tuesday":
            note(memory, "what was said on monday?", [summaries[0].id])
            assert memory.store.notes.flush()
    assert [atlas.show(summary.id).status for summary in summaries] == ["live", "archived", "live"]


def test_the_summary_of_a_session_that_cools_by_age_brings_its_recalls_along(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    memory.adopt_policy({"version": 2, "bounds": {"task-context": 1}}, by="user:ann")
    summaries: list[Memory] = []
    for recalls, name in enumerate(("monday", "next monday"), 1):
        atlas.session(name).message("hello")
        summaries.append(atlas.session(name).end("we talked"))
        for _ in range(recalls):
            note(memory, "what was said?", [summaries[-1].id])
        assert memory.store.notes.flush()
        clock.forward(days=8)
        atlas.sweep()
    assert [(kept.kind, kept.status) for kept in (atlas.show(summary.id) for summary in summaries)] == [
        ("task-context", "archived"),
        ("task-context", "live"),
    ]


def test_an_intent_weighs_by_its_uses_and_its_references_together(memory: Remembrancer, atlas: Agent) -> None:
    memory.adopt_policy({"version": 2, "bounds": {"intent": 2}}, by="user:ann")
    known = [atlas.intent({"role": role}).memory for role in ("refactor", "rename")]
    atlas.intent({"role": "rename"})
    for _ in range(2):
        note(memory, "met before?", [known[0].id])
    assert memory.store.notes.flush()
    atlas.intent({"role": "delete"})
    assert [atlas.show(one.id).status for one in known] == ["live", "archived"]
    because = atlas.history(known[1].id)[-1].because
    assert because is not None
    assert because.endswith("(5, with 2 uses)")


# Who may read it, and for how long


def test_a_question_is_sealed_for_the_people_of_its_hits_besides_those_given(
    memory: Remembrancer, atlas: Agent
) -> None:
    kept = [atlas.record("about 42", subjects=["user:42"]).id, atlas.record("about 43", subjects=["user:43"]).id]
    note(memory, "who?", kept, subjects=["user:44"])
    event = only(memory)
    pseudonyms = memory.store.keys.pseudonyms(["user:42", "user:43", "user:44"])
    assert event.box is not None
    assert event.box.subjects == tuple(sorted(pseudonyms.values()))
    words = memory.store.sealer.open(event)
    assert words is not None
    assert words.subjects == ("user:42", "user:43", "user:44")


@pytest.mark.parametrize("person", ["user:42", "user:44"])
def test_a_question_whose_person_was_destroyed_reads_sealed(memory: Remembrancer, atlas: Agent, person: str) -> None:
    note(memory, "who?", [atlas.record("about 42", subjects=["user:42"]).id], subjects=["user:44"], session="s1")
    note(memory, "what else?")
    assert memory.store.notes.flush()
    memory.store.keys.destroy_subject(person)
    assert [(one.query, one.session) for one in atlas.recalls()] == [("what else?", None), (SEALED, SEALED)]


def test_a_question_about_somebody_who_is_gone_already_is_unreadable_from_the_start(
    memory: Remembrancer, atlas: Agent
) -> None:
    kept = atlas.record("about 42", subjects=["user:42"])
    memory.store.keys.destroy_subject("user:42")
    note(memory, "who?", [kept.id])
    assert [one.query for one in atlas.recalls()] == [SEALED]


@pytest.mark.parametrize("destroyed", [True, False], ids=["keys destroyed", "keys still there"])
def test_a_question_about_an_erased_person_reads_erased_at_every_moment(
    memory: Remembrancer, atlas: Agent, destroyed: bool
) -> None:
    kept = atlas.record("about 42", subjects=["user:42"])
    note(memory, "who?", [kept.id])
    pseudonym = memory.store.keys.pseudonym("user:42")
    assert memory.store.notes.flush()
    before = memory.position
    record_erasure(memory, kept.id, subject=pseudonym)
    if destroyed:
        memory.store.keys.destroy_subject(pseudonym)

    for reads in (atlas, atlas.as_of(before)):
        (one,) = reads.recalls()
        assert (one.query, one.hits[0].memory.text) == (ERASED, ERASED)
    (told,) = (found for found in memory.log() if found.type == "recall.recalled/1")
    assert told.words == ERASED
    assert memory.examine().problems == ()


def test_a_question_goes_with_an_erased_memory_that_it_found_also_before_its_own_key_is_destroyed(
    memory: Remembrancer, atlas: Agent
) -> None:
    kept = atlas.record("the door code")
    note(memory, "how do I get in?", [kept.id])
    slot = slot_of(only(memory))
    record_erasure(memory, kept.id)
    (one,) = atlas.recalls()
    assert (one.query, one.hits[0].memory.text) == (ERASED, ERASED)

    memory.store.keys.destroy_slot(slot)
    assert [one.query for one in atlas.recalls()] == [ERASED]
    (told,) = (found for found in memory.log() if found.type == "recall.recalled/1")
    assert told.words == ERASED
    assert memory.examine().problems == ()


def test_a_question_whose_key_is_lost_is_a_problem_that_the_examination_names(
    memory: Remembrancer, atlas: Agent
) -> None:
    note(memory, "lost?", [atlas.record("a note").id])
    memory.store.keys.destroy_slot(slot_of(only(memory)))
    assert "the words of 1 events, first at position 4, have no key at hand" in memory.examine().problems[0]
