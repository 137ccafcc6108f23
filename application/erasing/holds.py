"""Legal holds, as the log has them: placing and releasing them, and what they cover."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from ...domain.boundary import AppendCondition, Query, QueryItem
from ...domain.commands.privacy import PlaceHold, ReleaseHold
from ...domain.decisions.holding import place_hold, release_hold
from ...domain.derivation import spoken_of
from ...domain.errors import Conflict, UnknownHold
from ...domain.events import HoldPlaced, HoldReleased
from ...domain.holds import Hold
from ...domain.ids import HOLD, abbreviated, make_id
from ...domain.moments import to_datetime
from ...infrastructure.log import ConditionFailed
from ...projections.beliefs import BELIEFS
from ..entries import entry
from ..memory import ERASED, SEALED
from .asking import Asked, moment_of, order

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime

    from ...domain.events import Draft
    from ...domain.facts import Decision
    from ..moment import Asked as Moment
    from ..store import Store

HOLDS = Query(items=(QueryItem(types=(HoldPlaced.TYPE, HoldReleased.TYPE), tags=("privacy:hold",)),))
ONE_BY_ONE_MAX = 50
"""So many memories are looked up one by one; for more, all that is said of a person is gone through."""
TRIES = 20


class HoldNote(msgspec.Struct, frozen=True, kw_only=True):
    """A hold as people read it."""

    id: str
    subject: str | None
    """Name of the person whose words it covers; `[sealed]` or `[erased]` where it cannot be read."""
    memories: tuple[str, ...]
    """Ids of the memories that it covers; none if it covers a person."""
    until: datetime
    """When it ends by itself."""
    placed_at: datetime
    placed_by: str
    because: str | None
    released_at: datetime | None
    in_force: bool
    """Whether it is at the time of the question."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def all_holds(store: Store) -> list[Hold]:
    """Return all holds that were ever placed, oldest first."""
    found: dict[str, Hold] = {}
    for recorded in map(store.codec.decode, store.log.read(HOLDS)):
        match recorded.event:
            case HoldPlaced() as event:
                found[event.hold] = Hold(
                    hold=event.hold,
                    subject=event.subject,
                    held=event.held,
                    until=event.until,
                    placed_position=recorded.position,
                )
            case HoldReleased(hold=name) if name in found and found[name].released_at is None:
                found[name] = replace(found[name], released_at=recorded.at)
            case _:
                pass
    return list(found.values())


def standing_holds(store: Store) -> list[Hold]:
    """Return the holds that were not released and have not ended, those that end last first.

    They end by the clock alone: an event that some clock dated far ahead must not end them.
    """
    now = store.now()
    return sorted((hold for hold in all_holds(store) if hold.binds(now)), key=lambda hold: -hold.until)


def covering(store: Store, memories: Collection[str]) -> dict[str, Hold]:
    """Return for each of some memories that a hold covers the one that ends last."""
    found: dict[str, Hold] = {}
    for hold in standing_holds(store):
        for memory in _covered(store, hold, [memory for memory in memories if memory not in found]):
            found[memory] = hold
    return found


def _covered(store: Store, hold: Hold, memories: Collection[str]) -> Iterable[str]:
    if hold.subject is None:
        return frozenset(hold.held).intersection(memories)
    about = f"subject:{hold.subject}"
    if len(memories) > ONE_BY_ONE_MAX:
        events = map(store.codec.decode, store.log.read(Query(items=(QueryItem(tags=(about,)),))))
        named = {memory for one in events for memory in (*spoken_of(one.event), *one.event.memories)}
        return named.intersection(memories)
    return [
        memory
        for memory in memories
        if any(store.log.read(Query(items=(QueryItem(tags=(about, f"mem:{memory}")),)), limit=1))
    ]


def hold_on(store: Store, subject: str) -> Hold | None:
    """Return the hold in force over a person, given by pseudonym, that ends last; None if there is none."""
    return next((hold for hold in standing_holds(store) if hold.subject == subject), None)


