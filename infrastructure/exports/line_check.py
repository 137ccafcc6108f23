"""The lines of an export: each as it was written, in its place, and under the root that was signed."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256

import msgspec

from ...domain.errors import InvalidFile, InvalidNumber
from ..ledger.notes import Checkpoint
from ..ledger.proofs import verify_inclusion
from ..ledger.tree import BLOCK, HASH_BYTES, Frontier, complete_subtrees
from . import lines, manifest
from .lines import EventLine, Lines
from .manifest import Manifest

PROOF_HASHES_MAX = 64

_Sum = tuple[int, str]
"""A position, and the SHA-256 of its line in hexadecimal digits."""


class _Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    position: int
    proof: list[str]


class LineCheck:
    """Checks the lines of one export.

    Args:
        head: the tree that was signed; None: no proof can be checked.
        found: told each problem.
    """

    def __init__(self, said: Manifest, head: Checkpoint | None, found: Callable[[str], None]) -> None:
        self._said = said
        self._head = head
        self._found = found
        self._maker = Lines(said.store)
        self._sums: Iterator[_Sum] = iter(())
        self._due: _Sum | None = None
        self._proofs: Iterator[_Proof] = iter(())
        self._proof: _Proof | None = None
        self._last = 0
        self._bad = 0

    def run(self, lines_of: Callable[[str], Iterator[bytes]]) -> int:
        """Look at every line, and return how many there are."""
        self._sums = self._listed(lines_of(manifest.LINES_FILE))
        self._due = next(self._sums, None)
        if self._said.proof == "inclusion":
            self._proofs = self._given_proofs(lines_of(manifest.PROOFS_FILE))
            self._proof = next(self._proofs, None)
        tree = self._range() if self._said.proof == "range" else None
        number, leaves = 0, list[bytes]()
        for number, line in enumerate(lines_of(lines.FILE), 1):
            leaf = self._leaf(number, line)
            if leaf is not None and tree is not None and not self._bad:
                leaves.append(leaf)
                if len(leaves) == BLOCK:
                    tree.extend(leaves)
                    leaves = []
        self._missing_before(None, number + 1)
        if tree is not None and not self._bad:
            tree.extend(leaves)
            self._check_range(tree)
        return number

    def _leaf(self, number: int, line: bytes) -> bytes | None:
        """Return the leaf of a line; None if something is wrong with it."""
        before = self._bad
        try:
            event = self._parsed(line)
        except InvalidFile as fault:
            self._tell(number, str(fault))
            self._due = next(self._sums, None) if self._due else None
            return None
        self._check_place(number, event.position, line)
        try:
            leaf = self._maker.leaf(event)
        except InvalidFile as fault:
            self._tell(number, str(fault))
            return None
        if self._said.proof == "inclusion":
            self._check_inclusion(number, event, leaf)
        return leaf if self._bad == before else None

    def _parsed(self, line: bytes) -> EventLine:
        if not line.endswith(b"\n"):
            raise InvalidFile("does not end with a line feed")
        return self._maker.parsed(line)

    def _check_place(self, number: int, position: int, line: bytes) -> None:
        span = self._said.range
        if not span.first <= position <= span.last:
            self._tell(number, f"is of position {position}, outside the range {span.first} to {span.last}")
        if position <= self._last:
            self._tell(number, f"is of position {position}, after position {self._last}: lines are not in order")
            return
        self._last = max(self._last, position)
        if self._due is not None and position > self._due[0]:
            self._missing_before(position, number)
        if self._due is None or position != self._due[0]:
            self._tell(
                number, f"is of position {position}, which {manifest.LINES_FILE} does not list here: it was added"
            )
            return
        if sha256(line).hexdigest() != self._due[1]:
            self._tell(number, f"(position {position}) was changed")
        self._due = next(self._sums, None)

    def _missing_before(self, position: int | None, number: int) -> None:
        """Tell of what is listed up to a position and not there."""
        first = last = 0
        while self._due is not None and (position is None or self._due[0] < position):
            first, last = first or self._due[0], self._due[0]
            self._due = next(self._sums, None)
        if first:
            which = f"position {first} is" if first == last else f"positions {first} to {last} are"
            self._tell(
                number,
                f"should come later: {which} missing before it" if position else f"is missing: {which} not there",
            )

    def _check_inclusion(self, number: int, event: EventLine, leaf: bytes) -> None:
        while self._proof is not None and self._proof.position < event.position:
            self._proof = next(self._proofs, None)
        if self._proof is None or self._proof.position != event.position:
            self._tell(number, f"(position {event.position}) has no proof in {manifest.PROOFS_FILE}")
            return
        path = _hashes(self._proof.proof)
        if self._head is not None and (
            path is None or not verify_inclusion(leaf, event.position - 1, self._head.size, path, self._head.root)
        ):
            self._tell(number, f"(position {event.position}) is not in the log that was signed: its proof fails")

    def _range(self) -> Frontier | None:
        """Return the tree as it was before the range; None if the manifest gives none."""
        span, proof = self._said.range, _hashes(self._said.range_proof)
        begin = span.first - 1
        with suppress(InvalidNumber):
            if proof is not None and begin >= 0:
                return Frontier(begin, proof[: begin.bit_count()])
        self._found(f"{manifest.FILE}: its proof of the range is none")
        return None

    def _check_range(self, tree: Frontier) -> None:
        head, span = self._head, self._said.range
        if head is None:
            return  # told already: there is no root to lead to
        right = list(complete_subtrees(span.last, head.size)) if span.last <= head.size else []
        rest = (_hashes(self._said.range_proof) or [])[(span.first - 1).bit_count() :]
        good = tree.size == span.last <= head.size and len(rest) == len(right)
        if good:
            for (level, _), subtree in zip(right, rest, strict=True):
                tree.append_subtree(subtree, level)
        if not good or tree.root() != head.root:
            self._found(
                f"{lines.FILE}: its events are not those of the log that was signed: the proof of the range fails"
            )

    def _listed(self, found: Iterator[bytes]) -> Iterator[_Sum]:
        for number, line in enumerate(found, 1):
            position, _, digest = line.decode(errors="replace").rstrip("\n").partition(" ")
            if not (position.isascii() and position.isdigit() and len(position) < 20):
                self._found(f"{manifest.LINES_FILE} line {number} is no position and SHA-256")
                continue
            yield int(position), digest

    def _given_proofs(self, found: Iterator[bytes]) -> Iterator[_Proof]:
        decode = msgspec.json.Decoder(_Proof).decode
        for number, line in enumerate(found, 1):
            try:
                yield decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as fault:
                self._found(f"{manifest.PROOFS_FILE} line {number} is no proof ({fault})")

    def _tell(self, number: int, what: str) -> None:
        self._bad += 1
        self._found(f"{lines.FILE} line {number} {what}")


def _hashes(texts: list[str]) -> list[bytes] | None:
    if len(texts) > 2 * PROOF_HASHES_MAX:
        return None
    try:
        found = [bytes.fromhex(text) for text in texts]
    except ValueError:
        return None
    return found if all(len(one) == HASH_BYTES for one in found) else None
