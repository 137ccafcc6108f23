"""Deciding commands one after another without storing anything: whatever would be refused is found first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.commands import AnyCommand, ConsolidateMemories, MergeMemories, RecordMemory
from ...domain.decisions import decide
from ...domain.decisions.merging import MERGED_KIND
from ...projections.beliefs import BELIEFS
from ..loading import fresh_facts, load, stands_alone
from ..memory import reference_counts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...domain.state import Belief
    from ..store import Store


class Rehearsal:
    """A store as it would stand after some commands."""

    def __init__(self, store: Store, *, remember: bool) -> None:
        """Begin with the store as it is.

        Args:
            remember: keep the memories that commands made, since later ones may name them. Without it only the holders
                of facts and the memories of bounded kinds are kept, so memory use does not grow with plain notes.
        """
        self._store = store
        self._remember = remember
        self._start = store.look()
        self._facts = fresh_facts(self._start)
        self._now = self._start.at
        """Never before what is known, also where the clock is."""

    def carry_out(self, command: AnyCommand) -> None:
        """Take in what a command would do.

        Raises:
            RemembrancerError: it would be refused; nothing changed.
        """
        alone = stands_alone(command, self._facts.policy)
        if not alone:
            self._look_up(command)
        now = self._now = max(self._now, self._store.now())
        decision = decide(self._facts, command, now=now)
        if self._remember or not alone:
            self._facts.include(decision.drafts, now)
        if not self._remember:
            self._facts.memories.clear()
            self._facts.words.clear()

    def belief(self, memory: str) -> Belief | None:
        """Return a memory as it would stand, None if there is none."""
        return self._facts.memories.get(memory) or self._store.views.row(BELIEFS, (memory,))

    def _look_up(self, command: AnyCommand) -> None:
        """Add what the store says of all that a command names; what was rehearsed already counts more."""
        found = load(self._store, [command], self._start, crowded=True)
        facts = self._facts
        for memory, belief in found.memories.items():
            facts.memories.setdefault(memory, belief)
        for memory, words in found.words.items():
            facts.words.setdefault(memory, words)
        for fact, holder in found.holders.items():
            facts.holders.setdefault(fact, facts.memories.get(holder.memory, holder))
        facts.tasks = {**found.tasks, **facts.tasks}
        facts.sessions = {**found.sessions, **facts.sessions}
        facts.messages = {**found.messages, **facts.messages}
        facts.intents = {**found.intents, **facts.intents}
        facts.uses = {**found.uses, **facts.uses}
        facts.references.update(found.references)
        for shelf, beliefs in found.shelves.items():
            if shelf not in facts.shelves:
                facts.shelves[shelf] = self._as_rehearsed(beliefs.values())
        if isinstance(command, RecordMemory) and command.fact in facts.holders:
            holder = facts.holders[command.fact]
            facts.memories.setdefault(holder.memory, holder)
        if isinstance(command, MergeMemories | ConsolidateMemories):
            self._open_shelves(command)

    def _open_shelves(self, command: MergeMemories | ConsolidateMemories) -> None:
        """Look up the shelves of memories that were made in this rehearsal, which the store cannot know."""
        facts = self._facts
        known = (facts.memories[source] for source in command.sources if source in facts.memories)
        for belief in known:
            for kind in (belief.kind, command.kind or MERGED_KIND.get(belief.layer, belief.kind)):
                if kind in facts.policy.bounds and (belief.scope, kind) not in facts.shelves:
                    facts.shelves[belief.scope, kind] = self._shelf(belief.scope, kind)

    def _shelf(self, scope: str, kind: str) -> dict[str, Belief]:
        found = self._store.views.stab(BELIEFS, {"scope": [scope], "kind": [kind], "status": ["live"]})
        self._facts.references.update(reference_counts(self._store, [belief.memory for belief in found]))
        return self._as_rehearsed(found)

    def _as_rehearsed(self, found: Iterable[Belief]) -> dict[str, Belief]:
        newest = (self._facts.memories.get(belief.memory, belief) for belief in found)
        return {belief.memory: belief for belief in newest if belief.status == "live"}
