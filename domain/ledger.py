"""The rules of the ledger, as a policy may set them."""

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

TAIL_MAX = 1_000_000
TIMEOUT_S_MAX = 600

_NAMED_IN_URL = re.compile(r"https?://[^/]*@")

VerifyMode = Literal["off", "head", "full"]


class WitnessRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who else is handed each signed checkpoint; none unless named.

    They are taken from the policy file of the store only, and never from its log: who can add an event cannot have a
    command run.
    """

    file: str = ""
    """A file that notes are appended to, on another disk or machine where possible."""
    git: str = ""
    """A git repository that they are committed to: an address that `git push` takes, or a folder."""
    branch: str = "checkpoints"
    """The branch of that repository."""
    command: tuple[str, ...] = ()
    """A program and its arguments, which gets the note on its standard input and ends with 0 if it has it."""
    timeout_s: int = 20
    """Seconds after which one that does not answer is given up for this time."""


class LedgerRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an opening looks at the log, how often its head is signed, and who else is told."""

    verify: VerifyMode = "head"
    """What an opening verifies: nothing, the anchored head and what came after the last checkpoint, or everything."""
    tail: int = 10_000
    """Events after which a checkpoint is signed at the latest."""
    witness: WitnessRules = WitnessRules()

    def faults(self) -> Iterator[str]:
        """Yield what is impossible in it, each as `<name> to <value>; it must be …`."""
        if not 1 <= self.tail <= TAIL_MAX:
            yield f"tail to {self.tail}; it must be from 1 to {TAIL_MAX}"
        witness = self.witness
        if not 1 <= witness.timeout_s <= TIMEOUT_S_MAX:
            yield f"witness.timeout_s to {witness.timeout_s}; it must be from 1 to {TIMEOUT_S_MAX}"
        if not witness.branch or witness.branch.startswith("-") or any(char.isspace() for char in witness.branch):
            yield f"witness.branch to {witness.branch[:70]!r}; it must be the name of a branch"
        if witness.git.startswith("-") or "::" in witness.git:
            yield f"witness.git to {witness.git[:70]!r}; it must be an address that `git push` takes, or a folder"
        if _NAMED_IN_URL.match(witness.git):
            yield "witness.git to an address with a name or password in it, which would be stored; leave it to git"
        if witness.command and not witness.command[0]:
            yield "witness.command to one without a program; it must begin with one"
