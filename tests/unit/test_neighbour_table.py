"""The table of word neighbours: what it holds, and what it answers to words that it does not hold."""

import hashlib
import itertools
import json
import os
import re
import threading
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from remembrancer.infrastructure.search import neighbour_table
from remembrancer.infrastructure.search.neighbour_table import NeighbourTable
from remembrancer.infrastructure.search.stems import Stems
from remembrancer.infrastructure.search.stop_words import STOP_WORDS

SHIPPED = Path(neighbour_table.__file__).with_name("neighbours")
Neighbours = dict[str, list[tuple[str, int]]]


@pytest.fixture(scope="module")
def table() -> NeighbourTable:
    return NeighbourTable.open()


@pytest.fixture(scope="module")
def words() -> list[str]:
    """Every word that the shipped table knows."""
    return (SHIPPED / "words.txt").read_text(encoding="utf-8").splitlines()


def array(name: str) -> NDArray[np.uint32]:
    return np.load(SHIPPED / f"{name}.npy")


def write(folder: Path, neighbours: Neighbours) -> Path:
    """Write a table by its description: for each word its neighbours, and how near they are in 255ths."""
    words = sorted(neighbours)
    width = max(map(len, neighbours.values()))
    rows = [neighbours[word] + [("", 0)] * (width - len(neighbours[word])) for word in words]
    lines = [f"{word}\n".encode() for word in words]
    (folder / "words.txt").write_bytes(b"".join(lines))
    starts = [0, *itertools.accumulate(map(len, lines))][:-1]
    np.save(folder / "offsets.npy", np.array(starts, np.uint32))
    ids = [[words.index(word) if word else 0 for word, _ in row] for row in rows]
    np.save(folder / "ids.npy", np.array(ids, np.uint32))
    np.save(folder / "weights.npy", np.array([[weight for _, weight in row] for row in rows], np.uint8))
    return folder


def test_a_word_is_answered_with_its_neighbours_and_how_near_they_are(tmp_path: Path) -> None:
    write(tmp_path, {"car": [("auto", 255), ("汽车", 51)], "auto": [("car", 255)], "汽车": [("car", 51)], "zoo": []})
    table = NeighbourTable.open(str(tmp_path))
    assert table.of("car") == [("auto", 1.0), ("汽车", 0.2)]
    assert table.of("汽车") == [("car", 0.2)]
    assert table.of("zoo") == []
    assert len(table) == 4


@given(st.dictionaries(st.text(st.characters(codec="utf-8", exclude_categories=("Cc",)), min_size=1), st.just(0)))
def test_every_word_of_a_table_is_found_and_no_other(
    tmp_path_factory: pytest.TempPathFactory, known: dict[str, int]
) -> None:
    folder = write(tmp_path_factory.mktemp("table"), {**{word: [(word, 255)] for word in known}, "a": [("a", 255)]})
    table = NeighbourTable.open(str(folder))
    for word in known:
        assert table.of(word) == [(word, 1.0)]
        for other in (word[:-1], f"{word}b", f"{word}\n"):
            assert bool(table.of(other)) == (other in known or other == "a")


@given(st.text())
def test_any_text_is_answered(table: NeighbourTable, text: str) -> None:
    assert all(word and 0 < weight <= 1 for word, weight in table.of(text))


@pytest.mark.parametrize(
    "word",
    [
        "",
        " ",
        "\n",
        "\0",
        "trust\n",
        "trust\0",
        "\ntrust",
        "🙂",
        "\ud800",
        "x" * 1_000_000,
        "信" * 100_000,
        "Trust",
        "the",
        "3",
    ],
    ids=ascii,
)
def test_what_is_no_word_of_the_table_has_no_neighbours(table: NeighbourTable, word: str) -> None:
    assert table.of(word) == []


def test_two_neighbouring_lines_are_not_one_word(table: NeighbourTable, words: list[str]) -> None:
    assert table.of(words[10])
    assert table.of(f"{words[10]}\n{words[11]}") == []


def test_the_first_and_the_last_word_are_found(table: NeighbourTable, words: list[str]) -> None:
    row = {word: number for number, word in enumerate(words)}
    weights = array("weights")
    for word in (words[0], words[-1]):
        assert len(table.of(word)) == np.count_nonzero(weights[row[word]])


