"""What acceptance tests have dreams do, by their commands, without a dream around them."""

from collections.abc import Sequence
from typing import Any

from remembrancer import Memory, Remembrancer
from remembrancer.application.handler import execute
from remembrancer.application.store import new_command_id, new_memory_id
from remembrancer.domain.commands import ConsolidateMemories, PurgeScratch, WriteReflection
from remembrancer.domain.events import AnyEvent

RUN = "drm_4v6w8x0y2z1a3b5c"


def order(store: Remembrancer, command: Any, agent: str = "atlas", **fields: Any) -> list[AnyEvent]:
    """Carry out a command of a dream; return the events that it gave."""
    said: dict[str, Any] = {
        "actor": f"dream:{RUN}",
        "because": "noticed 3 times on 3 days",
        "cause": new_command_id(),
        **fields,
    }
    return [recorded.event for recorded in execute(store.store, command(agent=agent, **said)).events]


def consolidated(memory: Remembrancer, sources: Sequence[Memory], text: str = "always the same", **fields: Any) -> str:
    """Consolidate some memories; return the id of what they became."""
    said: dict[str, Any] = {
        "memory": new_memory_id(),
        "kind": "practice",
        "seen": 3,
        "text": text,
        "rule": "consolidate/same-again",
        **fields,
    }
    order(memory, ConsolidateMemories, sources=tuple(source.id for source in sources), **said)
    return said["memory"]


def reflected(memory: Remembrancer, text: str, evidence: Sequence[Memory], upto: int = 3) -> str:
    """Write down how beliefs changed; return the id of the reflection."""
    new = new_memory_id()
    told = tuple(one.id for one in evidence)
    order(memory, WriteReflection, memory=new, text=text, evidence=told, upto=upto, rule="reflect/day")
    return new


def purged(memory: Remembrancer, *scratch: Memory) -> None:
    """Record that the words of some scratch are gone; their keys are still there."""
    order(memory, PurgeScratch, memories=tuple(one.id for one in scratch), rule="sweep/purge-scratch")
