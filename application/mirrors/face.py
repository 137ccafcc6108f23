"""The verbs of mirrors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...domain.mirroring import declaration_from
from ...domain.texts import check_person
from ..erasing.asking import NOBODY
from . import declaring, listing, reading, refreshing

if TYPE_CHECKING:
    from ..store import Store
    from .listing import MirrorLine
    from .reading import MirrorText
    from .refreshing import MirrorResult


class Mirrors:
    """The mirrors of a store. What is run is what its policy file says."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, name: str, *, because: str | None = None, by: str | None = None, **settings: Any) -> MirrorLine:
        """Declare a mirror in the policy file, and return how it stands; it is not refreshed yet.

        Args:
            by: the person who asks, `user:NAME`; None: the store itself.
            settings: as a table `[mirrors.NAME]` has them: `every="3h"` and one of `command=["git", "log"]`,
                `url="https://…"`, `sql="shop.db", query="SELECT …"`, `python="module:function"`; see docs/mirrors.md.

        Raises:
            InvalidName, InvalidFile: there is one of that name, or it says something impossible.
            MirrorOverBudget: it would cost too much a day.
            StoreReadOnly: nothing may be written here.
        """
        said = declaration_from(name, settings)
        declaring.add(self._store, name, said, actor=_actor(by), because=because)
        return self._named(name)

    def remove(self, name: str, *, because: str | None = None, by: str | None = None) -> None:
        """Take a mirror out of the policy file, with its files; what it showed stays in the log.

        Raises:
            UnknownMirror: there is none of that name.
            StoreReadOnly: nothing may be written here.
        """
        declaring.remove(self._store, name, actor=_actor(by), because=because)

    def enable(self, name: str, *, because: str | None = None, by: str | None = None) -> MirrorLine:
        """Have a mirror refreshed.

        Raises:
            UnknownMirror: there is none of that name.
            MirrorOverBudget: it would cost too much a day.
            StoreReadOnly: nothing may be written here.
        """
        declaring.switch(self._store, name, enabled=True, actor=_actor(by), because=because)
        return self._named(name)

    def disable(self, name: str, *, because: str | None = None, by: str | None = None) -> MirrorLine:
        """Have a mirror refreshed no more; what it shows stays, and is stale.

        Raises:
            UnknownMirror: there is none of that name.
            StoreReadOnly: nothing may be written here.
        """
        declaring.switch(self._store, name, enabled=False, actor=_actor(by), because=because)
        return self._named(name)

    def refresh(self, name: str, *, by: str | None = None) -> MirrorResult:
        """Refresh a mirror now.

        Raises:
            UnknownMirror, InvalidFile: there is none of that name, or the policy file says something impossible of it.
            Refused: it is disabled, over its budget, or was about somebody who was erased.
            StoreReadOnly: nothing may be written here.
        """
        return refreshing.refresh_one(self._store, name, actor=_actor(by))

    def refresh_due(self, *, by: str | None = None) -> list[MirrorResult]:
        """Refresh those that are due; one that fails keeps no other from it.

        Raises:
            InvalidFile: the policy file cannot be read.
            StoreReadOnly: nothing may be written here.
        """
        return refreshing.refresh_due(self._store, actor=_actor(by))

    def list(self) -> list[MirrorLine]:
        """Return how all mirrors stand, by name."""
        return listing.mirrors(self._store)

    def shown_to(self, agent: str, at: int | None = None) -> list[MirrorText]:
        """Return what an agent reads in mirrors, by name, now or as of a position of the log."""
        return reading.fresh_mirrors(self._store, agent, at)

    def _named(self, name: str) -> MirrorLine:
        return next(line for line in self.list() if line.name == name)


def _actor(by: str | None) -> str:
    return NOBODY if by is None else check_person(by)
