"""Whether two statements say the same: precision first, so that nothing that differs in a value is taken for one."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dream_states import dreamt
from remembrancer.domain.dreams import lexicon as english
from remembrancer.domain.dreams import lexicon_chinese as chinese
from remembrancer.domain.dreams.sameness import HALF, Comparison, Sayings, agree, compare, in_one_value
from remembrancer.domain.dreams.sayings import Saying, saying


def said(text: str) -> Saying:
    return saying(text, re.findall(r"[a-z0-9]+|[\u4e00-\u9fff]{2}", text.lower()))


def compared(one: str, other: str) -> Comparison:
    return compare(said(one), said(other))


SAME = [
    ("Use 150-word abstracts", "use 150-word abstracts."),
    ("Use 150-word abstracts", "Really use 150-word abstracts again"),
    ("User prefers tea", "The user still likes tea"),
    ("Bob asked for the report", "Bob asks for a report!"),
    ("The deploy needed a warm cache", "A deploy needs warm caches"),
    ("The copies are scheduled for Monday", "the copy is scheduled for monday"),
    ("In Graz Ann parks on level 5", "Ann parked on level 5 in Graz"),
    ("Retry three times", "retry 3 times"),
    ("The bill is 1,000 euros", "the bill is 1000 euros"),
    ("Call at 3 pm", "call at 15:00"),
    ("It does not use the cache", "it doesn't use a cache"),
    ("用户喜欢150字的摘要", "用户还是更喜欢150字的摘要。"),
    ("每周巡检三次", "每周再次巡检3次"),
    ("预热缓存十分钟", "确实预热缓存10分钟"),
    ("备用门卡放在5号抽屉", "备用门卡放于5号抽屉"),
    ("The API 超时 is 5s", "API 超时 is 5 s"),
]
CONFLICTING = [
    ("My favourite colour is purple", "My favourite colour is cyan"),
    ("Set config.retry_1 to on", "Set config.retry_2 to on"),
    ("用户喜欢辣", "用户不喜欢辣"),
    ("每周三次", "每周四次"),
    ("I love Chinese food", "I hate Chinese food"),
    ("Use 150-word abstracts", "Use 200-word abstracts"),
    ("User prefers window seats", "User prefers aisle seats"),
    ("Back up on Monday", "Back up on Friday"),
    ("The stand-up begins at 09:15", "The stand-up begins at 09:45"),
    ("Dockhand was pinned to 2.4.1", "Dockhand was pinned to 2.14.1"),
    ("The limit is 20 MB per upload", "The limit is 20 GB per upload"),
    ("Send parcels through Leeds", "Send parcels through Turin"),
    ("Run the smoke test before the schema change", "Run the smoke test after the schema change"),
    ("The valve was found open", "The valve was found closed"),
    ("Ann calls Bob", "Bob calls Ann"),
    ("Retry 3 times in 5 days", "Retry 5 times in 3 days"),
    ("The cache is used", "The cache is never used"),
    ("Use tea without sugar", "Use tea with sugar"),
    ("Bob reads mail on Friday", "Bob reads mail on every day but Friday"),
    ("At most 5 series in a chart", "At least 5 series in a chart"),
    ("user:42 wants short abstracts", "user:43 wants short abstracts"),
    ("会议之前发材料", "会议之后发材料"),
    ("阀门检查时是打开的", "阀门检查时是关闭的"),
    ("看板用紫色标记未决事项", "看板用青色标记未决事项"),
    ("对花生过敏", "对花生不过敏"),
    ("要英文回答", "要德文回答"),
    ("上传上限是20MB", "上传上限是20GB"),
    ("审计员负责签预算", "计划员负责签预算"),
    ("图例放在图上", "图例放在图下"),
]
DIFFERENT = [
    ("Use 150-word abstracts", "Use 150-word abstracts for the weekly report"),
    ("The dog bites the man", "The man bites the dog"),
    ("Does Bob like tea?", "Bob likes tea"),
    ("蜜蜂喜欢花", "蜂蜜喜欢花"),
    ("It rained", "Use 150-word abstracts"),
    ("The train is from Leeds to Graz", "The train is from Graz to Leeds"),
    ("Bob likes tea, not coffee", "Bob likes coffee, not tea"),
    ("Costs $5", "Costs €5"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_endings_order_articles_and_light_words_say_nothing_else(one: str, other: str) -> None:
    assert compared(one, other) == Comparison("same", 1000)


@pytest.mark.parametrize(("one", "other"), CONFLICTING)
def test_another_value_in_the_same_place_is_a_conflict(one: str, other: str) -> None:
    found = compared(one, other)
    assert found.conflicting
    assert found.differing
    assert not agree(said(one), said(other))


@pytest.mark.parametrize(("one", "other"), [*CONFLICTING, *DIFFERENT])
def test_what_says_more_or_something_else_is_not_the_same(one: str, other: str) -> None:
    assert not compared(one, other).same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("用户非常喜欢辣", "用户喜欢辣"),
        ("别人喜欢辣", "别人还是喜欢辣"),
        ("无论如何都要备份", "无论如何还是要备份"),
        ("特别喜欢辣", "喜欢辣"),
        ("不过，用户喜欢辣", "用户喜欢辣"),
    ],
)
def test_characters_of_negations_in_other_words_negate_nothing(one: str, other: str) -> None:
    assert compared(one, other).same


@pytest.mark.parametrize("text", ["没有空", "未完成", "別再打开", "無糖", "从不喝酒", "禁止吸烟", "勿扰", "不要糖"])
def test_chinese_negations_are_seen(text: str) -> None:
    assert said(text).negations == 1


@pytest.mark.parametrize("text", ["isn't open", "isnt open", "is not open", "never open", "isn’t open", "cannot open"])
def test_english_negations_are_seen(text: str) -> None:
    assert said(text).negations == 1


def test_a_dislike_is_a_like_denied() -> None:
    assert compared("Bob does not like tea", "Bob dislikes tea").same


def test_freer_wordings_agree_if_they_share_most_of_their_words_and_all_values() -> None:
    one, other = (
        said("Reminders 40 minutes before the dose help"),
        said("A reminder helps 40 minutes before each dose, as expected"),
    )
    assert agree(one, other)
    assert compare(one, other).share >= HALF


def test_freer_wordings_with_a_value_more_do_not_agree() -> None:
    assert not agree(said("Reminders help before the dose"), said("Reminders help 40 minutes before the dose"))


def test_two_differences_are_more_than_one_value() -> None:
    assert in_one_value(said("Room 301 in Graz is free"), said("Room 302 in Graz is free"))
    assert not in_one_value(said("Room 301 in Graz is free"), said("Room 302 in Bergen is free"))


def test_what_cannot_be_read_says_nothing() -> None:
    assert Sayings().of(dreamt(1, None)).sequence == ()


WORDS = st.sampled_from(
    ["tea", "the", "not", "150", "words", "user", "likes", "dislikes", "Monday", "before", "retry_1", "retry_2", "open",
     "closed", "3", "Ann", "calls", "Bob", "不", "喜欢", "摘要", "三次", "紫色", "之前", "会议", ",", "?", "one", "60%"]
)  # fmt: skip
TEXTS = st.one_of(st.lists(WORDS, max_size=10).map(" ".join), st.text(max_size=40))


@given(TEXTS)
def test_each_statement_says_the_same_as_itself(text: str) -> None:
    assert compared(text, text) == Comparison("same", 1000)


@given(TEXTS, TEXTS)
def test_which_one_comes_first_does_not_matter(one: str, other: str) -> None:
    found, back = compared(one, other), compared(other, one)
    assert (found.relation, found.share) == (back.relation, back.share)
    assert {(mine, its) for mine, its in found.differing} == {(mine, its) for its, mine in back.differing}
    assert agree(said(one), said(other)) == agree(said(other), said(one))


@given(st.lists(WORDS, max_size=8), st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 8))
def test_statements_with_different_numbers_are_never_the_same(words: list[str], one: int, other: int, at: int) -> None:
    texts = [" ".join([*words[:at], str(number), *words[at:]]) for number in (one, other)]
    assert compared(*texts).same == (one == other)
    assert agree(said(texts[0]), said(texts[1])) <= (one == other)


@given(st.lists(st.sampled_from(["tea", "cup", "abstract", "report", "train"]), min_size=1, max_size=6))
def test_a_denial_is_never_the_same(words: list[str]) -> None:
    text = " ".join(words)
    assert not compared(text, f"not {text}").same
    assert not agree(said(text), said(f"not {text}"))


def test_a_word_stands_for_one_other_only() -> None:
    """So that which words are the same does not depend on the order of a list."""
    for synonyms in (english.SYNONYMS, chinese.SYNONYMS):
        assert not [word for word, standing in synonyms.items() if synonyms.get(standing, standing) != standing]


def test_words_that_say_the_contrary_do_not_stand_for_each_other() -> None:
    assert all(one != other for one, other in (*english.OPPOSITES, *chinese.OPPOSITES))
