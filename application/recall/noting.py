"""Taking note of recalls: each is an event, recorded behind the recall that nobody may keep waiting.

Notes are queued and appended in groups by a thread, in their order, without a condition: reading never conflicts with
writing. What the log refuses is tried again and told as a notice of the store, never to whoever recalls. A process
that is killed loses the notes of its last moment.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from ...domain.content import RecallQuery
from ...domain.errors import RemembrancerError
from ...domain.events import Draft, Recalled
from ...domain.events.recall import HITS_MAX
from ...projections.beliefs import BELIEFS
from ..archiving import told
from ..requests import actor_in_log
from ..store import new_command_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...infrastructure.log import NewEvent
    from ..moment import Moment
    from ..store import Store

LINGER_S = 0.05
"""How long a note waits for more, so that they share one commit."""
GROUP = 64
"""Notes of one commit, at most: the thread that appends more keeps recalls from their turn for longer."""
YIELD_S = 0.0002
"""Pause after each note of a group: a recall that runs meanwhile gets its turn at once, and not once all is sealed."""
CROWD = 2_000
"""Where so many notes wait, the thread makes no such pauses."""
WAITING_MAX = 10_000
"""Notes that wait for a log that refuses them; those beyond are lost."""
QUERY_CHARS_MAX = 4_000
"""A longer query is kept up to here."""
PAUSE_S = 1.0
"""Pause after a failure; twice as long after each further one, up to the next line."""
PAUSE_S_MAX = 60.0
PATIENCE_S = 2.0
"""How long a closing, or a list of recalls, waits for what is not durable yet."""
FAULTS = (OSError, RemembrancerError)
"""What may keep notes from being recorded: the disk, or a store that is damaged, locked or closed."""
SEEN_MAX = 10_000
"""For so many events it is remembered whom their words are about."""


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """One recall, before it is recorded."""

    agent: str
    actor: str
    scope: str
    query: str
    scenario: str
    hits: tuple[str, ...]
    scores: tuple[int, ...]
    asked_at: int
    asked_position: int
    past: bool
    valid_at: int | None
    session: str | None
    subjects: tuple[str, ...]
    layers: tuple[str, ...]
    tags: tuple[str, ...]


class Notes:
    """What takes note of the recalls of one open store. Safe to use from several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._process = os.getpid()
        self._changed = threading.Condition()
        """Guards all that follows; told whenever some of it changes."""
        self._waiting: deque[Note] = deque()
        self._thread: threading.Thread | None = None
        self._taken = 0
        """How many notes were ever taken."""
        self._settled = 0
        """How many of them wait no more."""
        self._failures = 0
        """How many groups were ever refused."""
        self._hurried = False
        """Whether somebody waits for what is queued."""
        self._closing = False
        self._told: set[str] = set()
        """The notices that were given since something was last recorded."""
        self._people: dict[int, tuple[str, ...]] = {}
        """Pseudonyms of the people whom words are about, by the position of their event."""

    def note(
        self,
        *,
        agent: str,
        actor: str,
        scope: str,
        query: str,
        scenario: str,
        hits: Sequence[tuple[str, float]],
        moment: Moment,
        valid_at: int | None = None,
        session: str | None = None,
        subjects: Sequence[str] = (),
        layers: Sequence[str] = (),
        tags: Sequence[str] = (),
    ) -> None:
        """Have one recall recorded soon. Waits for nothing and refuses nothing; a read-only store takes no notes.

        Args:
            actor: as people know it.
            hits: id and score of what was given, the best first; more than 10 are not named.
            moment: whose beliefs were searched.
            valid_at: the valid time that was asked about, microseconds since 1970 UTC.
            session: name of the session.
            subjects: names of the people whom the query is about, besides those whom its hits are about.
            layers: those that it was narrowed to; so are `tags`.
        """
        if self._store.read_only or self._is_inherited:
            return
        taken = Note(
            agent=agent,
            actor=actor,
            scope=scope,
            query=_writable(query[:QUERY_CHARS_MAX]),
            scenario=scenario,
            hits=tuple(memory for memory, _ in hits[:HITS_MAX]),
            scores=tuple(round(score * 1000) for _, score in hits[:HITS_MAX]),
            asked_at=self._store.now(),
            asked_position=moment.position,
            past=moment.past,
            valid_at=valid_at,
            session=None if session is None else _writable(session),
            subjects=tuple(map(_writable, subjects)),
            layers=tuple(layers),
            tags=tuple(map(_writable, tags)),
        )
        with self._changed:
            if self._closing:
                return
            if len(self._waiting) >= WAITING_MAX:
                self._tell(f"more than {WAITING_MAX:,} recalls wait to be recorded; further ones are not noted")
                return
            self._waiting.append(taken)
            self._taken += 1
            self._start()
            if len(self._waiting) == 1:
                self._changed.notify_all()

    def flush(self, timeout_s: float | None = None) -> bool:
        """Wait until all that was noted is durable; return False if it is refused, or takes longer than `timeout_s`."""
        if self._is_inherited:
            return True
        with self._changed:
            upto, failures = self._taken, self._failures
            if self._settled < upto:
                self._start()
                self._hurried = True
                self._changed.notify_all()
            self._changed.wait_for(
                lambda: self._settled >= upto or self._failures > failures or self._thread is None, timeout_s
            )
            return self._settled >= upto

    def close(self) -> None:
        """Wait for a moment until all is durable, and take no further notes."""
        if self._is_inherited:
            return
        self.flush(PATIENCE_S)
        with self._changed:
            self._closing = True
            if self._waiting:
                self._tell(f"recalls not recorded by the time the store was closed: {len(self._waiting)}")
            self._changed.notify_all()

    @property
    def _is_inherited(self) -> bool:
        """Whether this process was forked from the one that takes the notes: thread and locks stayed there."""
        return os.getpid() != self._process

    def _start(self) -> None:
        """Start the thread, if there is none yet and there can be one."""
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="remembrancer-notes", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                return  # there can be no more threads now: the next note, or whoever flushes, tries again
            self._thread = thread

    def _run(self) -> None:
        try:
            pause_s = PAUSE_S
            while group := self._next_group():
                try:
                    self._record(group)
                except FAULTS as failure:
                    self._refused(failure, pause_s)
                    pause_s = min(2 * pause_s, PAUSE_S_MAX)
                else:
                    self._recorded(len(group))
                    pause_s = PAUSE_S
        finally:
            with self._changed:
                self._thread = None
                self._changed.notify_all()

    def _next_group(self) -> list[Note]:
        """Return the notes that wait, once they have waited for more; none when the store closes."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closing)
            self._changed.wait_for(lambda: self._hurried or self._closing, LINGER_S)
            return [] if self._closing else list(islice(self._waiting, GROUP))

    def _recorded(self, count: int) -> None:
        with self._changed:
            for _ in range(count):
                self._waiting.popleft()
            self._settled += count
            self._hurried = self._hurried and bool(self._waiting)
            self._told.clear()
            self._changed.notify_all()

    def _refused(self, failure: Exception, pause_s: float) -> None:
        with self._changed:
            self._tell(f"recalls could not be recorded ({told(failure)}); they wait and are tried again")
            self._failures += 1
            self._hurried = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._hurried or self._closing, pause_s)

    def _tell(self, notice: str) -> None:
        """Tell a failure once, however often it comes back."""
        if notice not in self._told:
            self._told.add(notice)
            self._store.notices.append(notice)

    def _record(self, notes: Sequence[Note]) -> None:
        """Append notes as events, all or none.

        Raises:
            OSError, RemembrancerError: they cannot be recorded.
        """
        policy = self._store.policy().version
        events: list[NewEvent] = []
        for note in notes:
            events.append(self._sealed(note, policy))
            if not self._hurried and not self._closing and len(self._waiting) < CROWD:
                time.sleep(YIELD_S)
        self._store.log.append(events)

    def _sealed(self, note: Note, policy: int) -> NewEvent:
        store, keys = self._store, self._store.keys
        people = self._people_of(note)
        names = {name for name in map(keys.subject_name, people) if name is not None}
        event = Recalled(
            actor=actor_in_log(store, note.actor),
            cause=new_command_id(),
            box=None,
            agent=note.agent,
            scope=note.scope,
            policy=policy,
            command=None,
            scenario=note.scenario,
            hits=note.hits,
            scores=note.scores,
            asked_at=note.asked_at,
            asked_position=note.asked_position,
            past=note.past,
            valid_at=note.valid_at,
            session=None if note.session is None else keys.name_tag("session", note.session),
        )
        content = RecallQuery(
            subjects=tuple(sorted(names)),
            query=note.query,
            layers=note.layers,
            tags=note.tags,
            session=note.session,
        )
        draft = Draft(event=event, content=content)
        # What it found may have been erased before anybody could take note of the question, which tells of it.
        lost = not store.taken_back().isdisjoint(note.hits)
        return store.codec.encode(store.sealer.seal_for_nobody(draft) if lost else store.sealer.seal(draft, people))

    def _people_of(self, note: Note) -> tuple[str, ...]:
        """Return the pseudonyms of those whom a recall is about: what it found, it tells something of."""
        named = self._store.keys.pseudonyms(note.subjects).values() if note.subjects else ()
        beliefs = self._store.views.rows(BELIEFS, [(memory,) for memory in note.hits]).values()
        found = [who for belief in beliefs for who in self._about(belief.content_position)]
        return tuple(dict.fromkeys([*named, *found]))

    def _about(self, position: int) -> tuple[str, ...]:
        """Return the pseudonyms of the people whom the words of an event are about."""
        if position not in self._people:
            if len(self._people) >= SEEN_MAX:
                self._people.clear()
            box = self._store.event(position).event.box
            self._people[position] = () if box is None else box.subjects
        return self._people[position]


def _writable(text: str) -> str:
    """Return a text as UTF-8 can hold it: a query may be anything."""
    return text.encode(errors="replace").decode()
