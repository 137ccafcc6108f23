"""The words of dreams: practices, patterns and reflections are put together from their sources, and invent nothing."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.dreams.clauses import clauses_in, language_of, likings
from remembrancer.domain.dreams.wording import CONNECTING, compose_practice, core_of, is_instruction, one_line
from remembrancer.domain.dreams.wording_patterns import compose_pattern, weight_of
from remembrancer.domain.dreams.wording_reflections import CHARS_MAX, News, compose_reflection, path_of

SENTENCES = (
    "Use 150-word abstracts", "user prefers shorter versions", "Read rate rose 30%", "The error rate fell by 12 %.",
    "User prefers black and white charts", "prefers bullet points", "dislikes tables", "Anna likes tea, and milk",
    "Keep retry_1 (not retry_2) for v2.4.1", "Send the report; ask twice", "npm 10 breaks the build. It hangs.",
    "Anna may dislike red-eye flights", "Ben doesn't like calls before 9:15", "Never deploy on Fridays!",
    "使用150字摘要", "用户偏好更短的版本", "阅读率提高了30%", "用户不喜欢表格、脚注", "错误率下降 12%。",
    "小明可能不喜欢红眼航班", "不要在周五部署", "Anna喜欢茶", "用户偏好 bullet points；要求附上来源",
    "- first\n- second", "", "Best practice:", "Also: more", "the the", "A, b, and c", "1", "…", "x (3x verified).",
)  # fmt: skip
TEXTS = st.sampled_from(SENTENCES)
SPOKEN = TEXTS.filter(lambda text: bool(text.strip(" .。;；!！,，、\n")))
HAN = re.compile("[\u3400-\u9fff]+")
WORD = re.compile("[^\\W_\u3400-\u9fff]+")
CONNECTING_HAN = "".join(word for word in CONNECTING if HAN.match(word))


def invented(result: str, sources: list[str], *numbers: int) -> set[str]:
    """Return the words and numbers of a text that are neither in its sources nor connecting words."""
    known = {word.lower() for source in sources for word in WORD.findall(source)}
    counts = {f"{number}x" for number in numbers} | {str(number) for number in numbers}
    latin = {word.lower() for word in WORD.findall(result)} - known - CONNECTING - counts
    signs = set("".join(HAN.findall(result))) - set("".join(sources)) - set(CONNECTING_HAN)
    return latin | signs


def test_a_practice_says_how_often_it_was_verified_and_what_supports_it() -> None:
    assert compose_practice(
        "Use 150-word abstracts",
        ["Use 150-word abstracts"] * 3,
        ["user prefers shorter versions", "read rate rose 30%"],
        3,
    ) == ("Best practice: 150-word abstracts (3x verified, +30% read rate). Also: user prefers shorter versions.")


def test_a_practice_in_chinese_reads_as_one_in_english() -> None:
    composed = compose_practice("使用150字摘要", ["使用150字摘要"] * 3, ["用户偏好更短的版本", "阅读率提高了30%"], 3)
    assert composed == "最佳实践：150字摘要（3次验证，阅读率 +30%）。另：用户偏好更短的版本。"


@pytest.mark.parametrize(
    ("core", "composed"),
    [
        ("User prefers tea", "User prefers tea (3x verified)."),
        ("user prefers tea.", "User prefers tea (3x verified)."),
        ("retry_1 fails at night", "retry_1 fails at night (3x verified)."),
        ("Never deploy on Fridays", "Best practice: never deploy on Fridays (3x verified)."),
        ("Use the staging server for tests", "Best practice: use the staging server for tests (3x verified)."),
        ("Read the manual first", "Best practice: read the manual first (3x verified)."),
        ("Read rate rose 30%", "Read rate rose 30% (3x verified)."),
        ("Use cases are documented", "Use cases are documented (3x verified)."),
        ("用户偏好茶", "用户偏好茶（3次验证）。"),
        ("不要在周五部署", "最佳实践：不要在周五部署（3次验证）。"),
        ("用中文给用户写摘要，附上来源", "最佳实践：用中文给用户写摘要，附上来源（3次验证）。"),
    ],
)
def test_instructions_get_a_label_and_statements_stay_as_they_are(core: str, composed: str) -> None:
    assert compose_practice(core, [core], [], 3) == composed


@pytest.mark.parametrize(
    ("remark", "figure"),
    [
        ("The read rate went up by 30 %.", "+30% read rate"),
        ("Error rate has fallen by 2.5 percent", "-2.5% error rate"),
        ("Anna's score grew 5%", "+5% Anna's score"),
        ("churn dropped 12%", "-12% churn"),
        ("Clicks increased by 4.5 percent", "+4.5% clicks"),
    ],
)
def test_a_rise_or_fall_in_percent_becomes_a_figure(remark: str, figure: str) -> None:
    assert (
        compose_practice("Keep answers short", [], [remark], 4)
        == f"Best practice: keep answers short (4x verified, {figure})."
    )


@pytest.mark.parametrize(
    "remark",
    [
        "read rate rose to 30%",
        "read rate rose 30% since May",
        "read rate rose 30 points",
        "阅读率提高到30%",
        "阅读率上升30个百分点",
    ],
)
def test_what_says_more_or_something_else_than_a_rise_stays_a_sentence(remark: str) -> None:
    assert compose_practice("Keep answers short", [], [remark], 4).endswith(f"(4x verified). Also: {remark}.")


def test_what_repeats_the_core_or_another_remark_is_left_out() -> None:
    satellites = ["Keep the answers short", "Anna reads on the train", "anna reads on a train", "read rate rose 3%"]
    composed = compose_practice("Keep answers short", ["keep answers short."], [*satellites, "read rate rose 3%"], 3)
    assert composed == "Best practice: keep answers short (3x verified, +3% read rate). Also: Anna reads on the train."


def test_what_one_wording_says_beside_the_core_is_kept() -> None:
    said = ["Keep answers short", "Keep answers short; churn fell 4%; Ben skims on his phone"]
    composed = compose_practice(said[0], said, [], 3)
    assert composed == "Best practice: keep answers short (3x verified, -4% churn). Also: Ben skims on his phone."


def test_a_practice_made_of_a_practice_keeps_what_that_knew() -> None:
    first = compose_practice("Use 150-word abstracts", [], ["read rate rose 30%", "user prefers shorter versions"], 3)
    again = compose_practice("Use 150-word abstracts", [first], ["Anna skims"], 5)
    assert again == (
        "Best practice: 150-word abstracts (5x verified, +30% read rate). "
        "Also: user prefers shorter versions; Anna skims."
    )


def test_languages_may_be_mixed_and_each_sentence_keeps_its_own() -> None:
    composed = compose_practice("Keep answers short", [], ["用户偏好更短的版本", "阅读率提高了30%"], 3)
    assert composed == "Best practice: keep answers short (3x verified, 阅读率 +30%). Also: 用户偏好更短的版本."


@given(
    core=SPOKEN, said=st.lists(TEXTS, max_size=3), satellites=st.lists(TEXTS, max_size=4), occasions=st.integers(1, 99)
)
def test_a_practice_invents_nothing(core: str, said: list[str], satellites: list[str], occasions: int) -> None:
    composed = compose_practice(core, said, satellites, occasions)
    assert invented(composed, [core, *said, *satellites], occasions) == set()


@given(core=SPOKEN, satellites=st.lists(TEXTS, max_size=4), occasions=st.integers(1, 99))
def test_the_core_of_a_text_is_its_own_core_and_no_practice_hides_it(
    core: str, satellites: list[str], occasions: int
) -> None:
    found = core_of(core)
    assert core_of(found) == found
    behind = core_of(compose_practice(core, [core], satellites, occasions))
    assert behind.lower() in found.lower()
    assert "verified" not in behind or "verified" in found


@given(st.text())
def test_any_text_has_a_core_that_is_its_own_core(text: str) -> None:
    assert core_of(core_of(text)) == core_of(text)
    assert len(core_of(text).splitlines()) <= 1


def test_a_language_is_that_of_most_letters() -> None:
    assert language_of(["用户偏好 tea"]) == "zh"
    assert language_of(["User prefers 茶"]) == "en"
    assert language_of(["150", ""]) == "en"


@pytest.mark.parametrize(
    ("text", "advises"),
    [
        ("Always use metric units", True),
        ("always prefers tea", False),
        ("Check the tax number", True),
        ("Check marks matter", False),
        ("User prefers tea", False),
        ("请先核对税号", True),
        ("用户偏好茶", False),
    ],
)
def test_an_instruction_is_told_from_a_statement(text: str, advises: bool) -> None:
    assert is_instruction(text) is advises


def test_one_line_keeps_whole_words() -> None:
    assert one_line("hello wonderful\nworld", 100) == "hello wonderful world"
    assert one_line("hello wonderful world", 18) == "hello wonderful…"
    assert one_line("hello, wonderful world", 8) == "hello…"
    assert one_line("用户偏好更短的版本", 6) == "用户偏好更…"
    assert one_line("incomprehensible", 6) == "incom…"


@given(text=st.text(), chars_max=st.integers(1, 40))
def test_one_line_is_one_line_that_fits_and_says_what_the_text_says(text: str, chars_max: int) -> None:
    line = one_line(text, chars_max)
    assert len(line) <= chars_max
    assert len(line.splitlines()) <= 1
    assert " ".join(text.split()).startswith(line.removesuffix("…"))


@pytest.mark.parametrize(
    ("grounds", "noted", "composed"),
    [
        (
            ["User prefers 150-word abstracts", "user prefers bullet points"],
            ["User dislikes tables"],
            "User prefers 150-word abstracts and bullet points; dislikes tables.",
        ),
        (
            ["prefers 150-word abstracts", "prefers bullet points"],
            ["dislikes tables"],
            "Prefers 150-word abstracts and bullet points; dislikes tables.",
        ),
        (
            ["用户偏好150字摘要", "用户偏好要点列表"],
            ["用户不喜欢表格"],
            "用户偏好150字摘要、要点列表；不喜欢表格。",
        ),
        (
            ["Anna likes to land before 9:00", "Anna travels with cabin baggage only", "Anna likes window seats"],
            ["Anna perhaps avoids red-eye flights"],
            (
                "Anna likes to land before 9:00, and window seats; perhaps avoids red-eye flights; "
                "Anna travels with cabin baggage only."
            ),
        ),
        (
            ["Anna prefers tea", "Ben prefers coffee", "prefers quiet"],
            [],
            "Prefers quiet; Anna prefers tea; Ben prefers coffee.",
        ),
        (
            ["User prefers tea", compose_practice("Use 150-word abstracts", [], ["user prefers short lists"], 3)],
            [],
            "User prefers tea and short lists; Best practice: 150-word abstracts (3x verified).",
        ),
        (
            ["The user prefers tea", "Never call after 6 pm", "The door is green", "Bob asks at noon"],
            [],
            "The user prefers tea; never call after 6 pm; the door is green; Bob asks at noon.",
        ),
        (
            ["User prefers tea", "用户喜欢安静"],
            [],
            "User prefers tea; 用户喜欢安静.",
        ),
    ],
)
def test_a_pattern_says_who_and_how_once(grounds: list[str], noted: list[str], composed: str) -> None:
    assert compose_pattern(grounds, noted, clauses_max=8) == composed


def test_things_that_may_belong_together_are_not_torn_apart() -> None:
    first = compose_pattern(["User prefers black and white charts", "User prefers tea"], [], clauses_max=8)
    assert first == "User prefers black and white charts, and tea."
    grown = compose_pattern([first, "User prefers short lists"], [], clauses_max=8)
    assert grown == "User prefers black and white charts, tea, and short lists."


def test_a_pattern_names_no_more_things_than_it_may_and_the_first_stay() -> None:
    grounds = [f"User likes dish {number}" for number in range(9)]
    assert compose_pattern(grounds, [], clauses_max=3) == "User likes dish 0, dish 1, and dish 2."
    assert weight_of(compose_pattern(grounds, ["dislikes tables"], clauses_max=8)) == 8


@given(grounds=st.lists(SPOKEN, min_size=1, max_size=6), noted=st.lists(TEXTS, max_size=3))
def test_a_pattern_of_a_pattern_and_of_what_it_was_made_of_is_the_same(grounds: list[str], noted: list[str]) -> None:
    composed = compose_pattern(grounds, noted, clauses_max=99)
    assert compose_pattern([composed], [], clauses_max=99) == composed
    assert compose_pattern([composed, *grounds], noted, clauses_max=99) == composed


@given(grounds=st.lists(SPOKEN, min_size=1, max_size=6), noted=st.lists(TEXTS, max_size=3), most=st.integers(1, 9))
def test_a_pattern_invents_nothing(grounds: list[str], noted: list[str], most: int) -> None:
    assert invented(compose_pattern(grounds, noted, clauses_max=most), [*grounds, *noted]) == set()


def test_clauses_end_at_stops_but_not_within_brackets_numbers_and_abbreviations() -> None:
    text = "Pin v2.4.1 (not 2.5; it hangs); e.g. for Dr. Who. Ask twice"
    assert clauses_in(text) == ["Pin v2.4.1 (not 2.5; it hangs)", "e.g. for Dr. Who", "Ask twice"]
    assert clauses_in("npm hangs. It needs a restart；重启") == ["npm hangs. It needs a restart", "重启"]


def test_a_clause_that_names_nobody_tells_of_whom_the_one_before_it_told() -> None:
    found = likings("Anna prefers tea; dislikes milk")
    assert [(one.subject, one.verb, one.objects) for one in found] == [
        ("Anna", "prefers", ("tea",)),
        ("Anna", "dislikes", ("milk",)),
    ]


def test_a_reflection_tells_what_was_learned_what_ended_and_what_drifted() -> None:
    news = [
        News("learned", "mem_1", "Ben owns the release."),
        News("ended", "mem_2", "The lift takes 400 kilos", "The lift takes 300 kilos"),
        News("dropped", "mem_3", "Room 4 is free"),
        News("drifted", "mem_4", "abstract length 150 → 170 → 190"),
    ]
    text, told = compose_reflection("2026-05-03", news)
    assert told == news
    assert text == (
        "2026-05-03. Learned: Ben owns the release. "
        "Stopped being true: The lift takes 400 kilos (now: The lift takes 300 kilos). "
        "No longer believed: Room 4 is free. "
        "Drifted this week without failing: abstract length 150 → 170 → 190."
    )


def test_a_reflection_in_chinese_reads_as_one_in_english() -> None:
    news = [
        News("learned", "mem_1", "小明负责发布。"),
        News("ended", "mem_2", "货梯可以载400公斤", "货梯可以载300公斤"),
        News("drifted", "mem_4", path_of(["摘要为150字", "摘要为170字", "摘要为190字"])),
    ]
    assert compose_reflection("2026-05-03", news)[0] == (
        "2026-05-03。学到：小明负责发布。不再成立：货梯可以载400公斤（现为：货梯可以载300公斤）。"
        "本周悄然变化：摘要为150 → 170 → 190字。"
    )


def test_a_long_day_is_told_in_short_and_what_drifted_is_never_left_out() -> None:
    news = [News("learned", f"mem_{number}", f"Fact number {number} of this long day") for number in range(100)]
    text, told = compose_reflection("2026-05-03", [*news, News("drifted", "mem_x", "length 1 → 2")])
    assert len(text) <= CHARS_MAX
    assert told[-1].kind == "drifted"
    assert text.endswith(f"And {101 - len(told)} more.")
    assert told[:-1] == news[: len(told) - 1]


@given(
    st.lists(st.builds(News, st.sampled_from(("learned", "ended", "dropped")), st.just("mem_1"), SPOKEN), max_size=6)
)
def test_a_reflection_invents_nothing(news: list[News]) -> None:
    text, told = compose_reflection("2026-05-03", news)
    assert invented(text, [one.text for one in told], 2026, 5, 3, len(news) - len(told)) <= {"05", "03"}


@pytest.mark.parametrize(
    ("texts", "path"),
    [
        (["150 words each", "170 words each", "190 words each"], "150 → 170 → 190 words each"),
        (["user wants 150-word texts", "User wants long texts"], "user wants 150-word texts → User wants long texts"),
        (["version 2.4.1 it is", "version 2.14.1 it is"], "version 2.4.1 → 2.14.1 it is"),
        (["a b", "a b c", "a b c d"], "a b → a b c d"),
        (["length: 5", "length: 5.", "length: 7"], "length: 5 → 7"),
    ],
)
def test_a_path_names_the_values_where_nothing_else_differs(texts: list[str], path: str) -> None:
    assert path_of(texts) == path


@pytest.mark.parametrize(
    "text",
    [
        "User prefers tea if it rains",
        "User prefers tea unless it is hot",
        "User likes tea without sugar",
        "User likes tea but not milk",
        "用户喜欢茶如果下雨",
        "用户喜欢不加糖的茶",
    ],
)
def test_things_with_conditions_or_denials_are_told_as_they_were(text: str) -> None:
    (clause,) = likings(text)
    assert (clause.text, clause.objects) == (text, ())


def test_a_pattern_that_ends_with_another_mark_gets_no_full_stop() -> None:
    assert compose_pattern(["User prefers tea", "what about coffee?"], [], clauses_max=9).endswith("coffee?")


def test_a_practice_that_ends_with_another_mark_gets_no_full_stop() -> None:
    assert compose_practice("Use tea", ["Use tea"], ["what about coffee?"], 3).endswith("coffee?")
