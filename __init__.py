"""Remembrancer: a memory for software agents that can be replayed.

The names below are loaded when they are first used, so that importing the package costs nothing.
"""

from typing import TYPE_CHECKING, Any

from .version import __version__

if TYPE_CHECKING:
    from .application.agent import Agent
    from .application.memory import Memory
    from .application.remembrancer import Remembrancer
    from .domain.errors import (
        AmbiguousId,
        Conflict,
        FactHasOwner,
        GateNotPassed,
        IdentityIsProtected,
        InvalidFile,
        InvalidInput,
        InvalidMetadata,
        InvalidMoment,
        InvalidName,
        InvalidNumber,
        InvalidText,
        KeyReused,
        KeysLocked,
        LessonIncomplete,
        NewerStore,
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
        SourceCodeRefused,
        StoreBusy,
        StoreDamaged,
        StoreError,
        StoreExists,
        StoreFull,
        StoreReadOnly,
        UnknownAgent,
        UnknownKind,
        UnknownLayer,
        UnknownMemory,
        UnknownPosition,
    )

__all__ = [
    "Agent",
    "AmbiguousId",
    "Conflict",
    "FactHasOwner",
    "GateNotPassed",
    "IdentityIsProtected",
    "InvalidFile",
    "InvalidInput",
    "InvalidMetadata",
    "InvalidMoment",
    "InvalidName",
    "InvalidNumber",
    "InvalidText",
    "KeyReused",
    "KeysLocked",
    "LessonIncomplete",
    "Memory",
    "NewerStore",
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
    "SourceCodeRefused",
    "StoreBusy",
    "StoreDamaged",
    "StoreError",
    "StoreExists",
    "StoreFull",
    "StoreReadOnly",
    "UnknownAgent",
    "UnknownKind",
    "UnknownLayer",
    "UnknownMemory",
    "UnknownPosition",
    "__version__",
]

_HOMES = {"Agent": "application.agent", "Memory": "application.memory", "Remembrancer": "application.remembrancer"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_HOMES.get(name, 'domain.errors')}"), name)
    globals()[name] = value
    return value
