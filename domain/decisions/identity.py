"""The identity: written by people only, line by line, and by nothing else."""

from ..boot import line_meant
from ..boundary import QueryItem
from ..commands import Command, EstablishIdentity, IdentityDocument, ReplaceIdentityLine
from ..content import Factor, LineTexts
from ..errors import CorrectionAppended, InvalidName, InvalidText, NotFound, OutOfOrder, PersonNeeded, Refused
from ..events import (
    IdentityEstablished,
    IdentityLineReplaced,
    IdentityRefreshed,
    Line,
)
from ..facts import Decision, Facts, StandingLine
from ..policy import NUMBER_MAX
from ..scopes import own
from ..texts import check_line, check_range
from ..vocabulary import SECTIONS, Section
from .grounds import draft, envelope, reason, subjects
from .lines import factors_of_lines, refuse_unsafe

LINE_CHARS_MAX = 1_000
LINES_MAX = 500


def establish(facts: Facts, command: EstablishIdentity, now: int) -> Decision:
    """Decide an `EstablishIdentity`: the first document, or one of a greater version."""
    _need_person(command, "establish the identity")
    document = _check_document(facts, command)
    if facts.identity_version == 0:
        return _first(facts, command, document, now)
    if document.version == facts.identity_version and document.lines() == _lines(facts):
        return Decision()
    if document.version <= facts.identity_version:
        raise OutOfOrder(
            f"the identity of {command.agent!r} stands at version {facts.identity_version}, the document has "
            f"{document.version}; give it a greater one, or change single lines with `identity replace`"
        )
    return _refresh(facts, command, document, now)


def replace_line(facts: Facts, command: ReplaceIdentityLine, now: int) -> Decision:
    """Decide a `ReplaceIdentityLine`."""
    _need_person(command, "change the identity")
    section = _section(command.section)
    if facts.identity_version == 0:
        raise NotFound(
            f"agent {command.agent!r} has no identity; give it one with `identity establish FILE --because WHY`, "
            "where FILE is TOML or JSON with version, mission, rules, never, always, philosophies"
        )
    if command.line is None and command.text is None:
        raise InvalidText("nothing to do: name the line that ends, the text that begins, or both")
    ended = _find(facts, section, command.line) if command.line is not None else None
    text = check_line(command.text, "the line", LINE_CHARS_MAX) if command.text is not None else None
    if text is not None:
        refuse_unsafe(facts, command, ("the line", text))
    if text is not None and ended is None and line_meant(_of(facts, section), text) is not None:
        return Decision()
    if text is not None and any(line.section == section and line.text == text for line in facts.identity):
        if ended is None or ended.text == text:
            return Decision()
        raise Refused(f"the line {text[:60]!r} stands in {section} already; take the other one out instead")
    if text is not None:
        from ..corrections import refuse_appended  # identities change seldom

        beside = (line for line in facts.identity if line.section == section and line is not ended)
        refuse_appended(
            text, [line.text for line in beside if line.text], f"identity replace {section} --line", lines=True
        )
    if section == "mission" and (ended is None or text is None):
        raise Refused("an identity has exactly one mission; name the old line and the new text to replace it")
    line = None
    if text is not None:
        ordinal = ended.ordinal if ended else max((line.ordinal for line in facts.identity), default=-1) + 1
        line = Line(memory=command.memory, section=section, ordinal=ordinal)
    event = IdentityLineReplaced(
        **envelope(facts, command, own(command.agent)),
        version=facts.identity_version,
        replaced=ended.memory if ended else None,
        line=line,
    )
    lines = {command.memory: text} if text is not None else {}
    ending = (ended.memory,) if ended else ()
    factors = factors_of_lines(facts, command, event, lines, now, evidence=command.evidence, leaving=ending)
    return Decision(drafts=(draft(event, _texts(command, lines, factors)),), conflicts=_identity_unchanged(command))


def _lines(facts: Facts) -> tuple[tuple[Section, str | None], ...]:
    return tuple((line.section, line.text) for line in facts.identity)


def _need_person(command: Command, what: str) -> None:
    if not command.by_person:
        raise PersonNeeded(f"{command.actor} cannot {what}: into L5 goes only a person's word; act as user:NAME")


