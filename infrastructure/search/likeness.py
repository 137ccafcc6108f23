"""Which memories are alike, as far as counting terms can tell: pairs, and groups in which every pair is alike.

The likeness of two texts is the cosine of their weighed terms (Salton and Buckley, "Term-weighting approaches in
automatic text retrieval", 1988), counted within one scope of N texts, n of which hold the term:

    weight(t, d) = (1 + ln(times t stands in d)) * ln(1 + N / n),   each text scaled to length 1

Not every pair is measured. The terms of a text are put in order, the rare ones first; what is left at the end with a
length below the threshold cannot make two texts alike by itself, so that two that are alike share a term of what comes
before it, in both (Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", 2007). Where such a term stands
in too many texts, these are put in order by their terms, and each is measured against those next to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from ...domain.dreams.state import Likeness

if TYPE_CHECKING:
    from numpy.typing import NDArray

ALIKE = 600
"""Thousandths from which a pair is told."""
CLUSTERED = 750
"""Thousandths that each pair of a cluster reaches."""
EACH_MAX = 100
"""Texts with one rare term up to which all of their pairs are measured; and texts of the same terms, all pairs told."""
WINDOW = 24
"""Neighbours on either side that a text is measured against where a term stands in more texts than that."""
COMPONENT_MAX = 300
"""Texts that are clustered at once; a larger component is taken apart at higher likenesses first."""
_AT_ONCE = 400_000
"""Pairs gathered at once."""
CELLS_MAX = 4_000_000
"""Terms of both texts of all pairs that are measured at once: they are copied, and long texts have many."""


def alike(
    memories: Iterable[tuple[str, str, Sequence[str]]],
) -> tuple[tuple[tuple[str, ...], ...], tuple[Likeness, ...]]:
    """Return clusters of memories that are alike, each pair of them, and every pair that is alike enough to be told.

    Memories of different scopes are never alike, and one without terms is like no other. Ids and pairs are in order,
    whatever the order of the memories; a memory is in one cluster at most. Of more than `EACH_MAX` memories with the
    same terms, each is told with the next only. Takes a time nearly linear in their number.

    Args:
        memories: of each its id, its scope and its terms.
    """
    known = {memory: (scope, Counter(terms)) for memory, scope, terms in memories if terms}
    same: dict[tuple[str, frozenset[tuple[str, int]]], list[str]] = {}
    for memory in sorted(known):
        scope, counts = known[memory]
        same.setdefault((scope, frozenset(counts.items())), []).append(memory)
    groups = sorted(same.values())
    similar = {pair: 1000 for group in groups for pair in _within(group)}
    firsts = [(group[0], *known[group[0]]) for group in groups]
    linked = _measured(firsts, [len(group) for group in groups]) if len(groups) > 1 else []
    for one, other, similarity in linked:
        for pair in _between(groups[one], groups[other]):
            similar[pair] = similarity
    clusters = [sorted(memory for at in cluster for memory in groups[at]) for cluster in _clusters(linked, len(groups))]
    return (
        tuple(sorted(tuple(cluster) for cluster in clusters if len(cluster) > 1)),
        tuple(Likeness(one, other, similar[one, other]) for one, other in sorted(similar)),
    )


def _within(group: list[str]) -> Iterable[tuple[str, str]]:
    """Return the pairs of texts of the same terms."""
    return combinations(group, 2) if len(group) <= EACH_MAX else pairwise(group)


def _between(one: list[str], other: list[str]) -> Iterator[tuple[str, str]]:
    """Give the pairs of two groups, each of the same terms; those of their first ones where there are too many."""
    if len(one) * len(other) > EACH_MAX:
        one, other = one[:1], other[:1]
    for left in one:
        for right in other:
            yield (left, right) if left < right else (right, left)


def _measured(texts: list[tuple[str, str, Counter[str]]], sizes: list[int]) -> list[tuple[int, int, int]]:
    """Return the pairs of texts that are alike, by place, with their likeness in thousandths.

    Args:
        sizes: how many memories each text stands for.
    """
    np, sparse = import_module("numpy"), import_module("scipy.sparse")
    matrix = _weighed(np, sparse, texts, sizes)
    # Invariant: the columns are in order of rarity, so that each row begins with its rarest term.
    found: list[tuple[int, int, int]] = []
    for one, other in _measurable(np, matrix, _candidates(np, matrix)):
        similarity = np.rint(1000 * np.asarray(matrix[one].multiply(matrix[other]).sum(axis=1)).ravel()).astype(int)
        near = similarity >= ALIKE
        found += zip(one[near].tolist(), other[near].tolist(), np.minimum(similarity[near], 999).tolist(), strict=True)
    return sorted(set(found))


def _weighed(np: Any, sparse: Any, texts: list[tuple[str, str, Counter[str]]], sizes: list[int]) -> Any:
    """Return the texts as rows of length 1; columns are the terms of each scope, the rarest first."""
    held: Counter[tuple[str, str]] = Counter()
    all_of: Counter[str] = Counter()
    for (_, scope, counts), size in zip(texts, sizes, strict=True):
        all_of[scope] += size
        for term in counts:
            held[scope, term] += size
    columns = {key: at for at, key in enumerate(sorted(held, key=lambda key: (held[key], key)))}
    rarity = np.log1p([all_of[scope] / held[scope, term] for scope, term in columns])
    starts, places, times = [0], list[int](), list[int]()
    for _, scope, counts in texts:
        row = sorted((columns[scope, term], count) for term, count in counts.items())
        places += [place for place, _ in row]
        times += [count for _, count in row]
        starts.append(len(places))
    weights = (1 + np.log(times)) * rarity[places]
    lengths = np.sqrt(np.add.reduceat(weights**2, starts[:-1]))
    weights /= np.repeat(lengths, np.diff(starts))
    return sparse.csr_matrix((weights, places, starts), shape=(len(texts), len(columns)))


def _candidates(np: Any, matrix: Any) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """Give the pairs of rows that may be alike, the lower one first, many at once; a pair may come again."""
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    squares = np.cumsum(matrix.data**2)
    before = np.concatenate(([0.0], squares))[matrix.indptr[:-1]][rows]
    left = 1 - (squares - matrix.data**2 - before)  # the squared length of the term and of all behind it
    leading = left >= (ALIKE / 1000 - 0.001) ** 2
    rows, columns = rows[leading], matrix.indices[leading]
    order = np.argsort(columns, kind="stable")
    rows, columns = rows[order], columns[order]
    cuts = np.flatnonzero(np.diff(columns)) + 1
    ranks: Any = None
    batch: list[tuple[Any, Any]] = []
    waiting = 0
    for start, end in zip([0, *cuts.tolist()], [*cuts.tolist(), len(columns)], strict=True):
        members = rows[start:end]
        if len(members) < 2:
            continue
        if len(members) > EACH_MAX:
            ranks = _ranks(np, matrix) if ranks is None else ranks
            members = members[np.argsort(ranks[members])]
            pairs = _neighbours(np, members)
        else:
            lower, upper = np.triu_indices(len(members), 1)
            pairs = (members[lower], members[upper])
        batch.append(pairs)
        waiting += len(pairs[0])
        if waiting >= _AT_ONCE:
            yield _different(np, batch)
            batch, waiting = [], 0
    if batch:
        yield _different(np, batch)


def _measurable(
    np: Any, matrix: Any, batches: Iterable[tuple[NDArray[Any], NDArray[Any]]]
) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """Give the pairs of batches in parts of about `CELLS_MAX` terms at most."""
    cells = np.diff(matrix.indptr).astype(np.int64)
    for one, other in batches:
        parts = np.cumsum(cells[one] + cells[other]) // CELLS_MAX
        cuts = np.flatnonzero(np.diff(parts)) + 1
        yield from zip(np.split(one, cuts), np.split(other, cuts), strict=True)


def _neighbours(np: Any, members: Any) -> tuple[Any, Any]:
    """Return each of the members with the ones that follow it closely."""
    steps = range(1, min(WINDOW, len(members) - 1) + 1)
    return (
        np.concatenate([members[:-step] for step in steps]),
        np.concatenate([members[step:] for step in steps]),
    )


def _ranks(np: Any, matrix: Any) -> Any:
    """Return for each row its place among all, as they stand in order by their terms."""
    starts, places = matrix.indptr.tolist(), matrix.indices.tolist()
    count = matrix.shape[0]
    terms = [tuple(places[starts[row] : starts[row + 1]]) for row in range(count)]
    ranks = np.empty(count, dtype=np.int64)
    ranks[sorted(range(count), key=terms.__getitem__)] = np.arange(count)
    return ranks


def _different(np: Any, batch: list[tuple[Any, Any]]) -> tuple[Any, Any]:
    """Return the different pairs of a batch, the lower row first."""
    one, other = (np.concatenate(side) for side in zip(*batch, strict=True))
    keys = np.unique(np.minimum(one, other).astype(np.int64) << 32 | np.maximum(one, other))
    return keys >> 32, keys & 0xFFFFFFFF


def _clusters(linked: list[tuple[int, int, int]], count: int) -> Iterator[list[int]]:
    """Give all places, those in one cluster together of which each pair is linked closely enough."""
    close = [link for link in linked if link[2] >= CLUSTERED]
    alone = set(range(count)) - {at for one, other, _ in close for at in (one, other)}
    yield from ([at] for at in sorted(alone))
    for members, links in _components(close, CLUSTERED):
        if len(members) == 2:
            yield members
        else:
            yield from _complete(members, links)


def _components(
    links: list[tuple[int, int, int]], least: int
) -> Iterator[tuple[list[int], list[tuple[int, int, int]]]]:
    """Give the connected parts of at most `COMPONENT_MAX` places; where one is larger, its weakest links go first."""
    leader: dict[int, int] = {}

    def led(at: int) -> int:
        while leader.setdefault(at, at) != at:
            leader[at] = at = leader[leader[at]]
        return at

    for one, other, _ in links:
        low, high = sorted((led(one), led(other)))
        leader[high] = low
    parts: dict[int, list[tuple[int, int, int]]] = {}
    for link in links:
        parts.setdefault(led(link[0]), []).append(link)
    for _, part in sorted(parts.items()):
        members = sorted({at for one, other, _ in part for at in (one, other)})
        if len(members) <= COMPONENT_MAX:
            yield members, part
        elif least < 950:
            closer = [link for link in part if link[2] >= least + 50]
            yield from _components(closer, least + 50)
            inside = {at for one, other, _ in closer for at in (one, other)}
            yield from (([at], []) for at in members if at not in inside)
        else:
            for start in range(0, len(members), COMPONENT_MAX):
                some = members[start : start + COMPONENT_MAX]
                chosen = set(some)
                yield some, [link for link in part if link[0] in chosen and link[1] in chosen]


def _complete(members: list[int], links: list[tuple[int, int, int]]) -> Iterator[list[int]]:
    """Give the clusters of one component: complete linkage, so that each pair of a cluster is close."""
    if len(members) < 3:
        yield from ([members] if links else [[at] for at in members])
        return
    np, cluster = import_module("numpy"), import_module("sklearn.cluster")
    place = {at: number for number, at in enumerate(members)}
    apart = np.full((len(members), len(members)), 1000.0)
    np.fill_diagonal(apart, 0)
    for one, other, similarity in links:
        apart[place[one], place[other]] = apart[place[other], place[one]] = 1000 - similarity
    # Clusters are joined below the threshold: whole thousandths make the half above the last one exact.
    found = cluster.AgglomerativeClustering(
        n_clusters=None, metric="precomputed", linkage="complete", distance_threshold=1000 - CLUSTERED + 0.5
    ).fit(apart)
    labels: dict[int, list[int]] = {}
    for at, label in zip(members, found.labels_.tolist(), strict=True):
        labels.setdefault(label, []).append(at)
    yield from labels.values()
