"""One system on one data set."""

from pathlib import Path

import msgspec

from ..measuring import Spent, spend
from .data import DataFault, DataSet, Query
from .figures import DEPTH, Figures, Found, Times, by_category, figures, found, times
from .systems import Opening, System


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured."""

    system: str
    set: str
    memories: int
    scopes: int
    all: Figures
    categories: dict[str, Figures]
    build_s: float
    """What taking in the memories of all scopes took."""
    first_s: float
    """What the first query of each scope took, summed: with it comes what a system put off until somebody asks."""
    times: Times
    """Of all queries, each asked once its scope has answered before."""
    ranks: dict[str, tuple[int, ...]]
    """By query: where the relevant memories stood among the first ten answers."""


def run(name: str, opening: Opening, data: DataSet, folder: Path) -> Result:
    """Measure a system on a set; `folder` is empty and its own.

    Raises:
        DataFault: the set does not fit together.
        Unavailable: the system cannot be measured here.
    """
    scopes, queries = data.by_scope(), list(data.queries())
    one_of_each = {query.scope: query for query in queries}
    if strange := sorted(one_of_each.keys() - scopes):
        raise DataFault(f"set {data.name!r}: queries ask for scopes without memories, such as {strange[0]!r}; mend it")
    if not queries:
        raise DataFault(f"set {data.name!r} has no queries; add some, or leave the set out")
    with opening(folder) as system_of:
        systems = {scope: system_of(scope) for scope in scopes}
        built = spend(lambda: [systems[scope].build(memories) for scope, memories in scopes.items()])
        first = spend(lambda: [systems[query.scope].search(query.text, DEPTH) for query in one_of_each.values()])
        asked = [_ask(systems[query.scope], query) for query in queries]
    answers = [answer for answer, _ in asked]
    return Result(
        system=name,
        set=data.name,
        memories=sum(map(len, scopes.values())),
        scopes=len(scopes),
        all=figures(answers),
        categories=by_category((query.category, answer) for query, answer in zip(queries, answers, strict=True)),
        build_s=built.wall_s,
        first_s=first.wall_s,
        times=times([spent for _, spent in asked]),
        ranks={query.id: answer.ranks for query, answer in zip(queries, answers, strict=True)},
    )


def _ask(system: System, query: Query) -> tuple[Found, Spent]:
    answer: list[str] = []
    spent = spend(lambda: answer.extend(system.search(query.text, DEPTH)))
    return found(answer, query.relevant), spent
