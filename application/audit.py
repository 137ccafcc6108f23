"""What auditors ask: the log, the history of one memory, and what changed between two moments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ..domain.boundary import Query, QueryItem
from ..domain.errors import InvalidMoment, InvalidName
from ..domain.events import EVENT_TYPES
from ..domain.moments import to_micros
from ..domain.state import Belief, is_expired
from ..domain.vocabulary import LAYERS
from ..projections.beliefs import BELIEFS, SHOWN
from .entries import LogEntry, entry
from .memory import Memory
from .reading import View, find_belief, in_layer
from .requests import names
from .store import ERASURES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from .moment import Moment
    from .store import Store


FOLLOW_S = 1.0
"""How long one wait for further events lasts, seconds."""


class LogFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which events of the log to list; what is None or empty does not filter."""

    after: int = 0
    agent: str | None = None
    types: Sequence[str] = ()
    """Names with or without schema number; `memory` means every type of that family."""
    tags: Sequence[str] = ()
    """`family:name`, all of them; names as people know them."""
    session: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    limit: int | None = None
    newest_first: bool = False


def log(store: Store, wanted: LogFilter, upto: int | None = None) -> Iterator[LogEntry]:
    """Yield the events that `wanted` describes, in pages: memory use stays constant.

    Raises:
        InvalidName: no such type, or a tag is malformed.
    """
    after = wanted.after
    if wanted.since is not None:
        after = max(after, store.log.position_at(to_micros(wanted.since) - 1))
    if wanted.until is not None:
        end = store.log.position_at(to_micros(wanted.until))
        upto = end if upto is None else min(end, upto)
    found = store.log.read(
        _query(store, wanted), after=after, upto=upto, limit=wanted.limit, newest_first=wanted.newest_first
    )
    for stored in found:
        yield entry(store, store.codec.decode(stored))


def follow(store: Store, wanted: LogFilter) -> Iterator[LogEntry]:
    """Yield the events that `wanted` describes, then those to come, until its limit; for ever if it has none.

    Raises:
        InvalidName: no such type, or a tag is malformed.
    """
    position, remaining = wanted.after, wanted.limit
    while remaining is None or remaining > 0:
        head = store.log.wait(position, FOLLOW_S)
        for found in log(store, msgspec.structs.replace(wanted, after=position, limit=remaining), upto=head):
            yield found
            remaining = None if remaining is None else remaining - 1
        position = max(position, head)


def _query(store: Store, wanted: LogFilter) -> Query | None:
    tags = [_tag(store, tag) for tag in names(wanted.tags, "tags")]
    if wanted.agent is not None:
        tags.append(f"agent:{wanted.agent}")
    if wanted.session is not None:
        tags.append(_tag(store, f"session:{wanted.session}"))
    types = tuple(name for asked in names(wanted.types, "types") for name in types_named(asked))
    return Query(items=(QueryItem(types=types, tags=tuple(tags)),)) if types or tags else None


def types_named(asked: str) -> list[str]:
    """Return the types that a name means: with or without schema number, or of a whole family.

    Raises:
        InvalidName: there is none.
    """
    known = [name for event in EVENT_TYPES for name in (event.TYPE, *event.BEFORE)]
    found = [name for name in known if name == asked or name.startswith((f"{asked}/", f"{asked}."))]
    if not found:
        names = dict.fromkeys(name.split("/")[0] for name in known)
        raise InvalidName(f"unknown event type {asked!r}; use one of {', '.join(names)}")
    return found


def _tag(store: Store, asked: str) -> str:
    family, _, name = asked.partition(":")
    if not name:
        raise InvalidName(f"not a tag: {asked!r}; write family:name, such as mem:mem_… or subject:user:42")
    match family:
        case "subject":
            return f"subject:{store.keys.find_pseudonym(name) or name}"
        case "fact" | "session" | "task" | "intent":
            return f"{family}:{store.keys.name_tag(family, name)}"
        case _:
            return asked


