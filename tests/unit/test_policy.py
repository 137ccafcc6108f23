"""The policy: numbers and lists that steer the layers, checked when they are read."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.errors import InvalidFile, UnknownKind
from remembrancer.domain.policy import NUMBER_MAX, SECONDS_MAX, Gate, Limits, Policy, policy_from, settings_of
from remembrancer.domain.vocabulary import KINDS

COUNTS = st.integers(1, NUMBER_MAX)
POLICIES = st.builds(
    Policy,
    version=COUNTS,
    timezone=st.sampled_from(["UTC", "Europe/Paris", "Asia/Shanghai"]),
    limits=st.builds(Limits, text_bytes=COUNTS, summary_chars=COUNTS),
    gate=st.builds(Gate, confirmations=COUNTS, importance=COUNTS),
    lifetimes_s=st.dictionaries(st.sampled_from(["diff", "message"]), st.integers(1, SECONDS_MAX)),
    bounds=st.dictionaries(st.sampled_from(["decision", "note", "module"]), COUNTS),
    extra_weight=st.dictionaries(st.sampled_from(["rollback", "chatter"]), st.integers(-100, 100)),
    teams=st.dictionaries(st.sampled_from(["red", "蓝"]), st.lists(st.sampled_from(["atlas", "bo"])).map(tuple)),
)


@given(policy=POLICIES)
def test_a_policy_survives_its_settings_as_json(policy: Policy) -> None:
    assert policy_from(json.loads(json.dumps(settings_of(policy)))) == policy


def test_what_is_not_said_keeps_its_default() -> None:
    policy = policy_from({"version": 2})

    assert policy == Policy(version=2)
    assert (policy.bounds["decision"], policy.bounds["evolution"], policy.bounds["reflection"]) == (10, 50, 30)
    assert (policy.lifetimes_s["diff"], policy.lifetimes_s["message"]) == (300, 86_400)
    assert (policy.gate.confirmations, policy.gate.importance) == (3, 7)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"version": 0}, "sets version to 0"),
        ({"version": NUMBER_MAX + 1}, "sets version to"),
        ({"version": "2"}, "the policy is wrong"),
        ({"version": 2.5}, "the policy is wrong"),
        ({"colour": "red"}, "the policy is wrong.*colour"),
        ({"timezone": "Mars/Base"}, "time zone 'Mars/Base'"),
        ({"timezone": "../etc/passwd"}, "time zone"),
        ({"timezone": ""}, "time zone"),
        ({"limits": {"text_bytes": 0}}, "limits.text_bytes to 0"),
        ({"limits": {"words": 1}}, "the policy is wrong"),
        ({"bounds": {"decision": -1}}, "bounds.decision to -1"),
        ({"bounds": {"diff": 3}}, "bounds 'diff'; the kinds of L0 and L1 are never archived"),
        ({"bounds": {"rumour": 1}}, "the kind 'rumour', which is unknown"),
        ({"lifetimes_s": {"diff": 0}}, "lifetimes_s.diff to 0"),
        ({"lifetimes_s": {"note": 5}}, "only the kinds of L0 expire"),
        ({"gate": {"confirmations": 0}}, "gate.confirmations to 0"),
        ({"extra_weight": {"rollback": 101}}, "extra_weight.rollback to 101"),
        ({"kinds": {"note": "L4"}}, "cannot declare the kind 'note'"),
        ({"kinds": {"Rumour": "L4"}}, "cannot declare the kind 'Rumour'"),
        ({"kinds": {"rumour": "L5"}}, "into L5"),
        ({"kinds": {"rumour": "L0"}}, "into L0"),
        ({"kinds": {"rumour": "L9"}}, "the policy is wrong"),
    ],
)
def test_an_impossible_setting_is_refused_and_named(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidFile, match=said):
        policy_from(settings)


def test_a_team_has_a_name_as_agents_have() -> None:
    with pytest.raises(InvalidFile, match="team 'the reds' is wrong: not an agent's name"):
        policy_from({"teams": {"the reds": ["atlas"]}})
    with pytest.raises(InvalidFile, match="team 'reds' is wrong: not an agent's name"):
        policy_from({"teams": {"reds": ["a b!!"]}})


def test_a_declared_kind_has_its_layer_and_an_unknown_one_none() -> None:
    policy = policy_from({"kinds": {"rumour": "L2"}, "bounds": {"rumour": 3}})

    assert policy.layer_of("rumour") == "L2"
    assert {kind: policy.layer_of(kind) for kind in KINDS} == KINDS
    with pytest.raises(UnknownKind, match=r"'gossip'; use one of .*rumour"):
        policy.layer_of("gossip")


def test_a_category_weighs_what_the_policy_says() -> None:
    policy = Policy()

    assert policy.weight(5, None) == policy.weight(5, "routine") == 5
    assert policy.weight(5, "rollback") == policy.weight(5, "security") > policy.weight(5, "evolution") > 5


def test_two_policies_share_no_table() -> None:
    one, other = Policy(), Policy()
    one.bounds["note"] = 1

    assert "note" not in other.bounds


@pytest.mark.parametrize(
    ("name", "value"), [("every_s", 0), ("attempts", -1), ("timeout_s", 3_601), ("at_once", 65), ("output_bytes", 0)]
)
def test_numbers_of_audits_that_make_no_sense_are_refused(name: str, value: int) -> None:
    with pytest.raises(InvalidFile, match=rf"audits\.{name} to {value}; it must be from 1"):
        policy_from({"audits": {name: value}})
