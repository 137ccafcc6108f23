"""Vouching for a log that is not the one that was left: a person says why, and the log tells of it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.content import Reason
from ...domain.errors import InvalidFile, OutOfOrder
from ...domain.events import Draft, LedgerAccepted
from ...domain.texts import check_person, check_text
from ...infrastructure.ledger.anchors import read_anchor
from ...infrastructure.ledger.log_tree import LogTree
from ...infrastructure.ledger.tree import EMPTY_ROOT
from ..requests import actor_in_log
from ..store import new_command_id
from .watching import appended_by_nobody, checkpoint_and_anchor, difference

if TYPE_CHECKING:
    from ...infrastructure.ledger.anchors import Anchor
    from ..store import Store


class Acceptance(msgspec.Struct, frozen=True, kw_only=True):
    """What a person vouched for."""

    position: int
    """Of the event that tells of it."""
    found: str
    """In what the log differed."""
    anchored_size: int
    found_size: int
    found_root: str
    """Root of the tree over the log as it was found, 64 hexadecimal digits."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return msgspec.to_builtins(self)


def accept(store: Store, *, because: str, by: str) -> Acceptance:
    """Vouch for a log that is not the one that was anchored; its head is then signed, and anchored instead.

    Args:
        store: opened without being compared.
        by: the person, `user:NAME`.

    Raises:
        OutOfOrder: it is the one that was anchored, so there is nothing to vouch for.
        StoreReadOnly, StoreFull, StoreBusy: nothing was recorded.
    """
    actor = actor_in_log(store, check_person(by))
    because = check_text(because, "the reason", store.policy().limits.text_bytes)
    damaged, anchor = _anchor(store)
    found = damaged or difference(store, anchor) or appended_by_nobody(store)
    if found is None:
        raise OutOfOrder("the log is the one that was left here: there is nothing to accept")
    size = store.log.head()
    with LogTree(store.log, store.id, store.path, read_only=False) as tree:
        tree.begin_anew()
        tree.grow(size)
        root = tree.nodes.root(size).hex()
    event = LedgerAccepted(
        actor=actor,
        cause=new_command_id(),
        box=None,
        anchored_size=anchor.size if anchor else 0,
        anchored_root=anchor.root if anchor else EMPTY_ROOT.hex(),
        found_size=size,
        found_root=root,
    )
    (sealed,) = store.seal([Draft(event=event, content=Reason(because=because))])
    appended = store.log.append([store.codec.encode(sealed)])
    checkpoint_and_anchor(store, "accepted", actor=by, force=True, back=True)
    return Acceptance(
        position=appended.last,
        found=found,
        anchored_size=event.anchored_size,
        found_size=size,
        found_root=root,
    )


def accept_at(where: str | os.PathLike[str], *, because: str, by: str) -> Acceptance:
    """Open a store without comparing it, and vouch for its log; `accept` says the rest."""
    from ..opening import open_store

    store = open_store(where, watched=False)
    try:
        return accept(store, because=because, by=by)
    finally:
        store.close()


def _anchor(store: Store) -> tuple[str | None, Anchor | None]:
    try:
        return None, read_anchor(store.id)
    except InvalidFile as fault:
        return str(fault), None
