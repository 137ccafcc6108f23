"""Trauma: what went wrong, how much of it still weighs, and the risk of a change that this makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..domain.boundary import Query, QueryItem
from ..domain.commands import SufferTrauma
from ..domain.decisions.intents import check_categories
from ..domain.decisions.learning import HALF_LIFE_DAYS
from ..domain.envelopes import Envelope, envelope_from
from ..domain.errors import InvalidNumber
from ..domain.events import TraumaSuffered
from ..domain.moments import to_datetime
from ..domain.risk import MILLION, RiskPart, Uses, risk_parts, touched
from ..domain.scopes import check_scope, own
from ..domain.texts import shown
from ..projections.intents import INTENTS
from ..projections.trauma import CAUSES, TRAUMA
from .entries import entry
from .handler import execute
from .intents import intent_tag
from .reading import look
from .requests import given, whole_ids

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from ..domain.events import Recorded
    from ..domain.policy import Policy
    from ..projections.trauma import TraumaRow
    from .reading import View
    from .requests import Caller
    from .store import Store


UNDER_ONE_MAX = 20
"""Traumas of one problem that say which categories it touches, the newest."""


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """One trauma."""

    at: datetime
    position: int
    weight: float
    """1 is an ordinary one."""
    because: str | None


class TraumaLevel(msgspec.Struct, frozen=True, kw_only=True):
    """How much the traumas of one category weigh at the asked moment."""

    category: str
    count: int
    """How many there ever were."""
    level: float
    """What is left of them: 1 is one ordinary trauma of just now."""
    weight: int
    """How much one of this category weighs in a risk, by the policy."""
    half_life_days: int
    last_at: datetime
    causes: tuple[Cause, ...]
    """The newest first, at most 5."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


class Risk(msgspec.Struct, frozen=True, kw_only=True):
    """The risk of a change, with its parts."""

    value: float
    """0 to 1; the sum of what the parts contribute."""
    parts: dict[str, RiskPart]
    """By name: `rollback`, `trauma`, `novelty`."""
    signature: str
    categories: tuple[str, ...]
    """Categories of trauma that the envelope touches."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "value": self.value,
            "parts": {
                name: {
                    "share": part.share,
                    "value": part.value,
                    "contribution": part.contribution,
                    "because": part.because,
                }
                for name, part in self.parts.items()
            },
            "signature": self.signature,
            "categories": list(self.categories),
        }


def suffer(
    store: Store,
    caller: Caller,
    category: str,
    *,
    because: str,
    weight: float,
    envelope: Mapping[str, Any] | Envelope | None,
    scope: str | None,
    evidence: Sequence[str],
    subjects: Sequence[str],
    idempotency_key: str | None,
) -> TraumaLevel:
    """Count a trauma and return how its category stands.

    Raises:
        UnknownCategory: the policy knows none of this name, or of one that the envelope names.
    """
    checked = None if envelope is None else envelope_from(envelope)
    if checked is not None:
        check_categories(checked, store.policy())
    milli = _thousandths(weight)
    if scope is not None:
        check_scope(scope)
    cited = whole_ids(store, caller, evidence)
    body = {
        "verb": "trauma",
        "category": category,
        "because": because,
        "weight": milli,
        "envelope": checked,
        "scope": scope,
        "evidence": cited,
        "subjects": subjects,
    }
    common = given(store, caller, because=because, subjects=subjects, idempotency_key=idempotency_key, body=body)
    command = SufferTrauma(
        **common,
        scope=scope,
        category=category,
        weight=milli,
        intent=None if checked is None else intent_tag(store, checked),
        evidence=cited,
    )
    execute(store, command, key=idempotency_key)
    view = look(store, caller.agent, None, None)
    row = store.views.row(TRAUMA, (own(caller.agent) if scope is None else scope, category), view.moment.position)
    assert row is not None, "a trauma that was just suffered counts"
    return _level(store, view, _policy(store, view), category, [row])


def traumas(store: Store, view: View) -> list[TraumaLevel]:
    """Return how each category stands in which the view's agent knows of a trauma, the heaviest first."""
    policy = _policy(store, view)
    rows = [row for scope in view.scopes for row in store.views.having(TRAUMA, "scope", scope, view.moment.position)]
    by_category: dict[str, list[TraumaRow]] = {}
    for row in rows:
        by_category.setdefault(row.category, []).append(row)
    levels = [_level(store, view, policy, category, found) for category, found in by_category.items()]
    return sorted(levels, key=lambda level: (-level.level * level.weight, level.category))


