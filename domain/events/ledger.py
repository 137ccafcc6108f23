"""What the ledger says of the log: signed checkpoints, and that a person vouches for what was found."""

from typing import Literal

from .base import Event

CheckpointReason = Literal["asked", "dream", "export", "closing", "tail", "accepted"]
"""Why a checkpoint was signed: somebody asked, a dream or a session ended, an export was made, the log had grown by so
much, or a person accepted what was found."""


class CheckpointSigned(Event, frozen=True, kw_only=True):
    """The head of the Merkle tree over the log was signed."""

    TYPE = "ledger.checkpoint_signed/1"
    CONTENT = None

    size: int
    """Leaves of the tree: the events at positions 1 to this one. The checkpoint itself stands further on."""
    root: str
    """Root of the tree, 64 hexadecimal digits."""
    note: str
    """The signed note (C2SP `tlog-checkpoint`) that says so, whole."""
    key: str
    """What verifies the note, as `ledger key` prints it. It vouches for nothing until somebody who knows it says so."""
    reason: CheckpointReason

    def _own_tags(self) -> tuple[str, ...]:
        return ("ledger:checkpoint",)


class LedgerAccepted(Event, frozen=True, kw_only=True):
    """A person vouched for a log that is not the one that was anchored, such as a restored backup."""

    TYPE = "ledger.accepted/1"

    anchored_size: int
    """Events of the log that was anchored; 0 if none was."""
    anchored_root: str
    """Root of the tree over them, 64 hexadecimal digits."""
    found_size: int
    """Events of the log that was found."""
    found_root: str
    """Root of the tree over them, 64 hexadecimal digits."""
    findings: tuple[str, ...]
    """Marks of what a verification found wrong with it then, each 16 hexadecimal digits."""
    keys: tuple[str, ...]
    """The keys that had signed it and were not known here before, as `ledger key` prints them."""

    def _own_tags(self) -> tuple[str, ...]:
        return ("ledger:accepted",)
