"""An embedder behind HTTP: what it sends, what it takes back, and what it does when nobody answers as agreed."""

import json
from collections.abc import Iterator

import numpy as np
import pytest

from remembrancer.domain.errors import EmbedderFailed, InvalidName
from remembrancer.infrastructure.search.embedders import named, remade
from remembrancer.infrastructure.search.embedders.openai_compatible import BATCH, TRIES, OpenAICompatible
from stub_endpoint import Endpoint, endpoint
from word_embedder import DIMENSION, row


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with endpoint() as serving:
        yield serving


def embedder(server: Endpoint, dimension: int | None = DIMENSION, **more: str) -> OpenAICompatible:
    return OpenAICompatible("small", server.url, dimension=dimension, wait_s=0, **more)


def test_rows_come_back_in_order_and_with_length_one(server: Endpoint) -> None:
    rows = embedder(server).passages(["a ferry", "a walnut"])
    assert rows == pytest.approx(np.stack([row("a ferry", "small"), row("a walnut", "small")]), abs=1e-5)


def test_it_asks_at_the_url_with_the_model_and_no_key_that_is_not_there(server: Endpoint) -> None:
    embedder(server).queries(["a ferry"])
    ((path, headers, body),) = server.requests
    assert (path, body) == ("/v1/embeddings", {"encoding_format": "float", "input": ["a ferry"], "model": "small"})
    assert "Authorization" not in headers


def test_the_key_comes_from_the_variable_that_is_named(server: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "sesame")
    embedder(server, key_variable="MY_KEY").queries(["a ferry"])
    assert server.requests[0][1]["Authorization"] == "Bearer sesame"


def test_questions_and_passages_get_the_prefixes_that_the_model_wants(server: Endpoint) -> None:
    asking = embedder(server, query_prefix="query: ", passage_prefix="passage: ")
    asking.queries(["a"])
    asking.passages(["b"])
    assert [body["input"] for _, _, body in server.requests] == [["query: a"], ["passage: b"]]


def test_many_texts_are_sent_in_several_requests(server: Endpoint) -> None:
    rows = embedder(server).passages([f"text {number}" for number in range(BATCH + 3)])
    assert [len(body["input"]) for _, _, body in server.requests] == [BATCH, 3]
    assert rows[-1] == pytest.approx(row(f"text {BATCH + 2}", "small"), abs=1e-5)


def test_no_text_asks_nobody(server: Endpoint) -> None:
    assert embedder(server).passages([]).shape == (0, DIMENSION)
    assert not server.requests


def test_the_dimension_is_asked_once_where_nobody_said_it(server: Endpoint) -> None:
    asking = embedder(server, dimension=None)
    assert (asking.dimension, asking.dimension, len(server.requests)) == (DIMENSION, DIMENSION, 1)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_passes_is_tried_again(server: Endpoint, status: int) -> None:
    server.answers = [(status, {}, b"busy")] * (TRIES - 1)
    assert embedder(server).passages(["a ferry"]).shape == (1, DIMENSION)
    assert len(server.requests) == TRIES


def test_a_question_is_asked_once_since_somebody_waits(server: Endpoint) -> None:
    server.answers = [(503, {}, b"busy")]
    with pytest.raises(EmbedderFailed, match="503"):
        embedder(server).queries(["a ferry"])
    assert len(server.requests) == 1


def test_what_does_not_pass_is_told_after_some_tries(server: Endpoint) -> None:
    server.answers = [(503, {}, b"overloaded")] * TRIES
    with pytest.raises(EmbedderFailed, match="503 Service Unavailable"):
        embedder(server).passages(["a ferry"])
    assert len(server.requests) == TRIES


def test_a_wrong_key_is_told_at_once(server: Endpoint) -> None:
    server.answers = [(401, {}, b"no such key")]
    with pytest.raises(EmbedderFailed, match="401"):
        embedder(server).passages(["a ferry"])
    assert len(server.requests) == 1


def test_what_an_endpoint_says_in_a_refusal_is_not_repeated(server: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sesame")
    server.answers = [(400, {}, b"invalid: 'Bearer sesame' with 'a ferry to Elba'")]
    with pytest.raises(EmbedderFailed, match="answers 400 Bad Request;") as refused:
        embedder(server).queries(["a ferry to Elba"])
    assert "sesame" not in str(refused.value)
    assert "Elba" not in str(refused.value)


@pytest.mark.parametrize("key", ["sesame\nHost: elsewhere", "sésame"])
def test_what_cannot_be_a_key_is_told_without_it(server: Endpoint, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(EmbedderFailed, match="OPENAI_API_KEY") as refused:
        embedder(server).queries(["a ferry"])
    assert "same" not in str(refused.value)
    assert not server.requests


@pytest.mark.parametrize(
    "url",
    ["http://user:sesame@localhost/v1", "http://localhost/v1?key=sesame", "http://localhost/v1#sesame", "http://["],
)
def test_a_url_that_holds_more_than_an_address_is_refused_without_it(url: str) -> None:
    with pytest.raises(InvalidName) as refused:
        OpenAICompatible("small", url)
    assert "sesame" not in str(refused.value)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"<html>",
        b"{}",
        b'{"data":[]}',
        b'{"data":[{"index":1,"embedding":[1]}]}',
        b'{"data":[{"index":0,"embedding":[1,2]}]}',
        b'{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}',
        json.dumps({"data": [{"index": 0, "embedding": [1e400] * DIMENSION}]}).encode(),
    ],
)
def test_an_answer_that_holds_no_vectors_is_told(server: Endpoint, answer: bytes) -> None:
    server.answers = [(200, {}, answer)]
    with pytest.raises(EmbedderFailed):
        embedder(server).queries(["a ferry"])


def test_neither_texts_nor_key_follow_a_redirection(server: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sesame")
    with endpoint() as other:
        for status in (302, 307):
            server.answers = [(status, {"Location": f"{other.url}/embeddings"}, b"")]
            with pytest.raises(EmbedderFailed, match=str(status)):
                embedder(server).queries(["a ferry"])
        assert not other.requests


def test_an_endpoint_that_is_gone_is_told() -> None:
    with endpoint() as gone:
        asking = embedder(gone)
    with pytest.raises(EmbedderFailed, match="does not answer"):
        asking.queries(["a ferry"])


def test_it_is_made_by_name_and_again_from_its_identity(server: Endpoint) -> None:
    asking = named(f"openai:small@{server.url}")
    assert asking.identity == f"openai:small@{server.url} {DIMENSION}"
    again = remade(asking.identity)
    assert again is not None
    assert again.identity == asking.identity
