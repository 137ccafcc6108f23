"""Recording: what each layer takes, who owns a fact, and when a record begins, ends and expires."""

from typing import Any

import pytest

from deciding import AGENT, NOW, content, event, events, facts, order, standing
from remembrancer.domain.commands import RecordMemory
from remembrancer.domain.decisions import decide
from remembrancer.domain.errors import (
    FactHasOwner,
    InvalidMetadata,
    InvalidMoment,
    InvalidName,
    InvalidNumber,
    InvalidText,
    LessonIncomplete,
    NotReadable,
    OutOfOrder,
    Refused,
    RemembrancerError,
    SecretRefused,
    SourceCodeRefused,
    UnknownKind,
    UnknownLayer,
    UnknownMemory,
)
from remembrancer.domain.events import MemoryRecorded, MemoryReplaced
from remembrancer.domain.moments import CALENDAR
from remembrancer.domain.policy import Policy
from remembrancer.domain.vocabulary import KINDS

CODE = "def total(items):\n    return sum(items)"


def record(**fields: Any) -> RecordMemory:
    return order(RecordMemory, **{"memory": "mem_new", "text": "likes tea", **fields})


@pytest.mark.parametrize(("kind", "layer"), sorted(KINDS.items()))
def test_each_kind_is_born_in_its_layer(kind: str, layer: str) -> None:
    recorded = event(facts(), record(kind=kind, summary="one line", trigger="it broke"))

    assert (recorded.layer, recorded.home_layer) == (layer, layer)


def test_a_record_says_by_whom_under_which_policy_and_for_whom() -> None:
    recorded = event(facts(policy=Policy(version=7)), record())

    assert isinstance(recorded, MemoryRecorded)
    assert (recorded.agent, recorded.actor, recorded.cause) == tuple(AGENT.values())
    assert recorded.scope == "agent:atlas"
    assert recorded.policy == 7


@pytest.mark.parametrize(
    ("fields", "refusal", "said"),
    [
        ({"text": ""}, InvalidText, "empty"),
        ({"text": " \n"}, InvalidText, "empty"),
        ({"text": "a\x00b"}, InvalidText, "NUL character at character 1"),
        ({"text": "a \ud83d b"}, InvalidText, "U\\+D83D at character 2"),
        ({"text": 7}, InvalidText, "not int"),
        ({"text": "长" * 350_000}, InvalidText, "1050000 bytes, over the limit of 1048576"),
        ({"kind": "rumour"}, UnknownKind, "'rumour'"),
        ({"layer": "L4"}, UnknownLayer, "lives in L2, not in 'L4'; for L4 use one of lesson"),
        ({"layer": "L5"}, UnknownLayer, "lives in L2, not in 'L5'"),
        ({"kind": "diff", "layer": "L6"}, UnknownLayer, "never archived"),
        ({"scope": "everyone"}, InvalidName, "not a scope"),
        ({"scope": "team:"}, InvalidName, "not a scope"),
        ({"scope": "team:red"}, NotReadable, "may not write to 'team:red'"),
        ({"scope": "agent:bo"}, NotReadable, "may not write to 'agent:bo'"),
        ({"summary": "two\nlines"}, InvalidText, "one line"),
        ({"summary": "x" * 201}, InvalidText, "at most 200"),
        ({"tags": ("",)}, InvalidText, "a tag is empty"),
        ({"tags": ("t",) * 101}, InvalidName, "101 tags"),
        ({"category": "Not A Slug"}, InvalidName, "not a category"),
        ({"importance": 0}, InvalidNumber, "importance is 0"),
        ({"importance": 11}, InvalidNumber, "importance is 11"),
        ({"confidence": 5.5}, InvalidNumber, "confidence must be a whole number"),
        ({"confidence": True}, InvalidNumber, "confidence must be a whole number"),
        ({"source": "rumour"}, InvalidName, "not a source"),
        ({"metadata": {"n": float("nan")}}, InvalidMetadata, "metadata.n is nan"),
        ({"metadata": {"n": 1}, "metadata_bytes": 65_537}, InvalidMetadata, "65537 bytes"),
        ({"occurred_at": CALENDAR[1]}, InvalidMoment, "occurred_at is outside the calendar"),
        ({"valid_from": 9, "valid_to": 9}, InvalidMoment, "not after it began"),
        ({"occurred_at": 9, "valid_to": 8}, InvalidMoment, "give a valid_from before it"),
        ({"valid_to": NOW}, InvalidMoment, "give a valid_from before it"),
        ({"evidence": ("mem_gone",)}, UnknownMemory, "'mem_gone'"),
        ({"because": "a\x00"}, InvalidText, "the reason holds a NUL"),
        ({"subjects": ("",)}, InvalidText, "a subject is empty"),
        ({"kind": "lesson"}, LessonIncomplete, "a trigger incident and a one-line summary is missing"),
        ({"kind": "lesson", "summary": "s"}, LessonIncomplete, "a trigger incident is missing"),
        ({"kind": "lesson", "trigger": "t"}, LessonIncomplete, "a one-line summary is missing"),
        ({"kind": "fact", "text": CODE}, SourceCodeRefused, "source code \\(Python\\) in line 1"),
        ({"kind": "practice", "text": "凭证为sk_test_ABCDEFGHIJ0123456789"}, SecretRefused, "an API key in line 1"),
        ({"kind": "pattern", "summary": "the pwd is hunter2hunter2"}, SecretRefused, "a password"),
        ({"kind": "module", "layer": "L6", "text": CODE}, SourceCodeRefused, "source code"),
    ],
)
def test_what_is_wrong_with_a_record_is_refused_and_named(
    fields: dict[str, Any], refusal: type[RemembrancerError], said: str
) -> None:
    with pytest.raises(refusal, match=said):
        decide(facts(), record(**fields), now=NOW)


