"""Purged scratch: its words are gone for ever, whatever copy of the keys is put back, and nothing else is."""

import shutil
from pathlib import Path

import pytest

from dreamt import purged
from remembrancer import Agent, Memory, NothingToRestore, Remembrancer
from remembrancer.application.memory import ERASED
from remembrancer.application.purging import destroy_words, finish_erasures
from remembrancer.domain.errors import StoreFull
from remembrancer.domain.events import ScratchPurged
from remembrancer.infrastructure.keys import KeyStore
from remembrancer.infrastructure.log import StoredEvent
from settable_clock import SettableClock
from word_embedder import WordEmbedder

WEEK_S = 8 * 86_400


def slots_of(memory: Remembrancer, *positions: int) -> list[str]:
    boxes = [memory.store.event(position).event.box for position in positions]
    return [box.slot for box in boxes if box is not None]


def alive(memory: Remembrancer, slots: list[str]) -> int:
    return sum(secret is not None for secret in memory.store.keys.slot_secrets(slots))


def scratch(agent: Agent, clock: SettableClock, *texts: str) -> list[Memory]:
    """Record scratch that may be purged by now."""
    made = [agent.record(text, kind="diff", because="a look") for text in texts]
    clock.forward(seconds=WEEK_S)
    return made


def test_the_words_of_purged_scratch_are_gone_from_every_moment(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    one, two = scratch(atlas, clock, "the diff of heliotrope", "another diff")
    kept = atlas.record("a note of heliotrope")
    before = memory.position
    slots = slots_of(memory, one.position, two.position)
    purged(memory, one)
    assert finish_erasures(memory.store) == 1

    assert alive(memory, slots) == 1
    assert (atlas.show(one.id).status, atlas.show(one.id).text) == ("erased", ERASED)
    assert [atlas.as_of(moment).show(one.id).text for moment in (one.position, before)] == [ERASED, ERASED]
    assert atlas.show(two.id).text == "another diff"
    for reads in (atlas, atlas.as_of(one.position), atlas.valid_at(one.recorded_at)):
        assert [hit.memory.id for hit in reads.recall("heliotrope diff", layers=["L0"], k=9, note=False)] == []
    assert [hit.memory.id for hit in atlas.recall("heliotrope", k=9, note=False)] == [kept.id]
    recorded, purge = atlas.history(one.id)
    assert (recorded.words, recorded.because) == (ERASED, ERASED)
    assert (purge.because, purge.words) == ("noticed 3 times on 3 days", {"rule": "sweep/purge-scratch"})
    with pytest.raises(NothingToRestore, match="it is erased"):
        atlas.restore(one.id)
    assert memory.check() == []


def test_all_that_was_said_of_purged_scratch_goes_and_what_others_say_stays(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    said = atlas.session("S").message("I like heliotrope")
    revised = atlas.revise(said.id, "I like lilac", because="a slip of the tongue")
    atlas.confirm(said.id, because="she nodded")
    summary = atlas.session("S").end("she likes lilac")
    own = [recorded.position for recorded in atlas.history(said.id) if recorded.type != "session.ended/1"]
    clock.forward(seconds=WEEK_S)
    purged(memory, said)

    assert finish_erasures(memory.store) == len(own) == 3
    assert alive(memory, slots_of(memory, *own)) == 0
    assert revised.text == ERASED
    assert atlas.show(summary.id).text == "she likes lilac"
    assert [entry.because for entry in atlas.history(said.id)][:3] == [ERASED, ERASED, ERASED]


def test_the_next_opening_finishes_what_a_crash_left(tmp_path: Path, clock: SettableClock) -> None:
    with Remembrancer.open(tmp_path / "memory", clock=clock) as memory:
        one, two = scratch(memory.agent("atlas"), clock, "one", "two")
        purged(memory, one)
        purged(memory, two)
        slots = slots_of(memory, one.position, two.position)
        assert alive(memory, slots) == 2
    with Remembrancer.open(tmp_path / "memory", clock=clock, read_only=True) as memory:
        assert alive(memory, slots) == 2
        assert finish_erasures(memory.store) == 0
    with Remembrancer.open(tmp_path / "memory", clock=clock) as memory:
        assert alive(memory, slots) == 0
        assert memory.notices == ()


def test_older_keys_that_are_put_back_are_destroyed_again(tmp_path: Path, clock: SettableClock) -> None:
    folder = tmp_path / "memory"
    with Remembrancer.open(folder, clock=clock) as memory:
        atlas = memory.agent("atlas")
        first, second = scratch(atlas, clock, "first", "second")
        purged(memory, first)
        finish_erasures(memory.store)
    shutil.copy(folder / "keys.db", tmp_path / "backup.db")
    with Remembrancer.open(folder, clock=clock) as memory:
        purged(memory, second)
        finish_erasures(memory.store)
        # Its keys are not in the backup at all: that they are gone says nothing of those before.
        (third,) = scratch(memory.agent("atlas"), clock, "third")
        purged(memory, third)
        finish_erasures(memory.store)
        slots = slots_of(memory, second.position)
        assert alive(memory, slots) == 0
    shutil.copy(tmp_path / "backup.db", folder / "keys.db")
    with KeyStore(folder, read_only=True) as keys:
        assert [secret is None for secret in keys.slot_secrets(slots)] == [False]
    with Remembrancer.open(folder, clock=clock) as memory:
        assert alive(memory, slots) == 0
        assert finish_erasures(memory.store) == 0


def test_a_log_that_was_put_back_is_followed_from_its_beginning(tmp_path: Path, clock: SettableClock) -> None:
    folder = tmp_path / "memory"
    with Remembrancer.open(folder, clock=clock) as memory:
        one, two = scratch(memory.agent("atlas"), clock, "one", "two")
    shutil.copy(folder / "memory.db", tmp_path / "backup.db")
    with Remembrancer.open(folder, clock=clock) as memory:
        memory.agent("atlas").record("and more")
        memory.agent("atlas").record("and more")
        purged(memory, one)
        finish_erasures(memory.store)
    shutil.copy(tmp_path / "backup.db", folder / "memory.db")
    Remembrancer.accept_ledger(folder, because="the backup was put back", by="user:ann")
    with Remembrancer.open(folder, clock=clock) as memory:
        purged(memory, two)
        assert finish_erasures(memory.store) == 1
        assert memory.agent("atlas").show(two.id).text == ERASED


def test_an_opening_that_cannot_destroy_keys_says_so_and_opens(
    tmp_path: Path, clock: SettableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Remembrancer.open(tmp_path / "memory", clock=clock) as memory:
        purged(memory, *scratch(memory.agent("atlas"), clock, "one"))

    def refuse(*_: object) -> int:
        raise StoreFull("the disk is full; free some space and try again")

    with monkeypatch.context() as patch:
        patch.setattr(KeyStore, "finish_erasure", refuse)
        with Remembrancer.open(tmp_path / "memory", clock=clock) as memory:
            (notice,) = memory.notices
            assert notice.startswith("words that were purged can still be read: the disk is full")
    with Remembrancer.open(tmp_path / "memory", clock=clock) as memory:
        assert memory.notices == ()


def test_what_was_finished_is_not_looked_at_again(
    memory: Remembrancer, atlas: Agent, clock: SettableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    purged(memory, *scratch(atlas, clock, *(f"diff {number}" for number in range(5))))
    assert finish_erasures(memory.store) == 5
    read: list[StoredEvent] = []
    monkeypatch.setattr(memory.store.codec, "decode", read.append)
    assert finish_erasures(memory.store) == 0
    assert read == []


def test_the_saved_index_and_vectors_forget_purged_words(tmp_path: Path, clock: SettableClock) -> None:
    folder = tmp_path / "memory"
    with Remembrancer.open(folder, clock=clock, embedder=WordEmbedder()) as memory:
        atlas = memory.agent("atlas")
        (one,) = scratch(atlas, clock, "the diff of heliotrope")
        atlas.record("a note")
        memory.store.searcher.rebuild()
        vectors = memory.store.vectors
        assert vectors is not None
        vectors.complete()
        assert vectors.progress().done == 2
        assert (folder / "index" / "search.idx").exists()
        purged(memory, one)
        finish_erasures(memory.store)
        assert not (folder / "index" / "search.idx").exists()
        assert vectors.progress().done == 1


def test_any_memory_may_lose_all_its_words_by_the_same_road(memory: Remembrancer, atlas: Agent) -> None:
    ids = [atlas.record(f"note {number}", because="said").id for number in range(250)]
    kept = atlas.record("beside", evidence=ids[:1])
    assert destroy_words(memory.store, ids) == 250
    assert atlas.show(kept.id).text == "beside"
    assert memory.store.keys.erased_upto() == 0
    assert list(memory.log(types=[ScratchPurged.TYPE])) == []
