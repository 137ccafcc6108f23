"""Vectors beside the index: made by themselves, in nobody's way, and gone with what is erased."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from lost_words import record_erasure
from remembrancer import EmbedderMissing, Remembrancer, StoreReadOnly
from remembrancer.application.recall.embedding import Embedding, drop_vectors
from remembrancer.application.recall.meaning import keys_of
from remembrancer.infrastructure.search.embedders import Embedder, named
from remembrancer.infrastructure.search.vector_file import vector_files
from stub_endpoint import Endpoint, endpoint
from word_embedder import WordEmbedder

PATIENCE_S = 30


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.fixture
def embedder() -> WordEmbedder:
    return WordEmbedder()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with endpoint() as serving:
        yield serving


def opened(folder: Path, embedder: Embedder | str | None, *, read_only: bool = False) -> Remembrancer:
    return Remembrancer.open(folder, embedder=embedder, read_only=read_only)


def vectors(memory: Remembrancer) -> Embedding:
    found = memory.store.vectors
    assert found is not None
    return found


def scores(memory: Remembrancer, query: str) -> dict[str, float] | None:
    """Return the score of each text, NaN where there is none."""
    searcher = memory.store.searcher
    with searcher.lock:
        index = searcher.caught_up()
        found = vectors(memory).scores_in(query, index)
        keys = keys_of(index, 0)
    if found is None:
        return None
    known = {text.id: text.text for text in memory.agent("atlas").layers()["L2"]}
    return {known[key[0]]: float(score) for key, score in zip(keys, found, strict=True) if key[0] in known}


def until(holds: Callable[[], bool]) -> None:
    """Wait for what a thread does."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.01)


def test_vectors_come_by_themselves_and_answer_by_meaning(folder: Path, embedder: WordEmbedder) -> None:
    with opened(folder, embedder) as memory:
        memory.agent("atlas").record("the ferry to the island")
        memory.agent("atlas").record("walnuts and almonds")
        until(lambda: vectors(memory).progress().done == 2)
        found = scores(memory, "island ferry")
    assert found is not None
    assert found["the ferry to the island"] > 0.5 > found["walnuts and almonds"]


def test_without_an_embedder_there_are_no_vectors_and_no_scores(folder: Path) -> None:
    with opened(folder, None) as memory:
        memory.agent("atlas").record("the ferry to the island")
        assert memory.store.vectors is None


def test_before_the_first_vector_there_is_no_score(folder: Path, embedder: WordEmbedder) -> None:
    embedder.going_on.clear()
    with opened(folder, embedder) as memory:
        memory.agent("atlas").record("the ferry to the island")
        embedder.at_work.wait()
        assert scores(memory, "ferry") is None
        embedder.going_on.set()


def test_whoever_else_looks_at_the_vectors_takes_no_answer_from_a_recall(folder: Path, embedder: WordEmbedder) -> None:
    with opened(folder, embedder) as memory:
        memory.agent("atlas").record("the ferry")
        until(lambda: vectors(memory).progress().done == 1)
        enough = threading.Event()

        def look() -> None:
            while not enough.is_set():
                vectors(memory).complete()

        looking = [threading.Thread(target=look) for _ in range(3)]
        for thread in looking:
            thread.start()
        try:
            found = [scores(memory, "ferry") for _ in range(50)]
        finally:
            enough.set()
            for thread in looking:
                thread.join()
    assert None not in found


def test_whoever_writes_does_not_wait_for_the_embedder_and_neither_does_closing(
    folder: Path, embedder: WordEmbedder
) -> None:
    embedder.going_on.clear()
    with opened(folder, embedder) as memory:
        memory.agent("atlas").record("first")
        embedder.at_work.wait()
        memory.agent("atlas").record("second")
        assert {each.text for each in memory.agent("atlas").layers()["L2"]} == {"first", "second"}
    embedder.going_on.set()  # it comes back after the store was closed, and finds that nobody wants its rows
    until(lambda: not any(thread.name == "remembrancer-vectors" for thread in threading.enumerate()))
    assert vector_files(folder / "index") == []


def test_what_was_recorded_last_is_embedded_first(folder: Path, embedder: WordEmbedder) -> None:
    with opened(folder, None) as memory:
        for number in range(20):
            memory.agent("atlas").record(f"number {number}")
    with opened(folder, embedder) as memory:
        until(lambda: vectors(memory).progress().done == 20)
    assert embedder.asked == [f"number {number}" for number in reversed(range(20))]


