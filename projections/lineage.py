"""Lineage: which memory fed which, and how."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from ..domain.events import (
    AnyEvent,
    DecisionJudged,
    HandedOver,
    IdentityLineReplaced,
    MemoriesConsolidated,
    MemoriesMerged,
    MemoryConfirmed,
    MemoryContradicted,
    MemoryPromoted,
    MemoryReplaced,
    NewMemory,
    Recorded,
    SessionEnded,
    TaskCompleted,
)
from .projection import Key, Projection

Relation = Literal[
    "evidence",
    "merged",
    "consolidated",
    "replaced",
    "promoted",
    "confirmed",
    "contradicted",
    "completed",
    "summarised",
    "judged",
    "handed over",
]


class Link(msgspec.Struct, frozen=True):
    """`source` fed `target`; the first time it did so."""

    source: str
    target: str
    relation: Relation
    position: int
    """Of the event that says so."""


def _links(event: AnyEvent) -> Iterable[tuple[str, str, Relation]]:
    match event:
        case NewMemory():
            for memory in event.evidence:
                yield memory, event.memory, "evidence"
            match event:
                case MemoryReplaced():
                    yield event.replaces, event.memory, "replaced"
                case MemoriesMerged():
                    for memory in event.sources:
                        yield memory, event.memory, "merged"
                case MemoriesConsolidated():
                    for memory in event.sources:
                        yield memory, event.memory, "consolidated"
                case HandedOver():
                    yield event.hands, event.memory, "handed over"
                case TaskCompleted():
                    yield event.completes, event.memory, "completed"
                case SessionEnded():
                    for memory in event.messages:
                        yield memory, event.memory, "summarised"
                case _:
                    pass
        case MemoryPromoted():
            for memory in event.evidence:
                yield memory, event.memory, "promoted"
        case MemoryConfirmed():
            for memory in event.evidence:
                yield memory, event.memory, "confirmed"
        case DecisionJudged():
            for memory in event.evidence:
                yield memory, event.memory, "judged"
        case MemoryContradicted(by=str(by)):
            yield by, event.memory, "contradicted"
        case IdentityLineReplaced(replaced=str(replaced), line=line) if line is not None:
            yield replaced, line.memory, "replaced"
        case _:
            pass


def _apply(row: Link | None, recorded: Recorded, key: Key) -> Link | None:
    if row is not None:
        return row
    for source, target, relation in _links(recorded.event):
        if (source, target, relation) == key:
            return Link(source=source, target=target, relation=relation, position=recorded.position)
    return None


LINEAGE = Projection(
    name="lineage",
    version=1,
    row=Link,
    key=("source", "target", "relation"),
    keys=_links,
    apply=_apply,
    of=(NewMemory, MemoryPromoted, MemoryConfirmed, MemoryContradicted, IdentityLineReplaced, DecisionJudged),
    indexes=("target",),
)
