"""Following the log with the search index: what is recorded is searchable when somebody next asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.content import LineTexts, MemoryText
from ...infrastructure.search.documents import Place
from ...infrastructure.search.index import SearchIndex
from ...projections.beliefs import BELIEFS, ONCE_TRUE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ...domain.content import AnyContent
    from ...domain.events import Recorded
    from ...domain.state import Belief
    from ...infrastructure.search.tokens import Tokenizer
    from ..store import Store

PAGE = 500
"""Events that are followed at once."""


class Follower:
    """The search index of one store, kept up with its log by whoever asks."""

    def __init__(
        self,
        store: Store,
        tokenizer: Tokenizer,
        index: SearchIndex | None = None,
        *,
        on_erasure: Callable[[], None] = lambda: None,
    ) -> None:
        """Go on from an index, by default an empty one.

        Args:
            on_erasure: called when something in the index turns out to be erased.
        """
        self._store = store
        self._on_erasure = on_erasure
        self._tokenizer = tokenizer
        self.index = SearchIndex() if index is None else index

    def catch_up(self) -> SearchIndex:
        """Follow the log to its head and return the index; the caller holds the searcher's lock."""
        head = self._store.log.head()
        while self.index.position < head:
            stored = list(self._store.log.read(after=self.index.position, upto=head, limit=PAGE))
            if not stored:
                break
            recorded = [self._store.codec.decode(one) for one in stored]
            if not self._follow(recorded):
                # Something in it was erased: what the terms of erased words say must go as well.
                self.index = SearchIndex()
                self._on_erasure()
                continue
            self.index.followed(recorded[-1].position)
        return self.index

    def _follow(self, recorded: Sequence[Recorded]) -> bool:
        """Take in some consecutive events; False if one of them erased what is in the index."""
        first, last = recorded[0].position, recorded[-1].position
        touched = dict.fromkeys(memory for one in recorded for memory in one.event.memories)
        if not touched:
            return True
        begun = self._store.views.begun(BELIEFS, [(memory,) for memory in touched], first, last)
        worded = {row.content_position for position, row in begun if row.content_position == position}
        erased = self._store.erased()
        words = self._words([one for one in recorded if one.position in worded])
        for position, belief in begun:
            if belief.status == "erased" and self.index.knows(belief.memory):
                return False
            if belief.content_position == position and belief.memory not in erased:
                text = words_of(words.get(position), belief.memory)
                session = None if belief.session is None else f"{belief.scope} {belief.session}"
                terms = self._tokenizer.terms(text)
                self.index.add_words(belief.memory, position, belief.valid_from, terms, session, belief.scope)
            self.index.place(_place(belief), position)
        return True

    def _words(self, recorded: Sequence[Recorded]) -> dict[int, AnyContent | None]:
        erased = self._store.erased()
        opened = self._store.sealer.open_many(recorded)
        return {
            one.position: None if erased.intersection(one.event.memories[:1]) else content
            for one, content in zip(recorded, opened, strict=True)
        }


def words_of(content: AnyContent | None, memory: str) -> str:
    """Return all of a memory's words that it can be found by; none where no key to read them is at hand."""
    match content:
        case MemoryText():
            return "\n".join(_texts(content))
        case LineTexts():
            return content.lines.get(memory, "")
        case _:
            return ""


def _texts(words: MemoryText) -> Iterable[str]:
    speaker = (words.metadata or {}).get("speaker")
    if isinstance(speaker, str):
        yield speaker
    yield words.text
    yield from (said for said in (words.summary, words.trigger, words.key, words.task) if said)
    yield from words.tags


def _place(belief: Belief) -> Place:
    # What was forgotten after it had ended is found where it was true, as before.
    former = belief.former if belief.status == "forgotten" and belief.former in ONCE_TRUE else None
    return Place(
        memory=belief.memory,
        scope=belief.scope,
        layer=belief.layer,
        status=former or belief.status,
        revision=belief.revision,
        valid_from=belief.valid_from,
        valid_to=belief.valid_to,
        expires_at=belief.expires_at,
    )
