"""Fences hold whatever they are told to hold."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.fencing import MARK, fence_for, fenced, one_line, plainly

TEXTS = st.text() | st.text(alphabet="~∼～|`#- \n\r\u2028\u202e\u200bA文")


@given(TEXTS)
def test_each_line_of_what_is_fenced_stands_behind_the_mark(text: str) -> None:
    first, *within, last = fenced(plainly(text), "data").removesuffix("\n").split("\n")
    assert first == f"{last} data"
    assert set(last) == {"~"}
    assert all(line.startswith(MARK.strip()) for line in within)
    assert len("\n".join(within).splitlines()) == len(within)


@given(st.lists(TEXTS, max_size=3))
def test_no_fence_stands_in_the_words_that_it_holds(texts: list[str]) -> None:
    fence = fence_for(texts)
    assert len(fence) >= 3
    assert all(fence not in text and fence not in unicodedata.normalize("NFKC", text) for text in texts)


@given(TEXTS)
def test_nothing_that_cannot_be_seen_is_left(text: str) -> None:
    for character in plainly(text):
        assert character in "\n\t" or unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\u202egnp.exe", r"\u{202e}gnp.exe"),
        ("zero\u200bwidth", r"zero\u{200b}width"),
        ("\U000e0041tag", r"\u{e0041}tag"),
        ("a\u2028b\u0085c\x0bd", r"a\u{2028}b\u{85}c\u{b}d"),
        ("\x1b[31mred", r"\u{1b}[31mred"),
        ("smile\ufe0f\U000e0101", r"smile\u{fe0f}\u{e0101}"),
        ("\u3164\u2800", r"\u{3164}\u{2800}"),
        ("a\tb\r\nc", "a\tb\nc"),
        ("摘要　最多", "摘要　最多"),
    ],
)
def test_what_is_unseen_is_written_out(text: str, shown: str) -> None:
    assert plainly(text) == shown


def test_own_words_keep_the_joiners_that_scripts_are_spelt_with() -> None:
    assert plainly("می\u200cخواهم", own=True) == "می\u200cخواهم"
    assert plainly("می\u200cخواهم") != "می\u200cخواهم"
    assert plainly("\u202eown", own=True) == r"\u{202e}own"


@given(TEXTS)
def test_a_line_is_one_line(text: str) -> None:
    assert not re.search(r"[\n\r]", one_line(text))


def test_the_same_words_give_the_same_bytes() -> None:
    assert fenced("~~~~ out", "x") == "~~~~~ x\n| ~~~~ out\n~~~~~\n"
