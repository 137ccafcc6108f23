"""Figures of merit: how much of what answers a query was found, and how far up. All lie between 0 and 1."""

from collections.abc import Iterable, Mapping, Sequence
from math import log2

import msgspec

from ..measuring import Spent, percentile

DEPTH = 10
"""How many answers are looked at."""


class Found(msgspec.Struct, frozen=True):
    """What an answer held of what it should hold."""

    ranks: tuple[int, ...]
    """Where the relevant memories stood among the first ten answers; 1 is the top."""
    relevant: int
    """How many memories are relevant, found or not; at least 1."""

    def recall(self, depth: int) -> float:
        """Return which part of the relevant memories is among the first `depth` answers."""
        return sum(rank <= depth for rank in self.ranks) / self.relevant

    def reciprocal_rank(self) -> float:
        """Return 1/rank of the first relevant answer; 0 if there is none."""
        return 1 / min(self.ranks) if self.ranks else 0.0

    def ndcg(self) -> float:
        """Return the discounted cumulative gain as part of the greatest possible one, with gains of 0 and 1.

        Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques, 2002; discount log2(rank + 1).
        """
        best = sum(_discount(rank) for rank in range(1, min(self.relevant, DEPTH) + 1))
        return sum(map(_discount, self.ranks)) / best


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Means over queries, or over sets."""

    queries: int
    recall_3: float
    recall_5: float
    recall_10: float
    mrr_10: float
    ndcg_10: float


class Times(msgspec.Struct, frozen=True, kw_only=True):
    """How long queries took, in milliseconds."""

    p50_ms: float
    p95_ms: float
    cpu_p50_ms: float
    """CPU time of the process, all threads: what is left of a figure when others use the machine too."""
    cpu_p95_ms: float


def found(answer: Iterable[str], relevant: Iterable[str]) -> Found:
    """Compare an answer, best first, with what is relevant; an id that comes twice counts where it stands first."""
    wanted = set(relevant)
    first: dict[str, int] = {}
    for rank, memory in enumerate(answer, 1):
        if rank <= DEPTH and memory in wanted:
            first.setdefault(memory, rank)
    return Found(tuple(first.values()), len(wanted))


def figures(answers: Sequence[Found]) -> Figures:
    """Return the means over some queries, each counting the same."""
    return Figures(
        queries=len(answers),
        recall_3=_mean(one.recall(3) for one in answers),
        recall_5=_mean(one.recall(5) for one in answers),
        recall_10=_mean(one.recall(10) for one in answers),
        mrr_10=_mean(one.reciprocal_rank() for one in answers),
        ndcg_10=_mean(one.ndcg() for one in answers),
    )


def by_category(answers: Iterable[tuple[str, Found]]) -> dict[str, Figures]:
    """Return the figures of each category, by name."""
    groups: dict[str, list[Found]] = {}
    for category, one in answers:
        groups.setdefault(category, []).append(one)
    return {category: figures(groups[category]) for category in sorted(groups)}


def mean_over_sets(sets: Mapping[str, Figures], without: Iterable[str] = ()) -> Figures | None:
    """Return the means over sets, each counting the same however many queries it has; None if no set is left."""
    left_out = set(without)
    kept = [of_set for name, of_set in sets.items() if name not in left_out]
    if not kept:
        return None
    return Figures(
        queries=sum(one.queries for one in kept),
        recall_3=_mean(one.recall_3 for one in kept),
        recall_5=_mean(one.recall_5 for one in kept),
        recall_10=_mean(one.recall_10 for one in kept),
        mrr_10=_mean(one.mrr_10 for one in kept),
        ndcg_10=_mean(one.ndcg_10 for one in kept),
    )


def times(spent: Sequence[Spent]) -> Times:
    """Return the percentiles of what queries took."""
    wall, cpu = [one.wall_s for one in spent], [one.cpu_s for one in spent]
    return Times(
        p50_ms=percentile(wall, 50) * 1000,
        p95_ms=percentile(wall, 95) * 1000,
        cpu_p50_ms=percentile(cpu, 50) * 1000,
        cpu_p95_ms=percentile(cpu, 95) * 1000,
    )


def _discount(rank: int) -> float:
    return 1 / log2(rank + 1)


def _mean(values: Iterable[float]) -> float:
    kept = list(values)
    return sum(kept) / len(kept)
