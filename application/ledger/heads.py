"""All that was ever stated about the head of a log, and how the log fits it."""

from __future__ import annotations

import os
import re
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from ...domain.errors import InvalidFile, RemembrancerError
from ...domain.events import CheckpointSigned, LedgerAccepted
from ...infrastructure.ledger.anchors import read_anchor
from ...infrastructure.ledger.findings import Finding, places, runs
from ...infrastructure.ledger.notes import Checkpoint, Note, VerifierKey, origin, signed_by
from ...infrastructure.ledger.signing import known_signer
from ...infrastructure.log import StoredEvent
from ...infrastructure.rows import stored_event
from .origins import came_along

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ...infrastructure.codec import Codec
    from ...infrastructure.ledger.findings import Kind
    from ...infrastructure.ledger.kept import KeptLeaves
    from ...infrastructure.ledger.scan import LogScan

NOTES_BYTES_MAX = 1 << 30

_NOTES = re.compile(r"[^\n]+\n(?:[^\n]+\n)*\n(?:— [^\n]+\n)+")


class Head(msgspec.Struct, frozen=True):
    """What something states: at this size, the tree has this root."""

    size: int
    root: bytes
    kind: Kind
    said: str
    """What states it, in words."""
    position: int | None = None
    """Of its event, if one states it."""


