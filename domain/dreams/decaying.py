"""Decay: strengths fall while memories are not used, and rise again when they are; see `strength`."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from ..policy import Policy
from .proposals import Decay, Proposal
from .quoting import counted, in_order
from .state import DreamState, Dreamt
from .strength import strength_due

DECAYED_MAX = 20
"""Memories of one proposal, so that one transaction holds the write lock for a moment only."""

_Group = tuple[str, str, int, bool]
"""Scope, layer, strength to be, and whether it is more than before."""


def propose_decay(state: DreamState, now: int, policy: Policy, claimed: AbstractSet[str]) -> Iterator[Proposal]:
    """Yield changes of strength across a band, for memories of one scope, layer and band together."""
    del now
    groups: dict[_Group, list[Dreamt]] = {}
    for memory in in_order(state.memories.values()):
        belief = memory.belief
        if belief.status == "live" and memory.id not in claimed:
            due = strength_due(memory, state, policy)
            if due is not None:
                groups.setdefault((belief.scope, belief.layer, due, due > belief.strength), []).append(memory)
    for group, memories in sorted(groups.items(), key=lambda item: item[0]):
        for start in range(0, len(memories), DECAYED_MAX):
            yield _proposal(group, memories[start : start + DECAYED_MAX], state, policy)


def _proposal(group: _Group, memories: list[Dreamt], state: DreamState, policy: Policy) -> Proposal:
    scope, layer, strength, rises = group
    half_life = policy.dreams.half_lives_days[layer]
    ages = [state.active.age(memory.used_on) for memory in memories]
    those, ago = counted(len(memories), "memory"), _ago(min(ages), max(ages))
    used = "used again" if rises else "last used"
    return Proposal(
        stage="decay",
        rule="used-again" if rises else "faded",
        scope=scope,
        memories=tuple(memory.id for memory in memories),
        figures={"memories": len(memories), "strength": strength, "half_life_days": half_life, "days": max(ages)},
        because=(
            f"{those} of {layer}, {used} {ago}; strength halves every {counted(half_life, 'active day')} without use"
        ),
        effect=f"the strength of {those} {'rises' if rises else 'falls'} to {strength / 1000:g}",
        action=Decay(tuple((memory.id, strength) for memory in memories)),
    )


def _ago(least: int, most: int) -> str:
    if most == 0:
        return "on the last active day"
    return f"{counted(most, 'active day') if least == most else f'{least} to {most} active days'} ago"
