"""Retention: erasing what the rules of the policy no longer keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.errors import NotLive
from ...domain.moments import DAY, to_datetime
from ...domain.retention import KEPT_LAYER
from ...domain.vocabulary import LAYERS
from ...projections.beliefs import BELIEFS
from .asking import Asked
from .erasing import Erasure
from .holds import covering
from .reach import about_person, reach_of

if TYPE_CHECKING:
    from datetime import datetime

    from ...domain.retention import RetentionRule
    from ...domain.state import Belief
    from ..store import Store
    from .report import ErasureReport

AT_ONCE = 1_000
"""Memories that one erasure of a rule names."""
SCHEDULE = "schedule"


class RuleReport(msgspec.Struct, frozen=True, kw_only=True):
    """What one rule erases now, or has just erased."""

    rule: str
    due: tuple[str, ...]
    """Ids of the memories whose time is over, oldest first."""
    derived: tuple[str, ...]
    """Ids of those that go with them, since they were made of them."""
    held: tuple[str, ...]
    """Ids of those that a hold keeps, or of which something that a hold keeps was made."""
    next_at: datetime | None
    """When the next memory is due; None: there is none that the rule is about."""
    unfinished: str | None = None
    """Why keys are still there: the next writable opening tries again."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def look(store: Store) -> list[RuleReport]:
    """Return what each rule would erase now, in the order of the policy; writes nothing."""
    return [_looked(store, rule) for rule in store.policy().retention]


def keep(store: Store, actor: str = SCHEDULE) -> list[RuleReport]:
    """Erase what is due by each rule, in the order of the policy, and return what was.

    Raises:
        StoreReadOnly, StoreFull, StoreBusy, KeysLocked: not all of it was erased.
    """
    return [_kept(store, rule, actor) for rule in store.policy().retention]


def next_due(store: Store) -> int | None:
    """Return when the first memory that no hold keeps is due by any rule, microseconds; None: none ever will be."""
    times = [_next_at(store, rule) for rule in store.policy().retention]
    return min((at for at in times if at is not None), default=None)


def _looked(store: Store, rule: RetentionRule) -> RuleReport:
    free, held = _due(store, rule)
    derived: tuple[str, ...] = ()
    if free:
        reach = reach_of(store, memories=free)
        derived = reach.derived
    return _report(store, rule, free, derived, held)


def _kept(store: Store, rule: RetentionRule, actor: str) -> RuleReport:
    free, held = _due(store, rule)
    derived: set[str] = set()
    unfinished: str | None = None
    for start in range(0, len(free), AT_ONCE):
        try:
            report = _erase(store, free[start : start + AT_ONCE], rule, actor)
        except NotLive:
            continue  # another process was faster
        derived.update(one.id for one in report.memories if one.derived)
        unfinished = unfinished or report.unfinished
    return _report(store, rule, free, tuple(sorted(derived)), held, unfinished)


def _erase(store: Store, memories: list[str], rule: RetentionRule, actor: str) -> ErasureReport:
    because = f"retention rule {rule.name}: {rule.after_days} days after it was recorded"
    return Erasure(
        store, Asked(memories=tuple(sorted(memories))), because=because, actor=actor, retention=rule.name
    ).carry_out()


def _due(store: Store, rule: RetentionRule) -> tuple[list[str], tuple[str, ...]]:
    """Return the ids of what is due by a rule, oldest first: those that are free to go, and those that must stay.

    It goes by the clock alone: an event that some clock dated far ahead must not make everything due.
    """
    until = store.now() - rule.after_days * DAY
    due = [belief.memory for belief in _covered(store, rule) if belief.recorded_at <= until]
    if not due:
        return [], ()
    held = set(covering(store, due))
    free = [memory for memory in due if memory not in held]
    # What was made of it would go as well: what a hold keeps keeps its sources.
    if covering(store, reach_of(store, memories=free).memories):
        held.update(memory for memory in free if covering(store, reach_of(store, memories=[memory]).memories))
    return [memory for memory in due if memory not in held], tuple(memory for memory in due if memory in held)


def _covered(store: Store, rule: RetentionRule) -> list[Belief]:
    """Return the memories that a rule is about and that are not erased, oldest first."""
    if rule.subject is not None:
        rows = store.views.rows(BELIEFS, [(memory,) for memory in about_person(store, rule.subject)])
        found = list(rows.values())
    else:
        found = _of_store(store, rule)
    return sorted(
        (belief for belief in found if _is_covered(belief, rule)),
        key=lambda belief: (belief.recorded_position, belief.memory),
    )


def _of_store(store: Store, rule: RetentionRule) -> list[Belief]:
    layers = [rule.layer] if rule.layer is not None else [layer for layer in LAYERS if layer != KEPT_LAYER]
    scopes = [rule.scope] if rule.scope is not None else store.views.values_now(BELIEFS, "scope")
    statuses = [status for status in store.views.values_now(BELIEFS, "status") if status != "erased"]
    return store.views.stab(BELIEFS, {"scope": scopes, "layer": layers, "status": statuses})


def _is_covered(belief: Belief, rule: RetentionRule) -> bool:
    return (
        belief.status != "erased"
        and belief.layer != KEPT_LAYER
        and rule.kind in {None, belief.kind}
        and rule.layer in {None, belief.layer}
        and rule.scope in {None, belief.scope}
    )


def _next_at(store: Store, rule: RetentionRule) -> int | None:
    covered = _covered(store, rule)
    held = covering(store, [belief.memory for belief in covered]) if covered else {}
    first = next((belief for belief in covered if belief.memory not in held), None)
    return None if first is None else first.recorded_at + rule.after_days * DAY


def _report(
    store: Store,
    rule: RetentionRule,
    due: list[str],
    derived: tuple[str, ...],
    held: tuple[str, ...],
    unfinished: str | None = None,
) -> RuleReport:
    next_at = _next_at(store, rule)
    return RuleReport(
        rule=rule.name,
        due=tuple(due),
        derived=derived,
        held=held,
        next_at=None if next_at is None else to_datetime(next_at),
        unfinished=unfinished,
    )
