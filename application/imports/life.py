"""Importing what an agent learned from its own life: tasks, sessions, intents, trauma, judgements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from ...domain.commands import (
    CheckpointTask,
    CompleteTask,
    EndSession,
    InterruptTask,
    JudgeDecision,
    ObserveIntent,
    ResumeTask,
    StartSession,
    StartTask,
    SufferTrauma,
)
from ...domain.content import ExampleText, SessionName
from ...domain.envelopes import Envelope, envelope_from
from ...domain.events import (
    DecisionJudged,
    IntentLearned,
    IntentObserved,
    SessionCooled,
    SessionEnded,
    SessionStarted,
    TaskCheckpointed,
    TaskCompleted,
    TaskInterrupted,
    TaskResumed,
    TaskStarted,
    TraumaSuffered,
)
from ...domain.halving import halved
from ...domain.moments import SECOND
from ...domain.scopes import own
from ...projections.intents import INTENTS
from ..intents import intent_tag
from .leaving_out import COOLS_BY_ITSELF, HANGS, NAME_LOST, UNREADABLE
from .surveying import LeftOut, Settled

if TYPE_CHECKING:
    from ...domain.commands import AnyCommand
    from ...infrastructure.sources.log_json import LoggedEvent
    from .events import Events

TaskOccurred = TaskStarted | TaskCheckpointed | TaskInterrupted | TaskResumed | TaskCompleted
SessionOccurred = SessionStarted | SessionEnded
LifeEvent = (
    TaskOccurred | SessionOccurred | SessionCooled | IntentLearned | IntentObserved | TraumaSuffered | DecisionJudged
)


class Life:
    """Makes commands of the events of a life; remembers the names that later events bear only as HMACs."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._tasks: dict[str, str] = {}
        self._sessions: dict[str, str] = {}
        self._envelopes: dict[str, Envelope] = {}

    def command(self, logged: LoggedEvent, event: LifeEvent) -> AnyCommand:
        """Return the command that lets an event happen here.

        Raises:
            LeftOut, Settled: it needs none.
        """
        match event:
            case TaskStarted() | TaskCheckpointed() | TaskInterrupted() | TaskResumed() | TaskCompleted():
                return self._task(logged, event)
            case SessionStarted() | SessionEnded():
                return self._session(logged, event)
            case SessionCooled():
                raise LeftOut(COOLS_BY_ITSELF)
            case IntentLearned():
                envelope = envelope_from(self._events.words_of_new(logged, event).metadata)
                self._envelopes[event.intent] = envelope
                raise Settled("known" if self._was_met(event, envelope) else "implied")
            case IntentObserved():
                return self._observation(logged, event)
            case TraumaSuffered():
                return self._trauma(logged, event)
            case DecisionJudged():
                if event.memory in self._events.absent:
                    raise LeftOut(HANGS)
                given = self._events.given(logged, event, _subjects(logged))
                evidence = self._events.present(event.evidence)
                return JudgeDecision(**given, memory=event.memory, outcome=event.outcome, evidence=evidence)
            case _:
                assert_never(event)

    def _task(self, logged: LoggedEvent, event: TaskOccurred) -> AnyCommand:
        words = None
        if isinstance(event, TaskStarted | TaskCompleted):
            words = self._events.words_of_new(logged, event)
        elif isinstance(event, TaskCheckpointed):
            words = self._events.words_of_change(logged)
        if words is not None and words.task is not None:
            self._tasks[event.task] = words.task
        name = self._tasks.get(event.task)
        state_of = event.completes if isinstance(event, TaskCompleted) else event.memory
        if name is None or state_of in self._events.absent:
            if isinstance(event, TaskCompleted):
                self._events.absent.add(event.memory)
            raise LeftOut(NAME_LOST if name is None else HANGS)
        common: dict[str, Any] = {
            **self._events.given(logged, event, _subjects(logged)),
            "name": name,
            "task": self._events.store.keys.name_tag("task", name),
        }
        state = (words.metadata if words else None) or {}
        match event:
            case TaskStarted():
                return StartTask(**common, memory=event.memory, state=state)
            case TaskCheckpointed():
                return CheckpointTask(**common, changes=state, whole=True)
            case TaskInterrupted():
                return InterruptTask(**common)
            case TaskResumed():
                return ResumeTask(**common)
            case TaskCompleted():
                return CompleteTask(**common, memory=event.memory, outcome=str(state.get("outcome")))
            case _:
                assert_never(event)

    def _session(self, logged: LoggedEvent, event: SessionOccurred) -> AnyCommand:
        words = self._events.words_of_new(logged, event) if isinstance(event, SessionEnded) else None
        if isinstance(logged.content, SessionName):
            self._sessions[str(event.session)] = logged.content.session
        name = self._sessions.get(str(event.session))
        if name is None:
            if isinstance(event, SessionEnded):
                self._events.absent.add(event.memory)
            raise LeftOut(NAME_LOST)
        common: dict[str, Any] = {
            **self._events.given(logged, event, _subjects(logged)),
            "name": name,
            "session": self._events.store.keys.name_tag("session", name),
        }
        if isinstance(event, SessionStarted):
            return StartSession(**common)
        assert words is not None, "the end of a session has words"
        return EndSession(**common, memory=event.memory, summary=words.text)

    def _observation(self, logged: LoggedEvent, event: IntentObserved) -> AnyCommand:
        envelope = self._envelopes.get(event.intent)
        if envelope is None:
            raise LeftOut(HANGS)
        if event.exemplified and not isinstance(logged.content, ExampleText):
            raise LeftOut(UNREADABLE)
        return ObserveIntent(
            **self._events.given(logged, event, _subjects(logged)),
            memory=event.memory,
            scope=self._events.scope(event),
            envelope=envelope,
            intent=intent_tag(self._events.store, envelope),
            outcome=event.outcome,
            example=logged.content.example if isinstance(logged.content, ExampleText) else None,
        )

    def _was_met(self, event: IntentLearned, envelope: Envelope) -> bool:
        """Say whether an intent was learned here before, so that the use that follows learns nothing.

        Uses meet in the record that is here; what else happened to the memory that held it there has no place.
        """
        scope = self._events.scope(event) or own(self._events.agent_of(event))
        tag = intent_tag(self._events.store, envelope)
        record = self._events.store.views.row(INTENTS, (scope, tag))
        if record is not None and record.memory != event.memory:
            self._events.absent.add(event.memory)
        return record is not None

    def _trauma(self, logged: LoggedEvent, event: TraumaSuffered) -> AnyCommand:
        envelope = self._envelopes.get(event.intent) if event.intent else None
        # It counts from its import on, so it brings what is left of its weight.
        left = halved(event.weight, max(self._events.now - logged.at, 0), event.half_life_s * SECOND)
        return SufferTrauma(
            **self._events.given(logged, event, _subjects(logged)),
            scope=self._events.scope(event),
            category=event.category,
            weight=max(left, 1),
            intent=None if envelope is None else intent_tag(self._events.store, envelope),
            evidence=self._events.present(event.evidence),
        )


def _subjects(logged: LoggedEvent) -> tuple[str, ...]:
    return logged.content.subjects if logged.content else ()
