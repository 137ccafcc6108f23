"""Looking at a store as the law does: every table at every prefix against the naive model."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from model import LAYERS, Model, State
from random_words import CODE, ENVELOPES, NAMES, SECRET
from remembrancer import Remembrancer
from remembrancer.application.memory import ERASED, SEALED, Memory
from remembrancer.application.moment import Moment
from remembrancer.application.reading import View, in_layer
from remembrancer.application.reads import Reads
from remembrancer.domain.events import (
    MemoryPromoted,
    MemoryReleased,
    MemoryRestored,
    NewMemory,
    Recalled,
    Recorded,
    ScratchPurged,
    SessionCooled,
)
from remembrancer.domain.vocabulary import KEPT_KINDS, KINDS
from remembrancer.infrastructure.codec import Codec
from remembrancer.infrastructure.log import StoredEvent
from remembrancer.projections.agents import AGENTS
from remembrancer.projections.beliefs import BELIEFS
from remembrancer.projections.contexts import CONTEXTS
from remembrancer.projections.core import CORE
from remembrancer.projections.decisions import DECISIONS
from remembrancer.projections.dreams import DREAMS
from remembrancer.projections.facts import FACTS
from remembrancer.projections.identity import IDENTITY
from remembrancer.projections.intents import INTENTS
from remembrancer.projections.lineage import LINEAGE
from remembrancer.projections.person_words import PERSON_WORDS
from remembrancer.projections.policies import POLICIES
from remembrancer.projections.references import REFERENCES
from remembrancer.projections.sessions import SESSIONS
from remembrancer.projections.suggestions import SUGGESTIONS
from remembrancer.projections.tasks import TASKS
from remembrancer.projections.trauma import TRAUMA

HOMES: dict[str, str] = {**KINDS, **KEPT_KINDS, "rumour": "L2"}
"""Where each kind lives; one of them is declared by the policy."""


class Witness:
    """What looks at one store, and remembers what was said to it."""

    memory: Remembrancer
    log: list[Recorded]
    """The events up to where it has read."""
    said: dict[int, str]
    """Words that were accepted, by the position of their event."""
    sealed: set[int]
    """Positions whose words can no longer be read."""

    def read_on(self) -> None:
        self.log.extend(self.newer())

    def newer(self) -> list[Recorded]:
        """Return the events that it has not read yet."""
        store = self.memory.store
        return [store.codec.decode(stored) for stored in store.log.read(after=len(self.log))]

    def now(self) -> int:
        return max(self.memory.store.now(), self.log[-1].at)

    def rows(self, projection: Any, at: int | None = None) -> dict[Any, State]:
        rows = self.memory.store.views.all_rows(projection, at)
        return by_key(map(msgspec.structs.asdict, rows), *projection.key)

    def everything(self) -> list[object]:
        views = [self.rows(projection) for projection in CORE]
        agents = [self.memory.agent(name) for name in NAMES]
        texts = [[memory.text for memory in layer] for agent in agents for layer in agent.layers().values()]
        doings = [
            [
                one.to_json()
                for one in (
                    *agent.tasks(),
                    *agent.sessions(),
                    *agent.intents(),
                    *agent.traumas(),
                    *agent.recalls(),
                )
            ]
            for agent in agents
        ]
        return [self.memory.id, self.memory.position, self.memory.policy, views, texts, doings]

    def check_every_prefix(self) -> None:
        self._check_log()
        assert self.memory.check() == []
        moments = _moments(self.log)
        models = [Model(self.log[:position]) for position in range(len(self.log) + 1)]
        for position, model in enumerate(models[1:], 1):
            self._check_tables(model, position)
            for name in NAMES:
                self._check_layers(model, name, position)
            self.check_doings(model, NAMES[position % 3], position)
            # Every pair of moments would take too long: each prefix gets its own, and an agent.
            at, valid_at = moments[position % len(moments)], moments[position * 7 % len(moments)]
            moment = Moment(position=position, at=at, zone="UTC", past=True)
            self._check_view(model, NAMES[position % 3], moment, None)
            self._check_view(model, NAMES[position % 3], moment, valid_at)
            self._check_diff(NAMES[position % 3], models[position * 3 % (position + 1)], model)
        self._check_grounds()

    def _check_tables(self, model: Model, at: int) -> None:
        assert self.rows(BELIEFS, at) == by_key(model.states().values(), "memory")
        assert {
            f["fact"]: (f["memory"], f["owner"], f["scope"]) for f in self.rows(FACTS, at).values()
        } == model.facts()
        assert {a["agent"]: a["first_at"] for a in self.rows(AGENTS, at).values()} == model.agents()
        assert {tuple(link.values()) for link in self.rows(LINEAGE, at).values()} == set(model.links())
        policies = [(p["version"], p["position"]) for p in self.rows(POLICIES, at).values()]
        in_force = model.policy()
        assert policies == ([in_force[:2]] if in_force else [])
        lines = self.rows(IDENTITY, at).values()
        for name in NAMES:
            mine = sorted((x["ordinal"], x["memory"], x["section"], x["version"]) for x in lines if x["agent"] == name)
            said = [(ordinal, memory, section, version) for memory, section, ordinal, version in model.identity(name)]
            assert mine == said
        self.check_runs(model, at)

    def check_runs(self, model: Model, at: int | None) -> None:
        assert self.rows(TASKS, at) == model.tasks()
        assert self.rows(SESSIONS, at) == model.sessions()
        assert self.rows(INTENTS, at) == model.intents()
        assert self.rows(DECISIONS, at) == model.decisions()
        assert self.rows(REFERENCES, at) == model.references()
        assert self.rows(CONTEXTS, at) == model.contexts()
        assert self.rows(DREAMS, at) == model.dreams()
        assert self.rows(SUGGESTIONS, at) == model.suggestions()
        assert self.rows(PERSON_WORDS, at) == model.person_words()
        traumas, expected = self.rows(TRAUMA, at), model.traumas()
        assert traumas.keys() == expected.keys()
        for name, row in traumas.items():
            # Each trauma may lose a few millionths on the way, and the digits of a half-life end somewhere.
            level = expected[name]["level"]
            assert abs(row["level"] - level) <= 2 * row["count"] + level * 1e-7
            assert {**row, "level": 0} == {**expected[name], "level": 0}

    def check_doings(self, model: Model, name: str, position: int) -> None:
        """Compare what an agent reads of its tasks, sessions, intents, traumas and decisions after a position."""
        then, asked_at = self.memory.agent(name).as_of(position), self.log[position - 1].at
        mine, scopes, states = f"agent:{name}", model.scopes(name), model.states()
        tasks = [task for (scope, _), task in model.tasks().items() if scope == mine]
        tasks.sort(key=lambda task: (task["started_at"], states[task["memory"]]["recorded_position"]), reverse=True)
        tasks.sort(key=lambda task: task["status"] == "completed")
        assert [(task.status, task.memory.id) for task in then.tasks()] == [
            (_standing(task, asked_at), task["memory"]) for task in tasks
        ]
        sessions = [(key[1], session) for key, session in model.sessions().items() if key[0] == mine]
        sessions.sort(key=lambda session: session[1]["started_position"], reverse=True)
        found = [(seen.message_count, [m.id for m in seen.messages], _id(seen.summary)) for seen in then.sessions()]
        assert found == [(*_heard(states, mine, tag, asked_at), session["summary"]) for tag, session in sessions]
        intents = [row for (scope, _), row in model.intents().items() if scope in scopes]
        assert sorted((one.memory.id, one.uses, one.successes, one.rollbacks) for one in then.intents()) == sorted(
            (row["memory"], row["uses"], row["successes"], row["rollbacks"])
            for row in intents
            if states[row["memory"]]["status"] == "live"
        )
        decisions = [row for row in model.decisions().values() if row["agent"] == name and row["scope"] in scopes]
        assert [(one.memory.id, one.confidence, one.outcome) for one in then.decisions(limit=len(self.log))] == [
            (row["memory"], row["confidence"], row["outcome"]) for row in reversed(decisions)
        ]
        self._check_caution(model, then, asked_at, scopes)
        self._check_recalls(model, then)

    def _check_recalls(self, model: Model, then: Reads) -> None:
        asked = [r for r in model.log if isinstance(r.event, Recalled) and r.event.agent == then.name]
        found = then.recalls(limit=len(self.log))
        assert [note.position for note in found] == [r.position for r in reversed(asked)]
        for note, recorded in zip(found, reversed(asked), strict=True):
            assert isinstance(recorded.event, Recalled)
            lost = ERASED if self._purged().intersection(recorded.event.hits) else SEALED
            assert note.query == (lost if note.position in self.sealed else self.said[note.position])
        references = list(model.references().values())
        for memory in [memory for layer in then.layers().values() for memory in layer[:3]]:
            assert memory.references == sum(row["count"] for row in references if row["memory"] == memory.id)

    def _check_caution(self, model: Model, then: Reads, asked_at: int, scopes: Sequence[str]) -> None:
        levels: dict[str, float] = {}
        for (scope, category), row in model.traumas().items():
            if scope in scopes:
                left = 0.5 ** ((asked_at - row["at"]) / (row["half_life_s"] * 1_000_000))
                levels[category] = levels.get(category, 0.0) + row["level"] * left / 1_000_000
        found = {trauma.category: trauma.level for trauma in then.traumas()}
        assert found == pytest.approx(levels, rel=1e-6, abs=1e-4)
        risk = then.risk(ENVELOPES[0])
        assert 0 <= risk.value <= 1
        assert risk.value == pytest.approx(sum(part.contribution for part in risk.parts.values()))

    def _check_layers(self, model: Model, name: str, position: int) -> None:
        then = self.memory.agent(name).as_of(position)
        assert_layers(then.layers(), model.layers(name, self.log[position - 1].at))
        for layer in then.layers().values():
            for memory in layer:
                self._check_words(memory)

    def _check_view(self, model: Model, name: str, moment: Moment, valid_at: int | None) -> None:
        view = View(name, moment, valid_at, tuple(model.scopes(name)))
        expected = model.layers(name, moment.at, valid_at)
        for layer in LAYERS:
            found = [msgspec.structs.asdict(belief) for belief in in_layer(self.memory.store, view, layer)]
            assert found == expected[layer]

    def _check_diff(self, name: str, a: Model, b: Model) -> None:
        def shown(model: Model) -> set[str]:
            layers = model.layers(name, model.log[-1].at if model.log else 0)
            return {state["memory"] for layer in layers.values() for state in layer}

        before, after = shown(a), shown(b)
        found = self.memory.diff(name, len(a.log), len(b.log))
        assert {change.after.id for change in found.began if change.after} == after - before
        assert {change.before.id for change in found.ended if change.before} == before - after
        assert {change.after.id for change in found.changed if change.after} <= before & after

    def _check_words(self, memory: Memory) -> None:
        position = memory.belief.content_position
        if memory.layer == "L5":
            return
        lost = ERASED if memory.id in self._purged() else SEALED if position in self.sealed else None
        assert memory.text == (lost or self.said[position])
        if memory.belief.home_layer in ("L3", "L4"):
            assert memory.text not in (CODE, SECRET)

    def _purged(self) -> set[str]:
        """Return the ids of the memories whose words are gone for ever, whatever moment is asked."""
        purges = [recorded.event for recorded in self.log if isinstance(recorded.event, ScratchPurged)]
        return {memory for purge in purges for memory in purge.purged}

    def _check_log(self) -> None:
        codec = Codec()
        stored = list(self.memory.store.log.read())
        assert [event.position for event in stored] == list(range(1, len(self.log) + 1))
        assert [event.at for event in stored] == sorted(event.at for event in stored)
        assert [codec.decode(event) for event in stored] == self.log
        for event in stored:
            _assert_same_bytes(codec, event)

    def _check_grounds(self) -> None:
        for recorded in self.log:
            event = recorded.event
            if isinstance(event, MemoryPromoted):
                model = Model(self.log[: recorded.position - 1])
                in_force = model.policy()
                assert in_force is not None
                gate, state = in_force[2]["gate"], model.state(event.memory)
                match event.ground:
                    case "confirmed":
                        assert state["confirmations"] >= gate["confirmations"]
                    case "incident":
                        assert state["importance"] >= gate["importance"]
                        assert state["triggered"]
                    case "person":
                        assert event.actor.startswith("user:")
                assert event.from_layer == state["layer"] < event.to_layer < "L5"


def by_key(states: Iterable[State], *key: str) -> dict[Any, State]:
    return {tuple(state[name] for name in key): state for state in states}


def assert_layers(layers: Mapping[str, Sequence[Memory]], expected: dict[str, list[State]]) -> None:
    assert list(layers) == list(LAYERS)
    for layer in LAYERS:
        assert [msgspec.structs.asdict(memory.belief) for memory in layers[layer]] == expected[layer]


def live_counts(states: Iterable[State]) -> dict[tuple[str, str], int]:
    """Return how many live memories each scope has of each kind, of those that were not promoted."""
    counts: dict[tuple[str, str], int] = {}
    for state in states:
        if state["status"] == "live" and state["layer"] == HOMES.get(state["kind"]):
            name = state["scope"], state["kind"]
            counts[name] = counts.get(name, 0) + 1
    return counts


def arrives(log: Sequence[Recorded], recorded: Recorded, scope: str, kind: str) -> bool:
    """Say whether a memory became live where its kind lives, so that the bound of its kind was looked at."""
    event = recorded.event
    match event:
        case NewMemory():
            return (event.scope, event.kind, event.layer) == (scope, kind, HOMES[kind])
        case MemoryRestored():
            came = (event.scope, event.kind, event.to_layer, event.to_status)
            return came == (scope, kind, HOMES[kind], "live")
        case SessionCooled():
            return (event.scope, event.kind) == (scope, kind)
        case MemoryReleased():
            layer = Model(log[: recorded.position]).state(event.memory)["layer"]
            return (event.scope, event.kind, layer) == (scope, kind, HOMES[kind])
        case _:
            return False


def _standing(task: State, asked_at: int) -> str:
    stale = task["status"] == "running" and task["stale_at"] <= asked_at
    return "interrupted" if stale else task["status"]


def _heard(states: Mapping[str, State], scope: str, session: str, asked_at: int) -> tuple[int, list[str]]:
    """Return how many messages a session ever had, and the ids of those that are alive."""
    named = [s for s in states.values() if (s["kind"], s["scope"], s["session"]) == ("message", scope, session)]
    alive = [s for s in named if s["status"] == "live" and (s["expires_at"] is None or s["expires_at"] > asked_at)]
    return len(named), [state["memory"] for state in alive]


def _id(memory: Memory | None) -> str | None:
    return memory.id if memory else None


def _moments(log: list[Recorded]) -> list[int]:
    """Return the instants at which something may differ: of events, ends and expiries, and just before them."""
    named = {recorded.at for recorded in log}
    for recorded in log:
        if isinstance(recorded.event, NewMemory):
            event = recorded.event
            named |= {time for time in (event.valid_from, event.valid_to, event.expires_at) if time is not None}
    return sorted({instant for time in named for instant in (time - 1, time)})


def _assert_same_bytes(codec: Codec, stored: StoredEvent) -> None:
    again = codec.encode(codec.decode(stored).event)
    assert (again.type, again.tags, again.body) == (stored.type, stored.tags, stored.body)
