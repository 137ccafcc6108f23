"""Mirrors: how each is declared, what it shows since when, and whether the last refresh failed."""

from collections.abc import Iterable

from ..domain.events import AnyEvent, MirrorDeclared, MirrorEvent, MirrorFailed, MirrorRefreshed, Recorded
from ..domain.mirrors import Mirror, evolve_mirror
from .projection import Key, Projection


def _keys(event: AnyEvent) -> Iterable[Key]:
    return ((event.mirror,),) if isinstance(event, MirrorEvent) else ()


def _apply(row: Mirror | None, recorded: Recorded, key: Key) -> Mirror | None:
    del key
    return evolve_mirror(row, recorded)


MIRRORS = Projection(
    name="mirrors",
    version=1,
    row=Mirror,
    key=("mirror",),
    keys=_keys,
    apply=_apply,
    of=(MirrorDeclared, MirrorRefreshed, MirrorFailed),
    indexes=("scope, to_position",),
)
