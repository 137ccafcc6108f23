"""Rebuilding all core views from the log, against a bare SELECT of the same events and decoding them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from remembrancer import Remembrancer
from remembrancer.infrastructure.codec import Codec
from remembrancer.infrastructure.rows import SELECTED, stored_event

from .history import fill
from .measuring import Figure, Report, Scale, Spent, median, scratch, spend


def run(scale: Scale) -> Report:
    """Measure both in turn over the same store."""
    count, rounds = scale.pick(200_000, 20_000), scale.pick(5, 3)
    bare: list[Spent] = []
    ours: list[Spent] = []
    with scratch() as folder, Remembrancer.open(folder / "store") as memory:
        fill(memory.store, count, sealed=True)
        for _ in range(rounds):
            bare.append(spend(lambda: _decode_all(folder / "store" / "memory.db")))
            ours.append(spend(memory.rebuild))
    samples = {
        "rebuild_per_s": [count / spent.wall_s for spent in ours],
        "decode_per_s": [count / spent.wall_s for spent in bare],
    }
    rebuilt, decoded = (median(values) for values in samples.values())
    return Report(
        benchmark="rebuild",
        figures=[
            Figure(name=f"rate against SELECT and decode, {count:,} events", value=rebuilt / decoded, unit="ratio"),
            Figure(name="rebuilt", value=rebuilt, unit="events/s"),
            Figure(name="selected and decoded", value=decoded, unit="events/s"),
        ],
        samples=samples,
    )


def _decode_all(path: Path) -> None:
    codec = Codec()
    with closing(sqlite3.connect(path)) as connection:
        for values in connection.execute(f"SELECT {SELECTED} FROM events ORDER BY position"):
            codec.decode(stored_event(values))
