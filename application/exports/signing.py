"""What an export's proofs lead to: the head of the tree, signed, and the key that signs the manifest as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ...domain.errors import StoreDamaged, StoreReadOnly
from ...infrastructure.ledger.log_tree import LogTree
from ...infrastructure.ledger.notes import Checkpoint, Note, Signer, origin, signed
from ...infrastructure.ledger.signing import known_signer, signer
from ..ledger.checkpointing import checkpoint, last_checkpoint

if TYPE_CHECKING:
    from ..store import Store


class SignedHead(msgspec.Struct, frozen=True, kw_only=True):
    """The tree up to which an export is made."""

    signer: Signer
    size: int
    root: bytes
    note: str
    """The signed checkpoint, whole."""


def signed_head(store: Store, tree: LogTree) -> SignedHead:
    """Return the head of the tree, signed: by a checkpoint in the log, or in a read-only session beside it.

    Raises:
        StoreReadOnly: the session is read-only and the store's signing key is not on this machine.
        StoreDamaged: an event does not read as it was stored.
    """
    if store.read_only:
        return _beside(store, tree)
    made = checkpoint(store, "export") or last_checkpoint(store)
    assert made is not None, "a log that nothing can be signed of has a checkpoint"
    grow(store, tree, made.size)
    return _signed(store, signer(store.id), made.size, bytes.fromhex(made.root))


def grow(store: Store, tree: LogTree, size: int) -> None:
    """Bring the nodes of the tree up to a size.

    Raises:
        StoreDamaged: an event does not read as it was stored.
    """
    try:
        tree.grow(size)
    except msgspec.DecodeError as fault:
        raise StoreDamaged(
            f"store {str(store.path)!r}: an event does not read as it was stored ({fault}); find it with "
            "`remembrancer verify`, and restore memory.db from a backup"
        ) from None


def sign_text(head: SignedHead, text: str) -> str:
    """Return a text as a note signed by the key of the store."""
    note: Note = signed(text, [head.signer])
    return str(note)


def _beside(store: Store, tree: LogTree) -> SignedHead:
    key = known_signer(store.id)
    if key is None:
        raise StoreReadOnly(
            f"cannot sign an export of {str(store.path)!r}: its signing key is not on this machine, and a read-only "
            "session makes none; export where the key is, or open the store writable"
        )
    size = store.log.head()
    grow(store, tree, size)
    return _signed(store, key, size, tree.nodes.root(size))


def _signed(store: Store, key: Signer, size: int, root: bytes) -> SignedHead:
    # Signed once more: the checkpoint in the log may be by a key that was replaced since.
    note = str(signed(Checkpoint(origin(store.id), size, root).text, [key]))
    return SignedHead(signer=key, size=size, root=root, note=note)
