"""What is derived from words about people is sealed for these people."""

from pathlib import Path

import pytest

from remembrancer import Remembrancer
from remembrancer.application.memory import SEALED


@pytest.fixture
def memory(tmp_path: Path) -> Remembrancer:
    return Remembrancer.open(tmp_path / "memory")


def test_a_merge_and_a_revision_inherit_the_people_of_their_sources(memory: Remembrancer) -> None:
    with memory:
        atlas = memory.agent("atlas")
        bob = atlas.record("Bob is late", subjects=["user:bob"])
        eve = atlas.record("Eve is early", subjects=["user:eve"])
        revised = atlas.revise(bob.id, "Bob is often late", because="again")
        merged = atlas.merge([bob.id, eve.id], "Bob late, Eve early", because="belongs together")
        assert (revised.subjects, merged.subjects) == (("user:bob",), ("user:bob", "user:eve"))
        memory.store.keys.destroy_subject("user:bob")
        assert (atlas.show(merged.id).text, atlas.show(bob.id).text) == (SEALED, SEALED)
        assert atlas.show(eve.id).text == "Eve is early"


def test_a_reason_inherits_the_people_of_all_memories_that_its_command_names(memory: Remembrancer) -> None:
    with memory:
        atlas, ann = memory.agent("atlas"), memory.agent("atlas", by="user:ann")
        bob = atlas.record("Bob has the flu", subjects=["user:bob"])
        note = atlas.record("Everybody comes on Friday")
        atlas.confirm(note.id, evidence=[bob.id], because="Bob said so")
        ann.promote(note.id, "L4", because="Bob insists", evidence=[bob.id])
        atlas.contradict(note.id, by=bob.id, because="Bob has the flu")
        memory.store.keys.destroy_subject("user:bob")
        assert [entry.because for entry in atlas.history(note.id)] == [None, SEALED, SEALED, SEALED]


def test_a_merge_holds_as_long_as_one_of_its_sources_does(memory: Remembrancer) -> None:
    from datetime import UTC, datetime

    with memory:
        atlas = memory.agent("atlas")
        begin, end, later = (datetime(year, 8, 1, tzinfo=UTC) for year in (2026, 2027, 2028))
        one = atlas.record("open in summer", valid_from=begin, valid_to=end)
        two = atlas.record("open in winter", valid_from=begin, valid_to=later)
        merged = atlas.merge([one.id, two.id], "open", because="the same shop")
        assert merged.valid_to == later
        assert list(atlas.valid_at(datetime(2029, 1, 1, tzinfo=UTC)).layers()["L2"]) == []
