"""The state of one memory, and how each event changes it."""

from typing import assert_never

import msgspec
from msgspec.structs import replace

from .events import (
    Birth,
    BootRead,
    CheckpointSigned,
    ClaimEvent,
    ContextAssembled,
    DecisionJudged,
    DecisionMade,
    DocumentLineReplaced,
    DreamCompleted,
    DreamPaused,
    DreamReflected,
    DreamResumed,
    DreamStarted,
    ExportMade,
    FactTransferred,
    HandedOver,
    HoldPlaced,
    HoldReleased,
    IdentityEstablished,
    IdentityLineReplaced,
    IdentityRefreshed,
    IntentLearned,
    IntentObserved,
    JobFailed,
    JobRan,
    LedgerAccepted,
    Line,
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
    MirrorEvent,
    ModelFitted,
    NewMemory,
    PolicyAdopted,
    Recalled,
    Recorded,
    ScratchPurged,
    SessionCooled,
    SessionEnded,
    SessionStarted,
    StoreCreated,
    StoreImported,
    SubjectErased,
    SuggestionAnswered,
    SuggestionMade,
    TaskCheckpointed,
    TaskCompleted,
    TaskInterrupted,
    TaskResumed,
    TaskStarted,
    TraumaSuffered,
)
from .vocabulary import FULL_STRENGTH, LINE_IMPORTANCE, Layer, Source, Status


class Belief(msgspec.Struct, frozen=True):
    """Everything that is known in clear about one memory, as of a position."""

    memory: str
    agent: str
    scope: str
    layer: Layer
    home_layer: Layer
    """Where it lived before it retired; where a restore brings it back to."""
    kind: str
    status: Status
    former: Status | None
    """Status before it was forgotten, archived or merged."""
    importance: int
    confidence: int
    strength: int
    """Thousandths."""
    confirmations: int
    category: str | None
    source: Source
    triggered: bool
    fact: str | None
    session: str | None
    review: str | None
    """Outcome of the latest review."""
    successor: str | None
    """Id of what replaced, absorbed or contradicted it."""
    revision: int
    content_position: int
    """Position of the event that holds its present words."""
    occurred_at: int | None
    occurred_offset: int | None
    valid_from: int
    valid_to: int | None
    expires_at: int | None
    recorded_at: int
    recorded_by: str
    recorded_position: int
    changed_at: int
    """Time of the latest event that changed it."""


def evolve(belief: Belief | None, recorded: Recorded, memory: str) -> Belief | None:
    """Fold one event into the state of `memory`. Never refuses: what is stored has happened."""
    event = recorded.event
    match event:
        case (
            StoreCreated()
            | PolicyAdopted()
            | SessionStarted()
            | TraumaSuffered()
            | Recalled()
            | ContextAssembled()
            | ModelFitted()
            | DreamStarted()
            | DreamPaused()
            | DreamResumed()
            | DreamCompleted()
            | SuggestionMade()
            | SuggestionAnswered()
            | JobRan()
            | JobFailed()
            | HoldPlaced()
            | HoldReleased()
            | CheckpointSigned()
            | LedgerAccepted()
            | ClaimEvent()
            | MirrorEvent()
            | ExportMade()
            | StoreImported()
            | BootRead()
        ):
            return belief
        case NewMemory() if memory == event.memory:
            return _born(event, recorded)
        case IdentityEstablished() | IdentityRefreshed() | IdentityLineReplaced():
            return _identity_line(belief, recorded, memory, event)
        case DocumentLineReplaced():
            return _document_line(belief, recorded, memory, event)
        case _:
            pass
    assert belief is not None, f"{memory}: changed at position {recorded.position} before it was recorded"
    changed = replace(belief, changed_at=recorded.at)
    match event:
        case MemoryRecorded() | TaskStarted() | IntentLearned() | DecisionMade() | DreamReflected():
            return belief
        case MemoryReplaced() | TaskCompleted():
            return replace(
                changed, status="superseded", successor=event.memory, valid_to=_until(belief, _begin(event, recorded))
            )
        case SessionEnded():
            ended = recorded.at if belief.expires_at is None else min(belief.expires_at, recorded.at)
            return replace(changed, expires_at=ended)
        case MemoriesMerged():
            return replace(changed, status="merged", former=belief.status, successor=event.memory)
        case MemoriesConsolidated():
            retired = replace(changed, status="archived", former=belief.status, successor=event.memory)
            return replace(retired, layer="L6", home_layer=belief.layer)
        case MemoryRevised():
            return replace(
                changed,
                revision=event.revision,
                content_position=recorded.position,
                triggered=event.triggered,
                valid_from=event.valid_from,
                # What was seen to hold were other words.
                confirmations=0,
                review=None,
            )
        case TaskCheckpointed():
            return replace(
                changed,
                revision=event.revision,
                content_position=recorded.position,
                confidence=event.confidence,
                valid_from=event.valid_from,
            )
        case SessionCooled():
            return replace(changed, kind=event.kind)
        case HandedOver():
            until = _until(belief, recorded.at)
            return replace(changed, status="superseded", successor=event.memory, valid_to=until)
        case TaskInterrupted() | TaskResumed() | IntentObserved() | DecisionJudged() | FactTransferred():
            return changed
        case MemoryPromoted():
            return replace(changed, layer=event.to_layer, home_layer=event.to_layer)
        case MemoryDecayed():
            return replace(changed, strength=event.to_strength)
        case MemoryForgotten():
            return replace(changed, status="forgotten", former=belief.status)
        case MemoryArchived():
            return replace(changed, status="archived", former=belief.status, layer="L6", home_layer=event.from_layer)
        case MemoryRestored():
            successor = None if event.to_status == "live" else belief.successor
            return replace(changed, status=event.to_status, former=None, layer=event.to_layer, successor=successor)
        case MemoryContradicted():
            return replace(
                changed, status="contradicted", successor=event.by, valid_to=_until(belief, event.valid_from)
            )
        case MemoryQuarantined():
            return replace(changed, status="quarantined")
        case MemoryReleased():
            return replace(changed, status="live")
        case MemoryReviewed():
            return replace(changed, review=event.outcome)
        case MemoryConfirmed():
            return replace(changed, confirmations=belief.confirmations + 1)
        case SubjectErased() | ScratchPurged():
            return replace(changed, status="erased")
        case _:
            assert_never(event)


