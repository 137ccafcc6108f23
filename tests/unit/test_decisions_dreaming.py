"""Dreams as a whole: one at a time, what they purge, and what they suggest to people."""

from typing import Any

import pytest

from deciding import AGENT, NOW, PERSON, after, content, event, facts, order, standing
from remembrancer.domain.boundary import QueryItem
from remembrancer.domain.commands import (
    AnswerSuggestion,
    CompleteDream,
    MakeSuggestion,
    PauseDream,
    PurgeScratch,
    RestoreMemory,
    ResumeDream,
    StartDream,
)
from remembrancer.domain.content import MemoryText
from remembrancer.domain.decisions import decide
from remembrancer.domain.decisions.grounds import dreams_of, unchanged
from remembrancer.domain.dreams.rules import DreamRules
from remembrancer.domain.dreams.runs import DreamRun, evolve_run
from remembrancer.domain.errors import (
    AlreadyAnswered,
    AlreadyDreamt,
    DreamIsOver,
    DreamIsRunning,
    InvalidText,
    NothingToRestore,
    PersonNeeded,
    Refused,
    UnknownMemory,
    UnknownSuggestion,
)
from remembrancer.domain.events import DreamCompleted, DreamPaused, DreamResumed, Recorded
from remembrancer.domain.facts import Facts
from remembrancer.domain.moments import SECOND
from remembrancer.domain.policy import Policy
from remembrancer.domain.suggestions import Suggestion, evolve_suggestion, signature_of

DREAM = {**AGENT, "actor": "dream:drm_1"}
WEEK = 7 * 86_400 * SECOND
LEASE = 120 * SECOND


def start(run: str = "drm_2", **fields: Any) -> StartDream:
    said: dict[str, Any] = {"run": run, "trigger": "night", "stages": ("sweep", "forget"), "actor": f"dream:{run}"}
    return order(StartDream, **{**said, **fields})


def dreaming(run: str = "drm_1", seen_at: int = NOW, **fields: Any) -> Facts:
    """Return facts of an agent that dreams, and did something last at `seen_at`."""
    began = event(facts(**fields), start(run))
    known = facts(**fields)
    known.dream, known.dreamt_at = evolve_run(None, Recorded(position=4, at=seen_at, event=began), run), seen_at
    return known


def complete(run: str = "drm_1", **fields: Any) -> CompleteDream:
    said: dict[str, Any] = {"run": run, "outcome": "done", "carried": {"sweep": 2, "decay": 1}, "passed_over": 3}
    return order(CompleteDream, **{**said, **fields})


def purge(*memories: str, **fields: Any) -> PurgeScratch:
    return order(PurgeScratch, memories=memories, **fields)


def scratch(memory: str = "mem_s", **fields: Any) -> Any:
    said: dict[str, Any] = {"layer": "L0", "kind": "diff", "expires_at": NOW}
    return standing(memory, **{**said, **fields})


def suggest(*concerned: str, **fields: Any) -> MakeSuggestion:
    said: dict[str, Any] = {"suggestion": "sug_1", "change": "identity", "section": "never", "text": "never lie"}
    return order(MakeSuggestion, concerned=concerned or ("mem_a",), **{**said, **fields})


def suggested(known: Facts, answer: str | None = None) -> Facts:
    """Return facts in which `sug_1` was made, and perhaps answered."""
    made = Recorded(position=4, at=5, event=event(known, suggest()))
    known.suggestions["sug_1"] = evolve_suggestion(None, made) or pytest.fail("it was made")
    if answer is not None:
        given = Recorded(position=5, at=6, event=event(known, reply(answer, **PERSON)))
        known.suggestions["sug_1"] = evolve_suggestion(known.suggestions["sug_1"], given) or pytest.fail("it was made")
    return known


def reply(answer: str = "accepted", **fields: Any) -> AnswerSuggestion:
    return order(AnswerSuggestion, suggestion="sug_1", answer=answer, **fields)


def test_a_dream_starts_where_none_is_under_way() -> None:
    decision = decide(facts(), start(slot="2026-05-03", due_at=77, because=None), now=NOW)

    (draft,) = decision.drafts
    assert draft.content is None
    said = msgspec_fields(draft.event)
    assert (said["run"], said["trigger"], said["stages"], said["slot"], said["due_at"], said["takes_over"]) == (
        "drm_2", "night", ("sweep", "forget"), "2026-05-03", 77, None,
    )  # fmt: skip
    assert {"agent:atlas", "dream:atlas", "slot:atlas/2026-05-03"} <= set(draft.event.tags)
    assert dreams_of("atlas") in decision.conflicts


