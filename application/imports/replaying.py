"""Importing a log: which of its events need a command here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.errors import InvalidFile
from ...domain.events import MemoryArchived, NewMemory, ScratchPurged, SubjectErased
from ...infrastructure.sources.log_json import LoggedEvent, logged_event
from .events import Events
from .leaving_out import HANGS
from .surveying import LeftOut, Settled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ...domain.commands import AnyCommand
    from ...infrastructure.sources.item import Item
    from ..store import Store
    from .surveying import Outcome

ERASURES = frozenset({SubjectErased.TYPE, *SubjectErased.BEFORE, ScratchPurged.TYPE})


def erased_in(items: Iterable[Item]) -> frozenset[str]:
    """Return the ids of the memories that a log erases or purges: a copy made before must not bring them back."""
    erased: set[str] = set()
    for item in items:
        if item.fields is not None and item.fields.get("type") in ERASURES:
            try:
                erased.update(logged_event(item.fields).event.memories)
            except InvalidFile:
                continue  # the survey will say what is wrong with it
    return frozenset(erased)


class Replay:
    """Makes commands of the events of a log."""

    at_once = 1
    """What an event needs depends on what became of the one before."""

    def __init__(self, store: Store, events: Events, is_live: Callable[[str], bool]) -> None:
        """Take how events become commands.

        Args:
            is_live: says whether a memory would be live after all that was judged so far.
        """
        self._store = store
        self._events = events
        self._is_live = is_live
        self._judged: LoggedEvent | None = None
        self._cause = ""
        self._outcome: Outcome = "missing"

    def judged(self, item: Item) -> AnyCommand:
        """Return the command that an event needs.

        Raises:
            LeftOut, Settled: it needs none.
            RemembrancerError: it says something impossible.
        """
        self._judged = None
        logged = _logged(item)
        self._judged = logged
        if self._is_own(logged):
            raise Settled("known")
        event = logged.event
        if isinstance(event, MemoryArchived) and event.ground == "bound":
            self._judge_bound(event)
        return self._events.command(logged)

    def command(self, item: Item) -> AnyCommand:
        """Return the command of an event that was found to need one."""
        return self._events.command(_logged(item))

    def reused(self, item: Item, *, within: bool) -> str:
        """Say why an event is refused that was imported before with other content."""
        where = "stands in this file already" if within else "was imported before"
        position = _logged(item).position
        return f"the event at position {position} {where} with other content; print the log again"

    def settled(self, outcome: Outcome) -> None:
        """Take in what became of the event that was judged last."""
        logged = self._judged
        if logged is None:
            return
        if outcome == "missing" and isinstance(logged.event, NewMemory):
            self._events.absent.add(logged.event.memory)
        # Events that only go before the one that answers the command, such as the learning of an intent, need none.
        if logged.event.cause != self._cause or outcome == "fresh":
            self._cause, self._outcome = logged.event.cause, outcome

    def _judge_bound(self, event: MemoryArchived) -> None:
        """Let a memory retire by the bound that retired it there: the arrival that crossed it crosses it here.

        Where it does not, since the policies differ, the memory is archived by a command.
        """
        if event.memory in self._events.absent:
            raise LeftOut(HANGS)
        if event.cause == self._cause and self._outcome != "fresh":
            if self._outcome == "missing":
                raise LeftOut(HANGS)
            raise Settled("known")
        if not self._is_live(event.memory):
            raise Settled("implied" if event.cause == self._cause else "known")

    def _is_own(self, logged: LoggedEvent) -> bool:
        """Say whether an event stands in the log of this very store."""
        stored = self._store.log.get(logged.position)
        return stored is not None and self._store.codec.decode(stored).event.cause == logged.event.cause


def _logged(item: Item) -> LoggedEvent:
    if item.fields is None:
        raise InvalidFile(str(item.fault))
    return logged_event(item.fields)
