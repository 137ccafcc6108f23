"""Sessions: what may be said in one, what its end leaves, and how its summary cools."""

from typing import Any

import pytest

from deciding import NOW, after, content, event, events, facts, order, session, standing
from remembrancer.domain.commands import CoolSession, EndSession, EnforceBound, RecordMemory, SendMessage
from remembrancer.domain.content import MemoryText, SessionName
from remembrancer.domain.decisions import decide
from remembrancer.domain.errors import (
    IdentityIsProtected,
    InvalidText,
    NotLive,
    RemembrancerError,
    SessionHasEnded,
    StateTooLarge,
    UnknownMemory,
    UnknownSession,
)
from remembrancer.domain.events import (
    MemoryArchived,
    MemoryRecorded,
    SessionCooled,
    SessionEnded,
    SessionStarted,
)
from remembrancer.domain.facts import Facts
from remembrancer.domain.moments import DAY
from remembrancer.domain.policy import Policy
from remembrancer.domain.state import Belief

NAMED = {"name": "monday", "session": "s"}


def send(memory: str = "mem_m", text: str = "good morning", speaker: str | None = "ann", **fields: Any) -> SendMessage:
    metadata = None if speaker is None else {"speaker": speaker}
    said = {"kind": "message", "session": "monday", "session_tag": "s", "metadata": metadata, "idempotency": None}
    message = order(RecordMemory, memory=memory, text=text, because=None, **{**said, **fields})
    return order(SendMessage, **NAMED, message=message, subjects=fields.get("subjects", ()))


def end(summary: str | None = None, **fields: Any) -> EndSession:
    return order(EndSession, **{**NAMED, "memory": "mem_e", "summary": summary, "because": None, **fields})


def heard(*commands: SendMessage, policy: Policy | None = None) -> Facts:
    """Return what stands after messages of one session."""
    known = after(facts(policy=policy), *commands)
    known.messages["agent:atlas", "s"] = tuple(command.message.memory for command in commands)
    return known


def summaries(count: int, **fields: Any) -> list[Belief]:
    return [standing(f"mem_{n}", kind="session", recorded_position=n, **fields) for n in range(count)]


def test_the_first_message_starts_a_session() -> None:
    started, said = events(facts(), send())

    assert isinstance(started, SessionStarted)
    assert (started.scope, started.session) == ("agent:atlas", "s")
    assert isinstance(said, MemoryRecorded)
    assert (said.kind, said.layer, said.session) == ("message", "L0", "s")
    assert said.expires_at == NOW + DAY


def test_a_session_that_begins_says_its_name_to_whom_it_is_about() -> None:
    assert content(facts(), send(subjects=("user:1",))) == SessionName(session="monday", subjects=("user:1",))


def test_a_later_message_only_adds_to_its_session() -> None:
    said = event(heard(send()), send("mem_n"))

    assert said.memory == "mem_n"


def test_the_key_of_a_message_is_that_of_the_message_and_not_of_the_start() -> None:
    started, said = events(facts(), send(idempotency="k"))

    assert (started.command, said.command) == (None, "k")


@pytest.mark.parametrize(
    ("asked", "refusal", "said"),
    [
        (send(text=" "), InvalidText, "the text is empty"),
        (order(SendMessage, name="", session="s", message=send().message), InvalidText, "the session is empty"),
        (order(SendMessage, name="a\nb", session="s", message=send().message), InvalidText, "one line"),
        (end(name=""), InvalidText, "the session is empty"),
        (end(), UnknownSession, "unknown session 'monday'; its first message starts it"),
    ],
)
def test_what_is_wrong_with_a_session_is_refused(asked: Any, refusal: type[RemembrancerError], said: str) -> None:
    with pytest.raises(refusal, match=said):
        decide(facts(), asked, now=NOW)


def test_a_session_that_has_ended_is_over() -> None:
    over = session(ended_at=NOW, summary="mem_e")

    with pytest.raises(SessionHasEnded, match=r"cannot speak in session 'monday': it ended at 1970-01-01T00:00:01"):
        decide(facts(over), send(), now=NOW)
    with pytest.raises(SessionHasEnded, match=r"cannot end session 'monday'.*begin another under a new name"):
        decide(facts(over), end(), now=NOW)


def test_the_end_names_the_messages_that_were_alive_and_they_expire() -> None:
    known = heard(send("mem_1"), send("mem_2"))

    ended = event(known, end(), now=NOW + 5)
    assert isinstance(ended, SessionEnded)
    assert ended.messages == ("mem_1", "mem_2")
    after(known, end(), now=NOW + 5)
    assert [known.memories[memory].expires_at for memory in ended.messages] == [NOW + 5] * 2


