"""Handing over: a fact, a memory or a task goes to another agent, by the word of the one who has it, or of a person."""

from typing import Any

from ..boundary import QueryItem
from ..commands import HandOver
from ..content import MemoryText
from ..errors import NotOwner, Refused, TaskHasEnded, TaskIsOpen, UnknownTask
from ..events import Draft, FactTransferred, HandedOver, Recorded
from ..facts import Decision, Facts
from ..moments import to_datetime
from ..reviewing import told_elsewhere
from ..scopes import check_scope, check_writable, check_writer, own, readable, writable
from ..state import Belief, evolve, holds_fact
from ..texts import check_agent
from .bounds import retire_excess
from .grounds import ARRIVALS, about, draft, envelope, live, unchanged
from .tasks import TASK, TASK_TYPES

GIVEN_LAYERS = frozenset({"L1", "L2", "L3", "L4"})
"""Scratch passes by itself, the identity is a person's to change, and the archive is brought back first."""


def hand_over(facts: Facts, command: HandOver, now: int) -> Decision:
    """Decide a `HandOver`: where the receiver may write to the scope of a fact, only its owner changes."""
    check_agent(command.to)
    belief = _given_task(facts, command, now) if command.task is not None else _given_memory(facts, command, now)
    holds = belief.fact is not None and _is_held(facts, belief, now)
    owner = facts.owner(belief.fact, belief) if holds and belief.fact else belief.agent
    if owner != command.agent and not command.by_person:
        raise NotOwner(command.name or belief.memory, owner)
    if owner == command.to:
        return Decision()
    scope = _target(facts, command, belief)
    if holds and belief.fact is not None and scope == belief.scope:
        return _transfer(facts, command, belief, belief.fact, owner)
    return _give(facts, command, belief, owner, scope, now)


def _given_memory(facts: Facts, command: HandOver, now: int) -> Belief:
    belief = live(facts, command.memory, "hand over", now)
    if belief.layer not in GIVEN_LAYERS:
        raise Refused(
            f"cannot hand over {belief.memory}: it is scratch of {belief.layer} and passes by itself; record what "
            "matters of it as a note"
        )
    return belief


def _given_task(facts: Facts, command: HandOver, now: int) -> Belief:
    """Return the memory of the state of an open task.

    Raises:
        UnknownTask: the giver has none of this name, or has forgotten it.
        TaskHasEnded: it was completed.
        TaskIsOpen: the receiver has one of this name that has not ended.
    """
    name = str(command.name)
    run = facts.tasks.get((own(command.agent), str(command.task)))
    if run is None or facts.memory(run.memory).status not in {"live", "superseded"}:
        raise UnknownTask(name)
    if run.ended_at is not None:
        raise TaskHasEnded(name, to_datetime(run.ended_at).isoformat(timespec="seconds"), "hand over")
    theirs = facts.tasks.get((own(command.to), str(command.task)))
    if theirs is not None and theirs.ended_at is None and facts.memory(theirs.memory).status == "live":
        since = to_datetime(theirs.interrupted_since(now) or theirs.started_at)
        raise TaskIsOpen(name, theirs.status_at(now), since.isoformat(timespec="seconds"))
    return facts.memory(run.memory)


def _is_held(facts: Facts, belief: Belief, now: int) -> bool:
    holder = facts.holders.get(str(belief.fact))
    return holder is not None and holder.memory == belief.memory and holds_fact(belief, now)


def _target(facts: Facts, command: HandOver, belief: Belief) -> str:
    teams, writers = facts.policy.teams, facts.policy.writers
    if not command.by_person:
        # What it had there ends: that is to write.
        check_writer(belief.scope, command.agent, writers)
    if command.to_scope is not None:
        # The giver may not put into a scope what it may not write there.
        if check_scope(command.to_scope) != own(command.to):
            check_writable(command.to_scope, command.agent, teams)
        check_writable(command.to_scope, command.to, teams)
        check_writer(command.to_scope, command.to, writers)
        return command.to_scope
    kept = belief.scope in writable(readable(command.to, teams), command.to, writers)
    return belief.scope if kept else own(command.to)


def _transfer(facts: Facts, command: HandOver, belief: Belief, fact: str, owner: str) -> Decision:
    event = FactTransferred(
        **envelope(facts, command, belief.scope), memory=belief.memory, fact=fact, owner=owner, to=command.to
    )
    return Decision(drafts=(draft(event, about(facts, command)),), conflicts=_settled(belief))


def _settled(belief: Belief) -> tuple[QueryItem, ...]:
    """Return the condition that neither the memory nor the owner of its fact changed meanwhile."""
    if belief.fact is None:
        return unchanged(belief.memory)
    types = (*ARRIVALS, FactTransferred.TYPE)
    return (QueryItem(types=types, tags=(f"fact:{belief.fact}",)), *unchanged(belief.memory))


def _give(facts: Facts, command: HandOver, belief: Belief, owner: str, scope: str, now: int) -> Decision:
    words = facts.words.get(belief.memory)
    if words is None:
        raise Refused(f"cannot hand over {belief.memory}: its words cannot be read; record for {command.to!r} anew")
    common: dict[str, Any] = {**envelope(facts, command, scope), "agent": command.to}
    event = HandedOver(
        **common,
        memory=command.heir,
        kind=belief.kind,
        layer=belief.layer,
        home_layer=belief.home_layer,
        importance=belief.importance,
        confidence=belief.confidence,
        category=belief.category,
        source=belief.source,
        triggered=belief.triggered,
        evidence=(),
        fact=belief.fact,
        session=None,
        occurred_at=belief.occurred_at,
        occurred_offset=belief.occurred_offset,
        # What was true stays true, whoever keeps it.
        valid_from=belief.valid_from,
        valid_to=belief.valid_to,
        expires_at=belief.expires_at,
        hands=belief.memory,
        giver=owner,
        from_scope=belief.scope,
        confirmations=belief.confirmations,
        task=command.task,
    )
    why = about(facts, command)
    content = MemoryText(
        because=why.because,
        subjects=why.subjects,
        command=command.digest,
        text=words.text,
        summary=words.summary,
        trigger=words.trigger,
        tags=words.tags,
        key=words.key,
        task=words.task,
        metadata=words.metadata,
        composed_by=words.composed_by,
        factors=words.factors if scope == belief.scope else told_elsewhere(words.factors),
    )
    arrival = evolve(None, Recorded(position=facts.position + 1, at=now, event=event), command.heir)
    assert arrival is not None, "what is handed over has a state"
    retired, crossed = retire_excess(facts, command, arrival, leaving=(belief.memory,), keep=True)
    tasks = () if belief.kind != TASK else (_task_at(belief.scope, command), _task_at(scope, command))
    return Decision(
        drafts=(Draft(event=event, content=content), *retired), conflicts=(*_settled(belief), *tasks, *crossed)
    )


def _task_at(scope: str, command: HandOver) -> QueryItem:
    return QueryItem(types=TASK_TYPES, tags=(f"scope:{scope}", f"task:{command.task}"))
