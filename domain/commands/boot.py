"""Orders about the documents that agents read when they wake up."""

from ..events import DocumentRead
from .base import Command


class ReplaceDocumentLine(Command, frozen=True, kw_only=True):
    """Replace one line of a boot document, add one, or take one out."""

    document: str
    scope: str
    line: str | None = None
    """The line that ends, as it reads or as its id; None: none, a line is added."""
    text: str | None = None
    """The line that begins; None: none, a line is taken out."""
    memory: str
    """Fresh id of the new line."""


class NoteBoot(Command, frozen=True, kw_only=True):
    """Note which vintages an agent read when it woke up."""

    job: str | None
    vintages: tuple[DocumentRead, ...]
