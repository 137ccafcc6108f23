"""Contexts: which memories each of them gave to a model, so that an erasure finds the words wherever they went."""

from collections.abc import Iterable

import msgspec

from ..domain.events import AnyEvent, ContextAssembled, Recorded
from .projection import Key, Projection


class GivenRow(msgspec.Struct, frozen=True):
    """One memory that was given in one context; the row begins at the position of that context."""

    memory: str
    cause: str
    """The command that assembled the context."""


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case ContextAssembled():
            # The lines of an identity are in every context of their agent: they are found by time instead.
            entries = [entry for entry in event.entries if entry.part != "boot"]
            return dict.fromkeys((memory, event.cause) for entry in entries for memory in entry.memories)
        case _:
            return ()


def _apply(row: GivenRow | None, recorded: Recorded, key: Key) -> GivenRow:
    del row, recorded
    return GivenRow(*key)


CONTEXTS = Projection(
    name="contexts_given",
    version=1,
    row=GivenRow,
    key=("memory", "cause"),
    keys=_keys,
    apply=_apply,
    of=(ContextAssembled,),
)
