"""What the verbs of a life are handed by mistake: one line that says what is wrong, and nothing is stored."""

import math
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import pytest

from remembrancer import Agent, InvalidInput, NotFound, Refused, Remembrancer, RemembrancerError, intent_signature

ENVELOPE = {"role": "refactor"}
ENDLESS: dict[str, Any] = {"role": "x"}
ENDLESS["in"] = ENDLESS
DIGITS = 10**5_000
"""A whole number that Python refuses to write."""

NO_TEXT: dict[str, Any] = {
    "a number": 5,
    "a truth": True,
    "not a number": math.nan,
    "bytes": b"text",
    "a list": ["text"],
    "an object": {"text": 1},
    "nothing in it": "",
    "blanks": " \t\n",
    "a NUL": "a\x00b",
    "a lone surrogate": "a\ud800b",
    "an endless number": DIGITS,
}
TEXTS: dict[str, Callable[[Agent, Any], object]] = {
    "name of a task": lambda atlas, value: atlas.task(value),
    "objective": lambda atlas, value: atlas.task("new").start(objective=value),
    "changed objective": lambda atlas, value: atlas.task("open").checkpoint(objective=value),
    "outcome of a task": lambda atlas, value: atlas.task("open").complete(value),
    "reason to resume": lambda atlas, value: atlas.task("open").resume(because=value),
    "reason to interrupt": lambda atlas, value: atlas.task("open").interrupt(because=value),
    "name of a session": lambda atlas, value: atlas.session(value),
    "message": lambda atlas, value: atlas.session("open").message(value),
    "first message": lambda atlas, value: atlas.session("new").message(value),
    "speaker": lambda atlas, value: atlas.session("open").message("hi", speaker=value),
    "summary": lambda atlas, value: atlas.session("open").end(value),
    "tag of a message": lambda atlas, value: atlas.session("open").message("hi", tags=[value]),
    "tag asked for": lambda atlas, value: atlas.sessions(tag=value),
    "reason of an intent": lambda atlas, value: atlas.intent(ENVELOPE, because=value),
    "category": lambda atlas, value: atlas.trauma(value, because="x"),
    "cause": lambda atlas, value: atlas.trauma("security", because=value),
    "scope of a trauma": lambda atlas, value: atlas.trauma("security", because="x", scope=value),
    "scope of an intent": lambda atlas, value: atlas.intent(ENVELOPE, scope=value),
    "decision": lambda atlas, value: atlas.decide(value),
    "outcome of an intent": lambda atlas, value: atlas.intent(ENVELOPE, value),
    "outcome of a decision": lambda atlas, value: atlas.judge(atlas.decisions()[0].memory.id, value, because="x"),
    "reason of a judgement": lambda atlas, value: atlas.judge(atlas.decisions()[0].memory.id, "right", because=value),
    "id": lambda atlas, value: atlas.judge(value, "right", because="x"),
    "idempotency key": lambda atlas, value: atlas.task("open").checkpoint(page=1, idempotency_key=value),
    "subject": lambda atlas, value: atlas.task("open").checkpoint(page=1, subjects=[value]),
}

NO_NUMBER: dict[str, Any] = {
    "a truth": True,
    "not a number": math.nan,
    "endless": math.inf,
    "endless below": -math.inf,
    "a text": "5",
    "a list": [5],
    "zero": 0,
    "below zero": -1,
    "too large to write": DIGITS,
    "large": 10**400,
    "a long text": "x" * 100_000,
}
NUMBERS: dict[str, Callable[[Agent, Any], object]] = {
    "confidence of a task": lambda atlas, value: atlas.task("new").start(objective="o", confidence=value),
    "confidence of a decision": lambda atlas, value: atlas.decide("x", confidence=value),
    "importance of a message": lambda atlas, value: atlas.session("open").message("hi", importance=value),
    "importance of a decision": lambda atlas, value: atlas.decide("x", importance=value),
    "weight of a trauma": lambda atlas, value: atlas.trauma("security", because="x", weight=value),
    "limit of decisions": lambda atlas, value: atlas.decisions(limit=value),
    "number of similar intents": lambda atlas, value: atlas.similar_intents(ENVELOPE, value),
}

NO_OBJECT: dict[str, Any] = {
    "a text": "{}",
    "a list": [1],
    "a number": 5,
    "NaN within": {"a": [math.nan]},
    "infinity within": {"a": {"b": -math.inf}},
    "a lone surrogate within": {"a": "\udfff"},
    "a NUL in a name": {"a\x00": 1},
    "a number as name": {5: 1},
    "bytes within": {"a": b"x"},
    "a date within": {"a": date(2026, 1, 1)},
    "a set within": {"a": {1}},
    "an endless number within": {"a": DIGITS},
    "itself within": ENDLESS,
    "a lot": {"a": "x" * 2_000_000},
}
OBJECTS: dict[str, Callable[[Agent, Any], object]] = {
    "state": lambda atlas, value: atlas.task("open").checkpoint(value),
    "metadata of a message": lambda atlas, value: atlas.session("open").message("hi", metadata=value),
    "example": lambda atlas, value: atlas.intent(ENVELOPE, "success", value),
    "example with a key": lambda atlas, value: atlas.intent(ENVELOPE, "success", value, idempotency_key="k"),
    "state with a key": lambda atlas, value: atlas.task("open").checkpoint(value, idempotency_key="k"),
}

