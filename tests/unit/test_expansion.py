"""Expansion: the other names of the words of a question, as far as the memories hold them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from remembrancer.infrastructure.search import expansion as module
from remembrancer.infrastructure.search.dictionary import Dictionary
from remembrancer.infrastructure.search.documents import OPEN, Asked, Place
from remembrancer.infrastructure.search.expansion import COMMON_MIN, Expansion
from remembrancer.infrastructure.search.index import Group, SearchIndex
from remembrancer.infrastructure.search.neighbour_table import NeighbourTable
from remembrancer.infrastructure.search.table_writing import write_table
from remembrancer.infrastructure.search.tokens import Tokenizer

TOKENIZER = Tokenizer(Dictionary.load(None))


def table(folder: Path, others: Mapping[str, Sequence[str]], weight: float) -> NeighbourTable:
    write_table(folder, others, weight)
    return NeighbourTable.open(str(folder))


def asking(position: int = OPEN) -> Asked:
    return Asked(position=position, at=0, valid_at=None, scopes=("fleet",), layers=("L2",))


def holding(*texts: str) -> SearchIndex:
    index = SearchIndex()
    for number, text in enumerate(texts, 1):
        index.add_words(f"m{number}", number, 0, TOKENIZER.terms(text), None, "fleet")
        index.place(Place(f"m{number}", "fleet", "L2", "live", 1, 0, None, None), number)
        index.followed(number)
    return index


@pytest.fixture
def expansion(tmp_path: Path) -> Expansion:
    neighbours = table(tmp_path / "n", {"car": ["automobile", "cars", "two words"], "茶": ["茶叶"]}, 0.6)
    translations = table(tmp_path / "t", {"car": ["汽车", "automobil"], "茶": ["tea"]}, 0.8)
    return Expansion(TOKENIZER, neighbours, translations)


def members(groups: list[Group]) -> list[dict[str, float]]:
    return [{term: round(weight, 2) for term, weight in group.members} for group in groups]


def test_a_word_has_the_names_that_a_memory_holds_each_by_the_best_that_says_so(expansion: Expansion) -> None:
    index = holding("an automobile", "一辆汽车", "a boat")
    groups = expansion.groups("Cars?", index, asking())
    assert [(group.surface, group.times) for group in groups] == [("cars", 1)]
    assert members(groups) == [{"car": 1.0, "汽车": 0.8, "automobil": 0.8}]
    assert members(expansion.groups("car", index, asking())) == [{"car": 1.0, "automobil": 0.8, "汽车": 0.8}]


def test_what_no_memory_held_at_the_asked_position_is_left_out(expansion: Expansion) -> None:
    index = holding("a boat", "一辆汽车", "an automobile")
    assert [members(expansion.groups("car", index, asking(position))) for position in range(4)] == [
        [{"car": 1.0}],
        [{"car": 1.0}],
        [{"car": 1.0, "汽车": 0.8}],
        [{"car": 1.0, "automobil": 0.8, "汽车": 0.8}],
    ]


def test_a_name_that_too_many_memories_hold_is_left_out(expansion: Expansion) -> None:
    few = holding(*["一辆汽车"] * COMMON_MIN)
    many = holding(*["一辆汽车"] * (COMMON_MIN + 1))
    assert members(expansion.groups("car", few, asking())) == [{"car": 1.0, "汽车": 0.8}]
    assert members(expansion.groups("car", many, asking())) == [{"car": 1.0}]
    assert members(expansion.groups("汽车", many, asking())) == [{"汽车": 1.0}]  # as it was asked, it stays


def test_parts_of_words_have_no_other_names(expansion: Expansion) -> None:
    index = holding("tea 茶", "automobile")
    groups = expansion.groups("car-pool", index, asking())
    assert [list(group) for group in members(groups)] == [["car-pool"], ["car"], ["pool"]]


def test_a_word_that_is_asked_twice_counts_twice(expansion: Expansion) -> None:
    assert [group.times for group in expansion.groups("car boat CARS", holding("boat"), asking())] == [2, 1]


def test_a_question_of_stop_words_has_no_groups(expansion: Expansion) -> None:
    assert expansion.groups("what is the 的 了 ?", holding("what is the"), asking()) == []


def test_without_tables_words_count_as_they_are() -> None:
    assert members(Expansion(TOKENIZER, None, None).groups("car", holding("automobile"), asking())) == [{"car": 1.0}]


def test_a_word_has_the_same_names_when_it_is_asked_again_and_after_many_others(
    expansion: Expansion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "KNOWN_MAX", 2)
    index = holding("an automobile")
    first = expansion.groups("car", index, asking())
    for word in ("one", "two", "three", "car", "car"):
        groups = expansion.groups(word, index, asking())
    assert groups == first
