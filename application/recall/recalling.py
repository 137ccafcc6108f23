"""Recall: from a query to memories, ranked, as believed at the asked moment."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import normalize

from msgspec.structs import replace

from ...domain.errors import InvalidNumber, InvalidText, UnknownLayer, UnknownScenario
from ...domain.moments import to_datetime, zone_named
from ...domain.policy import RECALLED_MAX, Scenario
from ...domain.ranking import Score, scored, tier_of
from ...domain.texts import check_line
from ...domain.time_words import Span, spans
from ...domain.vocabulary import LAYERS
from ...infrastructure.search.documents import Asked
from ...infrastructure.search.index import Found, Group
from ...projections.beliefs import BELIEFS
from ..memory import Memory
from ..reading import valid_revision
from ..requests import names
from .cutting import says_something
from .filling import HITS_READ, fallback_groups, feedback_groups, matches_well, with_near
from .hits import Hit, Way

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ...domain.policy import Policy
    from ...domain.state import Belief
    from ...infrastructure.search.index import SearchIndex
    from ..reading import View
    from ..store import Store
    from .searching import Searcher

POOL = 10
"""How many times as many are looked at as are wanted, since their parts reorder them."""
POOL_MIN = 50
FILLED_SHARE = 0.5
"""A suggestion scores at most this share of the last direct hit."""
_ENDS = re.compile(r"[.,;:!…。、]+(?=\s|$)|。")
"""Marks that end what is said. Not the question mark: whoever asks something does not say it."""
_MARKS = re.compile(r"[,、\"“”‘’«»]|(?<!\w)'|'(?!\w)")
"""Marks within a sentence without which it says the same."""
_ARTICLES = frozenset({"a", "an", "the"})


class Request:
    """What one recall asks for, checked."""

    def __init__(
        self,
        store: Store,
        view: View,
        query: object,
        *,
        k: int | None,
        scenario: str,
        layers: Sequence[str] | None,
        tags: Sequence[str],
        session: str | None,
    ) -> None:
        if not isinstance(query, str):
            raise InvalidText(f"the query must be text, not a {type(query).__name__}")
        self.query = query
        self.policy = store.policy(view.moment.position if view.moment.past else None)
        self.scenario = _scenario(self.policy, scenario, layers)
        self.name = scenario
        self.k = self.scenario.k if k is None else _count(k)
        self.tags = frozenset(names(tags, "tags"))
        self.session = None if session is None else store.keys.name_tag("session", check_line(session, "the session"))
        looked_into = {place[:2] for tier in self.scenario.tiers for place in tier}
        self.layers = tuple(layer for layer in LAYERS if layer in looked_into)
        zone = zone_named(self.policy.timezone)
        self.spans: list[Span] = spans(query, to_datetime(view.moment.at).astimezone(zone))


def recall(store: Store, view: View, request: Request, *, explain: bool) -> list[Hit]:
    """Return the memories that answer a query best, the best first; none if nothing does.

    A query of punctuation or of words like "the" or 的 alone asks for nothing, and finds nothing.
    """
    searcher, vectors = store.searcher, store.vectors
    # Invariant: no embedder is waited for while the lock is held.
    prepared = vectors is not None and says_something(store, request.query) and vectors.prepare(request.query)
    with searcher.lock:
        index = searcher.caught_up()
        asked = _asked(view, request)
        groups = searcher.expansion.groups(request.query, index, asked)
        meaning = vectors.scores_in(request.query, index) if vectors is not None and prepared else None
        finding = _Finding(store, view, request, index, asked, explain=explain, meaning=meaning)
        hits = finding.best(groups, "direct", request.k)
        if not hits:
            terms = searcher.tokenizer.query(request.query)
            hits = finding.best(fallback_groups(terms, index, asked), "fallback", request.k)
        else:
            hits = _filled(searcher, finding, hits, groups, request)
    return hits if explain else [replace(hit, parts=None) for hit in hits]


def _filled(
    searcher: Searcher, finding: _Finding, hits: list[Hit], groups: Sequence[Group], request: Request
) -> list[Hit]:
    """Return hits with suggestions in the places of those that are missing, or hardly match."""
    best = max(_relevance(hit) for hit in hits)
    well = [hit for hit in hits if matches_well(_relevance(hit), best)]
    if len(well) == request.k:
        return hits
    texts = [request.query, *(hit.memory.text for hit in well[:HITS_READ])]
    suggested = feedback_groups(searcher, texts[1:], groups)
    near = finding.near([searcher.tokenizer.terms(text) for text in texts])
    fills = finding.best(suggested, "filled", request.k - len(well), _ids(well), near)
    # What hardly matches keeps the places that nothing is suggested for.
    weak = [hit for hit in hits if hit.memory.id not in _ids([*well, *fills])]
    kept = _ids([*well, *weak[: request.k - len(well) - len(fills)]])
    return _with_below([hit for hit in hits if hit.memory.id in kept], fills)


def _with_below(hits: list[Hit], fills: list[Hit]) -> list[Hit]:
    """Return hits and suggestions, these with scores below those of all hits."""
    top = max((hit.score for hit in fills), default=1.0)
    limit = hits[-1].score * FILLED_SHARE
    return [*hits, *(_with_score(hit, limit * hit.score / max(top, 1e-9)) for hit in fills)]


def _ids(hits: Iterable[Hit]) -> frozenset[str]:
    return frozenset(memory for hit in hits for memory in (hit.memory.id, *hit.also))


def _relevance(hit: Hit) -> float:
    return 0.0 if hit.parts is None else hit.parts.relevance


def _asked(view: View, request: Request) -> Asked:
    return Asked(
        position=view.moment.position,
        at=view.moment.at,
        valid_at=view.valid_at,
        scopes=view.scopes,
        layers=request.layers,
    )


class _Finding:
    """One recall under way."""

    def __init__(
        self,
        store: Store,
        view: View,
        request: Request,
        index: SearchIndex,
        asked: Asked,
        *,
        explain: bool,
        meaning: NDArray[np.float32] | None,
    ) -> None:
        self._store = store
        self._view = view
        self._request = request
        self._index = index
        self._asked = asked
        self._explain = explain
        self._meaning = meaning

    def best(
        self,
        groups: Sequence[Group],
        way: Way,
        wanted: int,
        without: frozenset[str] = frozenset(),
        near: Mapping[int, float] | None = None,
    ) -> list[Hit]:
        """Return the best memories for some groups of words, folded where they say the same.

        Args:
            near: documents that count besides, by number, with how near they are, 0 to 1.
        """
        ranked: list[tuple[Score, Belief, Found]] = []
        for found, belief in self._candidates(groups, way, wanted, near or {}):
            tier = tier_of(self._request.scenario, belief.layer, belief.kind)
            if tier is not None and belief.memory not in without:
                ranked.append((self._scored(belief, found.relevance, tier), belief, found))
        ranked.sort(key=lambda one: (-one[0].value, -one[1].recorded_position, one[1].memory))
        return self._folded(ranked, groups, way, wanted)

    def near(self, texts: Sequence[Sequence[str]]) -> Mapping[int, float]:
        """Return the documents whose words keep company with those of some texts, given by their terms."""
        searcher = self._store.searcher
        return searcher.company.near(texts, self._index, searcher.dictionary.identity, self._asked)

    def _candidates(
        self, groups: Sequence[Group], way: Way, wanted: int, near: Mapping[int, float]
    ) -> Iterator[tuple[Found, Belief]]:
        """Yield what the index finds with its state, as far as the request wants it, the most relevant first."""
        request = self._request
        picky = bool(request.tags) or request.session is not None
        pool = len(self._index) if picky else max(wanted * POOL, POOL_MIN)
        meaning, share = (self._meaning, request.policy.weights.vectors / 1000) if way == "direct" else (None, 0.0)
        found = with_near(self._index.search(groups, self._asked, pool, meaning, share), near, self._index, pool)
        beliefs = self._store.views.rows(BELIEFS, [(one.memory,) for one in found], self._asked.position)
        passed = 0
        for one in found:
            belief = beliefs.get((one.memory,))
            if belief is not None and self._view.valid_at is not None:
                belief = valid_revision(self._store, belief, self._view)
            if belief is None or (picky and not self._wanted(belief)):
                continue
            yield one, belief
            passed += 1
            if passed >= max(wanted * POOL, POOL_MIN):
                return

    def _wanted(self, belief: Belief) -> bool:
        request = self._request
        if request.session is not None and belief.session != request.session:
            return False
        return not request.tags or request.tags <= set(Memory(self._store, belief, self._view.moment).tags)

    def _scored(self, belief: Belief, relevance: float, tier: int) -> Score:
        request = self._request
        happened = belief.recorded_at if belief.occurred_at is None else belief.occurred_at
        in_time = any(span.begin <= happened < span.end for span in request.spans) if request.spans else None
        return scored(
            belief,
            relevance,
            tier=tier,
            weights=request.policy.weights,
            asked_at=self._view.moment.at,
            in_time=in_time,
        )

    def _folded(
        self, ranked: list[tuple[Score, Belief, Found]], groups: Sequence[Group], way: Way, wanted: int
    ) -> list[Hit]:
        """Return hits, each for all memories that say the same in the same words (see `_said`)."""
        hits: list[Hit] = []
        said: dict[str, int] = {}
        for score, belief, found in ranked:
            memory = Memory(self._store, belief, self._view.moment)
            words = _said(memory.text)
            if words in said:
                first = hits[said[words]]
                hits[said[words]] = _with_also(first, memory.id)
                continue
            if len(hits) == wanted:
                break
            said[words] = len(hits)
            terms = self._index.gains(groups, self._asked, found.document) if self._explain else []
            hits.append(
                Hit(
                    score=score.value,
                    memory=memory,
                    found=way,
                    parts=score,
                    terms=tuple(terms),
                    also=(),
                )
            )
        return hits


def _said(text: str) -> str:
    """Return a text without what does not change what it says: forms, case, blanks, articles, commas, quotes, ends."""
    plain = _MARKS.sub(" ", _ENDS.sub("", normalize("NFKC", text).casefold()))
    return " ".join(word for word in plain.split() if word not in _ARTICLES) or plain


def _with_score(hit: Hit, score: float) -> Hit:
    return replace(hit, score=score)


def _with_also(hit: Hit, memory: str) -> Hit:
    return replace(hit, also=(*hit.also, memory))


def _scenario(policy: Policy, name: str, layers: Sequence[str] | None) -> Scenario:
    scenario = policy.scenarios.get(name)
    if scenario is None:
        raise UnknownScenario(str(name), tuple(policy.scenarios))
    if layers is None:
        return scenario
    for layer in names(layers, "layers"):
        if layer not in LAYERS:
            raise UnknownLayer(f"unknown layer {layer!r}; use {', '.join(LAYERS)}")
    return Scenario((tuple(layers),), scenario.k)


def _count(k: object) -> int:
    if isinstance(k, bool) or not isinstance(k, int) or not 1 <= k <= RECALLED_MAX:
        raise InvalidNumber(f"k must be a whole number from 1 to {RECALLED_MAX}, not {k!r}")
    return k