@pytest.mark.parametrize(
    ("word", "neighbour"),
    [
        ("nervous", "anxious"),
        ("buy", "purchase"),
        ("doctor", "physician"),
        ("高兴", "愉快"),
        ("医生", "医师"),
        ("cat", "猫"),
        ("猫", "cat"),
        ("trust", "信任"),
        ("信任", "trust"),
        ("paris", "巴黎"),
    ],
)
def test_words_of_nearly_one_meaning_are_neighbours(table: NeighbourTable, word: str, neighbour: str) -> None:
    assert neighbour in [near for near, _ in table.of(word)]


def test_neighbours_come_nearest_first() -> None:
    weights = array("weights").astype(int)
    assert (np.diff(weights, axis=1) <= 0).all()


def test_no_word_is_its_own_neighbour_nor_named_twice() -> None:
    ids, used = array("ids"), array("weights") > 0
    assert not ((ids == np.arange(len(ids))[:, None]) & used).any()
    assert all(len(set(row[use])) == use.sum() for row, use in zip(ids, used, strict=True))


def test_no_neighbour_has_the_stem_of_its_word_or_of_another_neighbour(table: NeighbourTable, words: list[str]) -> None:
    # The index finds all words of a stem already, so these would be places lost.
    stems = Stems()
    for word in words[:3000]:
        found = [stems.of(near) for near in (word, *(near for near, _ in table.of(word)))]
        assert len(found) == len(set(found)), f"{word}: {found}"


def test_most_of_the_words_that_may_be_neighbours_know_each_other() -> None:
    # Twelve places are few: who has many near words leaves some of them out.
    ids, used = array("ids"), array("weights") > 0
    pairs = {(row, near) for row, nears, use in zip(range(len(ids)), ids, used, strict=True) for near in nears[use]}
    firsts = {near for _, near in pairs}
    between = [(row, near) for row, near in pairs if row in firsts]
    assert sum((near, row) in pairs for row, near in between) > len(between) / 2


def test_words_stand_once_in_the_order_of_their_code_points_as_the_index_folds_them(words: list[str]) -> None:
    assert words == sorted(set(words))
    assert all(unicodedata.normalize("NFKC", word).casefold() == word for word in words)
    assert all(re.fullmatch("[a-z]{2,}|[\u3400-\u9fff]+", word) for word in words)


def test_the_table_wastes_no_places_on_stop_words(words: list[str]) -> None:
    # A few that are named later do no harm: nobody asks for them, and no index holds them.
    assert len(STOP_WORDS.intersection(words)) < len(STOP_WORDS) / 20


def test_both_languages_meet(table: NeighbourTable, words: list[str]) -> None:
    def crosses(word: str) -> bool:
        return any(near.isascii() != word.isascii() for near, _ in table.of(word))

    sample = words[:: len(words) // 2000]
    assert sum(map(crosses, sample)) > len(sample) / 2


def test_the_table_says_what_it_is_made_of_and_is_that(words: list[str]) -> None:
    about = json.loads((SHIPPED / "about.json").read_text())
    for name, digest in about["sha256"].items():
        assert hashlib.sha256((SHIPPED / name).read_bytes()).hexdigest() == digest, name
    assert sum(about["words"].values()) == len(words)
    assert about["neighbours"] == np.count_nonzero(array("weights"))
    for work in ("multilingual-e5-small", "jieba", "GloVe", "SCOWL"):
        assert work in (SHIPPED / "NOTICE").read_text()


def test_the_table_is_small_enough_to_ship() -> None:
    assert sum(file.stat().st_size for file in SHIPPED.iterdir()) < 12_000_000


def test_many_threads_get_the_same_answers(table: NeighbourTable, words: list[str]) -> None:
    asked = words[:: len(words) // 500]
    expected = [table.of(word) for word in asked]
    answers: list[list[list[tuple[str, float]]]] = []
    start = threading.Barrier(4)

    def ask() -> None:
        start.wait()
        answers.append([table.of(word) for word in asked])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 4


@pytest.mark.parametrize("name", ["words.txt", "offsets.npy", "ids.npy", "weights.npy"])
def test_a_missing_file_is_named(name: str, tmp_path: Path) -> None:
    folder = write(tmp_path, {"a": [("b", 255)], "b": [("a", 255)]})
    os.remove(folder / name)
    with pytest.raises(FileNotFoundError, match=re.escape(name)):
        NeighbourTable.open(str(folder))


def test_files_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, {"a": [("b", 255)], "b": [("a", 255)]})
    np.save(folder / "offsets.npy", np.zeros(3, np.uint32))
    with pytest.raises(ValueError, match="3 words, 2 neighbours and 2 weights"):
        NeighbourTable.open(str(folder))
