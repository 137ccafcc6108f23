"""What turns a statement into another one: tense, modality, people, order, questions, signs, conditions, contraries."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from remembrancer.domain.dreams.rewording import is_reworded, rough_key
from remembrancer.domain.dreams.sameness import agree, says_same
from remembrancer.domain.dreams.sayings import Saying, saying


def said(text: str) -> Saying:
    return saying(text, re.findall(r"[a-z0-9]+|[\u4e00-\u9fff]{2}", text.lower()))


def pairs(lines: str) -> list[tuple[str, str]]:
    """Return the pairs of texts that stand line by line, with a stroke between the two."""
    return [(one, other) for one, _, other in (line.partition(" | ") for line in lines.strip().splitlines())]


TENSES = """
We will migrate the database | We did migrate the database
The server was fast | The server will be fast
The user used to smoke | The user smokes
The user is going to move | The user is moving
They'll ship the parts | They ship the parts
用户曾经抽烟 | 用户现在抽烟
已经发布了 | 将会发布
服务器已经坏了 | 服务器会坏
"""
MODALITY = """
You should restart the server | You must restart the server
You may restart the server | You must restart the server
You may not restart the server | You must not restart the server
Clients may retry | Clients shall retry
The server might be fine | The server is fine
You have to restart the server | You can restart the server
The user needs tea | The user likes tea
可以重启服务器 | 必须重启服务器
应该重启服务器 | 可以重启服务器
用户早上喝红茶 | 用户早上可能喝红茶
"""
PEOPLE = """
The user likes it when I call | The user likes it when you call
I owe the user 5 euros | The user owes me 5 euros
They approve the release | We approve the release
Send the form to me | Send the form to them
your car is red | my car is red
Ann works for Bob | Ann works with Bob
Talk to Ann | Talk about Ann
The user drinks black tea in the morning | Bob drinks black tea in the morning
The user drinks black tea in the morning | The user's wife drinks black tea in the morning
Bob reports to Ann | Ann reports to Bob
The dog bites the man | The man bites the dog
tea for Ann, coffee for Bob | coffee for Ann, tea for Bob
Plan A is better | Plan B is better
Deploy A before B | Deploy B before A
他喜欢茶 | 她喜欢茶
我欠你5元 | 你欠我5元
他批准了发布 | 我批准了发布
张三被李四打 | 张三打李四
用户早上喝红茶 | 用户的妻子早上喝红茶
"""
ORDER = """
Move files from A to B | Move files from B to A
Copy prod to staging | Copy staging to prod
not A but B | not B but A
Ask Ann, then Bob | Ask Bob, then Ann
more tests, less docs | less tests, more docs
Answer before noon | Answer after noon
Restart the server | Restart the server after a backup
模块A在B之前 | 模块B在A之前
先部署A再部署B | 先部署B再部署A
服务器杀死了任务 | 任务杀死了服务器
昨晚服务器调用网关 | 昨晚网关调用服务器
从北京到上海 | 从上海到北京
"""
QUESTIONS = """
Why does the cache fail | The cache does fail
Does the user like tea | The user does like tea
Is the server down? | The server is down
How to deploy | Deploy
Use 150-word abstracts | Are 150-word abstracts too short
用户喜欢茶吗 | 用户喜欢茶
用户是不是喜欢茶 | 用户喜欢茶
谁批准了发布 | 批准了发布
Der Nutzer mag Tee? | Der Nutzer mag Tee
"""
SIGNS = """
The language C is fast | The language C++ is fast
Write it in C# | Write it in C
Homework got grade A+ | Homework got grade A-
Set the clock to UTC+1 | Set the clock to UTC-1
The download limit is 5 MB | The download limit is 5 Mb
Run the tool with -f | Run the tool with -F
Use --force | Use --no-force
x = y | x != y
a > 5 | a >= 5
10 - 5 | 10 + 5
Keep ./a/b | Keep ../a/b
Store it under /etc/a | Store it under /etc/b
Load .env | Load env
See https://a.example/x?id=1 | See https://a.example/x?id=2
1/2 cup | 1-2 cups
Separate values by , here | Separate values by ; here
The budget is $100 | The budget is €100
Reply with 👍 | Reply with 👎
Send it to us | Send it to US
We use Go here | We use go here
room 12a | room 12b
预算是100元 | 预算是100美元
买三斤米 | 买三公斤米
"""
SCOPE = """
The build usually passes | The build always passes
The user sometimes drinks tea | The user drinks tea
Back up every day | Back up every other day
Only Ann deploys to production | Ann deploys to production
Ann only deploys on Friday | Only Ann deploys on Friday
few users complain | many users complain
Cancel the trip if it rains | Cancel the trip
Cancel if it rains | Cancel unless it rains
The API is stable | The API is stable only in staging
Ann and Bob sign the release | Ann or Bob signs the release
Peanut butter is fine for the user | Peanut butter is fine for the user's guests
The user eats meat | The user eats less meat
Most tests pass | All tests pass
Most tests pass | Tests pass
Over 30 users left | 30 users left
At most 3 reviewers sign a release | 3 reviewers sign a release
超过30个用户离开 | 30个用户离开
最多3个人签字 | 3个人签字
经常下雨 | 总是下雨
只有张三能部署 | 张三能部署
用户吃肉 | 如果清真用户吃肉
张三或李四签字 | 张三和李四签字
"""
CONTRARIES = """
The user drinks black tea in the morning | The user quit black tea in the morning
The user drinks black tea in the morning | The user refuses black tea in the morning
The user drinks black tea in the morning | The user gave up black tea in the morning
The user drinks black tea in the morning | The user rarely drinks black tea in the morning
The user is vegan | The user is hardly vegan
The user drinks tea and coffee | The user drinks no tea and no coffee
The user did not stop smoking | The user smokes
The user is vegan | The user is no longer vegan
Use 150-word abstracts | 150-word abstracts are harmful
Use 150-word abstracts | Abstracts of 150 words annoy the board
Give the patient 5 mg of warfarin | Stop giving the patient 5 mg of warfarin
Ann said the build is broken | The build is broken
用户早上喝红茶 | 用户早上戒了红茶
用户早上喝红茶 | 用户早上停止喝红茶
用户早上喝红茶 | 用户早上很少喝红茶
用户早上喝红茶 | 医生说用户早上喝红茶
使用者早上喝紅茶 | 使用者早上不喝紅茶
"""
TONGUES = """
Der Nutzer trinkt morgens schwarzen Tee | Der Nutzer trinkt morgens keinen schwarzen Tee
Der Nutzer trinkt morgens schwarzen Tee | Der Nutzer hasst morgens schwarzen Tee
Der Nutzer trinkt Tee | Der Nutzer trinkt nie Tee
L'utilisateur aime le thé | L'utilisateur n'aime pas le thé
L'ami aime le thé | L'utilisateur aime le thé
Le serveur marche avec Redis | Le serveur marche sans Redis
El usuario bebe té | El usuario nunca bebe té
El usuario bebe té | El usuario no bebe té nunca
O usuário bebe chá | O usuário não bebe chá
L'utente beve il tè | L'utente non beve mai il tè
ユーザーは朝に紅茶を飲みます | ユーザーは朝に紅茶を飲みません
사용자는 차를 마신다 | 사용자는 차를 안 마신다
Пользователь пьёт чай | Пользователь не пьёт чай
"""
KINDS = {
    name: pairs(lines)
    for name, lines in (
        ("tense", TENSES),
        ("modality", MODALITY),
        ("people", PEOPLE),
        ("order", ORDER),
        ("question", QUESTIONS),
        ("sign", SIGNS),
        ("scope", SCOPE),
        ("contrary", CONTRARIES),
        ("tongue", TONGUES),
    )
}
ALL = [pytest.param(one, other, id=f"{kind}: {one}") for kind, found in KINDS.items() for one, other in found]


@pytest.mark.parametrize(("one", "other"), ALL)
def test_what_is_meant_otherwise_is_neither_the_same_nor_one_in_freer_wordings(one: str, other: str) -> None:
    for text, by in ((one, other), (other, one)):
        assert not says_same(said(text), said(by))
        assert not agree(said(text), said(by))


@pytest.mark.parametrize(
    ("one", "other"), [(one, other) for kind in ("contrary", "tongue", "question") for one, other in KINDS[kind]]
)
def test_evidence_joins_no_contraries_and_no_questions(one: str, other: str) -> None:
    assert not agree(said(one), said(other), linked=True)


@pytest.mark.parametrize(
    ("one", "other"),
    pairs(
        """
