"""Vectors on the disk: whole, sealed, shared, and gone for ever once they are dropped."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from remembrancer.domain.errors import KeysLocked, StoreBusy
from remembrancer.infrastructure.keys import KeyStore
from remembrancer.infrastructure.search import vector_file
from remembrancer.infrastructure.search.vector_file import Worker, compact, vector_files
from remembrancer.infrastructure.search.vectors import Vectors, drop
from word_embedder import DIMENSION, row

STORE = "store 1"
TEXTS = ("ferry to the island", "walnuts and almonds", "database on port 5433", "tomatoes behind the house")


@pytest.fixture
def keys(tmp_path: Path) -> Iterator[KeyStore]:
    with KeyStore(tmp_path) as opened:
        yield opened


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index"


def opened(index: Path, keys: KeyStore, identity: str = "words 1", store: str = STORE) -> Vectors:
    return Vectors(index, identity, DIMENSION, keys, store)


def key(number: int) -> tuple[str, int]:
    return f"mem_{number:016}", number + 100


def none_erased() -> frozenset[str]:
    return frozenset()


def put(vectors: Vectors, *numbers: int) -> int:
    rows = np.stack([row(TEXTS[number % len(TEXTS)]) for number in numbers])
    return vectors.put([key(number) for number in numbers], rows, none_erased)


def held(vectors: Vectors) -> set[tuple[str, int]]:
    return set(vectors.keys())


def test_a_question_is_compared_with_every_vector_and_has_nan_where_there_is_none(index: Path, keys: KeyStore) -> None:
    vectors = opened(index, keys)
    put(vectors, 0, 1)
    cosines = vectors.similarities(row(TEXTS[1]), [key(1), key(2), key(0)])
    assert cosines[0] == pytest.approx(1, abs=0.01)
    assert np.isnan(cosines[1])
    assert cosines[2] == pytest.approx(float(row(TEXTS[0]) @ row(TEXTS[1])), abs=0.01)


def test_few_and_many_documents_are_compared_alike(index: Path, keys: KeyStore) -> None:
    vectors = opened(index, keys)
    put(vectors, *range(40))
    every = vectors.similarities(row(TEXTS[2]))
    assert len(every) == len(vectors) == 40
    some = vectors.similarities(row(TEXTS[2]), [key(number) for number in (39, 7)])
    assert some == pytest.approx(every[[39, 7]])


def test_documents_without_a_vector_are_named_in_their_order(index: Path, keys: KeyStore) -> None:
    vectors = opened(index, keys)
    put(vectors, 2)
    assert vectors.missing([key(3), key(2), key(1)]) == [key(3), key(1)]


def test_a_vector_that_is_there_is_not_kept_twice(index: Path, keys: KeyStore) -> None:
    vectors = opened(index, keys)
    assert (put(vectors, 1, 2), put(vectors, 2, 3), put(vectors, 3)) == (2, 1, 0)
    assert len(vectors) == len(opened(index, keys)) == 3


def test_what_was_put_is_there_at_the_next_opening_and_for_others_at_their_next_look(
    index: Path, keys: KeyStore
) -> None:
    other = opened(index, keys)
    put(opened(index, keys), 0, 1)
    put(opened(index, keys), 2)
    assert held(other) == set()
    other.look()
    assert held(other) == held(opened(index, keys)) == {key(0), key(1), key(2)}
    assert other.similarities(row(TEXTS[2]), [key(2)]) == pytest.approx([1], abs=0.01)


def test_embedders_and_stores_do_not_read_each_others_vectors(index: Path, keys: KeyStore) -> None:
    put(opened(index, keys), 1)
    assert not len(opened(index, keys, identity="words 2"))
    assert not len(opened(index, keys, store="store 2"))


def test_no_byte_of_a_vector_or_of_its_memory_stands_in_clear(index: Path, keys: KeyStore) -> None:
    vectors = opened(index, keys)
    put(vectors, 1)
    data = vectors.path.read_bytes()
    assert key(1)[0].encode() not in data
    assert compact(row(TEXTS[1])[None], [key(1)]).rows.tobytes()[:8] not in data


def test_a_block_that_was_cut_short_anywhere_is_cut_off_by_the_next_writer(index: Path, keys: KeyStore) -> None:
    vectors = opened(index, keys)
    put(vectors, 0)
    whole = vectors.path.stat().st_size
    put(vectors, 1, 2)
    data = vectors.path.read_bytes()
    for size in range(whole, len(data), 7):
        vectors.path.write_bytes(data[:size])
        again = opened(index, keys)
        assert held(again) == {key(0)}
        put(again, 3)
        assert held(opened(index, keys)) == {key(0), key(3)}


def test_a_flipped_byte_loses_its_block_and_those_behind_it(index: Path, keys: KeyStore) -> None:
    vectors = opened(index, keys)
    put(vectors, 0)
    first = vectors.path.stat().st_size
    put(vectors, 1)
    put(vectors, 2)
    data = bytearray(vectors.path.read_bytes())
    data[first + 40] ^= 1
    vectors.path.write_bytes(bytes(data))
    assert held(opened(index, keys)) == {key(0)}


def test_blocks_cannot_change_places(index: Path, keys: KeyStore) -> None:
    vectors = opened(index, keys)
    put(vectors, 0)
    first = vectors.path.stat().st_size
    put(vectors, 1)
    second = vectors.path.stat().st_size
    put(vectors, 2)
    data = vectors.path.read_bytes()
    vectors.path.write_bytes(data[:first] + data[second:] + data[first:second])
    assert held(opened(index, keys)) == {key(0)}


def test_a_file_that_is_none_of_ours_is_replaced(index: Path, keys: KeyStore) -> None:
    vectors = opened(index, keys)
    put(vectors, 0)
    vectors.path.write_bytes(b"something else\n" * 100)
    again = opened(index, keys)
    assert not len(again)
    put(again, 1)
    assert held(opened(index, keys)) == {key(1)}


def test_what_is_dropped_is_gone_from_memory_and_file_and_the_rest_stays(index: Path, keys: KeyStore) -> None:
    vectors, other = opened(index, keys), opened(index, keys)
    put(vectors, 0, 1, 2)
    other.look()
    generation = other.generation
    assert drop(index, keys, STORE, frozenset({key(1)[0]})) == 1
    for looking in (vectors, other):
        looking.look()
        assert held(looking) == {key(0), key(2)}
        assert looking.similarities(row(TEXTS[2]), [key(2)]) == pytest.approx([1], abs=0.01)
    assert other.generation > generation


def test_a_copy_of_the_file_from_before_a_drop_can_no_longer_be_read(
    index: Path, keys: KeyStore, tmp_path: Path
) -> None:
    vectors = opened(index, keys)
    put(vectors, 0, 1)
    copy = shutil.copy(vectors.path, tmp_path / "backup")
    drop(index, keys, STORE, frozenset({key(1)[0]}))
    shutil.copy(copy, vectors.path)
    assert not len(opened(index, keys))


def test_a_drop_that_finds_nothing_leaves_the_file_as_it_is(index: Path, keys: KeyStore) -> None:
    vectors = opened(index, keys)
    put(vectors, 0)
    before = vectors.path.read_bytes()
    assert drop(index, keys, STORE, frozenset({key(1)[0]})) == 0
    assert vectors.path.read_bytes() == before


def test_a_drop_reaches_the_vectors_of_every_embedder_and_removes_what_nobody_can_read(
    index: Path, keys: KeyStore
) -> None:
    first, second = opened(index, keys), opened(index, keys, identity="words 2")
    put(first, 0, 1)
    put(second, 0, 1)
    (index / "vectors-0000000000000000.bin").write_bytes(b"torn")
    assert drop(index, keys, STORE, frozenset({key(0)[0]})) == 2
    assert sorted(vector_files(index)) == sorted([first.path, second.path])


def test_nothing_is_dropped_where_nothing_was_ever_kept(index: Path, keys: KeyStore) -> None:
    assert drop(index, keys, STORE, frozenset({"mem_1"})) == 0
    assert not index.exists()


def test_a_memory_that_was_erased_while_it_was_embedded_is_not_kept(index: Path, keys: KeyStore) -> None:
    vectors = opened(index, keys)
    rows = np.stack([row(text) for text in TEXTS[:2]])
    assert vectors.put([key(0), key(1)], rows, lambda: frozenset({key(0)[0]})) == 1
    assert held(opened(index, keys)) == {key(1)}


def test_vectors_whose_key_was_destroyed_are_begun_anew(index: Path, keys: KeyStore) -> None:
    put(opened(index, keys), 0)
    line = vector_files(index)[0].read_bytes().partition(b"\n")[0]
    slot = line.decode().partition('"slot":"')[2].partition('"')[0]
    assert keys.destroy_slot(slot)
    again = opened(index, keys)
    assert not len(again)
    put(again, 1)
    assert held(opened(index, keys)) == {key(1)}


def test_without_the_store_key_nothing_is_read_or_kept(index: Path, tmp_path: Path) -> None:
    with KeyStore(tmp_path, master=b"m" * 32) as keys:
        put(opened(index, keys), 0)
    with KeyStore(tmp_path, master=b"x" * 32) as locked:
        vectors = opened(index, locked)
        assert not len(vectors)
        with pytest.raises(KeysLocked):
            put(vectors, 1)
    with KeyStore(tmp_path, master=b"m" * 32) as keys:
        assert held(opened(index, keys)) == {key(0)}


def test_whoever_waits_too_long_for_a_turn_is_told(index: Path) -> None:
    with vector_file.turn(index), pytest.raises(StoreBusy, match="another process"), vector_file.turn(index, 0):
        pytest.fail("there is one writer at a time")


def test_one_worker_at_a_time_makes_vectors(index: Path) -> None:
    first, second = Worker(index), Worker(index)
    assert (first.alone(), second.alone(), first.alone()) == (True, False, True)
    first.leave()
    assert second.alone()
    second.leave()


WRITER = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[3:]
from test_vectors import opened, put
from remembrancer.infrastructure.keys import KeyStore
with KeyStore(Path(sys.argv[1])) as keys:
    vectors = opened(Path(sys.argv[1]) / "index", keys)
    for number in range(int(sys.argv[2]), 60, 2):
        put(vectors, number, (number + 1) % 60)
"""


def test_processes_that_write_at_once_keep_every_vector_once(index: Path, keys: KeyStore, tmp_path: Path) -> None:
    places = [str(Path(__file__).parent), *sys.path]
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), str(first), *places]) for first in (0, 1)]
    assert [writer.wait() for writer in writers] == [0, 0]
    vectors = opened(index, keys)
    assert sorted(vectors.keys()) == [key(number) for number in range(60)]
    assert vectors.similarities(row(TEXTS[3]), [key(number) for number in range(3, 60, 4)]) == pytest.approx(
        1, abs=0.01
    )


@given(arrays.arrays(np.float32, (5, DIMENSION), elements=st.floats(-1, 1, width=32)))
def test_a_row_in_a_quarter_of_its_size_differs_by_less_than_a_step(rows: NDArray[np.float32]) -> None:
    table = compact(rows, [key(number) for number in range(5)])
    steps = np.abs(rows).max(axis=1, keepdims=True) / 127
    assert (np.abs(table.rows * table.scales[:, None] - rows) <= steps / 2 + 1e-6).all()
