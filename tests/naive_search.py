"""A second search index, naive: lists that are looked through, numbers as they are, nothing kept at hand."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from remembrancer.infrastructure.search.documents import Asked, Place
from remembrancer.infrastructure.search.index import Group, SearchIndex

K, B = 0.9, 0.4
LENT = {1: 0.2, 2: 0.1}
"""What is lent to those so many turns away."""
QUANTUM = 0.5 / 255 * (1 + 2 * sum(LENT.values())) + 1e-5
"""How far the index may be off: half of a step of an impact, and the same of what is lent."""

MEMORIES = ("mem_a", "mem_b", "mem_c", "mem_d", "mem_e")
SCOPES = ("agent:user_1", "agent:user_10", "fleet")
WORDS = ("tea", "tee", "茶", "cup", "red", "blue")


class Said(NamedTuple):
    """One change: what a memory says from now on, None for no new words; and where it stands, None for nowhere."""

    memory: str
    words: tuple[str, ...] | None
    session: str | None
    scope: str
    layer: str
    status: str
    valid: tuple[int, int | None]
    expires_at: int | None

    def place(self) -> Place:
        return Place(
            memory=self.memory,
            scope=self.scope,
            layer=self.layer,
            status=self.status,
            revision=1,
            valid_from=self.valid[0],
            valid_to=self.valid[1],
            expires_at=self.expires_at,
        )


SAID = st.builds(
    Said,
    memory=st.sampled_from(MEMORIES),
    words=st.none() | st.lists(st.sampled_from(WORDS), max_size=5).map(tuple),
    session=st.sampled_from([None, "monday", "monday", "tuesday"]),
    scope=st.sampled_from(SCOPES),
    layer=st.sampled_from(["L0", "L2", "L2", "L4"]),
    status=st.sampled_from(["live"] * 5 + ["archived", "superseded", "contradicted", "forgotten", "quarantined"]),
    valid=st.tuples(st.integers(0, 9), st.none() | st.integers(1, 12)),
    expires_at=st.sampled_from([None, None, None, 5]),
)
HISTORIES = st.lists(SAID, max_size=16)
MEMBERS = st.dictionaries(st.sampled_from(WORDS), st.sampled_from([1.0, 0.8, 0.3]), min_size=1, max_size=3)
GROUPS = st.lists(
    st.builds(Group, MEMBERS.map(lambda members: tuple(members.items())), st.just("w"), st.integers(1, 2)),
    min_size=1,
    max_size=3,
)


def askings(upto: int) -> st.SearchStrategy[Asked]:
    """Return questions of positions up to one."""
    return st.builds(
        Asked,
        position=st.integers(0, upto),
        at=st.sampled_from([0, 4, 5, 9]),
        valid_at=st.none() | st.integers(0, 12),
        scopes=st.lists(st.sampled_from([*SCOPES, "agent:user_"]), unique=True).map(tuple),
        layers=st.lists(st.sampled_from(["L0", "L2", "L4", "L6"]), unique=True).map(tuple),
    )


def follow(index: SearchIndex, history: Sequence[Said], first: int = 1) -> SearchIndex:
    """Have an index follow a history, one position a change."""
    for position, said in enumerate(history, first):
        if said.words is not None:
            index.add_words(said.memory, position, said.valid[0], said.words, said.session, said.scope)
        index.place(said.place(), position)
        index.followed(position)
    return index


class _Document(NamedTuple):
    number: int
    said: Said
    position: int
    words: tuple[str, ...]


class NaiveSearch:
    """Answers from a history alone."""

    def __init__(self, history: Sequence[Said]) -> None:
        self._history = list(enumerate(history, 1))
        self._documents: list[_Document] = []
        for position, said in self._history:
            if said.words is not None:
                self._documents.append(_Document(len(self._documents), said, position, said.words))

    def search(self, groups: Sequence[Group], asked: Asked) -> dict[int, float]:
        """Return the relevance of every document that counts and holds a word of the query."""
        seen = [one for one in self._documents if one.position <= asked.position and one.said.scope in asked.scopes]
        sums = dict.fromkeys((one.number for one in seen), 0.0)
        ceiling = 0.0
        for group in groups:
            held = sum(max((weight for term, weight in group.members if term in one.words), default=0) for one in seen)
            rarity = group.times * math.log(1 + (len(seen) - held + 0.5) / (held + 0.5))
            ceiling += rarity * (K + 1)
            for one in seen:
                best = max(weight * self._frequency(one, term) for term, weight in group.members)
                sums[one.number] += rarity * best
        own = {one: sums[one.number] / ceiling for one in seen if sums[one.number] and self.counts(one, asked)}
        return {one.number: gained + self._lent(one, own) for one, gained in own.items()}

    def _frequency(self, one: _Document, term: str) -> float:
        times = one.words.count(term)
        peers = [len(p.words) for p in self._documents[: one.number + 1] if p.said.scope == one.said.scope]
        mean = max(sum(peers), 1) / len(peers)
        return times * (K + 1) / (times + K * (1 - B + B * len(one.words) / mean)) if times else 0.0

    def counts(self, one: _Document, asked: Asked) -> bool:
        """Say whether a document may be found."""
        placed = [(at, said) for at, said in self._history if said.memory == one.said.memory and at <= asked.position]
        position, place = placed[-1]
        revisions = [d for d in self._documents if d.said.memory == one.said.memory and d.position <= position]
        if place.status not in {"live", "archived", "superseded", "contradicted"}:
            return False
        if place.scope not in asked.scopes or place.layer not in asked.layers:
            return False
        if place.expires_at is not None and place.expires_at <= asked.at:
            return False
        if asked.valid_at is None:
            return one == revisions[-1] and place.status in {"live", "archived"}
        if place.valid[1] is not None and place.valid[1] <= asked.valid_at:
            return False
        begun = [d for d in revisions[:-1] if d.said.valid[0] <= asked.valid_at]
        return one == (revisions[-1] if place.valid[0] <= asked.valid_at else begun[-1] if begun else None)

    def _lent(self, one: _Document, own: dict[_Document, float]) -> float:
        lent = 0.0
        for other, gained in own.items():
            for turns in self._apart(one.said.memory, other.said.memory):
                lent += LENT.get(turns, 0) * gained
        return lent

    def _apart(self, one: str, other: str) -> list[int]:
        """Return how many turns lie between two memories of one session; none if they share none."""
        sessions: dict[str, list[str]] = {}
        known: set[str] = set()
        for document in self._documents:
            if document.said.memory not in known and document.said.session is not None:
                sessions.setdefault(document.said.session, []).append(document.said.memory)
            known.add(document.said.memory)
        return [
            abs(turns.index(one) - turns.index(other)) for turns in sessions.values() if one in turns and other in turns
        ]
