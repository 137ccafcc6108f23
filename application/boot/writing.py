"""Writing the documents that agents wake up with: as a person, a line at a time."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.boot import IDENTITY_SECTIONS, check_document, line_meant
from ...domain.boundary import Query
from ...domain.commands import ReplaceDocumentLine
from ...domain.content import LineTexts
from ...domain.decisions.boot import unchanged_document
from ...domain.errors import InvalidText, NotFound, NotReadable
from ...domain.events import DocumentLineReplaced
from ...domain.moments import to_datetime
from ...domain.scopes import check_scope, own, readable
from ...domain.texts import shown
from ...projections.beliefs import BELIEFS
from ...projections.documents import BOOT_DOCUMENTS, IDENTITY_DOCUMENT
from ..handler import execute, execute_all
from ..requests import given, names
from ..store import new_memory_id
from .documents import as_read, document_state, identity_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..reading import View
    from ..requests import Caller
    from ..store import Store


LOOKED_BACK = 1_000
"""Changes of a document that are looked through for what became of a line."""


class WrittenLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a boot document."""

    id: str
    text: str


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A boot document at the asked moment."""

    name: str
    scope: str
    edition: int
    """How often it has changed; 0: it was never written."""
    lines: tuple[WrittenLine, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found


def document(store: Store, scope: str, name: str, at: int | None = None) -> Document:
    """Return one boot document."""
    state, erased = document_state(store, scope, name, at), store.erased()
    return Document(
        name=name,
        scope=scope,
        edition=state.edition,
        lines=tuple(WrittenLine(id=line.memory, text=as_read(line, erased)) for line in state.lines),
    )


def read_document(store: Store, view: View, name: str, scope: str | None) -> Document:
    """Return one boot document that an agent may read.

    Raises:
        InvalidName, NotReadable: there is no such document, or it is not for this agent.
    """
    at = view.moment.position if view.moment.past else None
    check_document(name, store.policy(at).boot)
    where = check_scope(scope) if scope is not None else _first_written(store, view, name, at)
    if where not in view.scopes:
        raise NotReadable(f"agent {view.agent!r} may not read {where!r}; it may read {', '.join(view.scopes)}")
    if where == own(view.agent) and name in IDENTITY_SECTIONS:
        return _section(store, view.agent, name, at)
    return document(store, where, name, at)


def _section(store: Store, agent: str, name: str, at: int | None) -> Document:
    """Return a section of an agent's identity, with the lines that stood beside it before that was refused."""
    written = document(store, own(agent), name, at)
    row, erased = store.views.row(BOOT_DOCUMENTS, (own(agent), IDENTITY_DOCUMENT), at), store.erased()
    if row is None:
        return written
    lines = identity_of(store, agent, row, erased, at).get(name, ())
    said = tuple(WrittenLine(id=line.memory, text=as_read(line, erased)) for line in lines)
    return Document(name=name, scope=own(agent), edition=row.edition + written.edition, lines=(*said, *written.lines))


def _first_written(store: Store, view: View, name: str, at: int | None) -> str:
    """Return the scope whose document of that name an agent looks for: its own, its teams', or the fleet's."""
    rows = store.views.rows(BOOT_DOCUMENTS, [(scope, name) for scope in view.scopes], at)
    mine = own(view.agent)
    if name in IDENTITY_SECTIONS and store.views.row(BOOT_DOCUMENTS, (mine, IDENTITY_DOCUMENT), at) is not None:
        return mine
    return next((scope for scope in view.scopes if (scope, name) in rows), mine)


