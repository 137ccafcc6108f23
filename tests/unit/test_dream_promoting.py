"""Promote: what passed the gate goes to L4, and what is one step short is told."""

from typing import Any

import pytest

from dream_states import NOW, POLICY, dreamt, memory_id, policy, state, told
from remembrancer.domain.dreams.promoting import one_step_short, propose_promote
from remembrancer.domain.dreams.proposals import Promote

NOTHING: frozenset[str] = frozenset()
EARNED: dict[str, Any] = {"confirmations": 3}


def test_what_was_confirmed_three_times_is_promoted() -> None:
    (found,) = propose_promote(state(dreamt(1, confirmations=3)), NOW, POLICY, NOTHING)
    assert (found.name, found.action) == ("promote/confirmed", Promote(memory_id(1), "L4"))
    assert found.because == "confirmed 3 times; the gate asks for 3"
    assert found.effect == 'the note "It rained" moves to L4'
    assert found.figures == {"confirmations": 3, "importance": 5}


def test_what_is_important_and_has_an_incident_is_promoted() -> None:
    (found,) = propose_promote(state(dreamt(1, importance=7, triggered=True)), NOW, POLICY, NOTHING)
    assert found.name == "promote/incident"
    assert found.because == "importance 7 with a trigger incident; the gate asks for 7"


@pytest.mark.parametrize(
    "fields",
    [
        {"confirmations": 2},
        {"importance": 10},
        {"importance": 6, "triggered": True},
        {**EARNED, "layer": "L3"},
        {**EARNED, "layer": "L4"},
        {**EARNED, "status": "contradicted"},
        {**EARNED, "review": "failed"},
        {**EARNED, "review": "doubtful"},
        *({**EARNED, "kind": kind} for kind in ("session", "task-context", "reflection", "decision", "unknown")),
        {**EARNED, "text": "def f(x):\n    return x + 1\n"},
        {**EARNED, "text": "the password is hunter2000"},
        {**EARNED, "metadata": {"seen": ["password: hunter2000"]}},
    ],
)
def test_what_did_not_earn_it_or_has_no_place_in_l4_stays(fields: dict[str, Any]) -> None:
    assert told(propose_promote(state(dreamt(1, **fields)), NOW, POLICY, NOTHING)) == []


@pytest.mark.parametrize("fields", [{"kind": "evolution"}, {"kind": "ritual"}, {"text": None}, {"review": "passed"}])
def test_evolutions_kinds_of_ones_own_and_words_without_a_key_may_be_promoted(fields: dict[str, Any]) -> None:
    own = policy(kinds={"ritual": "L2"})
    assert told(propose_promote(state(dreamt(1, **EARNED, **fields)), NOW, own, NOTHING)) == [
        ("promote/confirmed", (1,))
    ]


def test_what_an_earlier_stage_changes_is_not_promoted() -> None:
    assert told(propose_promote(state(dreamt(1, **EARNED)), NOW, POLICY, {memory_id(1)})) == []


@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        ({"confirmations": 2}, "it was confirmed 2 times; it lacks one confirmation"),
        ({"importance": 9}, "it has importance 9; it lacks a trigger incident"),
        (
            {"importance": 6, "triggered": True},
            "it has a trigger incident and importance 6; it lacks one point of importance",
        ),
        ({"confirmations": 1}, None),
        ({"importance": 5, "triggered": True}, None),
        ({"confirmations": 3, "importance": 9}, None),
        ({"confirmations": 2, "layer": "L4"}, None),
    ],
)
def test_what_is_one_step_short_is_told_with_what_it_lacks(fields: dict[str, Any], missing: str | None) -> None:
    assert [one.missing for one in one_step_short(state(dreamt(1, **fields)), POLICY)] == ([missing] if missing else [])


def test_a_gate_of_one_confirmation_does_not_make_everything_one_step_short() -> None:
    assert one_step_short(state(dreamt(1)), policy(gate={"confirmations": 1})) == []
