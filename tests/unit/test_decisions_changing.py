"""What can happen to one live memory in its layer: revise, contradict, quarantine, review, confirm, decay."""

from typing import Any

import pytest

from deciding import NOW, PERSON, content, event, events, facts, order, standing
from remembrancer.domain.commands import (
    Command,
    ConfirmMemory,
    ContradictMemory,
    DecayMemory,
    QuarantineMemory,
    ReviewMemory,
    ReviseMemory,
)
from remembrancer.domain.content import MemoryText
from remembrancer.domain.decisions import decide
from remembrancer.domain.errors import (
    IdentityIsProtected,
    InvalidName,
    InvalidNumber,
    InvalidText,
    NotLive,
    OutOfOrder,
    RemembrancerError,
    SecretRefused,
    SourceCodeRefused,
    UnknownMemory,
)

WORDS = MemoryText(
    text="likes tea", summary="tea", trigger="asked", tags=("t",), key="drink", session="s", subjects=("user:1",)
)
LATER = 2000
VERBS: dict[type[Command], dict[str, Any]] = {
    ReviseMemory: {"text": "likes mate"},
    ContradictMemory: {},
    QuarantineMemory: {},
    ReviewMemory: {"outcome": "passed"},
    ConfirmMemory: {},
    DecayMemory: {"strength": 500},
}


@pytest.mark.parametrize("status", ["superseded", "merged", "contradicted", "forgotten", "archived", "erased"])
@pytest.mark.parametrize("command", VERBS)
def test_nothing_happens_to_a_memory_that_is_not_live(command: type[Command], status: str) -> None:
    with pytest.raises(NotLive, match=f"mem_a: it is {status}"):
        decide(facts(standing(status=status)), order(command, memory="mem_a", **VERBS[command]), now=NOW)


@pytest.mark.parametrize("command", [command for command in VERBS if command is not ReviewMemory])
def test_nothing_happens_to_a_memory_in_quarantine_but_a_review(command: type[Command]) -> None:
    known = facts(standing(status="quarantined"))

    with pytest.raises(NotLive, match="release it first"):
        decide(known, order(command, memory="mem_a", **VERBS[command]), now=NOW)
    assert event(known, order(ReviewMemory, memory="mem_a", outcome="failed")).outcome == "failed"


@pytest.mark.parametrize("command", VERBS)
def test_nothing_happens_to_an_expired_memory(command: type[Command]) -> None:
    asked = order(command, memory="mem_a", **VERBS[command])

    with pytest.raises(NotLive, match="it is expired"):
        decide(facts(standing(layer="L0", expires_at=NOW)), asked, now=NOW)
    assert events(facts(standing(layer="L0", expires_at=NOW + 1)), asked)


@pytest.mark.parametrize("by", [{}, PERSON])
@pytest.mark.parametrize("command", VERBS)
def test_nothing_happens_to_a_line_of_the_identity(command: type[Command], by: dict[str, str]) -> None:
    with pytest.raises(IdentityIsProtected, match="L5"):
        decide(facts(standing(layer="L5")), order(command, **by, memory="mem_a", **VERBS[command]), now=NOW)


@pytest.mark.parametrize("command", VERBS)
def test_nothing_happens_to_a_memory_that_the_agent_cannot_read(command: type[Command]) -> None:
    with pytest.raises(UnknownMemory, match="'mem_gone'"):
        decide(facts(), order(command, memory="mem_gone", **VERBS[command]), now=NOW)


@pytest.mark.parametrize("command", [ReviseMemory, ContradictMemory, QuarantineMemory, ReviewMemory])
def test_what_changes_a_belief_needs_a_reason(command: type[Command]) -> None:
    with pytest.raises(InvalidText, match="a reason is missing"):
        decide(facts(standing()), order(command, memory="mem_a", because=None, **VERBS[command]), now=NOW)


@pytest.mark.parametrize("command", [ConfirmMemory, DecayMemory])
def test_routine_needs_no_reason_and_then_has_no_words(command: type[Command]) -> None:
    assert content(facts(standing()), order(command, memory="mem_a", because=None, **VERBS[command])) is None


@pytest.mark.parametrize("command", [command for command in VERBS if command is not ReviseMemory])
def test_a_reason_is_sealed_for_the_people_that_the_memory_is_about(command: type[Command]) -> None:
    asked = order(command, memory="mem_a", subjects=("user:2",), **VERBS[command])

    assert content(facts(standing(), mem_a=WORDS), asked).subjects == ("user:1", "user:2")


def test_a_revision_has_new_words_from_now_on_and_keeps_what_else_was_said() -> None:
    asked = order(ReviseMemory, memory="mem_a", text="likes mate", subjects=("user:2",))
    known = facts(standing(triggered=True, revision=3), mem_a=WORDS)

    revised = event(known, asked)
    said = content(known, asked)

    assert (revised.revision, revised.valid_from, revised.triggered) == (4, NOW, True)
    assert (said.text, said.summary, said.trigger, said.tags) == ("likes mate", "tea", "asked", ("t",))
    assert (said.key, said.session, said.subjects) == ("drink", "s", ("user:1", "user:2"))


def test_a_revision_may_bring_a_summary() -> None:
    asked = order(ReviseMemory, memory="mem_a", text="likes mate", summary="mate")

    assert content(facts(standing(), mem_a=WORDS), asked).summary == "mate"


