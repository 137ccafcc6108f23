"""Compact: bounds that are exceeded although nothing arrived, as when a policy has lowered them."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from ..policy import Policy
from .proposals import Compact, Proposal
from .quoting import counted
from .state import DreamState


def propose_compact(state: DreamState, now: int, policy: Policy, claimed: AbstractSet[str]) -> Iterator[Proposal]:
    """Yield the bounds that are exceeded; who leaves is decided when the turn of each comes."""
    del now, claimed
    for (scope, kind), count in sorted(state.counts.items()):
        bound = policy.bounds.get(kind)
        if bound is not None and count > bound:
            excess = counted(count - bound, "memory")
            yield Proposal(
                stage="compact",
                rule="bound",
                scope=scope,
                memories=(),
                figures={"memories": count, "bound": bound},
                because=f"{count} live memories of kind {kind}, over the bound of {bound}",
                effect=f"{excess} of kind {kind} leave, least important first",
                action=Compact(scope, kind),
            )
