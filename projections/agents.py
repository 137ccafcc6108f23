"""Agents: who has ever acted here, and since when."""

from collections.abc import Iterable

import msgspec

from ..domain.events import AgentEvent, AnyEvent, Recorded
from .projection import Key, Projection


class KnownAgent(msgspec.Struct, frozen=True):
    """An agent that has acted."""

    agent: str
    first_at: int
    """Microseconds since 1970 UTC."""


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case AgentEvent():
            return ((event.agent,),)
        case _:
            return ()


def _apply(row: KnownAgent | None, recorded: Recorded, key: Key) -> KnownAgent:
    return row or KnownAgent(agent=key[0], first_at=recorded.at)


AGENTS = Projection(
    name="agents", version=1, row=KnownAgent, key=("agent",), keys=_keys, apply=_apply, of=(AgentEvent,), lasting=True
)
