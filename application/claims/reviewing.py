"""Reviewing again what was reviewed before it was written: an audit tells of it where a factor comes out otherwise.

What a person has judged stays as that person judged it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.boundary import Query, QueryItem
from ...domain.claims import AUDITOR
from ...domain.commands import ReviewMemory
from ...domain.decisions.reviewing import Bound, factors_again
from ...domain.errors import InvalidInput, NotFound, Refused
from ...domain.events import MemoryReviewed
from ...domain.reviewing import REVIEWED_LAYERS, is_reviewed, outcome_of
from ...domain.scopes import FLEET, own
from ...projections.beliefs import BELIEFS
from ..handler import execute
from ..loading import load
from ..memory import Memory
from ..reading import agents
from ..requests import Caller, given

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterable, Iterator

    from ...domain.content import Factor
    from ...domain.state import Belief
    from ..store import Store


class ReviewedAgain(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of which a factor came out otherwise than before."""

    memory: str
    agent: str
    outcome: str
    """`passed`, `doubtful` or `failed`."""
    changed: tuple[str, ...]
    """Each as `<factor> <before> to <now>: <reason>`."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return msgspec.structs.asdict(self)


def important(store: Store, at: int) -> list[Belief]:
    """Return the live entries of all agents that are reviewed before they are written."""
    policy = store.policy()
    scopes = [*map(own, agents(store)), *(f"team:{team}" for team in policy.teams), FLEET]
    where = {"scope": scopes, "layer": sorted(REVIEWED_LAYERS), "status": ["live"]}
    rows = store.views.stab(BELIEFS, where, unexpired_at=at)
    return [row for row in rows if is_reviewed(row.layer, row.importance, policy.review)]


def review_again(store: Store, beliefs: Iterable[Belief], stop: threading.Event | None = None) -> list[ReviewedAgain]:
    """Review entries by the five factors, and tell in the log where one comes out otherwise than it did."""
    by_agent: dict[str, list[Belief]] = {}
    for belief in sorted(beliefs, key=lambda belief: belief.memory):
        if not _judged_by_person(store, belief):
            by_agent.setdefault(belief.agent, []).append(belief)
    return [one for agent, those in by_agent.items() for one in _of_agent(store, agent, those, stop)]


def _of_agent(store: Store, agent: str, beliefs: list[Belief], stop: threading.Event | None) -> Iterator[ReviewedAgain]:
    commands = [_command(store, agent, belief.memory, "an audit reviews it again") for belief in beliefs]
    # Loaded once for all: what is believed is what each is compared with.
    facts, now, moment = load(store, commands, store.look()), store.now(), store.moment(None)
    for belief in beliefs:
        if stop is not None and stop.is_set():
            return
        words = facts.words.get(belief.memory)
        if belief.memory not in facts.memories or words is None:
            continue
        before = {factor.factor: factor for factor in Memory(store, belief, moment, words).factors}
        after = factors_again(facts, Bound(belief=belief, evidence=facts.cited.get(belief.memory, ())), words, now)
        changed = tuple(_told(before, factor) for factor in after if _differs(before, factor))
        if changed and _recorded(store, agent, belief.memory, changed):
            yield ReviewedAgain(memory=belief.memory, agent=agent, outcome=outcome_of(after), changed=changed)


def _command(store: Store, agent: str, memory: str, because: str) -> ReviewMemory:
    caller = Caller(agent=agent, actor=AUDITOR)
    return ReviewMemory(**given(store, caller, because=because), memory=memory, outcome=None)


def _differs(before: dict[Any, Factor], factor: Factor) -> bool:
    """Say whether a factor came out otherwise; where nothing is known of before, only what does not pass is told."""
    old = before.get(factor.factor)
    return factor.result != ("pass" if old is None else old.result)


def _told(before: dict[Any, Factor], factor: Factor) -> str:
    old = before.get(factor.factor)
    return f"{factor.factor} {'unknown' if old is None else old.result} to {factor.result}: {factor.reason}"


def _recorded(store: Store, agent: str, memory: str, changed: tuple[str, ...]) -> bool:
    try:
        receipt = execute(store, _command(store, agent, memory, f"an audit found {'; '.join(changed)}"))
    except (InvalidInput, NotFound, Refused):
        return False  # it is not believed any more, or cannot be read
    return bool(receipt.events)


def _judged_by_person(store: Store, belief: Belief) -> bool:
    """Say whether the latest review of the words of a memory was a person's."""
    if belief.review is None:
        return False
    query = Query(items=(QueryItem(types=(MemoryReviewed.TYPE,), tags=(f"mem:{belief.memory}",)),))
    for stored in store.log.read(query, after=belief.content_position, limit=1, newest_first=True):
        return store.codec.decode(stored).event.actor.startswith(("user:", "file:"))
    return False
