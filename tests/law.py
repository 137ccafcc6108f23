"""Looking at a store as the law does: every table at every prefix against the naive model."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from model import LAYERS, Model, State
from random_words import CODE, NAMES, SECRET
from remembrancer import Remembrancer
from remembrancer.application.memory import SEALED, Memory
from remembrancer.application.moment import Moment
from remembrancer.application.reading import View, in_layer
from remembrancer.domain.events import (
    MemoryPromoted,
    MemoryReleased,
    MemoryRestored,
    NewMemory,
    Recorded,
)
from remembrancer.domain.vocabulary import KINDS
from remembrancer.infrastructure.codec import Codec
from remembrancer.infrastructure.log import StoredEvent
from remembrancer.projections.agents import AGENTS
from remembrancer.projections.beliefs import BELIEFS
from remembrancer.projections.facts import FACTS
from remembrancer.projections.identity import IDENTITY
from remembrancer.projections.lineage import LINEAGE
from remembrancer.projections.policies import POLICIES

HOMES: dict[str, str] = {**KINDS, "rumour": "L2"}
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
        store = self.memory.store
        self.log.extend(store.codec.decode(stored) for stored in store.log.read(after=len(self.log)))

    def now(self) -> int:
        return max(self.memory.store.now(), self.log[-1].at)

    def rows(self, projection: Any, at: int | None = None) -> dict[Any, State]:
        rows = self.memory.store.views.all_rows(projection, at)
        return by_key(map(msgspec.structs.asdict, rows), *projection.key)

    def everything(self) -> list[object]:
        views = [self.rows(projection) for projection in (BELIEFS, FACTS, IDENTITY, AGENTS, POLICIES, LINEAGE)]
        texts = [
            [memory.text for memory in layer] for name in NAMES for layer in self.memory.agent(name).layers().values()
        ]
        return [self.memory.id, self.memory.position, self.memory.policy, views, texts]

    def check_every_prefix(self) -> None:
        self._check_log()
        assert self.memory.check() == []
        moments = _moments(self.log)
        for position in range(1, len(self.log) + 1):
            model = Model(self.log[:position])
            self._check_tables(model, position)
            for name in NAMES:
                self._check_layers(model, name, position)
            # Every pair of moments would take too long: each prefix gets its own, and an agent.
            at, valid_at = moments[position % len(moments)], moments[position * 7 % len(moments)]
            moment = Moment(position=position, at=at, zone="UTC", past=True)
            self._check_view(model, NAMES[position % 3], moment, None)
            self._check_view(model, NAMES[position % 3], moment, valid_at)
            self._check_diff(NAMES[position % 3], position * 3 % (position + 1), position)
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

    def _check_diff(self, name: str, a: int, b: int) -> None:
        def shown(position: int) -> set[str]:
            at = self.log[position - 1].at if position else 0
            layers = Model(self.log[:position]).layers(name, at)
            return {state["memory"] for layer in layers.values() for state in layer}

        before, after = shown(a), shown(b)
        found = self.memory.diff(name, a, b)
        assert {change.after.id for change in found.began if change.after} == after - before
        assert {change.before.id for change in found.ended if change.before} == before - after
        assert {change.after.id for change in found.changed if change.after} <= before & after

    def _check_words(self, memory: Memory) -> None:
        position = memory.belief.content_position
        if memory.layer == "L5":
            return
        assert memory.text == (SEALED if position in self.sealed else self.said[position])
        if memory.belief.home_layer in ("L3", "L4"):
            assert memory.text not in (CODE, SECRET)

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
        case MemoryReleased():
            layer = Model(log[: recorded.position]).state(event.memory)["layer"]
            return (event.scope, event.kind, layer) == (scope, kind, HOMES[kind])
        case _:
            return False


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
