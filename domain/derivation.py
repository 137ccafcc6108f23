"""What words are made of: whose they are, what an event repeats of others, and what was made of what.

Words that are erased take along what was made of them, so this is the one place that says what that is. A memory that
only rests on another as evidence is somebody's own words and stays; one that a merge, a consolidation, a summary, a
completed task or a reflection wrote is made of its sources.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from .events import (
    AnyEvent,
    ClaimEvent,
    ContextAssembled,
    DecisionJudged,
    DocumentLineReplaced,
    DreamReflected,
    HandedOver,
    HoldPlaced,
    IdentityEstablished,
    IdentityLineReplaced,
    IdentityRefreshed,
    MemoriesConsolidated,
    MemoriesMerged,
    MemoryConfirmed,
    MemoryContradicted,
    MemoryEvent,
    MemoryPromoted,
    MemoryRevised,
    NewMemory,
    Recalled,
    SessionEnded,
    SuggestionMade,
    TaskCheckpointed,
    TaskCompleted,
    TraumaSuffered,
)

HANDED_OVER = "handed over"
"""Relation of lineage whose target says what its source said, to another agent: neither goes without the other."""
DERIVING = frozenset({"merged", "consolidated", "completed", "summarised", HANDED_OVER})
"""Relations of lineage whose target was made of its source, whatever brought it."""


def made_of_evidence(event: AnyEvent) -> bool:
    """Say whether the memory that an event brings was made of its evidence too, and not only rests on it."""
    return isinstance(event, DreamReflected | MemoriesMerged | MemoriesConsolidated)


def worded(event: AnyEvent) -> tuple[str, ...]:
    """Return the ids of the memories whose words stand in the box of an event; none if it holds but a reason."""
    match event:
        case NewMemory() | MemoryRevised() | TaskCheckpointed():
            return (event.memory,)
        case IdentityEstablished():
            return tuple(line.memory for line in event.lines)
        case IdentityRefreshed():
            return tuple(line.memory for line in event.added)
        case IdentityLineReplaced() if event.line is not None:
            return (event.line.memory,)
        case DocumentLineReplaced(begun=str(begun)):
            return (begun,)
        case _:
            return ()


def spoken_of(event: AnyEvent) -> tuple[str, ...]:
    """Return the ids of the memories whose words, or a reason of theirs, stand in the box of an event."""
    if isinstance(event, MemoryEvent | ClaimEvent):
        return (event.memory,)
    if isinstance(event, IdentityLineReplaced | DocumentLineReplaced):
        return tuple(memory for memory in (*worded(event), event.replaced) if memory is not None)
    return worded(event)


def repeated(event: AnyEvent) -> tuple[str, ...]:
    """Return the ids of further memories that the box of an event may repeat words of."""
    match event:
        case Recalled():
            return event.hits
        case ContextAssembled():
            return given_in(event)
        case SuggestionMade():
            return event.concerned
        case DocumentLineReplaced(successor=str(successor)):
            return (successor,)
        case MemoriesMerged() | MemoriesConsolidated():
            return (*event.sources, *event.evidence)
        case TaskCompleted():
            return (event.completes,)
        case HandedOver():
            return (event.hands,)
        case SessionEnded():
            return event.messages
        case DreamReflected() | MemoryPromoted() | MemoryConfirmed() | DecisionJudged() | TraumaSuffered():
            return event.evidence
        case MemoryContradicted(by=str(by)):
            return (by,)
        case HoldPlaced():
            return event.held
        case _:
            return ()


def given_in(event: AnyEvent) -> tuple[str, ...]:
    """Return the ids of the memories whose whole words an event hands on to a model; none of any other event."""
    entries = event.entries if isinstance(event, ContextAssembled) else ()
    return tuple(dict.fromkeys(memory for entry in entries for memory in entry.memories))


def touches(event: AnyEvent, memories: Iterable[str]) -> bool:
    """Say whether the box of an event holds or repeats words of one of some memories."""
    asked = memories if isinstance(memories, AbstractSet) else frozenset(memories)
    return not asked.isdisjoint((*spoken_of(event), *repeated(event)))
