"""The risk of a change: what raises it, what lowers it, and how each part explains itself."""

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.envelopes import envelope_from
from remembrancer.domain.errors import InvalidFile
from remembrancer.domain.policy import Policy, RiskShares, policy_from
from remembrancer.domain.risk import RiskPart, Uses, risk_parts, touched

POLICY = Policy()
ONE = 1_000_000
"""The level of one ordinary trauma, in millionths."""
COUNTS = st.integers(0, 10**6)
USES = st.tuples(COUNTS, COUNTS, COUNTS).map(lambda counts: Uses(sum(counts), *counts[:2]))
LEVELS = st.dictionaries(st.sampled_from([*POLICY.trauma_weights]), st.integers(0, 10**15))
CATEGORIES = st.lists(st.sampled_from([*POLICY.trauma_weights]), unique=True)
SHARES = (
    st.tuples(st.integers(0, 100), st.integers(0, 100))
    .map(sorted)
    .map(lambda cuts: RiskShares(rollback=cuts[0], trauma=cuts[1] - cuts[0], novelty=100 - cuts[1]))
)


def total(parts: dict[str, RiskPart]) -> float:
    return sum(part.contribution for part in parts.values())


def risk(
    uses: Uses | None = None,
    levels: dict[str, int] | None = None,
    categories: tuple[str, ...] = (),
    policy: Policy = POLICY,
) -> float:
    return total(risk_parts(uses or Uses(), levels or {}, categories, policy))


@given(uses=USES, levels=LEVELS, categories=CATEGORIES, shares=SHARES)
def test_a_risk_is_from_0_to_1_and_the_sum_of_its_parts(
    uses: Uses, levels: dict[str, int], categories: list[str], shares: RiskShares
) -> None:
    parts = risk_parts(uses, levels, categories, Policy(risk=shares))

    assert list(parts) == ["rollback", "trauma", "novelty"]
    assert isclose(sum(part.share for part in parts.values()), 1)
    assert all(0 <= part.value <= 1 and part.because for part in parts.values())
    assert -1e-12 <= total(parts) <= 1 + 1e-12


@given(uses=USES, levels=LEVELS, categories=CATEGORIES)
def test_a_rollback_instead_of_a_success_never_lowers_the_risk(
    uses: Uses, levels: dict[str, int], categories: list[str]
) -> None:
    worse = Uses(uses.uses + 1, uses.successes, uses.rollbacks + 1)
    better = Uses(uses.uses + 1, uses.successes + 1, uses.rollbacks)

    assert total(risk_parts(worse, levels, categories, POLICY)) > total(risk_parts(better, levels, categories, POLICY))


@given(
    levels=st.dictionaries(st.sampled_from([*POLICY.trauma_weights]), st.integers(0, 1000 * ONE)),
    category=st.sampled_from([*POLICY.trauma_weights]),
    categories=CATEGORIES,
)
def test_a_trauma_raises_the_risk_of_what_touches_its_category_alone(
    levels: dict[str, int], category: str, categories: list[str]
) -> None:
    more = {**levels, category: levels.get(category, 0) + ONE}

    before = risk_parts(Uses(), levels, categories, POLICY)["trauma"].value
    after = risk_parts(Uses(), more, categories, POLICY)["trauma"].value

    assert after > before if category in categories else after == before


def test_each_part_is_what_its_formula_says() -> None:
    parts = risk_parts(Uses(10, 6, 2), {"security": 2 * ONE, "performance": 5 * ONE}, ("security",), POLICY)

    assert parts["rollback"].value == (2 + 1) / (8 + 4)
    assert parts["trauma"].value == 8 / (8 + 4)
    assert parts["novelty"].value == 1 / 11
    assert [part.share for part in parts.values()] == [0.4, 0.4, 0.2]
    assert isclose(total(parts), 0.4 * 0.25 + 0.4 * 8 / 12 + 0.2 / 11)


def test_each_part_says_why() -> None:
    known = risk_parts(
        Uses(10, 6, 2), {"security": 2 * ONE, "performance": ONE // 4}, ("security", "performance"), POLICY
    )
    strange = risk_parts(Uses(), {}, ("security",), POLICY)

    assert known["rollback"].because == "2 of 8 judged uses were rolled back, smoothed to 0.25"
    assert known["trauma"].because == "security weighs 8, performance weighs 0.25"
    assert known["novelty"].because == "met 10 times before"
    assert strange["trauma"].because == "no trauma of security"
    assert strange["novelty"].because == "never met before"
    assert risk_parts(Uses(1), {}, (), POLICY)["novelty"].because == "met once before"
    assert risk_parts(Uses(), {}, (), POLICY)["trauma"].because == "it touches no category of trauma"


def test_a_security_trauma_weighs_more_than_one_of_performance() -> None:
    levels = {"security": ONE, "performance": ONE}

    assert risk(levels=levels, categories=("security",)) > risk(levels=levels, categories=("performance",))


def test_weights_are_policy() -> None:
    heavier = Policy(trauma_weights={**POLICY.trauma_weights, "performance": 9})
    levels = {"security": ONE, "performance": ONE}

    assert risk(levels=levels, categories=("performance",), policy=heavier) > risk(
        levels=levels, categories=("security",), policy=heavier
    )


def test_what_nobody_has_judged_is_neither_safe_nor_lost() -> None:
    assert risk_parts(Uses(), {}, (), POLICY)["rollback"].value == 0.25
    assert risk(Uses(5, 5, 0)) < risk(Uses(5)) < risk(Uses(5, 0, 5))


def test_what_is_met_often_is_less_new() -> None:
    novelties = [risk_parts(Uses(uses), {}, (), POLICY)["novelty"].value for uses in range(5)]

    assert novelties == [1, 1 / 2, 1 / 3, 1 / 4, 1 / 5]


@pytest.mark.parametrize(
    ("fields", "categories"),
    [
        ({"role": "rename a variable"}, ()),
        ({"role": "x", "categories": ["security"]}, ("security",)),
        ({"role": "change the Security of the gate"}, ("security",)),
        ({"role": "rotate tokens"}, ("security",)),
        ({"role": "x", "constraints": ["keep latency low"]}, ("performance",)),
        ({"role": "x", "forbidden_signals": ["slow"]}, ("performance",)),
        ({"role": "be quick, my-token"}, ("security",)),
        ({"role": "a mytoken"}, ()),
        ({"role": "a mytoken and a token"}, ("security",)),
        ({"role": "修改密码的存储"}, ("security",)),
        ({"role": "修改auth"}, ("security",)),
        ({"role": "x", "risk": "回滚 很难"}, ("rollback",)),
        ({"role": "revert the migration"}, ("rollback", "architecture")),
    ],
)
def test_an_envelope_touches_the_categories_that_it_names_or_signals(
    fields: dict[str, object], categories: tuple[str, ...]
) -> None:
    assert touched(envelope_from(fields), POLICY) == categories


def test_signals_are_policy_whatever_their_case() -> None:
    policy = Policy(trauma_weights={"boredom": 1}, trauma_signals={"boredom": ("Meeting",)}, trauma_half_lives_days={})

    assert touched(envelope_from({"role": "plan MEETINGS"}), policy) == ("boredom",)
    assert touched(envelope_from({"role": "rotate tokens"}), policy) == ()


def test_a_signal_that_every_text_has_is_refused() -> None:
    with pytest.raises(InvalidFile, match="trauma_signals of 'security' hold a blank one"):
        policy_from({"trauma_signals": {"security": ["token", " "]}})
