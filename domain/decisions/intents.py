"""Intents: one record for each problem, whatever the file, and what it taught."""

from typing import Any

import msgspec
from msgspec.structs import replace

from ..all_words import all_words
from ..boundary import QueryItem
from ..commands import ObserveIntent
from ..content import ExampleText, MemoryText
from ..envelopes import Envelope
from ..errors import InvalidMetadata, InvalidName, InvalidText, UnknownCategory
from ..events import Draft, IntentLearned, IntentObserved, IntentOutcome, MemoryRestored, Recorded
from ..facts import Decision, Facts
from ..intents import STANDING
from ..policy import Policy
from ..scopes import check_scope, check_writable, own
from ..state import Belief, evolve
from ..texts import check_metadata, shown
from .bounds import retire_excess
from .grounds import draft, envelope, reason, refuse_by_layer, subjects, unchanged

EXAMPLE_DEPTH_MAX = 20
INTENT = "intent"


def observe(facts: Facts, command: ObserveIntent, now: int) -> Decision:
    """Decide an `ObserveIntent`: the first use of a problem learns it; one that had retired comes back."""
    scope = own(command.agent) if command.scope is None else check_scope(command.scope)
    check_writable(scope, command.agent, facts.policy.teams)
    check_categories(command.envelope, facts.policy)
    outcome = _outcome(command.outcome)
    content = _example(facts, command)
    refuse_by_layer(facts, "L4", command.said, command.envelope.words, what="the envelope")
    refuse_by_layer(facts, "L4", content.because, what="the reason")
    record = facts.intents.get((scope, command.intent))
    belief = facts.memories.get(record.memory) if record else None
    observed = IntentObserved(
        **envelope(facts, command, scope),
        memory=belief.memory if belief and belief.status in STANDING | _RETIRED else command.memory,
        intent=command.intent,
        outcome=outcome,
        exemplified=content.example is not None,
    )
    used = draft(observed, None if content == ExampleText() else content)
    arrived, conflicts = _arrival(facts, command, scope, belief, now)
    return Decision(drafts=(arrived[0], used, *arrived[1:]) if arrived else (used,), conflicts=conflicts)


_RETIRED = frozenset({"archived", "forgotten"})
"""What an intent comes back from when its problem is met again."""


def check_categories(given: Envelope, policy: Policy) -> None:
    """Check that the policy knows every category of trauma that an envelope names.

    Raises:
        UnknownCategory: it does not.
    """
    for category in given.categories:
        check_category_known(category, policy)


def check_category_known(category: object, policy: Policy) -> str:
    """Return a category of trauma.

    Raises:
        UnknownCategory: the policy knows none of this name.
    """
    if not isinstance(category, str) or category not in policy.trauma_weights:
        raise UnknownCategory(category if isinstance(category, str) else shown(category), tuple(policy.trauma_weights))
    return category


def _arrival(
    facts: Facts, command: ObserveIntent, scope: str, belief: Belief | None, now: int
) -> tuple[tuple[Draft, ...], tuple[QueryItem, ...]]:
    """Return the drafts that make the intent live, if it is not, with those that retire; and what they rest on."""
    learned = QueryItem(types=(IntentLearned.TYPE,), tags=(f"intent:{command.intent}", f"scope:{scope}"))
    if belief is not None and belief.status in STANDING:
        return (), (learned, *unchanged(belief.memory))
    if belief is not None and belief.status in _RETIRED:
        back = _restored(facts, command, belief)
        arrival = replace(belief, status="live", layer=belief.home_layer)
        conflicts = (learned, *unchanged(belief.memory))
    else:
        back = _learned(facts, command, scope)
        recorded = Recorded(position=facts.position + 1, at=now, event=back.event)
        born = evolve(None, recorded, command.memory)
        assert born is not None, "an intent has a state"
        arrival, conflicts = born, (learned,) if belief is None else (learned, *unchanged(belief.memory))
    retired, crossed = retire_excess(facts, command, arrival, keep=True)
    return (back, *retired), (*conflicts, *crossed)


def _learned(facts: Facts, command: ObserveIntent, scope: str) -> Draft:
    given = command.envelope
    event = IntentLearned(
        **envelope(facts, command, scope, keyed=False),
        memory=command.memory,
        kind=INTENT,
        layer="L4",
        home_layer="L4",
        importance=5,
        confidence=5,
        category=None,
        source="own",
        triggered=False,
        evidence=(),
        fact=None,
        session=None,
        occurred_at=None,
        occurred_offset=None,
        valid_from=None,
        valid_to=None,
        expires_at=None,
        intent=command.intent,
    )
    words = MemoryText(
        subjects=subjects(command.subjects),
        text=given.told(),
        metadata={
            "signature": given.signature,
            "role": given.role,
            "risk": given.risk,
            "constraints": list(given.constraints),
            "forbidden_signals": list(given.forbidden_signals),
            "categories": list(given.categories),
        },
    )
    return Draft(event=event, content=words)


def _restored(facts: Facts, command: ObserveIntent, belief: Belief) -> Draft:
    event = MemoryRestored(
        **envelope(facts, command, belief.scope, keyed=False),
        memory=belief.memory,
        from_status=belief.status,
        to_status="live",
        to_layer=belief.home_layer,
        kind=belief.kind,
        fact=None,
    )
    return Draft(event=event, content=None)


def _outcome(given: str | None) -> IntentOutcome | None:
    match given:
        case None | "success" | "rollback":
            return given
        case other:
            raise InvalidName(f"not an outcome of an intent: {shown(other)}; use success or rollback, or none")


def _example(facts: Facts, command: ObserveIntent) -> ExampleText:
    why = reason(command, required=False)
    if command.example is None:
        return ExampleText(because=why.because, subjects=why.subjects, command=why.command)
    try:
        example = check_metadata(command.example)
    except (InvalidMetadata, InvalidText) as fault:
        raise type(fault)(str(fault).replace("metadata", "the example", 1)) from None
    _check_size(example, facts.policy.limits.metadata_bytes)
    refuse_by_layer(facts, "L4", *all_words(MemoryText(text="", metadata=example)), what="the example")
    return ExampleText(because=why.because, subjects=why.subjects, command=why.command, example=example)


def _check_size(example: dict[str, Any], bytes_max: int) -> None:
    size = len(msgspec.json.encode(example))
    if size > bytes_max:
        raise InvalidMetadata(f"the example has {size} bytes, over the limit of {bytes_max}; distil it further")
