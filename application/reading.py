"""Reading what an agent believes, or believed: layers, single memories, and what was valid when."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, overload

import msgspec
from msgspec.structs import replace

from ..domain.errors import AmbiguousId, UnknownAgent, UnknownMemory
from ..domain.ids import ID_CHARS, MEMORY, abbreviated
from ..domain.moments import parse_moment, to_micros
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
    """The memories of one layer, newest first; looked up when first needed, words opened one by one."""

    def __init__(self, load: Callable[[], list[Belief]], wrap: Callable[[Belief], Memory]) -> None:
        self._load = load
        self._wrap = wrap
        self._beliefs: list[Belief] | None = None

    def _rows(self) -> list[Belief]:
        if self._beliefs is None:
            self._beliefs = self._load()
        return self._beliefs

    def __len__(self) -> int:
        return len(self._rows())

    @overload
    def __getitem__(self, index: int) -> Memory: ...
    @overload
    def __getitem__(self, index: slice) -> list[Memory]: ...
    def __getitem__(self, index: int | slice) -> Memory | list[Memory]:
        found = self._rows()[index]
        return [self._wrap(belief) for belief in found] if isinstance(found, list) else self._wrap(found)

    def __iter__(self) -> Iterator[Memory]:
        return map(self._wrap, self._rows())

    def __repr__(self) -> str:
        return f"<LayerView of {len(self)} memories>"


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
    from zoneinfo import ZoneInfo

    found = parse_moment(asked, ZoneInfo(store.policy().timezone))
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
    return {
        layer: LayerView(
            lambda layer=layer: in_layer(store, view, layer), lambda belief: Memory(store, belief, view.moment)
        )
        for layer in LAYERS
    }


def in_layer(store: Store, view: View, layer: str) -> list[Belief]:
    """Return what stands in a layer: live or archived, and where a valid time is asked, what was true then.

    Newest first; the identity in the order of its document, what it says no more last.
    """
    statuses = SHOWN if view.valid_at is None else (*SHOWN, *ONCE_TRUE)
    # Also the present is asked by position: what is looked at later still belongs to the same moment.
    found = store.views.stab(
        BELIEFS,
        {"scope": view.scopes, "layer": [layer], "status": statuses},
        view.moment.position,
        unexpired_at=view.moment.at,
    )
    if view.valid_at is not None:
        found = [belief for row in found if (belief := valid_revision(store, row, view)) is not None]
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
