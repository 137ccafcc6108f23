"""Assembling a context: the boot prefix, then what has room of the task, gaps, mirrors, lessons and memories."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import msgspec

from ...domain.contexts import BUDGET_MAX, PACKED_BYTES_MAX, last_given, with_room
from ...domain.errors import ContextTooLarge
from ...domain.events.contexts import PARTS, ContextEntry
from ...domain.fencing import framed
from ...domain.texts import check_range
from ...infrastructure.token_counter import token_counter
from . import parts
from .candidates import FRAMED, HEADINGS, INTRODUCTION
from .lesson_index import lesson_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...domain.events.contexts import Part
    from ...infrastructure.token_counter import TokenCounter
    from ..reading import View
    from ..recall.hits import Hit
    from ..requests import Caller
    from ..store import Store
    from .candidates import Candidate
    from .parts import Prefix

COMPRESSION = 6


class Assembled(msgspec.Struct, frozen=True, kw_only=True):
    """A text for a model, and what it is made of."""

    text: str
    packed: bytes
    """The same in UTF-8, compressed."""
    tokens: int
    counter: str
    entries: tuple[ContextEntry, ...]
    left_out: dict[Part, int]
    """How many entries of each part had no room."""
    people: tuple[str, ...]
    """Pseudonyms of the people whom it is about, sorted."""

    @property
    def memories(self) -> frozenset[str]:
        """Ids of all memories whose words it holds."""
        return frozenset(memory for entry in self.entries for memory in entry.memories)


def check_budget(budget: int) -> int:
    """Return a budget if it is one.

    Raises:
        InvalidNumber: it is not from 1 to 1,000,000.
    """
    return check_range(budget, "the budget", 1, BUDGET_MAX)


def assemble(
    store: Store,
    view: View,
    caller: Caller,
    hits: Sequence[Hit],
    *,
    budget: int,
    task: str | None,
    job: str | None,
) -> Assembled:
    """Return the text for a model within a budget; the boot prefix is whole even where it is larger than that.

    Raises:
        UnknownTask: the agent has no such task.
        ContextTooLarge: the boot prefix alone is more than the log keeps of a context.
    """
    first = parts.prefix(store, view, caller, job)
    found: dict[Part, list[Candidate]] = {
        "task": parts.task(store, view, task),
        "gaps": parts.gaps(store, view),
        "mirrors": parts.mirrors(store, view),
        "lessons": lesson_lines(store, view),
        "memories": parts.memories(store, hits),
    }
    return fitted(first, found, budget, token_counter())


def fitted(first: Prefix, found: Mapping[Part, Sequence[Candidate]], budget: int, counter: TokenCounter) -> Assembled:
    """Return a text of a prefix and of as many entries as have room; whole entries only."""
    count = counter.count
    costs: dict[Part, list[int]] = {part: [count(one.text) for one in ones] for part, ones in found.items()}
    heads: dict[Part, int] = {part: count(HEADINGS[part] + FRAMED.get(part, "")) + 1 for part in found}
    chosen = with_room(costs, heads, budget - count(first.text) - count(INTRODUCTION) - 1)
    while True:
        text, entries = _laid_out(first, found, chosen)
        tokens, packed = count(text), zlib.compress(text.encode(), COMPRESSION)
        last = last_given(chosen)
        if last is None or (tokens <= budget and len(packed) <= PACKED_BYTES_MAX):
            break
        chosen[last[0]].remove(last[1])
    if len(packed) > PACKED_BYTES_MAX:
        raise ContextTooLarge(len(packed), PACKED_BYTES_MAX)
    given = [found[part][number] for part, numbers in chosen.items() for number in numbers]
    people = {who for one in given for who in one.people} | set(first.people)
    return Assembled(
        text=text,
        packed=packed,
        tokens=tokens,
        counter=counter.name,
        entries=tuple(entries),
        left_out={part: len(ones) - len(chosen.get(part, ())) for part, ones in found.items()},
        people=tuple(sorted(people)),
    )


def _laid_out(
    first: Prefix, found: Mapping[Part, Sequence[Candidate]], chosen: Mapping[Part, Sequence[int]]
) -> tuple[str, list[ContextEntry]]:
    texts: list[str] = []
    entries: list[ContextEntry] = []
    if first.text:
        texts.append(first.text)
        entries.append(ContextEntry(part="boot", memories=first.memories, size_bytes=len(first.text.encode())))
    if any(chosen.values()):
        texts += ["\n" if first.text and not first.text.endswith("\n\n") else "", INTRODUCTION]
    for part in PARTS:
        given = [found[part][number] for number in chosen.get(part, ())]
        if given:
            within = [one.text for one in given]
            texts += [f"\n{HEADINGS[part]}", framed(within, FRAMED[part]) if part in FRAMED else "".join(within)]
        entries += [ContextEntry(part=part, memories=one.memories, size_bytes=len(one.text.encode())) for one in given]
    return "".join(texts), entries