def history(store: Store, view: View, asked: str) -> list[LogEntry]:
    """Return every event that changed a memory, in order, up to the asked moment.

    Raises:
        UnknownMemory, AmbiguousId: the id names none, or several.
    """
    belief = find_belief(store, view, asked)
    query = Query(items=(QueryItem(tags=(f"mem:{belief.memory}",)),))
    return [entry(store, store.codec.decode(stored)) for stored in store.log.read(query, upto=view.moment.position)]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one memory between two moments."""

    before: Memory | None
    after: Memory | None
    what: tuple[str, ...]
    """Names of what differs."""


class Diff(msgspec.Struct, frozen=True, kw_only=True):
    """What began, changed and ended between two moments, each oldest first."""

    a: Moment
    b: Moment
    began: list[Change]
    changed: list[Change]
    ended: list[Change]


COMPARED = (
    "layer",
    "status",
    "revision",
    "importance",
    "confidence",
    "strength",
    "confirmations",
    "review",
    "valid_to",
)


def diff(store: Store, a: View, b: View) -> Diff:
    """Return what an agent came to believe, believed otherwise, and stopped believing from `a` to `b`.

    Raises:
        InvalidMoment: `b` is before `a`.
    """
    if (b.moment.position, b.moment.at) < (a.moment.position, a.moment.at):
        raise InvalidMoment(f"the second moment ({b.moment}) is before the first ({a.moment}); exchange them")
    touched = _touched(store, a, b)
    keys = [(memory,) for memory in touched]
    before = store.views.rows(BELIEFS, keys, a.moment.position)
    after = store.views.rows(BELIEFS, keys, b.moment.position)
    began: list[Change] = []
    changed: list[Change] = []
    ended: list[Change] = []
    for key in keys:
        old = _shown(store, before.get(key), a)
        new = _shown(store, after.get(key), b)
        if new is None and old is not None:
            now = after.get(key)
            ended.append(Change(before=old, after=_seen(store, now, b), what=("status",)))
        elif old is None and new is not None:
            began.append(Change(before=None, after=new, what=()))
        elif old is not None and new is not None:
            what = tuple(name for name in COMPARED if getattr(old, name) != getattr(new, name))
            if what:
                changed.append(Change(before=old, after=new, what=what))
    return Diff(a=a.moment, b=b.moment, began=began, changed=changed, ended=ended)


def _touched(store: Store, a: View, b: View) -> list[str]:
    """Return the ids of what events, expiry or a change of teams changed between two moments, oldest first."""
    items = tuple(QueryItem(tags=(f"scope:{scope}",)) for scope in b.scopes)
    found: dict[str, None] = {}
    for view, other in ((a, b), (b, a)):
        alone = msgspec.structs.replace(view, scopes=tuple(scope for scope in view.scopes if scope not in other.scopes))
        for layer in LAYERS:
            found.update({belief.memory: None for belief in reversed(in_layer(store, alone, layer))})
    for belief in reversed(in_layer(store, a, "L0")):
        if is_expired(belief.expires_at, b.moment.at):
            found[belief.memory] = None
    for stored in store.log.read(Query(items=(*items, ERASURES)), after=a.moment.position, upto=b.moment.position):
        found.update(dict.fromkeys(store.codec.decode(stored).event.memories))
    return list(found)


def _seen(store: Store, belief: Belief | None, view: View) -> Memory | None:
    """Return a memory as far as the view's agent may still read it."""
    return Memory(store, belief, view.moment) if belief is not None and belief.scope in view.scopes else None


def _shown(store: Store, belief: Belief | None, view: View) -> Memory | None:
    """Return a memory as it stood in the layers, None if it did not."""
    if belief is None or belief.scope not in view.scopes or belief.status not in SHOWN:
        return None
    memory = Memory(store, belief, view.moment)
    return None if memory.status == "expired" else memory
