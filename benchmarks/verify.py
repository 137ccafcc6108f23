"""Verifying a whole store against `sha256sum` of the same bytes, and one proof in it."""

import os
import random
from pathlib import Path

from remembrancer import Remembrancer
from remembrancer.application.ledger.verifying import verify_at

from .history import fill
from .ledger import sha256sum, write_out
from .measuring import Figure, Report, Scale, Spent, median, percentile, scratch, spend

PROOFS = 200


def run(scale: Scale) -> Report:
    """Measure both in turn over the same log, then proofs drawn evenly over it."""
    count, rounds = scale.events or scale.pick(1_000_000, 50_000), scale.pick(3, 3)
    with scratch() as folder:
        store, plain = folder / "store", folder / "leaves"
        with Remembrancer.open(store) as memory:
            fill(memory.store, count, sealed=False)
        size = write_out(store / "memory.db", plain)
        sums, verifications = list[Spent](), list[Spent]()
        for _ in range(rounds):
            sums.append(spend(lambda: sha256sum(plain)))
            verifications.append(spend(lambda: _verify(store)))
        proofs = _proofs(store)
        on_disk = os.path.getsize(store / "memory.db")
    samples = {
        "sha256sum_s": [spent.wall_s for spent in sums],
        "verify_s": [spent.wall_s for spent in verifications],
    }
    plainly, verified = (median(values) for values in samples.values())
    return Report(
        benchmark="verify",
        figures=[
            Figure(
                name=f"verifying a store of {count:,} events, against sha256sum of what is hashed",
                value=verified / plainly,
                unit="times",
                target=4,
                better="less",
            ),
            Figure(name="verified", value=count / verified, unit="events/s"),
            Figure(
                name=f"proof for one event of {count:,}, with opening the nodes, median",
                value=median(proofs) * 1000,
                unit="ms",
                target=1,
                better="less",
            ),
            Figure(name="the same, p95", value=percentile(proofs, 95) * 1000, unit="ms", better="less"),
        ],
        notes=[
            f"{size / count:.0f} bytes an event are hashed, and no words; memory.db has {on_disk / size:.1f} times",
        ],
        samples=samples,
    )


def _verify(store: Path) -> None:
    report = verify_at(store)
    assert report.ok, report.problems[:3]


def _proofs(store: Path) -> list[float]:
    """Return what proofs take, in seconds, from the event's position to the whole document."""
    chance, times = random.Random(1), list[float]()
    with Remembrancer.open(store, read_only=True) as memory:
        last = memory.ledger.last_checkpoint()
        assert last is not None, "the session that filled it ended with one"
        for _ in range(PROOFS):
            position = chance.randint(1, last.size)
            times.append(spend(lambda: memory.ledger.proof(position)).wall_s)  # noqa: B023
    return times