NO_ENVELOPE: dict[str, Any] = {
    "nothing": None,
    "a text": "not a signature",
    "a list": ["role"],
    "no role": {"risk": "high"},
    "an empty object": {},
    "no word as role": {"role": " "},
    "a list as role": {"role": ["x"]},
    "a truth as role": {"role": True},
    "NaN as risk": {"role": "x", "risk": math.nan},
    "infinity as constraint": {"role": "x", "constraints": [math.inf]},
    "an endless number": {"role": "x", "constraints": {"a": DIGITS}},
    "an endless number as name": {"role": "x", "constraints": {DIGITS: "a"}},
    "a text as constraints": {"role": "x", "constraints": "keep"},
    "a number as forbidden": {"role": "x", "forbidden": 5},
    "an object in a list": {"role": "x", "constraints": [{"a": 1}]},
    "a surrogate": {"role": "x\ud800"},
    "a NUL in a constraint": {"role": "x", "constraints": ["\x00"]},
    "both lists of signals": {"role": "x", "forbidden": ["a"], "forbidden_signals": ["b"]},
    "too many constraints": {"role": "x", "constraints": [str(number) for number in range(101)]},
    "a long role": {"role": "x" * 1_001},
}
ENVELOPES: dict[str, Callable[[Agent, Any], object]] = {
    "intent": lambda atlas, value: atlas.intent(value),
    "find": lambda atlas, value: atlas.find_intent(value),
    "similar": lambda atlas, value: atlas.similar_intents(value),
    "risk": lambda atlas, value: atlas.risk(value),
    "trauma": lambda atlas, value: atlas.trauma("security", because="x", envelope=value or {}),
    "signature": lambda _, value: intent_signature(value),
}

LISTS: dict[str, Callable[[Agent, Any], object]] = {
    "subjects of a task": lambda atlas, value: atlas.task("new").start(objective="o", subjects=value),
    "subjects of a message": lambda atlas, value: atlas.session("open").message("hi", subjects=value),
    "tags of a message": lambda atlas, value: atlas.session("open").message("hi", tags=value),
    "subjects of a summary": lambda atlas, value: atlas.session("open").end(subjects=value),
    "subjects of an intent": lambda atlas, value: atlas.intent(ENVELOPE, subjects=value),
    "evidence of a trauma": lambda atlas, value: atlas.trauma("security", because="x", evidence=value),
    "evidence of a decision": lambda atlas, value: atlas.decide("x", evidence=value),
    "evidence of a judgement": lambda atlas, value: atlas.judge(
        atlas.decisions()[0].memory.id, "right", because="x", evidence=value
    ),
}
TIMES: dict[str, Callable[[Agent, Any], object]] = {
    "since": lambda atlas, value: atlas.sessions(since=value),
    "until": lambda atlas, value: atlas.sessions(until=value),
    "when a message was": lambda atlas, value: atlas.session("open").message("hi", occurred_at=value),
    "when a decision was": lambda atlas, value: atlas.decide("x", occurred_at=value),
}


@pytest.fixture
def living(memory: Remembrancer) -> Agent:
    """An agent with a task, a session, an intent, a trauma and a decision."""
    atlas = memory.agent("atlas")
    atlas.task("open").start(objective="o")
    atlas.task("over").start(objective="o")
    atlas.task("over").complete("done")
    atlas.session("open").message("hi")
    atlas.session("over").message("hi")
    atlas.session("over").end()
    atlas.intent(ENVELOPE)
    atlas.trauma("security", because="x")
    atlas.decide("x")
    return atlas


def refused_in_one_line(atlas: Agent, attempt: Callable[[Agent, Any], object], value: Any) -> RemembrancerError:
    """Check that an attempt is refused in one short line that can be printed, and changes nothing."""
    before = atlas.moment.position
    with pytest.raises(RemembrancerError) as refusal:
        attempt(atlas, value)
    message = str(refusal.value)
    assert len(message.splitlines()) == 1
    assert len(message) < 400
    assert message.encode()
    assert atlas.moment.position == before
    return refusal.value


@pytest.mark.parametrize("attempt", TEXTS)
def test_what_is_no_text_is_refused(living: Agent, attempt: str) -> None:
    for value in NO_TEXT.values():
        assert isinstance(refused_in_one_line(living, TEXTS[attempt], value), InvalidInput)


@pytest.mark.parametrize("attempt", NUMBERS)
def test_what_is_no_number_in_range_is_refused(living: Agent, attempt: str) -> None:
    for value in NO_NUMBER.values():
        assert isinstance(refused_in_one_line(living, NUMBERS[attempt], value), InvalidInput)


