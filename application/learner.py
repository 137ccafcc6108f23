"""What an agent does with its own life: tasks, sessions, intents, trauma, decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from ..domain.errors import InvalidName
from ..domain.texts import tenths
from . import requests, verbs
from .reads import Reads

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from ..domain.envelopes import Envelope
    from .claims.notes import ClaimNote
    from .context.giving import Context
    from .dreams.report import DreamReport
    from .dreams.running import DreamProgress
    from .fields import WordedFields
    from .handing_over import HandOverNote
    from .intents import Intent
    from .judging import JudgedDecision
    from .memory import Memory
    from .sessions import Session
    from .store import Store
    from .suggestions import SuggestionNote
    from .sweeping import SweepReport
    from .tasks import Task
    from .trauma import TraumaLevel


class Learner(Reads):
    """An agent that works, and learns from how that goes."""

    def __init__(self, store: Store, name: str, actor: str) -> None:
        super().__init__(store, name)
        self._caller = requests.Caller(agent=name, actor=actor)

    @property
    def _actor(self) -> str:
        return self._caller.actor

    def task(self, name: str) -> Task:
        """Return a task to start, or to go on with."""
        from .tasks import Task

        return Task(self._store, self._caller, name)

    def hand_over(self, what: str, *, to: str, because: str, scope: str | None = None) -> HandOverNote:
        """Give a memory, lesson, fact or task to another agent: by id, slug, key or name, looked for in this order.

        Args:
            scope: where it goes; None: it stays where the receiver may write, else it becomes the receiver's own.

        Raises:
            NotOwner: another agent has it, and no person asks.
            UnknownAgent: nobody of that name is known here.
        """
        from .handing_over import hand_over

        return hand_over(self._store, self._caller, what, to=to, because=because, scope=scope)

    def transfer_fact(self, key: str, *, to: str, because: str) -> HandOverNote:
        """Give a fact to another agent, which may replace its value from here on.

        Raises:
            UnknownFact, FactHasOwner, NotOwner, UnknownAgent: it is not there, not yours, or nobody receives it.
        """
        from .facts import transfer

        return transfer(self._store, self._caller, key, to=to, because=because)

    def session(self, name: str) -> Session:
        """Return a session to speak in; its first message starts it."""
        from .sessions import Session

        return Session(self._store, self._caller, name)

    def context(
        self,
        query: str,
        budget: int = 2000,
        *,
        scenario: str = "reply",
        session: str | None = None,
        task: str | None = None,
        job: str | None = None,
        subjects: Sequence[str] = (),
    ) -> Context:
        """Assemble what goes to the model next, within a budget of tokens, and keep the exact bytes of it.

        Args:
            budget: tokens; what must be read whole, the boot prefix, is given and flagged even where it is larger.
            scenario: what for: `reply`, `analysis`, `earlier`, `remember`, or one of the policy's own.
            session: name of the session that it is for.
            task: name of the task at hand; None: the open one that gave the latest sign of life.
            job: the job to boot for.
            subjects: names of the people that the query is about.
        """
        from .context.giving import give

        return give(
            self._store,
            self._caller,
            query,
            budget=budget,
            scenario=scenario,
            session=session,
            task=task,
            job=job,
            subjects=subjects,
        )

    def intent(
        self,
        envelope: Mapping[str, Any] | Envelope,
        outcome: str | None = None,
        example: Mapping[str, Any] | None = None,
        *,
        scope: str | None = None,
        because: str | None = None,
        subjects: Sequence[str] = (),
        idempotency_key: str | None = None,
    ) -> Intent:
        """Count one use of a problem, and return what has become of it.

        Args:
            outcome: `success` or `rollback`; None if it is not known.
            example: distilled metadata worth keeping of this use, never source.
            scope: None: the agent's own.
        """
        from .intents import observe

        return observe(
            self._store,
            self._caller,
            envelope,
            outcome=outcome,
            example=example,
            scope=scope,
            because=because,
            subjects=subjects,
            idempotency_key=idempotency_key,
        )

    def trauma(
        self,
        category: str,
        *,
        because: str,
        weight: float = 1,
        envelope: Mapping[str, Any] | Envelope | None = None,
        scope: str | None = None,
        evidence: Sequence[str] = (),
        subjects: Sequence[str] = (),
        idempotency_key: str | None = None,
    ) -> TraumaLevel:
        """Count a trauma of a category that the policy knows, and return how that category stands."""
        from .trauma import suffer

        return suffer(
            self._store,
            self._caller,
            category,
            because=because,
            weight=weight,
            envelope=envelope,
            scope=scope,
            evidence=evidence,
            subjects=subjects,
            idempotency_key=idempotency_key,
        )

    def decide(self, text: str, *, confidence: float = 5, **fields: Unpack[WordedFields]) -> Memory:
        """Make a decision with a confidence of 1 to 10 (or a share such as 0.8), and return its memory."""
        if "kind" in fields:
            raise InvalidName("a decision is of no other kind; leave the kind out, or record something else")
        how_sure = tenths(confidence, "the confidence")
        return verbs.record(self._store, self._caller, text, {**fields, "kind": "decision", "confidence": how_sure})

    def judge(
        self,
        id: str,
        outcome: str,
        *,
        because: str,
        evidence: Sequence[str] = (),
        idempotency_key: str | None = None,
    ) -> JudgedDecision:
        """Say how a decision turned out: `right`, `wrong` or `mixed`. The latest judgement counts."""
        from .judging import judge

        return judge(
            self._store,
            self._caller,
            id,
            outcome,
            because=because,
            evidence=evidence,
            idempotency_key=idempotency_key,
        )

    def dream(
        self,
        stages: Sequence[str] | None = None,
        *,
        dry_run: bool = False,
        now: datetime | None = None,
        progress: Callable[[DreamProgress], None] | None = None,
        because: str | None = None,
    ) -> DreamReport:
        """Do the maintenance that is due, as events that say why, and make way for whatever else this agent does.

        Args:
            stages: some of its stages; None: all, in their order.
            dry_run: only say what would be done.
            now: the time to go by in a dry run; None: now.
            progress: told before each proposal.

        Raises:
            DreamIsRunning: the agent dreams already.
            UnknownStage: there is no such stage.
            InvalidMoment: `now` was given, and it is no dry run.
        """
        from .dreams.asking import dream

        return dream(
            self._store, self._caller, stages=stages, dry_run=dry_run, now=now, progress=progress, because=because
        )

    def accept(self, suggestion: str, *, because: str | None = None) -> SuggestionNote:
        """Do what a dream suggested. Only a person may.

        Raises:
            PersonNeeded: the agent itself asks; act through `memory.agent(name, by="user:NAME")`.
            UnknownSuggestion, AlreadyAnswered: there is nothing to answer.
        """
        from .suggestions import accept

        return accept(self._store, self._caller, suggestion, because)

    def decline(self, suggestion: str, *, because: str) -> SuggestionNote:
        """Say no to what a dream suggested; it is not suggested again. Only a person may."""
        from .suggestions import decline

        return decline(self._store, self._caller, suggestion, because)

    def attach_claim(
        self, memory: str, *, check: str, every: str | int | None = None, because: str | None = None
    ) -> ClaimNote:
        """Have a memory carry a check that the store declares; the same again gives the claim that is there.

        Args:
            every: its pace, such as `1d`; None: as the policy says, and a question is asked once.

        Raises:
            UnknownMemory, UnknownCheck: there is no such memory, or no such check.
            AlreadyClaimed, NotLive, Refused: the memory carries it at another pace, or can carry none.
        """
        from .claims.claiming import attach

        return attach(self._store, self._caller, memory, check, every=every, because=because)

    def answer_claim(self, claim: str, *, yes: bool, because: str) -> ClaimNote:
        """Say whether a memory holds, where its check asks a person. Only a person may.

        Raises:
            UnknownClaim: there is none for this agent.
            PersonNeeded: the agent itself answers; act through `memory.agent(name, by="user:NAME")`.
            Refused: its check asks the world and no person, or it was released.
        """
        from .claims.claiming import answer

        return answer(self._store, self._caller, claim, yes=yes, because=because)

    def release_claim(self, claim: str, *, because: str) -> ClaimNote:
        """Take a check off a memory; what it found, and what came of that, stays on record.

        Raises:
            UnknownClaim: there is none for this agent.
            Refused: it was released before.
        """
        from .claims.claiming import release

        return release(self._store, self._caller, claim, because)

    def sweep(self, *, dry_run: bool = False) -> SweepReport:
        """Carry out what time has made due: stale tasks, cold sessions, bounds that a policy has lowered."""
        from .sweeping import sweep

        return sweep(self._store, self._caller, dry_run=dry_run)
