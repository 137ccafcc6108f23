"""Rotted lessons: those that nobody has seen to hold for so long that they go out of recall until somebody looks."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from ..lessons import KIND, age_days
from ..moments import DAY
from ..policy import Policy
from .proposals import Proposal, Quarantine
from .quoting import counted, in_order, quoted
from .state import DreamState


def propose_rotted(state: DreamState, policy: Policy, claimed: AbstractSet[str]) -> Iterator[Proposal]:
    """Yield the lessons that rotted; one of which a person said that it stays only becomes suspect."""
    days = policy.lessons.rotted_days
    for memory in in_order(state.memories.values()):
        belief = memory.belief
        if belief.kind != KIND or belief.status != "live" or memory.kept or memory.id in claimed:
            continue
        age = age_days(belief, memory.touched_on * DAY, state.active)
        if age >= days:
            yield Proposal(
                stage="forget",
                rule="rotted",
                scope=belief.scope,
                memories=(memory.id,),
                figures={"days": age, "rotted_days": days},
                because=f"not confirmed in {counted(age, 'active day')}; lessons are doubted for good after {days}",
                effect=f"the lesson {quoted(memory)} is quarantined until somebody has looked at it",
                action=Quarantine(memory.id),
            )
