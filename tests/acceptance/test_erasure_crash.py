"""An erasure that the log tells of is finished, whoever was killed over it and whatever keys are put back."""

import multiprocessing
import os
import shutil
import signal
from pathlib import Path

import pytest

from remembrancer import OnHold, Remembrancer, UnknownSubject
from remembrancer.application.memory import ERASED
from remembrancer.domain.errors import StoreFull
from remembrancer.infrastructure.keys import KeyStore

FORK = multiprocessing.get_context("fork")
WHY = "a letter of May"


def lived(folder: Path) -> dict[str, str]:
    """Make a store in which something is known of two people; return ids by name."""
    with Remembrancer.open(folder) as memory:
        atlas = memory.agent("atlas")
        return {
            "one": atlas.record("likes vermilion", kind="preference", subjects=["user:42"]).id,
            "two": atlas.record("likes ochre", kind="preference", subjects=["user:43"]).id,
            "none": atlas.record("the sky is blue").id,
        }


def keys_of(folder: Path, memory: Remembrancer, name: str) -> tuple[bool, bool]:
    """Return whether the slot of a memory and the secret of the person whom it is about are in `keys.db`."""
    box = memory.store.event(memory.agent("atlas").show(name).position).event.box
    assert box is not None
    with KeyStore(folder, read_only=True) as keys:
        return keys.slot_secret(box.slot) is not None, all(keys.subject_secrets(box.subjects).values())


def killed_before_keys(folder: Path, what: str) -> None:
    """Erase in a process that is killed when the log tells of it and no key is destroyed."""

    def work() -> None:
        KeyStore.finish_erasure = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[method-assign]
        with Remembrancer.open(folder) as memory:
            memory.erase(what, because=WHY)

    process = FORK.Process(target=work)
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL


@pytest.mark.parametrize("what", ["user:42", "one"])
def test_the_next_opening_finishes_what_a_kill_left(tmp_path: Path, what: str) -> None:
    folder = tmp_path / "memory"
    ids = lived(folder)
    killed_before_keys(folder, ids.get(what, what))
    with Remembrancer.open(folder, read_only=True) as reader:
        assert reader.agent("atlas").show(ids["one"]).text == ERASED, "the log says so"
        assert keys_of(folder, reader, ids["one"]) == (True, True)
    with Remembrancer.open(folder) as memory:
        assert keys_of(folder, memory, ids["one"])[0] is False
        assert (memory.store.keys.find_pseudonym("user:42") is None) == (what == "user:42")
        atlas = memory.agent("atlas")
        assert [atlas.show(ids[name]).text for name in ids] == [ERASED, "likes ochre", "the sky is blue"]
        assert memory.verify().ok


def test_the_next_opening_brings_back_what_only_stood_back_for_what_went(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    ids = lived(folder)
    with Remembrancer.open(folder) as memory:
        atlas = memory.agent("atlas")
        other = atlas.record("likes slate", kind="preference")
        merged = atlas.merge([ids["one"], other.id], "likes two colours", because="alike")
    killed_before_keys(folder, ids["one"])
    with Remembrancer.open(folder) as memory:
        atlas = memory.agent("atlas")
        assert [atlas.show(one).status for one in (ids["one"], merged.id, other.id)] == ["erased", "erased", "live"]
        head = memory.position
    with Remembrancer.open(folder) as memory:
        assert memory.position - head <= 1, "only the head was signed since"


def test_older_keys_that_are_put_back_are_destroyed_again(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    ids = lived(folder)
    shutil.copy(folder / "keys.db", tmp_path / "backup.db")
    with Remembrancer.open(folder) as memory:
        memory.erase("user:42", because=WHY)
        memory.erase(ids["two"], because=WHY)
    shutil.copy(tmp_path / "backup.db", folder / "keys.db")
    with Remembrancer.open(folder, read_only=True) as reader:
        assert keys_of(folder, reader, ids["one"]) == (True, True)
    with Remembrancer.open(folder) as memory:
        assert memory.store.keys.find_pseudonym("user:42") is None
        assert keys_of(folder, memory, ids["one"]) == (False, False)
        assert keys_of(folder, memory, ids["two"]) == (False, True)
        assert memory.agent("atlas").show(ids["none"]).text == "the sky is blue"
        with pytest.raises(UnknownSubject):
            memory.subject("user:42")


def test_the_journal_of_the_keys_is_gone_after_an_erasure(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    lived(folder)
    with Remembrancer.open(folder) as memory:
        memory.erase("user:42", because=WHY)
        assert not (folder / "keys.db-journal").exists()


def test_keys_that_cannot_be_destroyed_now_are_told_of_and_destroyed_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "memory"
    ids = lived(folder)

    def refuse(*_: object) -> int:
        raise StoreFull("the disk is full; free some space and try again")

    with Remembrancer.open(folder) as memory, monkeypatch.context() as patch:
        patch.setattr(KeyStore, "finish_erasure", refuse)
        report = memory.erase(ids["one"], because=WHY)
        assert report.unfinished is not None
        assert "the disk is full" in report.unfinished
        assert memory.agent("atlas").show(ids["one"]).text == ERASED
    with Remembrancer.open(folder) as memory:
        assert keys_of(folder, memory, ids["one"]) == (False, True)


def test_of_two_processes_that_erase_the_same_one_does_and_both_find_it_gone(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    ids = lived(folder)
    with Remembrancer.open(folder) as one, Remembrancer.open(folder) as other:
        other.agent("atlas").recall("vermilion", note=False)
        one.erase("user:42", because=WHY)
        assert other.agent("atlas").show(ids["one"]).text == ERASED
        assert other.agent("atlas").recall("vermilion", note=False) == []
        with pytest.raises(UnknownSubject):
            other.erase("user:42", because=WHY)
        another = other.agent("atlas").record("likes vermilion again", subjects=["user:42"])
        assert one.agent("atlas").show(another.id).text == "likes vermilion again", "a name that comes back is new"


def test_what_is_made_of_erased_words_meanwhile_goes_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "memory"
    ids = lived(folder)
    with Remembrancer.open(folder) as memory, Remembrancer.open(folder) as other:
        seal, merged = memory.store.seal, list[str]()

        def merge_first(drafts: object) -> object:
            if not merged:
                pair = [ids["one"], ids["two"]]
                merged.append(other.agent("atlas").merge(pair, "likes warm colours", because="alike").id)
            return seal(drafts)  # type: ignore[arg-type]

        monkeypatch.setattr(memory.store, "seal", merge_first)
        memory.erase(ids["one"], because=WHY)
        atlas = memory.agent("atlas")
        assert [atlas.show(one).status for one in (*merged, ids["one"])] == ["erased", "erased"]
        assert atlas.show(merged[0]).text == ERASED
        assert atlas.show(ids["two"]).status == "live"


def test_a_hold_that_is_placed_meanwhile_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "memory"
    ids = lived(folder)
    with Remembrancer.open(folder) as memory, Remembrancer.open(folder) as other:
        seal = memory.store.seal

        def hold_first(drafts: object) -> object:
            if not other.holds():
                other.hold("user:42", until="2099-01-01", because="a lawsuit")
            return seal(drafts)  # type: ignore[arg-type]

        monkeypatch.setattr(memory.store, "seal", hold_first)
        with pytest.raises(OnHold):
            memory.erase(ids["one"], because=WHY)
        assert memory.agent("atlas").show(ids["one"]).text == "likes vermilion"
