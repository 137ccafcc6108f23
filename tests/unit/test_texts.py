"""What people hand in: texts, names, numbers, metadata."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.errors import InvalidMetadata, InvalidName, InvalidNumber, InvalidText
from remembrancer.domain.texts import (
    check_agent,
    check_category,
    check_line,
    check_metadata,
    check_person,
    check_range,
    check_text,
    storable,
)

STORABLE = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]))


@given(text=STORABLE)
def test_a_text_that_says_something_is_returned_as_given(text: str) -> None:
    if text.strip():
        assert check_text(text, "the text", 10_000) == text
    else:
        with pytest.raises(InvalidText, match="the text is empty"):
            check_text(text, "the text", 10_000)


@given(before=STORABLE, bad=st.sampled_from(["\x00", "\ud800", "\udfff"]), after=STORABLE)
def test_what_no_store_can_hold_is_refused_with_its_place(before: str, bad: str, after: str) -> None:
    with pytest.raises(InvalidText, match=f"at character {len(before)}; remove it"):
        storable(before + bad + after, "the text")


@given(text=STORABLE.filter(str.strip))
def test_the_limit_counts_bytes_of_utf_8(text: str) -> None:
    size = len(text.encode())

    assert check_text(text, "the text", size) == text
    with pytest.raises(InvalidText, match=f"has {size} bytes, over the limit of {size - 1}"):
        check_text(text, "the text", size - 1)


@pytest.mark.parametrize("text", [None, 7, b"bytes", ["list"]])
def test_what_is_no_text_is_refused_with_its_type(text: object) -> None:
    with pytest.raises(InvalidText, match=f"not {type(text).__name__}"):
        check_text(text, "the text", 100)


def test_a_megabyte_in_any_script_fits_a_limit_of_as_many_bytes() -> None:
    assert check_text("记" * 349_525, "the text", 1_048_576)
    with pytest.raises(InvalidText, match="1048578 bytes"):
        check_text("记" * 349_526, "the text", 1_048_576)


@pytest.mark.parametrize("line", ["a\nb", "a\r\nb", "a\u2028b", "a\x85b", "x" * 201])
def test_a_line_is_one_line_of_limited_length(line: str) -> None:
    with pytest.raises(InvalidText, match="must be one line"):
        check_line(line, "the summary")


def test_a_line_counts_characters_and_may_be_of_any_script() -> None:
    assert check_line("\U0001f9e0" * 200, "the summary") == "\U0001f9e0" * 200


@pytest.mark.parametrize("name", ["atlas", "波", "a.b-c_d", "user_1", "x" * 64, "9"])
def test_an_agent_has_a_name_of_letters_in_any_script(name: str) -> None:
    assert check_agent(name) == name


@pytest.mark.parametrize(
    "name", ["", " ", "a b", "a/b", "../etc", ".hidden", "-x", "a:b", "x" * 65, "a\n", "a\x00", None, 7]
)
def test_what_is_no_name_of_an_agent_is_refused(name: object) -> None:
    with pytest.raises(InvalidName, match="not an agent's name"):
        check_agent(name)


@pytest.mark.parametrize("person", ["user:ann", "user:李雷", "user:a b", "user:user:x"])
def test_a_person_is_written_with_the_family_before_the_name(person: str) -> None:
    assert check_person(person) == person


@pytest.mark.parametrize("person", ["ann", "user:", "user: ", "user: x", "agent:ann", "User:ann", None])
def test_what_is_no_person_is_refused(person: object) -> None:
    with pytest.raises(InvalidName, match="write user:NAME"):
        check_person(person)


@pytest.mark.parametrize("category", ["rollback", "a", "9-lives", "x_y", "x" * 32])
def test_a_category_is_a_slug(category: str) -> None:
    assert check_category(category) == category


@pytest.mark.parametrize("category", ["", "Rollback", "a b", "-x", "x" * 33, "安全", "a\n", 7])
def test_what_is_no_slug_is_no_category(category: object) -> None:
    with pytest.raises(InvalidName, match="not a category"):
        check_category(category)


@given(number=st.integers(-100, 100))
def test_a_number_is_whole_and_in_its_range(number: int) -> None:
    if 1 <= number <= 10:
        assert check_range(number, "importance", 1, 10) == number
    else:
        with pytest.raises(InvalidNumber, match=f"importance is {number}; it must be from 1 to 10"):
            check_range(number, "importance", 1, 10)


@pytest.mark.parametrize("number", [True, 5.0, "5", None])
def test_what_is_no_whole_number_is_refused(number: object) -> None:
    with pytest.raises(InvalidNumber, match="must be a whole number from 1 to 10"):
        check_range(number, "importance", 1, 10)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | STORABLE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(STORABLE, inner, max_size=3),
    max_leaves=10,
)


@given(metadata=st.dictionaries(STORABLE, JSON, max_size=3))
def test_metadata_is_any_json_object(metadata: dict[str, Any]) -> None:
    assert check_metadata(metadata) == metadata


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        ([1], "not list"),
        ({"a": {"b": float("nan")}}, "metadata.a.b is nan"),
        ({"a": [float("inf")]}, r"metadata.a\[0\] is inf"),
        ({"a": {1: 2}}, "has the name 1"),
        ({"a": {2, 3}}, "metadata.a is a set"),
        ({"a": b"x"}, "is a bytes"),
    ],
)
def test_what_json_cannot_say_is_refused_with_its_place(metadata: object, said: str) -> None:
    with pytest.raises(InvalidMetadata, match=said):
        check_metadata(metadata)


@pytest.mark.parametrize("metadata", [{"a": "x\x00"}, {"a\ud800": 1}, {"a": ["\udc00"]}])
def test_metadata_holds_no_text_that_cannot_be_stored(metadata: object) -> None:
    with pytest.raises(InvalidText):
        check_metadata(metadata)


def test_metadata_may_be_twenty_levels_deep() -> None:
    nested: Any = 1
    for _ in range(19):
        nested = {"n": nested}

    assert check_metadata(nested)
    with pytest.raises(InvalidMetadata, match="deeper than 20 levels"):
        check_metadata({"n": nested})
