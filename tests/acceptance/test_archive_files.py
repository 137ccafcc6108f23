"""Retired memories also stand in files, behind the log and off its way: whole, sealed, verified before a restore."""

import json
import os
import shutil
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from archive_reading import content, flip, pages, retired, sidecar_of
from remembrancer import Agent, ArchiveDamaged, Memory, Refused, Remembrancer, StoreReadOnly
from remembrancer.application import archiving
from remembrancer.domain.events import AnyEvent, MemoryReviewed, SubjectErased
from remembrancer.infrastructure.archive import writer
from remembrancer.infrastructure.archive.names import PairName
from remembrancer.infrastructure.archive.shelf import Shelf
from settable_clock import SettableClock

PATIENCE_S = 60


def archived(agent: Agent, text: str = "an old note", **fields: Any) -> Memory:
    return agent.archive(agent.record(text, **fields).id, because="it is history")


def settled(memory: Remembrancer) -> list[Path]:
    """Write what waits, and return the pages."""
    memory.store.archive.drain()
    return pages(memory.store.path)


def eventually(holds: Callable[[], object]) -> None:
    """Wait for what another thread does."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)


def append(memory: Remembrancer, event: AnyEvent) -> None:
    """Append an event that no command gives yet."""
    memory.store.log.append([memory.store.codec.encode(event)])


def without_files(memory: Remembrancer, version: int = 2, *, enabled: bool = False) -> None:
    memory.adopt_policy({"version": version, "archive": {"enabled": enabled}}, by="user:ann")


def test_a_retired_memory_stands_in_a_file_with_its_sidecar_once_the_store_is_closed(
    tmp_path: Path, clock: SettableClock
) -> None:
    with Remembrancer.open(tmp_path / "memory", clock=clock) as memory:
        one = archived(memory.agent("atlas"))
        position = memory.position
    (page,) = pages(tmp_path / "memory")
    assert page.name.startswith("note.20260501T090000000000Z.")
    found = content(page)
    (kept,) = found["memories"]
    assert (kept["id"], kept["position"]) == (one.id, position)
    assert kept["belief"]["status"] == "archived"
    assert kept["event"]["type"] == "memory.recorded/1"
    told = json.loads(sidecar_of(page).read_bytes())
    assert list(told) == ["kind", "ts", "checksum", "count"]
    assert {file.name for file in (tmp_path / "memory" / "archive").iterdir()} == {"l6", ".lock", "progress.json"}


def test_a_file_is_written_while_the_store_stays_open(memory: Remembrancer, atlas: Agent) -> None:
    one = archived(atlas)
    eventually(lambda: retired(memory.store.path) == [one.id])


def test_what_a_bound_retires_is_written_with_its_kind(memory: Remembrancer, atlas: Agent) -> None:
    for number in range(12):
        atlas.record(f"decision {number}", kind="decision")
    note = archived(atlas)
    found = [content(page) for page in settled(memory)]
    assert {page["kind"] for page in found} == {"decision", "note"}
    assert sorted(retired(memory.store.path)) == sorted([note.id, *(one.id for one in atlas.layers()["L6"][1:])])
    assert len(retired(memory.store.path)) == 3


def test_words_stay_sealed_in_the_files(memory: Remembrancer, atlas: Agent) -> None:
    atlas.archive(atlas.record("Quetzal likes papaya", subjects=["user:quetzal"]).id, because="papaya is out")
    (page,) = settled(memory)
    text = json.dumps(content(page))
    assert "box" in text
    assert not [word for word in ("uetzal", "apaya") if word in text]


def test_history_that_is_imported_to_the_archive_has_its_files_when_the_import_is_done(
    memory: Remembrancer, tmp_path: Path
) -> None:
    lines = tmp_path / "history.jsonl"
    lines.write_text("".join(json.dumps({"text": f"line {number}"}) + "\n" for number in range(1_200)))
    memory.import_path(str(lines), to_archive=True)
    assert Counter(retired(memory.store.path)) == Counter(one.id for one in memory.agent("default").layers()["L6"])
    assert len(retired(memory.store.path)) == 1_200
    assert max(len(content(page)["memories"]) for page in pages(memory.store.path)) == 500
    assert memory.check_archive().ok


def test_an_import_to_the_archive_succeeds_though_files_cannot_be_written(memory: Remembrancer, tmp_path: Path) -> None:
    (memory.store.path / "archive").write_text("in the way")
    lines = tmp_path / "history.jsonl"
    lines.write_text('{"text": "a line"}\n')
    assert memory.import_path(str(lines), to_archive=True).recorded == 1
    report = memory.check_archive()
    assert report.waiting == 1
    assert "wait for their files: 1" in report.problems[0]


def test_a_restore_refuses_a_damaged_file_by_name_and_works_once_it_is_repaired(
    memory: Remembrancer, atlas: Agent
) -> None:
    one = archived(atlas)
    (page,) = settled(memory)
    flip(page)
    position = memory.position
    with pytest.raises(ArchiveDamaged, match="the log still has the memory") as refusal:
        atlas.restore(one.id)
    assert page.name in str(refusal.value)
    assert "archive check --repair" in str(refusal.value)
    assert memory.position == position
    assert atlas.show(one.id).text == "an old note"

    report = memory.check_archive(repair=True)
    assert report.ok
    assert f"wrote {page.name!r}" in report.repaired
    assert atlas.restore(one.id).status == "live"


def test_a_file_that_says_something_else_than_the_log_is_refused_though_its_checksums_are_right(
    memory: Remembrancer, atlas: Agent
) -> None:
    one, other = archived(atlas), archived(atlas, "another")
    (page,) = settled(memory)
    shelf = memory.store.archive.shelf()
    whole = shelf.read(_name(page))
    first, second = whole.memories
    swapped = (_with_event(first, second), _with_event(second, first))
    shelf.set_aside([page.name, sidecar_of(page).name])
    shelf.write("note", swapped)
    for memory_id in (one.id, other.id):
        with pytest.raises(ArchiveDamaged, match="otherwise than the log"):
            atlas.restore(memory_id)
    assert "otherwise than the log" in memory.check_archive().problems[0]


def _name(page: Path) -> PairName:
    kind, ts, sha8 = page.name.removesuffix(".json.gz").split(".")
    return PairName(ts, kind, sha8)


def _with_event(one: Any, other: Any) -> Any:
    return type(one)(one.id, one.position, one.at, one.belief, other.event)


def test_a_file_that_is_gone_is_no_obstacle(memory: Remembrancer, atlas: Agent) -> None:
    one, other = archived(atlas), archived(atlas, "another")
    (page,) = settled(memory)
    page.unlink()
    assert atlas.restore(one.id).status == "live"
    shutil.rmtree(memory.store.path / "archive")
    assert atlas.restore(other.id).status == "live"


def test_a_memory_that_was_forgotten_in_the_archive_is_verified_as_well(memory: Remembrancer, atlas: Agent) -> None:
    one = archived(atlas)
    atlas.forget(one.id, because="it does not matter")
    (page,) = settled(memory)
    flip(page)
    with pytest.raises(ArchiveDamaged):
        atlas.restore(one.id)
    flip(page)
    assert atlas.restore(one.id).status == "live"


def test_the_right_file_is_found_where_many_retire_at_the_same_time(
    memory: Remembrancer, atlas: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiving, "PAGE", 2)
    made = atlas.record_many([{"text": f"note {number}", "layer": "L6"} for number in range(7)])
    files = settled(memory)
    assert len(files) == 4
    assert len({page.name.split(".")[1] for page in files}) == 1
    broken = next(page for page in files if made[4].id in str(content(page)))
    flip(broken)
    standing = {made[4].id, made[5].id}
    for one in made:
        if one.id in standing:
            with pytest.raises(ArchiveDamaged, match=broken.name):
                atlas.restore(one.id)
        else:
            assert atlas.restore(one.id).layer == "L2"


def test_a_memory_that_retires_twice_stands_in_two_files(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    one = archived(atlas)
    settled(memory)
    clock.forward(hours=1)
    atlas.restore(one.id)
    atlas.archive(one.id, because="again")
    files = settled(memory)
    assert retired(memory.store.path) == [one.id, one.id]
    assert memory.check_archive().ok
    flip(files[0])
    assert atlas.restore(one.id).status == "live"


def test_what_changes_about_a_memory_in_the_archive_is_no_retirement(memory: Remembrancer, atlas: Agent) -> None:
    one = archived(atlas)
    settled(memory)
    reviewed = MemoryReviewed(
        actor="agent:atlas",
        cause="cmd_0",
        box=None,
        agent="atlas",
        scope="agent:atlas",
        policy=1,
        command=None,
        memory=one.id,
        outcome="passed",
    )
    append(memory, reviewed)
    assert atlas.show(one.id).status == "archived"
    assert settled(memory) == pages(memory.store.path)
    assert retired(memory.store.path) == [one.id]


def test_without_files_nothing_is_written_nor_verified_and_turning_them_on_catches_up(
    memory: Remembrancer, atlas: Agent
) -> None:
    without_files(memory)
    one, other = archived(atlas), archived(atlas, "another")
    memory.store.archive.drain()
    assert not (memory.store.path / "archive").exists()
    report = memory.check_archive()
    assert (report.ok, report.waiting) == (True, 0)
    with pytest.raises(Refused, match=r"archive.enabled = false"):
        memory.check_archive(repair=True)
    assert atlas.restore(other.id).status == "live"

    without_files(memory, 3, enabled=True)
    eventually(lambda: sorted(retired(memory.store.path)) == sorted([one.id, other.id]))
    (page,) = pages(memory.store.path)
    flip(page)
    without_files(memory, 4)
    assert atlas.restore(one.id).status == "live"


def test_what_cannot_be_written_fails_nothing_is_told_by_a_doctor_and_written_later(
    tmp_path: Path, clock: SettableClock
) -> None:
    store = tmp_path / "memory"
    with Remembrancer.open(store, clock=clock) as memory:
        (store / "archive").write_text("in the way")
        one = archived(memory.agent("atlas"))
        assert one.status == "archived"
        (problem,) = memory.examine().problems
        assert "retired memories that wait for their files: 1" in problem
        assert "File exists" in problem or "Not a directory" in problem
        assert memory.agent("atlas").restore(archived(memory.agent("atlas"), "more").id).status == "live"
    assert (store / "archive").read_text() == "in the way"
    (store / "archive").unlink()
    with Remembrancer.open(store, clock=clock) as memory:
        eventually(lambda: one.id in retired(store))
        assert memory.examine().ok


def test_a_failure_is_written_down_for_others_and_kept_until_it_is_time_to_try_again(
    tmp_path: Path, clock: SettableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "memory"
    with Remembrancer.open(store, clock=clock) as memory:
        (store / "archive").mkdir()
        (store / "archive" / "l6").write_text("in the way")
        one = archived(memory.agent("atlas"))
        memory.store.archive.drain()
    progress = json.loads((store / "archive" / "progress.json").read_bytes())
    assert progress["failures"] >= 1
    assert "l6" in progress["failure"]
    assert progress["try_at"] > progress["failed_at"]
    (store / "archive" / "l6").unlink()

    monkeypatch.setattr(writer, "LINGER_S", 0)
    with Remembrancer.open(store, clock=clock, read_only=True) as memory:
        assert "l6" in memory.check_archive().problems[0]
    with Remembrancer.open(store, clock=clock):
        pass
    assert retired(store) == []
    clock.forward(hours=1)
    with Remembrancer.open(store, clock=clock):
        eventually(lambda: retired(store) == [one.id])
    assert json.loads((store / "archive" / "progress.json").read_bytes())["failures"] == 0


def test_the_process_that_failed_tries_again_by_itself(
    tmp_path: Path, clock: SettableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "FIRST_PAUSE_S", 0.01)
    monkeypatch.setattr(writer, "PAUSE_S_MAX", 0.02)
    monkeypatch.setattr(writer, "LINGER_S", 0)
    store = tmp_path / "memory"
    with Remembrancer.open(store, clock=clock) as memory:
        (store / "archive").write_text("in the way")
        one = archived(memory.agent("atlas"))
        eventually(lambda: memory.store.archive.progress().failures >= 2)
        (store / "archive").unlink()
        eventually(lambda: retired(store) == [one.id])
        eventually(lambda: memory.store.archive.progress().failures == 0)


def test_a_page_that_fails_halfway_is_finished_without_writing_anything_twice(
    memory: Remembrancer, atlas: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_files(memory)
    for kind in ("note", "reflection", "evolution"):
        archived(atlas, f"of kind {kind}", kind=kind)
    without_files(memory, 3)
    write, calls = Shelf.write, 0

    def failing(shelf: Shelf, kind: str, kept: Any) -> PairName:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise OSError(28, "No space left on device")
        return write(shelf, kind, kept)

    monkeypatch.setattr(Shelf, "write", failing)
    memory.adopt_policy({"version": 4}, by="user:ann")
    eventually(lambda: calls >= 2)
    memory.store.archive.drain()
    assert sorted(Counter(retired(memory.store.path)).values()) == [1, 1, 1]
    assert memory.check_archive().ok


def test_losing_the_progress_loses_nothing_and_doubles_nothing(memory: Remembrancer, atlas: Agent) -> None:
    first = [archived(atlas, f"note {number}").id for number in range(3)]
    settled(memory)
    (memory.store.path / "archive" / "progress.json").write_text("{")
    last = archived(atlas, "one more")
    memory.close()
    with Remembrancer.open(memory.store.path) as again:
        settled(again)
        assert sorted(retired(again.store.path)) == sorted([*first, last.id])


def test_who_leaves_off_while_finding_out_what_the_files_hold_has_the_next_one_look_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiving, "PAGE", 2)
    store = tmp_path / "memory"
    with Remembrancer.open(store) as one, Remembrancer.open(store) as other:
        made = [archived(other.agent("atlas")).id]
        settled(other)
        made += [archived(one.agent("atlas")).id for _ in range(5)]
        settled(one)
        (store / "archive" / "progress.json").unlink()
        looks = iter([False, True])
        one.store.archive.write(lambda: next(looks))
        settled(other)
        assert sorted(retired(store)) == sorted(made)


def test_what_a_crash_left_by_half_is_removed_before_it_is_written_anew(tmp_path: Path, clock: SettableClock) -> None:
    store = tmp_path / "memory"
    with Remembrancer.open(store, clock=clock) as memory:
        one = archived(memory.agent("atlas"))
    (page,) = pages(store)
    sidecar_of(page).unlink()
    (store / "archive" / "progress.json").unlink()
    (store / "archive" / "l6" / ".writing.tmp").write_text("half")
    with Remembrancer.open(store, clock=clock) as memory:
        settled(memory)
        assert retired(store) == [one.id]
        assert memory.check_archive().ok
    assert {file.suffix for file in (store / "archive" / "l6").iterdir()} == {".gz", ".json"}


def test_files_of_a_log_that_was_put_back_from_a_backup_are_told_from_its_own(
    tmp_path: Path, clock: SettableClock
) -> None:
    store, backup = tmp_path / "memory", tmp_path / "backup"
    with Remembrancer.open(store, clock=clock) as memory:
        kept = archived(memory.agent("atlas"), "before the backup")
    shutil.copytree(store, backup)
    with Remembrancer.open(store, clock=clock) as memory:
        for number in range(3):
            archived(memory.agent("atlas"), f"lost {number}")
    for name in ("memory.db", "keys.db"):
        shutil.copy(backup / name, store / name)
    Remembrancer.accept_ledger(store, because="the backup was put back", by="user:ann")
    with Remembrancer.open(store, clock=clock) as memory:
        new = archived(memory.agent("atlas"), "after the backup")
        settled(memory)
        assert new.id in retired(store)
        assert "the log does not know it" in memory.check_archive().problems[0]
        assert memory.check_archive(repair=True).ok
        assert sorted(retired(store)) == sorted([kept.id, new.id])


def test_erased_memories_need_no_file_and_a_repair_leaves_them_out(memory: Remembrancer, atlas: Agent) -> None:
    kept, gone = archived(atlas, "stays"), archived(atlas, "goes")
    (page,) = settled(memory)
    append(
        memory,
        SubjectErased(
            actor="user:ann", cause="cmd_0", box=None, erased=(gone.id,), derived=(), subject=None, retention=None
        ),
    )
    assert memory.check_archive().ok
    flip(page)
    assert memory.check_archive(repair=True).ok
    assert retired(memory.store.path) == [kept.id]


class TestCheck:
    """What a check finds, and a repair mends."""

    @pytest.fixture
    def page(self, memory: Remembrancer, atlas: Agent) -> Path:
        """One of two pairs of the store."""
        archived(atlas, "a decision", kind="decision")
        archived(atlas)
        first, _ = settled(memory)
        return first

    def found(self, memory: Remembrancer, *problems: str) -> None:
        """Compare what a check finds with what it should, and see that a repair mends all of it."""
        report = memory.check_archive()
        assert not report.ok
        told = report.problems
        assert len(told) == len(problems)
        assert not [(one, problem) for one, problem in zip(told, problems, strict=True) if problem not in one]
        repaired = memory.check_archive(repair=True)
        assert repaired.problems == ()
        assert repaired.repaired
        assert len(set(retired(memory.store.path))) == 2

    @pytest.mark.usefixtures("page")
    def test_whole_files_are_fine(self, memory: Remembrancer) -> None:
        report = memory.check_archive()
        assert (report.ok, report.files, report.memories, report.waiting) == (True, 2, 2, 0)
        assert memory.check_archive(repair=True).repaired == ()

    def test_a_flipped_byte(self, memory: Remembrancer, page: Path) -> None:
        flip(page, 100)
        self.found(memory, f"{page.name!r} is damaged: its SHA-256 is", "stand in no whole file: 1")

    def test_a_page_without_sidecar(self, memory: Remembrancer, page: Path) -> None:
        sidecar_of(page).unlink()
        self.found(memory, f"{page.name!r}: its sidecar is missing", "stand in no whole file: 1")

    def test_a_sidecar_without_page(self, memory: Remembrancer, page: Path) -> None:
        page.unlink()
        self.found(memory, f"{sidecar_of(page).name!r}: its page is missing", "stand in no whole file: 1")

    def test_a_pair_that_is_gone(self, memory: Remembrancer, page: Path) -> None:
        page.unlink()
        sidecar_of(page).unlink()
        self.found(memory, "stand in no whole file: 1")

    def test_a_file_under_another_name(self, memory: Remembrancer, page: Path) -> None:
        page.rename(page.with_name("decision.gz"))
        sidecar_of(page).unlink()
        self.found(memory, "'decision.gz' is not the name of an archive file", "stand in no whole file: 1")

    def test_a_memory_in_two_files(self, memory: Remembrancer, page: Path) -> None:
        (one,) = memory.store.archive.shelf().read(_name(page)).memories
        memory.store.archive.shelf().write("decision", (one, one))
        self.found(memory, "as well")

    def test_a_file_of_another_store(self, memory: Remembrancer, page: Path, tmp_path: Path) -> None:
        with Remembrancer.open(tmp_path / "other") as other:
            archived(other.agent("atlas"))
        (foreign,) = pages(tmp_path / "other")
        for file in (foreign, sidecar_of(foreign)):
            shutil.copy(file, page.parent)
        self.found(memory, "it is of store")
        assert (page.parent.parent / "damaged" / foreign.name).exists()


def test_repaired_files_stay_in_the_order_in_which_memories_retired(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    made: list[str] = []
    for number in range(3):
        clock.forward(hours=1)
        made.append(archived(atlas, f"note {number}").id)
        settled(memory)
    first, _, last = pages(memory.store.path)
    flip(first)
    flip(last)
    assert memory.check_archive(repair=True).ok
    assert [[one["id"] for one in content(page)["memories"]] for page in pages(memory.store.path)] == [
        [one] for one in made
    ]
    flip(pages(memory.store.path)[0])
    assert atlas.restore(made[2]).status == "live"
    with pytest.raises(ArchiveDamaged):
        atlas.restore(made[0])


def test_a_read_only_opening_writes_and_mends_nothing(tmp_path: Path, clock: SettableClock) -> None:
    store = tmp_path / "memory"
    with Remembrancer.open(store, clock=clock) as memory:
        archived(memory.agent("atlas"))
    shutil.rmtree(store / "archive")
    with Remembrancer.open(store, clock=clock, read_only=True) as memory:
        report = memory.check_archive()
        assert (report.ok, report.waiting) == (True, 1)
        assert memory.examine().ok
        with pytest.raises(StoreReadOnly):
            memory.check_archive(repair=True)
    assert not (store / "archive").exists()


def test_files_are_readable_for_their_owner_only(memory: Remembrancer, atlas: Agent) -> None:
    archived(atlas)
    (page,) = settled(memory)
    assert {os.stat(file).st_mode & 0o777 for file in (page, sidecar_of(page))} == {0o600}
    assert {os.stat(folder).st_mode & 0o777 for folder in (page.parent, page.parent.parent)} == {0o700}
