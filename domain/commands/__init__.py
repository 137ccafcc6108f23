"""Orders: what may be asked of the memory. Each is decided by `decide`, which may refuse it.

Names that people chose come twice: as given (to be sealed) and as the HMAC under which they may stand in clear.
Ids and random values come in as arguments, so that deciding is a pure function.
"""

from .base import Command
from .boot import NoteBoot, ReplaceDocumentLine
from .claims import AnswerClaim, AttachClaim, AuditClaim, ReleaseClaim
from .dreams import (
    AnswerSuggestion,
    CompleteDream,
    ConsolidateMemories,
    MakeSuggestion,
    PauseDream,
    PurgeScratch,
    ResumeDream,
    StartDream,
    WriteReflection,
)
from .handing import HandOver
from .identity import EstablishIdentity, IdentityDocument, ReplaceIdentityLine
from .learning import JudgeDecision, ObserveIntent, SufferTrauma
from .memories import (
    ArchiveMemory,
    ConfirmMemory,
    ContradictMemory,
    DecayMemory,
    ForgetMemory,
    MemoryCommand,
    MergeMemories,
    PromoteMemory,
    QuarantineMemory,
    RecordMemory,
    ReleaseMemory,
    RestoreMemory,
    ReviewMemory,
    ReviseMemory,
)
from .store import AdoptPolicy, EnforceBound
from .working import (
    CheckpointTask,
    CompleteTask,
    CoolSession,
    EndSession,
    InterruptTask,
    ResumeTask,
    SendMessage,
    SessionCommand,
    StartSession,
    StartTask,
    TaskCommand,
)

AnyCommand = (
    RecordMemory
    | ReviseMemory
    | PromoteMemory
    | DecayMemory
    | ForgetMemory
    | ArchiveMemory
    | RestoreMemory
    | ContradictMemory
    | QuarantineMemory
    | ReleaseMemory
    | ReviewMemory
    | ConfirmMemory
    | MergeMemories
    | StartTask
    | CheckpointTask
    | InterruptTask
    | ResumeTask
    | CompleteTask
    | StartSession
    | SendMessage
    | EndSession
    | CoolSession
    | ObserveIntent
    | SufferTrauma
    | JudgeDecision
    | EstablishIdentity
    | ReplaceIdentityLine
    | ReplaceDocumentLine
    | NoteBoot
    | AdoptPolicy
    | EnforceBound
    | StartDream
    | PauseDream
    | ResumeDream
    | CompleteDream
    | ConsolidateMemories
    | PurgeScratch
    | WriteReflection
    | MakeSuggestion
    | AnswerSuggestion
    | AttachClaim
    | AuditClaim
    | AnswerClaim
    | ReleaseClaim
    | HandOver
)

__all__ = [
    "AdoptPolicy",
    "AnswerClaim",
    "AnswerSuggestion",
    "AnyCommand",
    "ArchiveMemory",
    "AttachClaim",
    "AuditClaim",
    "CheckpointTask",
    "Command",
    "CompleteDream",
    "CompleteTask",
    "ConfirmMemory",
    "ConsolidateMemories",
    "ContradictMemory",
    "CoolSession",
    "DecayMemory",
    "EndSession",
    "EnforceBound",
    "EstablishIdentity",
    "ForgetMemory",
    "HandOver",
    "IdentityDocument",
    "InterruptTask",
    "JudgeDecision",
    "MakeSuggestion",
    "MemoryCommand",
    "MergeMemories",
    "NoteBoot",
    "ObserveIntent",
    "PauseDream",
    "PromoteMemory",
    "PurgeScratch",
    "QuarantineMemory",
    "RecordMemory",
    "ReleaseClaim",
    "ReleaseMemory",
    "ReplaceDocumentLine",
    "ReplaceIdentityLine",
    "RestoreMemory",
    "ResumeDream",
    "ResumeTask",
    "ReviewMemory",
    "ReviseMemory",
    "SendMessage",
    "SessionCommand",
    "StartDream",
    "StartSession",
    "StartTask",
    "SufferTrauma",
    "TaskCommand",
    "WriteReflection",
]
