"""Intents: how often each problem was met, and how that went."""

from collections.abc import Iterable

from ..domain.events import AnyEvent, IntentLearned, IntentObserved, Recorded
from ..domain.intents import IntentRecord, evolve_intent
from .projection import Key, Projection


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case IntentLearned() | IntentObserved():
            return ((event.scope, event.intent),)
        case _:
            return ()


def _apply(row: IntentRecord | None, recorded: Recorded, key: Key) -> IntentRecord | None:
    del key
    return evolve_intent(row, recorded)


INTENTS = Projection(
    name="intents",
    version=2,
    row=IntentRecord,
    key=("scope", "intent"),
    keys=_keys,
    apply=_apply,
    of=(IntentLearned, IntentObserved),
    indexes=("scope, to_position", "memory, to_position"),
)
