"""Sessions through the Python face: what is said lives until the end, and what it came to stays."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from lost_words import destroy_every_slot, record_erasure
from remembrancer import (
    Agent,
    InvalidMoment,
    InvalidText,
    KeyReused,
    Memory,
    Remembrancer,
    SessionHasEnded,
    StateTooLarge,
    StoreReadOnly,
    UnknownSession,
)
from remembrancer.application.memory import SEALED
from remembrancer.application.reading import View, look
from remembrancer.application.sessions import SessionView
from settable_clock import SettableClock

SUMMARY_LIMIT = 2_048
CHATTER = "我们今天讨论了很多关于记忆的问题。" * 20


def held(atlas: Agent, name: str, tag: str | None = None) -> None:
    """Let a session of one message begin and end."""
    atlas.session(name).message(f"about {name}", tags=[tag] if tag else [])
    atlas.session(name).end()


def hot(atlas: Agent) -> list[str | None]:
    """Return the names of the sessions whose summaries are hot, newest first."""
    return [memory.session for memory in atlas.layers()["L2"] if memory.kind == "session"]


def test_messages_are_in_l0_until_the_session_ends_and_its_summary_is_in_l2(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    session = atlas.session("早会 stand-up")
    first = session.message("早上好, ready?", speaker="Ann", tags=["daily"], metadata={"n": 1}, subjects=["user:ann"])
    clock.forward(minutes=1)
    second = session.message("Ready. 准备好了", speaker="atlas", source="foreign", importance=3)
    assert (first.layer, first.kind, first.session) == ("L0", "message", "早会 stand-up")
    assert first.metadata == {"n": 1, "speaker": "Ann"}
    assert (second.source, second.importance) == ("foreign", 3)
    assert session.messages == [first, second]
    assert (session.message_count, session.ended_at, session.summary) == (2, None, None)
    assert session.tags == ("daily",)

    clock.forward(minutes=1)
    summary = session.end(because="nine o'clock")
    assert [*atlas.layers()["L0"]] == []
    assert [*atlas.layers()["L2"]] == [summary]
    assert (summary.kind, summary.layer, summary.session) == ("session", "L2", "早会 stand-up")
    assert (summary.source, summary.subjects, summary.tags) == ("foreign", ("user:ann",), ("daily",))
    assert "早上好" in summary.text
    assert "准备好了" in summary.text
    assert (session.messages, session.message_count, session.summary) == ([], 2, summary)
    assert session.ended_at == clock.time
    assert atlas.show(first.id).status == "expired"
    assert memory.check() == []


def test_a_message_lives_for_24_hours_at_most_also_when_the_session_never_ends(
    atlas: Agent, clock: SettableClock
) -> None:
    session = atlas.session("long")
    said = session.message("good morning")
    clock.forward(hours=24, microseconds=-1)
    later = session.message("good night")
    assert session.messages == [said, later]
    clock.forward(microseconds=1)
    assert session.messages == [later]
    assert session.message_count == 2
    assert atlas.as_of("2026-05-01").session("long").messages == [said]


def test_each_earlier_day_shows_the_session_as_it_stood_then_also_after_a_rebuild(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    session = atlas.session("S")
    clock.set(2026, 5, 1, 20)
    first = session.message("one", tags=["a"])
    clock.set(2026, 5, 2, 19)
    second = session.message("two", tags=["b"])
    clock.set(2026, 5, 3, 12)
    summary = session.end("they met")
    clock.set(2026, 5, 12, 12)
    atlas.sweep()
    for _ in range(2):
        with pytest.raises(UnknownSession):
            _ = atlas.as_of("2026-04-30").session("S").messages
        assert atlas.as_of("2026-04-30").sessions() == []
        one, two, three = (atlas.as_of(f"2026-05-0{day}").session("S") for day in (1, 2, 3))
        assert (one.messages, one.tags, one.message_count) == ([first], ("a",), 1)
        assert (two.messages, two.tags, two.message_count) == ([second], ("b",), 2)
        assert (two.ended_at, two.summary) == (None, None)
        assert three.messages == []
        assert three.summary is not None
        assert (three.summary.id, three.summary.kind) == (summary.id, "session")
        assert [found.name for found in atlas.as_of("2026-05-02").sessions()] == ["S"]
        assert session.summary is not None
        assert session.summary.kind == "task-context"
        memory.rebuild()
    assert memory.check() == []


def test_a_summary_is_2_kb_at_most_and_one_that_is_given_larger_is_refused_with_both_sizes(
    memory: Remembrancer, atlas: Agent
) -> None:
    session = atlas.session("S")
    session.message("hi")
    head = memory.position
    for large in ("x" * (SUMMARY_LIMIT + 1), "记" * 683):
        with pytest.raises(StateTooLarge, match=f"has 20[0-9]+ bytes, over the limit of {SUMMARY_LIMIT}"):
            session.end(large)
    assert (memory.position, session.ended_at) == (head, None)
    assert session.end("记" * 682).text == "记" * 682


def test_a_thousand_long_chinese_messages_give_the_same_small_summary_in_every_store(
    tmp_path: Path, clock: SettableClock
) -> None:
    summaries: list[str] = []
    for name in ("one", "two"):
        with Remembrancer.open(tmp_path / name, clock=clock) as memory:
            atlas = memory.agent("atlas")
            session = atlas.session("长谈")
            session.message("第0句：" + CHATTER, speaker="说话人0")
            atlas.record_many(
                {
                    "text": f"第{number}句：{CHATTER}",
                    "kind": "message",
                    "session": "长谈",
                    "metadata": {"speaker": f"说话人{number % 7}"},
                }
                for number in range(1, 1_000)
            )
            summaries.append(session.end().text)
            assert session.message_count == 1_000
    assert summaries[0] == summaries[1]
    assert len(summaries[0].encode()) <= SUMMARY_LIMIT
    assert summaries[0].startswith("1000 messages, 2026-05-01 09:00 to 2026-05-01 09:00 UTC")
    assert "第0句" in summaries[0]
    assert "第999句" in summaries[0]


def test_the_last_five_summaries_are_hot_and_what_falls_out_becomes_a_task_context(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    for number in range(7):
        held(atlas, f"S{number}")
        clock.forward(minutes=1)
    assert hot(atlas) == ["S6", "S5", "S4", "S3", "S2"]
    contexts = [each for each in atlas.layers()["L2"] if each.kind == "task-context"]
    assert [each.session for each in contexts] == ["S1", "S0"]
    assert all(each.layer == "L2" and each.status == "live" for each in contexts)
    assert len(atlas.layers()["L6"]) == 0
    because = atlas.history(contexts[0].id)[-1].because
    assert because is not None
    assert "more than 5 live memories of kind session" in because
    assert [session.name for session in atlas.sessions()] == [f"S{number}" for number in range(6, -1, -1)]
    assert memory.check() == []


def test_a_summary_older_than_seven_days_becomes_a_task_context_in_a_sweep(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    held(atlas, "old")
    clock.forward(days=1)
    held(atlas, "new")
    clock.forward(days=6, microseconds=-1)
    assert atlas.sweep().events == 0
    clock.forward(microseconds=1)
    assert hot(atlas) == ["new", "old"]
    assert atlas.sweep(dry_run=True).events == 0
    [step] = atlas.sweep().steps
    assert (step.rule, step.kind, step.events) == ("cold-session", "session", 1)
    assert hot(atlas) == ["new"]
    summary = atlas.session("old").summary
    assert summary is not None
    assert (summary.kind, summary.text.splitlines()[-1]) == ("task-context", "about old")
    head = memory.position
    assert (atlas.sweep().steps, memory.position) == ((), head)


def test_sessions_are_found_by_tag_and_time_newest_first(atlas: Agent, clock: SettableClock) -> None:
    clock.set(2026, 5, 1, 9)
    held(atlas, "first", "会议")
    clock.set(2026, 5, 2, 9)
    held(atlas, "second")
    clock.set(2026, 5, 3, 9)
    atlas.session("third").message("open", tags=["会议", "x"])

    def day(number: int) -> datetime:
        return datetime(2026, 5, number, tzinfo=timezone(timedelta(hours=8)))

    assert [session.name for session in atlas.sessions()] == ["third", "second", "first"]
    assert [session.name for session in atlas.sessions(tag="会议")] == ["third", "first"]
    assert [session.name for session in atlas.sessions(tag="会")] == []
    assert [session.name for session in atlas.sessions(since=day(2))] == ["third", "second"]
    assert [session.name for session in atlas.sessions(until=day(2))] == ["first"]
    assert [session.name for session in atlas.sessions(since=day(2), until=day(3))] == ["second"]
    assert [session.name for session in atlas.as_of("2026-05-02").sessions(tag="会议")] == ["first"]
    assert [session.name for session in atlas.sessions(tag="会议", until=day(2))] == ["first"]
    with pytest.raises(InvalidMoment, match="has no zone"):
        atlas.sessions(since=datetime(2026, 5, 1))  # noqa: DTZ001  # meant
    with pytest.raises(InvalidMoment, match="inverted"):
        atlas.sessions(since=day(3), until=day(2))


def test_an_ended_session_takes_no_more_and_an_unknown_one_has_nothing_to_end(
    memory: Remembrancer, atlas: Agent
) -> None:
    held(atlas, "over")
    head = memory.position
    for verb in (lambda: atlas.session("over").message("more"), lambda: atlas.session("over").end("again")):
        with pytest.raises(SessionHasEnded, match="session 'over': it ended at 2026-05-01T09:00:00"):
            verb()
    with pytest.raises(UnknownSession, match="unknown session 'nowhere'"):
        atlas.session("nowhere").end("never began")
    with pytest.raises(UnknownSession):
        _ = memory.agent("nova").session("over").message_count
    assert memory.position == head


def test_a_message_that_is_recorded_into_an_ended_session_is_refused_as_well(
    memory: Remembrancer, atlas: Agent
) -> None:
    held(atlas, "over")
    head = memory.position
    with pytest.raises(SessionHasEnded):
        atlas.record("sneaked in", kind="message", session="over")
    with pytest.raises(SessionHasEnded):
        atlas.record_many([{"text": "sneaked in", "kind": "message", "session": "over"}])
    assert memory.position == head


def test_a_first_message_that_is_refused_starts_no_session(memory: Remembrancer, atlas: Agent) -> None:
    head = memory.position
    with pytest.raises(InvalidText):
        atlas.session("S").message(" ")
    assert memory.position == head
    with pytest.raises(UnknownSession):
        _ = atlas.session("S").started_at


def test_a_message_that_is_sent_again_with_its_key_is_said_once(memory: Remembrancer, atlas: Agent) -> None:
    session = atlas.session("S")
    said = [session.message("hi", tags=["t"], idempotency_key="m1") for _ in range(2)]
    assert said[0] == said[1]
    assert session.message_count == 1
    ended = [session.end(idempotency_key="end") for _ in range(2)]
    assert ended[0] == ended[1]
    assert session.message("hi", tags=["t"], idempotency_key="m1") == said[0]
    head = memory.position
    for again in (
        lambda: session.message("ho", tags=["t"], idempotency_key="m1"),
        lambda: session.message("hi", idempotency_key="m1"),
        lambda: atlas.session("other").message("hi", tags=["t"], idempotency_key="m1"),
        lambda: session.end("given", idempotency_key="end"),
        lambda: session.end(idempotency_key="m1"),
    ):
        with pytest.raises(KeyReused):
            again()
    assert memory.position == head


def test_a_session_goes_on_after_every_reopening_and_is_shown_read_only(tmp_path: Path, clock: SettableClock) -> None:
    for turn in range(3):
        with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
            memory.agent("atlas").session("S").message(f"turn {turn}")
    with Remembrancer.open(tmp_path / "m", clock=clock, read_only=True) as memory:
        session = memory.agent("atlas").session("S")
        assert [message.text for message in session.messages] == ["turn 0", "turn 1", "turn 2"]
        assert [found.name for found in memory.agent("atlas").sessions()] == ["S"]
        for verb in (lambda: session.message("more"), session.end):
            with pytest.raises(StoreReadOnly) as refusal:
                verb()
            assert "\n" not in str(refusal.value)
    with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
        session = memory.agent("atlas").session("S")
        assert session.end().text.startswith("3 messages")
        with Remembrancer.open(tmp_path / "m", clock=clock) as again:
            assert again.agent("atlas").session("S").to_json() == session.to_json()


def test_two_agents_speak_in_sessions_of_their_own_under_one_name(memory: Remembrancer, atlas: Agent) -> None:
    nova = memory.agent("nova")
    atlas.session("S").message("mine")
    nova.session("S").message("theirs")
    nova.session("S").end()
    assert [message.text for message in atlas.session("S").messages] == ["mine"]
    assert (atlas.session("S").ended_at, nova.session("S").message_count) == (None, 1)


def test_a_summary_leaves_out_what_was_forgotten_or_erased_and_says_what_cannot_be_read(
    memory: Remembrancer, atlas: Agent
) -> None:
    session = atlas.session("S")
    session.message("kept one", speaker="Ann")
    forgotten = session.message("FORGOTTEN", speaker="Ann")
    erased = session.message("ERASED", speaker="Ann")
    session.message("SECRET", speaker="Bob", subjects=["user:bob"])
    atlas.forget(forgotten.id, because="off the record")
    record_erasure(memory, erased)
    memory.store.keys.destroy_subject("user:bob")
    summary = session.end().text
    assert summary.startswith("2 messages, 1 of them unreadable by now")
    assert "kept one" in summary
    for gone in ("FORGOTTEN", "ERASED", "SECRET"):
        assert gone not in summary


def test_sessions_without_keys_keep_their_structure_and_can_end(memory: Remembrancer, atlas: Agent) -> None:
    held(atlas, "over", "tag")
    atlas.session("open").message("hi", tags=["tag"])
    destroy_every_slot(memory)
    assert [session.name for session in atlas.sessions()] == [SEALED, SEALED]
    assert atlas.sessions(tag="tag") == []
    assert [message.text for message in atlas.session("open").messages] == [SEALED]
    assert atlas.session("over").to_json()["message_count"] == 1
    ended = atlas.session("open").end()
    assert "1 message, 1 of them unreadable by now" in ended.text
    assert next(session.name for session in atlas.sessions()) == "open"
    assert memory.check() == []


def test_a_session_is_told_as_it_stood_at_one_look(memory: Remembrancer, atlas: Agent) -> None:
    atlas.session("talk").message("hello", tags=["early"])
    first = look(memory.store, "atlas", None, None)
    looks = iter([first])

    def at_once() -> View:
        found = next(looks)
        atlas.session("talk").end("over")
        return found

    told = SessionView(memory.store, "talk", at_once).to_json()
    assert (told["message_count"], len(told["messages"]), told["tags"]) == (1, 1, ["early"])
    assert (told["ended_at"], told["summary"]) == (None, None)


def test_an_erased_summary_reads_erased_at_an_earlier_moment_and_the_session_stays(
    memory: Remembrancer, atlas: Agent
) -> None:
    atlas.session("S").message("her address", tags=["private"])
    summary = atlas.session("S").end()
    before = memory.position
    record_erasure(memory, summary)
    for reads in (atlas, atlas.as_of(before)):
        found = reads.session("S").summary
        assert found is not None
        assert found.text == "[erased]"
        assert reads.session("S").tags == ()
        assert [session.name for session in reads.sessions()] == ["S"]


def test_neither_the_name_of_a_session_nor_a_speaker_stands_in_clear_in_any_file(
    tmp_path: Path, clock: SettableClock
) -> None:
    with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
        session = memory.agent("atlas").session("Quetzalcoatl")
        session.message("Xochimilco", speaker="Popocatepetl", tags=["Tenochtitlan"])
        session.end("Huitzilopochtli")
    stored = b"".join(path.read_bytes() for path in (tmp_path / "m").rglob("*") if path.is_file())
    for word in (b"Quetzal", b"Xochi", b"Popocat", b"Tenoch", b"Huitz"):
        assert word not in stored


def test_the_time_of_a_session_is_told_as_the_clock_said_it(atlas: Agent, clock: SettableClock) -> None:
    session = atlas.session("S")
    session.message("one")
    clock.forward(hours=1)
    session.message("two", occurred_at=datetime(2020, 1, 1, tzinfo=UTC))
    assert session.started_at == datetime(2026, 5, 1, 9, tzinfo=UTC)
    assert session.last_at == datetime(2026, 5, 1, 10, tzinfo=UTC)
    clock.forward(hours=1)
    session.end()
    assert session.last_at == datetime(2026, 5, 1, 10, tzinfo=UTC)
    assert session.ended_at == datetime(2026, 5, 1, 11, tzinfo=UTC)


@pytest.mark.parametrize("door", ["record", "revise", "merge"])
def test_no_door_lets_a_longer_summary_of_a_session_in(memory: Remembrancer, atlas: Agent, door: str) -> None:
    long = "总" * 700
    first, second = (atlas.record(f"summary {number}", kind="session").id for number in range(2))
    doors: dict[str, Callable[[], Memory]] = {
        "record": lambda: atlas.record(long, kind="session"),
        "revise": lambda: atlas.revise(first, long, because="more came up"),
        "merge": lambda: atlas.merge([first, second], long, because="the same talk"),
    }
    before = memory.position
    with pytest.raises(StateTooLarge, match="2100 bytes, over the limit of 2048"):
        doors[door]()
    assert memory.position == before


@pytest.mark.parametrize("ended", ["forget", "quarantine"])
def test_a_message_does_not_come_back_into_a_session_that_has_ended(
    memory: Remembrancer, atlas: Agent, ended: str
) -> None:
    talk = atlas.session("talk")
    said = talk.message("leave this out")
    getattr(atlas, ended)(said.id, because="not for the summary")
    talk.end("we talked")
    back = atlas.restore if ended == "forget" else atlas.release
    before = memory.position
    with pytest.raises(SessionHasEnded, match="cannot bring a message back into session 'talk': it ended at"):
        back(said.id, because="it was fine")
    assert memory.position == before