def test_a_message_that_had_expired_is_not_named_again() -> None:
    known = heard(send("mem_1"))
    after(known, send("mem_2"), now=NOW + DAY - 1)

    assert event(known, end(), now=NOW + DAY).messages == ("mem_2",)


def test_the_summary_of_a_session_is_born_in_l2() -> None:
    ended = event(heard(send()), end())

    assert (ended.memory, ended.kind, ended.layer, ended.home_layer) == ("mem_e", "session", "L2", "L2")
    assert (ended.session, ended.scope, ended.expires_at, ended.composed) == ("s", "agent:atlas", None, True)
    assert not event(heard(send()), end("we greeted")).composed


def test_a_composed_summary_says_what_was_said() -> None:
    said = content(heard(send("mem_1"), send("mem_2", "早上好", "波")), end())

    assert said.text.splitlines() == [
        "2 messages, 1970-01-01 00:00 to 1970-01-01 00:00 UTC (ann 1, 波 1)",
        "ann: good morning",
        "波: 早上好",
    ]
    assert said.session == "monday"


def test_a_session_without_readable_messages_can_be_ended() -> None:
    known = heard(send("mem_1"))
    known.words.clear()

    assert "1 message, 1 of them unreadable by now" in content(known, end()).text


def test_a_given_summary_is_kept_as_it_is() -> None:
    assert content(heard(send()), end("we greeted")).text == "we greeted"


@pytest.mark.parametrize(
    ("summary", "refusal", "said"),
    [
        ("", InvalidText, "the summary is empty"),
        ("a\x00", InvalidText, "the summary holds a NUL"),
        ("长" * 683, StateTooLarge, "the summary of session 'monday' has 2049 bytes, over the limit of 2048; shorten"),
    ],
)
def test_a_summary_that_cannot_be_kept_is_refused(summary: str, refusal: type[RemembrancerError], said: str) -> None:
    with pytest.raises(refusal, match=said):
        decide(heard(send()), end(summary), now=NOW)
    assert content(heard(send()), end("长" * 682 + "xx")).text.endswith("xx")


def test_a_summary_is_about_whom_its_messages_were_about_and_bears_their_tags() -> None:
    known = heard(send("mem_1", subjects=("user:2",), tags=("b",)), send("mem_2", tags=("a", "b")))
    said = content(known, end(subjects=("user:1",)))

    assert (said.subjects, said.tags) == (("user:1", "user:2"), ("b", "a"))


@pytest.mark.parametrize(("sources", "source"), [(("own", "own"), "own"), (("own", "foreign"), "foreign")])
def test_a_summary_of_foreign_words_is_foreign(sources: tuple[str, str], source: str) -> None:
    known = heard(*(send(f"mem_{n}", source=given) for n, given in enumerate(sources)))

    assert event(known, end()).source == source


def test_an_end_rests_on_no_other_message_having_come_and_no_other_end() -> None:
    items = decide(heard(send()), end(), now=NOW).conflicts

    mine = [item for item in items if "session:s" in item.tags]
    assert {name for item in mine for name in item.types} == {
        "memory.recorded/1",
        "memory.replaced/1",
        "session.started/1",
        "session.ended/1",
    }


def test_an_end_rests_on_its_messages_standing_as_they_were() -> None:
    items = decide(heard(send("mem_1"), send("mem_2")), end(), now=NOW).conflicts

    erased = {tag for item in items if "privacy.subject_erased/2" in item.types for tag in item.tags}
    assert {"mem:mem_1", "mem:mem_2"} <= erased


def test_the_last_five_sessions_are_hot_and_the_one_before_cools() -> None:
    known = facts(session(), *summaries(5))

    ended, cooled = events(known, end())
    assert ended.memory == "mem_e"
    assert isinstance(cooled, SessionCooled)
    assert (cooled.memory, cooled.ground, cooled.bound, cooled.kind) == ("mem_0", "bound", 5, "task-context")
    assert len(events(facts(session(), *summaries(4)), end())) == 1


def test_a_summary_that_cooled_is_not_cooled_again_by_the_commands_that_follow() -> None:
    known = after(facts(*summaries(5)), order(RecordMemory, memory="mem_6", kind="session", text="monday"))

    cooled = events(known, order(RecordMemory, memory="mem_7", kind="session", text="tuesday"))[1:]

    assert [event.memory for event in cooled] == ["mem_1"]


def test_a_session_that_weighs_more_stays_hot() -> None:
    known = facts(session(), *summaries(4), standing("mem_9", kind="session", importance=3))

    assert events(known, end())[1].memory == "mem_9"


