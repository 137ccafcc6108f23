"""The dictionary of a domain: its words, its names for one thing, and how texts are cut with it."""

import sys
from typing import TYPE_CHECKING, Annotated

from ...domain.errors import StoreReadOnly
from ..call import AGENT, Call
from ..inputs import words
from ..parameters import Argument

if TYPE_CHECKING:
    from ...infrastructure.search.dictionary import Entry


def add(
    call: Call,
    line: Annotated[
        str, Argument(metavar="LINE", help="A word, such as 五元组, or names of one thing: 'five-factor = 五因子'.")
    ],
) -> None:
    """Add a word, or names of one thing, to the store's dictionary."""
    from ...application.recall.vocabulary import add_entry

    if call.read_only:
        raise StoreReadOnly("cannot add to the dictionary with --read-only; leave it out")
    with call.opened() as memory:
        added = add_entry(memory.store, line)
        if call.json:
            from ..rendering.documents import write_json

            write_json(_plain(added))
            return
        from ..rendering.dictionary import entry_line

        sys.stdout.write(f"added {entry_line(added)}; the index is made anew when somebody next asks\n")


def list_(call: Call) -> None:
    """List the words and names in force, and where each comes from."""
    from ...application.recall.vocabulary import entries

    with call.opened() as memory:
        found = entries(memory.store)
        if call.json:
            from ..rendering.documents import write_json

            write_json(
                {
                    "path": str(found.path),
                    "shipped": [_plain(one) for one in found.shipped],
                    "own": [_plain(one) for one in found.own],
                }
            )
            return
        from ..rendering.dictionary import print_entries

        print_entries(found)


def test(
    call: Call,
    text: Annotated[str, Argument(metavar="TEXT", help="A word or a text; `-` reads it from stdin.")],
) -> None:
    """Show how a text is cut into terms, and which other words each stands for."""
    from ...application.recall.cutting import cut

    text = words(text, None)
    with call.opened() as memory:
        terms = cut(memory.store, text, memory.agent(call.named_agent or AGENT).name)
        if call.json:
            from ..rendering.documents import write_json

            write_json({"text": text, "terms": [one.to_json() for one in terms]})
            return
        from ..rendering.dictionary import draw_terms

        draw_terms(terms)


def _plain(entry: "Entry") -> dict[str, object]:
    return {"names": list(entry.names), "frequency": entry.frequency}
