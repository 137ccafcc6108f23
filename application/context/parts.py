"""The parts of a context, each as the entries that may stand in it, in order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.errors import UnknownTask
from ...domain.fencing import fenced, one_line, plainly
from ...domain.scopes import own
from ...domain.texts import check_line
from ...projections.beliefs import BELIEFS
from ...projections.tasks import TASKS
from ..boot.booting import wake_up
from ..memory import Memory
from .candidates import SEALED_FOR_EVER, Candidate, of_memory, people_of, readable_ones

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...domain.tasks import TaskRun
    from ..reading import View
    from ..recall.hits import Hit
    from ..requests import Caller
    from ..store import Store


class Prefix(msgspec.Struct, frozen=True, kw_only=True):
    """What an agent reads first, whatever it asks."""

    text: str
    """Ends with a line end, unless it is empty."""
    memories: tuple[str, ...]
    """Ids of the lines that it is made of."""
    people: tuple[str, ...]
    """Pseudonyms of the people whom it is about."""


def prefix(store: Store, view: View, caller: Caller, job: str | None) -> Prefix:
    """Return the boot prefix of an agent, and note its vintages as a boot does.

    Raises:
        InvalidName: it is no job's name.
    """
    boot = wake_up(store, caller, view, job)
    ids = tuple(dict.fromkeys(memory for document in boot.documents for memory in document.memories))
    beliefs = store.views.rows(BELIEFS, [(one,) for one in ids]).values()
    people = people_of(store, *(belief.content_position for belief in beliefs))
    text = boot.text if not boot.text or boot.text.endswith("\n") else f"{boot.text}\n"
    return Prefix(text=text, memories=ids, people=people)


def task(store: Store, view: View, name: str | None) -> list[Candidate]:
    """Return the task at hand: the one that is named, else the open one that gave the latest sign of life.

    Raises:
        UnknownTask: the agent has none of this name.
    """
    run = _latest(store, view) if name is None else _named(store, view, name)
    if run is None:
        return []
    belief = store.views.row(BELIEFS, (run.memory,), view.moment.position)
    assert belief is not None, f"{run.memory} holds a task and is not there"
    memory = Memory(store, belief, view.moment)
    if belief.status == "erased" or memory.text in SEALED_FOR_EVER:
        return []
    state: dict[str, Any] = memory.metadata or {"objective": memory.text}
    lines = [f"name: {_json(memory.task)}", *(f"{_json(key)}: {_json(value)}" for key, value in state.items())]
    given = of_memory(store, memory, said="\n".join(lines), told=f", {run.status_at(view.moment.at)}")
    return [] if given is None else [given]


def _named(store: Store, view: View, name: str) -> TaskRun:
    tag = store.keys.name_tag("task", check_line(name, "the task"))
    run = store.views.row(TASKS, (own(view.agent), tag), view.moment.position)
    if run is None:
        raise UnknownTask(name)
    return run


def _latest(store: Store, view: View) -> TaskRun | None:
    runs = store.views.having(TASKS, "scope", own(view.agent), view.moment.position)
    open_ones = {run.memory: run for run in runs if run.status != "completed"}
    beliefs = store.views.rows(BELIEFS, [(memory,) for memory in open_ones], view.moment.position).values()
    latest = max(beliefs, key=lambda one: (open_ones[one.memory].checkpoint_at, one.content_position), default=None)
    return None if latest is None else open_ones[latest.memory]


def gaps(store: Store, view: View) -> list[Candidate]:
    """Return what was believed and is not known any more, without what it said."""
    from ..claims.gaps import gaps as gaps_of

    found = gaps_of(store, view.agent, view.moment)
    beliefs = store.views.rows(BELIEFS, [(one.memory_id,) for one in found], view.moment.position)
    return [
        Candidate(
            text=fenced(plainly(one.summary_words), f"{one.memory_id}, gap"),
            memories=(one.memory_id,),
            people=people_of(store, beliefs[one.memory_id,].content_position),
        )
        for one in found
        if (one.memory_id,) in beliefs
    ]


def mirrors(store: Store, view: View) -> list[Candidate]:
    """Return what mirrors show, each with the time as of which it held; stale ones are marked."""
    from ..mirrors.reading import shown_mirrors

    given: list[Candidate] = []
    for one in shown_mirrors(store, view.scopes, view.moment):
        stale = ", STALE: do not rely on it" if one.stale else ""
        label = f"mirror {one_line(one.name)}, foreign, as of {one.as_of.isoformat(timespec='minutes')}{stale}"
        given.append(Candidate(text=fenced(plainly(one.text), label), people=people_of(store, one.position)))
    return given


def memories(store: Store, hits: Sequence[Hit]) -> list[Candidate]:
    """Return what recall found, the best first."""
    return readable_ones([of_memory(store, hit.memory) for hit in hits])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
