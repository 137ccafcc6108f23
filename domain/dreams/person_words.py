"""What a person said about a memory, in so far as a dream must not undo it."""

from typing import Literal

import msgspec

from ..events import (
    AnyEvent,
    MemoriesMerged,
    MemoryConfirmed,
    MemoryForgotten,
    MemoryPromoted,
    MemoryReleased,
    MemoryRestored,
    MemoryReviewed,
    MemoryRevised,
)

Word = Literal[
    "confirmed", "merged", "promoted", "released", "restored", "revised", "passed", "doubtful", "failed", "forgotten"
]
KEEPING: frozenset[Word] = frozenset({"confirmed", "merged", "promoted", "released", "restored", "revised", "passed"})
"""Words after which a memory stays where it is until a person says otherwise."""


class PersonWord(msgspec.Struct, frozen=True):
    """The latest word of a person on one memory."""

    memory: str
    word: Word

    @property
    def keeps(self) -> bool:
        """Whether it wants the memory to stay."""
        return self.word in KEEPING


def spoken(event: AnyEvent) -> PersonWord | None:
    """Return what a person says by an event, None if none does."""
    # A file that people edit, such as a policy, says nothing of single memories.
    if not event.actor.startswith("user:"):
        return None
    match event:
        case MemoriesMerged():
            return PersonWord(event.memory, "merged")
        case MemoryForgotten():
            return PersonWord(event.memory, "forgotten")
        case MemoryConfirmed():
            return PersonWord(event.memory, "confirmed")
        case MemoryPromoted():
            return PersonWord(event.memory, "promoted")
        case MemoryReleased():
            return PersonWord(event.memory, "released")
        case MemoryRestored():
            return PersonWord(event.memory, "restored")
        case MemoryRevised():
            return PersonWord(event.memory, "revised")
        case MemoryReviewed():
            return PersonWord(event.memory, event.outcome)
        case _:
            return None
