"""Putting a policy in force, and what no decision gets round."""

import pytest

from deciding import NOW, PERSON, content, event, events, facts, order
from remembrancer.domain.commands import AdoptPolicy
from remembrancer.domain.decisions import decide
from remembrancer.domain.errors import InvalidFile, InvalidText, OutOfOrder
from remembrancer.domain.policy import Policy, policy_from, settings_of


def test_a_greater_version_is_adopted_whole() -> None:
    adopted = event(facts(), order(AdoptPolicy, **PERSON, settings={"version": 2, "bounds": {"decision": 3}}))

    assert adopted.version == 2
    assert policy_from(adopted.settings) == Policy(version=2, bounds={"decision": 3})


def test_the_policy_in_force_gives_nothing() -> None:
    assert events(facts(), order(AdoptPolicy, **PERSON, settings=settings_of(Policy()))) == []


@pytest.mark.parametrize("version", [1, 2])
def test_a_version_that_does_not_grow_is_refused(version: int) -> None:
    command = order(AdoptPolicy, **PERSON, settings={"version": version, "timezone": "Asia/Tokyo"})

    with pytest.raises(OutOfOrder, match="the policy in force has version 2"):
        decide(facts(policy=Policy(version=2)), command, now=NOW)


def test_an_impossible_policy_is_refused() -> None:
    with pytest.raises(InvalidFile):
        decide(facts(), order(AdoptPolicy, **PERSON, settings={"version": 2, "bounds": {"decision": 0}}), now=NOW)


def test_a_policy_needs_no_reason_and_keeps_the_one_it_has() -> None:
    settings = {"version": 2}

    assert content(facts(), order(AdoptPolicy, **PERSON, settings=settings, because=None)) is None
    assert content(facts(), order(AdoptPolicy, **PERSON, settings=settings)).because == "asked"
    with pytest.raises(InvalidText):
        decide(facts(), order(AdoptPolicy, **PERSON, settings=settings, because=" "), now=NOW)


def test_every_decision_rests_on_the_policy_that_it_was_made_under() -> None:
    conflicts = decide(facts(), order(AdoptPolicy, **PERSON, settings={"version": 2}), now=NOW).conflicts

    assert conflicts[0].tags == ("policy:adopted",)
