"""What a decision reads, and what it gives."""

from collections.abc import Iterable
from typing import Any

import msgspec

from .boot import DocumentState, after_change, job_of
from .boundary import Query, QueryItem
from .claims import Claim, evolve_claim
from .content import LineTexts, MemoryText
from .dreams.runs import DreamRun
from .errors import UnknownMemory
from .events import (
    ClaimEvent,
    DocumentLineReplaced,
    Draft,
    FactTransferred,
    HandedOver,
    IntentLearned,
    IntentObserved,
    MemoryRestored,
    NewMemory,
    Recorded,
    SessionEnded,
    SessionStarted,
    TaskCompleted,
    TaskEvent,
    TaskStarted,
)
from .findings import SecretFinder
from .holds import Hold
from .intents import IntentRecord, evolve_intent
from .policy import Policy
from .reviewing import is_reviewed
from .sessions import SessionRun, evolve_session
from .state import Belief, evolve
from .suggestions import Suggestion
from .tasks import TaskRun, evolve_task
from .vocabulary import LINE_IMPORTANCE, Section


class StandingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the identity in force, with its words if they can be read."""

    memory: str
    section: Section
    ordinal: int
    text: str | None


class StandingText(msgspec.Struct, kw_only=True):
    """What is believed in L3 to L5, for what is written to be compared with."""

    memory: str
    scope: str
    text: str
    key: str | None
    subjects: tuple[str, ...]
    letters: frozenset[str]
    """What `contradicting.letters_of` sees in the text."""
    whose: str | None = None
    """Of a line about one job: the name of its document; nobody reads those of two jobs together."""
    said: Any = None
    """Its `contradicting.Statement`, once it was compared with something; what makes one takes a while to load."""


def standing_text(
    memory: str,
    scope: str,
    text: str,
    *,
    key: str | None = None,
    subjects: tuple[str, ...] = (),
    whose: str | None = None,
) -> StandingText:
    """Return what one memory says, to be compared with others."""
    from .contradicting import letters_of  # takes a while to load

    letters = letters_of(text)
    return StandingText(memory=memory, scope=scope, text=text, key=key, subjects=subjects, letters=letters, whose=whose)


class Facts:
    """What the commands of one decision name, as it stood at one position.

    Deciding several commands in a row folds what each gave into these facts (`include`), so that the next one
    sees it.
    """

    def __init__(self, *, position: int, policy: Policy, find_secret: SecretFinder | None = None) -> None:
        self.position = position
        self.policy = policy
        self.find_secret = find_secret
        """Asked about texts that must not hold secrets; None: what the domain itself knows of them counts."""
        self.memories: dict[str, Belief] = {}
        """By id: those that the commands name and the agent may read."""
        self.words: dict[str, MemoryText] = {}
        """By id: the words of these memories, where a key to read them is at hand."""
        self.holders: dict[str, Belief] = {}
        """By fact: the memory that holds its value."""
        self.owners: dict[str, str] = {}
        """By fact: the name of the agent that owns it."""
        self.shelves: dict[tuple[str, str], dict[str, Belief]] = {}
        """By scope and kind, for kinds with a bound: the live memories in the layer of that kind, by id."""
        self.uses: dict[str, int] = {}
        """By id: how often a memory on a shelf was used, where that is counted."""
        self.references: dict[str, int] = {}
        """By id: how often recall gave a memory on a shelf that may overflow; those it never gave are left out."""
        self.kept: set[str] = set()
        """Ids of memories on a shelf that may overflow of which a person said that they stay."""
        self.tasks: dict[tuple[str, str], TaskRun] = {}
        """By scope and task: the latest run of each task that the commands name."""
        self.sessions: dict[tuple[str, str], SessionRun] = {}
        """By scope and session: those that the commands name."""
        self.messages: dict[tuple[str, str], tuple[str, ...]] = {}
        """By scope and session, for those that are to end: ids of the messages that are alive, oldest first."""
        self.intents: dict[tuple[str, str], IntentRecord] = {}
        """By scope and intent: those that the commands name."""
        self.dream: DreamRun | None = None
        """The dream of the agent that has not ended, if a command is about dreams."""
        self.dreamt_at = 0
        """Time of the last thing that any dream of the agent did."""
        self.nights: dict[str, str] = {}
        """By slot: the run that took it, for nights of the agent that the commands name."""
        self.suggestions: dict[str, Suggestion] = {}
        """By id: those that the commands answer."""
        self.suggested: set[str] = set()
        """Signatures that commands name and that were suggested before."""
        self.claims: dict[str, Claim] = {}
        """By id: those that commands name, and the open ones of the memories that these are about."""
        self.audited_out: dict[str, bool] = {}
        """By id: whether the latest quarantine of a memory with a claim came of an audit."""
        self.held: dict[str, Hold] = {}
        """By id: the hold in force over a memory which a command forgets or purges, the one that ends last."""
        self.cited: dict[str, tuple[str, ...]] = {}
        """By id: what a memory that is reviewed anew names as evidence."""
        self.standing: tuple[StandingText, ...] = ()
        """What is believed where the agent reads, if a command writes what is reviewed; the latest of it."""
        self.unread = 0
        """How much of that could not be read."""
        self.identity: tuple[StandingLine, ...] = ()
        self.identity_version = 0
        """0: no identity was established."""
        self.documents: dict[tuple[str, str], DocumentState] = {}
        """By scope and name: the boot documents that the commands name."""

    def claims_of(self, memory: str) -> list[Claim]:
        """Return the open claims of a memory."""
        return [claim for claim in self.claims.values() if claim.memory == memory and claim.status == "open"]

    def memory(self, memory: str) -> Belief:
        """Return the state of one memory.

        Raises:
            UnknownMemory: there is none, or the agent may not read it.
        """
        belief = self.memories.get(memory)
        if belief is None:
            raise UnknownMemory(memory)
        return belief

    def known(self, memories: Iterable[str]) -> list[Belief]:
        """Return the states of some memories, without those that are not there or the agent may not read."""
        return [self.memories[memory] for memory in memories if memory in self.memories]

    def owner(self, fact: str, holder: Belief) -> str:
        """Return the agent that owns a fact, which `holder` has the value of."""
        return self.owners.get(fact, holder.agent)

    def include(self, drafts: tuple[Draft, ...], now: int) -> None:
        """Fold what was just decided, as if it had been appended."""
        for draft in drafts:
            self.position += 1
            recorded = Recorded(position=self.position, at=now, event=draft.event)
            for memory in draft.event.memories:
                before = self.memories.get(memory) or self._unnamed(memory)
                belief = evolve(before, recorded, memory)
                if belief is not None:
                    self._set(belief, before)
            self._include_run(recorded)
            match draft:
                case Draft(event=NewMemory(fact=str(fact)) | MemoryRestored(fact=str(fact)) as event):
                    self._hold(fact, self.memories[event.memory])
                case Draft(event=FactTransferred() as event):
                    self.owners[event.fact] = event.to
                case _:
                    pass
            if isinstance(draft.event, DocumentLineReplaced):
                key = draft.event.scope, draft.event.document
                self.documents[key] = after_change(self.documents.get(key, DocumentState()), draft)
                self._include_line(draft.event, draft)
            if isinstance(draft.content, MemoryText):
                self.words[draft.event.memories[0]] = draft.content

    def _include_line(self, event: DocumentLineReplaced, draft: Draft) -> None:
        """Fold a line into what is believed, where lines are compared with that."""
        if not is_reviewed("L5", LINE_IMPORTANCE, self.policy.review):
            return
        stay = [one for one in self.standing if one.memory != event.replaced]
        if event.begun is not None and isinstance(draft.content, LineTexts):
            text, people = draft.content.lines[event.begun], draft.content.subjects
            whose = job_of(event.document)
            stay.append(standing_text(event.begun, event.scope, text, subjects=people, whose=whose))
        self.standing = tuple(stay)

    def _include_run(self, recorded: Recorded) -> None:
        """Fold an event into the task, session or intent that it is about."""
        match recorded.event:
            case HandedOver(task=str(name)) as event:
                for scope in (event.from_scope, event.scope):
                    handed = evolve_task(self.tasks.get((scope, name)), recorded)
                    if handed is not None:
                        self.tasks[scope, name] = handed
            case TaskStarted() | TaskEvent() | TaskCompleted() as event:
                task = evolve_task(self.tasks.get((event.scope, event.task)), recorded)
                if task is not None:
                    self.tasks[event.scope, event.task] = task
            case SessionStarted(session=str(name)) | SessionEnded(session=str(name)) as event:
                session = evolve_session(self.sessions.get((event.scope, name)), recorded)
                if session is not None:
                    self.sessions[event.scope, name] = session
            case NewMemory(kind="message", session=str(name)) as event if (event.scope, name) in self.messages:
                self.messages[event.scope, name] = (*self.messages[event.scope, name], event.memory)
            case ClaimEvent() as event:
                claim = evolve_claim(self.claims.get(event.claim), recorded)
                if claim is not None:
                    self.claims[event.claim] = claim
            case IntentLearned() | IntentObserved() as event:
                intent = evolve_intent(self.intents.get((event.scope, event.intent)), recorded)
                if intent is not None:
                    self.intents[event.scope, event.intent] = intent
                    self.uses[event.memory] = intent.uses
            case _:
                pass

    def _unnamed(self, memory: str) -> Belief | None:
        """Return a memory that no command names: one on a shelf, or one that holds a fact."""
        for shelf in self.shelves.values():
            if memory in shelf:
                return shelf[memory]
        return next((holder for holder in self.holders.values() if holder.memory == memory), None)

    def _hold(self, fact: str, belief: Belief) -> None:
        # What goes straight to the archive is history, not the value.
        if belief.status == "archived":
            return
        before = self.holders.get(fact)
        if before is None or before.memory != belief.memory:
            self.owners[fact] = belief.agent
        self.holders[fact] = belief

    def _set(self, belief: Belief, before: Belief | None) -> None:
        self.memories[belief.memory] = belief
        # What became of another kind, as a summary that cooled did, stands on the shelf of that kind alone.
        if before is not None and before.kind != belief.kind:
            self.shelves.get((before.scope, before.kind), {}).pop(belief.memory, None)
        if belief.fact and (holder := self.holders.get(belief.fact)) and holder.memory == belief.memory:
            self.holders[belief.fact] = belief
        shelf = self.shelves.get((belief.scope, belief.kind))
        if shelf is None:
            return
        if belief.status == "live" and belief.layer == self.policy.home_of(belief.kind):
            shelf[belief.memory] = belief
        else:
            shelf.pop(belief.memory, None)


class Decision(msgspec.Struct, frozen=True):
    """What a command gives: drafts of events, and what must not have been recorded meanwhile.

    No drafts means that the command asks for what already holds.
    """

    drafts: tuple[Draft, ...] = ()
    conflicts: tuple[QueryItem, ...] = ()

    def query(self) -> Query | None:
        """Return the query of the append condition, None if nothing can conflict."""
        return Query(items=self.conflicts) if self.conflicts else None
