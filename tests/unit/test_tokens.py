"""Terms: what a text is found by, in every script, and what a question asks for."""

import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remembrancer.infrastructure.search import segmenter, stop_words
from remembrancer.infrastructure.search.compounds import CHARS_MAX
from remembrancer.infrastructure.search.dictionary import Dictionary, Entry
from remembrancer.infrastructure.search.segmenter import Segmenter
from remembrancer.infrastructure.search.tokens import Tokenizer

TOKENIZER = Tokenizer(Dictionary.load(None))
ANOTHER = Tokenizer(Dictionary.load(None))

ANY_CHARACTER = st.characters(codec=None)  # lone surrogates and NUL too
ANY_TEXT = st.text(ANY_CHARACTER, max_size=60) | st.text(
    "aB1_.-:/@'’,+#=中的服务か한สุ́\u200b\u0301\ud83d👍 ", max_size=60
)


def terms(text: str) -> list[str]:
    return TOKENIZER.terms(text)


def kinds(text: str) -> dict[str, str]:
    return {term.term: term.kind for term in TOKENIZER.query(text)}


def finds(question: str, text: str) -> bool:
    """Whether all that a question asks for stands in a text."""
    asked = {term.term for term in TOKENIZER.query(question)}
    return bool(asked) and asked <= set(terms(text))


# Chinese


def test_a_domain_word_is_cut_out_whole_and_found_by_the_words_inside_it() -> None:
    assert [term for term, kind in kinds("五元组审查").items() if kind == "word"] == ["五元组", "审查"]
    assert [term for term, kind in kinds("五元组审查").items() if kind == "part"] == ["五元", "元组"]


def test_a_name_of_the_house_does_not_stick_to_the_words_behind_it() -> None:
    assert terms("惠迈校准框架") == ["惠迈", "校准", "框架"]


def test_a_word_of_the_stores_dictionary_is_cut_out_where_jieba_alone_would_not() -> None:
    mine = Tokenizer(Dictionary((Entry(("云雀湾",), 1000),)))

    assert "云雀湾" not in terms("去云雀湾散步")
    assert "云雀湾" in mine.terms("去云雀湾散步")
    assert "云雀湾" in mine.terms("去雲雀灣散步"), "the text may be in traditional characters"


@pytest.mark.parametrize("question", ["腾讯云", "部署", "服务器", "国内节点"])
def test_words_of_two_characters_are_found_in_a_sentence_without_blanks(question: str) -> None:
    assert finds(question, "用户服务器部署在腾讯云国内节点")


@pytest.mark.parametrize("question", ["悬空", "itgc", "gen", "gen-itgc", "50", "修复"])
def test_latin_letters_and_digits_are_cut_from_the_chinese_around_them(question: str) -> None:
    assert finds(question, "步2 重跑gen-itgc后50条悬空引用清零，修复已验证")


def test_traditional_and_simplified_characters_meet() -> None:
    assert terms("國語資料庫") == terms("国语资料库")


@pytest.mark.parametrize(
    "text", ["的", "是", "了", "的是了", "什么", "the", "AND OR NOT", "What is it?", "don't", "don’t"]
)
def test_stop_words_alone_ask_for_nothing(text: str) -> None:
    assert TOKENIZER.query(text) == []


@pytest.mark.parametrize(
    "text", ["", "  ", "???", '"', "*", "/", "= /", "`", "。，！", "\x00", "\ud83d", "\u0301", "\u200b"]
)
def test_what_says_nothing_asks_for_nothing(text: str) -> None:
    assert TOKENIZER.query(text) == []


def test_stop_words_are_written_as_they_are_looked_up() -> None:
    simplified = segmenter.simplified_characters()
    for word in stop_words.STOP_WORDS:
        assert word == unicodedata.normalize("NFKC", word.casefold()).translate(simplified)


# Other scripts


