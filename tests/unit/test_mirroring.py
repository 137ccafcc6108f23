"""Durations, declarations, costs and ages of mirrors: all that needs neither a store nor a world."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.durations import duration, seconds
from remembrancer.domain.errors import InvalidFile, InvalidNumber, MirrorOverBudget
from remembrancer.domain.events import AnyEvent, MirrorDeclared, MirrorFailed, MirrorRefreshed, Recorded
from remembrancer.domain.mirror_rules import EVERY_S_MAX, MirrorRules
from remembrancer.domain.mirroring import (
    check_budget,
    declaration_from,
    settings_of_mirror,
)
from remembrancer.domain.mirrors import Mirror, due_at, evolve_mirror, is_stale, retry_after_s, seen_at
from remembrancer.domain.moments import SECOND
from remembrancer.domain.policy import Policy, policy_from, settings_of

HOUR = 3_600
START = 1_000_000 * SECOND
SAID: dict[str, Any] = {"actor": "schedule", "cause": "cmd_0", "box": None, "mirror": "m", "scope": "fleet"}


@given(st.integers(1, EVERY_S_MAX))
def test_a_duration_is_read_as_it_is_written(number: int) -> None:
    assert seconds(duration(number), "it", 1, EVERY_S_MAX) == number


@pytest.mark.parametrize("text", ["", "3", "h", "-3h", "0h", "3 hours", "1h30m", "٣h", "3H", None, 3, "9999999999s"])
def test_what_is_no_duration_is_refused(text: object) -> None:
    with pytest.raises(InvalidNumber, match="such as 3h"):
        seconds(text, "it", 1, EVERY_S_MAX)


def test_a_declaration_is_written_as_it_was_read() -> None:
    said = {"every": "3h", "sql": "shop.db", "query": "SELECT 1", "subjects": ["user:42"], "cost_per_run": 3}
    assert settings_of_mirror(declaration_from("shop", said)) == said


@given(
    st.dictionaries(
        st.sampled_from(["every", "command", "url", "scope", "size_bytes", "headers_from"]),
        st.one_of(
            st.none(),
            st.integers(),
            st.text(max_size=8),
            st.lists(st.text(max_size=4), max_size=2),
            st.dictionaries(st.text(max_size=3), st.text(max_size=3), max_size=2),
        ),
    )
)
def test_whatever_a_table_says_it_is_a_declaration_or_refused_in_one_line(said: dict[str, object]) -> None:
    refusal = None
    try:
        found = declaration_from("odd", said)
    except InvalidFile as fault:
        refusal = fault
    else:
        assert declaration_from("odd", settings_of_mirror(found)) == found
    assert len(str(refusal).splitlines()) == 1


@given(st.integers(1, 50), st.integers(1, 500), st.integers(60, EVERY_S_MAX))
def test_the_cadence_that_a_refusal_names_is_within_the_budget(cost: int, budget: int, every_s: int) -> None:
    rules = MirrorRules(budget_per_day=budget)
    other = declaration_from("other", {"every": "1d", "command": ["x"], "cost_per_run": 1})
    asked = declaration_from("m", {"every": duration(every_s), "command": ["x"], "cost_per_run": cost})
    try:
        check_budget("m", {"other": other, "m": asked}, rules)
    except MirrorOverBudget as refusal:
        assert asked.cost_per_day + 1 > budget
        if "--every" in str(refusal):
            named = str(refusal).partition("--every ")[2].split()[0]
            slower = declaration_from("m", {"every": named, "command": ["x"], "cost_per_run": cost})
            check_budget("m", {"other": other, "m": slower}, rules)
    else:
        assert asked.cost_per_day + 1 <= budget


@pytest.mark.parametrize(
    "rules", [{"budget_per_day": -1}, {"heartbeat_s": 1}, {"timeout_s": 0}, {"commit_message": " "}, {"shell": "sh"}]
)
def test_impossible_rules_are_refused(rules: dict[str, object]) -> None:
    with pytest.raises(InvalidFile):
        policy_from({"mirroring": rules})


def test_rules_survive_the_file() -> None:
    assert policy_from(settings_of(Policy())).mirroring == MirrorRules()
    assert MirrorRules().commit_message.endswith("[skip ci]")


def told(*events: tuple[int, AnyEvent]) -> Mirror:
    """Return what some events, each so many seconds after the start, make of a mirror."""
    mirror = None
    for position, (after_s, event) in enumerate(events, 1):
        mirror = evolve_mirror(mirror, Recorded(position=position, at=START + after_s * SECOND, event=event))
    assert mirror is not None
    return mirror


def declared(standing: str = "enabled") -> AnyEvent:
    said: Any = {"standing": standing}
    return MirrorDeclared(**SAID, **said, every_s=HOUR, cost_per_run=0, declaration="d")


def refreshed(*, changed: bool = True) -> AnyEvent:
    return MirrorRefreshed(**SAID, changed=changed, content="c", size_bytes=3, took_ms=1)


def failed(attempt: int, retry_after: int) -> AnyEvent:
    return MirrorFailed(**SAID, fault="failed", attempt=attempt, retry_at=START + retry_after * SECOND)


def test_one_that_was_declared_is_due_at_once_and_then_by_its_cadence() -> None:
    assert due_at(told((0, declared())), HOUR, None) == 0
    fresh = told((0, declared()), (10, refreshed()))
    assert due_at(fresh, HOUR, None) == START + (10 + HOUR) * SECOND
    # That it was looked at since is known from its note alone.
    assert due_at(fresh, HOUR, START + 100 * SECOND) == START + (100 + HOUR) * SECOND
    assert due_at(told((0, declared()), (10, refreshed()), (20, declared())), HOUR, None) == 0


def test_one_that_failed_is_due_when_it_is_to_be_tried_again() -> None:
    broken = told((0, declared()), (10, refreshed()), (20, failed(1, 80)))
    assert due_at(broken, HOUR, START + 10 * SECOND) == START + 80 * SECOND
    assert (broken.attempt, broken.content, seen_at(broken, None)) == (1, "c", START + 10 * SECOND)
    mended = told((0, declared()), (10, refreshed()), (20, failed(1, 80)), (80, refreshed(changed=False)))
    assert (mended.attempt, mended.failed_at, mended.content_at) == (0, None, START + 10 * SECOND)


@given(st.integers(1, 100), st.integers(60, EVERY_S_MAX))
def test_pauses_never_shrink(attempt: int, every_s: int) -> None:
    pauses = [retry_after_s(one, every_s) for one in range(1, attempt + 1)]
    assert pauses == sorted(pauses)
    assert pauses[-1] <= max(every_s, 960)


@pytest.mark.parametrize(
    ("age_s", "heartbeat_s", "stale"),
    [
        (2 * HOUR, None, False),
        (2 * HOUR + 1, None, True),
        (25 * HOUR, 24 * HOUR, False),
        (25 * HOUR + 1, 24 * HOUR, True),
    ],
)
def test_age_makes_stale(age_s: int, heartbeat_s: int | None, stale: bool) -> None:
    fresh = told((0, declared()), (0, refreshed()))
    assert is_stale(fresh, None, START + age_s * SECOND, heartbeat_s) is stale


def test_what_failed_was_disabled_or_never_seen_is_stale_at_any_age() -> None:
    for mirror in (
        told((0, declared())),
        told((0, declared()), (1, refreshed()), (2, failed(1, 60))),
        told((0, declared()), (1, refreshed()), (2, declared("disabled"))),
        told((0, declared()), (1, refreshed()), (2, declared("removed"))),
    ):
        assert is_stale(mirror, None, START + 3 * SECOND)