def is_expired(expires_at: int | None, asked_at: int) -> bool:
    """Say whether a memory has expired at the asked time."""
    return expires_at is not None and expires_at <= asked_at


def holds_fact(belief: Belief, at: int) -> bool:
    """Say whether a memory keeps its fact from others: a quarantine is a question and not an answer."""
    return belief.status in {"live", "quarantined"} and not is_expired(belief.expires_at, at)


def _until(belief: Belief, end: int) -> int:
    """A belief ends at `end` unless it was said to end before; one that had not begun never was."""
    end = max(end, belief.valid_from)
    return end if belief.valid_to is None else min(belief.valid_to, end)


def _begin(event: NewMemory, recorded: Recorded) -> int:
    if event.valid_from is not None:
        return event.valid_from
    return recorded.at if event.occurred_at is None else event.occurred_at


def _born(event: Birth, recorded: Recorded) -> Belief:
    return Belief(
        memory=event.memory,
        agent=event.agent,
        scope=event.scope,
        layer=event.layer,
        home_layer=event.home_layer,
        kind=event.kind,
        status="archived" if event.layer == "L6" else "live",
        former=None,
        importance=event.importance,
        confidence=event.confidence,
        strength=FULL_STRENGTH,
        confirmations=event.confirmations if isinstance(event, MemoriesConsolidated | HandedOver) else 0,
        category=event.category,
        source=event.source,
        triggered=event.triggered,
        fact=event.fact,
        session=event.session,
        review=None,
        successor=None,
        revision=1,
        content_position=recorded.position,
        occurred_at=event.occurred_at,
        occurred_offset=event.occurred_offset,
        valid_from=_begin(event, recorded),
        valid_to=event.valid_to,
        expires_at=event.expires_at,
        recorded_at=recorded.at,
        recorded_by=event.actor,
        recorded_position=recorded.position,
        changed_at=recorded.at,
    )


def _identity_line(
    belief: Belief | None,
    recorded: Recorded,
    memory: str,
    event: IdentityEstablished | IdentityRefreshed | IdentityLineReplaced,
) -> Belief | None:
    line = next((line for line in _lines_of(event) if line.memory == memory), None)
    if line is None:
        assert belief is not None, f"{memory}: dropped at position {recorded.position} before it was established"
        successor = event.line.memory if isinstance(event, IdentityLineReplaced) and event.line else None
        return replace(
            belief,
            status="superseded",
            successor=successor,
            valid_to=_until(belief, recorded.at),
            changed_at=recorded.at,
        )
    return belief if belief is not None else _line_born(event, line.section, recorded, memory)


def _document_line(belief: Belief | None, recorded: Recorded, memory: str, event: DocumentLineReplaced) -> Belief:
    if memory == event.begun:
        return belief if belief is not None else _line_born(event, event.document, recorded, memory)
    assert belief is not None, f"{memory}: ended at position {recorded.position} before it was written"
    return replace(
        belief,
        status="superseded",
        successor=event.successor,
        valid_to=_until(belief, recorded.at),
        changed_at=recorded.at,
    )


def _lines_of(event: IdentityEstablished | IdentityRefreshed | IdentityLineReplaced) -> tuple[Line, ...]:
    match event:
        case IdentityEstablished():
            return event.lines
        case IdentityRefreshed():
            return (*event.kept, *event.added)
        case IdentityLineReplaced():
            return (event.line,) if event.line else ()
        case _:
            assert_never(event)


def _line_born(
    event: IdentityEstablished | IdentityRefreshed | IdentityLineReplaced | DocumentLineReplaced,
    section: str,
    recorded: Recorded,
    memory: str,
) -> Belief:
    return Belief(
        memory=memory,
        agent=event.agent,
        scope=event.scope,
        layer="L5",
        home_layer="L5",
        kind=section,
        status="live",
        former=None,
        importance=LINE_IMPORTANCE,
        confidence=10,
        strength=FULL_STRENGTH,
        confirmations=0,
        category=None,
        source="own",
        triggered=False,
        fact=None,
        session=None,
        review=None,
        successor=None,
        revision=1,
        content_position=recorded.position,
        occurred_at=None,
        occurred_offset=None,
        valid_from=recorded.at,
        valid_to=None,
        expires_at=None,
        recorded_at=recorded.at,
        recorded_by=event.actor,
        recorded_position=recorded.position,
        changed_at=recorded.at,
    )
