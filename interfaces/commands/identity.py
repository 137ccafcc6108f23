"""The identity of an agent: reading it, and as a person, writing it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ...application.identity import read_document
from ...domain.errors import NotFound
from ...domain.scopes import own
from ...domain.vocabulary import SECTIONS
from ..call import Call, zone_of
from ..inputs import words
from ..options import AsOf, Because, Scope, ValidAt
from ..parameters import Argument, Option
from .reading import moments, past_title

if TYPE_CHECKING:
    from ...application.boot.writing import Document as Written

Document = Annotated[
    str,
    Argument(metavar="FILE", help="TOML or JSON with version, mission, rules, never, always, philosophies."),
]


def show(call: Call, as_of: AsOf = None, valid_at: ValidAt = None) -> None:
    """Show what the agent is, by section."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of, valid_at)
        found = reads.identity()
        if call.json:
            from ..rendering.documents import write_json

            write_json({**found.to_json(), **moments(reads)})
            return
        from ..rendering.identity import print_identity

        print_identity(found, past_title(reads))


def establish(call: Call, file: Document, because: Because) -> None:
    """Give the agent its identity."""
    _write(call, file, because, needs_one=False)


def refresh(call: Call, file: Document, because: Because) -> None:
    """Move the identity to a document of a greater version; lines that both have are kept."""
    _write(call, file, because, needs_one=True)


def replace(
    call: Call,
    section: Annotated[
        str, Argument(metavar="DOCUMENT", help="A section, such as rules, or a boot document: voice, job:NAME, ….")
    ],
    because: Because,
    line: Annotated[
        str | None, Option("--line", metavar="LINE", help="The line that ends, as it reads; none: one is added.")
    ] = None,
    text: Annotated[
        str | None, Option("--with", "--text", metavar="LINE", help="The line that begins; none: one is taken out.")
    ] = None,
    scope: Annotated[
        str | None,
        Option("--scope", metavar="SCOPE", help="Whose: agent:NAME, team:NAME, fleet; the one that has the line."),
    ] = None,
) -> None:
    """Replace one line of what the agent reads on waking up, add one, or take one out."""
    with call.opened() as memory:
        agent = call.acting(memory, call.person())
        if section in SECTIONS and scope in {None, own(agent.name)}:
            _answer(call, agent.replace_identity_line(section, line=line, text=text, because=because))
            return
        _tell(call, agent.replace_document_line(section, line=line, text=text, because=because, scope=scope))


def write(
    call: Call,
    document: Annotated[str, Argument(metavar="DOCUMENT", help="A boot document: voice, state-of-mind, job:NAME, ….")],
    because: Because,
    file: Annotated[str, Option("--file", "-f", metavar="FILE", help="One line of it a line; `-` is stdin.")] = "-",
    scope: Scope = None,
) -> None:
    """Make a boot document say exactly what a file says; headings and dashes as `boot` prints them are left out."""
    lines = [line.removeprefix("- ").strip() for line in words(None, file).splitlines()]
    with call.opened() as memory:
        agent = call.acting(memory, call.person())
        said = [line for line in lines if line and not line.startswith("# ")]
        _tell(call, agent.write_document(document, said, because=because, scope=scope))


def history(call: Call) -> None:
    """List every change of the identity."""
    with call.opened() as memory:
        reads = call.reading(memory)
        found = memory.log(agent=reads.name, types=("identity",))
        if call.json:
            from ..rendering.documents import write_json_array

            write_json_array(entry.to_json() for entry in found)
            return
        from ..rendering.events import draw_history

        draw_history(f"identity of {reads.name}", list(found), zone_of(memory))


def _write(call: Call, file: str, because: str, *, needs_one: bool) -> None:
    document = read_document(Path(file))
    with call.opened() as memory:
        agent = call.acting(memory, call.person())
        if needs_one and agent.identity().version == 0:
            raise NotFound(f"agent {agent.name!r} has no identity to refresh; use `identity establish`")
        _answer(call, agent.establish_identity(document, because=because))


def _answer(call: Call, identity: object) -> None:
    from ...application.identity import Identity

    assert isinstance(identity, Identity), "identity commands return the identity"
    if call.json:
        from ..rendering.documents import write_json

        write_json(identity.to_json())
    else:
        sys.stdout.write(f"identity of {identity.agent}: version {identity.version}, {len(identity.lines)} lines\n")


def _tell(call: Call, document: "Written") -> None:
    if call.json:
        from ..rendering.documents import write_json

        write_json(document.to_json())
        return
    lines = f"{len(document.lines)} line{'s' * (len(document.lines) != 1)}"
    sys.stdout.write(f"{document.name} ({document.scope}): edition {document.edition}, {lines}\n")
