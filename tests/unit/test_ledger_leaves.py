"""A leaf is the hash of all that a row of the log says, and no two rows say the same."""

import json
from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from independent_ledger import entry, leaf
from remembrancer.infrastructure.ledger.leaves import RowHasher, header, leaf_hash
from remembrancer.infrastructure.log import StoredEvent
from remembrancer.infrastructure.rows import tags_text

STORE = "00ff" * 8
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
numbers = st.integers(0, 2**53 - 1)
events = st.builds(
    StoredEvent,
    position=numbers,
    at=numbers,
    type=texts,
    tags=st.lists(texts, max_size=4, unique=True).map(lambda tags: tuple(sorted(tags))),
    body=st.binary(max_size=40),
)
EVENT = StoredEvent(7, 1_767_225_600_000_000, "memory.recorded/1", ("agent:atlas", "mem:a"), b'{"actor":"agent:atlas"}')


def row(event: StoredEvent) -> tuple[int, int, str, str, bytes]:
    """Return what the events table holds of an event."""
    return event.position, event.at, event.type, tags_text(event.tags), event.body


def test_a_leaf_is_the_hash_of_header_line_feed_and_body() -> None:
    assert header(STORE, EVENT) == (
        b'{"at":1767225600000000,"position":7,"store":"00ff00ff00ff00ff00ff00ff00ff00ff",'
        b'"tags":["agent:atlas","mem:a"],"type":"memory.recorded/1"}'
    )
    assert leaf_hash(STORE, EVENT) == leaf(header(STORE, EVENT) + b"\n" + EVENT.body)


@given(events)
def test_a_row_has_the_hash_that_the_specification_gives_its_event(event: StoredEvent) -> None:
    expected = leaf(entry(STORE, event.position, event.at, event.type, event.tags, event.body))
    assert leaf_hash(STORE, event) == expected
    assert RowHasher(STORE).leaf(row(event)) == expected


@given(events)
def test_a_header_is_canonical_json(event: StoredEvent) -> None:
    said = {name: getattr(event, name) for name in ("position", "at", "type")}
    assert header(STORE, event) == rfc8785.dumps({**said, "store": STORE, "tags": list(event.tags)})


def test_every_escape_of_json_is_written_as_rfc_8785_writes_it() -> None:
    every = [chr(code) for code in [*range(0x300), 0x2028, 0x2029, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF]]
    tags = tuple(sorted(every))
    event = msgspec.structs.replace(EVENT, tags=tags)
    assert json.dumps(list(tags), ensure_ascii=False, separators=(",", ":")).encode() in header(STORE, event)
    assert RowHasher(STORE).leaf(row(event)) == leaf_hash(STORE, event)


@given(st.permutations(["agent:atlas", "mem:a", "mem:\U0001f600", "mem:\uffff"]))
def test_tags_are_hashed_in_order_however_an_event_names_them(tags: list[str]) -> None:
    shuffled = msgspec.structs.replace(EVENT, tags=tuple(tags))
    assert leaf_hash(STORE, shuffled) == leaf(entry(STORE, 7, EVENT.at, EVENT.type, tags, EVENT.body))
    assert leaf_hash(STORE, shuffled) == leaf_hash(STORE, msgspec.structs.replace(EVENT, tags=tuple(sorted(tags))))


@given(st.lists(events, min_size=2, max_size=2, unique=True))
def test_two_events_have_two_leaves(two: list[StoredEvent]) -> None:
    one, other = two
    assert leaf_hash(STORE, one) != leaf_hash(STORE, other)
    assert leaf_hash(STORE, one) != leaf_hash("ff00" * 8, one)


@pytest.mark.parametrize(
    "edited",
    [
        (8, *row(EVENT)[1:]),
        (7, EVENT.at + 1, *row(EVENT)[2:]),
        (*row(EVENT)[:2], "memory.revised/1", *row(EVENT)[3:]),
        (*row(EVENT)[:3], '["agent:atlas","mem:b"]', EVENT.body),
        (*row(EVENT)[:3], '["mem:a","agent:atlas"]', EVENT.body),
        (*row(EVENT)[:3], '["agent:atlas", "mem:a"]', EVENT.body),
        (*row(EVENT)[:3], '["agent:atlas","mem:a"],"type":"x"', EVENT.body),
        (*row(EVENT)[:4], b" " + EVENT.body),
    ],
)
def test_any_edit_of_a_row_gives_another_leaf(edited: tuple[Any, ...]) -> None:
    assert RowHasher(STORE).leaf(edited) != leaf_hash(STORE, EVENT)


@pytest.mark.parametrize(
    "damaged",
    [
        ("7", *row(EVENT)[1:]),
        (7, str(EVENT.at), *row(EVENT)[2:]),
        (7, 1.5, *row(EVENT)[2:]),
        (*row(EVENT)[:2], None, *row(EVENT)[3:]),
        (*row(EVENT)[:3], b"[]", EVENT.body),
        (*row(EVENT)[:4], "{}"),
    ],
)
def test_a_column_of_another_kind_is_told_from_an_edit(damaged: tuple[Any, ...]) -> None:
    with pytest.raises(msgspec.DecodeError, match="a column holds no value of its kind"):
        RowHasher(STORE).leaf(damaged)


def test_a_body_cannot_be_passed_off_as_part_of_the_tags() -> None:
    inner = StoredEvent(7, 1, "a", ("x",), b'{}","type":"b"}\n{}')
    shifted = (7, 1, "b", '["x"],"type":"a"}\n{}"', b"{}")
    with pytest.raises(msgspec.DecodeError, match="line feed"):
        RowHasher(STORE).leaf(shifted)
    assert RowHasher(STORE).leaf(row(inner)) == leaf_hash(STORE, inner)


def test_a_log_of_many_types_is_hashed_like_any_other() -> None:
    events = [StoredEvent(n, n, f"made.up/{n}", (), b"{}") for n in range(1, 1_100)]
    hasher = RowHasher(STORE)
    assert hasher.leaves(map(row, events)) == [leaf_hash(STORE, event) for event in events]
