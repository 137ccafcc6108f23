"""Intents: one record a problem, what it refuses, what comes back, and what leaves."""

from typing import Any

import pytest

from deciding import NOW, PERSON, after, content, event, events, facts, intent, order, standing
from remembrancer.domain.commands import (
    ArchiveMemory,
    Command,
    ConfirmMemory,
    ContradictMemory,
    DecayMemory,
    ForgetMemory,
    MergeMemories,
    ObserveIntent,
    PromoteMemory,
    QuarantineMemory,
    ReleaseMemory,
    RestoreMemory,
    ReviewMemory,
    ReviseMemory,
)
from remembrancer.domain.content import ExampleText
from remembrancer.domain.decisions import decide
from remembrancer.domain.envelopes import envelope_from
from remembrancer.domain.errors import (
    InvalidMetadata,
    InvalidName,
    InvalidText,
    KeptByOthers,
    NotReadable,
    RemembrancerError,
    SecretRefused,
    SourceCodeRefused,
    UnknownCategory,
)
from remembrancer.domain.events import IntentLearned, IntentObserved, MemoryArchived, MemoryRestored
from remembrancer.domain.policy import Policy
from remembrancer.domain.state import Belief

CODE = "def total(items):\n    return sum(items)"
SECRET = "the password is hunter2hunter2"
PROBLEM = {"role": "refactor", "risk": "high", "constraints": ["keep the api"], "forbidden_signals": ["eval"]}


def observe(problem: dict[str, Any] | None = None, **fields: Any) -> ObserveIntent:
    given = envelope_from({**PROBLEM, **(problem or {})})
    said: dict[str, Any] = {"memory": "mem_new", "envelope": given, "intent": "i", "because": None}
    return order(ObserveIntent, **{**said, **fields})


def known_intent(memory: str = "mem_i", **fields: Any) -> Belief:
    return standing(memory, **{"kind": "intent", "layer": "L4", **fields})


def test_a_problem_is_learned_at_its_first_use_and_counted() -> None:
    learned, used = events(facts(), observe())

    assert isinstance(learned, IntentLearned)
    assert (learned.memory, learned.kind, learned.layer, learned.intent) == ("mem_new", "intent", "L4", "i")
    assert isinstance(used, IntentObserved)
    assert (used.memory, used.intent, used.outcome, used.exemplified) == ("mem_new", "i", None, False)


def test_the_words_of_an_intent_are_its_envelope() -> None:
    said = content(facts(), observe({"categories": ["security"]}))

    assert said.text == "refactor; risk high; within keep the api; never eval"
    assert said.metadata == {**PROBLEM, "signature": envelope_from(PROBLEM).signature, "categories": ["security"]}


def test_a_later_use_is_only_counted() -> None:
    known = facts(intent(), known_intent())

    used = event(known, observe(outcome="rollback"))
    assert (used.memory, used.outcome) == ("mem_i", "rollback")
    after(known, observe(outcome="rollback"), observe(outcome="success"), observe())
    record = known.intents["agent:atlas", "i"]
    assert (record.uses, record.successes, record.rollbacks) == (4, 1, 1)


def test_an_intent_of_another_scope_is_another() -> None:
    known = facts(intent(), known_intent(), policy=Policy(teams={"red": ("atlas",)}))

    learned, used = events(known, observe(scope="fleet"))
    assert (learned.memory, learned.scope, used.scope) == ("mem_new", "fleet", "fleet")


@pytest.mark.parametrize("status", ["live", "quarantined"])
def test_an_intent_in_quarantine_is_counted_and_stays_there(status: str) -> None:
    assert event(facts(intent(), known_intent(status=status)), observe()).memory == "mem_i"


@pytest.mark.parametrize("status", ["archived", "forgotten"])
def test_an_intent_that_had_retired_comes_back_with_its_counts(status: str) -> None:
    gone = known_intent(status=status, former="live", layer="L6" if status == "archived" else "L4", home_layer="L4")
    known = facts(intent(uses=7), gone)

    back, used = events(known, observe())

    assert isinstance(back, MemoryRestored)
    assert (back.memory, back.from_status, back.to_status, back.to_layer) == ("mem_i", status, "live", "L4")
    assert used.memory == "mem_i"
    assert after(known, observe()).intents["agent:atlas", "i"].uses == 8


