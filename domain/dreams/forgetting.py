"""Forget: what is not believed any more, says the same as something else, or never proved its worth.

To forget is to take out of recall; what is forgotten stays auditable and can be restored.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from ..policy import Policy
from .duplicates import Duplicate, duplicates
from .proposals import Forget, Proposal
from .quoting import counted, in_order, quoted, times
from .rotting import propose_rotted
from .state import DreamState, Dreamt, day_of

_Ground = tuple[str, dict[str, int], str]
"""The rule, its figures, and one sentence."""


def propose_forget(state: DreamState, now: int, policy: Policy, claimed: AbstractSet[str]) -> Iterator[Proposal]:
    """Yield what goes out of recall, each memory once, by the first rule that it falls under."""
    del now
    rotted = list(propose_rotted(state, policy, claimed))
    yield from rotted
    claimed = claimed | {memory for one in rotted for memory in one.memories}
    free = [memory for memory in in_order(state.memories.values()) if _is_free(memory, state, claimed)]
    doubled = {found.memory.id: found for found in duplicates(state, claimed)}
    surviving = {found.survivor.id for found in doubled.values()}
    for memory in free:
        belief = memory.belief
        ground = _ended(memory) or _failed(memory)
        if ground is None and memory.id in doubled:
            yield _doubled(doubled[memory.id])
            continue
        if ground is None and memory.id not in surviving:
            ground = _weak(memory, state, policy)
        if ground is not None:
            rule, figures, because = ground
            yield Proposal(
                stage="forget",
                rule=rule,
                scope=belief.scope,
                memories=(memory.id,),
                figures=figures,
                because=because,
                effect=f"the {belief.kind} {quoted(memory)} goes out of recall",
                action=Forget(memory=memory.id),
            )


def _is_free(memory: Dreamt, state: DreamState, claimed: AbstractSet[str]) -> bool:
    return not memory.kept and memory.id not in state.held and memory.id not in claimed


def _ended(memory: Dreamt) -> _Ground | None:
    """A newer version exists, or something else is believed."""
    successor = memory.belief.successor
    match memory.belief.status:
        case "superseded":
            return "superseded", {}, f"{successor or 'a newer version'} took its place"
        case "contradicted":
            return "contradicted", {}, f"it was contradicted{f' by {successor}' if successor else ''}"
        case _:
            return None


def _failed(memory: Dreamt) -> _Ground | None:
    if memory.person is None or memory.person.word != "failed":
        return None
    return "person", {}, "a person said that it does not hold"


def _weak(memory: Dreamt, state: DreamState, policy: Policy) -> _Ground | None:
    """It is knowledge that nobody confirmed, found important or asked for."""
    belief, rules, least = memory.belief, policy.dreams, policy.gate.importance
    if belief.layer != "L4" or belief.kind == "intent" or belief.confirmations or belief.importance >= least:
        return None
    if memory.dreamt:
        return None  # what it was made of had proved its worth
    # Words that were revised or brought back lately have had no time to be of use.
    age = state.active.age(max(day_of(belief.recorded_at), memory.touched_on))
    references = memory.referenced_since(state.active.ago(rules.weak_days))
    if age < rules.weak_days or references >= rules.weak_references:
        return None
    figures = {"days": age, "importance": belief.importance, "references": references, "weak_days": rules.weak_days}
    recalled = f"recalled {times(references)}" if references else "not recalled"
    because = (
        f"never confirmed in {counted(age, 'active day')}, importance {belief.importance} of the {least} that would "
        f"keep it, {recalled} in the last {rules.weak_days}"
    )
    return "weak", figures, because


def _doubled(found: Duplicate) -> Proposal:
    memory, survivor = found.memory, found.survivor
    days = abs(memory.day - survivor.day)
    when = f"{counted(days, 'day')} apart" if days else "on the same day"
    confirmed = ", and is confirmed by it" if found.confirms else ""
    return Proposal(
        stage="forget",
        rule="duplicate",
        scope=memory.belief.scope,
        memories=(memory.id, survivor.id),
        figures={"days_apart": days},
        because=f"it says the same as {survivor.id}, {when}",
        effect=f"the {memory.belief.kind} {quoted(memory)} goes out of recall; {survivor.id} stays{confirmed}",
        action=Forget(memory=memory.id, confirms=survivor.id if found.confirms else None),
    )