The server was down | The server is down
The user has a dog | The user had a dog
"""
    ),
)
def test_what_was_so_is_not_the_same_but_may_be_one_in_freer_wordings(one: str, other: str) -> None:
    assert not says_same(said(one), said(other))
    assert agree(said(one), said(other))


@pytest.mark.parametrize(
    ("one", "other"),
    pairs(
        """
The user indeed likes tea | The user likes tea
A deploy of the cart needs a cache | The deploy of the cart really needs a cache
When meetings run past 5 Ann skips lunch | Ann skips lunch when meetings run past 5
The limit is 5s | The limit is 5 s
It can't start | It cannot start
用户还是喜欢茶 | 用户确实喜欢茶
L'utilisateur aime le thé | l'utilisateur aime le thé.
Der Nutzer mag keinen Tee | der Nutzer mag keinen Tee!
"""
    ),
)
def test_what_changes_nothing_is_the_same_still(one: str, other: str) -> None:
    assert says_same(said(one), said(other))


def test_a_condition_that_the_other_speaks_of_as_well_may_be_left_out() -> None:
    one, other = (
        said("The data team answers fastest if asked in the purple channel"),
        said("Fastest answers of the data team: purple channel"),
    )
    assert agree(one, other, linked=True)
    assert agree(one, other)
    assert not agree(one, said("Fastest answers of the data team"))


@pytest.mark.parametrize(
    ("one", "other"), pairs("Ship it by Friday | Ship it on Friday\nDone within 5 days | Done in 5 days")
)
def test_prepositions_that_tell_a_part_are_the_same_in_both(one: str, other: str) -> None:
    assert not says_same(said(one), said(other))


@pytest.mark.parametrize("text", ["Is it open", "Who signs", "When does it start", "它开着吗", "怎么部署", "¿Bebe té?"])
def test_questions_are_seen_without_their_mark(text: str) -> None:
    assert said(text).asks


@pytest.mark.parametrize("text", ["When it rains, cancel", "Do not reply", "Don't reply", "Tell Ann who signs", "开着"])
def test_statements_ask_nothing(text: str) -> None:
    assert not said(text).asks


@pytest.mark.parametrize("part", ["l'", "n't ", "A ", "?\n", "如果先", "/-", "5MB", "a+"])
def test_long_texts_of_odd_parts_are_read(part: str) -> None:
    assert says_same(said(part * 3000), said(part * 3000))


WORDS = st.sampled_from(
    ["tea", "Ann", "calls", "Bob", "the", "must", "was", "only", "if", "C++", "用户", "可以", "紅茶", "5"]
)
MOODS = st.sampled_from(
    ["must", "should", "may", "will", "only", "sometimes", "if", "曾经", "吗", "有些", "被", "也许"]
)


@given(st.lists(WORDS, max_size=6), MOODS, MOODS, st.integers(0, 6))
def test_moods_tell_statements_apart(words: list[str], one: str, other: str, at: int) -> None:
    assume(not {one, other} & set(words))  # said twice, a mood says no more
    texts = [said(" ".join([*words[:at], mood, *words[at:], "tea"])) for mood in (one, other)]
    assert says_same(*texts) == (one == other)


@pytest.mark.parametrize(("one", "other"), ALL)
def test_what_is_meant_otherwise_is_no_other_wording(one: str, other: str) -> None:
    assert not is_reworded(said(one), said(other))
    assert not is_reworded(said(other), said(one))


@pytest.mark.parametrize(
    ("one", "other"),
    pairs(
        """
