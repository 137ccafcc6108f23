"""Ids: random, short, safe to read out, and abbreviated as in git."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.errors import InvalidName
from remembrancer.domain.ids import ALPHABET, abbreviated, base32, make_id


@given(random=st.binary(min_size=10, max_size=10))
def test_an_id_has_16_characters_that_say_its_80_bits(random: bytes) -> None:
    made = make_id("mem_", random)
    number = 0
    for char in made.removeprefix("mem_"):
        number = number * 32 + ALPHABET.index(char)

    assert len(made) == 20
    assert number.to_bytes(10, "big") == random
    assert made == "mem_" + base32(random)


@given(a=st.binary(min_size=10, max_size=10), b=st.binary(min_size=10, max_size=10))
def test_ids_sort_as_their_bits_do(a: bytes, b: bytes) -> None:
    assert (make_id("", a) < make_id("", b)) == (a < b)


def test_no_letter_looks_like_another() -> None:
    assert len(set(ALPHABET)) == 32
    assert not set("ilou") & set(ALPHABET)


@given(random=st.binary(min_size=10, max_size=10), chars=st.integers(4, 16), bare=st.booleans(), loud=st.booleans())
def test_an_id_is_known_by_its_first_four_characters_or_more(random: bytes, chars: int, bare: bool, loud: bool) -> None:
    known = make_id("mem_", random)[: 4 + chars]
    written = known.removeprefix("mem_") if bare else known

    assert abbreviated(f" {written.upper() if loud else written} ") == known


@pytest.mark.parametrize(
    "text",
    ["", "mem_", "mem_abc", "abc", "mem_abcd!", "mem_ilou", "cmd_abcdefgh", "mem_%", "mem_" + "0" * 17, "0" * 17],
)
def test_what_cannot_begin_an_id_is_refused(text: str) -> None:
    with pytest.raises(InvalidName, match="not an id"):
        abbreviated(text)
