"""Reading what an agent believes, or believed: layers, single memories, and what was valid when."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, overload

import msgspec
from msgspec.structs import replace

from ..domain.errors import AmbiguousId, UnknownAgent, UnknownMemory
from ..domain.ids import ID_CHARS, MEMORY, abbreviated
from ..domain.moments import parse_moment, to_micros, zone_named
from ..domain.scopes import readable
from ..domain.vocabulary import LAYERS
from ..projections.agents import AGENTS
from ..projections.beliefs import BELIEFS, ONCE_TRUE, SHOWN
from ..projections.identity import IDENTITY
from .memory import Memory
from .moment import time_of

if TYPE_CHECKING:
    from ..domain.state import Belief
    from .moment import Asked, Moment
    from .store import Store

ID_CANDIDATES = 20
"""How many memories an abbreviated id is compared with before it counts as ambiguous."""


class View(msgspec.Struct, frozen=True):
    """Through whose eyes, and as of when, something is read."""

    agent: str
    moment: Moment
    valid_at: int | None
    """Microseconds since 1970 UTC; None: valid time is not asked."""
    scopes: tuple[str, ...]


class LayerView(Sequence[Memory]):
    """The memories of one layer, newest first, at one moment; looked up as far as they are looked at."""

    def __init__(
        self, load: Callable[[int | None], list[Belief]], count: Callable[[], int], wrap: Callable[[Belief], Memory]
    ) -> None:
        """Take what loads so many of the newest (None: all), what counts all, and what makes memories of them."""
        self._load = load
        self._count = count
        self._wrap = wrap
        self._beliefs: list[Belief] = []
        self._complete = False

    def _newest(self, wanted: int | None) -> list[Belief]:
        """Return at least `wanted` of the newest, as far as there are so many; None: all."""
        if not self._complete and (wanted is None or wanted > len(self._beliefs)):
            self._beliefs = self._load(wanted)
            self._complete = wanted is None or len(self._beliefs) < wanted
        return self._beliefs

    def __len__(self) -> int:
        return len(self._beliefs) if self._complete else self._count()

    @overload
    def __getitem__(self, index: int) -> Memory: ...
    @overload
    def __getitem__(self, index: slice) -> list[Memory]: ...
    def __getitem__(self, index: int | slice) -> Memory | list[Memory]:
        if isinstance(index, slice):
            return [self._wrap(belief) for belief in self._newest(_reach(index))[index]]
        return self._wrap(self._newest(index + 1 if index >= 0 else None)[index])

    def __iter__(self) -> Iterator[Memory]:
        return map(self._wrap, self._newest(None))

    def __repr__(self) -> str:
        return f"<LayerView of {len(self)} memories>"


def _reach(part: slice) -> int | None:
    """Return how many from the front a slice can touch, None if its end is not counted from there."""
    start, stop, step = part.start or 0, part.stop, part.step or 1
    return stop if stop is not None and min(start, stop, step) >= 0 else None


def look(store: Store, agent: str, as_of: Asked | None, valid_at: Asked | None) -> View:
    """Return the view of `agent` at the asked moments.

    Raises:
        InvalidMoment, UnknownPosition: a moment is none.
    """
    moment = store.moment(as_of)
    policy = store.policy(moment.position if moment.past else None)
    return View(
        agent=agent,
        moment=moment,
        valid_at=None if valid_at is None else _instant(store, valid_at),
        scopes=readable(agent, policy.teams),
    )


def _instant(store: Store, asked: Asked) -> int:
    found = parse_moment(asked, zone_named(store.policy().timezone))
    return time_of(store.log, found) if isinstance(found, int) else to_micros(found)


def check_known(store: Store, agent: str) -> None:
    """Check that an agent has ever acted.

    Raises:
        UnknownAgent: it has not.
    """
    if store.views.row(AGENTS, (agent,)) is None:
        raise UnknownAgent(agent, tuple(agents(store)))


def agents(store: Store, at: int | None = None) -> list[str]:
    """Return the names of the agents that have acted, sorted."""
    return sorted(row.agent for row in store.views.all_rows(AGENTS, at))


def layers(store: Store, view: View) -> dict[str, LayerView]:
    """Return the seven layers, each newest first."""
    return {layer: _layer(store, view, layer) for layer in LAYERS}


def _layer(store: Store, view: View, layer: str) -> LayerView:
    def count() -> int:
        if view.valid_at is not None:
            return len(in_layer(store, view, layer))
        shown = _in(view, layer, SHOWN)
        return store.views.count(BELIEFS, shown, view.moment.position, unexpired_at=view.moment.at)

    return LayerView(
        lambda wanted: in_layer(store, view, layer, wanted), count, lambda belief: Memory(store, belief, view.moment)
    )


def _in(view: View, layer: str, statuses: Sequence[str]) -> dict[str, Sequence[str]]:
    return {"scope": view.scopes, "layer": [layer], "status": statuses}


def in_layer(store: Store, view: View, layer: str, newest: int | None = None) -> list[Belief]:
    """Return what stands in a layer: live or archived, and where a valid time is asked, what was true then.

    Newest first; the identity in the order of its document, what it says no more last.

    Args:
        newest: so many are enough; all come where they have to be looked at one by one anyway.
    """
    # Also the present is asked by position: what is looked at later still belongs to the same moment.
    position, at = view.moment.position, view.moment.at
    if view.valid_at is None:
        shown = _in(view, layer, SHOWN)
        some = None if layer == "L5" else newest
        found = store.views.stab(BELIEFS, shown, position, unexpired_at=at, newest=some)
    else:
        once = _in(view, layer, (*SHOWN, *ONCE_TRUE))
        # That what ended was forgotten later changes nothing about the time in which it was true.
        gone = {**_in(view, layer, ["forgotten"]), "former": ONCE_TRUE}
        rows = [row for where in (once, gone) for row in store.views.stab(BELIEFS, where, position, unexpired_at=at)]
        found = [belief for row in rows if (belief := valid_revision(store, row, view)) is not None]
    if layer == "L5":
        places = store.views.stab(IDENTITY, {"agent": [view.agent]}, view.moment.position)
        ordinals = {place.memory: place.ordinal for place in places}
        last = max(ordinals.values(), default=0) + 1
        return sorted(found, key=lambda belief: (ordinals.get(belief.memory, last), belief.memory))
    return sorted(found, key=lambda belief: (belief.recorded_position, belief.memory), reverse=True)


def valid_revision(store: Store, belief: Belief, view: View) -> Belief | None:
    """Return the state whose words were valid at the asked time, None if none were.

    Each revision is valid from its own beginning until that of the next; the last until the belief ends.
    """
    at = view.valid_at
    assert at is not None, "a valid time is asked"
    if belief.valid_to is not None and at >= belief.valid_to:
        return None
    if at >= belief.valid_from:
        return belief
    if belief.revision == 1:
        return None
    end = belief.valid_from
    upto = view.moment.position if view.moment.past else None
    for _, _, row in reversed(store.views.history(BELIEFS, (belief.memory,), upto)):
        if row.revision < belief.revision and row.valid_from <= at < end:
            return replace(
                belief,
                revision=row.revision,
                content_position=row.content_position,
                triggered=row.triggered,
                confidence=row.confidence,
                valid_from=row.valid_from,
                valid_to=end,
            )
        end = min(end, row.valid_from)
    return None


def find_belief(store: Store, view: View, asked: str) -> Belief:
    """Return the state of the memory that a whole or abbreviated id names, as far as the agent may read it.

    Raises:
        InvalidName: it is no id.
        UnknownMemory, AmbiguousId: it names none, or several.
    """
    prefix = abbreviated(asked)
    at = view.moment.position if view.moment.past else None
    ids = (
        [prefix] if len(prefix) == len(MEMORY) + ID_CHARS else store.views.starting_with(BELIEFS, prefix, ID_CANDIDATES)
    )
    rows = store.views.rows(BELIEFS, [(memory,) for memory in ids], at)
    found = [belief for belief in rows.values() if belief.scope in view.scopes]
    if not found:
        raise UnknownMemory(asked)
    if len(found) > 1:
        raise AmbiguousId(asked, tuple(sorted(belief.memory for belief in found)))
    return found[0]


def show(store: Store, view: View, asked: str) -> Memory:
    """Return one memory, whatever became of it; with a valid time, in the words that were valid then.

    Raises:
        UnknownMemory: there is none, or at the asked valid time it was not true.
    """
    belief = find_belief(store, view, asked)
    if view.valid_at is None:
        return Memory(store, belief, view.moment)
    valid = valid_revision(store, belief, view)
    if valid is None:
        raise UnknownMemory(asked)
    return Memory(store, valid, view.moment)