def replace_document_line(
    store: Store,
    caller: Caller,
    name: str,
    *,
    line: str | None,
    text: str | None,
    because: str | None,
    scope: str | None,
    subjects: Sequence[str],
    idempotency_key: str | None,
) -> Document:
    """Replace one line of a boot document, add one (`line` is None) or take one out (`text` is None).

    Args:
        scope: whose document; None: the one that has the line, the agent's own before its teams' and the fleet's.

    Raises:
        PersonNeeded: no person asks.
        NotFound: the document has no such line.
        CorrectionAppended: the line would correct one that stays; the message says how to replace that one.
        SecretRefused, SourceCodeRefused: the line that begins, or the reason, holds some.
    """
    check_document(name, store.policy().boot)
    where = scope if scope is not None else _scope_of(store, caller.agent, name, line)
    body = {"verb": "replace", "document": name, "scope": scope, "line": line, "text": text, "because": because}
    command = ReplaceDocumentLine(
        **given(
            store,
            caller,
            because=because,
            subjects=subjects,
            idempotency_key=idempotency_key,
            body={**body, "subjects": subjects},
        ),
        document=name,
        scope=where,
        line=line,
        text=text,
        memory=new_memory_id(),
    )
    try:
        execute(store, command, key=idempotency_key)
    except NotFound as refusal:
        raise _replaced_before(store, where, name, line) or refusal from None
    return document(store, where, name)


def _scope_of(store: Store, agent: str, name: str, line: str | None) -> str:
    if line is None:
        return own(agent)
    scopes = readable(agent, store.policy().teams)
    written = store.views.rows(BOOT_DOCUMENTS, [(scope, name) for scope in scopes])
    places = [scope for scope in scopes if (scope, name) in written]
    for scope in places:
        if line_meant(document_state(store, scope, name).lines, line) is not None:
            return scope
    return next(iter(places), own(agent))


def _replaced_before(store: Store, scope: str, name: str, line: str | None) -> NotFound | None:
    """Return a refusal that says what took the place of a line that stands no more; None if it never stood."""
    changes = Query(items=(unchanged_document(scope, name),))
    for stored in store.log.read(changes, newest_first=True, limit=LOOKED_BACK):
        event = store.codec.decode(stored).event
        assert isinstance(event, DocumentLineReplaced), f"position {stored.position} was found as a change of a line"
        if event.replaced is None or line not in {event.replaced, _words_of(store, event.replaced)}:
            continue
        when = to_datetime(stored.at).isoformat(timespec="seconds")
        after = _words_of(store, event.successor) if event.successor else None
        now = f"by {shown(after)}; replace that one instead" if after else "by nothing; leave --line out to add one"
        where = f"{name} ({scope}) was replaced at {when}, position {stored.position}"
        return NotFound(f"the line {shown(line)} of {where}, {now}")
    return None


def _words_of(store: Store, memory: str) -> str | None:
    belief = store.views.row(BELIEFS, (memory,))
    if belief is None or memory in store.erased():
        return None
    content = store.open(store.event(belief.content_position))
    return content.lines.get(memory) if isinstance(content, LineTexts) else None


def write_document(
    store: Store, caller: Caller, name: str, lines: Sequence[str], *, because: str | None, scope: str | None
) -> Document:
    """Make a boot document say exactly some lines, in one transaction; the lines that it begins with alike stay.

    Raises:
        PersonNeeded: no person asks.
        InvalidText: a line is none, or stands twice.
        CorrectionAppended: one of them corrects another.
        SecretRefused, SourceCodeRefused: one of them, or the reason, holds some.
    """
    check_document(name, store.policy().boot)
    where = scope if scope is not None else own(caller.agent)
    new = [*_once(names(lines, "lines"))]
    old = document_state(store, where, name).lines
    same = next((n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0].text != pair[1]), None)
    kept = min(len(old), len(new)) if same is None else same
    ends, begins = old[kept:], new[kept:]
    pairs: list[tuple[str | None, str | None]] = []
    if {line.text for line in ends}.isdisjoint(begins):
        pairs += zip_longest((line.memory for line in ends), begins)
    else:  # what moves within the document ends, and begins anew in its place
        pairs += [*((line.memory, None) for line in ends), *((None, text) for text in begins)]
    common = given(store, caller, because=because)
    execute_all(
        store,
        [
            ReplaceDocumentLine(**common, document=name, scope=where, line=line, text=text, memory=new_memory_id())
            for line, text in pairs
        ],
    )
    return document(store, where, name)


def _once(lines: Sequence[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        if line in lines[:number]:
            raise InvalidText(f"the line {shown(line)} stands twice; keep one")
        yield line
