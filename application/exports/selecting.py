"""What an export is narrowed to, from names as people know them to positions, tags and types."""

from __future__ import annotations

from datetime import datetime, time
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.boundary import Query, QueryItem
from ...domain.errors import InvalidInput, InvalidMoment, UnknownAgent, UnknownSubject
from ...domain.events import Event, MemoryEvent, NewMemory
from ...domain.moments import parse_moment, to_datetime, to_micros, zone_named
from ...domain.texts import check_agent
from ...infrastructure.codec import UPCASTERS
from ..audit import types_named
from ..moment import Moment, time_of
from ..reading import agents
from ..requests import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...domain.events import Recorded
    from ..moment import Asked
    from ..store import Store


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """What is wanted of a log that is known up to `last`."""

    first: int
    last: int
    agent: str | None
    subject: str | None
    """As people know the person."""
    pseudonym: str | None
    types: tuple[str, ...]
    """As they are stored, older names included; empty: all."""
    valid: tuple[int | None, int | None] | None
    as_of: Moment | None
    sealed: bool

    @property
    def query(self) -> Query | None:
        """What asks a log for it; None: all of the range."""
        tags = (
            *((f"agent:{self.agent}",) if self.agent else ()),
            *((f"subject:{self.pseudonym}",) if self.pseudonym else ()),
        )
        return Query(items=(QueryItem(types=self.types, tags=tags),)) if self.types or tags else None

    @property
    def is_whole(self) -> bool:
        """Whether it is all events of its range."""
        return self.query is None and self.valid is None and self.as_of is None

    def filters(self) -> dict[str, Any]:
        """Return what a manifest says of it; without names of people where words are left out."""
        told: dict[str, Any] = {
            "agent": self.agent,
            "subject": self.pseudonym if self.sealed else self.subject,
            "types": list(self.types) or None,
            "valid_from": _instant(self.valid and self.valid[0]),
            "valid_to": _instant(self.valid and self.valid[1]),
        }
        return {name: value for name, value in told.items() if value is not None}

    def wants(self, recorded: Recorded) -> bool:
        """Say whether an event of the query was true at some time that is asked about."""
        if self.valid is None:
            return True
        low, high = self.valid
        begun, ended = valid_times(recorded)
        return (high is None or begun <= high) and (low is None or ended is None or ended > low)


def valid_times(recorded: Recorded) -> tuple[int, int | None]:
    """Return from when to when what an event tells was true, half-open; None: without an end.

    What brings words, or says when something began to hold, is true from then on, memories to their own end; all else
    is of its own time only.
    """
    event: Event = recorded.event
    begun = getattr(event, "valid_from", None)
    if begun is None:
        begun = getattr(event, "occurred_at", None)
    if isinstance(event, NewMemory):
        return (recorded.at if begun is None else begun), event.valid_to
    if isinstance(event, MemoryEvent) and begun is not None:
        return begun, None
    return recorded.at, recorded.at + 1


def select(
    store: Store,
    head: int,
    *,
    agent: str | None,
    subject: str | None,
    types: Sequence[str],
    since: Asked | None,
    until: Asked | None,
    valid: bool,
    as_of: Asked | None,
    sealed: bool,
) -> Selection:
    """Return what is wanted of the events up to `head`.

    Raises:
        InvalidInput: options do not go together, or one is wrong.
        UnknownSubject, UnknownAgent: nobody of that name is known.
        UnknownPosition: the log does not reach that far.
    """
    if as_of is not None and (types or since is not None or until is not None):
        raise InvalidInput("a state has no range and no types of events; leave --from, --to and --type out, or --as-of")
    if valid and since is None and until is None:
        raise InvalidInput("valid time is asked without a range; give --from, --to, or both")
    pseudonym = None
    if subject is not None:
        pseudonym = store.keys.find_pseudonym(subject)
        if pseudonym is None or pseudonym in store.erased_people():
            raise UnknownSubject
    if agent is not None and check_agent(agent) not in (known := agents(store)):
        raise UnknownAgent(agent, tuple(known))
    moment = None if as_of is None else store.moment(as_of)
    if moment is not None and moment.position > head:
        moment = msgspec.structs.replace(moment, position=head)
    first, last = (1, head) if moment is None else (1, moment.position)
    window = (None, None)
    if valid:
        window = (_begin(store, since), _end(store, until))
        if window[0] is not None and window[1] is not None and window[0] > window[1]:
            raise InvalidMoment("the valid time ends before it begins; exchange --from and --to")
    else:
        first, last = _first(store, since), min(_last(store, until), last)
        if since is not None and until is not None and first > last + 1:
            raise InvalidMoment("the range ends before it begins; exchange --from and --to")
        first = min(first, last + 1)  # what begins later than the log ends holds nothing
    return Selection(
        first=first,
        last=last,
        agent=agent,
        subject=subject,
        pseudonym=pseudonym,
        types=_stored_types(names(types, "types")),
        valid=window if valid else None,
        as_of=moment,
        sealed=sealed,
    )


def _stored_types(asked: Sequence[str]) -> tuple[str, ...]:
    """Return the types that are meant as the log may hold them, those of older versions included."""
    found = dict.fromkeys(name for one in asked for name in types_named(one))
    older = [name for name in UPCASTERS if _current(name) in found]
    return tuple(dict.fromkeys((*found, *older)))


def _current(name: str) -> str:
    while name in UPCASTERS:
        name = UPCASTERS[name][0]
    return name


def _first(store: Store, since: Asked | None) -> int:
    begin = _read(store, since, first=True)
    if begin is None:
        return 1
    if isinstance(begin, int):
        time_of(store.log, begin)  # refuses what the log does not reach
        return max(begin, 1)
    return store.log.position_at(to_micros(begin) - 1) + 1


def _last(store: Store, until: Asked | None) -> int:
    end = _read(store, until, first=False)
    if end is None:
        return store.log.head()
    if isinstance(end, int):
        time_of(store.log, end)  # refuses what the log does not reach
        return end
    return store.log.position_at(to_micros(end))


def _begin(store: Store, since: Asked | None) -> int | None:
    begin = _read(store, since, first=True)
    return None if begin is None else time_of(store.log, begin) if isinstance(begin, int) else to_micros(begin)


def _end(store: Store, until: Asked | None) -> int | None:
    end = _read(store, until, first=False)
    return None if end is None else time_of(store.log, end) if isinstance(end, int) else to_micros(end)


def _read(store: Store, asked: Asked | None, *, first: bool) -> int | datetime | None:
    """Return a position or an instant; a bare date is its first instant, or its last."""
    if asked is None:
        return None
    found = parse_moment(asked, zone_named(store.policy().timezone))
    is_date = (
        isinstance(found, datetime) and not isinstance(asked, datetime) and len(str(asked).strip()) == len("2026-05-01")
    )
    if first and is_date and isinstance(found, datetime):
        return datetime.combine(found.date(), time.min, tzinfo=found.tzinfo)
    return found


def _instant(at: int | None) -> str | None:
    return None if at is None else to_datetime(at).isoformat()
