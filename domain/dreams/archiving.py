"""Archive: what happened long ago and was not asked for since retires to L6, from where it can be restored."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from ..policy import Policy
from ..sessions import SUMMED_UP
from .proposals import Archive, Proposal
from .quoting import counted, in_order, quoted
from .state import DreamState


def propose_archive(state: DreamState, now: int, policy: Policy, claimed: AbstractSet[str]) -> Iterator[Proposal]:
    """Yield notes, task contexts and unbounded kinds of one's own in L2 that were not used for long enough."""
    del now
    kinds = _kinds(policy)
    days = policy.dreams.archive_days
    for memory in in_order(state.memories.values()):
        belief = memory.belief
        if belief.layer != "L2" or belief.kind not in kinds or belief.status != "live":
            continue
        age = state.active.age(memory.used_on)
        if memory.id in claimed or memory.kept or age < days:
            continue
        yield Proposal(
            stage="archive",
            rule="unreferenced",
            scope=belief.scope,
            memories=(memory.id,),
            figures={"days": age, "archive_days": days},
            because=f"not used for {counted(age, 'active day')}; after {days} it retires",
            effect=f"the {belief.kind} {quoted(memory)} goes to L6",
            action=Archive(memory.id),
        )


def _kinds(policy: Policy) -> frozenset[str]:
    # What has a bound leaves by it.
    own = {kind for kind, layer in policy.kinds.items() if layer == "L2" and kind not in policy.bounds}
    return frozenset({"note", SUMMED_UP, *own})