def _first(facts: Facts, command: EstablishIdentity, document: IdentityDocument, now: int) -> Decision:
    lines = document.lines()
    places = tuple(
        Line(memory=memory, section=section, ordinal=ordinal)
        for ordinal, ((section, _), memory) in enumerate(zip(lines, command.ids, strict=True))
    )
    event = IdentityEstablished(**envelope(facts, command, own(command.agent)), version=document.version, lines=places)
    words = {place.memory: text for place, (_, text) in zip(places, lines, strict=True)}
    factors = factors_of_lines(facts, command, event, words, now)
    return Decision(drafts=(draft(event, _texts(command, words, factors)),), conflicts=_identity_unchanged(command))


def _refresh(facts: Facts, command: EstablishIdentity, document: IdentityDocument, now: int) -> Decision:
    standing = {(line.section, line.text): line.memory for line in facts.identity if line.text is not None}
    kept: list[Line] = []
    added: list[Line] = []
    words: dict[str, str] = {}
    for ordinal, ((section, text), fresh) in enumerate(zip(document.lines(), command.ids, strict=True)):
        memory = standing.get((section, text))
        if memory is not None:
            kept.append(Line(memory=memory, section=section, ordinal=ordinal))
        else:
            added.append(Line(memory=fresh, section=section, ordinal=ordinal))
            words[fresh] = text
    remaining = {line.memory for line in kept}
    event = IdentityRefreshed(
        **envelope(facts, command, own(command.agent)),
        version=document.version,
        from_version=facts.identity_version,
        kept=tuple(kept),
        added=tuple(added),
        dropped=tuple(line.memory for line in facts.identity if line.memory not in remaining),
    )
    factors = factors_of_lines(facts, command, event, words, now, leaving=event.dropped)
    return Decision(drafts=(draft(event, _texts(command, words, factors)),), conflicts=_identity_unchanged(command))


def _texts(command: Command, lines: dict[str, str], factors: dict[str, tuple[Factor, ...]]) -> LineTexts:
    why = reason(command, required=not command.actor.startswith("file:"))
    people = subjects(command.subjects)
    return LineTexts(because=why.because, subjects=people, command=command.digest, lines=lines, factors=factors)


def _identity_unchanged(command: Command) -> tuple[QueryItem, ...]:
    types = (IdentityEstablished.TYPE, IdentityRefreshed.TYPE, IdentityLineReplaced.TYPE)
    return (QueryItem(types=types, tags=(f"identity:{command.agent}",)),)


def _section(name: str) -> Section:
    for section in SECTIONS:
        if section == name:
            return section
    raise InvalidName(f"no section {name!r} in an identity; use one of {', '.join(SECTIONS)}")


def _of(facts: Facts, section: Section) -> list[StandingLine]:
    return [line for line in facts.identity if line.section == section]


def _find(facts: Facts, section: Section, asked: str) -> StandingLine:
    lines = _of(facts, section)
    if (found := line_meant(lines, asked)) is not None:
        return found
    number = f"{len(lines)} line{'s' * (len(lines) != 1)}"
    raise NotFound(f"no line {asked[:60]!r} in {section}; `identity show` lists its {number}")


def _check_document(facts: Facts, command: EstablishIdentity) -> IdentityDocument:
    document = command.document
    check_range(document.version, "the identity's version", 1, NUMBER_MAX)
    lines = document.lines()
    if len(lines) > LINES_MAX:
        raise InvalidText(f"the identity has {len(lines)} lines; keep it to {LINES_MAX}")
    called = [(f"a line of {section}", text) for section, text in lines]
    for what, text in called:
        check_line(text, what, LINE_CHARS_MAX)
    refuse_unsafe(facts, command, *called)
    seen: set[tuple[str, str]] = set()
    for section, text in lines:
        if (section, text) in seen:
            raise InvalidText(f"the line {text[:60]!r} stands twice in {section}; keep one")
        seen.add((section, text))
    _refuse_corrections(lines)
    return document


def _refuse_corrections(lines: tuple[tuple[Section, str], ...]) -> None:
    """Refuse a document in which a line corrects one above it in the same section.

    Raises:
        CorrectionAppended: one does.
    """
    from ..corrections import correction_of, labels  # as above

    for number, (section, text) in enumerate(lines):
        if not labels(text):
            continue
        for other, said in lines[:number]:
            if other == section and correction_of(said, text):
                raise CorrectionAppended(
                    f"the line {text[:60]!r} corrects {said[:60]!r} in {section}; write one line instead"
                )
