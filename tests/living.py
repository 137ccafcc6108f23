"""Agents at work, for the law: rules for tasks, sessions, intents, traumas, decisions and sweeps."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, multiple, rule

from law import Witness
from model import Model
from random_words import (
    ENVELOPES,
    JUDGEMENTS,
    KEYS,
    NAMES,
    OPTIONAL,
    OUTCOMES,
    PEOPLE,
    REASON,
    SESSIONS,
    STATES,
    SUBJECTS,
    SUMMARIES,
    TASKS,
    TEXTS,
    TRAUMAS,
    USES,
    some_of,
)
from remembrancer import InvalidInput, NotFound, Refused
from remembrancer.application.agent import Agent
from remembrancer.application.memory import SEALED
from remembrancer.application.store import new_command_id
from remembrancer.domain.content import ContextGiven
from remembrancer.domain.envelopes import envelope_from
from remembrancer.domain.events import ContextAssembled, ContextEntry, Draft, NewMemory, TaskCheckpointed
from settable_clock import SettableClock

Said = dict[str, Any]
SUMMARY_BYTES_MAX = 2048
WORK = ["start", "start", "checkpoint", "checkpoint", "interrupt", "resume", "complete", "give"]
DECISIONS = {name: OPTIONAL[name] for name in ("scope", "importance", "category", "key", "subjects", "session")}


class Living(Witness, RuleBasedStateMachine):
    """Agents and people at work on one store."""

    memories: Bundle[str] = Bundle("memories")
    clock: SettableClock
    owners: dict[str, str]
    """Who recorded each memory."""

    @rule(
        target=memories,
        name=st.sampled_from(NAMES),
        by=PEOPLE,
        task=st.sampled_from(TASKS),
        verbs=st.lists(st.sampled_from(WORK), min_size=1, max_size=4),
        state=STATES,
        said=st.fixed_dictionaries({"because": REASON, "subjects": SUBJECTS, "key": KEYS, "outcome": OUTCOMES}),
    )
    def work(self, name: str, by: str | None, task: str, verbs: list[str], state: Said, said: Said) -> Any:
        return multiple(*(memory for verb in verbs for memory in self._work(name, by, task, verb, state, said)))

    @rule(
        target=memories,
        name=st.sampled_from(NAMES),
        by=PEOPLE,
        session=st.sampled_from(SESSIONS),
        texts=st.lists(TEXTS, max_size=3),
        said=some_of(
            {
                "speaker": st.sampled_from(["ann", "波", "two\nlines"]),
                "subjects": SUBJECTS,
                "tags": st.lists(st.sampled_from(["a", "标签"]), max_size=2),
                "source": st.sampled_from(["own", "foreign"]),
                "idempotency_key": KEYS,
            }
        ),
        summary=st.just("talk on") | SUMMARIES,
    )
    def talk(self, name: str, by: str | None, session: str, texts: list[str], said: Said, summary: str | None) -> Any:
        agent = self._agent(name, by)
        made = [memory for text in texts for memory in self._say(agent, session, text, said)]
        if summary != "talk on":
            made += self._end(agent, session, summary)
        return multiple(*made)

    @rule(target=memories, name=st.sampled_from(NAMES), envelope=st.sampled_from(ENVELOPES), said=some_of(USES))
    def meet_a_problem(self, name: str, envelope: Said, said: Said) -> Any:
        return multiple(*self._meet(self._agent(name, None), envelope, said))

    @rule(name=st.sampled_from(NAMES), by=PEOPLE, said=TRAUMAS, evidence=st.lists(memories, max_size=2))
    def get_hurt(self, name: str, by: str | None, said: Said, evidence: list[str]) -> None:
        self._do(name, lambda: self._agent(name, by).trauma(**said, evidence=evidence))

    @rule(
        target=memories,
        name=st.sampled_from(NAMES),
        text=TEXTS,
        confidence=st.sampled_from([1, 5, 10, 0.8, 0.0, 1.5, float("nan")]),
        said=some_of(DECISIONS),
    )
    def decide(self, name: str, text: str, confidence: float, said: Said) -> Any:
        return multiple(*self._decide(self._agent(name, None), text, confidence, said))

    @rule(
        ids=st.lists(memories, min_size=1, max_size=3),
        by=PEOPLE,
        outcome=JUDGEMENTS,
        because=REASON,
        key=KEYS,
        evidence=st.lists(memories, max_size=1),
    )
    def judge(
        self, ids: list[str], by: str | None, outcome: str, because: Any, key: str | None, evidence: list[str]
    ) -> None:
        decisions = [memory for (memory,) in Model(self.log).decisions()]
        for memory in [*ids, *decisions[-2:]]:
            name = self.owners[memory]
            self._judge(self._agent(name, by), memory, outcome, because, key, evidence)

    @rule(
        name=st.sampled_from(NAMES),
        by=PEOPLE,
        queries=st.lists(TEXTS, min_size=1, max_size=3),
        given=st.lists(memories, max_size=3, unique=True),
        said=some_of({"session": st.sampled_from(SESSIONS), "subjects": SUBJECTS, "valid_at": st.just(0)}),
    )
    def recall(self, name: str, by: str | None, queries: list[str], given: list[str], said: Said) -> None:
        self._recall(self._agent(name, by), by, queries, given, said)
        self._hand_on(name, given)

    @rule(target=memories, by=PEOPLE, memory=memories, to=st.sampled_from(NAMES), because=REASON)
    def give(self, by: str | None, memory: str, to: str, because: str | None) -> Any:
        return multiple(*self._give(self.owners[memory], by, memory, to, because))

    @rule(name=st.sampled_from(NAMES), by=PEOPLE)
    def sweep(self, name: str, by: str | None) -> None:
        agent = self._agent(name, by)
        self.read_on()
        due = agent.sweep(dry_run=True)
        assert (self.memory.position, due.events) == (len(self.log), 0)
        done = agent.sweep()
        assert [(step.rule, step.scope, step.memory) for step in done.steps] == [
            (step.rule, step.scope, step.memory) for step in due.steps
        ]
        assert self.memory.position == len(self.log) + done.events
        assert agent.sweep().events == 0

    def a_morning(self, agent: Agent) -> list[str]:
        """Complete a task, then end two sessions, of which one stays hot; return the ids of what came to be."""
        said: Said = {"because": None, "subjects": [], "key": None, "outcome": "it works"}
        made = [
            memory
            for verb in ("start", "complete")
            for memory in self._work(agent.name, None, TASKS[0], verb, {}, said)
        ]
        for session in SESSIONS[:2]:
            made += self._say(agent, session, "说了一句话", {"speaker": "波", "tags": ["标签"]})
            made += self._end(agent, session, None)
        return made

    def live_on(self, chance: random.Random, agent: Agent) -> None:
        """Do what mostly is allowed."""
        said: Said = {"because": "due", "subjects": [], "key": None, "outcome": "it works"}
        if not chance.randrange(3):
            given = [memory.id for layer in agent.layers().values() for memory in layer[:1]]
            self._recall(agent, None, ["what now?", "怎么办"], chance.sample(given, min(len(given), 3)), {})
        match chance.randrange(8):
            case 0 | 1 | 2:
                self._work_somehow(chance, agent, said)
            case 3 if not chance.randrange(4):
                self.clock.forward(days=8)
                self.sweep(agent.name, None)
            case 3 | 4:
                session = chance.choice(SESSIONS)
                self._say(agent, session, f"words {chance.randrange(9)}", {"speaker": chance.choice(["ann", "波"])})
                if chance.randrange(2):
                    self._end(agent, session, chance.choice([None, "we talked"]))
            case 5 | 6:
                envelope, scope = chance.choice(ENVELOPES[:5]), chance.choice([None, "fleet"])
                for files in range(chance.choice([1, 1, 7])):
                    outcome = chance.choice(["success", "rollback", None])
                    self._meet(agent, envelope, {"outcome": outcome, "example": {"files": files}, "scope": scope})
                category = chance.choice(["security", "performance"])
                self._do(agent.name, lambda: agent.trauma(category, because="慢", envelope=ENVELOPES[0]))
            case _:
                text = f"we ship {chance.randrange(9)}"
                for memory in self._decide(agent, text, chance.randrange(1, 11), {}):
                    self._judge(agent, memory, chance.choice(["right", "wrong", "mixed"]), "因为", None, [])

    def _recall(self, agent: Agent, by: str | None, queries: list[str], given: list[str], said: Said) -> None:
        """Have recalls noted as if they had given some memories."""
        self.read_on()
        store, before = self.memory.store, self.memory.position
        for query in queries:
            store.notes.note(
                agent=agent.name,
                actor=by or f"agent:{agent.name}",
                scope=f"agent:{agent.name}",
                query=query,
                scenario="reply",
                hits=[(memory, 0.5) for memory in given],
                moment=store.moment(None),
                **said,
            )
        assert store.notes.flush()
        assert self.memory.position == before + len(queries)
        self.said.update(enumerate(queries, before + 1))
        for recorded in self.newer():
            subjects = recorded.event.box.subjects if recorded.event.box else ()
            if None in store.keys.subject_secrets(subjects).values():
                self.sealed.add(recorded.position)  # what it found is about somebody who was destroyed
        self.read_on()

    def _hand_on(self, name: str, given: list[str]) -> None:
        """Append a context as if it had given some memories, the last of them as a line of the boot."""
        self.read_on()
        store = self.memory.store
        entries = [ContextEntry(part="memories", memories=(memory,), size_bytes=1) for memory in given[:-1]]
        boot = [ContextEntry(part="boot", memories=tuple(given[-1:]), size_bytes=1)]
        event = ContextAssembled(
            actor=f"agent:{name}",
            cause=new_command_id(),
            box=None,
            agent=name,
            scope=f"agent:{name}",
            policy=store.policy().version,
            command=None,
            renderer=1,
            counter="estimate/1",
            budget=1,
            tokens=1,
            size_bytes=1,
            entries=(*boot, *entries, *entries[:1]),
            omitted=0,
            scenario="reply",
            asked_position=len(self.log),
            session=None,
        )
        draft = Draft(event=event, content=ContextGiven(query="what now?", packed=b""))
        store.log.append([store.codec.encode(store.sealer.seal(draft))])
        self.read_on()

    def _work_somehow(self, chance: random.Random, agent: Agent, said: Said) -> None:
        task = chance.choice([*TASKS[:1], *TASKS[:2]])
        standing = {view.name: view.status for view in agent.tasks()}.get(task, "completed")
        verbs = {
            "completed": ["start"],
            "running": ["checkpoint", "checkpoint", "interrupt", "complete"],
            "interrupted": ["resume", "resume", "checkpoint", "complete"],
        }
        state = {"objective": f"move {task}", "confidence": chance.randrange(1, 11)}
        self._work(agent.name, None, task, chance.choice(verbs[standing]), state, said)

    def _work(self, name: str, by: str | None, task_name: str, verb: str, state: Said, said: Said) -> list[str]:
        task = self._agent(name, by).task(task_name)
        common: Said = {"because": said["because"], "subjects": said["subjects"], "idempotency_key": said["key"]}

        def start() -> str:
            asked: Said = {"objective": "move the index", **state}
            started = task.start(**asked, **common)
            if self.memory.position > len(self.log):
                assert started == {part: value for part, value in asked.items() if value is not None}
            return asked["objective"]

        def checkpoint() -> str:
            before = task.memory.text
            noted = task.checkpoint(state, **common)
            if self.memory.position > len(self.log):
                assert all(noted.get(part) == value for part, value in state.items())
                assert None not in noted.values()
            return state.get("objective", before)

        def interrupt() -> None:
            task.interrupt(because=said["because"])
            assert task.status == "interrupted"

        def resume() -> None:
            before = task.memory.id
            task.resume(because=said["because"])
            assert (task.status, task.memory.id) == ("running", before)

        def complete() -> str:
            objective = task.memory.text
            if objective == SEALED:
                objective = "(its state cannot be read)"
            task.complete(said["outcome"], **common)
            return f"Task {task_name}: {objective}\nOutcome: {said['outcome']}"

        def give() -> str:
            objective = task.memory.text
            self._agent(name, by).hand_over(task_name, to=_next(name), because=said["because"])
            return objective

        verbs: dict[str, Callable[[], object]] = {
            "give": give,
            "start": start,
            "checkpoint": checkpoint,
            "interrupt": interrupt,
            "resume": resume,
            "complete": complete,
        }
        return self._do(_next(name) if verb == "give" else name, verbs[verb])

    def _give(self, name: str, by: str | None, memory: str, to: str, because: Any) -> list[str]:
        def give() -> str:
            agent = self._agent(name, by)
            text = agent.show(memory).text
            agent.hand_over(memory, to=to, because=because)
            return text

        return self._do(to, give)

    def _say(self, agent: Agent, session: str, text: str, said: Said) -> list[str]:
        def say() -> str:
            agent.session(session).message(text, **said)
            return text

        return self._do(agent.name, say)

    def _end(self, agent: Agent, session: str, summary: str | None) -> list[str]:
        def end() -> str:
            told = agent.session(session).end(summary).text
            assert summary in (None, told)
            assert len(told.encode()) <= SUMMARY_BYTES_MAX
            return told

        return self._do(agent.name, end)

    def _meet(self, agent: Agent, envelope: Said, said: Said) -> list[str]:
        def meet() -> str:
            intent = agent.intent(envelope, **said)
            rows = Model([*self.log, *self.newer()]).intents().values()
            row = next(row for row in rows if row["memory"] == intent.memory.id)
            assert (intent.uses, intent.successes, intent.rollbacks) == (
                row["uses"], row["successes"], row["rollbacks"],
            )  # fmt: skip
            return envelope_from(envelope).told()

        return self._do(agent.name, meet)

    def _judge(
        self, agent: Agent, memory: str, outcome: str, because: Any, key: str | None, evidence: list[str]
    ) -> None:
        def judge() -> None:
            judged = agent.judge(memory, outcome, because=because, evidence=evidence, idempotency_key=key)
            if self.memory.position > len(self.log):
                assert judged.memory.id == memory
                assert judged.outcome == {"success": "right", "failure": "wrong"}.get(outcome, outcome)

        self._do(agent.name, judge)

    def _decide(self, agent: Agent, text: str, confidence: float, said: Said) -> list[str]:
        def decide() -> str:
            agent.decide(text, confidence=confidence, **said)
            return text

        return self._do(agent.name, decide)

    def _do(self, name: str, command: Callable[[], object]) -> list[str]:
        """Let a command run that returns the words of the memory that it makes, or of the state; return new ids."""
        words: list[object] = []
        with self.accepting():
            words.append(command())
        before = len(self.log)
        self.read_on()
        made: list[str] = []
        for recorded in self.log[before:]:
            if isinstance(recorded.event, NewMemory | TaskCheckpointed):
                self.said[recorded.position] = str(words[0])
            if isinstance(recorded.event, NewMemory):
                made.append(recorded.event.memory)
                self.owners[recorded.event.memory] = name
        return made

    def _agent(self, name: str, by: str | None) -> Agent:
        return self.memory.agent(name, by=by)

    @contextmanager
    def accepting(self, *, identity: bool = False) -> Iterator[None]:
        """Let one command run: it may be refused, and then nothing was stored; L5 is changed by people alone."""
        self.read_on()
        before = self._identity()
        try:
            yield
        except (InvalidInput, NotFound, Refused):
            assert self.memory.position == len(self.log), "a refused command stored something"
        if not identity:
            assert self._identity() == before

    def _identity(self) -> dict[str, object]:
        agents = [self.memory.agent(name) for name in NAMES]
        return {agent.name: (agent.identity(), [m.belief for m in agent.layers()["L5"]]) for agent in agents}


def _next(name: str) -> str:
    """Return the agent that receives what another gives away."""
    return NAMES[(NAMES.index(name) + 1) % len(NAMES)]
