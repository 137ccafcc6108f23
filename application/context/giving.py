"""Giving a context: recall, assemble, and record the exact bytes that were given, before they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.boundary import AppendCondition, Query
from ...domain.content import ContextGiven
from ...domain.contexts import RENDERER
from ...domain.errors import Conflict
from ...domain.events import ContextAssembled, Draft
from ...domain.events.contexts import PARTS
from ...domain.scopes import own
from ...domain.texts import check_line
from ...infrastructure.log import ConditionFailed
from ..reading import look
from ..recall.recalling import Request, recall
from ..requests import actor_in_log, names
from ..store import ERASURES, new_command_id
from .assembling import Assembled, assemble, check_budget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...domain.events.contexts import Part
    from ..requests import Caller
    from ..store import Store

TRIES = 20
"""How often a context is assembled anew because something was erased meanwhile."""
QUERY_CHARS_MAX = 4_000
"""A longer query is kept up to here."""


class PartGiven(msgspec.Struct, frozen=True, kw_only=True):
    """One part of a context."""

    name: Part
    entries: int
    size_bytes: int
    memories: tuple[str, ...]
    """Ids of the memories whose words it holds, in order."""
    left_out: int
    """Entries that had no room."""


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What goes to the model."""

    text: str
    tokens: int
    counter: str
    """How tokens were counted: `estimate/1`, or the name of a vocabulary."""
    budget: int
    over_budget: bool
    """Whether what must be read whole, the boot prefix, is larger than the budget."""
    parts: tuple[PartGiven, ...]
    """In the order in which they stand; a part without entries is there if something had no room."""
    event: int | None
    """Position of the event that holds the bytes; None: the store was opened read-only."""

    @property
    def memories(self) -> tuple[str, ...]:
        """Ids of all memories whose words it holds, in order, the boot prefix first."""
        return tuple(dict.fromkeys(memory for part in self.parts for memory in part.memories))

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def give(
    store: Store,
    caller: Caller,
    query: str,
    *,
    budget: int,
    scenario: str,
    session: str | None,
    task: str | None,
    job: str | None,
    subjects: Sequence[str],
) -> Context:
    """Assemble a context for the next call of a model, record it, and return it.

    Args:
        session: name of the session that it is for.
        task: name of the task at hand; None: the open one that gave the latest sign of life.
        subjects: names of the people whom the query is about.

    Raises:
        InvalidName: the job is none.
        InvalidText, InvalidNumber, UnknownScenario: what is asked for is impossible.
        UnknownTask: the agent has no such task.
        ContextTooLarge: the boot prefix is more than a context may have.
        Conflict: something was erased at each try; nothing was stored or given.
    """
    check_budget(budget)
    tag = None if session is None else store.keys.name_tag("session", check_line(session, "the session"))
    about = names(subjects, "subjects")

    for attempt in range(TRIES):
        view = look(store, caller.agent, None, None)
        request = Request(store, view, query, k=None, scenario=scenario, layers=None, tags=(), session=None)
        hits = recall(store, view, request, explain=False)
        made = assemble(store, view, caller, hits, budget=budget, task=task, job=job)
        if attempt == 0:
            store.notes.note(
                agent=caller.agent,
                actor=caller.actor,
                scope=own(caller.agent),
                query=query,
                scenario=scenario,
                hits=[(hit.memory.id, hit.score) for hit in hits],
                moment=view.moment,
                session=session,
                subjects=about,
            )
        if store.read_only:
            return _context(made, budget, None)
        event = ContextAssembled(
            actor=actor_in_log(store, caller.actor),
            cause=new_command_id(),
            box=None,
            agent=caller.agent,
            scope=own(caller.agent),
            policy=store.policy().version,
            command=None,
            renderer=RENDERER,
            counter=made.counter,
            budget=budget,
            tokens=made.tokens,
            size_bytes=len(made.text.encode()),
            entries=made.entries,
            omitted=sum(made.left_out.values()),
            scenario=scenario,
            asked_position=view.moment.position,
            session=tag,
        )
        draft = Draft(event=event, content=_content(store, made, query, session, about))
        people = (*made.people, *(store.keys.pseudonyms(about).values() if about else ()))
        # What was erased since it was read must neither be stored nor be given.
        condition = AppendCondition(Query(items=(ERASURES,)), view.moment.position)
        try:
            sealed = store.codec.encode(store.sealer.seal(draft, people))
            return _context(made, budget, store.log.append([sealed], condition).last)
        except ConditionFailed:
            continue
    raise Conflict(TRIES)


def _content(store: Store, made: Assembled, query: str, session: str | None, about: Sequence[str]) -> ContextGiven:
    known = {name for name in map(store.keys.subject_name, made.people) if name is not None}
    return ContextGiven(
        subjects=tuple(sorted({*known, *about})),
        query=query[:QUERY_CHARS_MAX].encode(errors="replace").decode(),
        packed=made.packed,
        session=session,
    )


def _context(made: Assembled, budget: int, event: int | None) -> Context:
    parts: list[PartGiven] = []
    for part in PARTS:
        entries = [entry for entry in made.entries if entry.part == part]
        left_out = made.left_out.get(part, 0)
        if entries or left_out:
            parts.append(
                PartGiven(
                    name=part,
                    entries=len(entries),
                    size_bytes=sum(entry.size_bytes for entry in entries),
                    memories=tuple(dict.fromkeys(memory for entry in entries for memory in entry.memories)),
                    left_out=left_out,
                )
            )
    return Context(
        text=made.text,
        tokens=made.tokens,
        counter=made.counter,
        budget=budget,
        over_budget=made.tokens > budget,
        parts=tuple(parts),
        event=event,
    )