def test_a_document_whose_vector_is_not_made_yet_has_no_number(folder: Path, embedder: WordEmbedder) -> None:
    with opened(folder, embedder) as memory:
        memory.agent("atlas").record("the ferry")
        until(lambda: vectors(memory).progress().done == 1)
        embedder.going_on.clear()
        memory.agent("atlas").record("walnuts")
        found = scores(memory, "ferry")
        assert found is not None
        assert np.isnan(found["walnuts"])
        assert found["the ferry"] > 0.5
        embedder.going_on.set()
        until(lambda: vectors(memory).progress().done == 2)
        found = scores(memory, "walnuts")
        assert found is not None
        assert found["walnuts"] == pytest.approx(1, abs=0.01)


def test_a_revision_has_a_vector_of_its_own(folder: Path, embedder: WordEmbedder) -> None:
    with opened(folder, embedder) as memory:
        agent = memory.agent("atlas")
        old = agent.record("the ferry")
        agent.revise(old.id, "the train", because="it was built")
        vectors(memory).complete()
        searcher = memory.store.searcher
        with searcher.lock:
            keys = keys_of(searcher.caught_up(), 0)
        found = vectors(memory).scores("train", keys)
    assert found is not None
    assert [key[0] for key in keys] == [old.id, old.id]
    assert found[0] < found[1]


def test_scores_lie_on_the_scale_of_the_embedder(folder: Path) -> None:
    class Scaled(WordEmbedder):
        scale = WordEmbedder.scale.__class__(unrelated=0.5, same=0.9)

    with opened(folder, Scaled()) as memory:
        memory.agent("atlas").record("the ferry")
        memory.agent("atlas").record("walnuts")
        vectors(memory).complete()
        assert scores(memory, "the ferry") == {"the ferry": 1, "walnuts": 0}


def test_vectors_are_kept_for_the_next_opening(folder: Path, embedder: WordEmbedder) -> None:
    with opened(folder, embedder) as memory:
        memory.agent("atlas").record("the ferry")
        vectors(memory).complete()
    again = WordEmbedder()
    with opened(folder, again, read_only=True) as memory:
        found = scores(memory, "ferry")
    assert found is not None
    assert found["the ferry"] > 0.5
    assert again.asked == []


def test_a_store_that_is_only_read_makes_no_vectors(folder: Path, embedder: WordEmbedder) -> None:
    with opened(folder, None) as memory:
        memory.agent("atlas").record("the ferry")
    with opened(folder, embedder, read_only=True) as memory:
        assert scores(memory, "ferry") is None
        with pytest.raises(StoreReadOnly):
            vectors(memory).complete()
    assert embedder.asked == []
    assert vector_files(folder / "index") == []


def test_processes_that_share_a_store_share_its_vectors(folder: Path, embedder: WordEmbedder) -> None:
    other = WordEmbedder()
    with opened(folder, embedder) as memory, opened(folder, other) as beside:
        memory.agent("atlas").record("the ferry")
        until(lambda: vectors(memory).progress().done == 1)
        found = scores(beside, "ferry")
        assert found is not None
        assert found["the ferry"] > 0.5
    assert len(embedder.asked + other.asked) == 1


def test_vectors_of_what_is_erased_go_with_it(folder: Path, embedder: WordEmbedder) -> None:
    with opened(folder, embedder) as memory:
        secret = memory.agent("atlas").record("my address is 5 Elm Street")
        memory.agent("atlas").record("the ferry")
        vectors(memory).complete()
        before = vector_files(folder / "index")[0].read_bytes()
        record_erasure(memory, secret)
        assert drop_vectors(memory.store, frozenset({secret.id})) == 1
        assert vectors(memory).progress().done == 1
        vectors(memory).complete()
        assert embedder.asked.count("my address is 5 Elm Street") == 1
        vector_files(folder / "index")[0].write_bytes(before)
    with opened(folder, embedder, read_only=True) as memory:
        assert scores(memory, "address") is None, "a copy from before the erasure can be read"


def test_an_erasure_that_was_cut_short_is_finished_in_the_background(folder: Path, embedder: WordEmbedder) -> None:
    with opened(folder, embedder) as memory:
        secret = memory.agent("atlas").record("my address is 5 Elm Street")
        memory.agent("atlas").record("the ferry")
        vectors(memory).complete()
    with opened(folder, None) as memory:
        record_erasure(memory, secret)
    with opened(folder, embedder) as memory:
        until(lambda: vectors(memory).progress().done == 1)


