"""Deciding an erasure: whether the law lets words go, and what the log says of it for ever."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..commands.privacy import EraseWords
from ..errors import InvalidText
from ..events import Draft, SubjectErased
from ..facts import Decision
from ..holds import PLACED, Hold, refuse_held
from ..quoting import quotes
from .grounds import reason

ERASED_MAX = 1_000
"""Memories that one event names."""
WHOLE_CHARS = 8
"""A text of so many characters or more must not stand in the reason, which stays."""
QUOTED_CHARS = 16
"""Nor must so many characters in a row of any text."""


def erase(
    command: EraseWords,
    named: Sequence[str],
    derived: Sequence[str],
    holds: Mapping[str, Hold],
    over_subject: Hold | None,
    texts: Iterable[str],
) -> Decision:
    """Decide an `EraseWords`.

    Args:
        named: ids of the memories that it reaches by themselves, sorted.
        derived: ids of those that were made of them, sorted.
        holds: by id, the hold in force over each of them that has one.
        over_subject: the hold in force over the person.
        texts: what is erased, as far as it can be read.

    Raises:
        OnHold: the law wants some of it to stay.
        InvalidText: no reason is given, or it repeats what is erased.
    """
    refuse_held("erase", "the person", over_subject)
    for memory in (*named, *derived):
        refuse_held("erase", memory, holds.get(memory))
    why = reason(command)
    _refuse_repeating(why.because or "", command.name, texts)
    drafts = [
        Draft(
            event=SubjectErased(
                actor=command.actor,
                cause=command.cause,
                box=None,
                erased=some,
                derived=tuple(sorted(frozenset(some).intersection(derived))),
                subject=command.subject,
                retention=command.retention,
            ),
            content=why,
        )
        for some in _batches(sorted((*named, *derived)))
    ]
    return Decision(drafts=tuple(drafts), conflicts=(PLACED,))


def _batches(ids: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield ids in parts, one event each; a person of whom nothing is known is erased by an event without any."""
    for start in range(0, max(len(ids), 1), ERASED_MAX):
        yield tuple(ids[start : start + ERASED_MAX])


def _refuse_repeating(because: str, name: str | None, texts: Iterable[str]) -> None:
    if name is not None:
        tail = name.partition(":")[2]
        called = [name, *([tail] if len(tail) > 2 and not tail.isdecimal() else [])]
        if any(re.search(rf"(?<!\w){re.escape(part)}(?!\w)", because, re.IGNORECASE) for part in called):
            raise InvalidText("the reason names the person who is to be erased, and stays; say why without the name")
    said, told = because.casefold(), list(texts)
    whole = any(len(text) >= WHOLE_CHARS and text.casefold() in said for text in told)
    if whole or quotes(because, told, QUOTED_CHARS):
        raise InvalidText("the reason repeats words that are to be erased, and stays; say why in other words")
