"""The index on the disk: sealed, perhaps missing or wrong, and never more than a faster way to the same answer."""

import json
import multiprocessing
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lost_words import record_erasure
from remembrancer import Agent, Remembrancer
from remembrancer.application.recall.saving import load_index
from remembrancer.infrastructure.search import translations
from searching import recall_in_turn

SPAWN = multiprocessing.get_context("spawn")
PATIENCE_S = 60
SECRETS = ("heliotrope", "用户服务器部署在腾讯云", "zanzibar")


def texts(agent: Any, query: str) -> list[str]:
    return [hit.memory.text for hit in agent.recall(query, k=10, note=False) if hit.found == "direct"]


def index_of(folder: Path) -> Path:
    return folder / "index" / "search.idx"


def slot_of(file: Path) -> str:
    slot: str = json.loads(file.read_bytes().partition(b"\n")[0])["slot"]
    return slot


def loaded(memory: Remembrancer) -> bool:
    """Say whether the saved index fits the store."""
    store = memory.store
    return load_index(store, store.path / "index", store.searcher.dictionary.identity) is not None


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A store whose index is saved, with one memory that came after."""
    folder = tmp_path / "memory"
    with Remembrancer.open(folder) as memory:
        atlas = memory.agent("atlas")
        for text in SECRETS:
            atlas.record(text, session="monday", tags=["zebra"])
        assert texts(atlas, "heliotrope") == ["heliotrope"]
        memory.store.searcher.save()
        atlas.record("latecomer")
    return folder


def answers(folder: Path, **opening: Any) -> list[list[str]]:
    with Remembrancer.open(folder, **opening) as memory:
        return [texts(memory.agent("atlas"), query) for query in ("heliotrope", "腾讯云", "latecomer", "zebra")]


EXPECTED = [["heliotrope"], ["用户服务器部署在腾讯云"], ["latecomer"]]


def test_a_saved_index_is_read_again_and_goes_on(saved: Path) -> None:
    with Remembrancer.open(saved) as memory:
        assert loaded(memory)
    assert answers(saved)[:3] == EXPECTED


def test_closing_saves_an_index_that_has_grown(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    with Remembrancer.open(folder) as memory:
        memory.agent("atlas").record_many({"text": f"note {number}"} for number in range(300))
        memory.agent("atlas").recall("note", note=False)
    with Remembrancer.open(folder) as memory:
        assert loaded(memory)
        assert texts(memory.agent("atlas"), "note 299")[:1] == ["note 299"]


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-20])


def _flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def _relabel(**changes: Any) -> Callable[[Path], None]:
    def relabel(file: Path) -> None:
        line, _, rest = file.read_bytes().partition(b"\n")
        file.write_bytes(json.dumps({**json.loads(line), **changes}).encode() + b"\n" + rest)

    return relabel


def _replace_by_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "deleted": lambda file: file.unlink(),
    "deleted with its folder": lambda file: shutil.rmtree(file.parent),
    "empty": lambda file: file.write_bytes(b""),
    "junk": lambda file: file.write_bytes(b"\x00junk\nmore\n" * 99),
    "json that is no label": lambda file: file.write_bytes(b'{"format":[1]}\n'),
    "a label alone": lambda file: file.write_bytes(file.read_bytes().partition(b"\n")[0]),
    "cut": _cut,
    "a flipped bit": _flip,
    "another format": _relabel(format=2),
    "another slot": _relabel(slot="zzzzzzzz"),
    "another position": _relabel(position=2),
    "a position beyond all": _relabel(position=2**63),
    "another store": _relabel(store="somebody else"),
    "other tokens": _relabel(tokens="0" * 64),
    "a folder in its place": _replace_by_folder,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_an_index_that_is_missing_or_wrong_is_made_again(saved: Path, damage: str) -> None:
    DAMAGE[damage](index_of(saved))
    with Remembrancer.open(saved) as memory:
        assert not loaded(memory)
    assert answers(saved)[:3] == EXPECTED
    with Remembrancer.open(saved) as memory:
        assert texts(memory.agent("atlas"), "heliotrope") == ["heliotrope"]
        memory.store.searcher.save()
        assert loaded(memory) or index_of(saved).is_dir()


def test_the_index_of_another_store_is_not_read(saved: Path, tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "other") as memory:
        memory.agent("atlas").record("calendula")
        memory.store.searcher.save()
    shutil.copy(index_of(saved), index_of(tmp_path / "other"))
    with Remembrancer.open(tmp_path / "other") as memory:
        assert not loaded(memory)
        assert texts(memory.agent("atlas"), "calendula") == ["calendula"]
        assert texts(memory.agent("atlas"), "heliotrope") == []


def test_an_index_of_a_log_that_was_put_back_and_went_another_way_is_not_read(saved: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    shutil.copytree(saved, backup)
    with Remembrancer.open(saved) as memory:
        memory.agent("atlas").record("calendula")
        assert texts(memory.agent("atlas"), "calendula") == ["calendula"]
        memory.store.searcher.save()
    for name in ("memory.db", "memory.db-wal", "memory.db-shm"):
        (saved / name).unlink(missing_ok=True)
        if (backup / name).exists():
            shutil.copy(backup / name, saved / name)
    Remembrancer.accept_ledger(saved, because="the backup was put back", by="user:ann")
    with Remembrancer.open(saved) as memory:
        memory.agent("atlas").record("marigold")
        memory.agent("atlas").record("dandelion")
        assert not loaded(memory)
        assert [texts(memory.agent("atlas"), word) for word in ("marigold", "calendula")] == [["marigold"], []]


def test_no_word_of_a_memory_stands_in_clear_under_the_index(saved: Path) -> None:
    held = b"".join(
        path.read_bytes() for path in (saved / "index").rglob("*") if path.is_file() and path.name == "search.idx"
    )
    assert len(held) > 100
    for secret in (*SECRETS, "腾讯", "helio", "zebra", "monday", "mem_", "agent:atlas"):
        assert secret.encode() not in held
        assert secret.encode("utf-16-le") not in held
    assert index_of(saved).stat().st_mode & 0o077 == 0
    assert (saved / "index").stat().st_mode & 0o077 == 0


def test_saving_again_takes_a_new_key_and_destroys_the_one_before(saved: Path) -> None:
    before = slot_of(index_of(saved))
    with Remembrancer.open(saved) as memory:
        memory.store.searcher.save()
        after = slot_of(index_of(saved))
        old, new = memory.store.keys.slot_secrets([before, after])
        assert (old, new is None, before == after) == (None, False, False)
        assert os.listdir(saved / "index") == ["search.idx"]


def test_a_read_only_store_is_searched_and_left_as_it_is(saved: Path) -> None:
    shutil.rmtree(saved / "index")
    before = {path: path.stat().st_mtime_ns for path in saved.rglob("*")}
    assert answers(saved, read_only=True)[:3] == EXPECTED
    assert {path: path.stat().st_mtime_ns for path in saved.rglob("*")} == before


def test_a_disk_that_refuses_the_index_is_no_reason_to_fail(saved: Path) -> None:
    shutil.rmtree(saved / "index")
    (saved / "index").write_text("in the way")
    assert answers(saved)[:3] == EXPECTED
    with Remembrancer.open(saved) as memory:
        assert texts(memory.agent("atlas"), "heliotrope") == ["heliotrope"]
        memory.store.searcher.save()
    assert (saved / "index").read_text() == "in the way"


# Several processes


def test_processes_and_openings_see_what_each_other_wrote(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    here, there = SPAWN.Pipe()
    with Remembrancer.open(folder) as memory, Remembrancer.open(folder) as other:
        atlas = memory.agent("atlas")
        atlas.record("calendula")
        process = SPAWN.Process(target=recall_in_turn, args=(str(folder), there))
        process.start()

        def ask(said: str) -> Any:
            here.send(said)
            assert here.poll(PATIENCE_S), "the process never answered"
            return here.recv()

        assert ask("calendula?") == ["calendula"]
        ask("marigold")
        assert texts(atlas, "marigold") == ["marigold"]
        assert texts(other.agent("atlas"), "marigold") == ["marigold"]
        one = other.agent("atlas").record("dandelion")
        assert ask("dandelion?") == ["dandelion"]
        atlas.forget(one.id, because="weed")
        assert ask("dandelion?") == []
        assert texts(other.agent("atlas"), "dandelion") == []
        here.send(None)
        process.join(PATIENCE_S)
    assert process.exitcode == 0


# Erasure


@pytest.mark.parametrize("keys", ["destroyed", "still there"])
def test_what_was_erased_is_neither_found_nor_kept_in_the_index(saved: Path, keys: str) -> None:
    slot = slot_of(index_of(saved))
    with Remembrancer.open(saved) as memory:
        atlas = memory.agent("atlas")
        assert texts(atlas, "heliotrope") == ["heliotrope"]
        (erased,) = (hit.memory for hit in atlas.recall("heliotrope", note=False, k=1))
        before = memory.position
        record_erasure(memory, erased)
        if keys == "destroyed":
            event = memory.store.event(erased.position).event
            assert event.box is not None
            memory.store.keys.destroy_slot(event.box.slot)
        for reads in (atlas, atlas.as_of(before), atlas.valid_at(erased.recorded_at)):
            assert texts(reads, "heliotrope") == []
            assert reads.recall("heliotrop", note=False) == []
            assert [hit for hit in reads.recall("zebra", k=10, note=False) if hit.memory.id == erased.id] == []
        assert not index_of(saved).exists()
        assert memory.store.keys.slot_secrets([slot]) == [None]
        memory.store.searcher.save()
        assert "heliotrop" not in memory.store.searcher.caught_up().postings
    assert answers(saved)[:3] == [[], *EXPECTED[1:]]


def test_an_index_that_has_not_followed_an_erasure_elsewhere_is_not_saved(saved: Path) -> None:
    with Remembrancer.open(saved) as memory, Remembrancer.open(saved) as other:
        assert texts(memory.agent("atlas"), "heliotrope")
        record_erasure(other, other.agent("atlas").layers()["L2"][-1])
        memory.store.searcher.save()
        assert not index_of(saved).exists()


def test_a_file_that_never_took_its_place_is_swept_away_with_its_key(saved: Path) -> None:
    half = index_of(saved).with_name(".search.idx.4711")
    index_of(saved).rename(half)
    slot = slot_of(half)
    with Remembrancer.open(saved) as memory:
        memory.store.searcher.save()
        assert not half.exists()
        assert memory.store.keys.slot_secrets([slot]) == [None]
        assert loaded(memory)


def test_an_index_that_was_saved_before_an_erasure_elsewhere_is_destroyed_when_it_is_met(saved: Path) -> None:
    slot = slot_of(index_of(saved))
    with Remembrancer.open(saved) as memory:  # nothing is recalled here
        record_erasure(memory, memory.agent("atlas").layers()["L2"][-1])
    assert index_of(saved).exists()
    with Remembrancer.open(saved) as memory:
        assert texts(memory.agent("atlas"), "heliotrope") == []
        assert memory.store.keys.slot_secrets([slot]) == [None]
        assert not index_of(saved).exists()


def test_words_without_a_key_are_found_by_nothing(saved: Path) -> None:
    with Remembrancer.open(saved) as memory:
        newest = memory.agent("atlas").layers()["L2"][0]
        event = memory.store.event(newest.position).event
        assert event.box is not None
        memory.store.keys.destroy_slot(event.box.slot)
        assert texts(memory.agent("atlas"), "latecomer") == []


# The dictionary


def test_a_word_that_is_added_to_the_dictionary_counts_at_once_and_for_all_that_is_known(saved: Path) -> None:
    with Remembrancer.open(saved) as memory:
        atlas: Agent = memory.agent("atlas")
        atlas.record("the blue ledger is open")
        assert texts(atlas, "Kontobuch") == []
        (saved / "custom_dict.txt").write_text("blue ledger = Kontobuch = 蓝账本\n", encoding="utf-8")
        assert texts(atlas, "Kontobuch") == ["the blue ledger is open"]
        assert texts(atlas, "蓝账本在哪里") == ["the blue ledger is open"]
        (saved / "custom_dict.txt").unlink()
        assert texts(atlas, "Kontobuch") == []


def test_an_index_that_was_saved_with_another_dictionary_is_not_read(saved: Path) -> None:
    (saved / "custom_dict.txt").write_text("腾讯云节点\n", encoding="utf-8")
    with Remembrancer.open(saved) as memory:
        assert not loaded(memory)
        assert texts(memory.agent("atlas"), "腾讯云") == ["用户服务器部署在腾讯云"]


# The table of translations


@pytest.fixture
def short_dictionary(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dictionary of one entry, which is a table in no time."""
    monkeypatch.setattr(translations, "_entries", lambda: iter([("服务器", ["server"])]))


