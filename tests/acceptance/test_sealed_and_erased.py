"""Words without a key: `[sealed]` where it is not at hand, `[erased]` where the log records that it never will be."""

from pathlib import Path

import pytest

from remembrancer import NothingToRestore, Remembrancer
from remembrancer.application.memory import ERASED, SEALED, Memory
from remembrancer.domain.content import Reason
from remembrancer.domain.events import Draft, SubjectErased


def box_slot(memory: Remembrancer, kept: Memory) -> str:
    box = memory.store.event(kept.position).event.box
    assert box is not None
    return box.slot


def record_erasure(memory: Remembrancer, *erased: str) -> None:
    """Append what an erasure records before it destroys keys."""
    event = SubjectErased(
        actor="user:officer",
        cause="cmd_0000000000000001",
        box=None,
        erased=tuple(sorted(erased)),
        derived=(),
        subject=None,
        retention=None,
    )
    sealed = memory.store.seal([Draft(event=event, content=Reason(because="request 17"))])
    memory.store.log.append([memory.store.codec.encode(found) for found in sealed])


def test_words_whose_key_is_destroyed_read_sealed_and_all_else_stays(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        gone = atlas.record("The door code changes on Monday", kind="preference", tags=["door"], because="overheard")
        kept = atlas.record("The lift is out of order")
        memory.store.keys.destroy_slot(box_slot(memory, gone))

        seen = atlas.show(gone.id)
        assert (seen.text, seen.summary, seen.tags) == (SEALED, None, ())
        assert (seen.kind, seen.layer, seen.status, seen.recorded_at) == ("preference", "L4", "live", gone.recorded_at)
        assert atlas.history(gone.id)[0].because == SEALED
        assert atlas.show(kept.id).text == "The lift is out of order"
        assert memory.check() == []


def test_every_verb_works_on_words_that_cannot_be_read(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        gone = atlas.record("About somebody", subjects=["user:42"], key="mood")
        other = atlas.record("Beside it")
        memory.store.keys.destroy_subject("user:42")

        for _ in range(3):
            atlas.confirm(gone.id)
        atlas.promote(gone.id, "L4", because="seen three times")
        atlas.quarantine(gone.id, because="doubtful")
        atlas.review(gone.id, "passed", because="looked at it")
        atlas.release(gone.id, because="it holds")
        atlas.decay(gone.id, 0.5)
        assert atlas.revise(other.id, "Beside it, again", because="clearer").text == "Beside it, again"
        atlas.archive(gone.id, because="old")
        atlas.restore(gone.id)
        atlas.contradict(gone.id, by=other.id, because="it says otherwise")
        atlas.forget(gone.id, because="done")
        assert atlas.why(gone.id).memory.text == SEALED
        assert memory.check() == []


def test_a_subject_without_a_secret_seals_only_what_is_about_it(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        about = atlas.record("About 42 and 43", subjects=["user:42", "user:43"])
        other = atlas.record("About 43", subjects=["user:43"])
        memory.store.keys.destroy_subject("user:42")
        assert atlas.show(about.id).text == SEALED
        assert atlas.show(other.id).text == "About 43"


@pytest.mark.parametrize("destroyed", [True, False], ids=["keys destroyed", "keys still there"])
def test_an_erased_text_reads_erased_also_when_an_earlier_moment_is_asked(tmp_path: Path, destroyed: bool) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        gone = atlas.record("用户的地址 (the address)", kind="preference")
        before = memory.position
        record_erasure(memory, gone.id)
        if destroyed:
            memory.store.keys.destroy_slot(box_slot(memory, gone))

        assert (atlas.show(gone.id).status, atlas.show(gone.id).text) == ("erased", ERASED)
        then = atlas.as_of(before)
        assert (then.show(gone.id).status, then.show(gone.id).text) == ("live", ERASED)
        assert [memory.text for memory in then.layers()["L4"]] == [ERASED]
        assert list(atlas.layers()["L4"]) == []
        recorded, erasure = atlas.history(gone.id)
        assert (recorded.words, recorded.because) == (ERASED, ERASED)
        assert erasure.because == "request 17"
        assert memory.check() == []


def test_an_erased_memory_is_never_restored(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        gone = atlas.record("Gone for ever")
        record_erasure(memory, gone.id)
        with pytest.raises(NothingToRestore, match="it is erased"):
            atlas.restore(gone.id)
