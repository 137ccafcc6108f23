"""Agents that dream, for the law: dreams as a whole, what they make and purge, and what they suggest."""

import random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import multiple, rule

from living import Living
from random_words import NAMES, PEOPLE, REASON, TEXTS
from remembrancer.application.agent import Agent
from remembrancer.application.handler import Receipt, execute
from remembrancer.application.purging import finish_erasures
from remembrancer.application.requests import actor_in_log
from remembrancer.application.store import new_command_id, new_memory_id
from remembrancer.domain.commands import (
    AnswerSuggestion,
    CompleteDream,
    ConsolidateMemories,
    MakeSuggestion,
    PauseDream,
    PurgeScratch,
    ResumeDream,
    StartDream,
    WriteReflection,
)
from remembrancer.domain.events import DreamStarted, SuggestionMade
from remembrancer.projections.beliefs import BELIEFS

NIGHT = ["start", "start", "pause", "resume", "complete"]
CHANGES = ("identity", "consolidation", "replacement")
DREAM_WEEK_S = 8 * 86_400


class Dreaming(Living):
    """Agents that work, and dream of it."""

    memories = Living.memories

    @rule(
        name=st.sampled_from(NAMES),
        run=st.integers(0, 2),
        verbs=st.lists(st.sampled_from(NIGHT), min_size=1, max_size=4),
        slot=st.sampled_from([None, "2026-05-03"]),
        seconds=st.sampled_from([0, 0, 1, 119, 120, -1]),
    )
    def dream(self, name: str, run: int, verbs: list[str], slot: str | None, seconds: int) -> None:
        for verb in verbs:
            self._dream(name, verb, self._begun(name)[run % 3 :][:1] or [f"drm_{run}"], slot)
            self.clock.forward(seconds=seconds)

    @rule(
        target=memories,
        name=st.sampled_from(NAMES),
        ids=st.lists(memories, min_size=1, max_size=4),
        cited=st.lists(memories, max_size=2),
        text=TEXTS,
        kind=st.sampled_from(["practice", "lesson", "pattern", "note"]),
        because=REASON,
        seed=st.integers(0, 2**32),
    )
    def consolidate(
        self, name: str, ids: list[str], cited: list[str], text: str, kind: str, because: Any, seed: int
    ) -> Any:
        made = self._consolidate(name, ids, cited, text, kind, because)
        return multiple(*made, *self.noticed(random.Random(seed), self._agent(name, None)))

    @rule(target=memories, name=st.sampled_from(NAMES), text=TEXTS, cited=st.lists(memories, max_size=3))
    def reflect(self, name: str, text: str, cited: list[str]) -> Any:
        def write() -> str:
            self._order(WriteReflection, name, memory=new_memory_id(), text=text, evidence=tuple(cited), upto=1)
            return text

        return multiple(*self._do(name, write))

    @rule(name=st.sampled_from(NAMES), ids=st.lists(memories, max_size=2), at_once=st.booleans())
    def purge(self, name: str, ids: list[str], at_once: bool) -> None:
        """Purge what anybody named, then what has expired for a week; the keys go at once, or when somebody opens."""
        self._purge(name, ids)
        agent = self._agent(name, None)
        with self.accepting():
            recorded = agent.record("a diff", kind="diff")
            self.said[recorded.position] = "a diff"
        self._purge(name, agent.layers()["L0"][:1])
        self.clock.forward(seconds=DREAM_WEEK_S)
        store = self.memory.store
        due = [belief.memory for belief in store.views.all_rows(BELIEFS) if belief.layer == "L0"]
        for memory in due:
            self._purge(name, [memory])
        if at_once:
            finish_erasures(store)
        assert finish_erasures(store) == 0 or not at_once

    @rule(
        name=st.sampled_from(NAMES),
        by=PEOPLE,
        change=st.sampled_from(CHANGES),
        concerned=st.lists(memories, min_size=1, max_size=2, unique=True),
        text=TEXTS,
        answer=st.sampled_from(["accepted", "declined"]),
    )
    def suggest(self, name: str, by: str | None, change: str, concerned: list[str], text: str, answer: str) -> None:
        self._suggest(name, change, concerned, text)
        for suggestion in self._suggested()[-2:]:
            self._answer(name, by, suggestion, answer)

    def live_on(self, chance: random.Random, agent: Agent) -> None:
        """Do what mostly is allowed; now and then, dream."""
        super().live_on(chance, agent)
        match chance.randrange(6):
            case 0:
                self.noticed(chance, agent)
            case 1:
                for verb in ("start", chance.choice(NIGHT), chance.choice(NIGHT)):
                    self._dream(agent.name, verb, self._begun(agent.name)[-1:] or ["drm_a"], None)
            case 2:
                first = chance.choice(list(self.owners))
                self._suggest(self.owners[first], chance.choice(CHANGES), [first], "be kind")
                for suggestion in self._suggested()[-1:]:
                    self._answer(self.owners[first], "user:ann", suggestion, "accepted")
            case _:
                pass

    def noticed(self, chance: random.Random, agent: Agent) -> list[str]:
        """Consolidate some of what an agent finds in one layer of one scope; return the id of what came of it."""
        found = [memory for memory in agent.layers()[chance.choice(["L2", "L4"])] if memory.status == "live"]
        scope = chance.choice(found).scope if found else ""
        near = [memory.id for memory in found if memory.scope == scope]
        some = chance.sample(near, min(len(near), chance.randrange(2, 5)))
        return self._consolidate(agent.name, some, [], "always the same", "practice", "noticed often") if some else []

    def _consolidate(
        self, name: str, ids: list[str], cited: list[str], text: str, kind: str, because: str | None
    ) -> list[str]:
        def consolidate() -> str:
            self._order(
                ConsolidateMemories,
                name,
                memory=new_memory_id(),
                kind=kind,
                sources=tuple(ids),
                evidence=tuple(cited),
                seen=max(len(ids), 3),
                text=text,
                summary="一句话",
                trigger="noticed on three days",
                metadata={"core": text},
                because=because,
            )
            return text

        return self._do(name, consolidate)

    def _dream(self, name: str, verb: str, runs: list[str], slot: str | None) -> None:
        (run,) = runs
        with self.accepting():
            match verb:
                case "start":
                    fresh = f"drm_{len(self.log)}"
                    self._order(StartDream, name, run=fresh, trigger="asked", stages=("sweep",), slot=slot)
                case "pause":
                    self._order(PauseDream, name, run=run, busy_at=1)
                case "resume":
                    self._order(ResumeDream, name, run=run)
                case _:
                    self._order(CompleteDream, name, run=run, outcome="done", carried={"sweep": 1}, passed_over=0)
        self.read_on()

    def _purge(self, name: str, memories: Any) -> None:
        ids = tuple(getattr(memory, "id", memory) for memory in memories)
        with self.accepting():
            self._order(PurgeScratch, name, memories=ids)
        self.read_on()

    def _suggest(self, name: str, change: str, concerned: list[str], text: str) -> None:
        before = len(self._suggested())
        receipts: list[Receipt] = []
        for number in range(2):
            fresh: dict[str, Any] = {"suggestion": f"sug_{len(self.log)}_{number}", "change": change, "text": text}
            with self.accepting():
                receipts.append(self._order(MakeSuggestion, name, concerned=tuple(concerned), **fresh))
            self.read_on()
        assert len(self._suggested()) <= before + 1, "the same was suggested twice"

    def _answer(self, name: str, by: str | None, suggestion: str, answer: str) -> None:
        with self.accepting():
            actor = actor_in_log(self.memory.store, by or f"agent:{name}")
            self._order(AnswerSuggestion, name, actor=actor, suggestion=suggestion, answer=answer)
        self.read_on()

    def _order(self, command: Any, name: str, **fields: Any) -> Receipt:
        """Carry out a command of an agent's dream, unless another actor is named."""
        common = {"actor": "dream:drm_x", "because": "due", "rule": "sweep/due", "cause": new_command_id()}
        return execute(self.memory.store, command(agent=name, **{**common, **fields}))

    def _begun(self, name: str) -> list[str]:
        events = (recorded.event for recorded in self.log)
        return [event.run for event in events if isinstance(event, DreamStarted) and event.agent == name]

    def _suggested(self) -> list[str]:
        return [recorded.event.suggestion for recorded in self.log if isinstance(recorded.event, SuggestionMade)]
