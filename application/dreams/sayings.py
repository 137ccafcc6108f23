"""What a dream reads: the words of memories and their terms, opened many at once and kept while the dream lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.content import MemoryText

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..store import Store

PAGE = 500
"""Events that are opened at once."""


class Sayings:
    """Words by the position of the event that holds them; what was read once is not read again."""

    def __init__(self) -> None:
        self._words: dict[int, MemoryText | None] = {}
        self._terms: dict[int, tuple[str, ...]] = {}

    def open(self, store: Store, positions: Iterable[int]) -> None:
        """Open the words at some positions, as far as that has not been done."""
        missing = sorted(set(positions) - self._words.keys())
        for start in range(0, len(missing), PAGE):
            some = missing[start : start + PAGE]
            self._words.update(dict.fromkeys(some))
            recorded = [store.codec.decode(stored) for stored in store.log.some(some)]
            for one, content in zip(recorded, store.sealer.open_many(recorded), strict=True):
                if isinstance(content, MemoryText):
                    self._words[one.position] = content

    def words(self, position: int) -> MemoryText | None:
        """Return the words of a memory that stand at a position, None where they cannot be read; `open` goes first."""
        return self._words[position]

    def terms(self, store: Store, position: int) -> tuple[str, ...]:
        """Return the terms of the text at a position, as the search index makes them."""
        if position not in self._terms:
            words = self._words[position]
            terms = store.searcher.tokenizer.terms(words.text) if words is not None else ()
            self._terms[position] = tuple(terms)
        return self._terms[position]
