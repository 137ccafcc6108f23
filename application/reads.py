"""What can be read of an agent: memories, identity, and what it has learned from its own life, at any moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..domain.moments import to_datetime
from ..domain.scopes import own
from ..domain.texts import check_agent
from . import audit, identity, reading, why
from .memory import Memory

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from ..domain.calibration import DecisionQuality
    from ..domain.envelopes import Envelope
    from .boot.booting import Boot
    from .boot.writing import Document
    from .claims.notes import ClaimNote
    from .context.listing import ContextNote
    from .contradictions import Contradiction
    from .dreams.runs import DreamNote, DreamStory
    from .entries import LogEntry
    from .facts import FactNote
    from .handing_over import HandOverNote
    from .intents import Intent, SimilarIntent
    from .judging import JudgedDecision
    from .lessons.path import Path as LessonPath
    from .lessons.reading import Lesson, LessonNote
    from .mirrors.reading import MirrorText
    from .moment import Asked, Moment
    from .reading import LayerView, View
    from .recall.hits import Hit
    from .recall.recalls import RecallNote
    from .sessions import SessionView
    from .store import Store
    from .suggestions import SuggestionNote
    from .tasks import TaskView
    from .trauma import Risk, TraumaLevel

DECISIONS = 40
"""Decisions that are listed unless told otherwise."""
RECALLS = 40
"""Recalls that are listed unless told otherwise."""
CONTEXTS = 40
"""Contexts that are listed unless told otherwise."""
DREAMS = 20
"""Dreams that are listed unless told otherwise."""


class Reads:
    """What can be read of an agent's beliefs, as of one moment and, if asked, one valid time."""

    def __init__(self, store: Store, name: str, as_of: Asked | None = None, valid_at: Asked | None = None) -> None:
        self._store = store
        self._name = check_agent(name)
        self._as_of = as_of
        self._valid_at = valid_at
        if as_of is not None or valid_at is not None:
            self._view()

    def _view(self) -> View:
        return reading.look(self._store, self._name, self._as_of, self._valid_at)

    @property
    def name(self) -> str:
        """The agent's name."""
        return self._name

    @property
    def moment(self) -> Moment:
        """The moment that is read: position, instant and zone."""
        return self._view().moment

    @property
    def valid_instant(self) -> datetime | None:
        """The valid time that is asked about; None: none is."""
        at = self._view().valid_at
        return None if at is None else to_datetime(at)

    def as_of(self, moment: Asked) -> Reads:
        """Return the same reads as they were believed at `moment`: a position, a date, or a time with its zone."""
        return Reads(self._store, self._name, moment, self._valid_at)

    def valid_at(self, moment: Asked) -> Reads:
        """Return the same reads about what was true at `moment`."""
        return Reads(self._store, self._name, self._as_of, moment)

    def layers(self) -> dict[str, LayerView]:
        """Return the seven layers, each newest first (`L5` as its document says); words open when looked at."""
        return reading.layers(self._store, self._view())

    def show(self, id: str) -> Memory:  # the name that callers know it by
        """Return one memory, whatever became of it. The id may be abbreviated to its first 4 characters.

        Raises:
            UnknownMemory, AmbiguousId: the id names none, or several.
        """
        return reading.show(self._store, self._view(), id)

    def history(self, id: str) -> list[LogEntry]:
        """Return every event that changed a memory, in order."""
        return audit.history(self._store, self._view(), id)

    def why(self, id: str) -> why.Why:
        """Return the story of a memory: where it came from, what happened to it, what it fed."""
        return why.why(self._store, self._view(), id)

    def identity(self) -> identity.Identity:
        """Return the agent's identity; version 0 if none was established."""
        return identity.identity(self._store, self._view())

    def boot(self, job: str | None = None) -> Boot:
        """Return what the agent reads on waking up: its documents in their fixed order, the job's last.

        Raises:
            InvalidName: it is no job's name.
        """
        from .boot.booting import read_boot

        return read_boot(self._store, self._view(), job)

    def document(self, name: str, scope: str | None = None) -> Document:
        """Return one boot document; without a scope its own, else that of a team, else the fleet's.

        Raises:
            InvalidName, NotReadable: there is no such document, or it is not for this agent.
        """
        from .boot.writing import read_document

        return read_document(self._store, self._view(), name, scope)

    def recall(
        self,
        query: str,
        *,
        k: int | None = None,
        scenario: str = "reply",
        layers: Sequence[str] | None = None,
        tags: Sequence[str] = (),
        session: str | None = None,
        explain: bool = False,
        note: bool = True,
        subjects: Sequence[str] = (),
    ) -> list[Hit]:
        """Return the memories that answer a query best, as they were believed at this moment, the best first.

        Args:
            k: how many at most; None: as many as the scenario says.
            scenario: what for: `reply`, `analysis`, `earlier`, `remember`, or one of the policy's own.
            layers: only these, instead of those of the scenario.
            tags: only memories that bear all of them.
            session: only what was said in this session.
            explain: tell of each hit how its score came about.
            note: whether the log remembers that this was asked, and what was answered.
            subjects: names of the people that the query is about.
        """
        from .recall.recalling import Request, recall
        from .requests import names

        view = self._view()
        request = Request(self._store, view, query, k=k, scenario=scenario, layers=layers, tags=tags, session=session)
        about = names(subjects, "subjects")
        hits = recall(self._store, view, request, explain=explain)
        if note:
            self._store.notes.note(
                agent=self._name,
                actor=self._actor,
                scope=own(self._name),
                query=query,
                scenario=scenario,
                hits=[(hit.memory.id, hit.score) for hit in hits],
                moment=view.moment,
                valid_at=view.valid_at,
                session=session,
                subjects=about,
                layers=layers or (),
                tags=tags,
            )
        return hits

    @property
    def _actor(self) -> str:
        """Who asks, as people know it."""
        return f"agent:{self._name}"

    # What is learned from a life is loaded when it is asked for: most who read memories do without.

    def task(self, name: str) -> TaskView:
        """Return one task; asking it anything refuses if there is none of this name."""
        from .tasks import TaskView

        return TaskView(self._store, name, self._view)

    def tasks(self) -> list[TaskView]:
        """Return the tasks, open ones first, each part newest first."""
        from .tasks import tasks

        return tasks(self._store, self._view(), self._view)

    def session(self, name: str) -> SessionView:
        """Return one session; asking it anything refuses if there is none of this name."""
        from .sessions import SessionView

        return SessionView(self._store, name, self._view)

    def sessions(
        self, *, tag: str | None = None, since: datetime | None = None, until: datetime | None = None
    ) -> list[SessionView]:
        """Return the sessions, newest first: those with a tag, those not over before, those begun by a time."""
        from .sessions import sessions

        return sessions(self._store, self._view(), self._view, tag=tag, since=since, until=until)

    def intents(self) -> list[Intent]:
        """Return the live intents, the most used first."""
        from .intents import intents

        return intents(self._store, self._view())

    def find_intent(self, asked: Mapping[str, Any] | Envelope | str) -> Intent:
        """Return the intent of an envelope, or of a signature or its first 8 and more digits.

        Raises:
            UnknownIntent: it was never met.
        """
        from .intents import find

        return find(self._store, self._view(), asked)

    def similar_intents(self, envelope: Mapping[str, Any] | Envelope, k: int = 5) -> list[SimilarIntent]:
        """Return the `k` live intents that have most in common with an envelope, the most similar first."""
        from .intents import similar

        return similar(self._store, self._view(), envelope, k)

    def claims(self, memory: str | None = None, *, released: bool = False) -> list[ClaimNote]:
        """Return the claims in reach: what failed or should be looked at first, then by when they are due.

        Args:
            memory: only those of this memory.
            released: those that were released as well.
        """
        from .claims.notes import claims

        view = self._view()
        whole = None if memory is None else reading.find_belief(self._store, view, memory).memory
        return claims(self._store, view, memory=whole, released=released)

    def traumas(self) -> list[TraumaLevel]:
        """Return how each category of trauma stands, the heaviest first."""
        from .trauma import traumas

        return traumas(self._store, self._view())

    def risk(self, envelope: Mapping[str, Any] | Envelope) -> Risk:
        """Return the risk of a change with this envelope, 0 to 1, with its parts explained."""
        from .trauma import risk

        return risk(self._store, self._view(), envelope)

    def decisions(self, *, limit: int = DECISIONS) -> list[JudgedDecision]:
        """Return the latest decisions of this agent with how they turned out, newest first."""
        from .judging import decisions

        return decisions(self._store, self._view(), limit)

    def recalls(self, *, session: str | None = None, limit: int = RECALLS) -> list[RecallNote]:
        """Return what this agent asked its memory, and what it was given, newest first; of one session if named."""
        from .recall.noting import PATIENCE_S
        from .recall.recalls import recalls

        self._store.notes.flush(PATIENCE_S)
        return recalls(self._store, self._view(), session=session, limit=limit)

    def contexts(self, *, session: str | None = None, limit: int = CONTEXTS) -> list[ContextNote]:
        """Return the contexts that this agent was given, newest first, without their texts; of one session if named."""
        from .context.listing import contexts

        return contexts(self._store, self._view(), session=session, limit=limit)

    def context_at(self, position: int) -> ContextNote:
        """Return the context that this agent was given at a position, with the exact text of it.

        Raises:
            UnknownContext: it was given none there.
        """
        from .context.listing import context_at

        return context_at(self._store, self._view(), position)

    def dreams(self, *, limit: int = DREAMS) -> list[DreamNote]:
        """Return the dreams of this agent, newest first."""
        from .dreams.runs import dreams

        return dreams(self._store, self._view(), limit)

    def dream_story(self, run: str) -> DreamStory:
        """Return what one dream did and why; `latest` names the last one.

        Raises:
            UnknownDream, AmbiguousId: it names none of this agent, or several.
        """
        from .dreams.runs import dream_story

        return dream_story(self._store, self._view(), run)

    def suggestions(self, *, waiting: bool = True) -> list[SuggestionNote]:
        """Return what dreams suggested in the scopes of this agent, newest first; only what waits, unless told so."""
        from .suggestions import suggestions

        return suggestions(self._store, self._view(), waiting=waiting)

    def mirrors(self) -> list[MirrorText]:
        """Return what the mirrors in the scopes of this agent show, by name, each with its age; stale ones say so."""
        from .mirrors.reading import shown_mirrors

        view = self._view()
        return shown_mirrors(self._store, view.scopes, view.moment)

    def lessons(self, *, every: bool = False) -> list[LessonNote]:
        """Return the index of lessons, newest first; with `every`, also those that are out of recall."""
        from .lessons.reading import lessons

        return lessons(self._store, self._view(), every=every)

    def lesson(self, slug: str) -> Lesson:
        """Return one lesson with its history and lineage, by its slug or id.

        Raises:
            UnknownLesson, AmbiguousId: the slug names none, or several.
        """
        from .lessons.reading import lesson

        return lesson(self._store, self._view(), slug)

    def lesson_path(self, slug: str) -> LessonPath:
        """Return how a lesson came to be, from what was noticed once to what a person accepted, and what is next.

        Raises:
            UnknownLesson, UnknownMemory, AmbiguousId: the slug or id names none, or several.
        """
        from .lessons.path import path

        return path(self._store, self._view(), slug)

    def facts(self) -> list[FactNote]:
        """Return the facts that hold in the scopes of this agent, by key."""
        from .facts import facts

        return facts(self._store, self._view())

    def fact(self, key: str) -> FactNote:
        """Return one fact with its owner; of one that another agent keeps to itself, the owner alone.

        Raises:
            UnknownFact: the key has no value that holds.
        """
        from .facts import fact

        return fact(self._store, self._view(), key)

    def contradictions(self) -> list[Contradiction]:
        """Return what two places that this agent reads answer differently, across layers, scopes and agents."""
        from .contradictions import contradictions

        return contradictions(self._store, self._view())

    def hand_overs(self) -> list[HandOverNote]:
        """Return what changed hands in the scopes of this agent, newest first."""
        from .handing_over import hand_overs

        return hand_overs(self._store, self._view())

    def decision_quality(self) -> DecisionQuality:
        """Return how the decisions of this agent turned out: the last 40, by day, and by their confidence."""
        from .judging import quality

        return quality(self._store, self._view())
