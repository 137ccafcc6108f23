"""Sessions at the command line: what is said, and what it came to."""

import pytest

from command_line import Run, assert_refused, position
from settable_clock import SettableClock


@pytest.fixture
def day(timed: Run, clock: SettableClock) -> Run:
    """A session of 1 May with three messages, and another one that has ended; it is half past ten."""
    timed("session", "message", "retro", "It went well", "--speaker", "ann")
    assert timed("session", "end", "retro", "--summary", "All is well").code == 0
    clock.forward(hours=1)
    timed("session", "message", "standup", "What is due today?", "--speaker", "ann", "--tag", "daily")
    clock.forward(minutes=10)
    timed("session", "message", "standup", "-", "--speaker", "atlas", stdin="简报，300 字\n".encode())
    clock.forward(minutes=20)
    assert timed("session", "message", "standup", "Make it 150").code == 0
    return timed


def test_a_message_answers_with_its_memory_in_l0(timed: Run) -> None:
    said = timed("session", "message", "standup", "Hello", "--speaker", "ann")
    assert said.out == f"{said.id} L0 message\n"
    told = timed("show", said.id).out
    assert "metadata    speaker: ann" in told
    assert "session     standup" in told
    assert "ann: Hello" in timed("layers", "--layer", "L0").out


def test_a_message_keeps_everything_that_its_options_say(timed: Run) -> None:
    said = timed(
        *("session", "message", "s", "Hello", "--subject", "user:42", "--tag", "t", "--metadata", '{"n": 1}'),
        *("--source", "foreign", "--importance", "7", "--occurred-at", "2026-05-01T08:00:00Z"),
        *("--idempotency-key", "k", "--json"),
    ).json
    expected = {
        "subjects": ["user:42"],
        "tags": ["t"],
        "metadata": {"n": 1},
        "source": "foreign",
        "importance": 7,
        "occurred_at": "2026-05-01T08:00:00+00:00",
        "kind": "message",
        "session": "s",
    }
    assert {name: said[name] for name in expected} == expected


def test_an_open_session_shows_who_said_what_and_when(day: Run) -> None:
    heading, tags, _, head, *rows = day("session", "show", "standup").out.splitlines()
    assert heading == "standup: open, 3 messages, begun 2026-05-01 10:00Z, last 2026-05-01 10:30Z"
    assert tags == "tags daily"
    assert head.split() == ["when", "who", "what"]
    assert [" ".join(row.split()) for row in rows] == [
        "2026-05-01 10:00Z ann What is due today?",
        "2026-05-01 10:10Z atlas 简报，300 字",
        "2026-05-01 10:30Z - Make it 150",
    ]


def test_ending_composes_a_summary_unless_one_is_given(day: Run, clock: SettableClock) -> None:
    composed = day("session", "end", "standup")
    assert composed.out == f"{composed.id} L2 session\n"
    lines = day("session", "show", "standup").out.splitlines()
    assert lines[0] == "standup: ended 2026-05-01 10:30Z after 3 messages, begun 2026-05-01 10:00Z"
    assert lines[3].startswith("3 messages, 2026-05-01 10:00 to 2026-05-01 10:30 UTC")
    assert lines[4:] == ["ann: What is due today?", "atlas: 简报，300 字", "Make it 150"]
    assert "\nAll is well\n" in day("session", "show", "retro").out
    assert day("layers", "--json").json["counts"]["L0"] == 0


def test_a_summary_may_come_from_stdin(day: Run) -> None:
    assert (
        day("session", "end", "standup", "--summary", "-", "--json", stdin=b"150 words\n").json["text"] == "150 words"
    )


def test_messages_expire_after_a_day_and_the_session_can_still_be_ended(day: Run, clock: SettableClock) -> None:
    clock.forward(hours=25)
    assert day("session", "show", "standup").out.splitlines()[-1].startswith("its messages have expired")
    assert day("session", "show", "standup", "--json").json["messages"] == []
    assert "ann: What is due today?" in day("session", "end", "standup", "--json").json["text"]


def test_an_earlier_moment_has_the_messages_of_then(day: Run, clock: SettableClock) -> None:
    clock.set(2026, 5, 3, 9)
    day("session", "end", "standup", "--summary", "150 words")
    asked = ("session", "show", "standup", "--as-of", "2026-05-01T10:20:00Z")
    assert day(*asked).out.splitlines()[0].startswith("as of position ")
    then = day(*asked, "--json").json
    assert [one["text"] for one in then["messages"]] == ["What is due today?", "简报，300 字"]
    assert (then["ended_at"], then["summary"]) == (None, None)
    assert day("session", "show", "standup", "--json").json["summary"]["text"] == "150 words"
    assert_refused(day("session", "show", "standup", "--as-of", "2026-04-30"), "unknown session 'standup'")


