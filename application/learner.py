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
    from .dreams.report import DreamReport
    from .dreams.running import DreamProgress
    from .fields import WordedFields
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

    def session(self, name: str) -> Session:
        """Return a session to speak in; its first message starts it."""
        from .sessions import Session

        return Session(self._store, self._caller, name)

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

    def sweep(self, *, dry_run: bool = False) -> SweepReport:
        """Carry out what time has made due: stale tasks, cold sessions, bounds that a policy has lowered."""
        from .sweeping import sweep

        return sweep(self._store, self._caller, dry_run=dry_run)
