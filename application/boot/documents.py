"""The words of boot documents, read from the log."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import msgspec

from ...domain.boot import DocumentLine, DocumentState
from ...domain.content import LineTexts
from ...projections.documents import BOOT_DOCUMENTS, BOOT_LINES
from ..loading import identity_lines
from ..memory import ERASED, SEALED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...projections.documents import BootDocument
    from ..store import Store

Sections = dict[str, tuple[DocumentLine, ...]]
"""Lines by the name of the document that they stand in."""


class Kept(msgspec.Struct, frozen=True):
    """The words of one vintage of a document, or of an identity, as this process has read them."""

    changed_position: int
    memories: frozenset[str]
    """Ids of the lines: once one of them is erased, the words are read again."""
    sections: Sections

    def holds(self, changed_position: int, erased: frozenset[str]) -> bool:
        """Say whether it still says what the log says."""
        return self.changed_position == changed_position and self.memories.isdisjoint(erased)

    @property
    def whole(self) -> bool:
        """Whether every line could be read."""
        return all(line.text is not None for lines in self.sections.values() for line in lines)


_KEPT: WeakKeyDictionary[Store, dict[tuple[str, str], Kept]] = WeakKeyDictionary()
"""What an open store has read, so that a fleet that wakes up in one process opens each box once."""


def document_state(store: Store, scope: str, document: str, at: int | None = None) -> DocumentState:
    """Return a boot document with its lines; edition 0 if it never had one."""
    row = store.views.row(BOOT_DOCUMENTS, (scope, document), at)
    if row is None:
        return DocumentState()
    return DocumentState(edition=row.edition, lines=lines_of(store, [row], store.erased(), at)[scope, document])


def lines_of(
    store: Store, rows: Sequence[BootDocument], erased: frozenset[str], at: int | None = None
) -> dict[tuple[str, str], tuple[DocumentLine, ...]]:
    """Return the lines of boot documents by scope and name, in their order; one that cannot be read has no text."""
    kept = _KEPT.setdefault(store, {})
    found = {(row.scope, row.document): kept.get((row.scope, row.document)) for row in rows}
    missing = [
        row
        for row in rows
        if (known := found[row.scope, row.document]) is None or not known.holds(row.changed_position, erased)
    ]
    read = _read(store, missing, erased, at) if missing else {}
    for row in missing:
        key = row.scope, row.document
        found[key] = _keep(store, row, {row.document: read.get(key, ())}, erased, at)
    return {key: one.sections[key[1]] for key, one in found.items() if one is not None}


def identity_of(store: Store, agent: str, row: BootDocument, erased: frozenset[str], at: int | None = None) -> Sections:
    """Return the lines of an agent's identity by section."""
    known = _KEPT.setdefault(store, {}).get((row.scope, row.document))
    if known is not None and known.holds(row.changed_position, erased):
        return known.sections
    sections: Sections = {}
    for line, _ in identity_lines(store, agent, at):
        said = DocumentLine(memory=line.memory, ordinal=line.ordinal, text=line.text)
        sections[line.section] = (*sections.get(line.section, ()), said)
    return _keep(store, row, sections, erased, at).sections


def as_read(line: DocumentLine, erased: frozenset[str]) -> str:
    """Return the words of a line, or what stands for them where they cannot be read."""
    return line.text or (ERASED if line.memory in erased else SEALED)


def _keep(store: Store, row: BootDocument, sections: Sections, erased: frozenset[str], at: int | None) -> Kept:
    """Return what was read, and keep it if it is the present and whole."""
    memories = frozenset(line.memory for lines in sections.values() for line in lines)
    found = Kept(row.changed_position, memories, sections)
    # Of the past, of what was erased, and of what a key may yet open, nothing is kept.
    if at is None and found.whole and found.holds(row.changed_position, erased):
        _KEPT[store][row.scope, row.document] = found
    elif at is None:
        _KEPT[store].pop((row.scope, row.document), None)
    return found


def _read(
    store: Store, rows: Sequence[BootDocument], erased: frozenset[str], at: int | None
) -> dict[tuple[str, str], tuple[DocumentLine, ...]]:
    asked = {"scope": sorted({row.scope for row in rows}), "document": sorted({row.document for row in rows})}
    wanted = {(row.scope, row.document) for row in rows}
    places = [line for line in store.views.stab(BOOT_LINES, asked, at) if (line.scope, line.document) in wanted]
    readable = sorted({line.position for line in places if line.memory not in erased})
    events = [store.codec.decode(stored) for stored in store.log.some(readable)]
    words: dict[str, str] = {}
    for content in store.sealer.open_many(events):
        if isinstance(content, LineTexts):
            words.update(content.lines)
    found: dict[tuple[str, str], tuple[DocumentLine, ...]] = {}
    for line in sorted(places, key=lambda line: (line.ordinal, line.memory)):
        said = DocumentLine(memory=line.memory, ordinal=line.ordinal, text=words.get(line.memory))
        found[line.scope, line.document] = (*found.get((line.scope, line.document), ()), said)
    return found