def msgspec_fields(event: Any) -> dict[str, Any]:
    return {name: getattr(event, name) for name in event.__struct_fields__}


@pytest.mark.parametrize("since", [0, LEASE - 1])
def test_a_second_dream_is_refused_while_the_first_gives_signs_of_life(since: int) -> None:
    with pytest.raises(DreamIsRunning, match=r"dreaming already \(run drm_1\).* free at 1970-01-01T00:02:01"):
        decide(dreaming(), start(), now=NOW + since)


def test_after_a_lease_without_a_sign_of_life_its_place_is_taken() -> None:
    known = dreaming()
    began = event(known, start(), now=NOW + LEASE)

    assert (began.run, began.takes_over) == ("drm_2", "drm_1")
    assert known.dream is not None
    ended = evolve_run(known.dream, Recorded(position=9, at=NOW + LEASE, event=began), "drm_1")
    assert (ended or pytest.fail("it was there")).status == "abandoned"


def test_the_lease_is_as_long_as_the_policy_says() -> None:
    policy = Policy(dreams=DreamRules(lease_s=10))

    with pytest.raises(DreamIsRunning):
        decide(dreaming(policy=policy), start(), now=NOW + 10 * SECOND - 1)
    assert event(dreaming(policy=policy), start(), now=NOW + 10 * SECOND).takes_over == "drm_1"


def test_a_night_is_dreamt_once() -> None:
    known = facts()
    known.nights["2026-05-03"] = "drm_1"

    with pytest.raises(AlreadyDreamt, match="2026-05-03"):
        decide(known, start(slot="2026-05-03"), now=NOW)
    assert event(known, start(slot="2026-05-04")).slot == "2026-05-04"
    assert event(known, start()).slot is None


def test_what_was_due_is_not_dreamt_again_once_a_dream_did_anything_since() -> None:
    known = facts()
    known.dreamt_at = 78

    with pytest.raises(AlreadyDreamt, match="since 1970-01-01"):
        decide(known, start(due_at=77, trigger="heartbeat"), now=NOW)
    assert event(known, start(due_at=78, trigger="heartbeat")).due_at == 78
    assert event(known, start(due_at=None)).due_at is None


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (order(PauseDream, run="drm_1", busy_at=8, **DREAM), DreamPaused),
        (order(ResumeDream, run="drm_1", **DREAM), DreamResumed),
        (complete(**DREAM), DreamCompleted),
    ],
)
def test_a_dream_tells_how_it_goes_until_another_takes_its_place(command: Any, kind: type) -> None:
    decision = decide(dreaming(), command, now=NOW)

    assert isinstance(decision.drafts[0].event, kind)
    assert QueryItem(types=("dream.started/1",), tags=("dream:atlas",)) in decision.conflicts
    assert dreams_of("atlas") not in decision.conflicts
    for known in (facts(), dreaming("drm_7")):
        with pytest.raises(DreamIsOver, match="dream drm_1 is over"):
            decide(known, command, now=NOW)


def test_the_end_of_a_dream_says_what_it_did_by_stage_in_order() -> None:
    ended = event(dreaming(), complete())

    assert (list(ended.carried.items()), ended.passed_over) == ([("decay", 1), ("sweep", 2)], 3)


def test_a_run_follows_its_events() -> None:
    run: DreamRun | None = None
    known = dreaming()
    told: list[tuple[str, int, int | None]] = []
    for position, command in enumerate(
        [start("drm_1"), order(PauseDream, run="drm_1", busy_at=1), order(ResumeDream, run="drm_1"), complete()], 4
    ):
        known.dream = run or known.dream
        happened = event(facts() if run is None else known, command)
        run = evolve_run(run, Recorded(position=position, at=position, event=happened), "drm_1")
        assert run is not None
        told.append((run.status, run.pauses, run.ended_position))

    assert told == [("running", 0, None), ("paused", 1, None), ("running", 1, None), ("done", 1, 7)]


def test_expired_scratch_is_purged_once_it_has_waited_long_enough() -> None:
    known = facts(scratch("mem_t"), scratch("mem_s"))
    decision = decide(known, purge("mem_t", "mem_s", "mem_t"), now=NOW + WEEK)

    (draft,) = decision.drafts
    assert draft.event.memories == ("mem_s", "mem_t")
    assert set(unchanged("mem_s", "mem_t")) <= set(decision.conflicts)
    after(known, purge("mem_s", "mem_t"), now=NOW + WEEK)
    assert {known.memories[memory].status for memory in ("mem_s", "mem_t")} == {"erased"}
    with pytest.raises(NothingToRestore, match="it is erased"):
        decide(known, order(RestoreMemory, memory="mem_s"), now=NOW + WEEK)