@pytest.mark.parametrize(
    "text",
    ["这是中文", "これは日本語です", "이건 한국어야", "Это русский", "यह रूसी है", "ภาษาไทย", "שלום עולם", "مرحبا"],
)
def test_a_text_of_any_script_is_found_by_itself_and_shares_nothing_with_the_others(text: str) -> None:
    others = {"这是中文", "これは日本語です", "이건 한국어야", "Это русский", "यह रूसी है", "ภาษาไทย"} - {text}

    assert finds(text, text)
    assert not [other for other in others if set(terms(text)) & set(terms(other))]


@pytest.mark.parametrize(
    ("text", "grams"),
    [
        ("です", ["です"]),
        ("プロジェクトの", ["プロ", "ロジ", "ジェ", "ェク", "クト", "の"]),
        ("한국어야", ["한국", "국어", "어야"]),
        ("ไทย", ["ไท", "ทย"]),
        ("ｶﾅ", ["カナ"]),
    ],
)
def test_scripts_without_blanks_give_pairs_of_characters(text: str, grams: list[str]) -> None:
    assert terms(text) == grams
    assert set(kinds(text).values()) == {"gram"}


def test_words_keep_the_marks_that_make_their_letters() -> None:
    assert terms("हिन्दी भाषा") == ["हिन्दी", "भाषा"]


def test_an_emoji_is_a_term_whatever_its_skin() -> None:
    assert terms("👍🏽 cake 🇩🇪🇫🇷 ❤️") == ["👍", "cake", "🇩🇪", "🇫🇷", "❤"]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("ＡＢＣ１２", "abc12"),
        ("ﬁne", "fine"),
        ("STRASSE", "straße"),
        ("café", "CAFE"),
        ("cafe\u0301", "café"),
        ("Zürich", "zurich"),
        ("co\u00adoperate", "cooperate"),
        ("zero\u200bwidth", "zerowidth"),
        ("\u202bright\u202c", "right"),
        ("agents’", "agent"),
        ("the agent's", "agents"),
        ("говорят", "говорить"),
        ("O’Brien", "o'brien"),
        ("pre‐edit", "pre-edit"),
    ],
)
def test_spellings_of_one_word_are_one_term(a: str, b: str) -> None:
    assert terms(a) == terms(b) != []


