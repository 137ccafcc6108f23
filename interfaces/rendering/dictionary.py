"""The dictionary as people read it: its entries, and how a text is cut with it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .plain import count, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...application.recall.cutting import CutTerm, OtherName
    from ...application.recall.vocabulary import Vocabulary
    from ...infrastructure.search.dictionary import Entry

OTHERS_SHOWN = 8
"""Other names that a line holds; JSON has all."""


def entry_line(entry: Entry) -> str:
    """Return an entry as it stands in a file."""
    told = one_line(" = ".join(entry.names))
    return told if entry.frequency is None else f"{told} {entry.frequency}"


def print_entries(found: Vocabulary) -> None:
    """Print the entries that ship with the package, and those of the store."""
    out = sys.stdout
    out.write("with the package\n")
    out.writelines(f"  {entry_line(entry)}\n" for entry in found.shipped)
    out.write(f"\nin {one_line(str(found.path))}\n")
    if found.own:
        out.writelines(f"  {entry_line(entry)}\n" for entry in found.own)
    else:
        out.write("  nothing yet; `remembrancer dictionary add WORD` adds a word, 'A = B' names of one thing\n")


def draw_terms(terms: Sequence[CutTerm]) -> None:
    """Draw the terms of a text: what each one is, how many memories hold it, and its other names below."""
    from rich.padding import Padding
    from rich.text import Text

    from .screen import columns, draw

    if not terms:
        sys.stdout.write("no terms: punctuation and words that say little, such as 'the' or 的, are not searched for\n")
        return
    table = columns("term", "written", "is a", "revisions", narrowing=("term", "written"), right=("revisions",))
    for one in terms:
        table.add_row(_safe(one.term), _safe(one.word), one.kind, f"{one.documents:,}")
    parts: list[Any] = [table]
    for one in terms:
        lines = [(name, _others(others)) for name, others in (("near", one.near), ("translated", one.translations))]
        told = [Padding(Text(f"{name}: {line}"), (0, 0, 0, 2), expand=False) for name, line in lines if line]
        parts += [Text(f"\n{one_line(one.word)}", style="bold cyan"), *told] if told else []
    draw(*parts)


def _others(others: Sequence[OtherName]) -> str:
    shown = [f"{one_line(one.word)} {one.weight:.2f}{_held(one)}" for one in others[:OTHERS_SHOWN]]
    return ", ".join(shown) + (f", {len(others) - OTHERS_SHOWN} more" if len(others) > OTHERS_SHOWN else "")


def _held(one: OtherName) -> str:
    return f" (in {count(one.documents, 'revision')})" if one.documents else ""


def _safe(text: str) -> Any:
    from rich.text import Text

    return Text(one_line(text))
