"""Remembrancer as a program meets it: one store for a data set, an agent for each scope."""

import importlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from remembrancer import Agent, InvalidName, Remembrancer

from .data import Memory
from .systems import Opening, System, Unavailable

NAME = "remembrancer"
SEMANTIC = "remembrancer semantic"
EMBEDDER = "remembrancer.infrastructure.search.embedders:default"
"""Where the embedder of the semantic extra is made: a module, and what to call in it."""
BATCH = 1_000
"""Memories handed over at once."""


class OneAgent:
    """The memories of one agent, searched by `recall`."""

    def __init__(self, memory: Remembrancer, agent: Agent) -> None:
        self._memory = memory
        self._agent = agent
        self._ids: dict[str, str] = {}

    def build(self, memories: Sequence[Memory]) -> None:
        left = iter(memories)
        while batch := list(islice(left, BATCH)):
            recorded = self._agent.record_many(map(item, batch))
            self._ids.update((new.id, old.id) for new, old in zip(recorded, batch, strict=True))
        if self._memory.store.vectors is not None:
            self._memory.store.vectors.complete()

    def search(self, query: str, k: int) -> list[str]:
        hits = self._agent.recall(query, k=k, note=False)
        return [self._ids[hit.memory.id] for hit in hits]


def item(memory: Memory) -> dict[str, Any]:
    """Return what `record_many` takes; what is not known is left out."""
    known: dict[str, Any] = {"text": memory.text}
    if memory.at is not None:
        known["occurred_at"] = moment(memory.at)
    if memory.session is not None:
        known["session"] = memory.session
    if memory.speaker is not None:
        known["metadata"] = {"speaker": memory.speaker}
    return known


def moment(written: str) -> datetime:
    """Return a time; a date means its first instant, and a time without a zone is read as UTC."""
    read = datetime.fromisoformat(written)
    return read if read.tzinfo else read.replace(tzinfo=UTC)


def opening(embedder: str | None = None) -> Opening:
    """Return how Remembrancer is opened, with an embedder such as `module:callable` if one is named."""
    return partial(_opened, embedder=embedder)


@contextmanager
def _opened(folder: Path, *, embedder: str | None) -> Iterator[Callable[[str], System]]:
    with Remembrancer.open(folder / "store", embedder=None if embedder is None else _made(embedder)) as memory:
        yield lambda scope: OneAgent(memory, agent_of(memory, scope))


def agent_of(memory: Remembrancer, scope: str) -> Agent:
    """Return the agent that remembers what a set says in a scope."""
    try:
        return memory.agent(scope)
    except InvalidName:
        return memory.agent(f"scope-{sha256(scope.encode()).hexdigest()[:16]}")


def _made(embedder: str) -> Any:
    module, _, name = embedder.partition(":")
    try:
        return getattr(importlib.import_module(module), name)()
    except (ImportError, AttributeError) as fault:
        raise Unavailable(f"no embedder at {embedder!r} ({fault}); name another: --semantic MODULE:CALLABLE") from None