class Heads:
    """The heads of one store, and what does not fit them."""

    def __init__(self, keys: Sequence[VerifierKey], store_id: str) -> None:
        self._keys = keys
        self._store_id = store_id
        self._heads: list[Head] = []
        self._findings: list[Finding] = []
        self._unknown: dict[str, list[int]] = {}
        """Positions of checkpoints by the key that signed them, where it is not known here."""
        self._accepted: list[tuple[int, LedgerAccepted]] = []
        """What a person vouched for, and where; once compared, only what counts."""
        self.notes: list[str] = []
        self.node_findings: list[Finding] = []
        """What is wrong with the nodes of the ledger only, or is not signed yet."""
        self.covered = 0
        """The largest size that fits."""
        if not keys:
            self.notes.append(
                "no key is known here, so no signature was verified; give the one that `ledger key` printed by --key"
            )

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._heads)

    def sizes(self) -> set[int]:
        """Return the sizes of all of them."""
        return {head.size for head in self._heads}

    def add(self, heads: Iterable[Head | Finding]) -> None:
        """Take heads that are known, or what is wrong with them."""
        for one in heads:
            if isinstance(one, Head):
                self._heads.append(one)
            else:
                self._findings.append(one)

    def add_file(self, path: str) -> None:
        """Take the checkpoints that a file holds.

        Raises:
            InvalidFile: it cannot be read, or holds none.
        """
        notes = notes_of(path)
        if not notes:
            raise InvalidFile(
                f"{path!r} holds no signed note; give a file of checkpoints, as `ledger checkpoint` gives"
            )
        for number, note in enumerate(notes, 1):
            self.add(self.of_note(note, "against", f"checkpoint {number} of {path!r}", None))

    def of_note(self, note: str, kind: Kind, said: str, position: int | None) -> Iterator[Head | Finding]:
        """Yield what a note states, or what is wrong with it."""
        try:
            parsed = Note.parse(note)
            stated = Checkpoint.parse(parsed.text)
            if stated.origin != origin(self._store_id):
                yield Finding(kind, position, f"{said} is of the log {stated.origin[:70]!r}, not of this one")
                return
            if self._keys and not signed_by(parsed, self._keys):
                hints = sorted({line.hint.hex() for line in parsed.signatures})
                yield Finding("key", position, f"{said} is signed by {', '.join(hints)}, which is no key known here")
                return
        except InvalidFile as fault:
            yield Finding(kind, position, f"{said} is no signed checkpoint any more: {fault}")
            return
        yield Head(stated.size, stated.root, kind, f"{said} (size {stated.size:,})", position)

    def add_events(
        self, scan: LogScan, accepted: Iterable[tuple[object, ...]], imported: Mapping[str, int], codec: Codec
    ) -> None:
        """Take the checkpoints that the log tells of, and rows that tell what was accepted.

        What cannot be read as one is told by the scan.
        """
        for row in scan.watched:
            event = _decoded(codec, row)
            if not isinstance(event, CheckpointSigned) or came_along(event.note, row[0], imported):
                continue
            position: int = row[0]
            for one in self.of_note(event.note, "checkpoint", "the checkpoint", position):
                if isinstance(one, Head) and (one.size, one.root.hex()) != (event.size, event.root):
                    said = f"it says size {event.size:,} and root {event.root[:16]}…, and its note says otherwise"
                    self._findings.append(Finding("checkpoint", position, said))
                elif isinstance(one, Head) and one.size >= position:
                    said = f"the checkpoint states {one.size:,} events, and stands before their end"
                    self._findings.append(Finding("checkpoint", position, said))
                else:
                    self.add([one])
        for row in accepted:
            event = _decoded(codec, row)
            if isinstance(event, LedgerAccepted) and isinstance(row[0], int):
                self._accepted.append((row[0], event))

    def compare(self, scan: LogScan, kept: KeptLeaves) -> list[Finding]:
        """Return what does not fit: by position where the ledger kept the leaves that were signed, else by range."""
        fits = [head for head in self._heads if scan.roots.get(head.size) == head.root]
        fitting = {head.size for head in fits}
        self.covered = max(fitting, default=0)
        # Without a known key no signature was looked at: then only what was noted outside of the store counts.
        trusted = max((head.size for head in fits if self._keys or head.kind == "anchor"), default=0)
        self._accepted = [
            (position, event)
            for position, event in self._accepted
            if position <= trusted and event.found_root == scan.roots.get(event.found_size, b"").hex()
        ]
        wrong = [head for head in self._heads if scan.roots.get(head.size) != head.root]
        given_up: dict[int, list[Head]] = {}
        wrong = [head for head in wrong if not self._is_excused(head, scan, given_up)]
        self.notes += _given_up(given_up, fitting)
        missing = {position for one in scan.findings if one.kind == "missing" for position in _span(one, kept.size)}
        differing = [position for position in scan.differing if position not in missing]
        if not wrong:
            self._take_kept(differing)
            return self._findings
        backed = kept.roots({head.size for head in wrong} | fitting)
        known = max((head.size for head in self._heads if backed.get(head.size) == head.root), default=0)
        found = [*self._findings, *_edited(scan, [position for position in differing if position <= known])]
        self._take_kept([position for position in differing if position > known])
        found += _cut_off(wrong, scan.head)
        located = sorted([one.position for one in [*found, *scan.findings] if one.position is not None])
        return found + _unlocated(wrong, scan.head, located, fitting)

    def unsettled(self, findings: Iterable[Finding]) -> list[Finding]:
        """Return what is wrong apart from what a person vouched for knowingly."""
        rest = list(findings)
        for position, event in self._accepted:
            marks = set(event.findings)
            kept = [one for one in rest if one.mark not in marks]
            if len(kept) < len(rest):
                self.notes.append(f"{_count_of(len(rest) - len(kept))} settled by what position {position:,} accepted")
            rest = kept
        return rest

    def look_at_tail(self, scan: LogScan, is_to_come: Callable[[int], bool]) -> None:
        """Tell of what nothing signed covers: of a session that is open or was killed, or of nobody that is known.

        Args:
            is_to_come: says whether the checkpoint that covers the events up to a position is to be signed yet.
        """
        first = self._first_beyond()
        if scan.head < first:
            return
        where = places(first, scan.head)
        if not any(head.kind == "anchor" for head in self._heads) or is_to_come(scan.head):
            self.notes.append(f"{where}: not signed yet; the next checkpoint covers them")
            return
        try:
            anchor = read_anchor(self._store_id)
        except RemembrancerError:
            anchor = None
        if anchor is not None and anchor.size >= scan.head:
            return  # a session ended while this one looked
        said = f"appended while no session of this user was open; nothing signed covers {where}"
        self.node_findings.append(Finding("unsigned", first, said, scan.head))

    def _first_beyond(self) -> int:
        """Return the first position that no head covers, and that does not tell of the largest one either."""
        stated = max((head.size for head in self._heads), default=0)
        own = any(head.kind == "checkpoint" and head.position == head.size + 1 == stated + 1 for head in self._heads)
        return stated + 2 if own else stated + 1

    def _take_kept(self, differing: Sequence[int]) -> None:
        for first, last in runs(differing):
            if last <= self.covered:
                said = "the log is what was signed, but the ledger's files keep other hashes; a checkpoint mends them"
                self.node_findings.append(Finding("nodes", first, said, last))
            else:
                said = "not what the ledger kept of it; nothing signed covers it yet"
                self._findings.append(Finding("event", first, said, last))

    def _is_excused(self, head: Head, scan: LogScan, given_up: dict[int, list[Head]]) -> bool:
        """Say whether somebody vouched for the log as it is, or for giving up the one that an outer head is about.

        Args:
            given_up: takes the checkpoints of the log that are excused, by the position of what excuses them.
        """
        for position, event in self._accepted:
            if head.kind == "checkpoint":
                # The log up to there is byte for byte what was vouched for, and its checkpoints did not fit it then.
                if head.position is not None and head.position <= event.found_size:
                    given_up.setdefault(position, []).append(head)
                    return True
            elif head.size <= event.anchored_size and (head.size > event.found_size or event.found_size <= scan.head):
                self.notes.append(f"{head.said} is of a log that was given up by what position {position:,} accepted")
                return True
        return False


