"""Idempotency: a command that is sent again with its key is not done again, and another with that key is refused.

A command that changed nothing left no event, and so its key is free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..domain.boundary import Query, QueryItem
from ..domain.commands import (
    AnswerSuggestion,
    ArchiveMemory,
    CheckpointTask,
    CompleteTask,
    ConfirmMemory,
    ConsolidateMemories,
    ContradictMemory,
    DecayMemory,
    EndSession,
    ForgetMemory,
    JudgeDecision,
    MemoryCommand,
    MergeMemories,
    ObserveIntent,
    PromoteMemory,
    QuarantineMemory,
    RecordMemory,
    ReleaseMemory,
    RestoreMemory,
    ReviewMemory,
    ReviseMemory,
    SendMessage,
    StartSession,
    StartTask,
    SufferTrauma,
    WriteReflection,
)
from ..domain.errors import KeyReused
from ..domain.events import (
    AgentEvent,
    AnyEvent,
    DecisionJudged,
    DecisionMade,
    DreamReflected,
    Event,
    IntentObserved,
    MemoriesConsolidated,
    MemoriesMerged,
    MemoryArchived,
    MemoryConfirmed,
    MemoryContradicted,
    MemoryDecayed,
    MemoryForgotten,
    MemoryPromoted,
    MemoryQuarantined,
    MemoryRecorded,
    MemoryReleased,
    MemoryReplaced,
    MemoryRestored,
    MemoryReviewed,
    MemoryRevised,
    Recorded,
    SessionEnded,
    SessionStarted,
    SuggestionAnswered,
    TaskCheckpointed,
    TaskCompleted,
    TaskStarted,
    TraumaSuffered,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..domain.commands import AnyCommand, Command
    from .store import Store

GIVES: dict[type[Command], tuple[type[Event], ...]] = {
    RecordMemory: (MemoryRecorded, MemoryReplaced, DecisionMade),
    MergeMemories: (MemoriesMerged,),
    ReviseMemory: (MemoryRevised,),
    PromoteMemory: (MemoryPromoted,),
    DecayMemory: (MemoryDecayed,),
    ForgetMemory: (MemoryForgotten,),
    ArchiveMemory: (MemoryArchived,),
    RestoreMemory: (MemoryRestored,),
    ContradictMemory: (MemoryContradicted,),
    QuarantineMemory: (MemoryQuarantined,),
    ReleaseMemory: (MemoryReleased,),
    ReviewMemory: (MemoryReviewed,),
    ConfirmMemory: (MemoryConfirmed,),
    StartTask: (TaskStarted,),
    CheckpointTask: (TaskCheckpointed,),
    CompleteTask: (TaskCompleted,),
    StartSession: (SessionStarted,),
    SendMessage: (MemoryRecorded,),
    EndSession: (SessionEnded,),
    ObserveIntent: (IntentObserved,),
    SufferTrauma: (TraumaSuffered,),
    JudgeDecision: (DecisionJudged,),
    ConsolidateMemories: (MemoriesConsolidated,),
    WriteReflection: (DreamReflected,),
    AnswerSuggestion: (SuggestionAnswered,),
}
"""The first event that each command with a key gives."""


def done_before(
    store: Store, commands: Sequence[AnyCommand], keys: Sequence[str | None]
) -> dict[str, tuple[Recorded, ...]]:
    """Return what those commands gave, by the HMAC of their key, that were carried out before.

    Args:
        keys: the keys as they were given, for messages.

    Raises:
        KeyReused: a key came with another body, in the log or within `commands`.
    """
    asked = [(command, key) for command, key in zip(commands, keys, strict=True) if command.idempotency is not None]
    if not asked:
        return {}
    found = find_done(store, {str(command.idempotency) for command, _ in asked})
    first: dict[str, str | None] = {}
    for command, key in asked:
        tag = str(command.idempotency)
        events = found.get(tag)
        earlier = first.setdefault(tag, command.digest)
        if not (_is_same(store, command, events[0]) if events else earlier == command.digest):
            raise KeyReused(str(key))
    return {tag: tuple(events) for tag, events in found.items()}


def find_done(store: Store, tags: Iterable[str]) -> dict[str, list[Recorded]]:
    """Return the events of the commands that were carried out with these keys, by the HMAC of the key."""
    query = Query(items=tuple(QueryItem(tags=(f"cmd:{tag}",)) for tag in tags))
    found: dict[str, list[Recorded]] = {}
    for stored in store.log.read(query) if query.items else ():
        recorded = store.codec.decode(stored)
        if isinstance(recorded.event, AgentEvent) and recorded.event.command is not None:
            found.setdefault(recorded.event.command, []).append(recorded)
    return found


def _is_same(store: Store, command: AnyCommand, first: Recorded) -> bool:
    """Compare a command with the first event that its key gave: in clear, and by body where that can be read still."""
    event: AnyEvent = first.event
    if not isinstance(event, GIVES.get(type(command), ())):
        return False
    if isinstance(command, MemoryCommand) and command.memory not in event.memories:
        return False
    content = store.open(first)
    return content is None or content.command == command.digest
