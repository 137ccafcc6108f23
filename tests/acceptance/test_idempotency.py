"""A command that is sent again with its key is done once; another command with that key is refused."""

from pathlib import Path

import pytest

from remembrancer import KeyReused, Remembrancer


def test_the_first_result_comes_back_also_when_much_has_happened_since(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        first = atlas.record("tea", idempotency_key="k")
        gone = atlas.forget(first.id, because="wrong", idempotency_key="f")
        atlas.restore(first.id)
        head = memory.position
        assert atlas.record("tea", idempotency_key="k") == first
        assert atlas.forget(first.id, because="wrong", idempotency_key="f") == gone
        assert (gone.status, atlas.show(first.id).status) == ("forgotten", "live")
        assert memory.position == head


def test_a_key_that_stands_twice_in_one_batch_is_done_once(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        one, other = atlas.record_many([{"text": "x", "idempotency_key": "k"}] * 2)
        assert one == other
        assert len(atlas.layers()["L2"]) == 1


@pytest.mark.parametrize("order", [("x", "y"), ("y", "x")])
def test_a_key_with_another_body_in_one_batch_is_refused_whichever_comes_first(
    tmp_path: Path, order: tuple[str, str]
) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        atlas.record("x", idempotency_key="k")
        head = memory.position
        with pytest.raises(KeyReused):
            atlas.record_many([{"text": text, "idempotency_key": "k"} for text in order])
        assert memory.position == head


def test_a_key_is_told_apart_also_where_the_words_of_the_first_command_are_gone(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        about = atlas.record("about her", subjects=["user:1"], idempotency_key="k")
        other = atlas.record("another")
        memory.store.keys.destroy_subject("user:1")
        with pytest.raises(KeyReused):
            atlas.forget(about.id, because="b", idempotency_key="k")
        with pytest.raises(KeyReused):
            atlas.merge([about.id, other.id], "both", because="b", idempotency_key="k")
        atlas.forget(other.id, because="b", idempotency_key="f")
        with pytest.raises(KeyReused):
            atlas.forget(about.id, because="b", idempotency_key="f")


def test_other_subjects_are_another_body(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        note = atlas.record("he called")
        atlas.revise(note.id, "Bob called", because="clearer", idempotency_key="k")
        with pytest.raises(KeyReused):
            atlas.revise(note.id, "Bob called", because="clearer", subjects=["user:bob"], idempotency_key="k")


def test_the_same_key_of_another_agent_is_another_key(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        mine = memory.agent("atlas").record("mine", idempotency_key="k")
        yours = memory.agent("borea").record("yours", idempotency_key="k")
        assert mine.id != yours.id
