"""Envelopes: when two problems are one, and what is no envelope."""

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.envelopes import Envelope, envelope_from, intent_signature, similarity
from remembrancer.domain.errors import InvalidEnvelope

PROBLEM = {
    "role": "refactor",
    "risk": "high",
    "constraints": ["keep the api", "no new dependency"],
    "forbidden_signals": ["eval", "明文密码"],
}
WORDS = st.sampled_from(["refactor", "keep the api", "迁移 索引", "eval", "no new dependency", "A", "ß", "ﬁx"])
ENVELOPES = st.fixed_dictionaries(
    {"role": WORDS},
    optional={
        "risk": WORDS,
        "constraints": st.lists(WORDS, max_size=3),
        "forbidden_signals": st.lists(WORDS, max_size=3),
        "categories": st.lists(st.sampled_from(["security", "rollback"]), max_size=2),
    },
)


def test_a_signature_is_the_hash_of_the_canonical_form() -> None:
    canonical = '["remembrancer intent 1","refactor","high",["keep the api","no new dependency"],["eval","明文密码"]]'

    assert intent_signature(PROBLEM) == hashlib.sha256(canonical.encode()).hexdigest()


def test_a_signature_stays_what_it_is() -> None:
    bare = '["remembrancer intent 1","refactor",null,[],[]]'

    assert intent_signature({"role": "refactor"}) == hashlib.sha256(bare.encode()).hexdigest()
    assert intent_signature({"role": "refactor"})[:16] == "133d2569bd0371ae"


@pytest.mark.parametrize(
    "other",
    [
        {"target": "src/a.py"},
        {"file": "b.py", "agent": "bo", "note": None},
        {"categories": ["security"]},
        {"role": "  Refactor "},
        {"role": "ＲＥＦＡＣＴＯＲ"},
        {"constraints": ["no new  dependency", "keep the API"]},
        {"constraints": ["keep the api", "no new dependency", "Keep the api"]},
        {"constraints": ("no new dependency", "keep\nthe api")},
        {"constraints": {"no new dependency", "keep the api"}},
        {"forbidden_signals": None, "forbidden": ["eval", "明文密码"]},
    ],
)
def test_the_same_problem_in_other_words_of_no_weight_has_one_signature(other: dict[str, Any]) -> None:
    assert intent_signature({**PROBLEM, **other}) == intent_signature(PROBLEM)


@pytest.mark.parametrize(
    "other",
    [
        {"role": "rewrite"},
        {"risk": "low"},
        {"risk": None},
        {"constraints": ["keep the api"]},
        {"constraints": ["keep the api", "no new dependency", "eval"]},
        {"forbidden_signals": ["eval"]},
        {"constraints": PROBLEM["forbidden_signals"], "forbidden_signals": PROBLEM["constraints"]},
    ],
)
def test_another_problem_has_another_signature(other: dict[str, Any]) -> None:
    assert intent_signature({**PROBLEM, **other}) != intent_signature(PROBLEM)


@given(problem=ENVELOPES, order=st.randoms(use_true_random=False))
def test_the_order_and_the_doubles_of_a_list_say_nothing(problem: dict[str, Any], order: Any) -> None:
    shuffled = dict(problem)
    for name in problem.keys() - {"role", "risk"}:
        shuffled[name] = problem[name] * 2
        order.shuffle(shuffled[name])

    assert intent_signature(shuffled) == intent_signature(problem)


@given(problem=ENVELOPES | st.fixed_dictionaries({"role": st.text(min_size=1)}))
def test_the_canonical_form_of_a_canonical_form_is_itself(problem: dict[str, Any]) -> None:
    try:
        envelope = envelope_from(problem)
    except InvalidEnvelope:
        return
    told = {
        "role": envelope.role,
        "risk": envelope.risk,
        "constraints": list(envelope.constraints),
        "forbidden_signals": list(envelope.forbidden_signals),
        "categories": list(envelope.categories),
    }

    assert envelope_from(told) == envelope
    assert envelope_from(envelope) is envelope


@pytest.mark.parametrize(
    ("risk", "kept"),
    [("High", "high"), (3, "3"), (0.5, "0.5"), (1.0, "1"), ("0.5", "0.5"), (0, "0"), (1_234_567, "1234567")],
)
def test_a_risk_is_a_word_or_a_number(risk: Any, kept: str) -> None:
    assert envelope_from({"role": "x", "risk": risk}).risk == kept


