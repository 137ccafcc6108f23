"""Promote: what has earned it moves from L2 to L4, and what is one step short is told."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from ..all_words import all_words
from ..policy import Policy
from .knowable import may_be_known
from .proposals import Promote, Proposal, Shortfall
from .quoting import in_order, quoted, times
from .state import DreamState, Dreamt

TARGET = "L4"
_PROMOTABLE = frozenset({"note", "evolution"})
"""Kinds of L2 that say something to be known for good; kinds of one's own do as well."""


def propose_promote(state: DreamState, now: int, policy: Policy, claimed: AbstractSet[str]) -> Iterator[Proposal]:
    """Yield memories of L2 that pass the gate."""
    del now
    for memory in _candidates(state, policy):
        rule = _passed(memory, policy)
        if rule is not None and memory.id not in claimed and _has_a_place(memory):
            belief, gate = memory.belief, policy.gate
            because = (
                f"confirmed {times(belief.confirmations)}; the gate asks for {gate.confirmations}"
                if rule == "confirmed"
                else f"importance {belief.importance} with a trigger incident; the gate asks for {gate.importance}"
            )
            yield Proposal(
                stage="promote",
                rule=rule,
                scope=belief.scope,
                memories=(memory.id,),
                figures={"confirmations": belief.confirmations, "importance": belief.importance},
                because=because,
                effect=f"the {belief.kind} {quoted(memory)} moves to {TARGET}",
                action=Promote(memory.id, TARGET),
            )


def one_step_short(state: DreamState, policy: Policy) -> list[Shortfall]:
    """Return the memories that one more confirmation, point of importance or incident would promote."""
    found: list[Shortfall] = []
    for memory in _candidates(state, policy):
        missing = None if _passed(memory, policy) else _missing(memory, policy)
        if missing is not None:
            found.append(Shortfall(memory=memory.id, scope=memory.belief.scope, missing=missing))
    return found


def _candidates(state: DreamState, policy: Policy) -> Iterator[Dreamt]:
    for memory in in_order(state.memories.values()):
        belief = memory.belief
        kind_fits = belief.kind in _PROMOTABLE or policy.kinds.get(belief.kind) == "L2"
        # What a review has called into question has to be looked at first.
        if belief.layer == "L2" and belief.status == "live" and kind_fits and belief.review in {None, "passed"}:
            yield memory


def _passed(memory: Dreamt, policy: Policy) -> str | None:
    belief, gate = memory.belief, policy.gate
    if belief.confirmations >= gate.confirmations:
        return "confirmed"
    return "incident" if belief.importance >= gate.importance and belief.triggered else None


def _missing(memory: Dreamt, policy: Policy) -> str | None:
    belief, gate = memory.belief, policy.gate
    if belief.triggered and belief.importance == gate.importance - 1:
        return f"it has a trigger incident and importance {belief.importance}; it lacks one point of importance"
    if belief.importance >= gate.importance:
        return f"it has importance {belief.importance}; it lacks a trigger incident"
    if 0 < belief.confirmations == gate.confirmations - 1:
        return f"it was confirmed {times(belief.confirmations)}; it lacks one confirmation"
    return None


def _has_a_place(memory: Dreamt) -> bool:
    """Say whether L4 takes all of its words; those that cannot be read are taken."""
    return memory.words is None or may_be_known(*(text for text in all_words(memory.words) if text is not None))
