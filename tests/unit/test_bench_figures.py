"""The figures of the recall benchmark, against values worked out by hand."""

from math import log2

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.benchmarks.measuring import Spent
from remembrancer.benchmarks.recall.figures import (
    DEPTH,
    Found,
    by_category,
    figures,
    found,
    mean_over_sets,
    times,
)
from remembrancer.benchmarks.recall.targets import Target

ANSWERS = st.lists(st.sampled_from([f"m{n}" for n in range(15)]), max_size=14)
RELEVANT = st.sets(st.sampled_from([f"m{n}" for n in range(15)]), min_size=1)


def test_ranks_count_from_one_and_end_at_the_tenth_answer() -> None:
    answer = ["a", "x1", "x2", "b", "x3", "x4", "x5", "x6", "x7", "c", "d"]
    assert found(answer, ["a", "b", "c", "d"]) == Found(ranks=(1, 4, 10), relevant=4)


def test_an_id_that_comes_twice_counts_once_where_it_stands_first() -> None:
    assert found(["x", "a", "a", "b"], ["a", "b"]) == Found(ranks=(2, 4), relevant=2)


@pytest.mark.parametrize(("depth", "part"), [(3, 1 / 4), (5, 2 / 4), (10, 3 / 4)])
def test_recall_is_the_part_of_the_relevant_memories_that_was_found(depth: int, part: float) -> None:
    assert Found(ranks=(1, 4, 10), relevant=4).recall(depth) == part


@pytest.mark.parametrize(("ranks", "value"), [((3, 5), 1 / 3), ((1,), 1.0), ((), 0.0)])
def test_the_reciprocal_rank_is_that_of_the_first_relevant_answer(ranks: tuple[int, ...], value: float) -> None:
    assert Found(ranks, relevant=5).reciprocal_rank() == value


def test_gain_is_discounted_by_the_logarithm_of_the_rank_and_measured_against_the_best_order() -> None:
    # Found at 2 and 4 of three relevant: (1/log2 3 + 1/log2 5) / (1/log2 2 + 1/log2 3 + 1/log2 4).
    wanted = (0.6309297536 + 0.4306765581) / (1 + 0.6309297536 + 0.5)
    assert Found(ranks=(2, 4), relevant=3).ndcg() == pytest.approx(wanted, abs=1e-9)


def test_the_best_order_has_no_more_than_ten_places() -> None:
    full = Found(ranks=tuple(range(1, DEPTH + 1)), relevant=40)
    assert full.ndcg() == pytest.approx(1)
    assert full.recall(DEPTH) == DEPTH / 40


def test_every_query_of_a_set_counts_the_same() -> None:
    answers = [Found(ranks=(1,), relevant=1), Found(ranks=(4,), relevant=2), Found(ranks=(), relevant=1)]
    half_found = (1 / log2(5)) / (1 + 1 / log2(3))
    assert msgspec.structs.asdict(figures(answers)) == pytest.approx(
        {
            "queries": 3,
            "recall_3": 1 / 3,
            "recall_5": 1.5 / 3,
            "recall_10": 1.5 / 3,
            "mrr_10": 1.25 / 3,
            "ndcg_10": (1 + half_found) / 3,
        }
    )


def test_categories_have_figures_of_their_own_by_name() -> None:
    hit, miss = Found(ranks=(1,), relevant=1), Found(ranks=(), relevant=1)
    of_categories = by_category([("temporal", hit), ("multi_hop", miss), ("temporal", miss)])
    assert [(name, one.queries, one.recall_5) for name, one in of_categories.items()] == [
        ("multi_hop", 1, 0.0),
        ("temporal", 2, 0.5),
    ]


def test_every_set_counts_the_same_in_the_mean_however_many_queries_it_has() -> None:
    good, bad = figures([Found(ranks=(1,), relevant=1)]), figures([Found(ranks=(), relevant=1)] * 9)
    mean = mean_over_sets({"good": good, "bad": bad})
    assert mean is not None
    assert (mean.queries, mean.recall_5, mean.ndcg_10) == (10, 0.5, 0.5)


def test_a_set_can_be_left_out_of_the_mean() -> None:
    good, bad = figures([Found(ranks=(1,), relevant=1)]), figures([Found(ranks=(), relevant=1)])
    assert mean_over_sets({"cmrc": good, "other": bad}, without=["cmrc"]) == bad


def test_there_is_no_mean_over_no_set() -> None:
    assert mean_over_sets({"cmrc": figures([Found(ranks=(1,), relevant=1)])}, without=["cmrc"]) is None


def test_percentiles_are_of_the_queries_and_in_milliseconds() -> None:
    spent = times([Spent(wall_s=n / 1000, cpu_s=n / 2000) for n in range(100, 0, -1)])
    assert (spent.p50_ms, spent.p95_ms) == pytest.approx((51, 96))
    assert (spent.cpu_p50_ms, spent.cpu_p95_ms) == pytest.approx((25.5, 48))


@pytest.mark.parametrize(
    ("value", "verdict"), [(0.61, "missed by 0.010"), (0.62, "met"), (0.65, "met"), (0.66, "stretch met")]
)
def test_a_target_is_missed_met_or_surpassed(value: float, verdict: str) -> None:
    assert Target(0.62, 0.66).verdict(value) == verdict


@given(answer=ANSWERS, relevant=RELEVANT)
def test_figures_lie_between_nothing_and_all_and_grow_with_the_depth(answer: list[str], relevant: set[str]) -> None:
    one = figures([found(answer, relevant)])
    assert 0 <= one.recall_3 <= one.recall_5 <= one.recall_10 <= 1
    assert 0 <= one.mrr_10 <= 1
    assert 0 <= one.ndcg_10 <= 1 + 1e-9


@given(answer=ANSWERS, relevant=RELEVANT)
def test_putting_what_is_relevant_first_is_never_worse(answer: list[str], relevant: set[str]) -> None:
    best = sorted(answer[:DEPTH], key=lambda memory: memory not in relevant)
    assert found(best, relevant).ndcg() >= found(answer, relevant).ndcg() - 1e-9
    assert found(best, relevant).reciprocal_rank() >= found(answer, relevant).reciprocal_rank()
