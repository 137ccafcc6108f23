"""How far an erasure reaches: the memories that are named or about a person, and all that was made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ...domain.boundary import Query, QueryItem
from ...domain.content import LineTexts, MemoryText
from ...domain.derivation import DERIVING, HANDED_OVER, made_of_evidence, worded
from ...domain.events import DreamReflected, IdentityEvent, IdentityLineReplaced, SuggestionMade
from ...domain.quoting import quotes
from ...projections.beliefs import BELIEFS
from ...projections.lineage import LINEAGE
from ...projections.suggestions import SUGGESTIONS
from .boxes import tagged
from .restoring import stood_back

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...domain.state import Belief
    from ..store import Store

PIECE_CHARS = 8
"""So many characters in a row that two texts share make one a quotation of the other."""


class Reach(msgspec.Struct, frozen=True, kw_only=True):
    """What an erasure takes away."""

    subject: str | None
    """Pseudonym of the person; None if memories are named."""
    named: tuple[str, ...]
    """Ids of the memories that are named, or whose words are about the person, and are not erased yet; sorted."""
    derived: tuple[str, ...]
    """Ids of those that go because they were made of these, sorted."""
    beliefs: dict[str, Belief]
    """All of them by id, as they stand."""
    cut: tuple[str, ...]
    """Ids of sources of what goes that are not reached themselves and stood back for it, sorted."""

    @property
    def memories(self) -> tuple[str, ...]:
        """Ids of all that go, sorted."""
        return tuple(sorted((*self.named, *self.derived)))


def reach_of(
    store: Store, *, subject: str | None = None, memories: Iterable[str] = (), gone: Iterable[str] = ()
) -> Reach:
    """Return how far the erasure of a person, given by pseudonym, or of memories reaches now.

    Args:
        gone: ids of memories that were erased a moment ago, of which something may have been made meanwhile.
    """
    named = set(memories)
    if subject is not None:
        named |= about_person(store, subject)
    beliefs: dict[str, Belief] = {}
    made: set[str] = set()
    frontier = _standing(store, named)
    beliefs.update(frontier)
    frontier.update(_rows(store, gone))
    while frontier:
        further, whole = _made_of(store, frontier)
        made |= further
        frontier = _standing(store, {one for one in (*further, *whole) if one not in beliefs})
        beliefs.update(frontier)
    # What is about the person and was made of something else of theirs went with its sources.
    derived = {memory for memory in beliefs if memory not in named or (subject is not None and memory in made)}
    return Reach(
        subject=subject,
        named=tuple(sorted(beliefs.keys() - derived)),
        derived=tuple(sorted(derived)),
        beliefs=beliefs,
        cut=stood_back(store, beliefs),
    )


def words_of(store: Store, beliefs: Iterable[Belief]) -> dict[str, list[MemoryText]]:
    """Return all words that memories have or had, by id, as far as they can be read, without their reasons."""
    ids = {belief.memory for belief in beliefs}
    found: dict[str, list[MemoryText]] = {}
    for recorded in tagged(store, (f"mem:{memory}" for memory in sorted(ids))):
        mine = ids.intersection(worded(recorded.event))
        content = store.open(recorded) if mine else None
        match content:
            case MemoryText():
                for memory in mine:
                    found.setdefault(memory, []).append(content)
            case LineTexts():
                for memory in mine & content.lines.keys():
                    found.setdefault(memory, []).append(MemoryText(text=content.lines[memory]))
            case _:
                pass
    return found


def about_person(store: Store, subject: str) -> set[str]:
    """Return the ids of the memories that had words about a person at any time."""
    return {
        memory
        for recorded in tagged(store, (f"subject:{subject}",))
        if recorded.event.box is not None and subject in recorded.event.box.subjects
        for memory in worded(recorded.event)
    }


def _standing(store: Store, memories: Iterable[str]) -> dict[str, Belief]:
    """Return what is not erased yet of some memories."""
    return {memory: belief for memory, belief in _rows(store, memories).items() if belief.status != "erased"}


def _rows(store: Store, memories: Iterable[str]) -> dict[str, Belief]:
    rows = store.views.rows(BELIEFS, [(memory,) for memory in sorted(memories)])
    return {memory: belief for (memory,), belief in rows.items()}


def _made_of(store: Store, sources: dict[str, Belief]) -> tuple[set[str], set[str]]:
    """Return the ids of what was made of some memories, and of what holds the same words as one of them, or its box."""
    made: set[str] = set()
    for link in store.views.among(LINEAGE, "source", sorted(sources)):
        rests = link.relation == "evidence"
        if link.relation in DERIVING or (rests and made_of_evidence(store.event(link.position).event)):
            made.add(link.target)
    made |= set(_told_of(store, sources))
    made |= set(_accepted(store, sources))
    given = store.views.among(LINEAGE, "target", sorted(sources))
    before = {link.source for link in given if link.relation == HANDED_OVER}
    return made, before | set(_sealed_together(store, sources))


def _told_of(store: Store, ended: dict[str, Belief]) -> Iterator[str]:
    """Yield reflections that tell how some beliefs ended: they name what took their place, and quote both."""
    after: dict[str, list[Belief]] = {}
    for belief in ended.values():
        if belief.successor is not None:
            after.setdefault(belief.successor, []).append(belief)
    for link in store.views.among(LINEAGE, "source", sorted(after)):
        if link.relation != "evidence":
            continue
        recorded = store.event(link.position)
        if not isinstance(recorded.event, DreamReflected) or recorded.event.box is None:
            continue
        told = store.open(recorded)
        texts = [words.text for said in words_of(store, after[link.source]).values() for words in said]
        if not isinstance(told, MemoryText) or not texts or quotes(told.text, texts, PIECE_CHARS):
            yield link.target


def _accepted(store: Store, sources: dict[str, Belief]) -> Iterator[str]:
    """Yield the lines of identities that a person took from suggestions about some memories."""
    for stored in store.log.read(Query(items=(QueryItem(types=(SuggestionMade.TYPE,)),))):
        event = store.codec.decode(stored).event
        if (
            not isinstance(event, SuggestionMade)
            or event.change != "identity"
            or sources.keys().isdisjoint(event.concerned)
        ):
            continue
        row = store.views.row(SUGGESTIONS, (event.suggestion,))
        if row is None or row.status != "accepted" or row.answered_position is None:
            continue
        # The answer and what was done are events of one command, one after the other.
        done = store.log.get(row.answered_position + 1)
        follows = None if done is None else store.codec.decode(done).event
        answered = store.event(row.answered_position).event
        if isinstance(follows, IdentityLineReplaced) and follows.cause == answered.cause:
            yield from worded(follows)


def _sealed_together(store: Store, memories: dict[str, Belief]) -> Iterator[str]:
    """Yield the lines of an identity that stand in one box with one that goes: what opens one opens all."""
    for belief in memories.values():
        if belief.layer == "L5":
            event = store.event(belief.content_position).event
            if isinstance(event, IdentityEvent):
                yield from worded(event)
