"""Erasure: one person with 1,000 memories in a store of 100,000, and what whoever recalls next waits for."""

import random
from collections.abc import Iterator
from typing import Any

from remembrancer import Remembrancer

from .measuring import Figure, Report, Scale, scratch, spend

PERSON = "user:42"
BATCH = 1_000
EVERY = 100
"""One memory in so many is about the person."""
WORDS = ("reader", "briefing", "abstract", "harbour", "tide", "ledger", "lantern", "orchard", "紫藤", "寒潭", "孤舟")


def run(scale: Scale) -> Report:
    """Measure erasing once: it cannot be done twice. Half of what is about the person has become part of something."""
    count, recalls = scale.pick(100_000, 10_000), scale.pick(2_000, 200)
    with scratch() as folder, Remembrancer.open(folder / "store") as memory:
        atlas = memory.agent("atlas")
        made = list(_texts(count))
        about: list[str] = []
        for start in range(0, count, BATCH):
            recorded = atlas.record_many(made[start : start + BATCH])
            about += [
                one.id for one, said in zip(recorded, made[start : start + BATCH], strict=True) if said["subjects"]
            ]
        for start in range(0, len(about) // 2, 5):
            atlas.merge(about[start : start + 5], f"what they like, part {start}", because="alike")
        moment = memory.store.moment(None)
        for number in range(recalls):
            given = [(about[number % len(about)], 0.5)] if number % 10 == 0 else []
            memory.store.notes.note(
                agent="atlas",
                actor="agent:atlas",
                scope="agent:atlas",
                scenario="reply",
                query=f"question {number}",
                hits=given,
                moment=moment,
            )
        memory.store.notes.flush()
        first = spend(lambda: atlas.recall("harbour lantern", note=False))
        memory.store.searcher.save()
        preview = spend(lambda: memory.erase(PERSON, dry_run=True))
        reports: list[Any] = []
        erased = spend(lambda: reports.append(memory.erase(PERSON, because="a request")))
        after = spend(lambda: atlas.recall("harbour lantern", note=False))
    reached, derived = len(reports[0].memories), sum(one.derived for one in reports[0].memories)
    return Report(
        benchmark="erasure",
        figures=[
            Figure(
                name=f"erasing one person with {reached:,} memories of {count:,}",
                value=erased.wall_s,
                unit="s",
                target=10,
                better="less",
            ),
            Figure(name="saying first what it would reach", value=preview.wall_s, unit="s", better="less"),
            Figure(name="the first recall after it, which makes the index anew", value=after.wall_s, unit="s"),
            Figure(name="against the first recall ever", value=after.wall_s / first.wall_s, unit="times"),
        ],
        notes=[
            f"{derived:,} of these were made of others; {reports[0].keys:,} keys destroyed, {recalls:,} recalls noted"
        ],
        samples={"erased_s": [erased.wall_s], "preview_s": [preview.wall_s]},
    )


def _texts(count: int) -> Iterator[dict[str, Any]]:
    chance = random.Random(20261129)
    for number in range(count):
        said = " ".join(chance.choices(WORDS, k=12))
        yield {
            "text": f"{said} {number}",
            "kind": "preference",
            "subjects": [PERSON] if number % EVERY == 0 else [],
        }
