"""What a decision reads, and what it gives."""

import msgspec

from .boundary import Query, QueryItem
from .content import MemoryText
from .errors import UnknownMemory
from .events import Draft, NewMemory, Recorded
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
        """By fact: the memory that holds its value."""
        self.owners: dict[str, str] = {}
        """By fact: the agent that owns it."""
        self.shelves: dict[tuple[str, str], dict[str, Belief]] = {}
        """By scope and kind, for kinds with a bound: the live memories, by id."""
        self.identity: tuple[StandingLine, ...] = ()
        self.identity_version = 0
        """0: no identity was established."""
        self.erased_subjects: frozenset[str] = frozenset()

    def memory(self, memory: str) -> Belief:
        """Return the state of one memory.

        Raises:
            UnknownMemory: there is none, or the agent may not read it.
        """
        belief = self.memories.get(memory)
        if belief is None:
            raise UnknownMemory(memory)
        return belief

    def include(self, drafts: tuple[Draft, ...], now: int) -> None:
        """Fold what was just decided, as if it had been appended."""
        for draft in drafts:
            self.position += 1
            recorded = Recorded(position=self.position, at=now, event=draft.event)
            for memory in draft.event.memories:
                belief = evolve(self.memories.get(memory) or self._on_a_shelf(memory), recorded, memory)
                if belief is not None:
                    self._set(belief)
            match draft:
                case Draft(event=NewMemory(fact=str(fact)) as event, content=content):
                    self.holders[fact] = self.memories[event.memory]
                    self.owners[fact] = event.agent
                case _:
                    content = draft.content
            if isinstance(content, MemoryText):
                self.words[draft.event.memories[0]] = content

    def _on_a_shelf(self, memory: str) -> Belief | None:
        return next((shelf[memory] for shelf in self.shelves.values() if memory in shelf), None)

    def _set(self, belief: Belief) -> None:
        self.memories[belief.memory] = belief
        if belief.fact and (holder := self.holders.get(belief.fact)) and holder.memory == belief.memory:
            self.holders[belief.fact] = belief
        shelf = self.shelves.get((belief.scope, belief.kind))
        if shelf is None:
            return
        if belief.status == "live":
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
