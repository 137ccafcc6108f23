"""What an officer asks about: a person by name, or memories by id, whichever agent has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

import msgspec

from ...domain.errors import AmbiguousId, InvalidName, StoreReadOnly, UnknownMemory, UnknownSubject
from ...domain.ids import ID_CHARS, MEMORY, abbreviated
from ...domain.moments import parse_moment, to_micros, zone_named
from ...domain.texts import check_line
from ...projections.beliefs import BELIEFS
from ..requests import actor_in_log
from ..store import new_command_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..moment import Asked as Moment
    from ..store import Store

OFFICE = "store"
"""The agent of orders that are about the whole store."""
NOBODY = "agent:store"
"""The actor of what is asked in nobody's name."""
CANDIDATES = 20


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked about: one person, or some memories."""

    name: str | None = None
    """Of the person, such as `user:42`."""
    memories: tuple[str, ...] = ()
    """Ids in full, sorted."""

    def __str__(self) -> str:
        return "the person" if self.name is not None else ", ".join(self.memories)


class Order(TypedDict):
    """What every order of an officer says."""

    agent: str
    actor: str
    cause: str
    because: str | None
    subjects: tuple[str, ...]


def order(store: Store, actor: str, because: str | None, subjects: Sequence[str]) -> Order:
    """Return what an order says of whoever gives it.

    Raises:
        StoreReadOnly: nothing may be written here.
    """
    if store.read_only:
        raise StoreReadOnly(f"the store {str(store.path)!r} was opened read-only; open it writable to change it")
    return {
        "agent": OFFICE,
        "actor": actor_in_log(store, actor),
        "cause": new_command_id(),
        "because": because,
        "subjects": tuple(subjects),
    }


def asked_about(store: Store, what: str | Sequence[str]) -> Asked:
    """Return what is asked about: ids of memories begin with `mem_`, whatever else is the name of a person.

    Raises:
        UnknownMemory, AmbiguousId: an id names none, or several.
        InvalidName, InvalidText: several names, or no name at all.
    """
    if isinstance(what, str):
        return Asked(memories=whole_ids(store, [what])) if what.startswith(MEMORY) else Asked(name=_person(what))
    if not what:
        raise InvalidName("nothing is named; give the name of a person, or ids of memories")
    return Asked(memories=whole_ids(store, what))


def whole_ids(store: Store, asked: Sequence[str]) -> tuple[str, ...]:
    """Return ids in full, sorted, once each, whichever agent may read the memories.

    Raises:
        InvalidName: one is no id.
        UnknownMemory, AmbiguousId: one names no memory, or several.
    """
    found: set[str] = set()
    for one in asked:
        prefix = abbreviated(one)
        whole = len(prefix) == len(MEMORY) + ID_CHARS
        ids = [prefix] if whole else store.views.starting_with(BELIEFS, prefix, CANDIDATES)
        known = [belief.memory for belief in store.views.rows(BELIEFS, [(memory,) for memory in ids]).values()]
        if not known:
            raise UnknownMemory(one)
        if len(known) > 1:
            raise AmbiguousId(one, tuple(sorted(known)))
        found.update(known)
    return tuple(sorted(found))


def known_person(store: Store, name: str) -> str:
    """Return the pseudonym of a person.

    Raises:
        UnknownSubject: nobody of that name is known here, or no more.
        KeysLocked: the store key is not at hand.
    """
    found = store.keys.find_pseudonym(_person(name))
    if found is None and not store.keys.at_hand:
        store.keys.pseudonym(name)  # refuses: without the store key nobody is known
    if found is None or found in store.erased_people():
        raise UnknownSubject
    return found


def moment_of(store: Store, asked: Moment) -> int:
    """Return a time in microseconds; a date means its last instant in the zone of the policy.

    Raises:
        InvalidMoment: it is none, or a position.
    """
    found = parse_moment(asked, zone_named(store.policy().timezone))
    if isinstance(found, int):
        from ...domain.errors import InvalidMoment

        raise InvalidMoment(f"not a time: {found}; give a date, or a time with its zone")
    return to_micros(found)


def _person(name: str) -> str:
    return check_line(name, "the name of a person")