def place(store: Store, asked: Asked, until: Moment, because: str, actor: str) -> HoldNote:
    """Place a hold.

    Args:
        asked: whose words or which memories it covers.
        until: a time, or a date, whose last instant counts.

    Raises:
        InvalidMoment, InvalidText: it would end in the past, or no reason is given.
        NotLive: one of the memories is erased.
    """
    hold = make_id(HOLD, os.urandom(10))
    command = PlaceHold(
        **order(store, actor, because, () if asked.name is None else (asked.name,)),
        hold=hold,
        subject=asked.name,
        memories=asked.memories,
        until=moment_of(store, until),
    )
    _decided(store, command)  # before a pseudonym is made: what is refused leaves no name behind
    unheard = False
    if asked.name is not None:
        pseudonym = store.keys.pseudonym(asked.name)
        about = Query(items=(QueryItem(tags=(f"subject:{pseudonym}",)),))
        unheard = next(iter(store.log.read(about, limit=1)), None) is None
        command = replace(command, subject=pseudonym)
    for _ in range(TRIES):
        position = store.log.head()
        decision = _decided(store, command)
        if _appended(store, decision.drafts, decision.query(), position):
            if unheard:
                store.notices.append(
                    f"nothing here is about {asked.name!r} so far: the hold is for what comes; "
                    f"`remembrancer subject list` shows who is known, `remembrancer hold release {hold}` ends it"
                )
            return _named(store, hold)
    raise Conflict(TRIES)


def _decided(store: Store, command: PlaceHold) -> Decision:
    beliefs = store.views.rows(BELIEFS, [(memory,) for memory in command.memories])
    return place_hold(command, {memory: belief for (memory,), belief in beliefs.items()}, store.now())


def release(store: Store, asked: str, because: str, actor: str) -> HoldNote:
    """End a hold before its time; `asked` is its id, or the first 4 or more characters of it.

    Raises:
        UnknownHold: there is none of that id, or it is over.
        InvalidText: no reason is given.
    """
    prefix = abbreviated(asked, HOLD, "holds")
    for _ in range(TRIES):
        position = store.log.head()
        standing = [hold for hold in standing_holds(store) if hold.hold.startswith(prefix)]
        if len(standing) != 1:
            raise UnknownHold(asked)
        about = standing[0].subject
        name = None if about is None else store.keys.subject_name(about)
        command = ReleaseHold(**order(store, actor, because, () if name is None else (name,)), hold=standing[0].hold)
        decision = release_hold(command)
        if _appended(store, decision.drafts, decision.query(), position):
            return _named(store, standing[0].hold)
    raise Conflict(TRIES)


def holds(store: Store, *, ended: bool = False) -> list[HoldNote]:
    """Return the holds in force, those that end last first; with `ended`, also those that are over."""
    found = sorted(all_holds(store), key=lambda hold: -hold.until)
    now = store.now()
    return [_note(store, hold, now) for hold in found if ended or hold.binds(now)]


def _appended(store: Store, drafts: Iterable[Draft], query: Query | None, position: int) -> bool:
    events = [store.codec.encode(event) for event in store.seal(list(drafts))]
    try:
        store.log.append(events, None if query is None else AppendCondition(query=query, after=position))
    except ConditionFailed:
        return False
    return True


def _named(store: Store, hold: str) -> HoldNote:
    found = next(one for one in all_holds(store) if one.hold == hold)
    return _note(store, found, store.now())


def _note(store: Store, hold: Hold, now: int) -> HoldNote:
    placed = entry(store, store.event(hold.placed_position))
    name = None
    if hold.subject is not None:
        gone = hold.subject in store.erased_people()
        name = ERASED if gone else store.keys.subject_name(hold.subject) or SEALED
    return HoldNote(
        id=hold.hold,
        subject=name,
        memories=hold.held,
        until=to_datetime(hold.until),
        placed_at=placed.at,
        placed_by=placed.actor,
        because=placed.because,
        released_at=None if hold.released_at is None else to_datetime(hold.released_at),
        in_force=hold.binds(now),
    )
