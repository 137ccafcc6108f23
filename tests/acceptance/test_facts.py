"""One value and one owner for each fact, whatever way its values come and go."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from remembrancer import FactHasOwner, Remembrancer
from remembrancer.application.handler import execute_all
from remembrancer.application.requests import Caller, given, record_command
from remembrancer.application.store import new_memory_id
from remembrancer.domain.commands import RestoreMemory
from settable_clock import SettableClock

ATLAS = Caller(agent="atlas", actor="agent:atlas")


class TickingClock:
    """Says a later time whenever it is asked."""

    def __init__(self) -> None:
        self.time = datetime(2026, 5, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time


def test_a_value_after_a_restore_in_the_same_transaction_replaces_what_was_restored(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        first = atlas.record("v1", kind="fact", key="k")
        atlas.forget(first.id, because="wrong")
        store = memory.store
        restore = RestoreMemory(**given(store, ATLAS), memory=first.id)
        record = record_command(store, ATLAS, {"text": "v2", "kind": "fact", "key": "k"}, new_memory_id())
        execute_all(store, [restore, record])
        assert [kept.text for kept in atlas.layers()["L3"]] == ["v2"]
        assert atlas.show(first.id).status == "superseded"


def test_values_of_one_batch_never_end_before_they_began(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory", clock=TickingClock()) as memory:
        atlas = memory.agent("atlas")
        values = atlas.record_many([{"text": f"v{number}", "kind": "fact", "key": "k"} for number in range(4)])
        shown = [atlas.show(value.id) for value in values]
        assert [value.status for value in shown] == ["superseded"] * 3 + ["live"]
        assert all(value.valid_to is None or value.valid_from <= value.valid_to for value in shown)


def test_history_that_goes_straight_to_the_archive_is_no_value(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas, borea = memory.agent("atlas"), memory.agent("borea")
        now = atlas.record("12 EUR", kind="fact", key="price", scope="fleet")
        atlas.record("10 EUR", kind="fact", key="price", scope="fleet", layer="L6")
        assert [kept.id for kept in atlas.layers()["L3"]] == [now.id]
        with pytest.raises(FactHasOwner, match="owned by agent 'atlas'"):
            borea.record("9 EUR", kind="fact", key="price", scope="fleet")


def test_scratch_that_has_expired_leaves_its_fact_to_others(tmp_path: Path) -> None:
    clock = SettableClock()
    with Remembrancer.open(tmp_path / "memory", clock=clock) as memory:
        memory.agent("atlas").record("ask again", kind="request", key="k")
        with pytest.raises(FactHasOwner):
            memory.agent("borea").record("answered", kind="fact", key="k")
        clock.forward(minutes=5)
        assert memory.agent("borea").record("answered", kind="fact", key="k").status == "live"


def test_the_same_key_about_other_people_is_another_fact(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        for number in (42, 43):
            atlas.record(f"colour of {number}", kind="fact", key="favourite-colour", subjects=[f"user:{number}"])
        assert len(atlas.layers()["L3"]) == 2
        atlas.record("cyan", kind="fact", key="favourite-colour", subjects=["user:42"])
        assert {kept.text for kept in atlas.layers()["L3"]} == {"cyan", "colour of 43"}