def test_code_may_stand_in_an_episode() -> None:
    assert content(facts(), record(text=CODE)).text == CODE


def test_a_team_mate_writes_to_the_team() -> None:
    policy = Policy(teams={"red": ("atlas", "bo")})

    assert event(facts(policy=policy), record(scope="team:red")).scope == "team:red"


def test_a_record_may_go_straight_to_the_archive_and_keeps_its_home() -> None:
    recorded = event(facts(), record(kind="decision", layer="L6"))

    assert (recorded.layer, recorded.home_layer) == ("L6", "L2")


def test_a_kind_of_ones_own_lives_where_the_policy_says() -> None:
    assert event(facts(policy=Policy(kinds={"rumour": "L4"})), record(kind="rumour")).layer == "L4"


@pytest.mark.parametrize(
    ("kind", "seconds"), [("diff", 300), ("prompt", 300), ("request", 300), ("message", 86_400), ("note", None)]
)
def test_only_scratch_expires_after_its_lifetime(kind: str, seconds: int | None) -> None:
    expires_at = event(facts(), record(kind=kind)).expires_at

    assert expires_at == (None if seconds is None else NOW + seconds * 1_000_000)


def test_tags_and_evidence_are_kept_once_and_subjects_sorted() -> None:
    command = record(tags=("b", "a", "b"), evidence=("mem_a", "mem_a"), subjects=("user:2", "user:1"))

    assert event(facts(standing()), command).evidence == ("mem_a",)
    assert content(facts(standing()), command).tags == ("b", "a")
    assert content(facts(standing()), command).subjects == ("user:1", "user:2")


def test_the_first_value_of_a_fact_is_recorded_and_the_next_replaces_it_from_now_on() -> None:
    first = event(facts(), record(key="drink", fact="f"))
    second = event(facts(standing(fact="f")), record(key="drink", fact="f"))

    assert isinstance(first, MemoryRecorded)
    assert isinstance(second, MemoryReplaced)
    assert (second.replaces, second.valid_from) == ("mem_a", None)


def test_a_new_value_of_a_fact_begins_when_it_is_said_to() -> None:
    known = facts(standing(fact="f"))

    assert event(known, record(key="drink", fact="f", valid_from=2000)).valid_from == 2000
    assert event(known, record(key="drink", fact="f", occurred_at=3000)).valid_from == 3000


def test_a_new_value_never_begins_before_the_one_that_it_replaces() -> None:
    with pytest.raises(OutOfOrder, match="before mem_a, which it replaces, began"):
        decide(facts(standing(fact="f")), record(key="drink", fact="f", valid_from=999), now=NOW)


@pytest.mark.parametrize("status", ["live", "quarantined"])
def test_a_second_owner_of_a_fact_is_refused_with_the_name_of_the_first(status: str) -> None:
    known = facts(standing(fact="f", agent="bo", scope="fleet", status=status))

    with pytest.raises(FactHasOwner, match="fact 'drink' is owned by agent 'bo'"):
        decide(known, record(key="drink", fact="f", scope="fleet"), now=NOW)


@pytest.mark.parametrize("status", ["forgotten", "archived", "contradicted", "merged", "erased"])
def test_a_fact_whose_value_stopped_being_believed_is_free(status: str) -> None:
    known = facts(standing(fact="f", agent="bo", scope="fleet", status=status))

    assert isinstance(event(known, record(key="drink", fact="f")), MemoryRecorded)


def test_a_fact_is_replaced_within_its_scope_only() -> None:
    known = facts(standing(fact="f", scope="fleet"))

    assert event(known, record(key="drink", fact="f", scope="fleet")).replaces == "mem_a"
    with pytest.raises(Refused, match="'drink' has its value in fleet, not in agent:atlas"):
        decide(known, record(key="drink", fact="f"), now=NOW)


def test_what_a_bound_pushes_out_retires_with_the_record_that_came() -> None:
    known = facts(*(standing(f"mem_{n}", kind="decision", importance=5) for n in range(10)))

    first, retired = events(known, record(kind="decision"))

    assert first.memory == "mem_new"
    assert (retired.memory, retired.ground, retired.bound) == ("mem_0", "bound", 10)


def test_a_replaced_value_makes_room_on_its_shelf() -> None:
    policy = Policy(bounds={"fact": 1})
    known = facts(standing(kind="fact", layer="L3", fact="f"), policy=policy)

    assert len(events(known, record(kind="fact", key="drink", fact="f"))) == 1


def test_a_second_record_of_a_batch_replaces_the_fact_of_the_first() -> None:
    known = facts()
    command = record(memory="mem_1", key="drink", fact="f")
    known.include(decide(known, command, now=NOW).drafts, NOW)

    assert event(known, record(memory="mem_2", key="drink", fact="f")).replaces == "mem_1"


def test_a_batch_replaces_a_value_that_no_command_names() -> None:
    known = facts(standing(fact="f"))
    del known.memories["mem_a"]

    known.include(decide(known, record(key="drink", fact="f"), now=NOW).drafts, NOW)

    assert known.memories["mem_a"].status == "superseded"
    assert known.holders["f"].memory == "mem_new"


def test_a_record_conflicts_with_another_of_its_fact_and_with_the_same_idempotency_key() -> None:
    conflicts = decide(facts(), record(key="drink", fact="f", idempotency="k"), now=NOW).conflicts

    assert {tag for item in conflicts for tag in item.tags} == {"policy:adopted", "fact:f", "cmd:k"}
