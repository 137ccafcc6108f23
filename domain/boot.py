"""Boot: what an agent reads on every wake-up, in a fixed order, and the rules for it in the policy.

A boot document is a short list of lines under a name. The same name may stand in several places: the fleet's, a
team's, the agent's own. They are read by place, the fleet's first, since what all agents share is what caches of a
prompt can share; within a place in the order of the policy; and the job comes last, closest to the work.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

import msgspec

from .content import LineTexts
from .errors import InvalidName
from .events import DocumentLineReplaced, Draft
from .scopes import FLEET, own
from .texts import shown

JOB = "job:"
"""Begins the name of a document about a job."""
IDENTITY_SECTIONS = ("mission", "rules", "never", "always", "philosophies")
ORDER = ("voice", "operating-truth", "state-of-mind", *IDENTITY_SECTIONS)
PLACES = ("fleet", "team", "own")
DOCUMENTS_MAX = 200
LINES_MAX = 500
"""Lines of one document."""
LINE_CHARS_MAX = 1_000

_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


class ALine(Protocol):
    """A line of a document or of an identity."""

    @property
    def memory(self) -> str: ...
    @property
    def text(self) -> str | None: ...


AnyLine = TypeVar("AnyLine", bound=ALine)


class BootRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which documents there are, in which order they are read, and who may write those that are shared."""

    order: tuple[str, ...] = ORDER
    """Names of the documents, the first first; jobs come after all of them."""
    places: tuple[str, ...] = PLACES
    """In which order places are read: `fleet`, `team`, `own`; one that is left out is not read."""
    scopes: dict[str, tuple[str, ...]] = {}
    """Places where a document may stand, by its name; without a line it may stand in all of them."""
    owners: dict[str, tuple[str, ...]] = {}
    """Agents through which people write a document that is shared, by its name; without a line, through any."""

    def faults(self) -> Iterator[str]:
        """Yield what is impossible in it, each as `<name> to <value>; it must be …`."""
        if not 1 <= len(self.order) <= DOCUMENTS_MAX or len(set(self.order)) != len(self.order):
            yield f"order to {len(self.order)} names; it must be 1 to {DOCUMENTS_MAX}, each once"
        for name in self.order:
            if not _SLUG.fullmatch(name) or name == "identity":
                yield f"order to have {name[:40]!r}; it must be up to 32 of a-z, 0-9, '_' and '-', not 'identity'"
        if len(set(self.places)) != len(self.places) or not set(self.places) <= set(PLACES):
            yield f"places to {list(self.places)}; it must be some of {', '.join(PLACES)}, each once"
        for name, places in self.scopes.items():
            if name not in self.order or not places or not set(places) <= set(PLACES):
                yield f"scopes.{name} to {list(places)}; it must be some of {', '.join(PLACES)} for a name of the order"
        for name, agents in self.owners.items():
            if name not in self.order or not agents:
                yield f"owners.{name} to {list(agents)}; it must be agents, for a name of the order"


class DocumentLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a document in force, with its words if they can be read."""

    memory: str
    ordinal: int
    text: str | None


class DocumentState(msgspec.Struct, frozen=True, kw_only=True):
    """A boot document as a decision reads it."""

    edition: int = 0
    """How often it has changed; 0: never."""
    lines: tuple[DocumentLine, ...] = ()


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """One document as it is to be read."""

    scope: str
    document: str
    lines: tuple[str, ...]


def check_document(name: object, rules: BootRules) -> str:
    """Return the name of a boot document: one of the policy's order, or `job:NAME`. It is stored in clear.

    Raises:
        InvalidName: it is neither.
    """
    if isinstance(name, str) and name.startswith(JOB):
        check_job(name.removeprefix(JOB))
        return name
    if not isinstance(name, str) or name not in rules.order:
        raise InvalidName(
            f"no boot document {shown(name)}; use one of {', '.join(rules.order)}, or job:NAME, "
            "or declare it in the policy's [boot] order"
        )
    return name


def check_job(name: object) -> str:
    """Return the name of a job: a slug of at most 32 ASCII characters. It is stored in clear.

    Raises:
        InvalidName: it is not one.
    """
    if not isinstance(name, str) or not _SLUG.fullmatch(name):
        raise InvalidName(f"not a job: {shown(name)}; use up to 32 of a-z, 0-9, '_' and '-'")
    return name


def job_of(document: str) -> str | None:
    """Return the name of a document if it is about one job, which no agent reads together with another."""
    return document if document.startswith(JOB) else None


def plain_line(text: str) -> str:
    """Return a line without what makes no other line of it: case, blanks, and the points at its end."""
    return " ".join(text.casefold().split()).rstrip(" .!。！…") or text


def line_meant(lines: Iterable[AnyLine], asked: str) -> AnyLine | None:
    """Return the line that is meant by its id or its words; else the only one that differs in case and points."""
    found = list(lines)
    exact = next((line for line in found if asked in {line.memory, line.text}), None)
    alike = [line for line in found if line.text is not None and plain_line(line.text) == plain_line(asked)]
    return exact or (alike[0] if len(alike) == 1 else None)


def place_of(scope: str, agent: str) -> str:
    """Return the place that a scope is to an agent: `fleet`, `team`, `own`, or `other`."""
    if scope == FLEET:
        return "fleet"
    if scope.startswith("team:"):
        return "team"
    return "own" if scope == own(agent) else "other"


def reading_order(keys: Sequence[tuple[str, str]], agent: str, rules: BootRules, job: str | None) -> list[int]:
    """Return which of some documents `agent` reads, in their order; each is `(scope, document)`, asked by its index.

    Of jobs only the one that was asked for is read.
    """
    rank = {name: number for number, name in enumerate(rules.order)}
    asked = None if job is None else f"{JOB}{job}"
    found: list[tuple[bool, int, str, int, int]] = []
    for index, (scope, document) in enumerate(keys):
        place = place_of(scope, agent)
        last = document == asked
        if place in rules.places and (last or document in rank):
            found.append((last, rules.places.index(place), scope, rank.get(document, 0), index))
    return [index for *_, index in sorted(found)]


def after_change(state: DocumentState, draft: Draft) -> DocumentState:
    """Return a document as a change that was just decided leaves it."""
    event = draft.event
    assert isinstance(event, DocumentLineReplaced), "only these change a document"
    lines = [line for line in state.lines if line.memory != event.replaced]
    if event.begun is not None:
        text = draft.content.lines.get(event.begun) if isinstance(draft.content, LineTexts) else None
        lines.append(DocumentLine(memory=event.begun, ordinal=event.ordinal, text=text))
    ordered = sorted(lines, key=lambda line: (line.ordinal, line.memory))
    return DocumentState(edition=event.edition, lines=tuple(ordered))


def page_text(page: Page) -> str:
    """Return a document as it is given to a model.

        # operating-truth (fleet)
        - A person checks every post.

    Every line stands behind a dash, so none of them can look like a heading. A blank line ends the document.
    """
    return "".join((f"# {page.document} ({page.scope})\n", *(f"- {line}\n" for line in page.lines), "\n"))