def anchored(store_id: str) -> Iterator[Head | Finding]:
    """Yield the head that was noted in the user's state folder, if one was."""
    try:
        anchor = read_anchor(store_id)
    except RemembrancerError as fault:
        yield Finding("anchor", None, str(fault))
        return
    if anchor is not None:
        yield Head(anchor.size, bytes.fromhex(anchor.root), "anchor", f"the anchored head (size {anchor.size:,})")


def is_known_here(store_id: str) -> bool:
    """Say whether something was noted of a store here: a key, or a head."""
    try:
        return known_signer(store_id) is not None or read_anchor(store_id) is not None
    except RemembrancerError:
        return True  # something is, even if it cannot be read


def origins_told(rows: Iterable[tuple[object, ...]], imported: Mapping[str, int], codec: Codec) -> list[str]:
    """Return of which stores the checkpoints in the log are, by id, those told most often first."""
    events = [(row[0], _decoded(codec, row)) for row in rows]
    notes = [
        event.note
        for position, event in events
        if isinstance(event, CheckpointSigned) and not came_along(event.note, position, imported)
    ]
    named = [note.partition("\n")[0].removeprefix(origin("")) for note in notes]
    return [store_id for store_id, _ in Counter(named).most_common()]


def sizes_told(rows: Iterable[tuple[object, ...]], codec: Codec) -> set[int]:
    """Return the sizes that checkpoints and acceptances in the log state, as far as they can be read."""
    events = [_decoded(codec, row) for row in rows]
    return {event.size for event in events if isinstance(event, CheckpointSigned)} | {
        event.found_size for event in events if isinstance(event, LedgerAccepted)
    }


def notes_of(path: str | Path) -> list[str]:
    """Return the signed notes that a file holds, one after the other.

    Raises:
        InvalidFile: it cannot be read.
    """
    try:
        with open(path, encoding="utf-8", newline="\n") as file:
            text = file.read(NOTES_BYTES_MAX)
    except (OSError, UnicodeError) as fault:
        said = fault.strerror if isinstance(fault, OSError) else "it is not UTF-8"
        raise InvalidFile(f"cannot read checkpoints from {os.fspath(path)!r}: {said}; name a file of notes") from None
    return notes_in(text)


def notes_in(text: str) -> list[str]:
    """Return the signed notes that stand in a text, one after the other."""
    return _NOTES.findall(text)


def _decoded(codec: Codec, row: tuple[object, ...]) -> object:
    try:
        stored: StoredEvent = stored_event(row)
        return codec.decode(stored).event
    except (RemembrancerError, msgspec.DecodeError, ValueError, TypeError):
        return None


def _span(finding: Finding, most: int) -> range:
    assert finding.position is not None, "what is missing has a place"
    return range(finding.position, min(finding.last or finding.position, most) + 1)


def _edited(scan: LogScan, positions: Sequence[int]) -> list[Finding]:
    """Return what is to be said of events that are not what was signed."""
    explained = scan.explain(positions)
    plain = [position for position in positions if position not in explained]
    found = [
        Finding("event", position, f"not as it was recorded: {said}") for position, said in sorted(explained.items())
    ]
    said = "not as it was recorded: its time, type, tags or body was changed"
    return found + [Finding("event", first, said, last) for first, last in runs(plain)]


def _count_of(findings: int) -> str:
    """Return a number of findings in words."""
    return "one finding is" if findings == 1 else f"{findings:,} findings are"


def _given_up(checkpoints: Mapping[int, Sequence[Head]], fitting: set[int]) -> Iterator[str]:
    """Yield where a log that a person accepted is not what was signed before."""
    for position, heads in checkpoints.items():
        first = min(heads, key=lambda head: head.size)
        where = places(max((size for size in fitting if size < first.size), default=0) + 1, first.size)
        fit = "one checkpoint does" if len(heads) == 1 else f"{len(heads):,} checkpoints do"
        yield f"{where}: not what was signed, and accepted by position {position:,}; {fit} not fit any more"


def _cut_off(wrong: Sequence[Head], end: int) -> list[Finding]:
    """Return what is to be said of heads that are beyond the end of the log."""
    beyond = [head for head in wrong if head.size > end]
    if not beyond:
        return []
    largest = max(beyond, key=lambda head: head.size)
    said = f"the log ends at {end:,}, but {largest.said} covers more: its end was cut off, or an older copy put back"
    return [Finding("missing", end + 1, said, largest.size)]


def _unlocated(wrong: Sequence[Head], end: int, located: Sequence[int], fitting: set[int]) -> list[Finding]:
    """Return the range in which the first change lies, if no position is known yet that explains it."""
    within = [head for head in wrong if head.size <= end]
    if not within:
        return []
    first = min(within, key=lambda head: head.size)
    if located and located[0] <= first.size:
        return []
    begin = max((size for size in fitting if size < first.size), default=0) + 1
    said = f"something in {places(begin, first.size)} was changed, deleted or added since {first.said} was signed"
    return [Finding(first.kind, begin, said, first.size)]
