"""The identity of an agent: reading it, and as a person, writing it."""

import sys
from pathlib import Path
from typing import Annotated

from ...application.identity import read_document
from ...domain.errors import NotFound
from ..call import Call, zone_of
from ..options import AsOf, Because, ValidAt
from ..parameters import Argument, Option
from .reading import moments, past_title

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
    section: Annotated[str, Argument(metavar="SECTION", help="mission, rules, never, always or philosophies.")],
    because: Because,
    line: Annotated[
        str | None, Option("--line", metavar="LINE", help="The line that ends, as it reads; none: one is added.")
    ] = None,
    text: Annotated[
        str | None, Option("--text", metavar="LINE", help="The line that begins; none: one is taken out.")
    ] = None,
) -> None:
    """Replace one line of the identity, add one, or take one out."""
    with call.opened() as memory:
        agent = call.acting(memory, call.person())
        _answer(call, agent.replace_identity_line(section, line=line, text=text, because=because))


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