def test_constraints_may_have_names() -> None:
    envelope = envelope_from({"role": "x", "constraints": {"files": 3, "api": "kept"}})

    assert envelope.constraints == ("api: kept", "files: 3")
    assert envelope_from({"role": "x", "constraints": ["files: 3", "api: kept"]}) == envelope


NO_ENVELOPES: list[tuple[Any, str]] = [
    (None, "an envelope is an object such as .*, not a NoneType"),
    ("refactor", "not a str"),
    ([("role", "x")], "not a list"),
    ({}, "its role is missing"),
    ({"risk": "high"}, "needs a role, such as 'refactor'; its role is missing"),
    ({"role": None}, "its role is missing"),
    ({"role": ""}, "role is empty"),
    ({"role": " \n"}, "role is empty"),
    ({"role": True}, "role of an envelope must be text, not a bool"),
    ({"role": ["x"]}, "role of an envelope must be text, not a list"),
    ({"role": "a\x00"}, "role holds a NUL"),
    ({"role": "a\ud800"}, "lone surrogate"),
    ({"role": "x" * 1001}, "role has 1001 bytes"),
    ({"role": "x", "risk": float("nan")}, "risk of an envelope is nan; give a number"),
    ({"role": "x", "risk": float("inf")}, "risk of an envelope is inf"),
    ({"role": "x", "risk": 10**5000}, "risk of an envelope is too large; give a number up to 9007199254740991"),
    ({"role": "x", "risk": {"level": 1}}, "risk of an envelope must be text, not a dict"),
    ({"role": "x", "risk": ""}, "risk is empty"),
    ({"role": "x", "constraints": "keep"}, "constraints of an envelope must be a list of texts, not a str"),
    ({"role": "x", "constraints": 7}, "must be a list of texts, not a int"),
    ({"role": "x", "constraints": [None]}, "constraints of an envelope must be text, not a NoneType"),
    ({"role": "x", "constraints": [float("nan")]}, "constraints of an envelope is nan"),
    ({"role": "x", "constraints": {"a": {"b": 1}}}, "constraints of an envelope must be text, not a dict"),
    ({"role": "x", "constraints": {"a": float("nan")}}, "is nan"),
    ({"role": "x", "constraints": [str(n) for n in range(101)]}, "has 101 items; it may have at most 100"),
    ({"role": "x", "forbidden_signals": [[]]}, "forbidden_signals of an envelope must be text, not a list"),
    ({"role": "x", "forbidden_signals": ["a"], "forbidden": ["b"]}, "both 'forbidden_signals' and 'forbidden'"),
    ({"role": "x", "categories": "security"}, "categories of an envelope must be a list"),
]


@pytest.mark.parametrize(("given_envelope", "said"), NO_ENVELOPES)
def test_what_is_no_envelope_is_refused_in_one_line(given_envelope: Any, said: str) -> None:
    with pytest.raises(InvalidEnvelope, match=said) as refusal:
        intent_signature(given_envelope)
    assert "\n" not in str(refusal.value)


def test_an_envelope_tells_itself_in_a_sentence() -> None:
    assert envelope_from(PROBLEM).told() == (
        "refactor; risk high; within keep the api, no new dependency; never eval, 明文密码"
    )
    assert envelope_from({"role": "refactor"}).told() == "refactor"


@given(one=ENVELOPES, other=ENVELOPES)
def test_similarity_is_a_share_that_both_sides_agree_on(one: dict[str, Any], other: dict[str, Any]) -> None:
    a, b = envelope_from(one), envelope_from(other)

    assert 0 <= similarity(a, b) <= 1
    assert similarity(a, b) == similarity(b, a)
    assert similarity(a, a) == 1
    if a.signature == b.signature:
        assert similarity(a, b) == 1


def test_what_has_more_in_common_is_more_similar() -> None:
    asked = envelope_from(PROBLEM)
    nearer = envelope_from({**PROBLEM, "constraints": ["keep the public api", "no new dependency"]})
    farther = envelope_from({**PROBLEM, "constraints": ["ship today"], "risk": "low"})
    strange = Envelope(role="paint", risk="none", constraints=("blue",))

    assert 1 > similarity(asked, nearer) > similarity(asked, farther) > similarity(asked, strange) == 0
