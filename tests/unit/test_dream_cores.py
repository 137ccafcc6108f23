"""Cores: what is a sighting, what supports it, and what speaks against it."""

from typing import Any

import pytest

from dream_states import POLICY, TODAY, dreamt, memory_id, state
from remembrancer.domain.dreams.cores import Core, cores
from remembrancer.domain.dreams.state import Dreamt

USE = "Use 150-word abstracts"
BRIEFING: dict[str, Any] = {"subjects": ("user:42",), "category": "briefing"}


def found(*memories: Dreamt) -> list[Core]:
    return cores(memories, state(*memories), POLICY)


def thrice(text: str = USE, **fields: Any) -> list[Dreamt]:
    return [dreamt(1 + at, text, TODAY - 9 + 2 * at, **fields) for at in range(3)]


def beside(text: str, **fields: Any) -> list[str]:
    """Return which remarks are taken in by what was noticed three times."""
    (core,) = found(*thrice(**BRIEFING), dreamt(4, text, **{**BRIEFING, **fields}))
    assert len(core.members) == 3
    return [memory.id for memory in core.satellites]


@pytest.mark.parametrize("text", ["Is the server down?", "Does the user like tea", "用户喜欢茶吗"])
def test_a_question_is_no_sighting(text: str) -> None:
    assert found(*thrice(text, **BRIEFING)) == []


@pytest.mark.parametrize("text", ["...", "。。。", "--"])
def test_what_has_no_words_is_no_sighting(text: str) -> None:
    assert found(*thrice(text, **BRIEFING)) == []


@pytest.mark.parametrize("text", ["The demo is tomorrow", "Ann is ill today", "演示在明天", "今天安生病了"])
def test_another_day_has_another_tomorrow(text: str) -> None:
    assert found(*thrice(text)) == []
    assert len(found(*thrice(text, kind="reflection"))) == 1


def test_what_leaves_out_a_value_says_neither_of_two() -> None:
    texts = ["Open the shop at 9", "Open the shop at 9 in the morning", "Open the shop at 9 in the evening"]
    assert found(*(dreamt(at, text, TODAY - 9 + at) for at, text in enumerate(texts))) == []
    (core,) = found(*(dreamt(at, text, TODAY - 9 + at) for at, text in enumerate([*texts[:2], texts[0]])))
    assert core.occasions == 3


def test_today_is_what_was_tomorrow_the_day_before() -> None:
    (core,) = found(
        dreamt(1, "The demo is tomorrow", TODAY - 1, confirmations=1),
        dreamt(2, "The demo is today", TODAY),
    )
    assert core.occasions == 3


@pytest.mark.parametrize(
    "text",
    [
        "Are abstracts useful?",
        "user prefers longer versions",
        "The board said that they are too short",
        "do not shorten anything",
        "Users hate the short abstracts",
        "The abstracts annoy the board",
        "用户觉得太短",
        "用户想看更长的版本",
        "不要再缩短了",
    ],
)
def test_what_asks_or_speaks_against_it_is_no_remark_on_it(text: str) -> None:
    assert beside(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "user prefers shorter versions",
        "Nobody asked for more since",
        "The board reads nothing longer",
        "用户偏好更短的版本",
    ],
)
def test_what_supports_it_is_taken_in(text: str) -> None:
    assert beside(text) == [memory_id(4)]


def test_habits_that_one_had_are_habits_that_one_has() -> None:
    said = [
        dreamt(at, text, TODAY - at, kind="reflection")
        for at, text in enumerate(
            ("My estimates are too low", "My estimates were too low", "my estimates are too low"), 1
        )
    ]
    assert [len(core.members) for core in found(*said)] == [3]
    assert found(*said[:2], dreamt(3, "My estimates will be too low", kind="reflection")) == []
    assert found(*(dreamt(at, one.words.text, TODAY - at) for at, one in enumerate(said) if one.words)) == []


def test_a_remark_is_of_nobody_but_whom_the_core_is_of() -> None:
    cited = (memory_id(1),)
    (core,) = found(*thrice(), dreamt(4, "Zoe liked them", subjects=("user:42",), evidence=cited))
    assert core.satellites == ()
    (core,) = found(*thrice(subjects=("user:1",)), dreamt(4, "Zoe too", subjects=("user:1", "user:2"), evidence=cited))
    assert core.satellites == ()
    (core,) = found(*thrice(subjects=("user:1",)), dreamt(4, "They were liked", evidence=cited))
    assert [memory.id for memory in core.satellites] == [memory_id(4)]


def test_what_is_of_other_people_is_never_one_with_it() -> None:
    said = [dreamt(1, USE, TODAY - 3), dreamt(2, USE, TODAY - 2)]
    third = dreamt(3, "Use abstracts of 150 words", TODAY, subjects=("user:42",), evidence=(memory_id(1),))
    assert found(*said, third) == []


def test_evidence_is_somewhat_freer_than_a_place() -> None:
    said = (
        "The data team answers fastest in the purple channel",
        "A quick ping of the data team: purple channel",
        "In the purple channel the data team answers fastest",
    )
    placed = [dreamt(at, text, TODAY - at, **BRIEFING) for at, text in enumerate(said, 1)]
    assert found(*placed) == []
    linked = [dreamt(at, text, TODAY - at, evidence=(memory_id(at - 1),)) for at, text in enumerate(said, 1)]
    (core,) = found(*linked)
    assert len(core.members) == 3
