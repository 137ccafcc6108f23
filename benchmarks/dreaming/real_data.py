"""Whether real memories are still found after nights of dreaming: at +31 and at +91 days, with seeded recalls between.

Each set is recorded on one day, an agent for each of its scopes. On each day that follows every agent asks a few of the
set's own questions, drawn by seed from a third of them: so some memories are in use, and the others fall silent and
retire. At +31 and +91 days every agent dreams. Before and after, all questions are asked.

A relevant memory counts as found by an answer that is it, or that carries it on (it was merged or consolidated into it,
or confirmed it). Relevant memories that have retired to L6 count apart: they are looked for with `layers=["L6"]`.
"""

import argparse
import random
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from remembrancer import Agent, Remembrancer
from remembrancer.projections.beliefs import BELIEFS
from remembrancer.projections.lineage import LINEAGE

from ..measuring import machine, scratch, spend
from ..recall.data import DataSet, Memory, Query, find_sets
from ..recall.ours import agent_of, item

BEGIN = datetime(2026, 1, 5, 9, tzinfo=UTC)
ASKED_A_DAY = 5
SEED = 5
DEPTH = 5
BATCH = 1_000
CARRYING = frozenset({"merged", "consolidated", "confirmed", "evidence"})
"""Relations by which one memory carries another on."""


class Clock:
    """Says what it is told."""

    def __init__(self) -> None:
        self.time = BEGIN

    def __call__(self) -> datetime:
        """Return the present."""
        return self.time


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured at one moment."""

    after_days: int
    queries: int
    """Questions with a relevant memory that is live or carried by a live one."""
    recall: float
    """recall@5 of these, over those of their relevant memories."""
    before: float
    """The same questions and relevant memories, asked before the first dream."""
    archived: int
    """Relevant memories in L6."""
    archived_before: float
    """recall@5 of the questions about these, asked before the first dream."""
    archived_recall: float | None
    """recall@5 of these with `layers=["L6"]`; None if there are none."""
    live_share: float
    """Which part of all memories is live."""
    dream_s: float
    carried: dict[str, int]
    """Proposals carried out, by stage."""


class SetResult(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured of one set."""

    set: str
    memories: int
    stages: list[Stage]


