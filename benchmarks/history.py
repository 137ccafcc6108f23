"""A long history of one agent among others: memories come, change, move and go, so that closed intervals abound."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from remembrancer.application.store import Store, new_command_id, new_memory_id
from remembrancer.domain.content import MemoryText
from remembrancer.domain.events import (
    AnyEvent,
    Draft,
    MemoryArchived,
    MemoryConfirmed,
    MemoryForgotten,
    MemoryPromoted,
    MemoryRecorded,
    MemoryRevised,
)
from remembrancer.domain.vocabulary import Layer

from .texts import texts

ASKED = "atlas"
"""The agent whose layers are asked for."""
OTHERS = ("borea", "corvus", "draco")
LIVE_L4_MAX = 500
LIVE_L2_MAX = 1_000
BATCH = 1_000


class History:
    """Events in the order in which one agent and three others might have caused them; the same for the same seed."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = random.Random(seed)
        self._live: dict[tuple[str, Layer], list[str]] = {
            (agent, layer): [] for agent in (ASKED, *OTHERS) for layer in ("L2", "L4")
        }
        self._revisions: dict[str, int] = {}
        self.known: list[str] = []
        """Ids of the memories of the asked agent, oldest first."""

    def events(self) -> Iterator[AnyEvent]:
        """Yield events without end. Their words are left out."""
        while True:
            agent = self._rng.choice((ASKED, ASKED, *OTHERS))
            layer: Layer = "L4" if self._rng.random() < 0.4 else "L2"
            yield self._next(agent, layer)

    def _next(self, agent: str, layer: Layer) -> AnyEvent:
        live = self._live[agent, layer]
        full = len(live) >= (LIVE_L4_MAX if layer == "L4" else LIVE_L2_MAX)
        chance = self._rng.random()
        if not live or (not full and chance < 0.45):
            return self._recorded(agent, layer)
        place = self._rng.randrange(len(live))
        said: dict[str, Any] = {**_envelope(agent), "memory": live[place]}
        if not full and chance < 0.7:
            return self._revised(said, live[place])
        if not full and chance < 0.75:
            return MemoryConfirmed(**said, evidence=())
        del live[place]
        if layer == "L2" and chance < 0.85 and len(self._live[agent, "L4"]) < LIVE_L4_MAX:
            self._live[agent, "L4"].append(said["memory"])
            return _promoted(said)
        if chance < 0.9:
            return MemoryForgotten(**said)
        return MemoryArchived(**said, from_layer=layer, ground="asked", bound=None)

    def _recorded(self, agent: str, layer: Layer) -> MemoryRecorded:
        memory = new_memory_id()
        self._live[agent, layer].append(memory)
        if agent == ASKED:
            self.known.append(memory)
        return MemoryRecorded(
            **_envelope(agent),
            memory=memory,
            kind="preference" if layer == "L4" else "note",
            layer=layer,
            home_layer=layer,
            importance=self._rng.randint(1, 10),
            confidence=5,
            category=None,
            source="own",
            triggered=False,
            evidence=(),
            fact=None,
            session=None,
            occurred_at=None,
            occurred_offset=None,
            valid_from=None,
            valid_to=None,
            expires_at=None,
        )

    def _revised(self, said: dict[str, Any], memory: str) -> MemoryRevised:
        self._revisions[memory] = self._revisions.get(memory, 1) + 1
        return MemoryRevised(**said, revision=self._revisions[memory], triggered=False, valid_from=0)


def fill(store: Store, count: int, *, sealed: bool) -> History:
    """Append `count` events to a store, in batches of 1,000, past the rules of the domain.

    Args:
        sealed: whether recordings and revisions get words, sealed as usual; it takes longer.
    """
    history = History()
    events = history.events()
    words = iter(texts(count)) if sealed else None
    for start in range(0, count, BATCH):
        batch = list(islice(events, min(BATCH, count - start)))
        if words is not None:
            batch = store.seal([Draft(event, _words(event, next(words))) for event in batch])
        store.log.append([store.codec.encode(event) for event in batch])
    return history


def _words(event: AnyEvent, text: str) -> MemoryText | None:
    return MemoryText(text=text) if isinstance(event, MemoryRecorded | MemoryRevised) else None


def _promoted(said: dict[str, Any]) -> MemoryPromoted:
    return MemoryPromoted(
        **said, from_layer="L2", to_layer="L4", ground="person", importance=5, confirmations=0, evidence=()
    )


def _envelope(agent: str) -> dict[str, Any]:
    return {
        "actor": f"agent:{agent}",
        "cause": new_command_id(),
        "box": None,
        "agent": agent,
        "scope": f"agent:{agent}",
        "policy": 1,
        "command": None,
    }
