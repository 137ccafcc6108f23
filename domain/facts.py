"""What a decision reads, and what it gives."""

from itertools import chain

import msgspec

from .boundary import Query, QueryItem
from .content import MemoryText
from .errors import UnknownMemory
from .events import Draft, MemoryRestored, NewMemory, Recorded
from .policy import Policy
from .state import Belief, evolve
from .vocabulary import Section


class StandingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the identity in force, with its words if they can be read."""

    memory: str
    section: Section
    ordinal: int
    text: str | None


class Facts:
    """What the commands of one decision name, as it stood at one position.

    Deciding several commands in a row folds what each gave into these facts (`include`), so that the next one
    sees it.
    """

    def __init__(self, *, position: int, policy: Policy) -> None:
        self.position = position
        self.policy = policy
        self.memories: dict[str, Belief] = {}
        """By id: those that the commands name and the agent may read."""
        self.words: dict[str, MemoryText] = {}
        """By id: the words of these memories, where a key to read them is at hand."""
        self.holders: dict[str, Belief] = {}
        """By fact: the memory that holds its value, whose agent owns the fact."""
        self.shelves: dict[tuple[str, str], dict[str, Belief]] = {}
        """By scope and kind, for kinds with a bound: the live memories in the layer of that kind, by id."""
        self.identity: tuple[StandingLine, ...] = ()
        self.identity_version = 0
        """0: no identity was established."""

    def memory(self, memory: str) -> Belief:
        """Return the state of one memory.

        Raises:
            UnknownMemory: there is none, or the agent may not read it.
        """
        belief = self.memories.get(memory)
        if belief is None:
            raise UnknownMemory(memory)
        return belief

    @property
    def known_at(self) -> int:
        """Time of the latest change that these facts show, 0 if they show none; it may be after `position`."""
        known = chain(
            self.memories.values(), self.holders.values(), *(shelf.values() for shelf in self.shelves.values())
        )
        return max((belief.changed_at for belief in known), default=0)

    def include(self, drafts: tuple[Draft, ...], now: int) -> None:
        """Fold what was just decided, as if it had been appended."""
        for draft in drafts:
            self.position += 1
            recorded = Recorded(position=self.position, at=now, event=draft.event)
            for memory in draft.event.memories:
                belief = evolve(self.memories.get(memory) or self._unnamed(memory), recorded, memory)
                if belief is not None:
                    self._set(belief)
            match draft:
                case Draft(event=NewMemory(fact=str(fact)) | MemoryRestored(fact=str(fact)) as event):
                    self._hold(fact, self.memories[event.memory])
                case _:
                    pass
            if isinstance(draft.content, MemoryText):
                self.words[draft.event.memories[0]] = draft.content

    def _unnamed(self, memory: str) -> Belief | None:
        """Return a memory that no command names: one on a shelf, or one that holds a fact."""
        for shelf in self.shelves.values():
            if memory in shelf:
                return shelf[memory]
        return next((holder for holder in self.holders.values() if holder.memory == memory), None)

    def _hold(self, fact: str, belief: Belief) -> None:
        # What goes straight to the archive is history, not the value.
        if belief.status != "archived":
            self.holders[fact] = belief

    def _set(self, belief: Belief) -> None:
        self.memories[belief.memory] = belief
        if belief.fact and (holder := self.holders.get(belief.fact)) and holder.memory == belief.memory:
            self.holders[belief.fact] = belief
        shelf = self.shelves.get((belief.scope, belief.kind))
        if shelf is None:
            return
        if belief.status == "live" and belief.layer == self.policy.home_of(belief.kind):
            shelf[belief.memory] = belief
        else:
            shelf.pop(belief.memory, None)


class Decision(msgspec.Struct, frozen=True):
    """What a command gives: drafts of events, and what must not have been recorded meanwhile.

    No drafts means that the command asks for what already holds.
    """

    drafts: tuple[Draft, ...] = ()
    conflicts: tuple[QueryItem, ...] = ()

    def query(self) -> Query | None:
        """Return the query of the append condition, None if nothing can conflict."""
        return Query(items=self.conflicts) if self.conflicts else None
