"""Compact: bounds that are exceeded although nothing arrived, as when a policy has lowered them."""

from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from ..policy import Policy
from .proposals import Compact, Proposal
from .quoting import counted
from .state import DreamState


def propose_compact(state: DreamState, now: int, policy: Policy, claimed: AbstractSet[str]) -> Iterator[Proposal]:
    """Yield the bounds that are exceeded; who leaves is decided when the turn of each comes."""
    del now, claimed
    kept = Counter(
        (memory.belief.scope, memory.belief.kind)
        for memory in state.memories.values()
        if memory.kept and memory.belief.status == "live"
    )
    for (scope, kind), count in sorted(state.counts.items()):
        bound = policy.bounds.get(kind)
        if bound is None:
            continue
        # What a person keeps stays, whatever the bound.
        excess = min(count - bound, count - kept[scope, kind])
        if excess > 0:
            leave = "leaves" if excess == 1 else "leave"
            yield Proposal(
                stage="compact",
                rule="bound",
                scope=scope,
                memories=(),
                figures={"memories": count, "bound": bound},
                because=f"{count} live memories of kind {kind}, over the bound of {bound}",
                effect=f"{counted(excess, 'memory')} of kind {kind} {leave}, least important first",
                action=Compact(scope, kind),
            )