def test_what_is_erased_while_it_is_embedded_is_not_kept(folder: Path, embedder: WordEmbedder) -> None:
    embedder.going_on.clear()
    with opened(folder, embedder) as memory:
        secret = memory.agent("atlas").record("my address is 5 Elm Street")
        embedder.at_work.wait()
        record_erasure(memory, secret)
        embedder.going_on.set()
        memory.agent("atlas").record("the ferry")
        until(lambda: "the ferry" in embedder.asked and vectors(memory).progress().done > 0)
        assert vectors(memory).progress().done == 1


def test_an_embedder_that_fails_costs_the_scores_and_nothing_else(folder: Path, embedder: WordEmbedder) -> None:
    with opened(folder, embedder) as memory:
        memory.agent("atlas").record("the ferry")
        vectors(memory).complete()
        embedder.failing = True
        assert scores(memory, "ferry") is None
        memory.agent("atlas").record("walnuts")
        assert "made to fail" in (vectors(memory).progress().fault or "")


def test_the_old_vectors_serve_until_the_new_ones_are_as_many(folder: Path, embedder: WordEmbedder) -> None:
    newer = WordEmbedder("words 2")
    newer.going_on.clear()
    with opened(folder, embedder) as memory:
        memory.agent("atlas").record("the ferry")
        vectors(memory).complete()
        vectors(memory).change(newer)
        newer.at_work.wait()
        found = scores(memory, "ferry")
        assert found is not None
        assert found["the ferry"] > 0.5
        newer.going_on.set()
        until(lambda: vectors(memory).progress().done == 1 and len(vector_files(folder / "index")) == 1)
        found = scores(memory, "ferry")
        assert found is not None
        assert found["the ferry"] > 0.5
    with opened(folder, newer, read_only=True) as memory:
        assert scores(memory, "ferry") is not None


def test_a_store_opened_with_another_embedder_is_served_by_the_one_before(folder: Path, server: Endpoint) -> None:
    with opened(folder, f"openai:small@{server.url}") as memory:
        memory.agent("atlas").record("the ferry")
        vectors(memory).complete()
    newer = WordEmbedder()
    newer.going_on.clear()
    with opened(folder, newer) as memory:
        newer.at_work.wait()
        found = scores(memory, "ferry")
        assert found is not None
        assert found["the ferry"] > 0
        newer.going_on.set()
        until(lambda: len(vector_files(folder / "index")) == 1 and vectors(memory).progress().done == 1)


def test_an_embedder_that_is_missing_is_told_before_anything_is_made(folder: Path) -> None:
    with pytest.raises(EmbedderMissing):
        opened(folder, "sentence-transformers:no-such-model")
    assert not folder.exists()


def test_a_question_that_was_prepared_is_not_embedded_again(folder: Path, embedder: WordEmbedder) -> None:
    with opened(folder, embedder) as memory:
        memory.agent("atlas").record("the ferry")
        vectors(memory).complete()
        vectors(memory).prepare("ferry")
        embedder.failing = True
        assert scores(memory, "ferry") is not None


def test_a_question_of_stop_words_finds_nothing_by_its_meaning_either(folder: Path, embedder: WordEmbedder) -> None:
    with opened(folder, embedder) as memory:
        memory.agent("atlas").record("what of the ferry")
        vectors(memory).complete()
        assert memory.agent("atlas").recall("the ferry")
        assert not memory.agent("atlas").recall("what of the")


def _not_now(_query: str) -> bool:
    return False


def test_a_question_is_not_embedded_while_others_wait_for_the_index(
    folder: Path, embedder: WordEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(folder, embedder) as memory:
        memory.agent("atlas").record("the ferry")
        vectors(memory).complete()
        # As while another thread opens the model.
        monkeypatch.setattr(vectors(memory), "prepare", _not_now)
        embedder.failing = True
        assert memory.agent("atlas").recall("ferry")
        assert vectors(memory).progress().fault is None


def test_one_that_is_named_is_the_one_that_is_used(folder: Path, server: Endpoint) -> None:
    name = f"openai:small@{server.url}"
    with opened(folder, name) as memory:
        assert memory.store.embedder is not None
        assert memory.store.embedder.identity == named(name).identity
