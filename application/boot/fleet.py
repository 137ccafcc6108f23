"""The fleet: which agent believes which vintage of what they share, and who has yet to read the newest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ...domain.boot import JOB
from ...domain.boundary import Query, QueryItem
from ...domain.content import MemoryText
from ...domain.derivation import repeated
from ...domain.events import BootRead, ContextAssembled, Recalled
from ...domain.moments import to_datetime
from ...domain.scopes import own, readable
from ...domain.state import holds_fact
from ...projections.beliefs import BELIEFS
from ...projections.boots import BOOTS
from ...projections.documents import BOOT_DOCUMENTS, BOOT_LINES
from ...projections.facts import FACTS
from ..memory import ERASED, SEALED
from ..reading import agents
from ..recall.noting import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from ...domain.state import Belief
    from ...projections.documents import BootDocument
    from ..store import Store

Standing = Literal["current", "stale", "unread"]
LOOKED_BACK = 20_000
"""Recalls and contexts that are looked through for who was given which fact, the newest first."""


class Believer(msgspec.Struct, frozen=True, kw_only=True):
    """What one agent believes of one shared thing."""

    agent: str
    standing: Standing
    """`current`: it was given the newest vintage; `stale`: an older one; `unread`: none."""
    vintage: int | None
    """Position of the change that the agent was given last."""
    since: datetime | None
    """When it was first given that."""


class SharedThing(msgspec.Struct, frozen=True, kw_only=True):
    """A document or fact that several agents may read."""

    kind: Literal["document", "fact"]
    scope: str
    name: str
    """Name of the document, or key of the fact."""
    owner: str | None
    """Of a fact: the agent that may write it."""
    vintage: int
    """Position of its latest change."""
    changed_at: datetime
    believers: tuple[Believer, ...]

    @property
    def stale(self) -> tuple[str, ...]:
        """Names of the agents that believe an older vintage."""
        return tuple(one.agent for one in self.believers if one.standing == "stale")

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {**msgspec.to_builtins(self), "stale": list(self.stale)}


def fleet(store: Store) -> list[SharedThing]:
    """Return everything that agents share, with what each agent that may read it was given last.

    Documents are given by boots, facts by recalls and contexts; whoever owns a fact knows it.
    """
    if not store.read_only:
        store.notes.flush(PATIENCE_S)  # what was recalled a moment ago counts
    policy = store.policy()
    scopes = {agent: frozenset(readable(agent, policy.teams)) - {own(agent)} for agent in agents(store)}
    return [*_documents(store, scopes), *_facts(store, scopes)]


def _documents(store: Store, scopes: Mapping[str, frozenset[str]]) -> Iterator[SharedThing]:
    boots = _last_boots(store)
    shared = sorted({scope for mine in scopes.values() for scope in mine})
    rows = store.views.stab(BOOT_DOCUMENTS, {"scope": shared}) if shared else []
    lines = {(line.scope, line.document) for line in store.views.stab(BOOT_LINES, {"scope": shared})} if shared else ()
    for row in sorted(rows, key=lambda row: (row.scope, row.document)):
        empty = (row.scope, row.document) not in lines
        asked = [
            _believer(agent, row, boots.get(agent, ()), empty=empty)
            for agent, mine in scopes.items()
            if row.scope in mine
        ]
        yield SharedThing(
            kind="document",
            scope=row.scope,
            name=row.document,
            owner=None,
            vintage=row.changed_position,
            changed_at=to_datetime(row.changed_at),
            believers=tuple(one for one in asked if one is not None),
        )


def _last_boots(store: Store) -> dict[str, list[tuple[datetime, BootRead]]]:
    """Return the latest boots of each agent, one a job, the newest first."""
    found: dict[str, list[tuple[datetime, BootRead]]] = {}
    for row in sorted(store.views.all_rows(BOOTS), key=lambda row: row.position, reverse=True):
        event = store.event(row.position).event
        assert isinstance(event, BootRead), f"position {row.position} should tell of a boot"
        found.setdefault(row.agent, []).append((to_datetime(row.at), event))
    return found


def _believer(
    agent: str, row: BootDocument, boots: Sequence[tuple[datetime, BootRead]], *, empty: bool
) -> Believer | None:
    """Return what an agent believes of a document; None: it is about a job that is not the agent's."""
    job = row.document.removeprefix(JOB) if row.document.startswith(JOB) else None
    mine = [(at, boot) for at, boot in boots if job is None or boot.woken_for == job]
    if job is not None and not mine:
        return None
    if not mine:
        return Believer(agent=agent, standing="unread", vintage=None, since=None)
    read = [
        (one.changed_position, at)
        for at, boot in mine
        for one in boot.vintages
        if (one.scope, one.document) == (row.scope, row.document)
    ]
    if not read:
        return Believer(agent=agent, standing="current" if empty else "unread", vintage=None, since=None)
    # Of an agent with several jobs the newest counts: it is one mind.
    vintage = max(position for position, _ in read)
    since = min(at for position, at in read if position == vintage)
    standing: Standing = "current" if vintage == row.changed_position else "stale"
    return Believer(agent=agent, standing=standing, vintage=vintage, since=since)