def test_an_intent_that_was_erased_is_learned_anew() -> None:
    known = facts(intent(uses=7), known_intent(status="erased"))

    learned, used = events(known, observe())
    assert (learned.memory, used.memory) == ("mem_new", "mem_new")
    assert after(known, observe()).intents["agent:atlas", "i"].uses == 1


def test_the_key_of_a_use_is_not_that_of_what_goes_before_it() -> None:
    assert [said.command for said in events(facts(), observe(idempotency="k"))] == [None, "k"]


@pytest.mark.parametrize(
    ("fields", "refusal", "said"),
    [
        ({"outcome": "failure"}, InvalidName, "not an outcome of an intent: 'failure'; use success or rollback"),
        ({"outcome": ""}, InvalidName, "not an outcome of an intent"),
        ({"scope": "team:red"}, NotReadable, "may not write to 'team:red'"),
        ({"scope": "everyone"}, InvalidName, "not a scope"),
        ({"example": {"n": float("nan")}}, InvalidMetadata, "the example.n is nan"),
        ({"example": {"n": {1}}}, InvalidMetadata, "the example.n is a set"),
        ({"example": {"n": "a\x00"}}, InvalidText, "the example.n holds a NUL"),
        ({"example": {"diff": ["x", {"y": CODE}]}}, SourceCodeRefused, "the example holds source code"),
        ({"example": {CODE: 1}}, SourceCodeRefused, "source code"),
        ({"example": {"log": SECRET}}, SecretRefused, "a password in line 1"),
        ({"because": SECRET}, SecretRefused, "the reason holds a password in line 1"),
        ({"because": "a\x00"}, InvalidText, "the reason holds a NUL"),
        ({"subjects": ("",)}, InvalidText, "a subject is empty"),
    ],
)
def test_what_is_wrong_with_a_use_is_refused(
    fields: dict[str, Any], refusal: type[RemembrancerError], said: str
) -> None:
    with pytest.raises(refusal, match=said):
        decide(facts(), observe(**fields), now=NOW)


@pytest.mark.parametrize("field", ["role", "risk"])
def test_an_envelope_holds_no_secret(field: str) -> None:
    with pytest.raises(SecretRefused, match="the envelope holds a password"):
        decide(facts(), observe({field: "密码是hunter2hunter2"}), now=NOW)


def test_an_envelope_names_categories_that_the_policy_knows() -> None:
    with pytest.raises(UnknownCategory, match="unknown category 'boredom'; use one of rollback, security"):
        decide(facts(), observe({"categories": ["boredom"]}), now=NOW)
    policy = Policy(trauma_weights={"boredom": 1}, trauma_half_lives_days={}, trauma_signals={})
    assert len(events(facts(policy=policy), observe({"categories": ["boredom"]}))) == 2


def test_an_example_is_kept_with_the_use_that_it_is_of() -> None:
    known = facts(intent(), known_intent())
    used = event(known, observe(example={"target": "a.py", "files": 3}))
    said = content(known, observe(example={"target": "a.py", "files": 3}, because="again", subjects=("user:1",)))

    assert used.exemplified
    assert said == ExampleText(because="again", subjects=("user:1",), example={"target": "a.py", "files": 3})
    assert content(known, observe()) is None


def test_the_five_newest_examples_are_at_hand() -> None:
    known = facts(intent(), known_intent())

    after(known, *(observe(example={"n": n}) for n in range(7)))

    assert known.intents["agent:atlas", "i"].examples == "16 15 14 13 12"


def arrive(*there: Any, **fields: Any) -> list[str]:
    """Return the ids of the intents that retire when another is met where two are kept."""
    known = facts(*there, policy=Policy(bounds={"intent": 2}))
    return [gone.memory for gone in events(known, observe(intent="new", **fields)) if isinstance(gone, MemoryArchived)]


