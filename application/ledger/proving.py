"""Proofs for strangers: that an event is in the log whose head was signed, and that the log only grew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.boundary import Query, QueryItem
from ...domain.errors import StoreDamaged, UnknownPosition
from ...domain.events import CheckpointSigned
from ...infrastructure.ledger.leaves import header, leaf_hash
from ...infrastructure.ledger.log_tree import LogTree
from ...infrastructure.ledger.proofs import consistency_proof, inclusion_proof, verify_inclusion
from .checkpointing import SignedCheckpoint, checkpoint, last_checkpoint, of_event
from .origins import is_of

if TYPE_CHECKING:
    from ..store import Store

_CHECKPOINTS = Query(items=(QueryItem(types=(CheckpointSigned.TYPE,)),))


class InclusionProof(msgspec.Struct, frozen=True, kw_only=True):
    """That one event is in the log whose head a checkpoint states: RFC 9162, section 2.1.3."""

    position: int
    """Of the event."""
    leaf_index: int
    """Of its leaf, counted from 0: the position less 1."""
    tree_size: int
    """Leaves of the tree that the checkpoint states."""
    header: str
    """What stands before the body in the leaf, without the line feed between them."""
    body: str
    """The stored bytes of the event, which are ASCII or UTF-8."""
    leaf_hash: str
    """SHA-256 of 0x00, header, line feed and body; 64 hexadecimal digits."""
    inclusion_path: tuple[str, ...]
    """Hashes that lead from the leaf to the root, the leaf's sibling first; 64 hexadecimal digits each."""
    checkpoint: str
    """The signed note, whole."""
    key: str | None
    """The key that verifies it, as `ledger key` prints it; None if it is not known here."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return msgspec.to_builtins(self)


class ConsistencyProof(msgspec.Struct, frozen=True, kw_only=True):
    """That the log of one size grew into that of another: RFC 9162, section 2.1.4."""

    first_size: int
    second_size: int
    first_root: str
    second_root: str
    consistency_path: tuple[str, ...]
    """Hashes in the order of RFC 9162; 64 hexadecimal digits each."""
    first_checkpoint: str | None
    """The signed note that states the first size; None if none does."""
    second_checkpoint: str | None
    key: str | None
    """The key that verifies them, as `ledger key` prints it; None if it is not known here."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return msgspec.to_builtins(self)


def proof(store: Store, position: int) -> InclusionProof:
    """Return the proof that the event at a position is in the log; if no checkpoint covers it, one is signed first.

    Raises:
        UnknownPosition: the log has no such event, or no checkpoint covers it and the store was opened read-only.
        StoreDamaged: the log is not what was signed.
    """
    stored = store.log.get(position)
    if stored is None:
        raise UnknownPosition(position, store.log.head())
    signed = _covering(store, position)
    with LogTree(store.log, store.id, store.path, read_only=store.read_only) as tree:
        _fit(tree, signed)
        leaf = leaf_hash(store.id, stored)
        path = inclusion_proof(tree.nodes, position - 1, signed.size)
        if not verify_inclusion(leaf, position - 1, signed.size, path, bytes.fromhex(signed.root)):
            raise StoreDamaged(
                f"the event at position {position} is not the one that was signed; run `remembrancer verify`"
            )
    return InclusionProof(
        position=position,
        leaf_index=position - 1,
        tree_size=signed.size,
        header=header(store.id, stored).decode(),
        body=stored.body.decode(),
        leaf_hash=leaf.hex(),
        inclusion_path=tuple(one.hex() for one in path),
        checkpoint=signed.note,
        key=key_text(store),
    )


def consistency(store: Store, first: int, second: int | None = None) -> ConsistencyProof:
    """Return the proof that the log of `first` events grew into that of `second` (None: as last signed).

    Raises:
        InvalidNumber: `first` is not from 1 to `second`.
        UnknownPosition: the log has fewer events.
    """
    last = last_checkpoint(store)
    if second is None:
        second = last.size if last else store.log.head()
    head = store.log.head()
    if second > head:
        raise UnknownPosition(second, head)
    with LogTree(store.log, store.id, store.path, read_only=store.read_only) as tree:
        if last is not None:
            _fit(tree, last)
        tree.grow(second)
        path = consistency_proof(tree.nodes, first, second)
        roots = tree.nodes.root(first), tree.nodes.root(second)
    notes = _notes_of(store, {first, second})
    return ConsistencyProof(
        first_size=first,
        second_size=second,
        first_root=roots[0].hex(),
        second_root=roots[1].hex(),
        consistency_path=tuple(one.hex() for one in path),
        first_checkpoint=notes.get(first),
        second_checkpoint=notes.get(second),
        key=key_text(store),
    )


def key_text(store: Store) -> str | None:
    """Return the key that verifies this store's checkpoints, as text; None if there is none here."""
    from ...infrastructure.ledger.signing import known_signer, signer

    found = known_signer(store.id) if store.read_only else signer(store.id)
    return found.key.text if found else None


def _covering(store: Store, position: int) -> SignedCheckpoint:
    """Return the last checkpoint if it covers a position, else one that is signed now."""
    last = last_checkpoint(store)
    if last is not None and last.size >= position:
        return last
    if store.read_only:
        raise UnknownPosition(position, last.size if last else 0)
    made = checkpoint(store, "asked")
    last = made or last_checkpoint(store)
    if last is not None and last.size >= position:
        return last
    # Only the event of the last checkpoint itself is left uncovered: nothing has come since.
    return _forced(store)


def _forced(store: Store) -> SignedCheckpoint:
    made = checkpoint(store, "asked", force=True)
    assert made is not None, "it was forced"
    return made


def _fit(tree: LogTree, signed: SignedCheckpoint) -> None:
    """Have the nodes give what was signed, made anew from the log where they do not.

    Raises:
        StoreDamaged: the log does not give it either.
    """
    root = bytes.fromhex(signed.root)
    if not tree.fits(signed.size, root):
        raise StoreDamaged(
            f"the log does not give the root that the checkpoint at position {signed.position} states; "
            "run `remembrancer verify` to see where it was changed"
        )


def _notes_of(store: Store, sizes: set[int]) -> dict[int, str]:
    found: dict[int, str] = {}
    for stored in store.log.read(_CHECKPOINTS):
        recorded = store.codec.decode(stored)
        if not isinstance(recorded.event, CheckpointSigned) or not is_of(recorded.event.note, store.id):
            continue
        if recorded.event.size in sizes:
            one = of_event(recorded.position, recorded.at, recorded.event)
            found[one.size] = one.note
    return found
