"""Contradictions: pairs that answer differently are found, and as few others as possible."""

from itertools import pairwise

import pytest

from remembrancer.domain.contradicting import (
    Conflict,
    Statement,
    conflict_of,
    conflicts,
    folded_key,
    kindred,
    letters_of,
    statement,
)


def pair(one: str, other: str) -> Conflict | None:
    return conflict_of(statement("a", one), statement("b", other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Reviews take 3 days", "Reviews take 5 days"),
        ("Deploys happen on Tuesday", "Deploys happen on Friday"),
        ("The user likes green tea", "The user does not like green tea"),
        ("Always squash commits before merging", "Never squash commits before merging"),
        ("A person checks every post", "A machine checks every post"),
        ("Ann is the reviewer of posts", "Bob is the reviewer of posts"),
        ("The user likes green tea", "User does not like green tea"),
        ("She likes green tea", "Ann does not like green tea"),
        ("用户喜欢150字的摘要", "用户喜欢200字的摘要"),
        ("部署在周二进行", "部署在周五进行"),
    ],
)
def test_the_same_thing_with_another_answer_is_a_contradiction(one: str, other: str) -> None:
    found = pair(one, other)
    assert found is not None
    assert found.ground == "words"
    assert pair(other, one) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Reviews take 3 days", "Reviews take three days"),
        ("Reviews take 3 days", "Deploys happen on Tuesday"),
        ("The user likes green tea", "The user likes long walks on the beach in the evening"),
        ("部署在周二进行", "用户喜欢绿茶"),
        ("Ann likes green tea", "Bob likes green tea"),
        ("Ann prefers short mails", "Bob dislikes short mails"),
        ("Staging uses Postgres 15", "Production uses Postgres 15"),
        ("小王喜欢绿茶", "小李不喜欢绿茶"),
    ],
)
def test_what_says_the_same_or_speaks_of_something_else_is_none(one: str, other: str) -> None:
    assert pair(one, other) is None


def test_two_values_of_one_key_contradict_each_other_however_the_key_is_written() -> None:
    one, other = statement("a", "Paris", key="Capital_City"), statement("b", "Lyon", key="capital city")
    found = conflict_of(one, other)
    assert found == Conflict("a", "b", "key", (("Paris", "Lyon"),))
    assert conflict_of(one, statement("b", "Paris", key="capital-city")) is None
    assert conflict_of(one, statement("b", "Lyon", key="largest city")) is None
    assert folded_key("ＡＢ_c-d") == "ab c d"


def test_what_is_about_different_people_is_no_contradiction() -> None:
    one = statement("a", "The user likes tea", subjects=("user:1",))
    assert conflict_of(one, statement("b", "The user does not like tea", subjects=("user:2",))) is None
    assert conflict_of(one, statement("b", "The user does not like tea", subjects=("user:1",))) is not None
    assert conflict_of(one, statement("b", "The user does not like tea")) is not None


def test_agents_may_be_for_different_things() -> None:
    one = statement("a", "Write the abstracts of papers", whose="atlas")
    assert conflict_of(one, statement("b", "Review the abstracts of papers", whose="borg")) is None


def many(number: int) -> list[Statement]:
    words = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")
    said = [
        statement(f"m{at}", f"Service {words[at % 8]}{at} answers requests about topic{at} within {at % 50} minutes")
        for at in range(number)
    ]
    said[number // 3] = statement("x", "The nightly backup of the archive runs at 4 hours")
    said[number // 2] = statement("y", "The nightly backup of the archive runs at 6 hours")
    return said


def test_a_contradiction_is_found_among_many_statements_each_pair_once() -> None:
    found = list(conflicts(many(400)))
    assert ("x", "y") in {(one.one, one.other) for one in found}
    pairs = [(one.one, one.other) for one in found]
    assert len(pairs) == len(set(pairs))


def test_no_contradiction_is_told_of_one_statement_alone() -> None:
    assert list(conflicts([])) == []
    assert list(conflicts([statement("a", "One"), statement("a", "")])) == []


def test_texts_with_letters_in_common_are_kindred_the_closest_first() -> None:
    texts = {"a": "Cats sleep a lot", "b": "Deploys happen on Tuesday", "c": "Deploys need a review"}
    others = [(memory, letters_of(text)) for memory, text in texts.items()]
    assert kindred("Deploys happen on Friday", others)[0] == "b"
    assert "a" not in kindred("Deploys happen on Friday", others)
    assert kindred("部署在周五进行", [("d", letters_of("部署在周二进行"))]) == ["d"]


def test_many_values_of_one_key_are_each_told_against_the_latest() -> None:
    said = [statement(f"m{at}", f"{at} EUR", key="price") for at in range(50)]
    found = list(conflicts(said))
    assert {one.one for one in found if one.ground == "key"} >= {f"m{at}" for at in range(49)}
    assert all(first != second for first, second in pairwise(sorted((one.one, one.other) for one in found)))
