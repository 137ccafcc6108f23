"""Carrying out commands: load, ask the domain, seal, append. Whatever says no is in the domain."""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Protocol

import msgspec

from ..domain.boundary import AppendCondition, Query, QueryItem
from ..domain.commands import AdoptPolicy, AnyCommand
from ..domain.decisions import decide
from ..domain.errors import Conflict, InvalidInput, NotFound, Refused, RemembrancerError
from ..domain.events import Draft, PolicyAdopted, Recorded
from ..domain.facts import Decision, Facts
from ..domain.policy import Policy
from ..infrastructure.log import ConditionFailed
from .archiving import retires
from .idempotency import done_before
from .loading import fresh_facts, load, stands_alone
from .store import Footing, Store

TRIES = 20
"""How often a command is decided again because other writers changed what it rests on."""
TRIES_AT_WILL = 3
"""After how many lost races the threads of this process line up, so that they no longer lose to each other."""
PAUSE_S_MAX = 0.01


class Overtaken(Exception):  # never reaches a caller: a dream passes over what it wanted
    """Something that commands rest on happened since it was looked at; nothing was stored."""


class Guard(Protocol):
    """What commands rest on besides what their decisions read."""

    def check(self, upto: int) -> None:
        """Look at what was recorded up to a position.

        Raises:
            Overtaken: they should not be carried out any more.
        """
        ...

    @property
    def conflicts(self) -> tuple[QueryItem, ...]:
        """What must not be recorded from there on."""
        ...


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
    store: Store,
    commands: Sequence[AnyCommand],
    *,
    keys: Sequence[str | None] | None = None,
    guard: Guard | None = None,
) -> list[Receipt]:
    """Carry out commands of one agent in one transaction, in order; each sees what those before it gave.

    Raises:
        RemembrancerError: one was refused; nothing was stored.
        Overtaken: the guard said so; nothing was stored.
    """
    if not commands:
        return []
    # Only a policy is compared with the policy in force itself, and so with nothing less than that.
    remembered = None if isinstance(commands[0], AdoptPolicy) else store.footing
    with ExitStack() as turn:
        for attempt in range(TRIES):
            if attempt == TRIES_AT_WILL:
                turn.enter_context(store.turn)
            elif attempt > TRIES_AT_WILL:
                _pause(attempt)
            try:
                footing = remembered or store.look()
                return _attempt(store, commands, keys or [None] * len(commands), footing, guard)
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
    store: Store,
    commands: Sequence[AnyCommand],
    keys: Sequence[str | None],
    footing: Footing,
    guard: Guard | None,
) -> list[Receipt]:
    done = {tag: Receipt(events, ()) for tag, events in done_before(store, commands, keys).items()}
    fresh = [command for command in commands if command.idempotency not in done]
    alone = all(stands_alone(command, footing.policy) for command in fresh)
    facts = fresh_facts(footing) if alone else load(store, fresh, footing)
    # Read after the facts: a clock behind that of another writer must not decide before what they show.
    now = max(store.now(), footing.at if alone else store.log.tip()[1])
    items: dict[QueryItem, None] = {}
    if guard is not None:
        guard.check(footing.position)
        items.update(dict.fromkeys(guard.conflicts))
    decided: list[tuple[Draft, ...]] = []
    in_batch: dict[str, int] = {}
    for number, command in enumerate(commands):
        if command.idempotency in done:
            continue
        if command.idempotency is not None and command.idempotency in in_batch:
            decided.append(())
            continue
        decision = _decide(facts, command, now, number)
        items.update(dict.fromkeys(decision.conflicts))
        if not alone and len(fresh) > 1:
            facts.include(decision.drafts, now)
        if command.idempotency is not None:
            in_batch[command.idempotency] = len(decided)
        decided.append(decision.drafts)
    drafts = [draft for drafts in decided for draft in drafts]
    recorded = _append(store, drafts, AppendCondition(query=Query(items=tuple(items)), after=footing.position))
    if recorded:
        store.footing = _footing_after(recorded, footing)
        _follow(store, recorded, footing.policy)
    return _receipts(commands, done, decided, recorded, in_batch)


def _decide(facts: Facts, command: AnyCommand, now: int, number: int) -> Decision:
    try:
        return decide(facts, command, now=now)
    except RemembrancerError as refusal:
        refusal.number = number
        raise


def _footing_after(recorded: Sequence[Recorded], footing: Footing) -> Footing | None:
    """Return where the next decision may start. As the condition held, no other policy came into force meanwhile."""
    if any(isinstance(one.event, PolicyAdopted) for one in recorded):
        return None
    return Footing(recorded[-1].position, recorded[-1].at, footing.policy)


def _follow(store: Store, recorded: Sequence[Recorded], policy: Policy) -> None:
    """Have written to files what retired; after another policy, also what it did not want before."""
    for one in recorded:
        if isinstance(one.event, PolicyAdopted):
            store.archive.resume()
            return
        if retires(one.event) and policy.archive.enabled:
            store.archive.ask()
            return


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