def risk(store: Store, view: View, envelope: Mapping[str, Any] | Envelope) -> Risk:
    """Return the risk of a change with this envelope; the formula is in `domain/risk.py`.

    Raises:
        InvalidEnvelope: it has no role.
        UnknownCategory: it names a category that the policy does not know.
    """
    checked = envelope_from(envelope)
    policy = _policy(store, view)
    check_categories(checked, policy)
    tag = intent_tag(store, checked)
    concerned = {*touched(checked, policy), *_suffered_under(store, view, tag)}
    categories = tuple(name for name in policy.trauma_weights if name in concerned)
    at = view.moment.position if view.moment.past else None
    records = store.views.rows(INTENTS, [(scope, tag) for scope in view.scopes], at).values()
    uses = Uses(
        uses=sum(record.uses for record in records),
        successes=sum(record.successes for record in records),
        rollbacks=sum(record.rollbacks for record in records),
    )
    levels: dict[str, int] = {}
    keys = [(scope, category) for scope in view.scopes for category in categories]
    for row in store.views.rows(TRAUMA, keys, at).values():
        levels[row.category] = levels.get(row.category, 0) + row.level_at(view.moment.at)
    parts = risk_parts(uses, levels, categories, policy)
    return Risk(
        # The floats of shares that make 1 may sum to a hair more.
        value=min(sum(part.contribution for part in parts.values()), 1.0),
        parts=parts,
        signature=checked.signature,
        categories=categories,
    )


def _suffered_under(store: Store, view: View, intent: str) -> set[str]:
    """Return the categories of the latest traumas that this very problem brought: it touches them, whatever it says."""
    query = Query(items=(QueryItem(types=(TraumaSuffered.TYPE,), tags=(f"intent:{intent}",)),))
    found = store.log.read(query, upto=view.moment.position, limit=UNDER_ONE_MAX, newest_first=True)
    events = [store.codec.decode(stored).event for stored in found]
    return {event.category for event in events if isinstance(event, TraumaSuffered) and event.scope in view.scopes}


def _policy(store: Store, view: View) -> Policy:
    return store.policy(view.moment.position if view.moment.past else None)


def _thousandths(weight: object) -> int:
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight < 1e6:
        raise InvalidNumber(f"the weight must be a number above 0, 1 for an ordinary trauma, not {shown(weight)}")
    return round(weight * 1000)


def _level(store: Store, view: View, policy: Policy, category: str, rows: Sequence[TraumaRow]) -> TraumaLevel:
    return TraumaLevel(
        category=category,
        count=sum(row.count for row in rows),
        level=sum(row.level_at(view.moment.at) for row in rows) / MILLION,
        weight=policy.trauma_weights.get(category, 0),
        half_life_days=policy.trauma_half_lives_days.get(category, HALF_LIFE_DAYS),
        last_at=to_datetime(max(row.at for row in rows)),
        causes=tuple(_causes(store, rows)),
    )


def _causes(store: Store, rows: Sequence[TraumaRow]) -> list[Cause]:
    """Return the newest traumas of a category with their causes; each scope knows where its own stand."""
    positions = sorted((int(position) for row in rows for position in row.newest.split()), reverse=True)
    return [_cause(store, store.event(position)) for position in positions[:CAUSES]]


def _cause(store: Store, recorded: Recorded) -> Cause:
    assert isinstance(recorded.event, TraumaSuffered), f"position {recorded.position} should hold a trauma"
    told = entry(store, recorded)
    return Cause(at=told.at, position=told.position, weight=recorded.event.weight / 1000, because=told.because)
