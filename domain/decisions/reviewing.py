"""Reviewing before writing: what is bound for L4 and matters bears the five factors, or is refused for its safety."""

import msgspec
from msgspec.structs import replace

from ..all_words import all_words
from ..boot import job_of
from ..commands import Command
from ..content import Factor, MemoryText
from ..contradicting import Statement, conflict_of, kindred, statement
from ..errors import InstructionRefused, SecretRefused, SourceCodeRefused
from ..facts import Facts, StandingText
from ..instructions import instruction_in
from ..refusals import refuse_code_and_secrets
from ..reviewing import Entry, is_reviewed, review
from ..scopes import FLEET
from ..state import Belief


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """An entry on its way, with what the review asks besides its words."""

    belief: Belief
    """As it will stand."""
    evidence: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()
    """Ids of those whose place it takes."""
    beside: tuple[StandingText, ...] = ()
    """What is written together with it."""


def factors_for(facts: Facts, command: Command, bound: Bound, words: MemoryText, now: int) -> tuple[Factor, ...]:
    """Return the review of an entry that is to be written; nothing if it needs none.

    Raises:
        InstructionRefused: it is text from outside that gives instructions.
    """
    belief = bound.belief
    if belief.status != "live" or not is_reviewed(belief.layer, belief.importance, facts.policy.review):
        return ()
    if belief.source == "foreign":
        for text in all_words(words):
            found = None if text is None else instruction_in(text)
            if found is not None:
                raise InstructionRefused(
                    f"text from outside of importance {belief.importance} cannot go to {belief.layer}: {found}; "
                    "keep it as a note, where it stays data"
                )
    return review(_entry(facts, command.actor, bound, words), facts.policy.review, now)


def factors_again(facts: Facts, bound: Bound, words: MemoryText, now: int) -> tuple[Factor, ...]:
    """Return the review of an entry that stands already, as it would come out now."""
    texts = [text for text in all_words(words) if text is not None]
    unsafe = next((found for text in texts if (found := _code_or_secret(facts, text))), None)
    if unsafe is None and bound.belief.source == "foreign":
        unsafe = next((found for text in texts if (found := instruction_in(text))), None)
    entry = _entry(facts, bound.belief.recorded_by, bound, words)
    return review(replace(entry, unsafe=unsafe), facts.policy.review, now)


def _code_or_secret(facts: Facts, text: str) -> str | None:
    try:
        refuse_code_and_secrets(text, "it", facts.find_secret)
    except SecretRefused:
        return "it holds a secret"
    except SourceCodeRefused:
        return "it holds source code"
    return None


def _entry(facts: Facts, actor: str, bound: Bound, words: MemoryText) -> Entry:
    belief = bound.belief
    return Entry(
        actor=actor,
        source=belief.source,
        evidence=len(bound.evidence),
        confirmations=belief.confirmations,
        triggered=belief.triggered,
        told_at=belief.valid_from if belief.occurred_at is None else belief.occurred_at,
        valid_to=belief.valid_to,
        contradicted_by=_contradicting(facts, bound, words),
        unread=facts.unread,
    )


def _contradicting(facts: Facts, bound: Bound, words: MemoryText) -> tuple[str, ...]:
    """Return the ids of what is believed, where all readers of the entry may look, and contradicts it."""
    belief = bound.belief
    out = {belief.memory, *bound.leaving}
    shared = belief.scope if belief.scope != FLEET else ""
    standing = {
        one.memory: one
        for one in (*facts.standing, *bound.beside)
        # What all who read the entry read as well: a reason must not tell of what some of them may not see.
        if one.memory not in out and (one.scope in {FLEET, shared} or belief.scope.startswith("agent:"))
    }
    told = words.summary if words.summary is not None and len(words.summary) < len(words.text) else words.text
    mine = statement(belief.memory, told, key=words.key, subjects=words.subjects, whose=job_of(belief.kind))
    near = kindred(told, ((one.memory, one.letters) for one in standing.values()))
    found = (conflict_of(mine, _said(standing[memory])) for memory in near)
    return tuple(sorted(one.other for one in found if one is not None))


def _said(one: StandingText) -> Statement:
    """Return what is believed as it is compared; an open store compares it with many."""
    if one.said is None:
        one.said = statement(one.memory, one.text, key=one.key, subjects=one.subjects, whose=one.whose)
    said: Statement = one.said
    return said
