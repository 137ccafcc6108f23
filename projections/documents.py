"""Boot documents: their lines, and of each document which change was its latest. Words are read from the log."""

from collections.abc import Iterable

import msgspec

from ..domain.events import AnyEvent, DocumentLineReplaced, IdentityEvent, Recorded
from .projection import Key, Projection

IDENTITY_DOCUMENT = "identity"
"""Stands for the five sections of an agent's own identity, whose lines are in the view `identity_lines`."""


class BootLine(msgspec.Struct, frozen=True):
    """One line of a boot document."""

    scope: str
    document: str
    memory: str
    ordinal: int
    position: int
    """Of the event that brought it."""


class BootDocument(msgspec.Struct, frozen=True):
    """How one document stands."""

    scope: str
    document: str
    edition: int
    """How often it has changed."""
    changed_position: int
    changed_at: int
    """Microseconds since 1970 UTC."""


def _line_keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case DocumentLineReplaced():
            return ((event.scope, event.document, memory) for memory in event.memories)
        case _:
            return ()


def _line(row: BootLine | None, recorded: Recorded, key: Key) -> BootLine | None:
    match recorded.event:
        case DocumentLineReplaced() as event:
            if event.begun != key[2]:
                return None
            return BootLine(
                scope=event.scope,
                document=event.document,
                memory=key[2],
                ordinal=event.ordinal,
                position=recorded.position,
            )
        case _:
            return row


def _document_keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case DocumentLineReplaced():
            return ((event.scope, event.document),)
        case IdentityEvent():
            return ((event.scope, IDENTITY_DOCUMENT),)
        case _:
            return ()


def _document(row: BootDocument | None, recorded: Recorded, key: Key) -> BootDocument:
    event = recorded.event
    times = row.edition + 1 if row else 1
    return BootDocument(
        scope=key[0],
        document=key[1],
        edition=event.edition if isinstance(event, DocumentLineReplaced) else times,
        changed_position=recorded.position,
        changed_at=recorded.at,
    )


BOOT_LINES = Projection(
    name="boot_lines",
    version=1,
    row=BootLine,
    key=("scope", "document", "memory"),
    keys=_line_keys,
    apply=_line,
    of=(DocumentLineReplaced,),
)
BOOT_DOCUMENTS = Projection(
    name="boot_documents",
    version=1,
    row=BootDocument,
    key=("scope", "document"),
    keys=_document_keys,
    apply=_document,
    of=(DocumentLineReplaced, IdentityEvent),
)
