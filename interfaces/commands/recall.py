"""Recall: asking a memory, now or as it was; and forgetting what it finds."""

import sys
from typing import TYPE_CHECKING, Annotated

from ...domain.errors import InvalidInput, Refused
from ..call import Call, zone_of
from ..inputs import STDIN, words
from ..options import AsOf, Subjects, Tags, ValidAt
from ..parameters import Argument, Option
from .reading import list_title, moments, past_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...application.agent import Agent
    from ...application.memory import Memory
    from ...application.reads import Reads
    from ...application.recall.hits import Hit

FORGETTABLE_LAYERS = ("L0", "L2", "L3", "L4", "L6")
"""Where a search for what is to be forgotten looks: a task ends by its outcome, and no search reaches the identity."""

Number = Annotated[
    int | None, Option("-k", minimum=1, metavar="N", help="At most N; else as many as the scenario says.")
]
Layers = Annotated[str | None, Option("--layers", metavar="L4,L6", help="Only these, not those of the scenario.")]


def recall(
    call: Call,
    query: Annotated[str, Argument(metavar="QUERY", help="What to look for; `-` reads it from stdin.")],
    k: Number = None,
    scenario: Annotated[
        str, Option("--scenario", metavar="NAME", help="reply, analysis, earlier, remember, or one of the policy's.")
    ] = "reply",
    layers: Layers = None,
    tag: Tags = None,
    session: Annotated[str | None, Option("--session", metavar="NAME", help="Only what was said in it.")] = None,
    as_of: AsOf = None,
    valid_at: ValidAt = None,
    explain: Annotated[bool, Option("--explain", help="Tell how each score came about.")] = False,
    no_note: Annotated[bool, Option("--no-note", help="Leave no trace in the log.")] = False,
    subject: Subjects = None,
) -> None:
    """Find the memories that answer a question best."""
    query = words(query, None)
    with call.opened() as memory:
        reads = call.reading(memory, as_of, valid_at)
        hits = reads.recall(
            query,
            k=k,
            scenario=scenario,
            layers=layers_named(layers),
            tags=tag or (),
            session=session,
            explain=explain,
            note=not no_note,
            subjects=subject or (),
        )
        if call.json:
            _write_json(reads, query, scenario, hits)
            return
        from ..rendering.recall import draw_hits, nothing_found

        if not hits:
            from ...application.recall.cutting import says_something

            nothing_found(reads.name, query, past_title(reads), asked=says_something(memory.store, query))
            return
        draw_hits(reads.name, list_title(reads), hits, zone_of(memory))


def forget_matching(call: Call, query: str, because: str, *, k: int | None, yes: bool) -> int:
    """List what recall finds for a query, ask, and forget it; exit code 1 if something of it was not forgotten.

    Raises:
        InvalidInput: nobody is there to be asked, and `--yes` is not given; nothing was forgotten.
    """
    # With --json nothing is listed, so nobody could know what they are asked about.
    there = query != STDIN and not call.json and sys.stdin.isatty()
    query = words(query, None)
    with call.opened() as memory:
        reads = call.reading(memory)
        hits = reads.recall(query, k=k, scenario="remember", layers=FORGETTABLE_LAYERS, note=False)
        found = [reads.show(one) for hit in hits if hit.found == "direct" for one in (hit.memory.id, *hit.also)]
        if not call.json:
            from ..rendering.recall import draw_found

            draw_found(found, query, reads.name, zone_of(memory))
        if not found or not (yes or _agreed(len(found), there=there)):
            return _tell_forgotten(call, query, [], [], left=len(found))
        forgotten, refused = _forget(call.acting(memory), found, because)
        return _tell_forgotten(call, query, forgotten, refused, left=len(refused))


def _agreed(number: int, *, there: bool) -> bool:
    """Ask whoever sits at the terminal."""
    if not there:
        raise InvalidInput(f"nobody is here to be asked whether to forget the {number} found; say --yes")
    sys.stdout.flush()
    sys.stderr.write(f"forget {'it' if number == 1 else f'these {number}'}? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def _forget(agent: "Agent", found: "Sequence[Memory]", because: str) -> "tuple[list[Memory], list[tuple[str, str]]]":
    """Forget what may be forgotten; return it, and the ids of the rest with why each is refused."""
    forgotten: list[Memory] = []
    refused: list[tuple[str, str]] = []
    for one in found:
        try:
            forgotten.append(agent.forget(one.id, because=because))
        except Refused as fault:
            refused.append((one.id, str(fault)))
    return forgotten, refused


def _tell_forgotten(
    call: Call, query: str, forgotten: "Sequence[Memory]", refused: "Sequence[tuple[str, str]]", *, left: int
) -> int:
    if call.json:
        from ..rendering.documents import write_json

        write_json(
            {
                "query": query,
                "forgotten": [one.to_json() for one in forgotten],
                "refused": [{"id": one, "why": why} for one, why in refused],
                "left": left,
            }
        )
    else:
        from ..rendering.recall import print_forgotten

        print_forgotten(forgotten, refused, left)
    return 1 if left else 0


def layers_named(text: str | None) -> "Sequence[str] | None":
    """Return the layers of a list such as `L4,L6`; whether there are such layers is for others to say."""
    return None if text is None else [layer.strip().upper() for layer in text.split(",")]


def _write_json(reads: "Reads", query: str, scenario: str, hits: "Sequence[Hit]") -> None:
    from ..rendering.documents import write_json

    write_json(
        {
            "agent": reads.name,
            **moments(reads),
            "query": query,
            "scenario": scenario,
            "hits": [hit.to_json() for hit in hits],
        }
    )
