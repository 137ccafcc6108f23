"""References: what recall gave, counted by memory and day."""

from typing import Any

import pytest

from remembrancer.domain.events import Recalled, Recorded
from remembrancer.projections.references import REFERENCES, ReferenceRow

DAY = 86_400_000_000


def recalled(*hits: str, **fields: Any) -> Recalled:
    said: dict[str, Any] = {
        "actor": "agent:atlas",
        "cause": "cmd_1",
        "box": None,
        "agent": "atlas",
        "scope": "agent:atlas",
        "policy": 1,
        "command": None,
        "scenario": "reply",
        "scores": (500,) * len(hits),
        "asked_at": 0,
        "asked_position": 7,
        "past": False,
        "valid_at": None,
        "session": None,
    }
    return Recalled(hits=hits, **{**said, **fields})


@pytest.mark.parametrize(
    ("asked_at", "day"), [(0, "1970-01-01"), (DAY - 1, "1970-01-01"), (DAY, "1970-01-02"), (-1, "1969-12-31")]
)
def test_a_reference_counts_on_the_day_in_utc_on_which_was_asked(asked_at: int, day: str) -> None:
    assert list(REFERENCES.keys(recalled("mem_a", "mem_b", asked_at=asked_at))) == [("mem_a", day), ("mem_b", day)]


def test_a_recall_that_gave_nothing_counts_nothing() -> None:
    assert list(REFERENCES.keys(recalled())) == []


def test_each_further_recall_of_a_day_counts_one_more() -> None:
    row: ReferenceRow | None = None
    for position in range(1, 4):
        event = Recorded(position=position, at=DAY * position, event=recalled("mem_a"))
        row = REFERENCES.apply(row, event, ("mem_a", "1970-01-01"))
    assert row == ReferenceRow(memory="mem_a", day="1970-01-01", count=3)


def test_a_recall_is_tagged_with_its_agent_its_scope_and_its_session_alone() -> None:
    assert recalled("mem_a").tags == ("agent:atlas", "scope:agent:atlas")
    assert recalled("mem_a", session="s7kd").tags == ("agent:atlas", "scope:agent:atlas", "session:s7kd")