Guests send back the soup when it takes over 50 minutes | Guests send the soup back if it takes more than 50 minutes
The night export fails when 7 rows are queued | The nightly night export failed when 7 rows were queued
Our washer trips the fuse after 7:15 | The washer trips the fuse after 07:15
The list opens as soon as 6 users call | The list opens when 6 users call
Ann only deploys on Friday | Ann deploys on Friday only
The tests time out when 6 of them run | The tests time out when 6 run
用户喝茶时要加糖 | 用户喝茶的时候就要加糖
并发达到3路时测试超时 | 并发一达到3路测试就会超时
等待超过3分钟来电人就挂断 | 等候超过3分钟来电人便挂断
每册不超过810页 | 每册别超过810页
把钥匙存放在5号抽屉里面 | 把钥匙放在5号抽屉
备用节点api3分钟后接手 | 备用节点 api 3分钟后接手
"""
    ),
)
def test_light_words_make_another_wording_of_the_same(one: str, other: str) -> None:
    assert is_reworded(said(one), said(other))
    assert is_reworded(said(other), said(one))


@pytest.mark.parametrize(
    ("one", "other"),
    pairs(
        """
The user drinks tea when tired | The user drinks tea
The server was down | The server is down
user does not like tea | user did not drink tea
用户喝红茶 | 用户喝茶
用户吃花生 | 用户吃花
Only Ann deploys on Friday | Ann deploys only on Friday
Turn A off and B on | Turn B off and A on
Retry after 5 errors in 3 days | Retry after 3 errors in 5 days
"""
    ),
)
def test_another_content_word_or_time_is_no_other_wording(one: str, other: str) -> None:
    assert not is_reworded(said(one), said(other))


@given(st.lists(WORDS, max_size=6), st.lists(WORDS, max_size=6))
def test_another_wording_has_the_same_rough_key_and_goes_both_ways(one: list[str], other: list[str]) -> None:
    mine, its = said(" ".join(one)), said(" ".join(other))
    assert is_reworded(mine, mine)
    assert is_reworded(mine, its) == is_reworded(its, mine)
    assert not says_same(mine, its) or rough_key(mine) == rough_key(its)
