"""Postings: what was added is there, in order, however often they were laid flat."""

from array import array

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.infrastructure.search import postings as module
from remembrancer.infrastructure.search.postings import Postings

ADDED = st.lists(st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 255), max_size=4), max_size=20)


def added(documents: list[dict[str, int]], late_min: int) -> Postings:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LATE_MIN", late_min)
        postings = Postings()
        for number, impacts in enumerate(documents):
            postings.add(number, impacts)
    return postings


@given(ADDED, st.integers(0, 30), st.integers(0, 22))
def test_a_term_has_the_documents_that_hold_it_before_any_number(
    documents: list[dict[str, int]], late_min: int, before: int
) -> None:
    postings = added(documents, late_min)
    for term in "abcdefg":
        expected = [(number, held[term]) for number, held in enumerate(documents[:before]) if term in held]
        numbers, impacts = postings.of(term, before)
        assert list(zip(numbers.tolist(), impacts.tolist(), strict=True)) == expected
        assert postings.count(term, before) == len(expected)
        assert (term in postings) == any(term in held for held in documents)
    assert postings.terms() == list(dict.fromkeys(term for held in documents for term in held))
    assert len(postings) == len(postings.terms())


@given(ADDED, ADDED, st.integers(0, 30))
def test_restored_postings_are_the_same_and_grow_on(
    documents: list[dict[str, int]], more: list[dict[str, int]], late_min: int
) -> None:
    before = added(documents, late_min)
    postings = Postings.restored(before.terms(), *before.flattened())
    for number, impacts in enumerate(more, len(documents)):
        postings.add(number, impacts)
    whole = added([*documents, *more], late_min)
    assert postings.terms() == whole.terms()
    for term in whole.terms():
        assert [part.tolist() for part in postings.of(term)] == [part.tolist() for part in whole.of(term)]
    assert [part.tolist() for part in postings.flattened()] == [part.tolist() for part in whole.flattened()]


def test_what_was_given_out_stays_as_it_was_while_more_comes() -> None:
    postings = Postings()
    for number in range(100):
        postings.add(number, {"tea": 7})
    before = postings.of("tea")
    postings.flattened()
    flat = postings.of("tea")
    for number in range(100, 200):
        postings.add(number, {"tea": 9})
    for documents, impacts in (before, flat):
        assert (documents.tolist(), set(impacts.tolist())) == (list(range(100)), {7})


def test_flat_postings_take_five_bytes_each() -> None:
    postings = added([{"tea": 1, "cup": 2}] * 1000, 1)
    offsets, documents, impacts = postings.flattened()
    assert documents.nbytes + impacts.nbytes == 5 * 2000
    assert offsets.tolist() == [0, 1000, 2000]
    assert (documents.dtype, impacts.dtype) == (np.int32, np.uint8)
    assert array("i").itemsize == 4
