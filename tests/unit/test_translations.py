"""Translations: English and Chinese words meet, by senses that are words and not phrases."""

import pytest

from remembrancer.infrastructure.search.dictionary import Dictionary
from remembrancer.infrastructure.search.tokens import Tokenizer
from remembrancer.infrastructure.search.translations import (
    TRANSLATIONS_MAX,
    Translations,
    edition,
    read_translations,
)

TOKENIZER = Tokenizer(Dictionary(()))


@pytest.fixture(scope="module")
def table() -> Translations:
    return read_translations(TOKENIZER.terms)


@pytest.mark.parametrize(
    ("english", "chinese"),
    [("server", "服务器"), ("memory", "记忆"), ("dog", "狗"), ("teacher", "老师"), ("invoice", "发票")],
)
def test_words_translate_each_other_in_both_directions(table: Translations, english: str, chinese: str) -> None:
    (term,) = TOKENIZER.terms(english)
    assert chinese in table[term]
    assert term in table[chinese]


def test_every_word_has_a_few_translations_and_all_of_them_are_terms(table: Translations) -> None:
    assert len(table) > 100_000
    assert max(map(len, table.values())) == TRANSLATIONS_MAX
    assert all(found and len(set(found)) == len(found) for found in table.values())
    for word in ("传统", "tradit"):
        for other in table[word]:
            assert word in table[other] or len(table[other]) == TRANSLATIONS_MAX


def test_stop_words_and_notes_of_the_dictionary_translate_nothing(table: Translations) -> None:
    assert {"the", "of", "to", "sb", "sth", ""}.isdisjoint(table.keys())
    assert "㐅" not in table  # an archaic variant of 五, as the dictionary says of it
    assert all(" " not in word for word in table)


def test_an_earlier_sense_comes_before_a_later_one(table: Translations) -> None:
    assert table["传统"][0] == "tradit"
    assert table["狗"][0] == "dog"


def test_the_edition_names_the_file_that_is_read() -> None:
    assert edition().endswith(".txt.gz")
