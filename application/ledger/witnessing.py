"""Witnesses: who else is handed each signed checkpoint, and whether the log still fits what they keep."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.errors import InvalidFile, RemembrancerError
from ...infrastructure.ledger.state_folder import state_folder
from ..policies import FILE, read_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...domain.ledger import WitnessRules
    from ...infrastructure.ledger.findings import Finding
    from ...infrastructure.ledger.witnesses import Witness
    from ..store import Store
    from .checkpointing import SignedCheckpoint
    from .heads import Head, Heads

CLONE = "witness"
"""Folder of the clone, in the state folder of a store."""
_NAMED = re.compile(rb"(?:\bfile|\bgit)\s*=\s*[\"'][^\"']|\bcommand\s*=\s*\[\s*[\"']")
"""Whether a policy file may name a witness: most do not, and are then not parsed."""


class WitnessState(msgspec.Struct, frozen=True, kw_only=True):
    """A witness, and how far it has come."""

    kind: str
    """`file`, `git` or `command`."""
    where: str
    size: int | None
    """The largest size that it keeps a checkpoint of; None: none, or it cannot be asked."""
    said: str
    """How it stands, in words."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return msgspec.to_builtins(self)


def hand_on(store: Store, made: SignedCheckpoint) -> None:
    """Hand a checkpoint to the witnesses; one that does not take it gets a later one, and the notices tell of it."""
    for witness in _witnesses(store):
        from ...infrastructure.ledger.witnesses import FAULTS

        try:
            witness.hand(made.note)
        except FAULTS as fault:
            store.notices.append(f"{_name(witness)} did not take the checkpoint of {made.size:,} events: {_why(fault)}")


def witnessed(store: Store, heads: Heads) -> Iterator[Head | Finding]:
    """Yield the heads that witnesses keep, as far as they can be asked."""
    from .heads import notes_in

    for witness in _witnesses(store):
        from ...infrastructure.ledger.witnesses import FAULTS

        try:
            text = witness.text()
        except FAULTS as fault:
            heads.notes.append(f"{_name(witness)} could not be asked: {_why(fault)}")
            continue
        for number, note in enumerate(notes_in(text or ""), 1):
            yield from heads.of_note(note, "witness", f"checkpoint {number} of {_name(witness)}", None)


def witness_states(store: Store) -> list[WitnessState]:
    """Return all witnesses, each with how far it has come."""
    return [_state(witness) for witness in _witnesses(store)]


def _state(witness: Witness) -> WitnessState:
    from ...infrastructure.ledger.notes import Checkpoint, Note
    from ...infrastructure.ledger.witnesses import FAULTS
    from .heads import notes_in

    try:
        text = witness.text()
    except FAULTS as fault:
        return WitnessState(kind=witness.kind, where=witness.where, size=None, said=f"cannot be asked: {_why(fault)}")
    if text is None:
        said = "is told, and cannot be asked" if witness.kind == "command" else "keeps nothing yet"
        return WitnessState(kind=witness.kind, where=witness.where, size=None, said=said)
    sizes = list[int]()
    for note in notes_in(text):
        try:
            sizes.append(Checkpoint.parse(Note.parse(note).text).size)
        except InvalidFile:
            continue
    largest = max(sizes, default=None)
    said = "keeps no checkpoint" if largest is None else f"keeps {len(sizes):,}, the largest of {largest:,} events"
    return WitnessState(kind=witness.kind, where=witness.where, size=largest, said=said)


def _witnesses(store: Store) -> list[Witness]:
    """Return who the policy file names. What the log says of witnesses is not acted upon."""
    rules = _rules(store)
    if rules is None:
        return []
    from ...infrastructure.ledger.witnesses import CommandWitness, FileWitness, GitWitness

    found: list[Witness] = []
    if rules.file:
        found.append(FileWitness(Path(store.path, Path(rules.file).expanduser())))
    if rules.git:
        clone = state_folder(store.id) / CLONE
        found.append(GitWitness(rules.git, rules.branch, clone, f"{store.id}.notes", rules.timeout_s))
    if rules.command:
        found.append(CommandWitness(rules.command, rules.timeout_s))
    return found


def _rules(store: Store) -> WitnessRules | None:
    path = store.path / FILE
    try:
        data = path.read_bytes()
        if not _NAMED.search(data):
            return None
        if os.name == "posix" and (status := path.stat()) and (status.st_mode & 0o022):
            store.notices.append(
                f"{FILE} can be written by other accounts: its witnesses are not called; chmod go-w it"
            )
            return None
        from ...domain.policy import policy_from

        return policy_from(read_settings(data, FILE)).ledger.witness
    except (OSError, RemembrancerError) as fault:
        store.notices.append(f"the witnesses in {FILE} cannot be read: {fault}")
        return None


def _name(witness: Witness) -> str:
    return f"the witness {witness.kind} {witness.where!r}"


def _why(fault: BaseException) -> str:
    """Return what a fault says, without the number of the error and the path, which stands before it."""
    return (isinstance(fault, OSError) and fault.strerror) or str(fault)
