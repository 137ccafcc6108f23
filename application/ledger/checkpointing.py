"""Checkpoints: the head of the tree over the log, signed, and told by an event."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.boundary import AppendCondition, Query, QueryItem
from ...domain.errors import StoreReadOnly
from ...domain.events import CheckpointSigned
from ...infrastructure.ledger.log_tree import LogTree
from ...infrastructure.log import ConditionFailed
from ..requests import actor_in_log
from ..store import new_command_id
from .origins import is_of

if TYPE_CHECKING:
    from ...domain.events import CheckpointReason
    from ...infrastructure.ledger.notes import Signer
    from ..store import Store

STORE = "agent:store"
"""Who signs where nobody else is named."""
RACES_MAX = 20

CHECKPOINTS = Query(items=(QueryItem(types=(CheckpointSigned.TYPE,)),))
"""All checkpoints that the log tells of, those of other logs that came by import included."""


class SignedCheckpoint(msgspec.Struct, frozen=True, kw_only=True):
    """A checkpoint, and where the log tells of it."""

    position: int
    """Of its event, which is beyond its size."""
    at: int
    """When it was signed, microseconds since 1970 UTC."""
    size: int
    """Leaves of the tree: the events at positions 1 to this one."""
    root: str
    """Root of the tree, 64 hexadecimal digits."""
    note: str
    """The signed note, whole."""
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return msgspec.to_builtins(self)


def checkpoint(
    store: Store,
    reason: CheckpointReason = "asked",
    *,
    actor: str = STORE,
    force: bool = False,
    tree: LogTree | None = None,
) -> SignedCheckpoint | None:
    """Sign the head of the tree and tell of it by an event; None if nothing but checkpoints came since the last.

    Args:
        force: sign also if nothing but checkpoints came since the last.
        tree: the nodes, if they are open.
        actor: as people know it: `agent:NAME`, `user:NAME`, `dream:RUN`.

    Raises:
        StoreReadOnly: the store was opened read-only, or the key or the nodes cannot be written.
        InvalidFile: what should be the signing key is none.
        StoreFull, StoreBusy: nothing was signed.
    """
    if store.read_only:
        raise StoreReadOnly(
            f"the store {str(store.path)!r} was opened read-only; open it writable to sign a checkpoint"
        )
    from ...infrastructure.ledger.signing import signer

    with nullcontext(tree) if tree else LogTree(store.log, store.id, store.path, read_only=False) as nodes:
        for _ in range(RACES_MAX):
            last, head = last_checkpoint(store), store.log.head()
            if not force and last is not None and head == last.position == last.size + 1:
                return None
            made = _sign_and_tell(store, nodes, head, last, signer(store.id), reason, actor_in_log(store, actor))
            if made is not None:
                return made
    return None  # others sign all the time: theirs are as good


def last_checkpoint(store: Store) -> SignedCheckpoint | None:
    """Return the last checkpoint that the log tells of, None if there is none."""
    for limit in (1, None):  # nearly always it is the newest one; others came with a log that was imported
        for stored in store.log.read(CHECKPOINTS, newest_first=True, limit=limit):
            recorded = store.codec.decode(stored)
            event = recorded.event
            assert isinstance(event, CheckpointSigned), f"position {recorded.position} was found as a checkpoint"
            if is_of(event.note, store.id):
                return of_event(recorded.position, recorded.at, event)
    return None


def of_event(position: int, at: int, event: CheckpointSigned) -> SignedCheckpoint:
    """Return what an event tells of."""
    return SignedCheckpoint(
        position=position, at=at, size=event.size, root=event.root, note=event.note, reason=event.reason
    )


def _sign_and_tell(
    store: Store,
    tree: LogTree,
    size: int,
    last: SignedCheckpoint | None,
    signer: Signer,
    reason: CheckpointReason,
    actor: str,
) -> SignedCheckpoint | None:
    """Sign the tree of a size; None if somebody else signed meanwhile."""
    from ...infrastructure.ledger.notes import Checkpoint, origin, signed

    tree.grow(size)
    root = tree.nodes.root(size)
    note = str(signed(Checkpoint(origin(store.id), size, root).text, [signer]))
    event = CheckpointSigned(
        actor=actor,
        cause=new_command_id(),
        box=None,
        size=size,
        root=root.hex(),
        note=note,
        key=signer.key.text,
        reason=reason,
    )
    condition = AppendCondition(query=CHECKPOINTS, after=last.position if last else size)
    try:
        appended = store.log.append([store.codec.encode(event)], condition)
    except ConditionFailed:
        return None
    return of_event(appended.last, appended.at, event)