def test_revising_to_the_same_words_gives_nothing() -> None:
    known = facts(standing(), mem_a=WORDS)

    assert events(known, order(ReviseMemory, memory="mem_a", text="likes tea")) == []
    assert events(known, order(ReviseMemory, memory="mem_a", text="likes tea", summary="tea")) == []
    assert events(known, order(ReviseMemory, memory="mem_a", text="likes tea", summary="a habit"))
    assert events(known, order(ReviseMemory, memory="mem_a", text="likes tea", valid_from=LATER))


def test_words_that_cannot_be_read_can_be_revised() -> None:
    assert content(facts(standing()), order(ReviseMemory, memory="mem_a", text="likes tea")).text == "likes tea"


@pytest.mark.parametrize("layer", ["L3", "L4"])
@pytest.mark.parametrize(
    ("text", "refusal"),
    [("def total(items):\n    return 1", SourceCodeRefused), ("password: hunter2hunter2", SecretRefused)],
)
def test_a_revision_brings_neither_code_nor_secrets_into_deep_layers(
    layer: str, text: str, refusal: type[RemembrancerError]
) -> None:
    asked = order(ReviseMemory, memory="mem_a", text=text)

    with pytest.raises(refusal):
        decide(facts(standing(layer=layer)), asked, now=NOW)
    assert event(facts(standing(layer="L2")), asked).revision == 2


@pytest.mark.parametrize("command", [ReviseMemory, ContradictMemory])
def test_a_belief_ends_when_it_is_said_to_but_not_before_it_began(command: type[Command]) -> None:
    known = facts(standing(valid_from=LATER))

    assert event(known, order(command, memory="mem_a", valid_from=LATER, **VERBS[command])).valid_from == LATER
    with pytest.raises(OutOfOrder, match="before it began"):
        decide(known, order(command, memory="mem_a", valid_from=LATER - 1, **VERBS[command]), now=NOW)


@pytest.mark.parametrize("command", [ReviseMemory, ContradictMemory])
def test_a_belief_about_the_future_that_is_taken_back_ends_where_it_would_have_begun(command: type[Command]) -> None:
    known = facts(standing(valid_from=NOW + 5))

    assert event(known, order(command, memory="mem_a", **VERBS[command])).valid_from == NOW + 5


@pytest.mark.parametrize("command", [ReviseMemory, ContradictMemory])
def test_a_belief_that_ended_cannot_end_once_more_later(command: type[Command]) -> None:
    known = facts(standing(valid_to=LATER))

    with pytest.raises(OutOfOrder, match="give an earlier valid_from"):
        decide(known, order(command, memory="mem_a", valid_from=LATER + 1, **VERBS[command]), now=NOW)


def test_a_belief_that_ended_can_be_contradicted_and_ended_when_it_did() -> None:
    assert event(facts(standing(valid_to=LATER)), order(ContradictMemory, memory="mem_a")).valid_from == LATER


def test_new_words_for_a_belief_that_ended_must_begin_before_its_end() -> None:
    known = facts(standing(valid_to=LATER))

    with pytest.raises(OutOfOrder, match="new words could hold no more"):
        decide(known, order(ReviseMemory, memory="mem_a", text="likes mate"), now=NOW)
    revised = event(known, order(ReviseMemory, memory="mem_a", text="likes mate", valid_from=LATER - 1))
    assert revised.valid_from == LATER - 1


def test_a_contradiction_names_what_says_otherwise_if_it_is_there_and_another() -> None:
    known = facts(standing(), standing("mem_b"))

    assert event(known, order(ContradictMemory, memory="mem_a", by="mem_b")).by == "mem_b"
    assert event(known, order(ContradictMemory, memory="mem_a")).by is None
    with pytest.raises(UnknownMemory, match="'mem_gone'"):
        decide(known, order(ContradictMemory, memory="mem_a", by="mem_gone"), now=NOW)
    with pytest.raises(InvalidName, match="cannot contradict itself"):
        decide(known, order(ContradictMemory, memory="mem_a", by="mem_a"), now=NOW)


def test_a_review_has_one_of_three_outcomes() -> None:
    with pytest.raises(InvalidName, match="'perhaps'; use passed, doubtful or failed"):
        decide(facts(standing()), order(ReviewMemory, memory="mem_a", outcome="perhaps"), now=NOW)


def test_a_confirmation_cites_other_memories_only() -> None:
    known = facts(standing(), standing("mem_b"))

    assert event(known, order(ConfirmMemory, memory="mem_a", evidence=("mem_b", "mem_b"))).evidence == ("mem_b",)
    with pytest.raises(InvalidName, match="cannot be evidence for itself"):
        decide(known, order(ConfirmMemory, memory="mem_a", evidence=("mem_a",)), now=NOW)


def test_decay_says_both_strengths_and_nothing_where_nothing_changes() -> None:
    decayed = event(facts(standing()), order(DecayMemory, memory="mem_a", strength=250))

    assert (decayed.from_strength, decayed.to_strength) == (1000, 250)
    assert events(facts(standing()), order(DecayMemory, memory="mem_a", strength=1000)) == []


@pytest.mark.parametrize("strength", [-1, 1001, 0.5])
def test_a_strength_is_a_number_of_thousandths(strength: Any) -> None:
    with pytest.raises(InvalidNumber, match="strength"):
        decide(facts(standing()), order(DecayMemory, memory="mem_a", strength=strength), now=NOW)


def test_a_decision_about_a_memory_conflicts_with_what_changes_its_state() -> None:
    conflicts = decide(facts(standing()), order(ContradictMemory, memory="mem_a"), now=NOW).conflicts

    (state,) = [item for item in conflicts if item.tags == ("mem:mem_a",)]
    assert {"memory.forgotten/1", "memory.revised/1", "memory.merged/1"} <= set(state.types)
    assert "memory.confirmed/1" not in state.types
