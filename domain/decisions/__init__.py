"""Deciding: from what stands and what is asked to events, or to a refusal. Pure, and the only place that says no."""

from typing import assert_never

from ..boundary import QueryItem
from ..commands import (
    AdoptPolicy,
    AnswerClaim,
    AnswerSuggestion,
    AnyCommand,
    ArchiveMemory,
    AttachClaim,
    AuditClaim,
    CheckpointTask,
    CompleteDream,
    CompleteTask,
    ConfirmMemory,
    ConsolidateMemories,
    ContradictMemory,
    CoolSession,
    DecayMemory,
    EndSession,
    EnforceBound,
    EstablishIdentity,
    ForgetMemory,
    HandOver,
    InterruptTask,
    JudgeDecision,
    MakeSuggestion,
    MergeMemories,
    NoteBoot,
    ObserveIntent,
    PauseDream,
    PromoteMemory,
    PurgeScratch,
    QuarantineMemory,
    RecordMemory,
    ReleaseClaim,
    ReleaseMemory,
    ReplaceDocumentLine,
    ReplaceIdentityLine,
    RestoreMemory,
    ResumeDream,
    ResumeTask,
    ReviewMemory,
    ReviseMemory,
    SendMessage,
    StartDream,
    StartSession,
    StartTask,
    SufferTrauma,
    WriteReflection,
)
from ..events import AgentEvent, PolicyAdopted
from ..facts import Decision, Facts
from ..scopes import check_writer
from . import bounds, changing, identity, merging, policy, promoting, recording, retiring

__all__ = ["decide"]

_POLICY_CHANGED = QueryItem(types=(PolicyAdopted.TYPE,), tags=("policy:adopted",))


def decide(facts: Facts, command: AnyCommand, *, now: int) -> Decision:
    """Return the events that `command` gives, and what must not have been recorded meanwhile.

    No events means that the command asks for what already holds.

    Args:
        facts: what the command names, as it stood at `facts.position`.
        now: when the command was accepted, microseconds since 1970 UTC, never before the last event.

    Raises:
        InvalidInput: the command itself is wrong.
        NotFound: what it names is not there for this agent.
        Refused: the rules of the layers do not allow it.
    """
    decision = _decide(facts, command, now)
    # A person writes everywhere; an audit or a schedule does what the policy says itself.
    if facts.policy.writers and command.actor.startswith(("agent:", "dream:", "import:")):
        for draft in decision.drafts:
            if isinstance(draft.event, AgentEvent):
                check_writer(draft.event.scope, command.agent, facts.policy.writers)
    conflicts = [_POLICY_CHANGED, *decision.conflicts]
    if command.idempotency is not None:
        conflicts.append(QueryItem(tags=(f"cmd:{command.idempotency}",)))
    return Decision(drafts=decision.drafts, conflicts=tuple(conflicts))


def _decide(facts: Facts, command: AnyCommand, now: int) -> Decision:
    match command:
        case RecordMemory():
            return recording.record(facts, command, now)
        case MergeMemories():
            return merging.merge(facts, command, now)
        case ReviseMemory():
            return changing.revise(facts, command, now)
        case ContradictMemory():
            return changing.contradict(facts, command, now)
        case QuarantineMemory():
            return changing.quarantine(facts, command, now)
        case ReleaseMemory():
            return retiring.release(facts, command, now)
        case ReviewMemory():
            return changing.review(facts, command, now)
        case ConfirmMemory():
            return changing.confirm(facts, command, now)
        case DecayMemory():
            return changing.decay(facts, command, now)
        case PromoteMemory():
            return promoting.promote(facts, command, now)
        case ForgetMemory():
            return retiring.forget(facts, command, now)
        case ArchiveMemory():
            return retiring.archive(facts, command, now)
        case RestoreMemory():
            return retiring.restore(facts, command, now)
        case (
            StartTask()
            | CheckpointTask()
            | InterruptTask()
            | ResumeTask()
            | CompleteTask()
            | StartSession()
            | SendMessage()
            | EndSession()
            | CoolSession()
            | ObserveIntent()
            | SufferTrauma()
            | JudgeDecision()
        ):
            from .life import decide_life  # most who record memories do without

            return decide_life(facts, command, now)
        case (
            StartDream()
            | PauseDream()
            | ResumeDream()
            | CompleteDream()
            | ConsolidateMemories()
            | PurgeScratch()
            | WriteReflection()
            | MakeSuggestion()
            | AnswerSuggestion()
        ):
            from .dreaming import decide_dream  # as above

            return decide_dream(facts, command, now)
        case HandOver():
            from .handing import hand_over  # as above

            return hand_over(facts, command, now)
        case AttachClaim() | AuditClaim() | AnswerClaim() | ReleaseClaim():
            from .claims import decide_claim  # as above

            return decide_claim(facts, command, now)
        case EnforceBound():
            return bounds.enforce(facts, command)
        case EstablishIdentity():
            return identity.establish(facts, command, now)
        case ReplaceIdentityLine():
            return identity.replace_line(facts, command, now)
        case ReplaceDocumentLine():
            from .boot import replace_document_line  # as above

            return replace_document_line(facts, command, now)
        case NoteBoot():
            from .boot import note_boot  # as above

            return note_boot(facts, command)
        case AdoptPolicy():
            return policy.adopt(facts, command)
        case _:
            assert_never(command)
