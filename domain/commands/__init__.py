"""Orders: what may be asked of the memory. Each is decided by `decide`, which may refuse it.

Names that people chose come twice: as given (to be sealed) and as the HMAC under which they may stand in clear.
Ids and random values come in as arguments, so that deciding is a pure function.
"""

from .base import Command
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
    | AdoptPolicy
    | EnforceBound
)

__all__ = [
    "AdoptPolicy",
    "AnyCommand",
    "ArchiveMemory",
    "CheckpointTask",
    "Command",
    "CompleteTask",
    "ConfirmMemory",
    "ContradictMemory",
    "CoolSession",
    "DecayMemory",
    "EndSession",
    "EnforceBound",
    "EstablishIdentity",
    "ForgetMemory",
    "IdentityDocument",
    "InterruptTask",
    "JudgeDecision",
    "MemoryCommand",
    "MergeMemories",
    "ObserveIntent",
    "PromoteMemory",
    "QuarantineMemory",
    "RecordMemory",
    "ReleaseMemory",
    "ReplaceIdentityLine",
    "RestoreMemory",
    "ResumeTask",
    "ReviewMemory",
    "ReviseMemory",
    "SendMessage",
    "SessionCommand",
    "StartSession",
    "StartTask",
    "SufferTrauma",
    "TaskCommand",
]
