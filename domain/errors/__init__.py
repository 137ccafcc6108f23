"""Every refusal, as one small tree.

    RemembrancerError
    ├── InvalidInput (ValueError)      the request itself is wrong: the caller can mend it
    │   ├── InvalidText, InvalidName, InvalidNumber, InvalidMoment, InvalidMetadata
    │   ├── UnknownKind, UnknownLayer, UnknownCategory, InvalidEnvelope
    │   ├── StateTooLarge, UnknownScenario, UnknownStage
    │   ├── FolderTaken                what is to be written has no place where something stands already
    │   └── InvalidFile                a policy, identity or import file says something impossible
    ├── NotFound (LookupError)         what the request names is not there for this agent
    │   ├── UnknownMemory, AmbiguousId, UnknownAgent, UnknownPosition
    │   ├── UnknownTask, UnknownSession, UnknownIntent, UnknownFact, UnknownLesson
    │   ├── UnknownDream, UnknownSuggestion, UnknownSubject, UnknownHold, UnknownContext
    │   └── UnknownCheck, UnknownClaim, UnknownMirror
    ├── Refused                        the rules of the layers do not allow it
    │   ├── NotLive, NothingToRestore, FactHasOwner, GateNotPassed, PersonNeeded, IdentityIsProtected
    │   ├── NotOwner, InstructionRefused, ContextTooLarge
    │   ├── SourceCodeRefused, SecretRefused, LessonIncomplete, NotReadable, OutOfOrder, CorrectionAppended
    │   ├── AlreadyClaimed
    │   ├── TaskIsOpen, TaskHasEnded, SessionHasEnded, NotADecision, KeptByOthers
    │   ├── DreamIsRunning, DreamIsOver, AlreadyDreamt, AlreadyAnswered, OnHold, StoreNotEmpty, MirrorOverBudget
    │   └── KeyReused                  an idempotency key came back with another body
    └── StoreError                     the world: disk, locks, versions, damage
        ├── NotAStore, StoreExists, StoreReadOnly, StoreBusy, StoreFull, Conflict
        ├── StoreDamaged, ArchiveDamaged, NotAsAnchored, NewerStore, ReopenNeeded
        ├── EmbedderMissing, EmbedderFailed, SynthesizerMissing, SynthesizerFailed
        └── KeysLocked

A message says what was found, where, and what to do: lower case, values in quotes, no full stop.
"""

from .base import (
    RemembrancerError,
)
from .invalid_input import (
    FolderTaken,
    InvalidEnvelope,
    InvalidFile,
    InvalidInput,
    InvalidMetadata,
    InvalidMoment,
    InvalidName,
    InvalidNumber,
    InvalidText,
    StateTooLarge,
    UnknownCategory,
    UnknownKind,
    UnknownLayer,
    UnknownScenario,
    UnknownStage,
)
from .not_found import (
    AmbiguousId,
    NotFound,
    UnknownAgent,
    UnknownCheck,
    UnknownClaim,
    UnknownContext,
    UnknownDream,
    UnknownFact,
    UnknownHold,
    UnknownIntent,
    UnknownLesson,
    UnknownMemory,
    UnknownMirror,
    UnknownPosition,
    UnknownSession,
    UnknownSubject,
    UnknownSuggestion,
    UnknownTask,
)
from .refused import (
    AlreadyAnswered,
    AlreadyClaimed,
    AlreadyDreamt,
    ContextTooLarge,
    CorrectionAppended,
    DreamIsOver,
    DreamIsRunning,
    FactHasOwner,
    GateNotPassed,
    IdentityIsProtected,
    InstructionRefused,
    KeptByOthers,
    KeyReused,
    LessonIncomplete,
    MirrorOverBudget,
    NotADecision,
    NothingToRestore,
    NotLive,
    NotOwner,
    NotReadable,
    OnHold,
    OutOfOrder,
    PersonNeeded,
    Refused,
    SecretRefused,
    SessionHasEnded,
    SourceCodeRefused,
    StoreNotEmpty,
    TaskHasEnded,
    TaskIsOpen,
)
from .store_error import (
    ArchiveDamaged,
    Conflict,
    EmbedderFailed,
    EmbedderMissing,
    KeysLocked,
    NewerStore,
    NotAsAnchored,
    NotAStore,
    ReopenNeeded,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreExists,
    StoreFull,
    StoreReadOnly,
    SynthesizerFailed,
    SynthesizerMissing,
)

__all__ = [
    "AlreadyAnswered",
    "AlreadyClaimed",
    "AlreadyDreamt",
    "AmbiguousId",
    "ArchiveDamaged",
    "Conflict",
    "ContextTooLarge",
    "CorrectionAppended",
    "DreamIsOver",
    "DreamIsRunning",
    "EmbedderFailed",
    "EmbedderMissing",
    "FactHasOwner",
    "FolderTaken",
    "GateNotPassed",
    "IdentityIsProtected",
    "InstructionRefused",
    "InvalidEnvelope",
    "InvalidFile",
    "InvalidInput",
    "InvalidMetadata",
    "InvalidMoment",
    "InvalidName",
    "InvalidNumber",
    "InvalidText",
    "KeptByOthers",
    "KeyReused",
    "KeysLocked",
    "LessonIncomplete",
    "MirrorOverBudget",
    "NewerStore",
    "NotADecision",
    "NotAStore",
    "NotAsAnchored",
    "NotFound",
    "NotLive",
    "NotOwner",
    "NotReadable",
    "NothingToRestore",
    "OnHold",
    "OutOfOrder",
    "PersonNeeded",
    "Refused",
    "RemembrancerError",
    "ReopenNeeded",
    "SecretRefused",
    "SessionHasEnded",
    "SourceCodeRefused",
    "StateTooLarge",
    "StoreBusy",
    "StoreDamaged",
    "StoreError",
    "StoreExists",
    "StoreFull",
    "StoreNotEmpty",
    "StoreReadOnly",
    "SynthesizerFailed",
    "SynthesizerMissing",
    "TaskHasEnded",
    "TaskIsOpen",
    "UnknownAgent",
    "UnknownCategory",
    "UnknownCheck",
    "UnknownClaim",
    "UnknownContext",
    "UnknownDream",
    "UnknownFact",
    "UnknownHold",
    "UnknownIntent",
    "UnknownKind",
    "UnknownLayer",
    "UnknownLesson",
    "UnknownMemory",
    "UnknownMirror",
    "UnknownPosition",
    "UnknownScenario",
    "UnknownSession",
    "UnknownStage",
    "UnknownSubject",
    "UnknownSuggestion",
    "UnknownTask",
]
