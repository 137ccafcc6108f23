"""Bounds: what exceeds the bound of its kind retires to L6, least important first."""

from ..boundary import QueryItem
from ..commands import Command
from ..content import Reason
from ..events import Draft, MemoryArchived, MemoryDecayed
from ..facts import Facts
from ..policy import Policy
from ..state import Belief
from .grounds import ARRIVALS, envelope, unchanged


def retire_excess(
    facts: Facts, command: Command, arrival: Belief, *, leaving: tuple[str, ...] = (), keep: bool = False
) -> tuple[tuple[Draft, ...], tuple[QueryItem, ...]]:
    """Return what retires because `arrival` becomes live, and the condition that this rests on.

    Args:
        arrival: the memory as it will stand; `facts` do not hold it as live yet.
        leaving: ids of memories that give up their places by the same event.
        keep: never retire the arrival itself, since somebody asked for it by name.
    """
    bound = facts.policy.bounds.get(arrival.kind)
    # What was promoted left the bound of its kind behind.
    if bound is None or arrival.status != "live" or arrival.layer != facts.policy.home_of(arrival.kind):
        return (), ()
    gone = {arrival.memory, *leaving}
    shelf = [belief for belief in facts.shelves[arrival.scope, arrival.kind].values() if belief.memory not in gone]
    excess = len(shelf) + 1 - bound
    candidates = shelf if keep else [*shelf, arrival]
    retired = sorted(candidates, key=lambda belief: importance_order(belief, facts.policy))[: max(excess, 0)]
    drafts = tuple(_retire(facts, command, belief, bound) for belief in retired)
    arrived = QueryItem(types=ARRIVALS, tags=(f"kind:{arrival.kind}", f"scope:{arrival.scope}"))
    if not retired:
        return (), (arrived,)
    # Which one weighs least rests on every one of them.
    others = tuple(belief.memory for belief in shelf)
    decayed = tuple(QueryItem(types=(MemoryDecayed.TYPE,), tags=(f"mem:{memory}",)) for memory in others)
    return drafts, (arrived, *unchanged(*others), *decayed)


def importance_order(belief: Belief, policy: Policy) -> tuple[int, int, int, str]:
    """Return the order in which memories retire: by weight, then strength, then age (the older first)."""
    return (
        policy.weight(belief.importance, belief.category),
        belief.strength,
        belief.recorded_position,
        belief.memory,
    )


def _retire(facts: Facts, command: Command, belief: Belief, bound: int) -> Draft:
    event = MemoryArchived(
        **envelope(facts, command, belief.scope),
        memory=belief.memory,
        from_layer=belief.layer,
        ground="bound",
        bound=bound,
    )
    weight = facts.policy.weight(belief.importance, belief.category)
    because = (
        f"more than {bound} live memories of kind {belief.kind} in {belief.scope}; this one weighed least ({weight})"
    )
    return Draft(event=event, content=Reason(because=because, command=command.digest))
