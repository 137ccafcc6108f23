"""The files of an export: what was selected, streamed a page at a time, with what proves it."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.errors import StoreDamaged
from ...infrastructure.exports import forms, lines, manifest
from ...infrastructure.ledger.leaves import RowHasher
from ...infrastructure.ledger.proofs import inclusion_proof, range_proof
from ...infrastructure.ledger.tree import Frontier, complete_subtrees
from ...infrastructure.rows import tags_text
from ...projections.beliefs import BELIEFS
from ..memory import Memory
from .records import event_record, memory_record
from .words import Words, count_unread

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...infrastructure.exports.folder import ExportFolder
    from ...infrastructure.exports.record import Table
    from ...infrastructure.exports.report_page import ReportHead, ReportPage
    from ...infrastructure.ledger.log_tree import LogTree
    from ...projections.beliefs import Belief
    from ..moment import Moment
    from ..store import Store
    from .options import Progress
    from .selecting import Selection
    from .words import Opened, Row

PAGE = 1_000
"""Events that are written at once."""


class Written(msgspec.Struct):
    """What was written so far."""

    items: int = 0
    by_name: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    """Events by type, or memories by status."""
    unread: dict[str, int] = msgspec.field(default_factory=dict[str, int])

    def count(self, names: Iterable[str]) -> None:
        """Count one more item for each name."""
        for name, number in Counter(names).items():
            self.items += number
            self.by_name[name] = self.by_name.get(name, 0) + number


class Files:
    """The files of one export, and how they are filled."""

    def __init__(
        self, store: Store, folder: ExportFolder, selection: Selection, formats: Sequence[str], head: ReportHead
    ) -> None:
        self._store = store
        self._folder = folder
        self._selection = selection
        self._holds = "events" if selection.as_of is None else "state"
        self._words = Words(store, sealed=selection.sealed)
        self._people: dict[str, str] | None = None if selection.sealed else {}
        self._tables: dict[str, Table] = {}
        self._reports: dict[str, ReportPage] = {}
        for form in formats:
            if form in forms.TABLES:
                name = forms.table_file(form, self._holds)
                self._tables[name] = forms.table(form, folder.new(name))
            elif form in forms.REPORTS:
                name = forms.REPORTS[form][0]
                self._reports[name] = forms.report(
                    form, folder.new(name), head, folder=folder.path, timeline=self._holds == "events"
                )
        self.written = Written()

    def write_events(self, tree: LogTree, size: int, root: bytes, progress: Progress | None) -> list[str]:
        """Write the events and what proves them; return the proof of the range if they are all of it.

        Raises:
            StoreDamaged: an event cannot be read, or the log is not the one that the tree was made from.
        """
        selection, folder = self._selection, self._folder
        whole = selection.is_whole
        proof = range_proof(tree.nodes, selection.first - 1, selection.last, size) if whole else []
        check = _RangeCheck(proof, selection.first - 1, selection.last, size) if whole else None
        hasher, maker = RowHasher(self._store.id), lines.Lines(self._store.id)
        events, sums = folder.new(lines.FILE), folder.new(manifest.LINES_FILE)
        proofs = None if whole else folder.new(manifest.PROOFS_FILE)
        for rows in self._pages():
            opened = self._words.open(rows)
            leaves = _leaves(hasher, rows)
            made = [maker.line(row, *words) for row, words in zip(rows, opened, strict=True)]
            events.write(b"".join(made))
            sums.write(
                "".join(f"{row[0]} {sha256(line).hexdigest()}\n" for row, line in zip(rows, made, strict=True)).encode()
            )
            if check is not None:
                check.extend(leaves)
            if proofs is not None:
                proofs.write(
                    b"".join(_proof_line(tree, row[0], leaf, size) for row, leaf in zip(rows, leaves, strict=True))
                )
            self._count(rows, opened)
            self._tell(rows, opened)
            if progress is not None:
                progress(rows[-1][0] - selection.first + 1, selection.last - selection.first + 1)
        if check is not None and check.root() != root:
            raise _differs(self._store)
        for name in (lines.FILE, manifest.LINES_FILE, *(() if proofs is None else (manifest.PROOFS_FILE,))):
            folder.close(name)
        if not selection.sealed:
            folder.write(manifest.PEOPLE_FILE, msgspec.json.format(msgspec.json.encode(self._words.people())) + b"\n")
        return [one.hex() for one in proof]

    def write_state(self, moment: Moment, progress: Progress | None) -> None:
        """Write the memories as they were believed at a moment."""
        out = self._folder.new(manifest.STATE_FILE)
        for memories in self._memories(moment):
            records = [memory_record(memory, sealed=self._selection.sealed) for memory in memories]
            out.write(b"".join(msgspec.json.encode(record.fields) + b"\n" for record in records))
            self.written.count(memory.status for memory in memories)
            count_unread([(None, _unread_mark(record.fields.get("text"))) for record in records], self.written.unread)
            for table in self._tables.values():
                table.add(records)
            for report in self._reports.values():
                report.believe(records)
            if progress is not None:
                progress(self.written.items, max(self.written.items, 1))
        self._folder.close(manifest.STATE_FILE)

    def finish(self, moment: Moment) -> None:
        """End tables and reports; reports of events end with what is believed at a moment."""
        if self._reports and self._holds == "events":
            for memories in self._memories(moment):
                records = [memory_record(memory, sealed=self._selection.sealed) for memory in memories]
                for report in self._reports.values():
                    report.believe(records)
        for table in self._tables.values():
            table.end()
        counts = {**dict(sorted(self.written.by_name.items())), self._holds: self.written.items}
        for report in self._reports.values():
            report.end(counts)
        for name in (*self._tables, *self._reports):
            self._folder.close(name)

    def _pages(self) -> Iterator[list[Row]]:
        """Yield the rows that are wanted, in pages.

        Raises:
            StoreDamaged: some are missing.
        """
        selection, store = self._selection, self._store
        if selection.first > selection.last:
            return
        if selection.query is None and selection.valid is None:
            rows, expected = store.log.rows(selection.first - 1, selection.last), selection.first
            while page := list(islice(rows, PAGE)):
                if page[-1][0] != expected + len(page) - 1:
                    raise _differs(store)
                expected += len(page)
                yield page
            if expected != selection.last + 1:
                raise _differs(store)
            return
        found = store.log.read(selection.query, after=selection.first - 1, upto=selection.last)
        wanted = (
            (one.position, one.at, one.type, tags_text(one.tags), one.body)
            for one in found
            if selection.valid is None or selection.wants(store.codec.decode(one))
        )
        while page := list(islice(wanted, PAGE)):
            yield page

    def _count(self, rows: Sequence[Row], opened: Sequence[Opened]) -> None:
        self.written.count(row[2] for row in rows)
        count_unread(opened, self.written.unread)

    def _tell(self, rows: Sequence[Row], opened: Sequence[Opened]) -> None:
        if not self._tables and not self._reports:
            return
        records = [event_record(self._store, row, words, self._people) for row, words in zip(rows, opened, strict=True)]
        for told in (*self._tables.values(), *self._reports.values()):
            told.add(records)

    def _memories(self, moment: Moment) -> Iterator[list[Memory]]:
        selection = self._selection
        for page in self._store.views.each(BELIEFS, moment.position):
            found = [
                Memory(self._store, belief, moment)
                for belief in page
                if (selection.agent is None or belief.agent == selection.agent)
                and (selection.pseudonym is None or self._is_about(belief, selection.pseudonym))
            ]
            if found:
                yield found

    def _is_about(self, belief: Belief, pseudonym: str) -> bool:
        box = self._store.event(belief.content_position).event.box
        return box is not None and pseudonym in box.subjects


class _RangeCheck:
    """Follows the leaves of a range to the root, as whoever verifies the export will."""

    def __init__(self, proof: Sequence[bytes], begin: int, end: int, size: int) -> None:
        left = begin.bit_count()
        self._tree = Frontier(begin, proof[:left])
        self._right = list(zip(complete_subtrees(end, size), proof[left:], strict=True))

    def extend(self, leaves: Sequence[bytes]) -> None:
        self._tree.extend(leaves)

    def root(self) -> bytes:
        for (level, _), subtree in self._right:
            self._tree.append_subtree(subtree, level)
        return self._tree.root()


def _leaves(hasher: RowHasher, rows: Sequence[Row]) -> list[bytes]:
    try:
        return hasher.leaves(rows)
    except (msgspec.DecodeError, ValueError, TypeError) as fault:
        raise StoreDamaged(
            f"an event from position {rows[0][0]} to {rows[-1][0]} does not read as it was stored ({fault}); find it "
            "with `remembrancer verify`, and restore memory.db from a backup"
        ) from None


def _proof_line(tree: LogTree, position: int, leaf: bytes, size: int) -> bytes:
    if tree.nodes.node(0, position - 1) != leaf:
        raise StoreDamaged(
            f"event {position} is not the one that the ledger was made from; see `remembrancer verify`, and restore "
            "memory.db from a backup"
        )
    proof = [one.hex() for one in inclusion_proof(tree.nodes, position - 1, size)]
    return msgspec.json.encode({"position": position, "proof": proof}) + b"\n"


def _differs(store: Store) -> StoreDamaged:
    return StoreDamaged(
        f"store {str(store.path)!r}: the log is not the one that its ledger was made from; nothing was exported: see "
        "`remembrancer verify`, and restore memory.db from a backup"
    )


def _unread_mark(text: Any) -> Any:
    return {"[sealed]": "sealed", "[erased]": "erased"}.get(text) if isinstance(text, str) else None
