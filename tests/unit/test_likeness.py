"""Which memories are alike: pairs by the cosine of their terms, and clusters in which every pair is alike."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import log, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remembrancer.infrastructure.search import likeness
from remembrancer.infrastructure.search.likeness import alike

OWN = "agent:atlas"
Told = tuple[str, str, Sequence[str]]


def told(*texts: str, scope: str = OWN) -> list[Told]:
    return [(f"mem_{at:02}", scope, text.split()) for at, text in enumerate(texts)]


def pairs(memories: Sequence[Told]) -> dict[tuple[str, str], int]:
    return {(pair.one, pair.other): pair.similarity for pair in alike(memories)[1]}


def measured(memories: Sequence[Told]) -> dict[tuple[str, str], float]:
    """Return the likeness of every pair of one scope, each measured by itself."""
    size = Counter(scope for _, scope, _ in memories if scope)
    held = Counter((scope, term) for _, scope, terms in memories for term in set(terms))
    sizes = {scope: sum(1 for _, its, terms in memories if its == scope and terms) for scope in size}
    vectors = {
        memory: {
            term: (1 + log(times)) * log(1 + sizes[scope] / held[scope, term]) for term, times in Counter(terms).items()
        }
        for memory, scope, terms in memories
        if terms
    }
    scopes = {memory: scope for memory, scope, _ in memories}
    found: dict[tuple[str, str], float] = {}
    for one, other in combinations(sorted(vectors), 2):
        if scopes[one] == scopes[other]:
            mine, its = vectors[one], vectors[other]
            length = sqrt(sum(weight**2 for weight in mine.values()) * sum(weight**2 for weight in its.values()))
            found[one, other] = 1000 * sum(weight * its.get(term, 0) for term, weight in mine.items()) / length
    return found


def test_texts_of_the_same_terms_are_wholly_alike_in_any_order() -> None:
    assert pairs(told("short abstracts please", "please short abstracts", "it rained")) == {("mem_00", "mem_01"): 1000}


def test_a_text_of_a_single_term_is_like_another_one() -> None:
    assert pairs(told("喜欢", "喜欢", "讨厌")) == {("mem_00", "mem_01"): 1000}


def test_two_memories_alone_are_compared() -> None:
    assert ("mem_00", "mem_01") in pairs(told("a b c d e f g h", "a b c d e f g i"))


def test_memories_of_different_scopes_are_never_alike() -> None:
    here, there = told("short abstracts"), told("short abstracts", scope="fleet")
    assert alike([*here, ("mem_99", "fleet", there[0][2])]) == ((), ())


def test_a_memory_without_terms_is_like_no_other() -> None:
    assert alike([("mem_00", OWN, ()), ("mem_01", OWN, ())]) == ((), ())


def test_nothing_is_like_nothing() -> None:
    assert alike([]) == ((), ())


def test_each_two_of_a_cluster_are_close_and_a_chain_is_no_cluster() -> None:
    chain = told(*(" ".join(f"w{at + shift:02}" for at in range(12)) for shift in range(6)))
    clusters, found = alike(chain)
    similar = {(pair.one, pair.other): pair.similarity for pair in found}
    assert all(similar[f"mem_{at:02}", f"mem_{at + 1:02}"] >= likeness.CLUSTERED for at in range(5))
    assert len(clusters) > 1
    assert all(similar[pair] >= likeness.CLUSTERED for cluster in clusters for pair in combinations(cluster, 2))


def test_a_large_component_is_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(likeness, "COMPONENT_MAX", 3)
    same = told(*["a b c d e f g h"] * 2, *["a b c d e f g i"] * 2, *["a b c d e f h i"] * 2, "a b c d e g h i", "x y")
    clusters, found = alike(same)
    similar = {(pair.one, pair.other): pair.similarity for pair in found}
    assert ("mem_00", "mem_01") in {cluster[:2] for cluster in clusters}
    assert all(similar[pair] >= likeness.CLUSTERED for cluster in clusters for pair in combinations(cluster, 2))


def test_of_very_many_memories_of_the_same_terms_each_is_told_with_the_next() -> None:
    many = [(f"mem_{at:03}", OWN, ("tea",)) for at in range(likeness.EACH_MAX + 1)]
    clusters, found = alike(many)
    assert len(found) == likeness.EACH_MAX
    assert clusters == (tuple(memory for memory, _, _ in many),)


def test_texts_with_one_common_rare_term_are_measured_against_their_neighbours() -> None:
    texts = [(f"mem_{at:03}", OWN, ("tea", "cup", f"w{at // 2}")) for at in range(2 * likeness.EACH_MAX + 2)]
    assert {(f"mem_{at:03}", f"mem_{at + 1:03}") for at in range(0, len(texts), 2)} <= pairs(texts).keys()


def test_long_texts_are_measured_in_parts_with_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = told(*(" ".join("abcdefgh"[start : start + 5]) for start in range(4)), *["a b c d e x"] * 3)
    whole = alike(texts)
    assert len(whole[1]) > 3
    monkeypatch.setattr(likeness, "CELLS_MAX", 1)
    assert alike(texts) == whole


TERMS = st.lists(st.sampled_from("abcdefghijklmnop"), max_size=8)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from((OWN, "fleet")), TERMS), max_size=14), st.randoms(use_true_random=False))
def test_pairs_are_those_that_measuring_each_would_find_in_any_order(
    texts: list[tuple[str, list[str]]], rng: Random
) -> None:
    memories = [(f"mem_{at:02}", scope, terms) for at, (scope, terms) in enumerate(texts)]
    clusters, found = alike(memories)
    every = measured(memories)
    similar = {(pair.one, pair.other): pair.similarity for pair in found}
    assert {pair for pair, similarity in every.items() if similarity >= likeness.ALIKE + 1} <= similar.keys()
    assert all(abs(every[pair] - similarity) <= 1.1 for pair, similarity in similar.items())
    assert all(similar[pair] >= likeness.CLUSTERED for cluster in clusters for pair in combinations(cluster, 2))
    clustered = [memory for cluster in clusters for memory in cluster]
    assert len(clustered) == len(set(clustered))
    shuffled = [*memories]
    rng.shuffle(shuffled)
    assert alike(shuffled) == (clusters, found)
