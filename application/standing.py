"""What is believed already, for what is about to be written to be compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from ..domain.boot import job_of
from ..domain.content import LineTexts, MemoryText
from ..domain.events import IdentityLineReplaced, SuggestionAnswered, SuggestionMade
from ..domain.facts import standing_text
from ..projections.beliefs import BELIEFS
from ..projections.lineage import LINEAGE
from ..projections.suggestions import SUGGESTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..domain.facts import Facts, StandingText
    from ..domain.state import Belief
    from .store import Store

COMPARED_MAX = 500
"""Memories of a layer, the latest ones, that an entry is compared with before it is written."""
LAYERS = ("L3", "L4", "L5")
LEFT_OUT = frozenset({"intent", "pattern", "summary"})
"""Kinds that are made of others, or are no statements."""
KEPT_MAX = 10_000
"""Texts that an open store keeps, so that the next review need not open them again."""
KEPT_CHARS_MAX = 2_000
"""Characters of a text that is kept."""


class _Place(NamedTuple):
    """A memory, and where its words stand."""

    memory: str
    scope: str
    content_position: int
    kind: str


class _Kept:
    """What one open store has read of what is believed, until a key is destroyed anywhere."""

    def __init__(self, generation: int) -> None:
        self.generation = generation
        self.texts: dict[_Place, StandingText] = {}


_KEPT: WeakKeyDictionary[Store, _Kept] = WeakKeyDictionary()


def load_standing(store: Store, facts: Facts, scopes: Iterable[str], leaving: frozenset[str] = frozenset()) -> None:
    """Put what is believed in some scopes into facts, and what the memories that commands name rest on.

    Args:
        leaving: ids of what commands end; nothing is compared with that.
    """
    latest = (place for layer in LAYERS for place in _latest(store, tuple(scopes), layer))
    places = [place for place in latest if place.memory not in leaving]
    texts = _texts(store, places)
    facts.standing = tuple(texts[place] for place in places if place in texts)
    facts.unread = len(places) - len(facts.standing)
    cited: dict[str, list[str]] = {}
    for link in store.views.among(LINEAGE, "target", list(facts.memories)):
        if link.relation in {"evidence", "merged", "consolidated"}:
            cited.setdefault(link.target, []).append(link.source)
    facts.cited.update({memory: tuple(sorted(ids)) for memory, ids in cited.items()})
    facts.cited.update(
        {memory: _suggested_by(store, belief) for memory, belief in facts.memories.items() if belief.layer == "L5"}
    )


def _suggested_by(store: Store, line: Belief) -> tuple[str, ...]:
    """Return the ids of what the suggestion was about that a person took a line of an identity from."""
    begun = store.event(line.content_position)
    before = store.log.get(line.content_position - 1) if isinstance(begun.event, IdentityLineReplaced) else None
    # The answer and what was done are events of one command, one after the other.
    answered = None if before is None else store.codec.decode(before).event
    if not isinstance(answered, SuggestionAnswered) or answered.cause != begun.event.cause:
        return ()
    row = store.views.row(SUGGESTIONS, (answered.suggestion,))
    made = None if row is None else store.event(row.made_position).event
    return made.concerned if isinstance(made, SuggestionMade) else ()


def _latest(store: Store, scopes: tuple[str, ...], layer: str) -> list[_Place]:
    where = {"scope": scopes, "layer": [layer], "status": ["live"]}
    columns = ("memory", "scope", "content_position", "kind", "recorded_position")
    rows = store.views.newest(BELIEFS, columns, where, COMPARED_MAX)
    erased = store.erased()
    rows = [row for row in rows if row[3] not in LEFT_OUT and row[0] not in erased]
    return [_Place(*row[:4]) for row in sorted(rows, key=lambda row: (row[4], row[0]))]


def _texts(store: Store, places: Sequence[_Place]) -> dict[_Place, StandingText]:
    """Return what memories say, as far as it can be read; most was read when something was reviewed before."""
    generation = store.keys.generation()  # before anything is read: what is destroyed meanwhile is not kept for long
    kept = _KEPT.get(store)
    if kept is None or kept.generation != generation:
        kept = _KEPT[store] = _Kept(generation)
    found = {place: text for place in places if (text := kept.texts.get(place)) is not None}
    missing = [place for place in places if place not in found]
    told = told_by(store, missing) if missing else {}
    fresh = {
        place: standing_text(place.memory, place.scope, text, key=key, subjects=subjects, whose=job_of(place.kind))
        for place in missing
        if place.memory in told
        for text, key, subjects in (told[place.memory],)
    }
    if len(kept.texts) + len(fresh) > KEPT_MAX:
        kept.texts.clear()
    kept.texts.update({place: one for place, one in fresh.items() if len(one.text) <= KEPT_CHARS_MAX})
    return {**found, **fresh}


def told_by(store: Store, believed: Iterable[_Place | Belief]) -> dict[str, tuple[str, str | None, tuple[str, ...]]]:
    """Return what memories say in short, their keys, and whom they are about, as far as they can be read."""
    found: dict[str, tuple[str, str | None, tuple[str, ...]]] = {}
    at = {belief.content_position for belief in believed}
    recorded = [store.codec.decode(stored) for stored in store.log.some(sorted(at))]
    contents = dict(zip((one.position for one in recorded), store.sealer.open_many(recorded), strict=True))
    for belief in believed:
        match contents.get(belief.content_position):
            case MemoryText() as words:
                found[belief.memory] = (in_short(words), words.key, words.subjects)
            case LineTexts() as lines if belief.memory in lines.lines:
                found[belief.memory] = (lines.lines[belief.memory], None, lines.subjects)
            case _:
                pass
    return found


def in_short(words: MemoryText) -> str:
    """Return what a memory says in short: a long text by its summary."""
    return words.summary if words.summary is not None and len(words.text) > len(words.summary) else words.text