def _facts(store: Store, scopes: Mapping[str, frozenset[str]]) -> Iterator[SharedThing]:
    shared = {scope for mine in scopes.values() for scope in mine}
    rows = [row for row in store.views.all_rows(FACTS) if row.scope in shared]
    beliefs = store.views.rows(BELIEFS, [(row.memory,) for row in rows])
    now = store.now()
    standing = {row.fact: beliefs[row.memory,] for row in rows if holds_fact(beliefs[row.memory,], now)}
    given = _given(store, standing, set(scopes))
    owners = {row.fact: row.owner for row in rows}
    found = sorted((_key_of(store, belief), fact, belief) for fact, belief in standing.items())
    for key, fact, belief in found:
        yield SharedThing(
            kind="fact",
            scope=belief.scope,
            name=key,
            owner=owners[fact],
            vintage=belief.content_position,
            changed_at=to_datetime(belief.changed_at),
            believers=tuple(
                _knower(agent, belief, given.get((agent, fact)), owns=agent == owners[fact])
                for agent, mine in scopes.items()
                if belief.scope in mine
            ),
        )


def _key_of(store: Store, belief: Belief) -> str:
    if belief.memory in store.erased():
        return ERASED
    content = store.open(store.event(belief.content_position))
    return (content.key if isinstance(content, MemoryText) else None) or SEALED


def _knower(agent: str, belief: Belief, given: tuple[int, datetime] | None, *, owns: bool) -> Believer:
    if owns and given is None:
        return Believer(
            agent=agent, standing="current", vintage=belief.content_position, since=to_datetime(belief.recorded_at)
        )
    if given is None:
        return Believer(agent=agent, standing="unread", vintage=None, since=None)
    vintage, since = given
    standing: Standing = "current" if owns or vintage == belief.content_position else "stale"
    return Believer(agent=agent, standing=standing, vintage=vintage, since=since)


def _given(
    store: Store, standing: Mapping[str, Belief], wanted: set[str]
) -> dict[tuple[str, str], tuple[int, datetime]]:
    """Return, by agent and fact, the vintage that a recall or a context gave last, and when."""
    fact_of = {row.memory: fact for fact in standing for _, _, row in store.views.history(FACTS, (fact,))}
    found: dict[tuple[str, str], tuple[int, datetime]] = {}
    if not fact_of:
        return found
    missing = len(standing) * len(wanted)
    reading = Query(items=(QueryItem(types=(Recalled.TYPE, ContextAssembled.TYPE)),))
    for stored in store.log.read(reading, limit=LOOKED_BACK, newest_first=True):
        event = store.codec.decode(stored).event
        assert isinstance(event, Recalled | ContextAssembled), f"position {stored.position} was found as a reading"
        for memory in repeated(event):
            fact = fact_of.get(memory)
            if fact is None or (event.agent, fact) in found or event.agent not in wanted:
                continue
            belief = store.views.row(BELIEFS, (memory,), event.asked_position)
            if belief is not None:
                found[event.agent, fact] = belief.content_position, to_datetime(stored.at)
        if len(found) == missing:
            break
    return found
