"""Everything that can have happened, as immutable facts.

Fields say what cannot be derived later, and no field has a default: every writer says everything. Scores are
whole numbers, times are microseconds since 1970 UTC. Names that people chose stand in clear fields only as
HMACs (`fact`, `task`, `session`, `command`, the actor `user:…`); words are in the sealed `box`.
"""

import msgspec

from ..content import AnyContent
from .base import AgentEvent, Event
from .boot import BootRead, DocumentLineReplaced, DocumentRead
from .claims import ClaimAttached, ClaimAudited, ClaimEvent, ClaimReleased, ClaimResult
from .contexts import ContextAssembled, ContextEntry
from .dreams import (
    Answer,
    DreamCompleted,
    DreamEvent,
    DreamOutcome,
    DreamPaused,
    DreamReflected,
    DreamResumed,
    DreamStarted,
    DreamTrigger,
    JobEvent,
    JobFailed,
    JobRan,
    MemoriesConsolidated,
    ScratchPurged,
    SuggestedChange,
    SuggestionAnswered,
    SuggestionMade,
)
from .exports import ExportedForm, ExportedWords, ExportMade, StoreImported
from .handing import FactTransferred, HandedOver
from .identity import (
    IdentityEstablished,
    IdentityEvent,
    IdentityLineReplaced,
    IdentityRefreshed,
    Line,
)
from .learning import (
    DecisionJudged,
    DecisionMade,
    DecisionOutcome,
    IntentLearned,
    IntentObserved,
    IntentOutcome,
    TraumaSuffered,
)
from .ledger import CheckpointReason, CheckpointSigned, LedgerAccepted
from .memories import (
    MemoriesMerged,
    MemoryArchived,
    MemoryConfirmed,
    MemoryContradicted,
    MemoryDecayed,
    MemoryEvent,
    MemoryForgotten,
    MemoryPromoted,
    MemoryQuarantined,
    MemoryRecorded,
    MemoryReleased,
    MemoryReplaced,
    MemoryRestored,
    MemoryReviewed,
    MemoryRevised,
    NewMemory,
)
from .mirrors import MirrorDeclared, MirrorEvent, MirrorFailed, MirrorFault, MirrorRefreshed, MirrorStanding
from .privacy import HoldEvent, HoldPlaced, HoldReleased, SubjectErased
from .recall import Recalled
from .store import ModelFitted, PolicyAdopted, StoreCreated
from .working import (
    SessionCooled,
    SessionEnded,
    SessionStarted,
    TaskCheckpointed,
    TaskCompleted,
    TaskEvent,
    TaskInterrupted,
    TaskResumed,
    TaskStarted,
)

AnyEvent = (
    StoreCreated
    | PolicyAdopted
    | MemoryRecorded
    | MemoryReplaced
    | MemoriesMerged
    | MemoryRevised
    | MemoryPromoted
    | MemoryDecayed
    | MemoryForgotten
    | MemoryArchived
    | MemoryRestored
    | MemoryContradicted
    | MemoryQuarantined
    | MemoryReleased
    | MemoryReviewed
    | MemoryConfirmed
    | TaskStarted
    | TaskCheckpointed
    | TaskInterrupted
    | TaskResumed
    | TaskCompleted
    | SessionStarted
    | SessionEnded
    | SessionCooled
    | IntentLearned
    | IntentObserved
    | TraumaSuffered
    | DecisionMade
    | DecisionJudged
    | Recalled
    | ContextAssembled
    | ModelFitted
    | IdentityEstablished
    | IdentityRefreshed
    | IdentityLineReplaced
    | DocumentLineReplaced
    | BootRead
    | SubjectErased
    | HoldPlaced
    | HoldReleased
    | MemoriesConsolidated
    | DreamReflected
    | ScratchPurged
    | DreamStarted
    | DreamPaused
    | DreamResumed
    | DreamCompleted
    | SuggestionMade
    | SuggestionAnswered
    | JobRan
    | JobFailed
    | ExportMade
    | StoreImported
    | CheckpointSigned
    | LedgerAccepted
    | ClaimAttached
    | ClaimAudited
    | ClaimReleased
    | FactTransferred
    | HandedOver
    | MirrorDeclared
    | MirrorRefreshed
    | MirrorFailed
)
"""Closed union: a `match` that misses a case fails type checking."""

EVENT_TYPES: tuple[type[AnyEvent], ...] = AnyEvent.__args__

Birth = (
    MemoryRecorded
    | MemoryReplaced
    | MemoriesMerged
    | TaskStarted
    | TaskCompleted
    | SessionEnded
    | IntentLearned
    | DecisionMade
    | MemoriesConsolidated
    | DreamReflected
    | HandedOver
)
"""The events that bring a new memory; each is a `NewMemory`."""


class Recorded(msgspec.Struct, frozen=True):
    """An event as the log holds it: with its place in the order of belief and its transaction time."""

    position: int
    at: int
    """Microseconds since 1970 UTC; never less than that of the position before."""
    event: AnyEvent


class Draft(msgspec.Struct, frozen=True):
    """An event before its content is sealed; `event.box` is still None."""

    event: AnyEvent
    content: AnyContent | None


__all__ = [
    "EVENT_TYPES",
    "AgentEvent",
    "Answer",
    "AnyEvent",
    "Birth",
    "BootRead",
    "CheckpointReason",
    "CheckpointSigned",
    "ClaimAttached",
    "ClaimAudited",
    "ClaimEvent",
    "ClaimReleased",
    "ClaimResult",
    "ContextAssembled",
    "ContextEntry",
    "DecisionJudged",
    "DecisionMade",
    "DecisionOutcome",
    "DocumentLineReplaced",
    "DocumentRead",
    "Draft",
    "DreamCompleted",
    "DreamEvent",
    "DreamOutcome",
    "DreamPaused",
    "DreamReflected",
    "DreamResumed",
    "DreamStarted",
    "DreamTrigger",
    "Event",
    "ExportMade",
    "ExportedForm",
    "ExportedWords",
    "FactTransferred",
    "HandedOver",
    "HoldEvent",
    "HoldPlaced",
    "HoldReleased",
    "IdentityEstablished",
    "IdentityEvent",
    "IdentityLineReplaced",
    "IdentityRefreshed",
    "IntentLearned",
    "IntentObserved",
    "IntentOutcome",
    "JobEvent",
    "JobFailed",
    "JobRan",
    "LedgerAccepted",
    "Line",
    "MemoriesConsolidated",
    "MemoriesMerged",
    "MemoryArchived",
    "MemoryConfirmed",
    "MemoryContradicted",
    "MemoryDecayed",
    "MemoryEvent",
    "MemoryForgotten",
    "MemoryPromoted",
    "MemoryQuarantined",
    "MemoryRecorded",
    "MemoryReleased",
    "MemoryReplaced",
    "MemoryRestored",
    "MemoryReviewed",
    "MemoryRevised",
    "MirrorDeclared",
    "MirrorEvent",
    "MirrorFailed",
    "MirrorFault",
    "MirrorRefreshed",
    "MirrorStanding",
    "ModelFitted",
    "NewMemory",
    "PolicyAdopted",
    "Recalled",
    "Recorded",
    "ScratchPurged",
    "SessionCooled",
    "SessionEnded",
    "SessionStarted",
    "StoreCreated",
    "StoreImported",
    "SubjectErased",
    "SuggestedChange",
    "SuggestionAnswered",
    "SuggestionMade",
    "TaskCheckpointed",
    "TaskCompleted",
    "TaskEvent",
    "TaskInterrupted",
    "TaskResumed",
    "TaskStarted",
    "TraumaSuffered",
]
