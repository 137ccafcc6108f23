"""Deciding what dreams ask for, and what people say to their suggestions."""

from typing import Any, assert_never

from ..boundary import QueryItem
from ..commands import (
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
from ..content import SuggestionText
from ..errors import (
    AlreadyAnswered,
    AlreadyDreamt,
    DreamIsOver,
    DreamIsRunning,
    PersonNeeded,
    Refused,
    UnknownSuggestion,
)
from ..events import (
    Draft,
    DreamCompleted,
    DreamPaused,
    DreamResumed,
    DreamStarted,
    ScratchPurged,
    SuggestionAnswered,
    SuggestionMade,
)
from ..facts import Decision, Facts
from ..holds import PLACED, refuse_held
from ..moments import SECOND, to_datetime
from ..scopes import own
from ..state import is_expired
from ..suggestions import signature_of
from ..texts import check_text
from . import consolidating
from .grounds import draft, dreams_of, envelope, reason, subjects, unchanged

DreamCommand = (
    StartDream
    | PauseDream
    | ResumeDream
    | CompleteDream
    | ConsolidateMemories
    | PurgeScratch
    | WriteReflection
    | MakeSuggestion
    | AnswerSuggestion
)


def decide_dream(facts: Facts, command: DreamCommand, now: int) -> Decision:
    """Return what `command` gives, as `decide` does."""
    match command:
        case StartDream():
            return start(facts, command, now)
        case PauseDream() | ResumeDream() | CompleteDream():
            return go_on(facts, command)
        case ConsolidateMemories():
            return consolidating.consolidate(facts, command, now)
        case PurgeScratch():
            return purge(facts, command, now)
        case WriteReflection():
            return consolidating.reflect(facts, command, now)
        case MakeSuggestion():
            return suggest(facts, command)
        case AnswerSuggestion():
            return answer(facts, command)
        case _:
            assert_never(command)


def start(facts: Facts, command: StartDream, now: int) -> Decision:
    """Decide a `StartDream`: the lease is the log itself.

    Raises:
        AlreadyDreamt: a schedule wants it, and another process was faster.
        DreamIsRunning: another dream of the agent gave a sign of life less than a lease ago.
    """
    _refuse_twice(facts, command)
    open_run, until = facts.dream, facts.dreamt_at + facts.policy.dreams.lease_s * SECOND
    if open_run is not None and now < until:
        free_at = to_datetime(until).isoformat(timespec="seconds")
        raise DreamIsRunning(command.agent, open_run.run, free_at)
    event = DreamStarted(
        **envelope(facts, command, own(command.agent)),
        run=command.run,
        trigger=command.trigger,
        stages=command.stages,
        slot=command.slot,
        due_at=command.due_at,
        takes_over=open_run.run if open_run else None,
    )
    return Decision(drafts=(draft(event, reason(command, required=False)),), conflicts=(dreams_of(command.agent),))


def _refuse_twice(facts: Facts, command: StartDream) -> None:
    """Refuse a night that was dreamt before, and a dream that was due before another one did anything."""
    if command.slot is not None:
        if command.slot in facts.nights:
            raise AlreadyDreamt(command.agent, f"for the night of {command.slot}", facts.nights[command.slot])
    elif command.due_at is not None and facts.dreamt_at > command.due_at:
        due = to_datetime(command.due_at).isoformat(timespec="seconds")
        raise AlreadyDreamt(command.agent, f"since {due}, when this dream was due", None)


def go_on(facts: Facts, command: PauseDream | ResumeDream | CompleteDream) -> Decision:
    """Decide what a dream says of itself.

    Raises:
        DreamIsOver: another took its place.
    """
    if facts.dream is None or facts.dream.run != command.run:
        raise DreamIsOver(f"dream {command.run} is over: another took its place, or ended it")
    common: dict[str, Any] = {**envelope(facts, command, own(command.agent)), "run": command.run}
    match command:
        case PauseDream():
            event = DreamPaused(**common, busy_at=command.busy_at)
        case ResumeDream():
            event = DreamResumed(**common)
        case CompleteDream():
            event = DreamCompleted(
                **common,
                outcome=command.outcome,
                carried=dict(sorted(command.carried.items())),
                passed_over=command.passed_over,
            )
        case _:
            assert_never(command)
    others = QueryItem(types=(DreamStarted.TYPE,), tags=(f"dream:{command.agent}",))
    return Decision(drafts=(draft(event, reason(command, required=False)),), conflicts=(others,))


def purge(facts: Facts, command: PurgeScratch, now: int) -> Decision:
    """Decide a `PurgeScratch`; what was purged or erased before stays as it is.

    Raises:
        Refused: one is no scratch, or has not expired for long enough.
        OnHold: the law wants one to stay.
    """
    days = facts.policy.dreams.scratch_days
    ids: list[str] = []
    for memory in sorted(set(command.memories)):
        belief = facts.memory(memory)
        if belief.status == "erased":
            continue
        due = None if belief.expires_at is None else belief.expires_at + days * 86_400 * SECOND
        if belief.layer != "L0" or not is_expired(due, now):
            raise Refused(
                f"cannot purge {memory}: only scratch that expired {days} days ago is purged; forget it instead"
            )
        refuse_held("purge", memory, facts.held.get(memory))
        ids.append(memory)
    if not ids:
        return Decision()
    event = ScratchPurged(**envelope(facts, command, facts.memory(ids[0]).scope), purged=tuple(ids))
    # The reason is sealed for nobody: it says nothing of what was purged.
    return Decision(drafts=(draft(event, reason(command, required=False)),), conflicts=(PLACED, *unchanged(*ids)))


def suggest(facts: Facts, command: MakeSuggestion) -> Decision:
    """Decide a `MakeSuggestion`; what was suggested before, whatever was answered, is not suggested again."""
    signature = signature_of(command.change, command.concerned)
    if signature in facts.suggested:
        return Decision()
    concerned = [facts.memory(memory) for memory in command.concerned]
    words = [facts.words[memory] for memory in command.concerned if memory in facts.words]
    why = reason(command)
    event = SuggestionMade(
        **envelope(facts, command, concerned[0].scope),
        suggestion=command.suggestion,
        change=command.change,
        section=command.section,
        concerned=command.concerned,
        signature=signature,
    )
    content = SuggestionText(
        text=check_text(command.text, "the text", facts.policy.limits.text_bytes),
        because=why.because,
        subjects=subjects((*why.subjects, *(name for word in words for name in word.subjects))),
        command=why.command,
        rule=why.rule,
    )
    before = QueryItem(types=(SuggestionMade.TYPE,), tags=(f"signature:{signature}",))
    return Decision(drafts=(Draft(event=event, content=content),), conflicts=(before, *unchanged(*command.concerned)))


def answer(facts: Facts, command: AnswerSuggestion) -> Decision:
    """Decide an `AnswerSuggestion`.

    Raises:
        PersonNeeded: no person answers.
        UnknownSuggestion, AlreadyAnswered: there is nothing to answer.
    """
    suggestion = facts.suggestions.get(command.suggestion)
    if suggestion is None:
        raise UnknownSuggestion(command.suggestion)
    if not command.by_person:
        raise PersonNeeded(f"cannot answer {command.suggestion}: a suggestion waits for a person; name one with --by")
    if suggestion.status != "waiting":
        raise AlreadyAnswered(command.suggestion, suggestion.status)
    event = SuggestionAnswered(
        **envelope(facts, command, suggestion.scope), suggestion=command.suggestion, answer=command.answer
    )
    answered = QueryItem(types=(SuggestionAnswered.TYPE,), tags=(f"suggestion:{command.suggestion}",))
    return Decision(drafts=(draft(event, reason(command, required=False)),), conflicts=(answered,))