def test_the_list_has_the_newest_first_with_what_each_is_about(day: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [" ".join(line.split()) for line in day("session", "list").out.splitlines()]
    assert rows[0] == "default: 2 sessions"
    assert rows[2:] == [
        "session begun ended said about",
        "standup 2026-05-01 10:00Z open 3 [daily] Make it 150",
        "retro 2026-05-01 09:00Z 2026-05-01 09:00Z 1 All is well",
    ]
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, day("session").out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ((), ["standup", "retro"]),
        (("--tag", "daily"), ["standup"]),
        (("--tag", "weekly"), []),
        (("--since", "2026-05-01T09:30:00Z"), ["standup"]),
        (("--until", "2026-05-01T09:30:00Z"), ["retro"]),
        (("--since", "2026-05-01", "--until", "2026-05-01"), ["standup", "retro"]),
        (("--since", "2026-05-02"), ["standup"]),
        (("--as-of", "2026-05-01T09:30:00Z"), ["retro"]),
        (("--as-of", "2026-04-30"), []),
    ],
)
def test_the_list_can_be_narrowed_by_tag_and_time(day: Run, asked: tuple[str, ...], names: list[str]) -> None:
    answer = day("session", "list", *asked, "--json").json
    assert [one["name"] for one in answer["sessions"]] == names
    assert answer["agent"] == "default"


def test_the_log_and_the_story_tell_of_a_session_in_sentences(day: Run) -> None:
    summary = day("session", "end", "standup", "--because", "we are done").id
    log = day("log", "--after", "4").out
    assert " session 'standup' started\n" in log
    assert " new L0 message: What is due today?\n" in log
    assert f"{summary[:12]} session 'standup' ended: summary composed, 3 messages expired: 3 messages, " in log
    assert "session 'retro' ended: summary given, 1 message expired: All is well" in day("log").out
    story = day("why", summary).out
    assert "message, summed up in it: “What is due today?”" in story
    message = day("session", "show", "standup", "--as-of", "11", "--json").json["messages"][0]["id"]
    assert "session, sums it up: “3 messages, " in day("why", message).out


def test_an_end_sent_twice_with_one_key_happens_once(day: Run) -> None:
    again = ("session", "end", "standup", "--idempotency-key", "k")
    assert day(*again).id == day(*again).id


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "other"), "unknown session 'other'; its first message starts it"),
        (("end", "other"), "unknown session 'other'"),
        (("end", "retro"), "cannot end session 'retro': it ended at 2026-05-01T09:00:00+00:00"),
        (("message", "retro", "More"), "cannot speak in session 'retro': it ended at 2026-05-01T09:00:00+00:00"),
        (("message", "standup", ""), "the text is empty"),
        (("message", "standup"), "the text is empty"),
        (("message", "", "x"), "the session is empty"),
        (("message", "standup", "x", "--speaker", ""), "the speaker is empty"),
        (("message", "standup", "x", "--metadata", "[1]"), "--metadata must be a JSON object"),
        (("message", "standup", "x", "--source", "rumour"), "use own or foreign"),
        (("message", "standup", "x", "--importance", "0"), "importance is 0"),
        (("message", "standup", "x", "--occurred-at", "2026-05-01"), "has no zone"),
        (("message", "standup", "x", "--file", "y"), "given twice"),
        (("end", "standup", "--summary", ""), "the summary is empty"),
        (("end", "standup", "--summary", "字" * 683), "has 2049 bytes, over the limit of 2048"),
        (("list", "--since", "2026-13-01"), "not a date: '2026-13-01'"),
        (("list", "--until", "2026-05-01T10:00"), "has no zone"),
        (("list", "--as-of", "99"), "no position 99"),
        (("message", "standup", "x", "--read-only"), "read-only"),
    ],
)
def test_what_is_wrong_with_a_session_is_told_in_one_line(day: Run, arguments: tuple[str, ...], said: str) -> None:
    before = position(day)
    assert_refused(day("session", *arguments), said)
    assert position(day) == before


def test_what_could_steer_a_terminal_is_shown_as_an_escape(timed: Run) -> None:
    timed("session", "message", "\x1b[31m", "\x1b[32m", "--speaker", "\x1b[33m", "--tag", "\x1b[34m")
    shown = timed("session", "show", "\x1b[31m").out
    assert r"\x1b[31m: open" in shown
    for out in (shown, timed("session", "list").out, timed("log").out, timed("layers").out):
        assert "\x1b" not in out
