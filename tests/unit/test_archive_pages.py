"""Pages and their sidecars: the same bytes for the same memories, and every damage is told with the file's name."""

import gzip
import hashlib
import json
import os
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive_reading import content, flip, sidecar_of
from remembrancer import ArchiveDamaged
from remembrancer.infrastructure.archive.names import PairName, parsed
from remembrancer.infrastructure.archive.page import BadPage, KeptEvent, KeptMemory, Page, compress, expand
from remembrancer.infrastructure.archive.shelf import Shelf
from remembrancer.infrastructure.log import StoredEvent

STORE = "0123456789abcdef0123456789abcdef"
BODY = b'{"actor":"agent:atlas","box":null}'


def kept(number: int, body: bytes = BODY) -> KeptMemory:
    return KeptMemory(
        id=f"mem_{number:016}",
        position=10 + number,
        at=1_000_000 * number,
        belief=msgspec.Raw(b'{"kind":"note"}'),
        event=KeptEvent(number, 1_000_000, "memory.recorded/1", (f"mem:mem_{number:016}",), msgspec.Raw(body)),
    )


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    shelf = Shelf(tmp_path / "archive", STORE)
    shelf.make()
    return shelf


@pytest.fixture
def name(shelf: Shelf) -> PairName:
    """A pair that is whole."""
    return shelf.write("note", (kept(1), kept(2)))


def rewrite(shelf: Shelf, name: PairName, changed: dict[str, Any]) -> PairName:
    """Write a pair anew with another content, all of its checksums right."""
    data = gzip.compress(json.dumps({**content(shelf.folder / name.page), **changed}).encode(), mtime=0)
    checksum = hashlib.sha256(data).hexdigest()
    other = PairName(name.ts, name.kind, checksum[:8])
    (shelf.folder / other.page).write_bytes(data)
    sidecar = {"kind": name.kind, "ts": name.ts, "checksum": checksum, "count": 2}
    (shelf.folder / other.sidecar).write_text(json.dumps(sidecar))
    return other


def fault(shelf: Shelf, name: PairName) -> str:
    with pytest.raises(ArchiveDamaged) as refusal:
        shelf.read(name)
    assert refusal.value.file == name.page
    assert repr(name.page) in str(refusal.value)
    assert "the log still has the memory" in str(refusal.value)
    return refusal.value.why


def test_a_pair_is_read_as_it_was_written(shelf: Shelf, name: PairName) -> None:
    page = shelf.read(name)
    assert page.memories == (kept(1), kept(2))
    assert name.ts == "19700101T000002000000Z"
    assert content(shelf.folder / name.page)["memories"][0]["event"]["body"] == json.loads(BODY)


def test_nothing_but_the_pair_is_left_in_the_folder(shelf: Shelf, name: PairName) -> None:
    assert sorted(os.listdir(shelf.folder)) == [name.page, name.sidecar]


def test_the_same_memories_give_the_same_file(shelf: Shelf, name: PairName) -> None:
    before = (shelf.folder / name.page).read_bytes()
    assert shelf.write("note", (kept(1), kept(2))) == name
    assert (shelf.folder / name.page).read_bytes() == before


@given(st.binary(max_size=40).map(lambda noise: msgspec.json.encode({"words": noise.hex()})))
def test_the_body_of_an_event_comes_back_byte_for_byte(body: bytes) -> None:
    one = kept(3, body)
    stored = StoredEvent(one.event.position, one.event.at, one.event.type, one.event.tags, body)
    (back,) = expand(compress(Page(format=1, store=STORE, kind="note", memories=(one,)))).memories
    assert back.event.is_of(stored)
    assert not back.event.is_of(StoredEvent(stored.position, stored.at, stored.type, stored.tags, body + b" "))


def test_a_flipped_bit_anywhere_is_found(shelf: Shelf, name: PairName) -> None:
    file = shelf.folder / name.page
    for place in range(0, file.stat().st_size, 7):
        flip(file, place)
        assert fault(shelf, name).startswith("its SHA-256 is ")
        flip(file, place)
    assert len(shelf.read(name).memories) == 2


def test_a_page_that_was_cut_is_found(shelf: Shelf, name: PairName) -> None:
    file = shelf.folder / name.page
    file.write_bytes(file.read_bytes()[:-5])
    assert "its sidecar says" in fault(shelf, name)


