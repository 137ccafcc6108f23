"""Decisions: the confidence that each was taken with, and how it turned out; this outlives the bound of their kind."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ..domain.events import AnyEvent, DecisionJudged, DecisionOutcome, NewMemory, Recorded
from .projection import Key, Projection

DECISION = "decision"


class DecisionRow(msgspec.Struct, frozen=True):
    """One decision."""

    memory: str
    agent: str
    scope: str
    confidence: int
    """1 to 10."""
    category: str | None
    made_at: int
    made_position: int
    outcome: DecisionOutcome | None
    """None: nobody has judged it yet."""
    judged_at: int | None
    """Time of the latest judgement."""
    judged_by: str | None
    """Its actor."""
    judged_position: int | None


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case NewMemory(kind="decision") | DecisionJudged():
            return ((event.memory,),)
        case _:
            return ()


def _apply(row: DecisionRow | None, recorded: Recorded, key: Key) -> DecisionRow | None:
    match recorded.event:
        case DecisionJudged() as event if row is not None:
            return replace(
                row,
                outcome=event.outcome,
                judged_at=recorded.at,
                judged_by=event.actor,
                judged_position=recorded.position,
            )
        case NewMemory() as event:
            return DecisionRow(
                memory=key[0],
                agent=event.agent,
                scope=event.scope,
                confidence=event.confidence,
                category=event.category,
                made_at=recorded.at,
                made_position=recorded.position,
                outcome=None,
                judged_at=None,
                judged_by=None,
                judged_position=None,
            )
        case _:
            return row


DECISIONS = Projection(
    name="decisions",
    version=1,
    row=DecisionRow,
    key=("memory",),
    keys=_keys,
    apply=_apply,
    of=(NewMemory, DecisionJudged),
    indexes=("agent, made_position",),
    age="made_position",
)
