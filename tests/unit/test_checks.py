"""What a check may say, and what an answer of the world says of a claim."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.checks import Check, Observation, check_from, judge, said_of
from remembrancer.domain.errors import InvalidName

COMMAND = {"command": ["make", "test"]}
URL = {"url": "http://localhost/a"}
AT_PATH = {**URL, "json": "$.review", "equals": True}
QUERY = {"sql": "a.db", "query": "SELECT 1"}


def seen(**fields: Any) -> Observation:
    return Observation(reached=True, detail="", **fields)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({}, "looks at nothing"),
        ({"file": "a", "url": "http://b"}, "looks at file and url"),
        ({"file": "a", "prints": "b"}, "says 'prints', which means nothing for file"),
        ({"file": "  "}, "says no file"),
        ({"command": []}, "names no program"),
        ({"command": ["", "x"]}, "names no program"),
        ({"url": "file:///etc/passwd"}, "neither http nor https"),
        ({"sql": "a.db"}, "has no query"),
        ({"python": "os.getcwd"}, "write module:function"),
        ({**URL, "json": "$.a"}, "needs json and equals together"),
        ({"ask": "Is it so?"}, "without saying by when"),
        ({"ask": "Is it so?", "by": 3}, "write a date"),
        ({"file": "a", "timeout_s": 0}, "timeout_s to 0"),
        ({"file": "a", "shell": True}, "unknown field `shell`"),
        ({"command": "rm -rf /"}, "Expected `array"),
        ([1], "Expected `object`"),
    ],
)
def test_a_check_that_says_something_impossible_is_refused(said: object, wrong: str) -> None:
    with pytest.raises(InvalidName, match="the check 'here'") as refusal:
        check_from("here", said)

    assert wrong in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "said",
    [
        {"file": "a", "contains": "b"},
        COMMAND,
        AT_PATH,
        {**QUERY, "returns": 3},
        {"ask": "So?", "by": date(2026, 5, 1)},
    ],
)
def test_a_check_is_read_as_it_is_written(said: dict[str, Any]) -> None:
    check = check_from("here", said)

    assert check_from("here", said_of(check)) == check


@pytest.mark.parametrize(
    ("said", "observed", "result", "finding"),
    [
        ({"file": "a"}, seen(), "passed", "a is there"),
        ({"file": "a"}, seen(there=False), "failed", "no file at a"),
        ({"file": "a", "contains": "on"}, seen(text="review: on"), "passed", "contains 'on'"),
        ({"file": "a", "contains": "on"}, seen(text="review: off"), "failed", "does not contain 'on'"),
        ({"file": "a", "contains": "on"}, seen(text="review", cut=True), "unreachable", "longer than that"),
        (COMMAND, seen(code=0), "passed", "ended with 0"),
        (COMMAND, seen(code=2, text="no\nlast words\n"), "failed", "ended with 2, not 0; it said 'last words'"),
        ({**COMMAND, "exits": 2}, seen(code=2), "passed", "ended with 2"),
        (COMMAND, seen(code=75), "unreachable", "EX_TEMPFAIL"),
        (COMMAND, seen(code=127), "unreachable", "not found"),
        (COMMAND, seen(code=-9), "unreachable", "signal"),
        ({**COMMAND, "prints": "on"}, seen(code=0, text="review:\n  on\n"), "passed", "printed 'on'"),
        ({**COMMAND, "prints": "1"}, seen(code=0, text="10\n"), "failed", "did not print the line '1'"),
        ({**COMMAND, "contains": "1"}, seen(code=0, text="10\n"), "passed", "contains '1'"),
        (URL, seen(code=204), "passed", "answered 204"),
        (URL, seen(code=404), "failed", "answered 404"),
        (URL, seen(code=500), "unreachable", "answered 500"),
        (URL, seen(code=403), "unreachable", "answered 403"),
        (URL, seen(code=301), "unreachable", "answered 301"),
        ({**URL, "status": 404}, seen(code=404), "passed", "answered 404"),
        ({**URL, "status": 404}, seen(code=200), "failed", "answered 200"),
        (AT_PATH, seen(code=200, values=(True,)), "passed", "$.review is true"),
        (AT_PATH, seen(code=200, values=(1,)), "failed", "$.review is 1, not true"),
        (AT_PATH, seen(code=200, values=(True, None)), "failed", "$.review is null, not true"),
        (AT_PATH, seen(code=200, values=()), "failed", "nothing at $.review"),
        (AT_PATH, seen(code=200, text="<html>"), "unreachable", "no JSON"),
        (QUERY, seen(values=("x",)), "passed", "gave a row"),
        (QUERY, seen(there=False), "failed", "gave no row"),
        ({**QUERY, "returns": 3}, seen(values=("3",)), "passed", "gave '3'"),
        ({**QUERY, "returns": 3}, seen(values=("3.0",)), "passed", "gave '3.0'"),
        ({**QUERY, "returns": 3}, seen(values=("33",)), "failed", "gave '33', not 3"),
        ({**QUERY, "returns": True}, seen(values=("1",)), "passed", "gave '1'"),
        ({**QUERY, "returns": "on"}, seen(values=("off",)), "failed", "gave 'off', not 'on'"),
        ({"python": "a:b"}, seen(values=(True,)), "passed", "returned true"),
        ({"python": "a:b"}, seen(values=(1,)), "failed", "returned 1, not true"),
        ({"python": "a:b", "returns": {"a": [1, 2.0]}}, seen(values=({"a": [1.0, 2]},)), "passed", "returned"),
        ({"python": "a:b", "returns": [1]}, seen(values=([1, 2],)), "failed", "not [1]"),
    ],
)
def test_an_answer_of_the_world_is_judged(
    said: dict[str, Any], observed: Observation, result: str, finding: str
) -> None:
    found = judge(check_from("here", said), observed)

    assert found.result == result
    assert finding in found.words


EVERY = [{"file": "a"}, COMMAND, URL, AT_PATH, QUERY, {"python": "a:b"}, {"ask": "So?", "by": "2026-05-01"}]


@pytest.mark.parametrize("said", EVERY)
def test_what_was_not_reached_says_nothing_for_or_against(said: dict[str, Any]) -> None:
    nothing = Observation(reached=False, detail="it did not answer within 10 s")

    assert judge(check_from("here", said), nothing).result == "unreachable"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(said=st.sampled_from(EVERY), text=st.text(), code=st.integers(-20, 700), values=st.lists(JSON, max_size=3))
def test_whatever_the_world_says_is_told_on_one_line_that_can_be_stored(
    said: dict[str, Any], text: str, code: int, values: list[Any]
) -> None:
    observed = Observation(reached=True, detail=text, text=text, code=code, values=tuple(values))

    words = judge(check_from("here", said), observed).words

    assert words
    assert words.isprintable()
    assert len(words) <= 600
    words.encode()


@given(value=JSON.filter(lambda value: value is not None))
def test_a_value_is_equal_to_itself_and_not_to_another(value: Any) -> None:
    check = Check(url="http://a", json="$", equals=value)

    assert judge(check, seen(code=200, values=(value,))).result == "passed"
    assert judge(check, seen(code=200, values=([value],))).result == "failed"