def test_what_cools_may_push_a_task_context_out() -> None:
    policy = Policy(bounds={"session": 1, "task-context": 1})
    context = standing("mem_c", kind="task-context", importance=2)
    known = facts(session(), *summaries(1), context, policy=policy)

    ended, cooled, retired = events(known, end())

    assert (ended.memory, cooled.memory) == ("mem_e", "mem_0")
    assert isinstance(retired, MemoryArchived)
    assert (retired.memory, retired.from_layer, retired.bound) == ("mem_c", "L2", 1)


def test_why_a_session_cooled_is_said_in_words() -> None:
    drafts = decide(facts(session(), *summaries(5)), end(), now=NOW).drafts

    assert drafts[1].content is not None
    assert "more than 5 live memories of kind session in agent:atlas" in (drafts[1].content.because or "")


def cool(memory: str = "mem_0") -> CoolSession:
    return order(CoolSession, memory=memory, because=None)


def test_a_summary_cools_by_age_after_seven_days() -> None:
    known = facts(*summaries(1, recorded_at=NOW))

    assert events(known, cool(), now=NOW + 7 * DAY - 1) == []
    cooled = event(known, cool(), now=NOW + 7 * DAY)
    assert (cooled.memory, cooled.ground, cooled.bound, cooled.kind) == ("mem_0", "age", None, "task-context")


def test_a_summary_that_cools_by_age_counts_as_a_task_context_from_then_on() -> None:
    context = standing("mem_c", kind="task-context", importance=9)
    known = facts(*summaries(1), context, policy=Policy(bounds={"task-context": 1}))

    cooled, retired = events(known, cool(), now=NOW + 30 * DAY)

    assert (cooled.memory, retired.memory) == ("mem_0", "mem_0")


@pytest.mark.parametrize(
    "belief",
    [
        standing("mem_0", kind="task-context"),
        standing("mem_0", kind="note"),
        standing("mem_0", kind="session", layer="L4"),
    ],
)
def test_what_is_no_hot_summary_does_not_cool(belief: Belief) -> None:
    assert events(facts(belief), cool(), now=NOW + 30 * DAY) == []


@pytest.mark.parametrize(
    ("there", "refusal"),
    [
        ([], UnknownMemory),
        ([standing("mem_0", kind="session", status="forgotten")], NotLive),
        ([standing("mem_0", layer="L5")], IdentityIsProtected),
    ],
)
def test_only_a_live_memory_cools(there: list[Belief], refusal: type[RemembrancerError]) -> None:
    with pytest.raises(refusal):
        decide(facts(*there), cool(), now=NOW + 30 * DAY)


def enforce(**fields: Any) -> EnforceBound:
    return order(EnforceBound, **{"scope": "agent:atlas", "kind": "session", "because": None, **fields})


def test_a_lower_bound_is_enforced_although_nothing_arrives() -> None:
    known = facts(*summaries(4), policy=Policy(bounds={"session": 2}))

    assert [(cooled.memory, cooled.ground) for cooled in events(known, enforce())] == [
        ("mem_0", "bound"),
        ("mem_1", "bound"),
    ]
    assert events(facts(*summaries(2), policy=Policy(bounds={"session": 2})), enforce()) == []


def test_enforcing_a_bound_may_cross_the_next() -> None:
    policy = Policy(bounds={"session": 1, "task-context": 1})
    known = facts(*summaries(3), policy=policy)

    left = [(gone.TYPE, gone.memory) for gone in events(known, enforce())]

    assert left == [
        ("session.cooled/1", "mem_0"),
        ("session.cooled/1", "mem_1"),
        ("memory.archived/1", "mem_0"),
    ]


def test_enforcing_a_bound_rests_on_the_memories_standing_as_they_were() -> None:
    known = facts(*summaries(2), policy=Policy(bounds={"session": 1}))
    items = decide(known, enforce(), now=NOW).conflicts

    forgotten = {tag for item in items if "memory.forgotten/1" in item.types for tag in item.tags}
    assert {"mem:mem_0", "mem:mem_1"} <= forgotten


def test_a_kind_without_a_bound_or_without_memories_is_left_alone() -> None:
    assert events(facts(*summaries(9), policy=Policy(bounds={})), enforce()) == []
    assert events(facts(), enforce(kind="intent")) == []


def test_the_words_of_a_message_say_who_spoke() -> None:
    said = decide(facts(), send(), now=NOW).drafts[1].content

    assert isinstance(said, MemoryText)
    assert (said.metadata, said.session) == ({"speaker": "ann"}, "monday")
