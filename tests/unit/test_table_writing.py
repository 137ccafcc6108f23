"""Writing a table of words: what was written is read, whole or not at all."""

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.infrastructure.search.neighbour_table import NeighbourTable
from remembrancer.infrastructure.search.table_writing import WIDTH, write_table

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zs")), min_size=1, max_size=5)


@given(st.dictionaries(WORDS, st.lists(WORDS, max_size=3, unique=True), min_size=1), st.sampled_from([1.0, 0.8, 0.004]))
def test_what_was_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, others: dict[str, list[str]], weight: float
) -> None:
    folder = tmp_path_factory.mktemp("tables") / "table"
    write_table(folder, others, weight)
    table = NeighbourTable.open(str(folder))
    for word, found in others.items():
        assert [other for other, _ in table.of(word)] == found
        assert all(near == pytest.approx(weight, abs=1 / 255) and near > 0 for _, near in table.of(word))
    assert table.of("not a word of it") == []


def test_only_the_best_of_many_others_are_kept(tmp_path: Path) -> None:
    write_table(tmp_path / "t", {"a": [f"w{number}" for number in range(WIDTH + 5)]}, 0.5)
    found = NeighbourTable.open(str(tmp_path / "t")).of("a")
    assert [word for word, _ in found] == [f"w{number}" for number in range(WIDTH)]


def test_a_table_that_is_there_is_kept_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_table(tmp_path / "t", {"a": ["first"]}, 1)
    write_table(tmp_path / "t", {"a": ["second"]}, 1)
    assert NeighbourTable.open(str(tmp_path / "t")).of("a") == [("first", 1.0)]
    assert [path.name for path in tmp_path.iterdir()] == ["t"]
    assert stat.S_IMODE((tmp_path / "t").stat().st_mode) == 0o700


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    write_table(tmp_path / "not" / "yet" / "t", {"a": ["b"]}, 1)
    assert (tmp_path / "not" / "yet" / "t").is_dir()


def test_a_place_that_is_no_folder_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("taken")
    with pytest.raises(OSError, match="file"):
        write_table(tmp_path / "file" / "t", {"a": ["b"]}, 1)
    with pytest.raises(OSError, match="file"):
        write_table(tmp_path / "file", {"a": ["b"]}, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
