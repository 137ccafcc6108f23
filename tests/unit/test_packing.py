"""A packed index: the same when unpacked, and nothing at all when its bytes are not those that were packed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from naive_search import GROUPS, HISTORIES, Said, askings, follow
from remembrancer.infrastructure.search.index import Group, SearchIndex
from remembrancer.infrastructure.search.packing import LENGTH_BYTES, pack, unpack

WHOLE = pack(
    follow(
        SearchIndex(),
        [
            Said(f"mem_{number}", ("tea", "\ud83d", "茶"), "s", "fleet", "L2", "live", (0, None), None)
            for number in range(20)
        ],
    )
)


@given(HISTORIES, GROUPS, st.data())
def test_an_unpacked_index_is_the_one_that_was_packed(
    history: list[Said], groups: list[Group], data: st.DataObject
) -> None:
    index = follow(SearchIndex(), history)
    again = unpack(pack(index))
    assert again is not None
    asked = data.draw(askings(len(history)))
    assert again.search(groups, asked, 100) == index.search(groups, asked, 100)
    assert (again.position, again.memories(), again.scopes(), again.sessions()) == (
        index.position,
        index.memories(),
        index.scopes(),
        index.sessions(),
    )
    assert pack(again) == pack(index)


def test_any_term_can_be_packed_half_a_character_too() -> None:
    again = unpack(WHOLE)
    assert again is not None
    assert again.postings.terms() == ["tea", "\ud83d", "茶"]


@given(st.binary(max_size=200))
def test_junk_is_no_index(junk: bytes) -> None:
    assert unpack(junk) is None


@pytest.mark.parametrize("share", [0, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.999])
def test_the_beginning_of_an_index_is_none(share: float) -> None:
    assert unpack(WHOLE[: int(len(WHOLE) * share)]) is None


def test_an_index_with_more_behind_it_is_none() -> None:
    assert unpack(WHOLE + b"\0") is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"<i4"', b'"<i9"'),
        (b'"<i4"', b'"|O8"'),
        (b'"_doc_memory"', b'"_doc_memori"'),
        (b'"terms":', b'"termz":'),
        (b'"memories":', b'"memoriez":'),
        (b'"offsets"', b'"offzets"'),
        (b'"sessions":{', b'"sessionz":{'),
        (b'["<i4",20]', b'["<i4",-1]'),
        (b'["<i4",20]', b'["<i4",99]'),
    ],
)
def test_a_header_that_says_something_else_makes_it_none(before: bytes, after: bytes) -> None:
    assert before in WHOLE
    assert unpack(WHOLE.replace(before, after, 1)) is None


@given(st.integers(0, 2**64 - 1))
def test_a_wrong_length_of_the_header_makes_it_none(length: int) -> None:
    right = int.from_bytes(WHOLE[:LENGTH_BYTES], "little")
    if length != right:
        assert unpack(length.to_bytes(LENGTH_BYTES, "little") + WHOLE[LENGTH_BYTES:]) is None
