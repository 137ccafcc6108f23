"""Boots: where the log says what an agent read when it last woke up, by job."""

from collections.abc import Iterable

import msgspec

from ..domain.events import AnyEvent, BootRead, Recorded
from .projection import Key, Projection

NO_JOB = ""


class LastBoot(msgspec.Struct, frozen=True):
    """The latest boot of an agent that read something else than the one before."""

    agent: str
    job: str
    """Empty: it was asked for none."""
    position: int
    """Of the event that says which vintages were read."""
    at: int
    """Microseconds since 1970 UTC."""


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case BootRead():
            return ((event.agent, event.woken_for or NO_JOB),)
        case _:
            return ()


def _apply(row: LastBoot | None, recorded: Recorded, key: Key) -> LastBoot | None:
    del row
    return LastBoot(agent=key[0], job=key[1], position=recorded.position, at=recorded.at)


BOOTS = Projection(
    name="boots", version=1, row=LastBoot, key=("agent", "job"), keys=_keys, apply=_apply, of=(BootRead,)
)
