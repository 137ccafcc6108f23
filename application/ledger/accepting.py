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
from .known_keys import unknown_keys
from .verifying import found_wrong, line
from .watching import appended_by_nobody, checkpoint_and_anchor, difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...infrastructure.ledger.anchors import Anchor
    from ...infrastructure.ledger.notes import VerifierKey
    from ..store import Store


FINDINGS_MAX = 10_000
"""Marks of findings that one event holds."""


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
    keys: tuple[str, ...]
    """Keys that had signed it elsewhere, and are known here from now on, as `ledger key` prints them."""
    findings: int
    """How many things a verification found wrong with it by itself; the first `FINDINGS_MAX` are settled by this."""

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
    keys = unknown_keys(store)
    found = damaged or difference(store, anchor) or appended_by_nobody(store) or _told(keys)
    wrong = found_wrong(store, keys)
    if found is None and not wrong:
        raise OutOfOrder("the log is the one that was left here: there is nothing to accept")
    found = found or line(wrong[0])
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
        findings=tuple(one.mark for one in wrong[:FINDINGS_MAX]),
        keys=tuple(key.text for key in keys),
    )
    (sealed,) = store.seal([Draft(event=event, content=Reason(because=because))])
    appended = store.log.append([store.codec.encode(sealed)])
    checkpoint_and_anchor(store, "accepted", actor=by, force=True, back=True, keys=event.keys)
    return Acceptance(
        position=appended.last,
        found=found,
        anchored_size=event.anchored_size,
        found_size=size,
        found_root=root,
        keys=event.keys,
        findings=len(wrong),
    )


def accept_at(where: str | os.PathLike[str], *, because: str, by: str) -> Acceptance:
    """Open a store without comparing it, and vouch for its log; `accept` says the rest."""
    from ..opening import open_store

    store = open_store(where, watched=False)
    try:
        return accept(store, because=because, by=by)
    finally:
        store.close()


def _told(keys: Sequence[VerifierKey]) -> str | None:
    hints = ", ".join(sorted(key.hint.hex() for key in keys))
    return f"it was signed by {hints}, which is no key known here" if keys else None


def _anchor(store: Store) -> tuple[str | None, Anchor | None]:
    try:
        return None, read_anchor(store.id)
    except InvalidFile as fault:
        return str(fault), None
