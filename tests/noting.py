"""Having recalls noted as if they had given something, also from processes of their own."""

import os
from collections.abc import Sequence
from typing import Any

from remembrancer import Remembrancer


def note(memory: Remembrancer, query: str, given: Sequence[str] = (), *, agent: str = "atlas", **said: Any) -> None:
    """Have one recall of an agent noted; each memory that it gave scores a little less than the one before."""
    fields: dict[str, Any] = {
        "actor": f"agent:{agent}",
        "scope": f"agent:{agent}",
        "scenario": "reply",
        **said,
    }
    if "moment" not in fields:
        fields["moment"] = memory.store.moment(None)
    hits = [(memory_id, 0.9 - place / 10) for place, memory_id in enumerate(given)]
    memory.store.notes.note(agent=agent, query=query, hits=hits, **fields)


def note_until_killed(folder: str, sending: Any) -> None:
    """Note recalls for ever; say after each third how many are durable."""
    with Remembrancer.open(folder) as memory:
        (given,) = [kept.id for kept in memory.agent("atlas").layers()["L2"]]
        for number in range(1, 1_000_000):
            note(memory, f"question {number}", [given])
            if number % 3 == 0:
                assert memory.store.notes.flush()
                sending.send(number)


def note_beside_others(folder: str, number: int, count: int) -> None:
    """Note recalls of what is there, and record between them."""
    with Remembrancer.open(folder) as memory:
        atlas = memory.agent("atlas")
        given = [kept.id for kept in atlas.layers()["L4"]]
        for turn in range(count):
            note(memory, f"question {number}.{turn}", given)
            atlas.record(f"note {number}.{turn}", kind="decision")


def note_around_a_fork(folder: str) -> None:
    """Note recalls before a fork, in the child, which closes the store, and after it in the parent."""
    with Remembrancer.open(folder) as memory:
        moment = memory.store.moment(None)
        note(memory, "before the fork", moment=moment)
        child = os.fork()
        if child == 0:
            note(memory, "in the child", moment=moment)
            durable = memory.store.notes.flush()
            memory.close()
            os._exit(0 if durable else 1)
        assert os.waitpid(child, 0)[1] == 0
        note(memory, "after the fork")