@pytest.mark.usefixtures("short_dictionary")
def test_translations_are_made_once_for_all_stores_of_a_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with Remembrancer.open(tmp_path / "one") as memory:
        memory.agent("atlas").record("用户服务器")
        assert texts(memory.agent("atlas"), "server") == ["用户服务器"]
    (table,) = (tmp_path / "cache" / "remembrancer").iterdir()
    made = {path.name: path.stat().st_mtime_ns for path in table.iterdir()}
    assert answers_server(tmp_path / "two") == ["用户服务器"]
    assert {path.name: path.stat().st_mtime_ns for path in table.iterdir()} == made
    (table / "ids.npy").write_bytes(b"junk")
    assert answers_server(tmp_path / "three") == ["用户服务器"]
    assert {path.name for path in table.iterdir()} == set(made)


def answers_server(folder: Path) -> list[str]:
    with Remembrancer.open(folder) as memory:
        memory.agent("atlas").record("用户服务器")
        return texts(memory.agent("atlas"), "server")


@pytest.mark.usefixtures("short_dictionary")
def test_without_a_home_a_store_keeps_a_table_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert answers_server(tmp_path / "one") == ["用户服务器"]
    assert [path.name.partition("-")[0] for path in (tmp_path / "one" / "index").iterdir()] == ["translations"]


def test_without_the_dictionary_package_words_count_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translations, "_dictionary_file", lambda: None)
    assert answers_server(tmp_path / "one") == []


def test_the_log_holds_no_word_of_the_index_either(saved: Path) -> None:
    with closing(sqlite3.connect(saved / "memory.db")) as connection:
        held = "".join(str(row) for row in connection.iterdump())
    assert "heliotrop" not in held
