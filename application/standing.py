"""What is believed already, for what is about to be written to be compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..domain.content import LineTexts, MemoryText
from ..domain.facts import StandingText
from ..projections.beliefs import BELIEFS
from ..projections.lineage import LINEAGE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..domain.facts import Facts
    from ..domain.state import Belief
    from .store import Store

COMPARED_MAX = 500
"""Memories of a layer, the latest ones, that an entry is compared with before it is written."""
LAYERS = ("L3", "L4", "L5")
LEFT_OUT = frozenset({"intent", "pattern", "summary"})
"""Kinds that are made of others, or are no statements."""


def load_standing(store: Store, facts: Facts, scopes: Iterable[str]) -> None:
    """Put what is believed in some scopes into facts, and what the memories that commands name rest on."""
    believed = [belief for layer in LAYERS for belief in _latest(store, tuple(scopes), layer)]
    told = told_by(store, believed)
    facts.standing = tuple(
        StandingText(
            memory=belief.memory,
            scope=belief.scope,
            text=told[belief.memory][0],
            key=told[belief.memory][1],
            subjects=told[belief.memory][2],
        )
        for belief in believed
        if belief.memory in told
    )
    facts.unread = len(believed) - len(facts.standing)
    cited: dict[str, list[str]] = {}
    for link in store.views.among(LINEAGE, "target", list(facts.memories)):
        if link.relation in {"evidence", "merged", "consolidated"}:
            cited.setdefault(link.target, []).append(link.source)
    facts.cited.update({memory: tuple(sorted(ids)) for memory, ids in cited.items()})


def _latest(store: Store, scopes: tuple[str, ...], layer: str) -> list[Belief]:
    where = {"scope": scopes, "layer": [layer], "status": ["live"]}
    rows = store.views.stab(BELIEFS, where, newest=COMPARED_MAX)
    erased = store.erased()
    rows = [row for row in rows if row.kind not in LEFT_OUT and row.memory not in erased]
    return sorted(rows, key=lambda row: (row.recorded_position, row.memory))


def told_by(store: Store, believed: Iterable[Belief]) -> dict[str, tuple[str, str | None, tuple[str, ...]]]:
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
