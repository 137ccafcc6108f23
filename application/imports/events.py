"""From the events of another log to commands that let the same happen here; memories keep their ids."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, assert_never

import msgspec

from ...domain.commands import (
    ArchiveMemory,
    ConfirmMemory,
    ConsolidateMemories,
    ContradictMemory,
    DecayMemory,
    ForgetMemory,
    MergeMemories,
    PromoteMemory,
    QuarantineMemory,
    RecordMemory,
    ReleaseMemory,
    RestoreMemory,
    ReviewMemory,
    ReviseMemory,
    WriteReflection,
)
from ...domain.content import MemoryText
from ...domain.errors import InvalidFile, InvalidName
from ...domain.events import (
    AgentEvent,
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
from ...domain.ids import ID_CHARS, MEMORY, abbreviated
from ...domain.moments import to_datetime
from ...domain.scopes import own
from ...domain.texts import check_agent
from ..requests import Caller, Given, given, record_command
from .leaving_out import ERASED_LATER, EXPIRED, HANGS, NO_PERSON, NOT_IMPORTED, REASON_LOST, UNREADABLE
from .life import Life
from .surveying import LeftOut

if TYPE_CHECKING:
    from ...domain.commands import AnyCommand
    from ...infrastructure.sources.log_json import LoggedEvent
    from ..store import Store


class Events:
    """Makes commands of the events of one log, in their order."""

    def __init__(
        self, store: Store, actor: str, *, agent: str | None, by_person: bool, erased: frozenset[str], now: int
    ) -> None:
        """Take who imports, and for whom.

        Args:
            agent: whose all of it becomes; None: each event stays with its own agent.
            erased: ids of the memories that the log erases anywhere.
            now: what expired before is left out, microseconds since 1970 UTC.
        """
        self._store = store
        self._actor = actor
        self._agent = agent
        self._by_person = by_person
        self._erased = erased
        self._now = now
        self.absent: set[str] = set()
        """Ids of the memories of the log that were not imported."""
        self._life = Life(self)

    @property
    def store(self) -> Store:
        """The store that is imported into."""
        return self._store

    @property
    def now(self) -> int:
        """The present, microseconds since 1970 UTC."""
        return self._now

    def command(self, logged: LoggedEvent) -> AnyCommand:
        """Return the command that lets an event happen here.

        Raises:
            LeftOut: it has no place here.
            RemembrancerError: it says something impossible.
        """
        command = self._command(logged)
        # Whoever asks why here is told the same rule as there.
        rule = logged.content.rule if logged.content else None
        return command if rule is None else msgspec.structs.replace(command, rule=rule)

    def _command(self, logged: LoggedEvent) -> AnyCommand:
        event = logged.event
        match event:
            case (
                StoreCreated()
                | PolicyAdopted()
                | BootRead()
                | SubjectErased()
                | HoldPlaced()
                | HoldReleased()
                | Recalled()
                | ContextAssembled()
                | ModelFitted()
                | ScratchPurged()
                | DreamStarted()
                | DreamPaused()
                | DreamResumed()
                | DreamCompleted()
                | SuggestionMade()
                | SuggestionAnswered()
                | JobRan()
                | JobFailed()
                | CheckpointSigned()
                | LedgerAccepted()
                | ClaimEvent()
                | MirrorEvent()
                | FactTransferred()
                | ExportMade()
                | StoreImported()
            ):
                raise LeftOut(NOT_IMPORTED[type(event)])
            case IdentityEstablished() | IdentityRefreshed() | IdentityLineReplaced() | DocumentLineReplaced():
                self.absent.update(event.memories)
                raise LeftOut(NOT_IMPORTED[type(event)])
            case HandedOver():
                self.absent.add(event.memory)
                raise LeftOut(NOT_IMPORTED[HandedOver])
            case MemoryRecorded() | MemoryReplaced() | DecisionMade():
                return self._record(logged, event)
            case MemoriesMerged():
                return self._merge(logged, event)
            case MemoriesConsolidated():
                return self._consolidation(logged, event)
            case DreamReflected():
                return self._reflection(logged, event)
            case (
                TaskStarted()
                | TaskCheckpointed()
                | TaskInterrupted()
                | TaskResumed()
                | TaskCompleted()
                | SessionStarted()
                | SessionEnded()
                | SessionCooled()
                | IntentLearned()
                | IntentObserved()
                | TraumaSuffered()
                | DecisionJudged()
            ):
                return self._life.command(logged, event)
            case _:
                return self._change(logged, event)

    def _record(self, logged: LoggedEvent, event: MemoryRecorded | MemoryReplaced | DecisionMade) -> RecordMemory:
        words = self.words_of_new(logged, event)
        if event.expires_at is not None and event.expires_at <= self._now:
            self.absent.add(event.memory)
            raise LeftOut(EXPIRED)
        begin = event.valid_from if event.valid_from is not None else event.occurred_at
        begin = logged.at if begin is None else begin
        occurred, until = event.occurred_at, event.valid_to
        fields: dict[str, Any] = {
            "text": words.text,
            "kind": event.kind,
            "scope": self.scope(event),
            "layer": "L6" if event.layer == "L6" else None,
            "importance": event.importance,
            "confidence": event.confidence,
            "subjects": words.subjects,
            "tags": words.tags,
            "key": words.key,
            "category": event.category,
            "summary": words.summary,
            "trigger": words.trigger,
            "source": event.source,
            "session": words.session,
            "metadata": words.metadata,
            "occurred_at": None if occurred is None else to_datetime(occurred, event.occurred_offset or 0),
            "valid_from": to_datetime(begin),
            "valid_to": None if until is None else to_datetime(until),
            "because": logged.because,
            "idempotency_key": key_of(logged),
        }
        command = record_command(self._store, self._caller(event), fields, event.memory)
        # Set here, not among the fields: ids in a log are whole, and may name what this very import brings.
        return msgspec.structs.replace(command, evidence=self.present(event.evidence))

    def _merge(self, logged: LoggedEvent, event: MemoriesMerged) -> MergeMemories:
        words = self._words_made_of(logged, event, event.sources)
        # A kind of another layer is that of sources which were promoted, and theirs here as well.
        asked_for = self._store.policy().home_of(event.kind) == event.layer
        return MergeMemories(
            **self.given(logged, event, words.subjects),
            memory=event.memory,
            sources=event.sources,
            text=words.text,
            summary=words.summary,
            kind=event.kind if asked_for else None,
            evidence=self.present(event.evidence),
            composed_by=words.composed_by,
        )

    def _consolidation(self, logged: LoggedEvent, event: MemoriesConsolidated) -> ConsolidateMemories:
        words = self._words_made_of(logged, event, event.sources)
        return ConsolidateMemories(
            **self.given(logged, event, words.subjects),
            memory=event.memory,
            kind=event.kind,
            sources=event.sources,
            evidence=self.present(event.evidence),
            seen=event.confirmations,
            text=words.text,
            summary=words.summary,
            trigger=words.trigger,
            category=event.category,
            metadata=words.metadata,
            composed_by=words.composed_by,
        )

    def _reflection(self, logged: LoggedEvent, event: DreamReflected) -> WriteReflection:
        words = self.words_of_new(logged, event)
        return WriteReflection(
            **self.given(logged, event, words.subjects),
            memory=event.memory,
            text=words.text,
            evidence=self.present(event.evidence),
            upto=0,  # of the changes in this log it tells none
            composed_by=words.composed_by,
        )

    def _words_made_of(self, logged: LoggedEvent, event: NewMemory, sources: Iterable[str]) -> MemoryText:
        """Return the words of an event that makes one memory of several.

        Raises:
            LeftOut: they cannot be read, or one of the sources was not imported.
        """
        words = self.words_of_new(logged, event)
        if self.absent.intersection(sources):
            self.absent.add(event.memory)
            raise LeftOut(HANGS)
        return words

    def words_of_new(self, logged: LoggedEvent, event: NewMemory) -> MemoryText:
        """Return the words of an event that brings a memory.

        Raises:
            LeftOut: they are erased, or could not be read when the log was printed.
        """
        if event.memory != abbreviated(event.memory) or len(event.memory) != len(MEMORY) + ID_CHARS:
            raise InvalidName(f"not the id of a memory: {event.memory[:40]!r}")
        if event.memory in self._erased:
            self.absent.add(event.memory)
            raise LeftOut(ERASED_LATER)
        if logged.unreadable is not None:
            self.absent.add(event.memory)
            raise LeftOut(UNREADABLE)
        return memory_text(logged)

    def words_of_change(self, logged: LoggedEvent) -> MemoryText:
        """Return the words of an event that gives new ones to a memory.

        Raises:
            LeftOut: they could not be read when the log was printed.
        """
        if logged.unreadable is not None:
            raise LeftOut(UNREADABLE)
        return memory_text(logged)

    def _change(
        self,
        logged: LoggedEvent,
        event: MemoryRevised
        | MemoryPromoted
        | MemoryDecayed
        | MemoryForgotten
        | MemoryArchived
        | MemoryRestored
        | MemoryContradicted
        | MemoryQuarantined
        | MemoryReleased
        | MemoryReviewed
        | MemoryConfirmed,
    ) -> AnyCommand:
        if event.memory in self.absent:
            raise LeftOut(HANGS)
        subjects = logged.content.subjects if logged.content else ()
        fields: dict[str, Any] = {}
        made: type[AnyCommand]
        match event:
            case MemoryRevised():
                words = self.words_of_change(logged)
                fields = {"text": words.text, "summary": words.summary, "valid_from": event.valid_from}
                made = ReviseMemory
            case MemoryPromoted():
                if event.ground == "person" and not self._by_person:
                    raise LeftOut(NO_PERSON)
                fields = {"to": event.to_layer, "evidence": self.present(event.evidence)}
                made = PromoteMemory
            case MemoryDecayed():
                fields, made = {"strength": event.to_strength}, DecayMemory
            case MemoryContradicted():
                fields = {"by": None if event.by in self.absent else event.by, "valid_from": event.valid_from}
                made = ContradictMemory
            case MemoryReviewed():
                fields, made = {"outcome": event.outcome}, ReviewMemory
            case MemoryConfirmed():
                fields, made = {"evidence": self.present(event.evidence)}, ConfirmMemory
            case MemoryForgotten():
                made = ForgetMemory
            case MemoryArchived():
                fields = {"ground": "unreferenced" if event.ground == "unreferenced" else "asked"}
                made = ArchiveMemory
            case MemoryRestored():
                made = RestoreMemory
            case MemoryQuarantined():
                made = QuarantineMemory
            case MemoryReleased():
                made = ReleaseMemory
            case _:
                assert_never(event)
        return made(**self.given(logged, event, subjects), memory=event.memory, **fields)

    def given(self, logged: LoggedEvent, event: AgentEvent, subjects: tuple[str, ...]) -> Given:
        """Return what the command of an event says of its caller."""
        # What was left out may differ from one import to the next, so the event as it was printed is compared.
        body = (event.TYPE, {**msgspec.to_builtins(event), "actor": None}, logged.because, logged.content)
        return given(
            self._store,
            self._caller(event),
            because=REASON_LOST if logged.unreadable is not None else logged.because,
            subjects=subjects,
            idempotency_key=key_of(logged),
            body=body,
        )

    def _caller(self, event: AgentEvent) -> Caller:
        return Caller(agent=self.agent_of(event), actor=self._actor)

    def agent_of(self, event: AgentEvent) -> str:
        """Return the agent whose an event becomes."""
        return check_agent(self._agent or event.agent)

    def scope(self, event: AgentEvent) -> str | None:
        """Return the scope of an event here, None for the agent's own."""
        return None if event.scope == own(event.agent) else event.scope

    def present(self, memories: Iterable[str]) -> tuple[str, ...]:
        """Return those of some memories that were imported."""
        return tuple(memory for memory in memories if memory not in self.absent)


def key_of(logged: LoggedEvent) -> str:
    """Return the idempotency key of an event: by whom it was caused, where and when it stood in its own log."""
    named = f"{logged.event.cause}\n{logged.position}\n{logged.at}\n{logged.event.TYPE}"
    return f"log:{hashlib.sha256(named.encode()).hexdigest()}"


def memory_text(logged: LoggedEvent) -> MemoryText:
    """Return the words of an event.

    Raises:
        InvalidFile: it has none.
    """
    if not isinstance(logged.content, MemoryText):
        raise InvalidFile("the event has no words; print the log with its words, where its keys are")
    return logged.content
