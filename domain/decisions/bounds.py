"""Bounds: what exceeds the bound of its kind leaves, least important first. The one rule for every kind.

It leaves to L6; only the summary of a session becomes a task context, which is how it stays in L2. Identity lines
have no bound: L5 is never touched.
"""

from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from ..boundary import QueryItem
from ..commands import Command, EnforceBound
from ..content import Reason
from ..events import Draft, IntentObserved, MemoryArchived, MemoryDecayed, SessionCooled
from ..facts import Decision, Facts
from ..scopes import check_scope, check_writable
from ..sessions import SUMMED_UP
from ..state import Belief
from .grounds import ARRIVALS, envelope, unchanged

_Retired = tuple[tuple[Draft, ...], tuple[QueryItem, ...]]


def retire_excess(
    facts: Facts, command: Command, arrival: Belief, *, leaving: tuple[str, ...] = (), keep: bool = False
) -> _Retired:
    """Return what retires because `arrival` becomes live, and the condition that this rests on.

    Args:
        arrival: the memory as it will stand; `facts` do not hold it as live yet.
        leaving: ids of memories that give up their places by the same event.
        keep: never retire the arrival itself, since somebody asked for it by name.
    """
    # What was promoted left the bound of its kind behind.
    if arrival.status != "live" or arrival.layer != facts.policy.home_of(arrival.kind):
        return (), ()
    return _retire_excess(facts, command, (arrival,), leaving=leaving, keep=keep)


def enforce(facts: Facts, command: EnforceBound) -> Decision:
    """Decide an `EnforceBound`: retire what is over a bound although nothing arrives."""
    check_writable(check_scope(command.scope), command.agent, facts.policy.teams)
    shelf = tuple(facts.shelves.get((command.scope, command.kind), {}).values())
    if not shelf:
        return Decision()
    drafts, conflicts = _retire_excess(facts, command, shelf, spare=facts.kept)
    return Decision(drafts=drafts, conflicts=(*conflicts, *_unweighed([*shelf])) if drafts else ())


def cooled(belief: Belief) -> Belief:
    """Return the summary of a session as it stands once it is hot no more."""
    return replace(belief, kind=SUMMED_UP)


def _retire_excess(
    facts: Facts,
    command: Command,
    arriving: tuple[Belief, ...],
    *,
    leaving: tuple[str, ...] = (),
    keep: bool = False,
    spare: AbstractSet[str] = frozenset(),
) -> _Retired:
    """Return what retires when memories of one scope and kind arrive, or stand there already; never what to spare."""
    scope, kind = arriving[0].scope, arriving[0].kind
    bound = facts.policy.bounds.get(kind)
    if bound is None:
        return (), ()
    gone = {*leaving, *(belief.memory for belief in arriving)}
    shelf = [belief for belief in facts.shelves[scope, kind].values() if belief.memory not in gone]
    excess = max(len(shelf) + len(arriving) - bound, 0)
    candidates = shelf if keep else [*shelf, *arriving]
    candidates = [belief for belief in candidates if belief.memory not in spare]
    retired = sorted(candidates, key=lambda belief: importance_order(belief, facts))[:excess]
    arrived = QueryItem(types=ARRIVALS, tags=(f"kind:{kind}", f"scope:{scope}"))
    if not retired:
        return (), (arrived,)
    drafts: list[Draft] = []
    # Which one weighs least rests on every one of them.
    conflicts = [arrived, *_unweighed(shelf)]
    drafts.extend(_leave(facts, command, belief, bound) for belief in retired)
    if kind == "session":
        further, crossed = _retire_excess(facts, command, tuple(map(cooled, retired)))
        drafts.extend(further)
        conflicts.extend(crossed)
    return tuple(drafts), tuple(conflicts)


def _unweighed(shelf: list[Belief]) -> list[QueryItem]:
    """Return the condition that neither the states nor the weights of memories changed meanwhile."""
    used = (IntentObserved.TYPE,) if shelf and shelf[0].kind == "intent" else ()
    weights = (MemoryDecayed.TYPE, *used)
    weighed = [QueryItem(types=weights, tags=(f"mem:{belief.memory}",)) for belief in shelf]
    return [*unchanged(*(belief.memory for belief in shelf)), *weighed]


def importance_order(belief: Belief, facts: Facts) -> tuple[bool, int, int, int, int, str]:
    """Return the order in which memories retire: by weight, then use, then strength, then age (the older first).

    Those of which a person said that they stay come last.

    Use is how often it was used, where that is counted, and how often recall gave it.
    """
    return (
        belief.memory in facts.kept,
        facts.policy.weight(belief.importance, belief.category),
        facts.uses.get(belief.memory, 0) + facts.references.get(belief.memory, 0),
        belief.strength,
        belief.recorded_position,
        belief.memory,
    )


def _leave(facts: Facts, command: Command, belief: Belief, bound: int) -> Draft:
    common = envelope(facts, command, belief.scope)
    event: MemoryArchived | SessionCooled
    if belief.kind == "session":
        event = SessionCooled(**common, memory=belief.memory, ground="bound", bound=bound, kind=SUMMED_UP)
    else:
        event = MemoryArchived(**common, memory=belief.memory, from_layer=belief.layer, ground="bound", bound=bound)
    uses = facts.uses.get(belief.memory)
    used = "" if uses is None else f", with {uses} uses"
    references = facts.references.get(belief.memory)
    used += "" if references is None else f", recalled {'once' if references == 1 else f'{references} times'}"
    because = (
        f"more than {bound} live memories of kind {belief.kind} in {belief.scope}; this one weighed least "
        f"({facts.policy.weight(belief.importance, belief.category)}{used})"
    )
    return Draft(event=event, content=Reason(because=because, command=command.digest))
