"""Everything that is known of a person, for whoever asks for access to it or wants to take it along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.boundary import Query, QueryItem
from ...domain.derivation import worded
from ...domain.events import ContextAssembled, Recalled, SubjectErased
from ...domain.moments import to_datetime
from ...projections.beliefs import BELIEFS
from ...projections.references import REFERENCES
from ..entries import entry
from ..memory import ERASED, Memory
from .asking import known_person
from .boxes import contexts_with, tagged
from .holds import holds, standing_holds
from .leftovers import past_exports
from .reach import about_person

if TYPE_CHECKING:
    from datetime import datetime

    from ...domain.events import Recorded
    from ..entries import LogEntry
    from ..moment import Moment
    from ..store import Store
    from .holds import HoldNote
    from .report import PastExport

ABOUT = "subject:"


class SubjectLine(msgspec.Struct, frozen=True, kw_only=True):
    """One person of a list."""

    name: str
    """As whoever recorded it called them; `[erased]` once they were."""
    pseudonym: str
    """How the log knows them, also for rules of retention."""
    events: int
    """Events that are about them."""
    held_until: datetime | None
    """When the last hold over them ends."""
    erased_at: datetime | None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


class KnownMemory(msgspec.Struct, frozen=True, kw_only=True):
    """A memory that is about the person, with everything that happened to it."""

    memory: Memory
    history: tuple[LogEntry, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {**self.memory.to_json(), "history": [one.to_json() for one in self.history]}


class SubjectFile(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known of one person at one position, whichever agent knows it."""

    name: str
    pseudonym: str
    moment: Moment
    memories: tuple[KnownMemory, ...]
    """Those that had words about them at any time, oldest first: notes, messages, tasks, decisions and all others."""
    recalls: tuple[LogEntry, ...]
    """Each question that was about them, or found one of these memories: what it gave was given to an agent."""
    contexts: tuple[LogEntry, ...]
    """Each context in which one of these memories was given to a model, or that was about them."""
    events: tuple[LogEntry, ...]
    """What else is sealed for them: names of sessions, examples of intents, suggestions, reasons."""
    acts: tuple[LogEntry, ...]
    """What they did here themselves."""
    holds: tuple[HoldNote, ...]
    exports: tuple[PastExport, ...]
    """Exports with open words that may hold some of it."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "subject": self.name,
            "pseudonym": self.pseudonym,
            "position": self.moment.position,
            "instant": self.moment.instant.isoformat(),
            "memories": [one.to_json() for one in self.memories],
            "recalls": [one.to_json() for one in self.recalls],
            "contexts": [one.to_json() for one in self.contexts],
            "events": [one.to_json() for one in self.events],
            "acts": [one.to_json() for one in self.acts],
            "holds": [one.to_json() for one in self.holds],
            "exports": [msgspec.to_builtins(one) for one in self.exports],
        }


def subjects(store: Store) -> list[SubjectLine]:
    """Return all people whom words here are about or who acted here, by name; then those who were erased."""
    counts = store.log.tag_counts(ABOUT)
    erased = _erasures(store)
    held: dict[str, int] = {}
    for hold in reversed(standing_holds(store)):
        if hold.subject is not None:
            held[hold.subject] = hold.until
    known = {pseudonym: name for pseudonym, name in store.keys.people().items() if pseudonym not in erased}
    named = {**known, **dict.fromkeys(sorted(erased), ERASED)}
    lines = [
        SubjectLine(
            name=name,
            pseudonym=pseudonym,
            events=counts.get(f"{ABOUT}{pseudonym}", 0),
            held_until=to_datetime(held[pseudonym]) if pseudonym in held else None,
            erased_at=to_datetime(erased[pseudonym]) if pseudonym in erased else None,
        )
        for pseudonym, name in named.items()
    ]
    return sorted(lines, key=lambda line: (line.erased_at is not None, line.name, line.pseudonym))


def subject_file(store: Store, name: str) -> SubjectFile:
    """Return everything that is known of a person, given by name.

    Raises:
        UnknownSubject: nobody of that name is known here, or no more.
    """
    pseudonym = known_person(store, name)
    moment = store.moment(None)
    memories = _memories(store, pseudonym, moment)
    ids = {one.memory.id for one in memories}
    recalls, contexts, events, acts = _sorted_out(store, pseudonym, ids)
    beliefs = [one.memory.belief for one in memories]
    return SubjectFile(
        name=name,
        pseudonym=pseudonym,
        moment=moment,
        memories=tuple(memories),
        recalls=tuple(entry(store, one) for one in recalls),
        contexts=tuple(entry(store, one) for one in contexts),
        events=tuple(entry(store, one) for one in events),
        acts=tuple(entry(store, one) for one in acts),
        holds=tuple(
            note for note in holds(store, ended=True) if note.subject == name or ids.intersection(note.memories)
        ),
        exports=past_exports(store, beliefs) if beliefs else (),
    )


def _memories(store: Store, pseudonym: str, moment: Moment) -> list[KnownMemory]:
    rows = store.views.rows(BELIEFS, [(memory,) for memory in sorted(about_person(store, pseudonym))])
    beliefs = sorted(rows.values(), key=lambda belief: (belief.recorded_position, belief.memory))
    history: dict[str, list[LogEntry]] = {belief.memory: [] for belief in beliefs}
    for recorded in sorted(
        {one.position: one for one in tagged(store, (f"mem:{memory}" for memory in history))}.values(),
        key=lambda one: one.position,
    ):
        told = entry(store, recorded)
        for memory in recorded.event.memories:
            if memory in history:
                history[memory].append(told)
    return [
        KnownMemory(memory=Memory(store, belief, moment), history=tuple(history[belief.memory])) for belief in beliefs
    ]


def _sorted_out(
    store: Store, pseudonym: str, memories: set[str]
) -> tuple[list[Recorded], list[Recorded], list[Recorded], list[Recorded]]:
    """Return recalls, contexts, what else is sealed for a person, and what they did; each once and in order."""
    given: list[int] = store.views.ever(REFERENCES, "from_position", "memory", sorted(memories))
    assembled = {one.position for one in contexts_with(store, memories)}
    positions = sorted({*given, *assembled, *store.log.mentioning(pseudonym)})
    recalls: list[Recorded] = []
    contexts: list[Recorded] = []
    events: list[Recorded] = []
    acts: list[Recorded] = []
    for recorded in map(store.codec.decode, store.log.some(positions)):
        event = recorded.event
        about = event.box is not None and pseudonym in event.box.subjects
        if isinstance(event, Recalled):
            if about or not memories.isdisjoint(event.hits):
                recalls.append(recorded)
        elif isinstance(event, ContextAssembled):
            if about or recorded.position in assembled:
                contexts.append(recorded)
        elif about and memories.isdisjoint((*worded(event), *event.memories)):
            events.append(recorded)
        if event.actor == f"user:{pseudonym}":
            acts.append(recorded)
    return recalls, contexts, events, acts


def _erasures(store: Store) -> dict[str, int]:
    """Return when each person was erased who was, microseconds, by pseudonym."""
    types = (SubjectErased.TYPE, *SubjectErased.BEFORE)
    found: dict[str, int] = {}
    for recorded in map(store.codec.decode, store.log.read(Query(items=(QueryItem(types=types),)))):
        if isinstance(recorded.event, SubjectErased) and recorded.event.subject is not None:
            found[recorded.event.subject] = recorded.at
    return found
