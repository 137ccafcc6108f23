"""From a proposal to the commands that carry it out, all in one transaction and with one cause."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, assert_never

import msgspec

from ...domain.commands import (
    ArchiveMemory,
    ConfirmMemory,
    ConsolidateMemories,
    CoolSession,
    DecayMemory,
    EnforceBound,
    ForgetMemory,
    InterruptTask,
    MakeSuggestion,
    MergeMemories,
    PromoteMemory,
    PurgeScratch,
    QuarantineMemory,
    WriteReflection,
)
from ...domain.dreams.proposals import (
    Archive,
    Compact,
    Consolidate,
    Cool,
    Decay,
    Forget,
    Interrupt,
    Merge,
    Promote,
    Purge,
    Quarantine,
    Reaffirm,
    Reflect,
    Suggest,
)
from ...domain.ids import SUGGESTION, make_id
from ..requests import given
from ..store import new_memory_id

if TYPE_CHECKING:
    from ...domain.commands import AnyCommand
    from ...domain.dreams.proposals import Proposal
    from ..requests import Caller
    from ..store import Store
    from .composing import Composer


class Orders(msgspec.Struct, frozen=True):
    """What carries out a proposal."""

    commands: tuple[AnyCommand, ...]
    made: str | None
    """Id of the memory or suggestion that they make, if any."""


def orders_for(store: Store, caller: Caller, proposal: Proposal, composer: Composer) -> Orders:
    """Return the commands of a proposal. A model may be asked for better words here, outside any transaction."""
    action = proposal.action
    common: dict[str, Any] = {**given(store, caller, because=proposal.because), "rule": proposal.name}
    match action:
        case Interrupt():
            return _only(InterruptTask(**common, name=action.task, task=action.task, stale=True))
        case Cool():
            return _only(CoolSession(**common, memory=action.memory))
        case Purge():
            return _only(PurgeScratch(**common, memories=action.memories))
        case Consolidate():
            return _consolidation(common, action, composer)
        case Reaffirm():
            return Orders(
                (
                    ConfirmMemory(**common, memory=action.memory, evidence=action.fragments),
                    *(ArchiveMemory(**common, memory=memory, ground="consolidated") for memory in action.fragments),
                ),
                None,
            )
        case Reflect():
            return _reflection(common, action, composer)
        case Suggest():
            return _suggestion(common, action)
        case Promote():
            return _only(PromoteMemory(**common, memory=action.memory, to=action.to))
        case Merge():
            return _merge(common, action, composer)
        case Decay():
            return Orders(
                tuple(DecayMemory(**common, memory=memory, strength=strength) for memory, strength in action.strengths),
                None,
            )
        case Archive():
            return _only(ArchiveMemory(**common, memory=action.memory, ground="unreferenced"))
        case Forget():
            return _forgetting(common, action)
        case Quarantine():
            return _only(QuarantineMemory(**common, memory=action.memory))
        case Compact():
            return _only(EnforceBound(**common, scope=action.scope, kind=action.kind))
        case _:
            assert_never(action)


def _only(command: AnyCommand) -> Orders:
    return Orders((command,), None)


def _consolidation(common: dict[str, Any], action: Consolidate, composer: Composer) -> Orders:
    memory, composed = new_memory_id(), composer.compose(action.wording, action.kind)
    command = ConsolidateMemories(
        **composed.noted_in(common),
        memory=memory,
        kind=action.kind,
        sources=action.sources,
        evidence=action.evidence,
        seen=action.occasions,
        text=composed.text,
        summary=action.summary,
        trigger=action.trigger,
        category=action.category,
        metadata=action.metadata,
        composed_by=composed.by,
    )
    return Orders((command,), memory)


def _reflection(common: dict[str, Any], action: Reflect, composer: Composer) -> Orders:
    memory, composed = new_memory_id(), composer.compose(action.wording, "reflection")
    command = WriteReflection(
        **composed.noted_in(common),
        memory=memory,
        text=composed.text,
        evidence=action.evidence,
        upto=action.upto,
        composed_by=composed.by,
    )
    return Orders((command,), memory)


def _merge(common: dict[str, Any], action: Merge, composer: Composer) -> Orders:
    memory, composed = new_memory_id(), composer.compose(action.wording, "pattern")
    command = MergeMemories(
        **composed.noted_in(common),
        memory=memory,
        sources=action.sources,
        text=composed.text,
        kind="pattern",
        evidence=action.noted,
        composed_by=composed.by,
    )
    return Orders((command,), memory)


def _suggestion(common: dict[str, Any], action: Suggest) -> Orders:
    suggestion = make_id(SUGGESTION, os.urandom(10))
    command = MakeSuggestion(
        **common,
        suggestion=suggestion,
        change=action.change,
        section=action.section,
        concerned=action.concerned,
        text=action.text,
    )
    return Orders((command,), suggestion)


def _forgetting(common: dict[str, Any], action: Forget) -> Orders:
    forget = ForgetMemory(**common, memory=action.memory)
    if action.confirms is None:
        return _only(forget)
    return Orders((ConfirmMemory(**common, memory=action.confirms, evidence=(action.memory,)), forget), None)
