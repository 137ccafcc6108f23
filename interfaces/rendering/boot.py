"""Boot documents as people read them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .plain import count, one_line

if TYPE_CHECKING:
    from ...application.boot.writing import Document


def print_document(document: Document) -> None:
    """Print one document, each line with the id by which it can be replaced."""
    out = sys.stdout
    times = count(document.edition, "change")
    out.write(f"{document.name} ({document.scope}), after {times}\n")
    out.writelines(f"  {line.id}  {one_line(line.text)}\n" for line in document.lines)
