"""Bounds hold the memories of a kind in the layer of that kind, and nothing else."""

from pathlib import Path

from remembrancer import Remembrancer


def test_what_was_promoted_neither_fills_nor_falls_out_of_the_bound_that_it_left(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas, ann = memory.agent("atlas"), memory.agent("atlas", by="user:ann")
        kept = [atlas.record(f"decision {number}", kind="decision", importance=2) for number in range(10)]
        for decision in kept:
            ann.promote(decision.id, "L4", because="worth keeping")
        fresh = [atlas.record(f"routine {number}", kind="decision", importance=9) for number in range(12)]
        assert len(atlas.layers()["L4"]) == 10
        assert {decision.id for decision in atlas.layers()["L2"]} == {decision.id for decision in fresh[2:]}


def test_a_restored_decision_counts_again_and_another_makes_room(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        decisions = [atlas.record(f"decision {number}", kind="decision") for number in range(11)]
        atlas.restore(decisions[0].id, because="still matters")
        assert atlas.show(decisions[0].id).status == "live"
        assert atlas.show(decisions[1].id).status == "archived"
        assert len(atlas.layers()["L2"]) == 10


def test_a_smaller_bound_holds_from_the_next_arrival_on(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        for number in range(6):
            atlas.record(f"decision {number}", kind="decision")
        memory.adopt_policy({"version": 2, "bounds": {"decision": 3}}, by="user:ann")
        atlas.record("one more", kind="decision")
        assert [kept.text for kept in atlas.layers()["L2"]] == ["one more", "decision 5", "decision 4"]
