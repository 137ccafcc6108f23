"""Latent semantic analysis: words that keep the same company are near each other, also where they never meet."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from companies import TOPICS, texts
from remembrancer.infrastructure.search.index import SearchIndex
from remembrancer.infrastructure.search.lsa import DIMENSIONS_MAX, DOCUMENTS_MIN, Learning, Lsa
from remembrancer.infrastructure.search.lsa_file import pack, unpack


def index_of(documents: list[list[str]]) -> SearchIndex:
    index = SearchIndex()
    for position, terms in enumerate(documents, 1):
        index.add_words(f"mem_{position}", position, 0, terms)
    index.followed(len(documents))
    return index


def learned(index: SearchIndex, documents: NDArray[np.int64] | None = None) -> Lsa:
    model = Learning(index.postings, len(index)).fit(np.arange(len(index)) if documents is None else documents)
    assert model is not None
    return model


DOCUMENTS = [text.split() for text in texts()]


def test_words_that_never_meet_are_near_if_they_keep_the_same_company() -> None:
    model = learned(index_of(DOCUMENTS))
    first, second = TOPICS[0][:2]
    assert not any(first in terms and second in terms for terms in DOCUMENTS)

    assert model.of([first]) @ model.of([second]) > 0.5
    assert abs(model.of([first]) @ model.of([TOPICS[1][0]])) < 0.1


def test_the_same_documents_give_the_same_model_to_the_byte() -> None:
    once, again = (pack({"fleet": learned(index_of(DOCUMENTS))}) for _ in range(2))

    assert once == again


def test_a_text_has_the_vector_of_the_document_with_its_words() -> None:
    model = learned(index_of(DOCUMENTS))

    for terms, vector in zip(DOCUMENTS, model.vectors, strict=True):
        assert model.of(terms) == pytest.approx(vector, abs=2e-3)


def test_a_document_that_came_later_gets_the_vector_that_it_would_have_had_from_the_start() -> None:
    index = index_of(DOCUMENTS)
    model = learned(index)
    came = [[*DOCUMENTS[0], "never-learned"], DOCUMENTS[7], ["never-learned"]]
    for position, terms in enumerate(came, len(index) + 1):
        index.add_words(f"mem_{position}", position, 0, terms)
    late = np.arange(len(DOCUMENTS), len(index))
    model.fold_in(index.postings, late)

    assert model.documents.tolist() == list(range(len(index)))
    assert model.vectors[late[0]] == pytest.approx(model.vectors[0], abs=2e-3)
    assert model.vectors[late[1]] == pytest.approx(model.vectors[7], abs=2e-3)
    assert not model.vectors[late[2]].any()
    assert model.similarities(model.of(DOCUMENTS[7]))[late[1]] == pytest.approx(1, abs=2e-3)


def test_documents_of_others_are_neither_learned_from_nor_folded_in() -> None:
    index = index_of(DOCUMENTS + [["secret", "company"]] * 20)
    mine = np.arange(len(DOCUMENTS))
    model = learned(index, mine)

    assert "secret" not in model.terms
    assert model.documents.tolist() == mine.tolist()
    for position in range(len(index) + 1, len(index) + 5):
        index.add_words(f"mem_{position}", position, 0, DOCUMENTS[position % 2])
    model.fold_in(index.postings, np.array([len(index) - 3, len(index) - 1]))
    assert model.documents.tolist() == [*mine.tolist(), len(index) - 3, len(index) - 1]
    assert model.vectors[-1] == pytest.approx(model.of(DOCUMENTS[len(index) % 2]), abs=2e-3)


def test_too_few_documents_teach_nothing() -> None:
    few = index_of(DOCUMENTS[: DOCUMENTS_MIN - 1])

    assert Learning(few.postings, len(few)).fit(np.arange(len(few))) is None
    assert learned(index_of(DOCUMENTS[:DOCUMENTS_MIN])).dimensions <= DOCUMENTS_MIN / 5


def test_documents_that_share_no_words_teach_nothing() -> None:
    strangers = index_of([[f"word{number}"] for number in range(DOCUMENTS_MIN)])

    assert Learning(strangers.postings, len(strangers)).fit(np.arange(len(strangers))) is None
    assert Learning(SearchIndex().postings, 0).fit(np.arange(0)) is None


def test_a_large_store_has_no_more_dimensions_than_are_held() -> None:
    documents = [[f"word{number}", f"word{number + 1}", f"word{number * 7 % 300}"] for number in range(900)]

    assert learned(index_of(documents)).dimensions == DIMENSIONS_MAX


def test_what_is_packed_is_what_was_learned_without_what_was_folded_in() -> None:
    index = index_of(DOCUMENTS)
    model = learned(index)
    before = pack({"agent:atlas": model, "fleet": model})
    index.add_words("mem_late", len(index) + 1, 0, DOCUMENTS[0])
    model.fold_in(index.postings, np.array([len(DOCUMENTS)]))
    found = unpack(before)

    assert pack({"agent:atlas": model, "fleet": model}) == before
    assert found is not None
    assert list(found) == ["agent:atlas", "fleet"]
    assert found["fleet"].terms == model.terms
    assert found["fleet"].learned == len(DOCUMENTS)
    assert found["fleet"].vectors.tolist() == model.vectors[: len(DOCUMENTS)].tolist()
    assert found["fleet"].rows.tolist() == model.rows.tolist()


def test_bytes_of_another_form_hold_no_models() -> None:
    assert unpack(b"\x02\0\0\0\0\0\0\0{}") is None


@given(st.lists(st.sampled_from([word for topic in TOPICS for word in topic] + ["unknown", ""]), max_size=8))
def test_any_text_has_a_vector_of_length_one_or_of_zeros(terms: list[str]) -> None:
    vector = MODEL.of(terms)

    assert np.linalg.norm(vector) == pytest.approx(1 if set(terms) & set(MODEL.terms) else 0, abs=1e-5)


MODEL = learned(index_of(DOCUMENTS))
