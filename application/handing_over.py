"""Handing over: what an agent gives to another, and what was given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..domain.boundary import Query, QueryItem
from ..domain.commands import HandOver
from ..domain.errors import NotFound, Refused, UnknownAgent, UnknownFact, UnknownTask
from ..domain.events import FactTransferred, HandedOver
from ..domain.ids import MEMORY
from ..domain.moments import to_datetime
from ..domain.texts import NAME_BYTES_MAX, check_agent, check_text
from ..projections.agents import AGENTS
from .entries import entry
from .handler import execute
from .reading import agents, look
from .requests import given, name_tag, whole_ids
from .store import new_memory_id

if TYPE_CHECKING:
    from datetime import datetime

    from ..domain.events import Recorded
    from .reading import View
    from .requests import Caller
    from .store import Store


class HandOverNote(msgspec.Struct, frozen=True, kw_only=True):
    """One hand-over."""

    memory: str
    """Id of what the receiver has: another than before, where it went to another scope."""
    before: str
    """Id of what the giver had."""
    what: str
    """`fact` where the owner of a fact changed and its value stayed, else the kind of the memory."""
    giver: str
    to: str
    scope: str
    """To whom it belongs now."""
    because: str | None
    at: datetime
    position: int
    by: str
    """The actor who gave it."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def hand_over(
    store: Store, caller: Caller, what: str, *, to: str, because: str, scope: str | None = None
) -> HandOverNote:
    """Give a memory, a lesson, a fact or a task to another agent; what is named is looked for in this order.

    Args:
        what: an id or its beginning, the slug of a lesson, the key of a fact, or the name of a task.
        scope: where it goes; None: it stays where the receiver may write, else it becomes the receiver's own.

    Raises:
        NotOwner: another agent has it, and no person asks.
        UnknownAgent: nobody of that name is known here.
        NotFound: nothing is called so.
        Refused: it cannot be handed over.
    """
    from .facts import fact
    from .lessons.reading import find_lesson

    check_text(what, "what is handed over", NAME_BYTES_MAX)
    view = look(store, caller.agent, None, None)
    if what.startswith(MEMORY):
        return hand_over_memory(store, caller, what, to=to, because=because, scope=scope)
    try:
        memory = find_lesson(store, view, what).memory.id
    except NotFound:
        try:
            found = fact(store, view, what).memory
        except UnknownFact:
            found = None
        if found is None:
            try:
                return hand_over_task(store, caller, what, to=to, because=because)
            except UnknownTask:
                raise UnknownTask(what).told_of("neither a lesson, a fact nor a task") from None
        return hand_over_memory(store, caller, found.id, to=to, because=because, scope=scope, name=what)
    return hand_over_memory(store, caller, memory, to=to, because=because, scope=scope, name=what)


def hand_over_memory(
    store: Store, caller: Caller, asked: str, *, to: str, because: str, scope: str | None, name: str | None = None
) -> HandOverNote:
    """Give the memory that an id names to another agent."""
    memory = whole_ids(store, caller, (asked,))[0]
    _check_receiver(store, to)
    command = HandOver(
        **given(store, caller, because=because),
        memory=memory,
        to=to,
        heir=new_memory_id(),
        to_scope=scope,
        name=name,
    )
    return _carried_out(store, command)


def hand_over_task(store: Store, caller: Caller, name: str, *, to: str, because: str) -> HandOverNote:
    """Give an open task to another agent, which resumes it under the same name."""
    from .tasks import TaskView

    _check_receiver(store, to)
    task = TaskView(store, name, lambda: look(store, caller.agent, None, None))
    command = HandOver(
        **given(store, caller, because=because),
        memory=task.memory.id,
        to=to,
        heir=new_memory_id(),
        task=name_tag(store, "task", name, ()),
        name=name,
    )
    return _carried_out(store, command)


def hand_overs(store: Store, view: View) -> list[HandOverNote]:
    """Return what this agent gave or was given, and what changed hands in scopes that it reads, newest first."""
    types = (FactTransferred.TYPE, HandedOver.TYPE)
    items = tuple(QueryItem(types=types, tags=(f"scope:{scope}",)) for scope in view.scopes)
    read = store.log.read(Query(items=items), upto=view.moment.position, newest_first=True)
    return [_note(store, store.codec.decode(stored)) for stored in read]


def _carried_out(store: Store, command: HandOver) -> HandOverNote:
    receipt = execute(store, command)
    if not receipt.events:
        raise Refused(f"agent {command.to!r} has {command.name or command.memory} already; nothing was handed over")
    return _note(store, receipt.events[0])


def _check_receiver(store: Store, to: str) -> None:
    """Check that a receiver is known: it has acted, or stands in a team of the policy.

    Raises:
        InvalidName, UnknownAgent: it is no name, or nobody's.
    """
    check_agent(to)
    in_team = any(to in members for members in store.policy().teams.values())
    if not in_team and store.views.row(AGENTS, (to,)) is None:
        raise UnknownAgent(to, tuple(agents(store)))


def _note(store: Store, recorded: Recorded) -> HandOverNote:
    event, told = recorded.event, entry(store, recorded)
    assert isinstance(event, FactTransferred | HandedOver), f"position {recorded.position} was found as a hand-over"
    fact = isinstance(event, FactTransferred)
    return HandOverNote(
        memory=event.memory,
        before=event.memory if fact else event.hands,
        what="fact" if fact else event.kind,
        giver=event.owner if fact else event.giver,
        to=event.to if fact else event.agent,
        scope=event.scope,
        because=told.because,
        at=to_datetime(recorded.at),
        position=recorded.position,
        by=told.actor,
    )