# Identifiers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("config.retry_1", ["config.retry_1", "config", "retry_1", "retri", "1"]),
        ("grammar::fa", ["grammar::fa", "grammar", "fa"]),
        ("C++", ["c++", "c"]),
        ("C#", ["c#", "c"]),
        ("C++/CLI", ["c++", "c", "cli"]),
        ("ubuntu 20.04", ["ubuntu", "20.04", "20", "04"]),
        ("gen-itgc", ["gen-itgc", "gen", "itgc"]),
        ("Downloads/transcripts", ["downloads/transcripts", "download", "transcript"]),
        ("a@b.com", ["a@b.com", "b.com", "b", "com"]),
        ("getUserName", ["getusername", "user", "name"]),
        ("HTTPServer", ["httpserver", "http", "server"]),
        ("APIs", ["api"]),
        ("v2.3.1", ["v2.3.1", "v2", "v", "2", "3", "1"]),
        ("1,234.50", ["1234.50", "1", "234", "50"]),
        ("1990s", ["1990s", "1990", "s"]),
        ("function()", ["function"]),
        ("TODO: fix", ["todo", "fix"]),
        ("sum= /", ["sum"]),
        ("`backtick`", ["backtick"]),
        ("__init__", ["init"]),
        ("wait...then", ["wait"]),
        ("o'brien", ["obrien", "brien"]),
        ("don't use agents", ["use", "agent"]),
        ("2026-05-01", ["2026-05-01", "2026", "05", "01"]),
    ],
)
def test_what_is_written_without_blanks_is_kept_whole_and_taken_apart(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize("question", ["pre-edit", "ask-codex", "agentic-os dashboard", "codex ask", "OS"])
def test_a_question_of_operators_is_read_as_words(question: str) -> None:
    assert finds(question, "the pre-edit hook of ask-codex feeds the agentic-os dashboard")


def test_a_question_finds_the_note_with_its_words() -> None:
    assert finds("When did Melanie paint a sunrise?", "Melanie painted that sunrise in 2022")


def test_the_parts_of_a_question_are_told_from_its_words() -> None:
    assert kinds("config.retry_1") == {
        "config.retry_1": "word",
        "config": "part",
        "retry_1": "part",
        "retri": "part",
        "1": "part",
    }


def test_a_question_names_its_words_unstemmed_for_whoever_knows_their_neighbours() -> None:
    assert [(term.term, term.surface) for term in TOKENIZER.query("Running Ponies")] == [
        ("run", "running"),
        ("poni", "ponies"),
    ]


def test_a_question_asks_for_each_term_once() -> None:
    assert [term.term for term in TOKENIZER.query("paint, painted, painting")] == ["paint"]
    assert terms("paint, painted, painting") == ["paint"] * 3


# Names that mean the same


@pytest.mark.parametrize(
    "name",
    ["five-factor", "Five Factors", "5-factor", "trust verification", "五因子", "五因素", "信任验证", "信任驗證"],
)
def test_all_names_of_a_thing_give_one_term(name: str) -> None:
    assert kinds(name)["=five-factor"] == "alias"
    assert "=five-factor" in terms(f"we need {name}模型 today")


def test_a_part_of_a_name_is_not_the_name() -> None:
    for text in ("five", "factor five", "trust without verification", "verification trust", "因子"):
        assert "=five-factor" not in terms(text)


def test_the_words_of_a_name_still_find_but_as_parts_of_it() -> None:
    assert kinds("trust verification works") == {
        "trust": "part",
        "verif": "part",
        "work": "word",
        "=five-factor": "alias",
    }


def test_the_longest_name_wins_where_several_begin() -> None:
    mine = Tokenizer(Dictionary((Entry(("night", "dark")), Entry(("night shift", "late duty")))))

    assert [term for term in mine.terms("a night shift, a night") if term[0] == "="] == ["=night shift", "=night"]


def test_a_domain_word_of_several_scripts_is_a_term_beside_its_parts() -> None:
    mine = Tokenizer(Dictionary((Entry(("Edu Trust认证",)),)))

    assert mine.terms("通过edu trust認證") == ["通过", "edu", "trust", "认证", "=edu trust认证"]


def test_a_stop_word_that_the_dictionary_names_is_a_term() -> None:
    mine = Tokenizer(Dictionary((Entry(("WHO", "World Health Organization")), Entry(("state of the art", "最新技术")))))

    assert mine.terms("Who says") == ["who", "say", "=who"]
    assert mine.terms("the world health organization")[-1] == "=who"
    assert "=state of the art" in mine.terms("it is state-of-the-art")
    assert "=state of the art" not in mine.terms("a state art")


def test_a_text_cannot_write_the_term_of_a_name() -> None:
    assert "=five-factor" not in Tokenizer(Dictionary(())).terms("=five-factor")


# Any text at all


@given(text=ANY_TEXT)
def test_no_text_fails_and_each_of_its_terms_can_be_stored_and_asked_for(text: str) -> None:
    found = terms(text)

    assert found == terms(text) == ANOTHER.terms(text)
    assert {term.term for term in TOKENIZER.query(text)} == set(found)
    for term in found:
        assert term.encode()
        assert term == term.strip()
        assert len(term) <= 4 * CHARS_MAX


@given(text=st.text(ANY_CHARACTER, max_size=40), word=st.text("bcdfghjkmnpqrtvwxz", min_size=5, max_size=12))
def test_a_rare_word_between_blanks_is_found_whatever_stands_around_it(text: str, word: str) -> None:
    assert finds(word, f"{text} {word} {text}")


@settings(max_examples=20)
@given(unit=st.text(ANY_CHARACTER, min_size=1, max_size=4), times=st.integers(1, 2000))
def test_the_number_of_terms_grows_no_faster_than_the_text(unit: str, times: int) -> None:
    # NFKC makes at most 18 characters of one, and each character stands in at most six terms.
    assert len(terms(unit * times)) <= 6 * 18 * len(unit) * times


@pytest.mark.parametrize(
    "unit",
    [
        "x",
        "x.",
        "xY",
        "x1",
        "1,",
        "_",
        "+",
        "x'",
        " ",
        "中",
        "中x",
        "か",
        "👍",
        "क्",
        "\u0300\u0323",
        "\ud83d",
        "\x00",
        "\ufdfa",
        "x-",
        "::",
    ],
)
def test_a_very_long_run_without_a_blank_is_taken_apart(unit: str) -> None:
    # Long enough that whatever grows with the square of it would not come back before the test is ended.
    text = unit * (200_000 // len(unit))

    found = terms(text)

    # U+FDFA alone is 18 characters in NFKC.
    assert len(found) <= len(text) * 6
    assert all(len(term) <= CHARS_MAX for term in set(found))


def test_a_megabyte_of_one_word_is_found_by_its_beginning() -> None:
    found = terms("x" * 1_000_000)

    assert found
    assert found[0] == "x" * CHARS_MAX


def test_marks_piled_on_a_letter_are_not_ordered_for_ever() -> None:
    # Putting this pile into canonical order would take 10^11 steps.
    assert terms("x" + "\u0300\u0323" * 500_000 + " behind") == ["x", "behind"]


def test_a_keyword_at_the_end_of_a_long_text_is_found() -> None:
    assert finds("zebrafish", "filler words of no weight. " * 40_000 + "zebrafish")


def test_many_threads_may_ask_one_tokenizer() -> None:
    fresh = Tokenizer(Dictionary.load(None))
    texts = [f"agents{n} 五元组审查 running {n % 7} trust verification" for n in range(400)]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(fresh.terms, texts)) == [terms(text) for text in texts]


# The segmenter


@pytest.fixture(scope="module")
def engines() -> list[Segmenter]:
    """One segmenter by each library that cuts Chinese."""
    made: list[Segmenter] = []
    for name in ("rjieba", "jieba"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(segmenter, "engine_name", lambda name=name: name)
            one = Segmenter({"五元组": None, "惠迈": None, "云雀湾": 1000})
            one.cut("中文")
        made.append(one)
    return made


@pytest.mark.parametrize(
    "text",
    [
        "五元组审查",
        "惠迈校准框架",
        "去云雀湾散步",
        "用户服务器部署在腾讯云国内节点",
        "中华人民共和国成立于一九四九年十月一日",
        "𠮷野家㐀鿿",
        "々〇人々",
        "南京市长江大桥",
    ],
)
def test_both_libraries_cut_the_same_words(engines: list[Segmenter], text: str) -> None:
    fast, plain = (engine.cut(text) for engine in engines)

    assert fast == plain
    assert "".join(word for word, _ in fast) == text


def test_words_inside_a_long_one_are_those_of_jiebas_search_mode(engines: list[Segmenter]) -> None:
    for engine in engines:
        assert engine.cut("中华人民共和国") == [("中华人民共和国", ("中华", "华人", "人民", "共和", "共和国"))]


def test_english_alone_loads_no_chinese_dictionary() -> None:
    fresh = Tokenizer(Dictionary.load(None))
    fresh.terms("trust verification of five-factor agents")

    assert not fresh._segmenter.is_loaded
    assert fresh.terms("五因子") == ["因子", "五因子", "=five-factor"]


def test_the_default_dictionary_of_jieba_is_left_alone(engines: list[Segmenter]) -> None:
    assert engines[1].cut("五元组")[0][0] == "五元组"
    assert not sys.modules["jieba"].dt.initialized