@pytest.mark.parametrize(
    "kept", [scratch(expires_at=NOW + 1), scratch(expires_at=None), standing("mem_s", expires_at=NOW)]
)
def test_nothing_else_is_purged(kept: Any) -> None:
    with pytest.raises(Refused, match="only scratch that expired 7 days ago is purged"):
        decide(facts(kept), purge("mem_s"), now=NOW + WEEK)


def test_what_is_gone_is_not_purged_again_and_what_is_unknown_not_at_all() -> None:
    known = facts(scratch("mem_t"), scratch("mem_s", status="erased"))

    assert decide(known, purge("mem_s"), now=NOW + WEEK).drafts == ()
    assert event(known, purge("mem_s", "mem_t"), now=NOW + WEEK).purged == ("mem_t",)
    with pytest.raises(UnknownMemory):
        decide(known, purge("mem_gone"), now=NOW + WEEK)


def test_how_long_scratch_waits_is_policy() -> None:
    known = facts(scratch(), policy=Policy(dreams=DreamRules(scratch_days=1)))

    assert event(known, purge("mem_s"), now=NOW + 86_400 * SECOND).purged == ("mem_s",)


def test_a_suggestion_is_about_the_people_of_its_memories_and_says_why() -> None:
    words: dict[str, Any] = {
        "mem_a": MemoryText(text="a", subjects=("user:1",)),
        "mem_b": MemoryText(text="b", subjects=("user:2",)),
    }
    known = facts(standing("mem_a", scope="fleet"), standing("mem_b"), **words)
    command = suggest("mem_a", "mem_b", change="replacement", section=None, rule="consolidate/newer-value")
    made, said = event(known, command), content(known, command)

    assert (made.scope, made.concerned, made.change, made.memories) == ("fleet", ("mem_a", "mem_b"), "replacement", ())
    assert made.signature == signature_of("replacement", ("mem_b", "mem_a"))
    assert {"suggestion:sug_1", f"signature:{made.signature}"} <= set(made.tags)
    assert (said.text, said.because, said.subjects, said.rule) == (
        "never lie", "asked", ("user:1", "user:2"), "consolidate/newer-value",
    )  # fmt: skip
    with pytest.raises(InvalidText, match="a reason is missing"):
        decide(known, suggest(because=None), now=NOW)
    with pytest.raises(InvalidText, match="empty"):
        decide(known, suggest(text=" "), now=NOW)
    with pytest.raises(UnknownMemory):
        decide(known, suggest("mem_gone"), now=NOW)


def test_the_same_is_suggested_once_whatever_was_answered() -> None:
    known = facts(standing(), standing("mem_b"))
    decision = decide(known, suggest("mem_b", "mem_a"), now=NOW)
    signature = signature_of("identity", ("mem_a", "mem_b"))
    assert (f"signature:{signature}",) in [item.tags for item in decision.conflicts]
    assert set(unchanged("mem_a", "mem_b")) <= set(decision.conflicts)

    known.suggested.add(signature)
    assert decide(known, suggest("mem_a", "mem_b"), now=NOW).drafts == ()
    assert decide(known, suggest("mem_a", "mem_b", change="consolidation"), now=NOW).drafts
    assert decide(known, suggest("mem_a"), now=NOW).drafts


def test_only_a_person_answers() -> None:
    known = suggested(facts(standing()))

    with pytest.raises(PersonNeeded, match="waits for a person"):
        decide(known, reply(), now=NOW)
    with pytest.raises(PersonNeeded):
        decide(known, reply(**DREAM), now=NOW)
    answered = event(known, reply("declined", because=None, **PERSON))
    assert (answered.suggestion, answered.answer, answered.scope) == ("sug_1", "declined", "agent:atlas")


@pytest.mark.parametrize("first", ["accepted", "declined"])
def test_what_was_answered_stays_answered(first: str) -> None:
    known = suggested(facts(standing()), first)

    assert isinstance(known.suggestions["sug_1"], Suggestion)
    assert (known.suggestions["sug_1"].status, known.suggestions["sug_1"].answered_position) == (first, 5)
    with pytest.raises(AlreadyAnswered, match=f"sug_1 was {first} before"):
        decide(known, reply(**PERSON), now=NOW)


def test_what_was_never_suggested_cannot_be_answered() -> None:
    with pytest.raises(UnknownSuggestion, match="no suggestion 'sug_1'"):
        decide(facts(), reply(**PERSON), now=NOW)