def test_a_sidecar_of_another_page_is_found(shelf: Shelf, name: PairName) -> None:
    other = shelf.write("note", (kept(3),))
    sidecar_of(shelf.folder / other.page).replace(sidecar_of(shelf.folder / name.page))
    assert fault(shelf, name) == f"its sidecar is about note.{other.ts}"


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("", "its sidecar cannot be read"),
        ("{}", "its sidecar cannot be read"),
        (
            '{"kind":"note","ts":"19700101T000002000000Z","checksum":"","count":2,"more":1}',
            "its sidecar cannot be read",
        ),
        ('{"kind":"note","ts":"19700101T000002000000Z","checksum":"00","count":2}', "its SHA-256 is"),
    ],
)
def test_a_sidecar_that_says_something_else_is_found(shelf: Shelf, name: PairName, written: str, why: str) -> None:
    (shelf.folder / name.sidecar).write_text(written)
    assert fault(shelf, name).startswith(why)


def test_a_sidecar_with_another_count_is_found(shelf: Shelf, name: PairName) -> None:
    file = shelf.folder / name.sidecar
    file.write_text(file.read_text().replace('"count":2', '"count":3'))
    assert fault(shelf, name) == "it holds 2 memories, its sidecar says 3"


def test_a_page_or_sidecar_that_is_gone_is_found(shelf: Shelf, name: PairName) -> None:
    sidecar = (shelf.folder / name.sidecar).read_bytes()
    (shelf.folder / name.sidecar).unlink()
    assert fault(shelf, name) == "its sidecar cannot be read (No such file or directory)"
    (shelf.folder / name.sidecar).write_bytes(sidecar)
    (shelf.folder / name.page).unlink()
    assert fault(shelf, name) == "it cannot be read (No such file or directory)"


def test_a_pair_under_the_name_of_another_is_found(shelf: Shelf, name: PairName) -> None:
    other = PairName(name.ts, "note", "0" * 8)
    (shelf.folder / name.page).rename(shelf.folder / other.page)
    (shelf.folder / name.sidecar).rename(shelf.folder / other.sidecar)
    assert fault(shelf, other).endswith("its name says 00000000")


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"store": "f" * 32}, "it is of store ffffffff, this is 01234567"),
        ({"kind": "decision"}, "it holds memories of kind 'decision'"),
        ({"format": 2}, "it is of format 2, and this version reads format 1"),
        ({"memories": []}, "it holds 0 memories, its sidecar says 2"),
        ({"more": 1}, "it holds no page"),
    ],
)
def test_a_page_with_right_checksums_that_says_something_else_is_found(
    shelf: Shelf, name: PairName, changed: dict[str, Any], why: str
) -> None:
    assert fault(shelf, rewrite(shelf, name, changed)).startswith(why)


def test_a_page_with_right_checksums_under_another_time_is_found(shelf: Shelf, name: PairName) -> None:
    memories = content(shelf.folder / name.page)["memories"]
    memories[1]["at"] = 5
    assert fault(shelf, rewrite(shelf, name, {"memories": memories})) == (
        "its newest memory retired at another time than its name says"
    )


def test_a_small_file_that_expands_beyond_measure_is_refused_unexpanded() -> None:
    bomb = gzip.compress(b" " * 50_000_000)
    with pytest.raises(BadPage, match="expands to more than 200 times"):
        expand(bomb)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is cut short"),
        (b"no gzip", "it is no gzip file"),
        (gzip.compress(b"{}", mtime=0) + b"x", "something stands behind its end"),
        (gzip.compress(b"{}", mtime=0)[:-3], "it is cut short"),
        (zlib.compress(b"{}"), "it is no gzip file"),
        (gzip.compress(b"[" * 20_000, mtime=0), "it"),
    ],
)
def test_what_is_no_page_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(BadPage, match=why):
        expand(data)


def test_what_is_set_aside_is_kept_elsewhere(shelf: Shelf, name: PairName) -> None:
    data = (shelf.folder / name.page).read_bytes()
    assert shelf.set_aside([name.page, "gone"]) == [name.page]
    assert (shelf.aside / name.page).read_bytes() == data
    assert os.listdir(shelf.folder) == [name.sidecar]


def test_the_folder_says_which_parts_are_there_and_what_is_strange(shelf: Shelf, name: PairName) -> None:
    (shelf.folder / "notes.txt").touch()
    (shelf.folder / ".hidden").touch()
    (shelf.folder / name.sidecar).unlink()
    assert shelf.parts() == ({name: {"page"}}, ["notes.txt"])
    assert parsed(name.page) == (name, "page")
