"""Erasing: the log says so first, then the keys are destroyed, then what only stood back for what went comes back."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...domain.all_words import all_words
from ...domain.boundary import AppendCondition
from ...domain.commands.privacy import EraseWords
from ...domain.decisions.erasing import erase as decide_erasure
from ...domain.derivation import worded
from ...domain.errors import Conflict, NotLive, OnHold, StoreError
from ...domain.events import ContextAssembled, IntentObserved, MirrorRefreshed, Recalled, SessionStarted, SuggestionMade
from ...domain.moments import to_datetime
from ...infrastructure.log import ConditionFailed
from ..purging import finish_erasures
from .asking import known_person, order
from .boxes import boxes_of, tagged
from .holds import covering, hold_on
from .leftovers import past_exports, shared_lines
from .reach import reach_of, words_of
from .report import ErasedMemory, ErasureReport
from .restoring import restore_all

if TYPE_CHECKING:
    from ...domain.content import MemoryText
    from ...domain.events import AnyEvent
    from ..store import Store
    from .asking import Asked
    from .reach import Reach

TRIES = 20


class Erasure:
    """One erasure of one store."""

    def __init__(
        self, store: Store, asked: Asked, *, because: str | None, actor: str, retention: str | None = None
    ) -> None:
        """Say whom or what to erase.

        Raises:
            UnknownSubject: nobody of that name is known here.
        """
        self._store = store
        self._asked = asked
        self._because = because
        self._actor = actor
        self._retention = retention
        self._subject = None if asked.name is None else known_person(store, asked.name)

    def preview(self) -> ErasureReport:
        """Return what it would reach, and write nothing."""
        reach = self._reach()
        return self._report(reach, words_of(self._store, reach.beliefs.values()))

    def carry_out(self) -> ErasureReport:
        """Erase.

        Raises:
            OnHold: the law wants some of it to stay.
            NotLive: all that is named is erased already.
            InvalidText: no reason is given, or it repeats what is to be erased.
            StoreReadOnly, StoreFull, StoreBusy, KeysLocked: nothing was erased.
        """
        store = self._store
        common = order(store, self._actor, self._because, ())
        command = EraseWords(**common, subject=self._subject, name=self._asked.name, retention=self._retention)
        position, reach, words = self._append(command)
        report = self._report(reach, words)
        gone, cut, told, keys = set(reach.memories), set(reach.cut), report.memories, 0
        unfinished: str | None = None
        try:
            keys = finish_erasures(store)
            # What others made of it before the log said so: nothing can be made of it any more.
            while (late := self._append_late(command, gone)) is not None:
                gone.update(late.memories)
                cut.update(late.cut)
                told += _told(late)
                keys += finish_erasures(store)
        except StoreError as fault:
            unfinished = str(fault)
        restored, refused = restore_all(store, sorted(cut - gone))
        return _replaced(
            report,
            dry_run=False,
            position=position,
            memories=told,
            keys=keys,
            restored=restored,
            not_restored=refused,
            held=(),
            unfinished=unfinished,
        )

    def _reach(self) -> Reach:
        reach = reach_of(self._store, subject=self._subject, memories=self._asked.memories)
        if self._subject is None and not reach.named:
            raise NotLive(self._asked.memories[0], "erased", "erase")
        return reach

    def _append(self, command: EraseWords) -> tuple[int, Reach, dict[str, list[MemoryText]]]:
        for _ in range(TRIES):
            head = self._store.log.head()
            reach = self._reach()
            words = words_of(self._store, reach.beliefs.values())
            position = self._appended(command, reach, words, head)
            if position is not None:
                return position, reach, words
        raise Conflict(TRIES)

    def _append_late(self, command: EraseWords, gone: set[str]) -> Reach | None:
        """Erase what was made of what has gone before anybody could know; None if there is nothing."""
        for _ in range(TRIES):
            head = self._store.log.head()
            late = reach_of(self._store, subject=self._subject, gone=gone)
            try:
                if not late.memories or self._appended(command, late, {}, head) is not None:
                    return late if late.memories else None
            except OnHold:
                return None  # placed since: what it covers stays
        raise Conflict(TRIES)

    def _appended(self, command: EraseWords, reach: Reach, words: dict[str, list[MemoryText]], head: int) -> int | None:
        """Append the events of an erasure as it was looked at; None if a hold was placed meanwhile."""
        store = self._store
        decision = decide_erasure(
            command,
            reach.named,
            reach.derived,
            covering(store, reach.memories),
            None if self._subject is None else hold_on(store, self._subject),
            _texts(words),
        )
        events = [store.codec.encode(event) for event in store.seal(decision.drafts)]
        query = decision.query()
        assert query is not None, "an erasure rests on no hold having been placed"
        try:
            return store.log.append(events, AppendCondition(query=query, after=head)).first
        except ConditionFailed:
            return None

    def _report(self, reach: Reach, words: dict[str, list[MemoryText]]) -> ErasureReport:
        store, texts = self._store, _texts(words)
        held = {hold.hold for hold in covering(store, reach.memories).values()}
        over = None if self._subject is None else hold_on(store, self._subject)
        return ErasureReport(
            dry_run=True,
            subject=self._subject,
            position=None,
            memories=_told(reach),
            words=self._boxes(reach),
            keys=0,
            held=tuple(sorted({*held, *({over.hold} if over else ())})),
            restored=reach.cut,
            not_restored=(),
            lines=shared_lines(store, texts, self._asked.name),
            exports=past_exports(store, reach.beliefs.values()),
            models=tuple(sorted({one.composed_by for said in words.values() for one in said if one.composed_by})),
        )

    def _boxes(self, reach: Reach) -> dict[str, int]:
        """Return how many boxes go, by what they hold."""
        found = {one.position: one.event for one in boxes_of(self._store, reach.memories)}
        if self._subject is not None:
            about = tagged(self._store, (f"subject:{self._subject}",))
            sealed = ((one, one.event.box) for one in about)
            found.update({one.position: one.event for one, box in sealed if box and self._subject in box.subjects})
        return dict(sorted(Counter(map(_kind_of, found.values())).items()))


def _told(reach: Reach) -> tuple[ErasedMemory, ...]:
    derived = frozenset(reach.derived)
    beliefs = sorted(reach.beliefs.values(), key=lambda belief: (belief.recorded_position, belief.memory))
    return tuple(
        ErasedMemory(
            id=belief.memory,
            agent=belief.agent,
            scope=belief.scope,
            layer=belief.layer,
            kind=belief.kind,
            status=belief.status,
            recorded_at=to_datetime(belief.recorded_at),
            derived=belief.memory in derived,
        )
        for belief in beliefs
    )


def _replaced(report: ErasureReport, **changes: object) -> ErasureReport:
    from msgspec.structs import replace

    return replace(report, **changes)


def _texts(words: dict[str, list[MemoryText]]) -> list[str]:
    return [text for said in words.values() for one in said for text in all_words(one) if text]


def _kind_of(event: AnyEvent) -> str:
    match event:
        case Recalled():
            return "queries"
        case ContextAssembled():
            return "contexts"
        case SuggestionMade():
            return "suggestions"
        case SessionStarted():
            return "names of sessions"
        case IntentObserved():
            return "examples"
        case MirrorRefreshed():
            return "mirrors"
        case _ if worded(event):
            return "words"
        case _:
            return "reasons"
