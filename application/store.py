"""An open store: its log, views, keys and policy. Assembled here, used by every use case."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ..domain.boundary import Query, QueryItem
from ..domain.content import AnyContent
from ..domain.errors import StoreDamaged
from ..domain.events import AnyEvent, Draft, PolicyAdopted, Recorded, ScratchPurged, SubjectErased
from ..domain.ids import COMMAND, MEMORY, make_id
from ..domain.moments import to_micros
from ..domain.policy import Policy, stored_policy
from ..infrastructure.clock import system_clock
from ..infrastructure.codec import Codec
from ..infrastructure.keys import KeyStore
from ..infrastructure.sealing import Sealer
from ..infrastructure.sqlite_log import SqliteLog
from ..infrastructure.view_reader import ViewReader
from ..projections.policies import IN_FORCE, POLICIES
from .archiving import Archive
from .moment import Asked, Moment, find_moment, present

if TYPE_CHECKING:
    from ..domain.synthesis import Synthesizer
    from ..infrastructure.search.embedders import Embedder
    from .ledger.watching import LedgerWatch
    from .recall.embedding import Embedding
    from .recall.noting import Notes
    from .recall.searching import Searcher

Clock = Callable[[], datetime]

ERASURES = QueryItem(types=(SubjectErased.TYPE, *SubjectErased.BEFORE, ScratchPurged.TYPE))
"""What takes words away for ever; the memories that such an event changes are those."""


class Footing(msgspec.Struct, frozen=True):
    """From where a decision may start: a position that the log has reached, its time, and the policy in force there."""

    position: int
    at: int
    policy: Policy


class Store:
    """Everything that an open store holds. Use cases take it as their first argument."""

    def __init__(
        self,
        *,
        path: Path,
        log: SqliteLog,
        keys: KeyStore,
        codec: Codec,
        store_id: str,
        clock: Callable[[], int],
        embedder: Embedder | None = None,
        synthesizer: Synthesizer | None = None,
    ) -> None:
        self.path = path
        self.log = log
        self.views = ViewReader(log)
        self.keys = keys
        self.codec = codec
        self.id = store_id
        self.sealer = Sealer(keys, store_id)
        self.turn = threading.Lock()
        """Held by the one thread that decides again after it lost several races."""
        self._clock = clock
        self._policies: dict[int, Policy] = {}
        self._erased: frozenset[str] = frozenset()
        self._taken_back: frozenset[str] = frozenset()
        self._erased_people: frozenset[str] = frozenset()
        self._erasures_upto = 0
        self._reading_erasures = threading.Lock()
        self.footing: Footing | None = None
        """Where this process last appended; others may have gone on since. None: unknown."""
        self.archive = Archive(self)
        self.embedder = embedder
        """What finds memories by meaning, if anything does."""
        self.synthesizer = synthesizer
        """What words the memories that dreams write, if a person wants anything to."""
        self._vectors: Embedding | None = None
        self._searcher: Searcher | None = None
        self._notes: Notes | None = None
        self._making = threading.Lock()
        self.watch: LedgerWatch | None = None
        """What signs the head of the log and notes it outside of the store, from the end of an opening on."""

    @property
    def read_only(self) -> bool:
        """Whether nothing may be written."""
        return self.log.read_only

    def now(self) -> int:
        """Return the clock in microseconds since 1970 UTC."""
        return self._clock()

    def policy(self, at: int | None = None) -> Policy:
        """Return the policy in force, or as it was in force after position `at`."""
        row = self.views.row(POLICIES, IN_FORCE, at)
        if row is None:
            return Policy()
        if row.position not in self._policies:
            event = self.event(row.position).event
            assert isinstance(event, PolicyAdopted), f"position {row.position} should hold a policy"
            try:
                self._policies[row.position] = stored_policy(event.settings)
            except msgspec.ValidationError as fault:
                raise StoreDamaged(
                    f"store {os.fspath(self.path)!r}: the policy at position {row.position} cannot be read: {fault}; "
                    "if a newer version wrote it, use that one; else restore the store from a backup"
                ) from None
        return self._policies[row.position]

    def look(self) -> Footing:
        """Return where the log stands now."""
        position, at = self.log.tip()
        return Footing(position, at, self.policy())

    def moment(self, asked: Asked | None) -> Moment:
        """Return the moment that was asked for; None asks for the present."""
        zone = self.policy().timezone
        return present(self.log, self.now(), zone) if asked is None else find_moment(self.log, asked, zone)

    def event(self, position: int) -> Recorded:
        """Return the event at a position that the log should hold.

        Raises:
            StoreDamaged: it does not.
        """
        stored = self.log.get(position)
        if stored is None:
            raise StoreDamaged(
                f"store {os.fspath(self.path)!r}: position {position} is not in the log, but something refers to it; "
                "compare with `rebuild --check`, or restore the store from a backup"
            )
        return self.codec.decode(stored)

    def open(self, recorded: Recorded) -> AnyContent | None:
        """Return the words of an event, None where no key is at hand or there are none."""
        return self.sealer.open(recorded.event, recorded.position)

    def open_at(self, positions: Iterable[int]) -> dict[int, AnyContent | None]:
        """Return the words of some events by position, as `open` does; several memories may have theirs in one.

        Raises:
            StoreDamaged: one is not in the log.
        """
        asked = sorted(set(positions))
        if not asked:
            return {}
        found = [self.codec.decode(stored) for stored in self.log.some(asked)]
        held = [recorded.position for recorded in found]
        for position in sorted(set(asked).difference(held)):
            self.event(position)  # says what is wrong
        return dict(zip(held, self.sealer.open_many(found), strict=True))

    def erased(self) -> frozenset[str]:
        """Return the ids of all memories whose words the log says are gone, also where their keys are still there."""
        self._read_erasures()
        return self._erased

    def taken_back(self) -> frozenset[str]:
        """Return the ids of those that were erased for somebody's sake: also what others say of them is gone."""
        self._read_erasures()
        return self._taken_back

    def erased_people(self) -> frozenset[str]:
        """Return the pseudonyms of all people whose erasure the log records, also where their keys are still there."""
        self._read_erasures()
        return self._erased_people

    def _read_erasures(self) -> None:
        query = Query(items=(ERASURES,))
        with self._reading_erasures:
            for stored in self.log.read(query, after=self._erasures_upto):
                event = self.codec.decode(stored).event
                self._erased |= frozenset(event.memories)
                if isinstance(event, SubjectErased):
                    self._taken_back |= frozenset(event.memories)
                    self._erased_people |= frozenset({event.subject} if event.subject else ())
                self._erasures_upto = stored.position

    def seal(self, drafts: Sequence[Draft]) -> list[AnyEvent]:
        """Return the events of drafts with their words sealed for the people that they are about.

        Raises:
            StoreError: fresh keys could not be stored.
        """
        people = {name for draft in drafts if draft.content for name in draft.content.subjects}
        known = self.keys.pseudonyms(people) if people else {}
        return self.sealer.seal_many(
            drafts, [[known[name] for name in draft.content.subjects] if draft.content else () for draft in drafts]
        )

    @property
    def searcher(self) -> Searcher:
        """What finds memories by words; made when it is first asked for."""
        if self._searcher is None:
            from .recall.searching import Searcher

            with self._making:
                self._searcher = self._searcher or Searcher(self)
        return self._searcher

    @property
    def vectors(self) -> Embedding | None:
        """The vectors of what is recorded here; None without an embedder."""
        if self._vectors is None and self.embedder is not None:
            from .recall.embedding import Embedding

            with self._making:
                self._vectors = self._vectors or Embedding(self, self.embedder)
        return self._vectors

    @property
    def notes(self) -> Notes:
        """What takes note of recalls, made when it is first asked for."""
        if self._notes is None:
            from .recall.noting import Notes

            with self._making:
                self._notes = self._notes or Notes(self)
        return self._notes

    @property
    def notices(self) -> list[str]:
        """What opening found and mended, one line each."""
        return self.log.notices

    def close(self) -> None:
        """Sign the head of a log that grew, and release files and locks."""
        try:
            if self._vectors is not None:
                self._vectors.close()
            if self._notes is not None:
                self._notes.close()
            if self._searcher is not None:
                self._searcher.close()
            self.archive.close()
            if self.watch is not None and self.log.is_usable:
                self.watch.close()
        finally:
            try:
                self.log.close()
            finally:
                self.keys.close()


def memory_ids(count: int) -> Iterable[str]:
    """Yield fresh memory ids."""
    random = os.urandom(10 * count)
    return (make_id(MEMORY, random[start : start + 10]) for start in range(0, 10 * count, 10))


def new_memory_id() -> str:
    """Return a fresh memory id."""
    return make_id(MEMORY, os.urandom(10))


def new_command_id() -> str:
    """Return a fresh command id."""
    return make_id(COMMAND, os.urandom(10))


def micros_clock(clock: Clock | None) -> Callable[[], int]:
    """Return a clock in microseconds from one in aware datetimes, or the system's."""
    if clock is None:
        return system_clock
    return lambda: to_micros(clock())