class Lives:
    """The agents of one set, with what they remember."""

    def __init__(self, memory: Remembrancer, clock: Clock, data: DataSet) -> None:
        self.clock = clock
        self.memory = memory
        self.agents: dict[str, Agent] = {}
        self.ids: dict[tuple[str, str], str] = {}
        """By scope and id in the set."""
        self.queries = list(data.queries())
        for scope, memories in data.by_scope().items():
            self.agents[scope] = agent_of(memory, scope)
            self._record(scope, memories)
        self._spoken = random.Random(SEED).sample(self.queries, max(1, len(self.queries) // 3))

    def _record(self, scope: str, memories: Sequence[Memory]) -> None:
        left = iter(memories)
        while batch := list(islice(left, BATCH)):
            recorded = self.agents[scope].record_many(map(item, batch))
            self.ids.update({(scope, old.id): new.id for new, old in zip(recorded, batch, strict=True)})

    def live_until(self, day: int) -> None:
        """Let days go by on which every agent asks something."""
        chance = random.Random(SEED + day)
        while self.clock.time < BEGIN + timedelta(days=day):
            self.clock.time += timedelta(days=1)
            for scope, agent in self.agents.items():
                own = [query for query in self._spoken if query.scope == scope]
                for query in chance.choices(own, k=ASKED_A_DAY) if own else ():
                    agent.recall(query.text)
                agent.record(f"{self.clock.time:%B %d}", kind="request")
            self.memory.store.notes.flush()

    def answers(self, layers: Sequence[str] | None = None) -> dict[str, list[str]]:
        """Return the ids of the first five answers of each question."""
        return {
            query.id: [
                hit.memory.id for hit in self.agents[query.scope].recall(query.text, k=DEPTH, note=False, layers=layers)
            ]
            for query in self.queries
        }

    def relevant(self, query: Query) -> list[str]:
        """Return the ids of the memories that answer a question."""
        return [self.ids[query.scope, one] for one in query.relevant if (query.scope, one) in self.ids]

    def statuses(self) -> dict[str, str]:
        """Return what became of each memory."""
        keys = [(memory,) for memory in self.ids.values()]
        return {memory: row.status for (memory,), row in self.memory.store.views.rows(BELIEFS, keys).items()}

    def carriers(self) -> Mapping[str, frozenset[str]]:
        """Return for each memory the live ones that carry it on, itself among them if it is live."""
        further: dict[str, set[str]] = {}
        for link in self.memory.store.views.all_rows(LINEAGE):
            if link.relation in CARRYING:
                further.setdefault(link.source, set()).add(link.target)
        found: dict[str, frozenset[str]] = {}
        alive = {row.memory for row in self.memory.store.views.all_rows(BELIEFS) if row.status == "live"}
        for memory in self.ids.values():
            reached, left = {memory}, [memory]
            while left:
                for target in further.get(left.pop(), ()):
                    if target not in reached:
                        reached.add(target)
                        left.append(target)
            found[memory] = frozenset(reached & alive)
        return found


def measure(data: DataSet, folder: Path, days: Sequence[int]) -> SetResult:
    """Live through some days with dreams, and ask before and after."""
    clock = Clock()
    with Remembrancer.open(folder / "store", clock=clock) as memory:
        lives = Lives(memory, clock, data)
        at_first = lives.answers()
        return SetResult(set=data.name, memories=len(lives.ids), stages=[_stage(lives, day, at_first) for day in days])


def _stage(lives: Lives, day: int, at_first: Mapping[str, list[str]]) -> Stage:
    lives.live_until(day)
    carried: dict[str, int] = {}

    def dream() -> None:
        for agent in lives.agents.values():
            for step in agent.dream().proposals:
                carried[step.stage] = carried.get(step.stage, 0) + (step.outcome == "carried")

    spent = spend(dream)
    now, archive = lives.answers(), lives.answers(["L6"])
    statuses, carriers = lives.statuses(), lives.carriers()
    found, before, of_archive, archive_before, archived = list[float](), list[float](), list[float](), list[float](), 0
    for query in lives.queries:
        relevant = lives.relevant(query)
        living = [one for one in relevant if carriers[one]]
        if living:
            found.append(sum(not carriers[one].isdisjoint(now[query.id]) for one in living) / len(living))
            before.append(sum(one in at_first[query.id] for one in living) / len(living))
        retired = [one for one in relevant if not carriers[one] and statuses[one] == "archived"]
        if retired:
            archived += len(retired)
            archive_before.append(sum(one in at_first[query.id] for one in retired) / len(retired))
            of_archive.append(sum(one in archive[query.id] for one in retired) / len(retired))
    return Stage(
        after_days=day,
        queries=len(found),
        recall=_mean(found),
        before=_mean(before),
        archived=archived,
        archived_before=_mean(archive_before),
        archived_recall=_mean(of_archive) if of_archive else None,
        live_share=sum(status == "live" for status in statuses.values()) / max(1, len(statuses)),
        dream_s=spent.wall_s,
        carried=carried,
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def main(arguments: Sequence[str]) -> None:
    """Measure the sets that are asked for, print a table, write JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dreaming.real_data", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds the data sets")
    parser.add_argument("--sets", default="", help="names, with commas between; all by default")
    parser.add_argument("--days", default="31,91")
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(arguments)
    console = Console(width=None if sys.stdout.isatty() else 150)
    facts, results = machine(), list[SetResult]()
    table = Table(
        "set", "days", "live", "questions", "before", "after", "change", "archived", "before", "in L6", "carried out"
    )
    for data in find_sets(asked.data, [name for name in asked.sets.split(",") if name]):
        with scratch() as folder:
            results.append(measure(data, folder, [int(day) for day in asked.days.split(",")]))
        for stage in results[-1].stages:
            table.add_row(
                data.name,
                f"+{stage.after_days}",
                f"{stage.live_share:.0%}",
                str(stage.queries),
                f"{stage.before:.3f}",
                f"{stage.recall:.3f}",
                f"{stage.recall - stage.before:+.3f}",
                str(stage.archived),
                f"{stage.archived_before:.3f}",
                "-" if stage.archived_recall is None else f"{stage.archived_recall:.3f}",
                ", ".join(f"{name} {count}" for name, count in sorted(stage.carried.items()) if count),
            )
        console.print(f"{data.name}: done", style="dim")
    console.print(table)
    if asked.json:
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode({"machine": facts, "sets": results})))


if __name__ == "__main__":
    main(sys.argv[1:])
