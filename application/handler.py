"""Carrying out commands: load, ask the domain, seal, append. Whatever says no is in the domain."""

import time
from collections.abc import Iterable, Sequence

import msgspec

from ..domain.boundary import AppendCondition, Query, QueryItem
from ..domain.commands import AdoptPolicy, AnyCommand
from ..domain.decisions import decide
from ..domain.errors import Conflict, InvalidInput, KeyReused, NotFound, Refused
from ..domain.events import AgentEvent, Draft, PolicyAdopted, Recorded
from ..infrastructure.log import ConditionFailed
from .loading import load
from .store import Footing, Store

TRIES = 20
"""How often a command is decided again because other writers changed what it rests on."""
PAUSE_S_MAX = 0.01


class Receipt(msgspec.Struct, frozen=True):
    """What a command gave."""

    events: tuple[Recorded, ...]
    """Empty: the command asked for what already held."""
    drafts: tuple[Draft, ...]
    """The same with their words open; empty if the command was carried out before."""


def execute(store: Store, command: AnyCommand, *, key: str | None = None) -> Receipt:
    """Carry out one command.

    Args:
        key: the idempotency key as it was given, for messages.

    Raises:
        RemembrancerError: refused; nothing was stored.
        Conflict: other writers won every try; nothing was stored.
    """
    return execute_all(store, [command], keys=[key])[0]


def execute_all(
    store: Store, commands: Sequence[AnyCommand], *, keys: Sequence[str | None] | None = None
) -> list[Receipt]:
    """Carry out commands of one agent in one transaction, in order; each sees what those before it gave.

    Raises:
        RemembrancerError: one was refused; nothing was stored.
    """
    if not commands:
        return []
    # Only a policy is compared with the policy in force itself, and so with nothing less than that.
    remembered = None if isinstance(commands[0], AdoptPolicy) else store.footing
    for attempt in range(TRIES):
        if attempt > 2:
            _pause(attempt)
        try:
            return _attempt(store, commands, keys or [None] * len(commands), remembered or store.look())
        except ConditionFailed:
            pass
        except (InvalidInput, NotFound, Refused):
            if remembered is None:
                raise
        # What this process remembers may be behind what others wrote: only a fresh look says no.
        remembered = None
    raise Conflict(TRIES)


def _pause(attempt: int) -> None:
    """Wait a little, each process another while, so that writers who lost to each other do not meet again."""
    import random

    time.sleep(random.uniform(0, PAUSE_S_MAX * attempt))  # noqa: S311  # spreads retries, guards nothing


def _attempt(
    store: Store, commands: Sequence[AnyCommand], keys: Sequence[str | None], footing: Footing
) -> list[Receipt]:
    now = max(store.now(), footing.at)
    done = _done_before(store, commands, keys)
    fresh = [command for command in commands if command.idempotency not in done]
    given = {command.idempotency: key for command, key in zip(commands, keys, strict=True)}
    facts = load(store, fresh, footing) if fresh else None
    items: dict[QueryItem, None] = {}
    decided: list[tuple[Draft, ...]] = []
    in_batch: dict[str, int] = {}
    digests: dict[str, str | None] = {}
    for command in fresh:
        assert facts is not None, "facts are loaded where a command is fresh"
        if command.idempotency is not None and command.idempotency in in_batch:
            if digests[command.idempotency] != command.digest:
                raise KeyReused(str(given[command.idempotency]))
            decided.append(())
            continue
        decision = decide(facts, command, now=now)
        items.update(dict.fromkeys(decision.conflicts))
        if len(fresh) > 1:
            facts.include(decision.drafts, now)
        if command.idempotency is not None:
            in_batch[command.idempotency] = len(decided)
            digests[command.idempotency] = command.digest
        decided.append(decision.drafts)
    drafts = [draft for drafts in decided for draft in drafts]
    recorded = _append(store, drafts, AppendCondition(query=Query(items=tuple(items)), after=footing.position))
    if recorded:
        store.footing = _footing_after(recorded, footing)
    return _receipts(commands, done, decided, recorded, in_batch)


def _footing_after(recorded: Sequence[Recorded], footing: Footing) -> Footing | None:
    """Return where the next decision may start. As the condition held, no other policy came into force meanwhile."""
    if any(isinstance(one.event, PolicyAdopted) for one in recorded):
        return None
    return Footing(recorded[-1].position, recorded[-1].at, footing.policy)


def _append(store: Store, drafts: Sequence[Draft], condition: AppendCondition) -> list[Recorded]:
    if not drafts:
        return []
    events = store.seal(drafts)
    appended = store.log.append([store.codec.encode(event) for event in events], condition)
    return [
        Recorded(position=position, at=appended.at, event=event)
        for position, event in enumerate(events, appended.first)
    ]


def _receipts(
    commands: Sequence[AnyCommand],
    done: dict[str, Receipt],
    decided: Sequence[tuple[Draft, ...]],
    recorded: Sequence[Recorded],
    in_batch: dict[str, int],
) -> list[Receipt]:
    fresh: list[Receipt] = []
    start = 0
    for drafts in decided:
        fresh.append(Receipt(tuple(recorded[start : start + len(drafts)]), drafts))
        start += len(drafts)
    receipts: list[Receipt] = []
    following = iter(fresh)
    for command in commands:
        if command.idempotency is not None and command.idempotency in done:
            receipts.append(done[command.idempotency])
            continue
        receipt = next(following)
        receipts.append(fresh[in_batch[command.idempotency]] if command.idempotency in in_batch else receipt)
    return receipts


def _done_before(store: Store, commands: Sequence[AnyCommand], keys: Sequence[str | None]) -> dict[str, Receipt]:
    """Return what those commands gave whose idempotency key is in the log already.

    Raises:
        KeyReused: the key came with another body.
    """
    asked = {
        command.idempotency: (command, key)
        for command, key in zip(commands, keys, strict=True)
        if command.idempotency is not None
    }
    if not asked:
        return {}
    found = find_done(store, asked)
    for tag, events in found.items():
        command, key = asked[tag]
        content = store.open(events[0])
        # Where the key to read the first body is gone, the key of the command is all that is left to compare.
        if content is not None and content.command != command.digest:
            raise KeyReused(str(key))
    return {tag: Receipt(tuple(events), ()) for tag, events in found.items()}


def find_done(store: Store, tags: Iterable[str]) -> dict[str, list[Recorded]]:
    """Return the events of those commands, by the HMAC of their idempotency key, that were carried out before."""
    query = Query(items=tuple(QueryItem(tags=(f"cmd:{tag}",)) for tag in tags))
    found: dict[str, list[Recorded]] = {}
    for stored in store.log.read(query) if query.items else ():
        recorded = store.codec.decode(stored)
        if isinstance(recorded.event, AgentEvent) and recorded.event.command is not None:
            found.setdefault(recorded.event.command, []).append(recorded)
    return found
