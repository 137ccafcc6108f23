"""The documents that agents wake up with: written by people only, a line at a time, replaced and never appended to."""

from collections.abc import Iterator
from typing import Any

from ..boot import (
    IDENTITY_SECTIONS,
    LINE_CHARS_MAX,
    LINES_MAX,
    DocumentLine,
    DocumentState,
    check_document,
    line_meant,
    place_of,
)
from ..boundary import QueryItem
from ..commands import NoteBoot, ReplaceDocumentLine
from ..content import LineTexts
from ..corrections import refuse_appended
from ..errors import InvalidText, NotFound, NotReadable, PersonNeeded, Refused
from ..events import BootRead, DocumentLineReplaced, Draft
from ..facts import Decision, Facts
from ..scopes import FLEET, check_scope, check_writable, own
from ..texts import check_line
from .grounds import draft, envelope, reason, subjects
from .lines import factors_of_lines, refuse_unsafe


def replace_document_line(facts: Facts, command: ReplaceDocumentLine, now: int) -> Decision:
    """Decide a `ReplaceDocumentLine`."""
    document = check_document(command.document, facts.policy.boot)
    if not command.by_person:
        raise PersonNeeded(
            f"{command.actor} cannot change {document!r}: into L5 goes only a person's word; act as user:NAME"
        )
    _check_place(facts, command, document)
    standing = facts.documents.get((command.scope, document), DocumentState())
    if command.line is None and command.text is None:
        raise InvalidText("nothing to do: name the line that ends, the text that begins, or both")
    ended = _find(standing, command) if command.line is not None else None
    text = check_line(command.text, "the line", LINE_CHARS_MAX) if command.text is not None else None
    if text is not None:
        refuse_unsafe(facts, command, ("the line", text))
        same = next((line for line in standing.lines if line.text == text), None)
        if ended is None and line_meant(standing.lines, text) is not None:
            return Decision()
        if same is not None and (ended is None or ended.memory == same.memory):
            return Decision()
        if same is not None:
            raise Refused(f"the line {text[:60]!r} stands in {document} already; take the other one out instead")
        _check_words(standing, command, ended, text)
    return Decision(
        drafts=tuple(_changes(facts, command, standing, ended, text, now)),
        conflicts=(unchanged_document(command.scope, document),),
    )


def _changes(
    facts: Facts,
    command: ReplaceDocumentLine,
    standing: DocumentState,
    ended: DocumentLine | None,
    text: str | None,
    now: int,
) -> Iterator[Draft]:
    """Yield the end of a line, with the reason, and the beginning of one, with its words."""
    why = reason(command)
    last = max((line.ordinal for line in standing.lines), default=-1)
    ordinal = ended.ordinal if ended else last + 1
    common: dict[str, Any] = {"document": command.document, "ordinal": ordinal, "edition": standing.edition + 1}
    people = subjects(command.subjects)
    if ended is not None:
        successor = command.memory if text is not None else None
        event = DocumentLineReplaced(
            **envelope(facts, command, command.scope, keyed=text is None),
            **common,
            replaced=ended.memory,
            successor=successor,
            begun=None,
        )
        digest = command.digest if text is None else None
        yield draft(event, LineTexts(because=why.because, subjects=people, command=digest, lines={}))
    if text is not None:
        event = DocumentLineReplaced(
            **envelope(facts, command, command.scope), **common, replaced=None, successor=None, begun=command.memory
        )
        because = why.because if ended is None else None
        lines = {command.memory: text}
        factors = factors_of_lines(facts, command, event, lines, now, leaving=(ended.memory,) if ended else ())
        yield draft(
            event,
            LineTexts(because=because, subjects=people, command=command.digest, lines=lines, factors=factors),
        )


def note_boot(facts: Facts, command: NoteBoot) -> Decision:
    """Decide a `NoteBoot`."""
    event = BootRead(
        **envelope(facts, command, own(command.agent)),
        woken_for=command.job,
        vintages=command.vintages,
    )
    return Decision(drafts=(draft(event, None),))


def unchanged_document(scope: str, document: str) -> QueryItem:
    """Return the condition that a document did not change meanwhile."""
    return QueryItem(types=(DocumentLineReplaced.TYPE,), tags=(f"document:{scope}/{document}",))


def _check_place(facts: Facts, command: ReplaceDocumentLine, document: str) -> None:
    """Check that the document may stand in the asked scope, and that it is this agent's face through which to write it.

    Raises:
        NotReadable: it is another agent's, or of a team that this agent is not in.
        Refused: the policy says otherwise.
    """
    scope = check_writable(check_scope(command.scope), command.agent, facts.policy.teams)
    rules = facts.policy.boot
    place = place_of(scope, command.agent)
    if place == "own" and document in IDENTITY_SECTIONS and command.text is not None:
        raise Refused(
            f"an agent's own section {document} stands in its identity: `identity establish FILE` gives it one, "
            f"`identity replace {document}` changes a line; or name a shared --scope"
        )
    if place not in rules.scopes.get(document, ("fleet", "team", "own")):
        allowed = ", ".join(rules.scopes[document])
        raise Refused(f"the policy keeps {document!r} to {allowed}, not to {scope}; name a --scope of these")
    owners = rules.owners.get(document)
    if place != "own" and owners is not None and command.agent not in owners:
        raise NotReadable(
            f"{document!r} of {scope} is written through {', '.join(owners)}, not through {command.agent}; "
            f"act with --agent {owners[0]}"
        )


def _check_words(standing: DocumentState, command: ReplaceDocumentLine, ended: DocumentLine | None, text: str) -> None:
    """Check that a line can stand beside those that stay.

    Raises:
        CorrectionAppended: it corrects one of them, or something within itself.
        Refused: the document is full.
    """
    others = [line for line in standing.lines if ended is None or line.memory != ended.memory]
    if ended is None and len(standing.lines) >= LINES_MAX:
        raise Refused(f"{command.document!r} has {LINES_MAX} lines, all that it may; replace one with --line")
    where = f"--scope {command.scope} " if command.scope == FLEET or command.scope.startswith("team:") else ""
    refuse_appended(
        text,
        [line.text for line in others if line.text is not None],
        f"identity replace {command.document} {where}--line",
        lines=True,
    )


def _find(standing: DocumentState, command: ReplaceDocumentLine) -> DocumentLine:
    asked = str(command.line)
    if (found := line_meant(standing.lines, asked)) is not None:
        return found
    number = f"{len(standing.lines)} line{'s' * (len(standing.lines) != 1)}"
    raise NotFound(
        f"no line {asked[:60]!r} in {command.document} of {command.scope}, perhaps since somebody replaced "
        f"it; `boot --document {command.document} --scope {command.scope}` shows its {number}"
    )
