"""The ledger as the face of an open store shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.errors import AmbiguousId, InvalidNumber, StoreError, UnknownMemory
from ...domain.ids import abbreviated
from ...domain.texts import check_person
from ...projections.beliefs import BELIEFS
from .checkpointing import STORE, last_checkpoint
from .proving import consistency, key_text, proof

if TYPE_CHECKING:
    from ..store import Store
    from .checkpointing import SignedCheckpoint
    from .proving import ConsistencyProof, InclusionProof
    from .witnessing import WitnessState

IDS_MAX = 10
"""Memories that an abbreviated id may be told to fit."""


class Ledger:
    """Signs the head of the log, and proves to strangers what it holds."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def key(self) -> str:
        """The key that verifies the checkpoints of this store, as text: name, hash and base64 with `+` between them.

        Raises:
            StoreError: none was made yet, and the store was opened read-only.
        """
        found = key_text(self._store)
        if found is None:
            raise StoreError("no key has signed for this store here; sign a checkpoint with `ledger checkpoint` first")
        return found

    def checkpoint(self, *, by: str | None = None) -> SignedCheckpoint | None:
        """Sign the head of the log; None if nothing but checkpoints came since the last.

        Args:
            by: the person who asks, `user:NAME`; None: the store itself.

        Raises:
            StoreReadOnly, StoreFull, StoreBusy: nothing was signed.
        """
        from .watching import checkpoint_and_anchor

        return checkpoint_and_anchor(self._store, "asked", actor=STORE if by is None else check_person(by))

    def last_checkpoint(self) -> SignedCheckpoint | None:
        """Return the last checkpoint that the log tells of, None if there is none."""
        return last_checkpoint(self._store)

    def witnesses(self) -> list[WitnessState]:
        """Return who is handed each checkpoint, each with how far it has come."""
        from .witnessing import witness_states

        return witness_states(self._store)

    def proof(self, position_or_id: int | str) -> InclusionProof:
        """Return the proof that an event is in the log: the one at a position, or the one that recorded a memory.

        Raises:
            UnknownPosition, UnknownMemory, AmbiguousId: there is none.
            StoreDamaged: the log is not what was signed.
        """
        return proof(self._store, self._position(position_or_id))

    def consistency(self, first: int, second: int | None = None) -> ConsistencyProof:
        """Return the proof that the log of `first` events grew into that of `second`; None: the last signed size.

        Raises:
            InvalidNumber: `first` is not from 1 to `second`.
            UnknownPosition: the log has fewer events.
        """
        return consistency(self._store, first, second)

    def _position(self, position_or_id: int | str) -> int:
        if isinstance(position_or_id, bool) or (isinstance(position_or_id, int) and position_or_id < 1):
            raise InvalidNumber(f"{position_or_id!r} is no position; they begin with 1")
        if isinstance(position_or_id, int):
            return position_or_id
        if position_or_id.isdecimal() and position_or_id.isascii():
            return self._position(int(position_or_id[:19]))
        prefix, views = abbreviated(position_or_id), self._store.views
        ids = views.starting_with(BELIEFS, prefix, IDS_MAX)
        if not ids:
            raise UnknownMemory(position_or_id)
        if len(ids) > 1:
            raise AmbiguousId(position_or_id, tuple(sorted(ids)))
        belief = views.row(BELIEFS, (ids[0],))
        assert belief is not None, "its id was found in the table"
        return belief.recorded_position