def kept(uses: int, memory: str, **fields: Any) -> tuple[Any, Belief]:
    return intent(memory, intent=memory, uses=uses), known_intent(memory, **fields)


def test_the_least_used_intent_retires_and_never_the_one_that_arrives() -> None:
    assert arrive(*kept(3, "mem_a"), *kept(2, "mem_b")) == ["mem_b"]
    assert arrive(*kept(3, "mem_a")) == []


def test_of_equally_used_intents_the_weaker_retires_then_the_older() -> None:
    assert arrive(*kept(2, "mem_a"), *kept(2, "mem_b", strength=900)) == ["mem_b"]
    assert arrive(*kept(2, "mem_a", recorded_position=7), *kept(2, "mem_b", recorded_position=6)) == ["mem_b"]


def test_an_intent_that_comes_back_pushes_another_out() -> None:
    gone = known_intent("mem_new", status="archived", former="live", layer="L6", home_layer="L4")
    back = intent("mem_new", intent="new", uses=1)

    assert arrive(*kept(3, "mem_a"), *kept(2, "mem_b"), back, gone) == ["mem_b"]


def test_a_bound_of_intents_counts_one_scope() -> None:
    assert arrive(*kept(3, "mem_a"), *kept(2, "mem_b"), scope="fleet") == []


def test_what_retires_says_how_often_it_was_used() -> None:
    known = facts(*kept(3, "mem_a"), *kept(2, "mem_b"), policy=Policy(bounds={"intent": 2}))
    drafts = decide(known, observe(intent="new"), now=NOW).drafts
    reasons = [draft.content.because for draft in drafts if isinstance(draft.event, MemoryArchived) and draft.content]

    assert reasons == [
        "more than 2 live memories of kind intent in agent:atlas; this one weighed least (5, with 2 uses)"
    ]


def test_which_intent_retires_rests_on_how_often_each_was_used() -> None:
    known = facts(*kept(3, "mem_a"), *kept(2, "mem_b"), policy=Policy(bounds={"intent": 2}))
    items = decide(known, observe(intent="new"), now=NOW).conflicts

    used = {tag for item in items if "intent.observed/1" in item.types for tag in item.tags}
    assert {"mem:mem_a", "mem:mem_b"} <= used


def test_two_first_uses_of_one_problem_do_not_both_learn_it() -> None:
    items = decide(facts(), observe(), now=NOW).conflicts

    assert [
        item for item in items if "intent.learned/1" in item.types and {"intent:i", "scope:agent:atlas"} == {*item.tags}
    ]


@pytest.mark.parametrize(
    ("command", "status", "fields"),
    [
        (ForgetMemory, "live", {}),
        (ArchiveMemory, "live", {}),
        (RestoreMemory, "archived", {}),
        (QuarantineMemory, "live", {}),
        (ReleaseMemory, "quarantined", {}),
        (ReviewMemory, "live", {"outcome": "passed"}),
        (ConfirmMemory, "live", {}),
        (DecayMemory, "live", {"strength": 5}),
    ],
)
def test_an_intent_goes_and_comes_back_as_other_memories_do(
    command: type[Command], status: str, fields: dict[str, Any]
) -> None:
    known = facts(known_intent(status=status))

    assert event(known, order(command, memory="mem_i", **fields)).memory == "mem_i"


@pytest.mark.parametrize(
    ("command", "fields"),
    [(ReviseMemory, {"text": "x"}), (PromoteMemory, {"to": "L4"}), (ContradictMemory, {})],
)
def test_what_an_intent_is_about_never_changes(command: type[Command], fields: dict[str, Any]) -> None:
    with pytest.raises(KeptByOthers, match="mem_i: its kind is 'intent'; only the `intent` commands change it"):
        decide(facts(known_intent()), order(command, **PERSON, memory="mem_i", **fields), now=NOW)


def test_intents_are_not_merged() -> None:
    known = facts(known_intent("mem_a"), known_intent("mem_b"))

    with pytest.raises(KeptByOthers, match="cannot merge mem_a"):
        decide(known, order(MergeMemories, memory="mem_m", sources=("mem_a", "mem_b"), text="both"), now=NOW)
