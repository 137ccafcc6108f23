"""Agents and people at work on one store, whose every prefix the naive model can tell: what the law is tested with."""

import os
import random
import shutil
import tempfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, multiple, precondition, rule

from dreamers import Dreaming
from law import arrives, assert_layers, by_key, live_counts
from model import Model
from random_words import (
    ACTORS,
    BOARD,
    CODE,
    DEEPER,
    KEYS,
    LINES,
    MOMENTS,
    NAMES,
    NEXT,
    PEOPLE,
    PERSON,
    REASON,
    RECORDS,
    START,
    TEXTS,
    VERBS,
)
from remembrancer import Remembrancer
from remembrancer.application.agent import Agent
from remembrancer.application.memory import Memory
from remembrancer.projections.beliefs import BELIEFS
from settable_clock import SettableClock

MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None
"""Where a store needs no disk: nothing here depends on syncing, and thousands of commands would wait for it."""


class Law(Dreaming):
    """Agents and people, on one store, with all that they may do to it and to what is in it."""

    memories = Dreaming.memories

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="law", dir=MEMORY))
        self.clock = SettableClock(START)
        self.memory = Remembrancer.open(self.folder / "store", clock=self.clock)
        self.log = []
        self.said = {}
        self.sealed = set()
        self.owners = {}

    def teardown(self) -> None:
        try:
            if self.log:
                self.check_every_prefix()
        finally:
            self.memory.close()
            shutil.rmtree(self.folder)

    # What happens

    @initialize(target=memories, bounds=st.integers(2, 4), seed=st.integers(0, 2**32))
    def begin(self, bounds: int, seed: int) -> Any:
        self._adopt(bounds, {"red": ["atlas", "波"], "blue": ["c-3.x"]})
        first = [
            {"text": "the build is green", "kind": "decision", "importance": 9},
            {"text": "likes tea", "key": "drink", "valid_to": START + timedelta(days=2), "scope": "fleet"},
            {"text": CODE, "scope": "fleet", "trigger": "it broke", "importance": 8},
            {"text": "说了一句话", "valid_to": START + timedelta(days=2)},
        ]
        recorded = [self._record_all(name, first) for name in NAMES[:1]]
        recorded += [self._record_all(name, first[2:]) for name in NAMES[1:]]
        for _ in range(2):
            self._agent(NAMES[0], None).confirm(recorded[0][0], evidence=recorded[0][1:2])
        recorded.append(self.a_morning(self._agent(NAMES[0], None)))
        self.a_busy_day(seed)
        return multiple(*(memory for memories in recorded for memory in memories))

    @rule(seconds=st.sampled_from([0.000001, 1, 120, 301, 7200, 86_400, 259_200, 691_200, -1, -3600, -259_200]))
    def time_passes(self, seconds: float) -> None:
        self.clock.forward(seconds=seconds)

    @rule(target=memories, name=st.sampled_from(NAMES), by=PEOPLE, fields=RECORDS)
    def record(self, name: str, by: str | None, fields: dict[str, Any]) -> Any:
        fields = dict(fields)
        text = fields.pop("text")
        recorded: list[Memory] = []
        with self.accepting():
            recorded.append(self._agent(name, by).record(text, **fields))
        self._heard(name, recorded, [text])
        if recorded and "idempotency_key" in fields:
            self.read_on()
            again = self._agent(name, by).record(text, **fields)
            assert again.id == recorded[0].id
            assert self.memory.position == len(self.log)
        return multiple(*(memory.id for memory in recorded))

    @rule(target=memories, name=st.sampled_from(NAMES), items=st.lists(RECORDS, max_size=5))
    def record_many(self, name: str, items: list[dict[str, Any]]) -> Any:
        return multiple(*self._record_all(name, items))

    @rule(target=memories, name=st.sampled_from(NAMES), importances=st.lists(st.integers(1, 10), min_size=1),
          kind=st.sampled_from(["decision", "reflection", "rumour", "diff"]))  # fmt: skip
    def record_one_kind(self, name: str, importances: list[int], kind: str) -> Any:
        items = [{"text": f"weighs {n}", "kind": kind, "importance": n} for n in importances]
        return multiple(*self._record_all(name, items))

    @rule(
        ids=st.lists(memories, min_size=1, max_size=3, unique=True),
        verbs=st.lists(VERBS, min_size=1, max_size=5),
        name=ACTORS,
        by=PEOPLE,
        said=st.fixed_dictionaries({"because": REASON, "text": TEXTS, "key": KEYS, "number": st.integers(0, 99)}),
        moment=st.none() | MOMENTS,
        others=st.lists(memories, min_size=1, max_size=2),
    )
    def change(
        self,
        ids: list[str],
        verbs: list[str],
        name: str | None,
        by: str | None,
        said: dict[str, Any],
        moment: datetime | None,
        others: list[str],
    ) -> None:
        because, number = said["because"], said["number"]
        arguments: dict[str, dict[str, Any]] = {
            "revise": {"text": said["text"], "valid_from": moment, "subjects": PERSON[number % 4 :][:1]},
            "promote": {"to": DEEPER[number % len(DEEPER)], "evidence": others},
            "confirm": {"evidence": [] if number % 2 else others},
            "contradict": {"by": None if number % 2 else others[0], "valid_from": moment},
            "decay": {"strength": number / 99},
            "review": {"outcome": ("passed", "doubtful", "failed", "perhaps")[number % 4]},
        }
        for memory_id in ids:
            for verb in verbs:
                agent = self._agent(name or self.owners[memory_id], by)
                with self.accepting():
                    memory = getattr(agent, verb)(
                        memory_id, because=because, idempotency_key=said["key"], **arguments.get(verb, {})
                    )
                    if verb == "revise" and self.memory.position > len(self.log):
                        self.said[memory.belief.content_position] = said["text"]

    @rule(target=memories, name=ACTORS, ids=st.lists(memories, min_size=2, max_size=4, unique=True), text=TEXTS)
    def merge(self, name: str | None, ids: list[str], text: str) -> Any:
        merged: list[Memory] = []
        with self.accepting():
            merged.append(self._agent(name or self.owners[ids[0]], None).merge(ids, text, because="the same"))
        self._heard(name or self.owners[ids[0]], merged, [text])
        return multiple(*(memory.id for memory in merged))

    @rule(
        name=st.sampled_from(NAMES),
        by=BOARD,
        version=st.integers(1, 9),
        rules=LINES,
        never=LINES,
    )
    def establish_identity(self, name: str, by: str | None, version: int, rules: list[str], never: list[str]) -> None:
        document = {"version": version, "mission": f"serve {version % 2}", "rules": rules, "never": never}
        with self.accepting(identity=by is not None):
            self._agent(name, by).establish_identity(document, because="the board said so")

    @precondition(lambda self: len(self.log) < 70)
    @rule(seed=st.integers(0, 2**32))
    def a_busy_day(self, seed: int) -> None:
        """Do what mostly is allowed: alone, the rules above are refused too often to get far."""
        chance = random.Random(seed)
        for _ in range(10):
            memory_id = chance.choice(list(self.owners))
            name = chance.choice([self.owners[memory_id]] * 3 + list(NAMES))
            agent = self._agent(name, chance.choice([None, "user:ann"]))
            self.clock.forward(seconds=chance.choice([0, 0, 1, 100, -50, 40_000]))
            with self.accepting():
                match chance.randrange(6):
                    case 0 | 1:
                        self._record_something(chance, agent)
                    case 2:
                        self._merge_some(chance, agent, memory_id)
                    case _:
                        self._change_somehow(chance, agent, memory_id)
            self.live_on(chance, agent)

    def _record_something(self, chance: random.Random, agent: Agent) -> None:
        fields: dict[str, Any] = {
            "kind": chance.choice(["note", "decision", "rumour", "pattern", "fact", "message"]),
            "scope": chance.choice([None, "fleet", "fleet"]),
            "importance": chance.randrange(1, 11),
            "trigger": chance.choice([None, "it broke"]),
            "key": chance.choice([None, None, None, "drink"]),
            "subjects": chance.choice([[], ["user:42"]]),
        }
        self._heard(agent.name, [agent.record("of this day", **fields)], ["of this day"])

    def _merge_some(self, chance: random.Random, agent: Agent, memory_id: str) -> None:
        first = agent.show(memory_id)
        near = [memory.id for memory in agent.layers()[first.layer] if memory.scope == first.scope]
        others = chance.sample(near, min(len(near), 2))
        merged = agent.merge([memory_id, *others], "all of it", because="the same", summary="一句话")
        self._heard(agent.name, [merged], ["all of it"])

    def _change_somehow(self, chance: random.Random, agent: Agent, memory_id: str) -> None:
        memory = agent.show(memory_id)
        verb = chance.choice(NEXT[memory.status])
        arguments: dict[str, dict[str, Any]] = {
            "revise": {"text": f"better {chance.random()}"},
            "promote": {"to": chance.choice(["L3", "L4"])},
            "confirm": {"evidence": list(self.owners)[1:2] if memory_id != list(self.owners)[1] else []},
            "decay": {"strength": chance.random()},
            "review": {"outcome": "doubtful"},
        }
        changed = getattr(agent, verb)(memory_id, because="因为", **arguments.get(verb, {}))
        if verb == "revise":
            self.said[changed.belief.content_position] = arguments["revise"]["text"]

    @rule(
        name=st.sampled_from(NAMES),
        by=BOARD,
        text=st.none() | st.sampled_from(["be kind", "new"]),
        section=st.sampled_from(["mission", "rules", "rules", "never"]),
        line=st.integers(0, 6),
    )
    def replace_identity_line(self, name: str, by: str | None, section: str, text: str | None, line: int) -> None:
        lines = [None, "be kind", *(line.id for line in self.memory.agent(name).identity().lines)]
        with self.accepting(identity=by is not None):
            self._agent(name, by).replace_identity_line(
                section, line=lines[line % len(lines)], text=text, because="asked"
            )

    @rule(bounds=st.integers(1, 4), teams=st.dictionaries(
          st.sampled_from(["red", "blue"]), st.lists(st.sampled_from(NAMES), max_size=2), max_size=2))  # fmt: skip
    def adopt_policy(self, bounds: int, teams: dict[str, list[str]]) -> None:
        self._adopt(bounds, teams)

    @rule(data=st.data())
    def destroy_keys(self, data: st.DataObject) -> None:
        boxes = [recorded for recorded in self.log if recorded.event.box is not None]
        assume(boxes)
        doomed = data.draw(st.lists(st.sampled_from(range(len(boxes))), max_size=5, unique=True))
        person = data.draw(st.sampled_from([None, "user:42", "user:李雷"]))
        keys = self.memory.store.keys
        keys.destroy_slots(box.slot for box in (boxes[n].event.box for n in doomed) if box)
        pseudonym = keys.find_pseudonym(person) if person else None
        if pseudonym:
            keys.destroy_subject(pseudonym)
        self.sealed |= {boxes[n].position for n in doomed}
        self.sealed |= {r.position for r in boxes if r.event.box and pseudonym in r.event.box.subjects}

    @rule(read_only=st.booleans())
    def reopen(self, read_only: bool) -> None:
        position = self.memory.position
        name, _, *before = self.everything()
        self.memory.close()
        self.memory = Remembrancer.open(self.folder / "store", clock=self.clock, read_only=read_only)
        again, _, *after = self.everything()
        assert (again, after) == (name, before)
        assert position <= self.memory.position <= position + 1, "closing appends a checkpoint at most"
        assert self.memory.notices == ()
        if read_only:
            self.memory.close()
            self.memory = Remembrancer.open(self.folder / "store", clock=self.clock)

    # What holds

    @invariant()
    def the_present_is_as_the_model_says(self) -> None:
        self.read_on()
        model = Model(self.log)
        assert self.rows(BELIEFS) == by_key(model.states().values(), "memory")
        self.check_runs(model, None)
        for name in NAMES:
            assert_layers(self.memory.agent(name).layers(), model.layers(name, self.now()))

    @invariant()
    def bounds_hold(self) -> None:
        self.read_on()
        model = Model(self.log)
        in_force = model.policy()
        assert in_force is not None
        _, adopted_at, policy = in_force
        before = Model(self.log[: adopted_at - 1]).states().values()
        for (scope, kind), count in live_counts(model.states().values()).items():
            bound = policy["bounds"].get(kind, count)
            arrived = any(arrives(self.log, recorded, scope, kind) for recorded in self.log[adopted_at:])
            allowed = bound if arrived else max(bound, live_counts(before).get((scope, kind), 0))
            assert count <= allowed, (scope, kind, count, bound)

    @invariant()
    def each_fact_has_one_value_at_most(self) -> None:
        self.read_on()
        model = Model(self.log)
        holding = [s for s in model.states().values() if s["fact"] and s["status"] in ("live", "quarantined")]
        holding = [s for s in holding if s["expires_at"] is None or s["expires_at"] > self.now()]
        assert len(holding) == len({state["fact"] for state in holding})
        for state in holding:
            assert model.facts()[state["fact"]][0] == state["memory"]

    def _record_all(self, name: str, items: list[dict[str, Any]]) -> list[str]:
        recorded: list[Memory] = []
        with self.accepting():
            recorded.extend(self.memory.agent(name).record_many(items))
        self._heard(name, recorded, [item["text"] for item in items])
        return [memory.id for memory in recorded]

    def _heard(self, name: str, recorded: list[Memory], texts: list[str]) -> None:
        for memory, text in zip(recorded, texts, strict=False):
            # A repeated command gives the memory that it made when it was new.
            if memory.position > len(self.log):
                self.said.setdefault(memory.position, text)
            self.owners.setdefault(memory.id, name)

    def _adopt(self, bound: int, teams: dict[str, list[str]]) -> None:
        kinds = ("decision", "evolution", "reflection", "module", "note", "pattern", "rumour")
        bounds = {kind: bound + place % 2 for place, kind in enumerate(kinds)}
        # What falls out of the bound of sessions may fall out of that of task contexts as well.
        bounds |= {"session": 1, "task-context": max(bound - 1, 1), "intent": max(bound - 1, 1)}
        self.memory.adopt_policy(
            {
                "version": self.memory.policy.version + 1,
                "bounds": bounds,
                "teams": teams,
                "kinds": {"rumour": "L2"},
                "gate": {"confirmations": 2},
            },
            because="tighter",
            by="user:ann",
        )
