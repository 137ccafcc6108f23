"""Why something is believed: where a memory came from, what happened to it, until when it held, what it fed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..domain.moments import to_datetime
from ..projections.beliefs import BELIEFS, SHOWN
from ..projections.lineage import LINEAGE, Link
from .audit import history
from .entries import LogEntry
from .memory import Memory
from .reading import find_belief

if TYPE_CHECKING:
    from datetime import datetime

    from ..domain.state import Belief
    from .reading import View
    from .store import Store

DEPTH_MAX = 20
"""How far a lineage is followed; merges of merges rarely pass five."""


class Ancestor(msgspec.Struct, frozen=True, kw_only=True):
    """A memory that fed another, or was fed by it."""

    memory: Memory
    relation: str
    """As lineage names it: `evidence`, `merged`, `consolidated`, `replaced`, `promoted`, `confirmed`, `contradicted`,
    `completed`, `summarised` or `judged`."""
    position: int
    """Of the event that joined them."""
    further: tuple[Ancestor, ...]


class Why(msgspec.Struct, frozen=True, kw_only=True):
    """The story of one memory up to the asked moment."""

    memory: Memory
    events: tuple[LogEntry, ...]
    """Everything that changed it, in order; the first says who recorded it, and why."""
    believed_from: datetime
    believed_until: datetime | None
    """Transaction time at which it stopped being believed; None: it is believed still."""
    came_from: tuple[Ancestor, ...]
    fed: tuple[Ancestor, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "memory": self.memory.to_json(),
            "believed_from": self.believed_from.isoformat(),
            "believed_until": self.believed_until.isoformat() if self.believed_until else None,
            "events": [event.to_json() for event in self.events],
            "came_from": [_ancestor_json(ancestor) for ancestor in self.came_from],
            "fed": [_ancestor_json(ancestor) for ancestor in self.fed],
        }


def why(store: Store, view: View, asked: str) -> Why:
    """Return the story of a memory.

    Raises:
        UnknownMemory, AmbiguousId: the id names none, or several.
    """
    belief = find_belief(store, view, asked)
    memory = Memory(store, belief, view.moment)
    until = belief.expires_at if memory.status == "expired" else _believed_until(store, view, belief)
    return Why(
        memory=memory,
        events=tuple(history(store, view, belief.memory)),
        believed_from=to_datetime(belief.recorded_at),
        believed_until=None if until is None else to_datetime(until),
        came_from=_follow(store, view, belief.memory, backwards=True, seen={belief.memory}),
        fed=_follow(store, view, belief.memory, backwards=False, seen={belief.memory}),
    )


def _believed_until(store: Store, view: View, belief: Belief) -> int | None:
    """Return when a memory left the layers for good, whatever happened to it afterwards; None: it has not."""
    until: int | None = None
    for _, _, row in reversed(store.views.history(BELIEFS, (belief.memory,), view.moment.position)):
        if row.status in SHOWN:
            break
        until = row.changed_at
    return until


def _follow(
    store: Store, view: View, memory: str, *, backwards: bool, seen: set[str], depth: int = 0
) -> tuple[Ancestor, ...]:
    if depth == DEPTH_MAX:
        return ()
    links = _links(store, view, memory, backwards=backwards)
    others = [link.source if backwards else link.target for link in links]
    beliefs = store.views.rows(BELIEFS, [(other,) for other in others], view.moment.position)
    found: list[Ancestor] = []
    for link, other in zip(links, others, strict=True):
        belief = beliefs.get((other,))
        if belief is None or belief.scope not in view.scopes:
            continue
        further: tuple[Ancestor, ...] = ()
        if other not in seen:
            # Told once, where it is met first: lineages that meet again would otherwise double at each step.
            seen.add(other)
            further = _follow(store, view, other, backwards=backwards, seen=seen, depth=depth + 1)
        found.append(
            Ancestor(
                memory=Memory(store, belief, view.moment),
                relation=link.relation,
                position=link.position,
                further=further,
            )
        )
    return tuple(found)


def _links(store: Store, view: View, memory: str, *, backwards: bool) -> list[Link]:
    column = "target" if backwards else "source"
    rows = store.views.stab(LINEAGE, {column: [memory]}, view.moment.position)
    return sorted(rows, key=lambda link: link.position)


def _ancestor_json(ancestor: Ancestor) -> dict[str, Any]:
    return {
        "memory": ancestor.memory.to_json(),
        "relation": ancestor.relation,
        "position": ancestor.position,
        "further": [_ancestor_json(further) for further in ancestor.further],
    }
