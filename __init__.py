"""Remembrancer: a memory for software agents that can be replayed.

The names below are loaded when they are first used, so that importing the package costs nothing.
"""

from typing import TYPE_CHECKING, Any

from .version import __version__

if TYPE_CHECKING:
    from .application.agent import Agent
    from .application.memory import Memory
    from .application.remembrancer import Remembrancer
    from .domain.envelopes import intent_signature
    from .domain.errors import (
        AmbiguousId,
        ArchiveDamaged,
        Conflict,
        EmbedderFailed,
        EmbedderMissing,
        FactHasOwner,
        GateNotPassed,
        IdentityIsProtected,
        InvalidEnvelope,
        InvalidFile,
        InvalidInput,
        InvalidMetadata,
        InvalidMoment,
        InvalidName,
        InvalidNumber,
        InvalidText,
        KeptByOthers,
        KeyReused,
        KeysLocked,
        LessonIncomplete,
        NewerStore,
        NotADecision,
        NotAStore,
        NotFound,
        NothingToRestore,
        NotLive,
        NotReadable,
        OutOfOrder,
        PersonNeeded,
        Refused,
        RemembrancerError,
        ReopenNeeded,
        SecretRefused,
        SessionHasEnded,
        SourceCodeRefused,
        StateTooLarge,
        StoreBusy,
        StoreDamaged,
        StoreError,
        StoreExists,
        StoreFull,
        StoreReadOnly,
        TaskHasEnded,
        TaskIsOpen,
        UnknownAgent,
        UnknownCategory,
        UnknownIntent,
        UnknownKind,
        UnknownLayer,
        UnknownMemory,
        UnknownPosition,
        UnknownScenario,
        UnknownSession,
        UnknownTask,
    )

__all__ = [
    "Agent",
    "AmbiguousId",
    "ArchiveDamaged",
    "Conflict",
    "EmbedderFailed",
    "EmbedderMissing",
    "FactHasOwner",
    "GateNotPassed",
    "IdentityIsProtected",
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
    "Memory",
    "NewerStore",
    "NotADecision",
    "NotAStore",
    "NotFound",
    "NotLive",
    "NotReadable",
    "NothingToRestore",
    "OutOfOrder",
    "PersonNeeded",
    "Refused",
    "Remembrancer",
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
    "StoreReadOnly",
    "TaskHasEnded",
    "TaskIsOpen",
    "UnknownAgent",
    "UnknownCategory",
    "UnknownIntent",
    "UnknownKind",
    "UnknownLayer",
    "UnknownMemory",
    "UnknownPosition",
    "UnknownScenario",
    "UnknownSession",
    "UnknownTask",
    "__version__",
    "intent_signature",
]

_HOMES = {
    "Agent": "application.agent",
    "Memory": "application.memory",
    "Remembrancer": "application.remembrancer",
    "intent_signature": "domain.envelopes",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_HOMES.get(name, 'domain.errors')}"), name)
    globals()[name] = value
    return value
