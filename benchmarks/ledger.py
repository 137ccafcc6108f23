"""The ledger: hashing a whole log into a tree against `sha256sum` of the same bytes, and one proof in it."""

import os
import random
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from remembrancer import Remembrancer
from remembrancer.infrastructure.ledger.leaves import RowHasher, header
from remembrancer.infrastructure.ledger.nodes import Nodes
from remembrancer.infrastructure.ledger.proofs import consistency_proof, inclusion_proof, verify_inclusion
from remembrancer.infrastructure.ledger.tree import Frontier
from remembrancer.infrastructure.rows import SELECTED, stored_event

from .history import fill
from .measuring import Figure, Report, Scale, Spent, median, percentile, scratch, spend

PAGE = 4_096
PROOFS = 1_000
STORE_ID = "00ff" * 8
"""The hashes take as long whatever the id is."""


def run(scale: Scale) -> Report:
    """Measure both in turn over the same log, then proofs drawn evenly over it."""
    count, rounds = scale.pick(1_000_000, 50_000), scale.pick(3, 3)
    with scratch() as folder:
        with Remembrancer.open(folder / "store") as memory:
            fill(memory.store, count, sealed=False)
        log, plain = folder / "store" / "memory.db", folder / "leaves"
        size = write_out(log, plain)
        sums, trees, kept = list[Spent](), list[Spent](), list[Spent]()
        for _ in range(rounds):
            sums.append(spend(lambda: sha256sum(plain)))
            trees.append(spend(lambda: _hash_all(log)))
            kept.append(spend(lambda: _hash_and_keep(log, folder / "nodes")))
        with Nodes(folder / "nodes") as nodes:
            inclusion, consistency = _proofs(nodes)
    samples = {
        "sha256sum_s": [spent.wall_s for spent in sums],
        "tree_s": [spent.wall_s for spent in trees],
        "tree_with_nodes_s": [spent.wall_s for spent in kept],
    }
    plainly, hashed, stored = (median(values) for values in samples.values())
    return Report(
        benchmark="ledger",
        figures=[
            Figure(
                name=f"hashing a log of {count:,} events into a tree, against sha256sum",
                value=hashed / plainly,
                unit="times",
                target=4,
                better="less",
            ),
            Figure(
                name="the same, with all nodes written to files",
                value=stored / plainly,
                unit="times",
                better="less",
            ),
            Figure(name="hashed into a tree", value=count / hashed, unit="events/s"),
            Figure(
                name=f"inclusion proof for one event of {count:,}, median",
                value=median(inclusion) * 1000,
                unit="ms",
                target=1,
                better="less",
            ),
            Figure(name="inclusion proof, p95", value=percentile(inclusion, 95) * 1000, unit="ms", better="less"),
            Figure(name="consistency proof, median", value=median(consistency) * 1000, unit="ms", better="less"),
        ],
        notes=[f"{size / count:.0f} bytes an event are hashed: header and body, words left out"],
        samples=samples,
    )


def _rows(log: Path) -> Iterator[list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(log)) as connection:
        cursor = connection.execute(f"SELECT {SELECTED} FROM events ORDER BY position")
        while page := cursor.fetchmany(PAGE):
            yield page


def write_out(log: Path, path: Path) -> int:
    """Write what the leaves are hashes of into one file, one after the other; return how many bytes that is."""
    with path.open("wb") as file:
        for page in _rows(log):
            for row in page:
                stored = stored_event(row)
                file.write(b"\x00" + header(STORE_ID, stored) + b"\n" + stored.body)
    return path.stat().st_size


def sha256sum(path: Path) -> None:
    """Have the usual program hash a file."""
    program = shutil.which("sha256sum") or shutil.which("shasum")
    assert program, "sha256sum is part of coreutils, shasum of perl"
    options = ["-a", "256"] if program.endswith("shasum") else []
    subprocess.run([program, *options, os.fspath(path)], check=True, stdout=subprocess.DEVNULL)


def _hash_all(log: Path) -> None:
    hasher, tree = RowHasher(STORE_ID), Frontier()
    for page in _rows(log):
        tree.extend(hasher.leaves(page))


def _hash_and_keep(log: Path, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    hasher = RowHasher(STORE_ID)
    with Nodes(folder) as nodes:
        for page in _rows(log):
            nodes.extend(hasher.leaves(page))


def _proofs(nodes: Nodes) -> tuple[list[float], list[float]]:
    """Return what proofs take, in seconds; each is made from files that are open, and checked outside of the time."""
    chance, size, root = random.Random(1), nodes.size, nodes.root()
    inclusion, consistency = list[float](), list[float]()
    for _ in range(PROOFS):
        index = chance.randrange(size)
        proof = list[bytes]()
        inclusion.append(spend(lambda: proof.extend(inclusion_proof(nodes, index, size))).wall_s)  # noqa: B023
        assert verify_inclusion(nodes.node(0, index), index, size, proof, root)
        consistency.append(spend(lambda: consistency_proof(nodes, index + 1, size)).wall_s)  # noqa: B023
    return inclusion, consistency