@pytest.mark.parametrize("attempt", OBJECTS)
def test_what_json_cannot_say_is_refused(living: Agent, attempt: str) -> None:
    for value in NO_OBJECT.values():
        assert isinstance(refused_in_one_line(living, OBJECTS[attempt], value), InvalidInput)


@pytest.mark.parametrize("attempt", ENVELOPES)
def test_what_is_no_envelope_is_refused(living: Agent, attempt: str) -> None:
    for value in NO_ENVELOPE.values():
        assert isinstance(refused_in_one_line(living, ENVELOPES[attempt], value), InvalidInput)


@pytest.mark.parametrize("attempt", LISTS)
def test_what_is_no_list_is_refused(living: Agent, attempt: str) -> None:
    for value in (5, True, "one text", math.nan, DIGITS, object(), [5], [None], ["\ud800"], [" "]):
        refused_in_one_line(living, LISTS[attempt], value)


@pytest.mark.parametrize("attempt", TIMES)
def test_what_is_no_time_with_a_zone_is_refused(living: Agent, attempt: str) -> None:
    naive = datetime(2026, 5, 1)  # noqa: DTZ001  # meant
    no_times: tuple[Any, ...] = (naive, date(2026, 5, 1), "2026-05-01", 5, True, math.nan, DIGITS, [], b"2026")
    for value in no_times:
        assert isinstance(refused_in_one_line(living, TIMES[attempt], value), InvalidInput)


def test_what_is_not_there_is_not_found_and_what_is_over_is_over(living: Agent) -> None:
    missing: list[Callable[[Agent, Any], object]] = [
        lambda atlas, _: atlas.task("nowhere").checkpoint(page=1),
        lambda atlas, _: atlas.task("nowhere").resume(),
        lambda atlas, _: atlas.task("nowhere").complete("done"),
        lambda atlas, _: atlas.task("nowhere").to_json(),
        lambda atlas, _: atlas.session("nowhere").end(),
        lambda atlas, _: atlas.session("nowhere").to_json(),
        lambda atlas, _: atlas.find_intent({"role": "never met"}),
        lambda atlas, _: atlas.judge("mem_0000000000000000", "right", because="x"),
        lambda atlas, _: atlas.trauma("security", because="x", evidence=["mem_0000000000000000"]),
    ]
    over: list[Callable[[Agent, Any], object]] = [
        lambda atlas, _: atlas.task("over").checkpoint(page=1),
        lambda atlas, _: atlas.task("over").interrupt(),
        lambda atlas, _: atlas.task("over").resume(),
        lambda atlas, _: atlas.task("over").complete("done"),
        lambda atlas, _: atlas.task("open").start(objective="again"),
        lambda atlas, _: atlas.session("over").message("hi"),
        lambda atlas, _: atlas.session("over").end(),
        lambda atlas, _: atlas.judge(atlas.task("over").memory.id, "right", because="x"),
    ]
    for attempt in missing:
        assert isinstance(refused_in_one_line(living, attempt, None), NotFound)
    for attempt in over:
        assert isinstance(refused_in_one_line(living, attempt, None), Refused)


@pytest.mark.parametrize("name", ["x" * 201, "two\nlines", " blanks around ", "a\u2028b"])
def test_a_name_is_one_line_of_200_characters_at_most(living: Agent, name: str) -> None:
    for attempt in ("name of a task", "name of a session", "speaker", "tag of a message"):
        assert isinstance(refused_in_one_line(living, TEXTS[attempt], name), InvalidInput)
    longest = "名" * 200
    assert living.task(longest).start(objective="o") == {"objective": "o"}
    assert living.session(longest).message("hi", speaker=longest).session == longest


def test_texts_of_any_size_are_kept_up_to_their_limit_and_refused_above(living: Agent) -> None:
    assert isinstance(refused_in_one_line(living, TEXTS["message"], "x" * 1_048_577), InvalidInput)
    assert isinstance(refused_in_one_line(living, TEXTS["decision"], "记" * 349_526), InvalidInput)
    assert isinstance(refused_in_one_line(living, TEXTS["cause"], "x" * 10_001), InvalidInput)
    assert isinstance(refused_in_one_line(living, TEXTS["outcome of a task"], "x" * 10_241), InvalidInput)
    assert isinstance(refused_in_one_line(living, TEXTS["objective"], "x" * 2_001), InvalidInput)
    assert living.session("open").message("x" * 1_048_576).text == "x" * 1_048_576
    assert living.task("open").complete("x" * 10_240).metadata["outcome"] == "x" * 10_240


def test_whole_numbers_beyond_64_bits_and_odd_floats_come_back_as_they_were(living: Agent) -> None:
    odd = {"a": 2**64, "b": -(2**70), "c": 10**400, "d": 1e308, "e": 5e-324, "f": -0.0, "g": 0.1}
    state = living.task("open").checkpoint({"numbers": odd})
    assert state["numbers"] == odd
    assert living.intent(ENVELOPE, "success", odd).examples == (odd,)
    assert living.session("open").message("hi", metadata=odd).metadata == odd
