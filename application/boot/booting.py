"""Waking up: putting together what an agent reads first, and noting which vintages it read."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.boot import IDENTITY_SECTIONS, Page, check_job, page_text, reading_order
from ...domain.commands import NoteBoot
from ...domain.events import BootRead, DocumentRead
from ...domain.scopes import own
from ...projections.boots import BOOTS, NO_JOB
from ...projections.documents import BOOT_DOCUMENTS, IDENTITY_DOCUMENT
from ..handler import execute
from ..requests import Caller, given
from .documents import as_read, identity_of, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..reading import View
    from ..store import Store


class ReadDocument(msgspec.Struct, frozen=True, kw_only=True):
    """One document of a boot."""

    scope: str
    name: str
    changed_position: int
    """Position of the latest change that it holds: its vintage."""
    lines: tuple[str, ...]
    memories: tuple[str, ...]
    """Ids of the lines."""
    start: int
    """Offset of its first byte in the prefix."""
    end: int
    """Offset behind its last byte: a cache of the prompt may break here."""
    sha256: str
    """Of its bytes, hex."""


class Boot:
    """What an agent reads on waking up: the beginning of every prompt, byte for byte the same while nothing changed."""

    def __init__(self, agent: str, job: str | None, text: str, documents: tuple[ReadDocument, ...]) -> None:
        self.agent = agent
        self.job = job
        self.text = text
        self.documents = documents

    @cached_property
    def data(self) -> bytes:
        """The text as UTF-8."""
        return self.text.encode()

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of the bytes, hex."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def breakpoints(self) -> tuple[int, ...]:
        """Byte offsets at which documents end."""
        return tuple(document.end for document in self.documents)

    @property
    def shared_bytes(self) -> int:
        """Length of the beginning that all agents of the fleet have in common, in bytes."""
        return max((one.end for one in self.documents if one.scope == "fleet" and self._leads(one)), default=0)

    def _leads(self, document: ReadDocument) -> bool:
        before = self.documents[: self.documents.index(document)]
        return all(one.scope == "fleet" for one in before) and not document.name.startswith("job:")

    @cached_property
    def _counted(self) -> tuple[int, str]:
        from ...infrastructure.token_counter import token_counter  # who does not ask how many does not pay for it

        counter = token_counter()
        return counter.count(self.text), counter.name

    @property
    def tokens(self) -> int:
        """How many tokens the text is."""
        return self._counted[0]

    @property
    def tokens_by(self) -> str:
        """What counted them: a tokeniser, or an estimate."""
        return self._counted[1]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "agent": self.agent,
            "job": self.job,
            "sha256": self.sha256,
            "bytes": len(self.data),
            "tokens": self.tokens,
            "tokens_by": self.tokens_by,
            "shared_bytes": self.shared_bytes,
            "breakpoints": list(self.breakpoints),
            "documents": [
                {
                    "scope": one.scope,
                    "name": one.name,
                    "changed_position": one.changed_position,
                    "lines": len(one.lines),
                    "start": one.start,
                    "end": one.end,
                    "sha256": one.sha256,
                }
                for one in self.documents
            ],
            "text": self.text,
        }


def read_boot(store: Store, view: View, job: str | None = None) -> Boot:
    """Return what the view's agent reads on waking up, at the view's moment. Notes nothing.

    Args:
        job: the job that it wakes up for: that document comes last.

    Raises:
        InvalidName: it is no job's name.
    """
    asked = None if job is None else check_job(job)
    at = view.moment.position if view.moment.past else None
    rules = store.policy(at).boot
    pages = list(_pages(store, view, at))
    keys = [(page.scope, page.document) for page in pages]
    return _bound(view.agent, asked, [pages[index] for index in reading_order(keys, view.agent, rules, asked)])


def _pages(store: Store, view: View, at: int | None) -> Iterator[_Page]:
    """Yield every document that the agent may read and that says something."""
    erased = store.erased()
    rows = store.views.stab(BOOT_DOCUMENTS, {"scope": list(view.scopes)}, at)
    written = lines_of(store, [row for row in rows if row.document != IDENTITY_DOCUMENT], erased, at)
    for row in rows:
        if row.document != IDENTITY_DOCUMENT:
            sections = {row.document: written[row.scope, row.document]}
        else:
            sections = identity_of(store, view.agent, row, erased, at)
        for name, lines in sections.items():
            if lines:
                yield _Page(
                    scope=row.scope,
                    document=name,
                    lines=tuple(as_read(line, erased) for line in lines),
                    memories=tuple(line.memory for line in lines),
                    changed_position=row.changed_position,
                )


class _Page(Page, frozen=True, kw_only=True):
    memories: tuple[str, ...]
    changed_position: int


def _bound(agent: str, job: str | None, pages: list[_Page]) -> Boot:
    documents: list[ReadDocument] = []
    texts: list[str] = []
    start = 0
    for page in pages:
        text = page_text(page)
        data = text.encode()
        documents.append(
            ReadDocument(
                scope=page.scope,
                name=page.document,
                changed_position=page.changed_position,
                lines=page.lines,
                memories=page.memories,
                start=start,
                end=start + len(data),
                sha256=hashlib.sha256(data).hexdigest(),
            )
        )
        texts.append(text)
        start += len(data)
    return Boot(agent, job, "".join(texts), tuple(documents))


def wake_up(store: Store, caller: Caller, view: View, job: str | None = None) -> Boot:
    """Return what an agent reads on waking up, and note its vintages if they differ from those of its last boot.

    A store that was opened read-only is read and nothing is noted.

    Raises:
        InvalidName: it is no job's name.
    """
    boot = read_boot(store, view, job)
    if store.read_only or view.moment.past or not caller.actor.startswith("agent:"):
        return boot
    vintages = vintages_of(boot)
    if last_vintages(store, boot.agent, boot.job) != vintages:
        execute(store, NoteBoot(**given(store, caller), job=boot.job, vintages=vintages))
    return boot


def vintages_of(boot: Boot) -> tuple[DocumentRead, ...]:
    """Return which vintages a boot holds, in the order in which they are read."""
    found: dict[tuple[str, str], DocumentRead] = {}
    for one in boot.documents:
        name = IDENTITY_DOCUMENT if one.scope == own(boot.agent) and one.name in IDENTITY_SECTIONS else one.name
        found[one.scope, name] = DocumentRead(scope=one.scope, document=name, changed_position=one.changed_position)
    return tuple(found.values())


def last_vintages(store: Store, agent: str, job: str | None) -> tuple[DocumentRead, ...]:
    """Return what an agent read when it last woke up for a job; nothing if it never did."""
    row = store.views.row(BOOTS, (agent, job or NO_JOB))
    if row is None:
        return ()
    event = store.event(row.position).event
    assert isinstance(event, BootRead), f"position {row.position} should tell of a boot"
    return event.vintages
