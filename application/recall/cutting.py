"""How a text is cut into terms, and which other names each of them has: what a dictionary is tried out with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.scopes import readable
from ...domain.vocabulary import LAYERS
from ...infrastructure.search.documents import Asked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...infrastructure.search.index import SearchIndex
    from ...infrastructure.search.tokens import QueryTerm
    from ..store import Store
    from .searching import Searcher


class OtherName(msgspec.Struct, frozen=True, kw_only=True):
    """Another word by which a memory is found as well."""

    word: str
    weight: float
    """How much it counts, above 0 to 1."""
    documents: int
    """How many revisions of memories hold it, of those that may be read."""


class CutTerm(msgspec.Struct, frozen=True, kw_only=True):
    """One term of a text."""

    term: str
    """As the index has it."""
    word: str
    """As it was written, folded."""
    kind: str
    """`word`, `part` of a longer one, `gram` of a script without blanks, or `alias` of several names."""
    documents: int
    near: tuple[OtherName, ...]
    """Words of nearly the same meaning, the nearest first."""
    translations: tuple[OtherName, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return msgspec.to_builtins(self)


def says_something(store: Store, text: str) -> bool:
    """Say whether a text has any term: one of punctuation and stop words alone has none."""
    return bool(store.searcher.tokenizer.query(text))


def cut(store: Store, text: str, agent: str) -> list[CutTerm]:
    """Return the terms of a text in order, each with its other names.

    Args:
        agent: who asks: only revisions in scopes that it may read are counted.
    """
    searcher, scopes = store.searcher, readable(agent, store.policy().teams)
    with searcher.lock:
        index = searcher.caught_up()
        asked = Asked(position=index.position, at=store.now(), valid_at=None, scopes=scopes, layers=LAYERS)
        cutting = _Cutting(searcher, index, asked)
        return [cutting.told(one) for one in searcher.tokenizer.query(text)]


class _Cutting:
    """Looks up other names of terms."""

    def __init__(self, searcher: Searcher, index: SearchIndex, asked: Asked) -> None:
        self._tokenizer = searcher.tokenizer
        self._expansion = searcher.expansion
        self._index = index
        self._asked = asked

    def told(self, one: QueryTerm) -> CutTerm:
        expanded = one.kind == "word"
        return CutTerm(
            term=one.term,
            word=one.surface,
            kind=one.kind,
            documents=self._documents(one.term),
            near=tuple(self._near(one.surface)) if expanded else (),
            translations=tuple(self._translated(one.term)) if expanded else (),
        )

    def _near(self, word: str) -> Iterator[OtherName]:
        for other, weight in self._expansion.near(word):
            terms = self._tokenizer.terms(other)
            if len(terms) == 1:
                yield OtherName(word=other, weight=weight, documents=self._documents(terms[0]))

    def _translated(self, term: str) -> Iterator[OtherName]:
        for other, weight in self._expansion.translated(term):
            yield OtherName(word=other, weight=weight, documents=self._documents(other))

    def _documents(self, term: str) -> int:
        return self._index.held(term, self._asked)
