"""Promotion: nothing gets deeper by accident. A promotion says what passed the gate, or is refused."""

from typing import Literal

from msgspec.structs import replace

from ..all_words import all_words
from ..boundary import QueryItem
from ..commands import PromoteMemory
from ..content import Factor, ReviewText
from ..errors import GateNotPassed, PersonNeeded, Refused, UnknownLayer
from ..events import MemoryConfirmed, MemoryPromoted
from ..facts import Decision, Facts
from ..reviewing import is_reviewed
from ..state import Belief
from ..vocabulary import LAYERS, Layer
from .grounds import about, draft, envelope, evidence, live, refuse_by_layer, unchanged

DEEPER: dict[Layer, tuple[Layer, ...]] = {"L2": ("L3", "L4"), "L3": ("L4",)}
"""Where a memory may be promoted to."""


def promote(facts: Facts, command: PromoteMemory, now: int) -> Decision:
    """Decide a `PromoteMemory`."""
    belief = live(facts, command.memory, "promote", now)
    to = _target(command, belief)
    words = facts.words.get(command.memory)
    if words is not None:
        refuse_by_layer(facts, to, *all_words(words))
    event = MemoryPromoted(
        **envelope(facts, command, belief.scope),
        memory=belief.memory,
        from_layer=belief.layer,
        to_layer=to,
        ground=_ground(facts, command, belief),
        importance=belief.importance,
        confirmations=belief.confirmations,
        evidence=evidence(facts, command.evidence),
    )
    confirmed = QueryItem(types=(MemoryConfirmed.TYPE,), tags=(f"mem:{belief.memory}",))
    why = about(facts, command, *event.evidence)
    factors = _factors(facts, command, replace(belief, layer=to), event.evidence, now)
    content = ReviewText(
        because=why.because, subjects=why.subjects, command=why.command, rule=why.rule, factors=factors
    )
    return Decision(drafts=(draft(event, content),), conflicts=(confirmed, *unchanged(belief.memory)))


def _factors(
    facts: Facts, command: PromoteMemory, belief: Belief, cited: tuple[str, ...], now: int
) -> tuple[Factor, ...]:
    """Return the review of a memory as it will stand, where it will matter enough and can be read."""
    words = facts.words.get(belief.memory)
    if words is None or not is_reviewed(belief.layer, belief.importance, facts.policy.review):
        return ()
    from .reviewing import Bound, factors_for  # what compares texts takes a while to load

    return factors_for(facts, command, Bound(belief=belief, evidence=cited), words, now)


def _target(command: PromoteMemory, belief: Belief) -> Layer:
    if command.to == "L5":
        if not command.by_person:
            raise PersonNeeded(
                f"cannot promote {belief.memory} to L5: only a person's word gets there, by `identity replace`"
            )
        raise Refused(f"cannot promote {belief.memory} to L5: the identity is written as lines; use `identity replace`")
    if command.to == "L6":
        raise UnknownLayer("L6 is the archive; use `archive` to retire a memory")
    if command.to not in LAYERS:
        raise UnknownLayer(f"no layer {command.to!r}; promote to L3 or L4")
    allowed = DEEPER.get(belief.layer, ())
    for layer in allowed:
        if layer == command.to:
            return layer
    advice = f"it may go to {' or '.join(allowed)}" if allowed else "nothing is deeper for it"
    if belief.layer == "L0":
        advice = "scratch expires; record what matters as a note"
    raise UnknownLayer(f"cannot promote {belief.memory} from {belief.layer} to {command.to}: {advice}")


def _ground(facts: Facts, command: PromoteMemory, belief: Belief) -> Literal["confirmed", "incident", "person"]:
    gate = facts.policy.gate
    if belief.confirmations >= gate.confirmations:
        return "confirmed"
    if belief.importance >= gate.importance and belief.triggered:
        return "incident"
    if command.by_person:
        return "person"
    incident = "with" if belief.triggered else "without"
    raise GateNotPassed(
        f"cannot promote {belief.memory} to {command.to}: it was confirmed {belief.confirmations} times and has "
        f"importance {belief.importance} {incident} a trigger incident; the gate asks for {gate.confirmations} "
        f"confirmations, or importance {gate.importance} with a trigger incident, or a person's word"
    )
