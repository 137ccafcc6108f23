"""Identity: the lines of each agent's identity document, in their order. Their words are read from the log."""

from collections.abc import Iterable

import msgspec

from ..domain.events import (
    AnyEvent,
    IdentityEstablished,
    IdentityEvent,
    IdentityLineReplaced,
    IdentityRefreshed,
    Line,
    Recorded,
)
from ..domain.vocabulary import Section
from .projection import Key, Projection


class IdentityLine(msgspec.Struct, frozen=True):
    """One line of an identity document."""

    agent: str
    memory: str
    section: Section
    ordinal: int
    version: int
    """Version of the document that it stands in."""


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case IdentityEvent():
            return ((event.agent, memory) for memory in event.memories)
        case _:
            return ()


def _apply(row: IdentityLine | None, recorded: Recorded, key: Key) -> IdentityLine | None:
    match recorded.event:
        case IdentityEstablished(lines=lines) as event:
            return _stand(event, lines, key)
        case IdentityRefreshed(kept=kept, added=added) as event:
            return _stand(event, (*kept, *added), key)
        case IdentityLineReplaced(line=line) as event:
            return _stand(event, (line,) if line else (), key)
        case _:
            return row


def _stand(event: IdentityEvent, lines: tuple[Line, ...], key: Key) -> IdentityLine | None:
    agent, memory = key
    for line in lines:
        if line.memory == memory:
            return IdentityLine(
                agent=agent, memory=memory, section=line.section, ordinal=line.ordinal, version=event.version
            )
    return None


IDENTITY = Projection(
    name="identity_lines",
    version=1,
    row=IdentityLine,
    key=("agent", "memory"),
    keys=_keys,
    apply=_apply,
    of=(IdentityEvent,),
)
