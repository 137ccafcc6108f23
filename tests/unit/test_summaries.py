"""The summary of a session: the same for the same messages, and never too long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.moments import MINUTE, to_micros
from remembrancer.domain.summaries import Message, clipped, summarised
from settable_clock import SettableClock

START = to_micros(SettableClock().time)
WORDS = st.one_of(
    st.text(max_size=400),
    st.text(alphabet="用户服务器部署在腾讯云国内节点，步重跑 。\n", max_size=400),
    st.sampled_from(["好", "\U0001f9e0" * 90, "长" * 300, "", "a\n\nb", "\u200b", "e\u0301" * 150]),
)
MESSAGES = st.lists(
    st.builds(
        Message,
        speaker=st.sampled_from([None, "ann", "波", "长" * 30, "two\nlines", " ", 7]),
        text=st.none() | WORDS,
        at=st.integers(START, START + 90 * MINUTE),
    ),
    max_size=30,
)


def said(*texts: str | None, speaker: str | None = "ann") -> list[Message]:
    return [Message(speaker=speaker, text=text, at=START + n * MINUTE) for n, text in enumerate(texts)]


@given(messages=MESSAGES, bytes_max=st.integers(3, 3000))
def test_a_summary_never_exceeds_its_limit_and_always_says_something(messages: list[Message], bytes_max: int) -> None:
    summary = summarised(messages, START, bytes_max)

    assert 0 < len(summary.encode()) <= bytes_max


@given(messages=MESSAGES, bytes_max=st.integers(3, 3000))
def test_the_same_messages_have_the_same_summary(messages: list[Message], bytes_max: int) -> None:
    again = [Message(speaker=message.speaker, text=message.text, at=message.at) for message in messages]

    assert summarised(messages, START, bytes_max).encode() == summarised(again, START, bytes_max).encode()


@given(messages=MESSAGES)
def test_a_summary_holds_nothing_that_was_not_said(messages: list[Message]) -> None:
    texts = {" ".join(message.text.split()) for message in messages if message.text is not None}
    head, *lines = summarised(messages, START, 2048).split("\n")

    assert head.startswith(f"{len(messages)} message")
    for line in lines:
        told = line.rstrip("…")
        assert any(told in f"{name}{text}" for text in texts for name in _named(messages)), line


def _named(messages: list[Message]) -> set[str]:
    names = {" ".join(str(message.speaker).split()) for message in messages if message.speaker}
    return {"", *(f"{clipped(name, 40)}: " for name in names if name)}


def test_a_summary_says_how_much_was_said_by_whom_and_when() -> None:
    messages = [*said("hello", "again"), *said("嗯", speaker="波"), *said("psst", speaker=None)]

    assert summarised(messages, START, 2048) == (
        "4 messages, 2026-05-01 09:00 to 2026-05-01 09:00 UTC (ann 2, unnamed 1, 波 1)\n"
        "ann: hello\nann: again\n波: 嗯\npsst"
    )


def test_a_session_without_messages_is_summed_up_as_well() -> None:
    assert summarised([], START, 2048) == "0 messages, 2026-05-01 09:00 to 2026-05-01 09:00 UTC"


def test_what_cannot_be_read_any_more_is_counted() -> None:
    assert summarised(said("hello", None, "bye"), START, 2048).splitlines() == [
        "3 messages, 1 of them unreadable by now, 2026-05-01 09:00 to 2026-05-01 09:02 UTC (ann 3)",
        "ann: hello",
        "ann: bye",
    ]


def test_a_long_session_is_told_by_its_beginning_and_its_end() -> None:
    lines = summarised(said(*(f"message {n} {'长' * 60}" for n in range(40))), START, 2048).splitlines()

    assert lines[1].startswith("ann: message 0 ")
    assert lines[2] == "…"
    assert lines[3].startswith("ann: message 3")
    assert lines[-1].startswith("ann: message 39 ")
    numbers = [int(line.split()[2]) for line in lines[3:]]
    assert numbers == list(range(numbers[0], 40))


def test_a_long_message_is_quoted_in_part() -> None:
    _, quoted = summarised(said("长" * 300), START, 2048).splitlines()

    assert quoted == f"ann: {'长' * 79}…"


def test_a_message_of_many_lines_becomes_one() -> None:
    assert summarised(said("a\n\n b\tc"), START, 2048).splitlines()[1:] == ["ann: a b c"]


def test_at_most_five_speakers_are_named_those_who_spoke_most_first() -> None:
    messages = [message for n in range(7) for message in said(*["x"] * (n + 1), speaker=f"s{n}")]

    assert "(s6 7, s5 6, s4 5, s3 4, s2 3)" in summarised(messages, START, 2048)


@pytest.mark.parametrize(
    ("text", "bytes_max", "left"),
    [("abc", 3, "abc"), ("abcd", 3, "…"), ("abcdef", 5, "ab…"), ("长长长", 9, "长长长"), ("长长长长", 9, "长长…"),
     ("长长长长", 8, "长…"), ("ab  cdef", 7, "ab…"), ("", 3, ""), ("abcd", 1, "…")],
)  # fmt: skip
def test_a_text_is_clipped_between_characters(text: str, bytes_max: int, left: str) -> None:
    assert clipped(text, bytes_max) == left
