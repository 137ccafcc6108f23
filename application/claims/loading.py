"""Loading what decisions about claims read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.boundary import Query, QueryItem
from ...domain.commands import AnswerClaim, AttachClaim, AuditClaim, ReleaseClaim
from ...domain.content import MemoryText
from ...domain.events import ClaimAudited, MemoryQuarantined
from ...domain.scopes import readable
from ...projections.beliefs import BELIEFS
from ...projections.claims import CLAIMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...domain.commands import AnyCommand
    from ...domain.facts import Facts
    from ..store import Store


def load_claims(store: Store, facts: Facts, commands: Sequence[AnyCommand]) -> None:
    """Load the claims that commands name, with whatever else hangs on their memories; only of memories in reach."""
    for command in commands:
        match command:
            case AttachClaim() | AuditClaim() | AnswerClaim() if command.memory in facts.memories:
                for claim in store.views.having(CLAIMS, "memory", command.memory):
                    facts.claims[claim.claim] = claim
                facts.audited_out[command.memory] = _audited_out(store, command.memory)
            case ReleaseClaim():
                _load_named(store, facts, command)
            case _:
                pass


def _load_named(store: Store, facts: Facts, command: ReleaseClaim) -> None:
    """Load a claim that is released: also where its memory is out of reach by now, its own scope decides."""
    claim = store.views.row(CLAIMS, (command.claim,))
    if claim is None or claim.scope not in readable(command.agent, facts.policy.teams):
        return
    facts.claims[command.claim] = claim
    belief = store.views.row(BELIEFS, (claim.memory,))
    content = None if belief is None else store.open(store.event(belief.content_position))
    if isinstance(content, MemoryText):
        facts.words[claim.memory] = content


def _audited_out(store: Store, memory: str) -> bool:
    """Say whether the latest quarantine of a memory came of an audit: that stands right before it."""
    query = Query(items=(QueryItem(types=(MemoryQuarantined.TYPE,), tags=(f"mem:{memory}",)),))
    for stored in store.log.read(query, limit=1, newest_first=True):
        before = store.event(stored.position - 1).event
        return (
            isinstance(before, ClaimAudited)
            and before.memory == memory
            and before.cause == store.codec.decode(stored).event.cause
        )
    return False
