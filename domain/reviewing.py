"""The five-factor review, also called trust verification, of what is about to become knowledge that matters. Pure.

    source       who says so
    evidence     how often it was seen, and by what
    consistency  whether anything that is believed contradicts it
    currency     how old it is
    safety       whether it holds a secret, source code, or an instruction from outside

Each factor passes, warns or fails, with a reason that quotes nobody's words. What fails for safety is not written at
all; what fails otherwise is written with its review, for people to see and audits to repeat.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from .content import Factor
from .moments import DAY
from .vocabulary import Layer, Source

REVIEWED_LAYERS: frozenset[Layer] = frozenset({"L4", "L5"})
NAMED_MAX = 3
"""Ids that a reason names."""


class ReviewRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is reviewed before it is written, and what counts as old."""

    importance: int = 7
    """From which importance on entries of L4 and deeper are reviewed."""
    old_days: int = 180
    """Days by the clock after which what an entry tells of is old."""

    def faults(self) -> Iterator[str]:
        """Yield what is impossible in it, each as `<name> to <value>; it must be …`."""
        if not 1 <= self.importance <= 11:
            yield f"importance to {self.importance}; it must be from 1 to 10, or 11 for no review"
        if not 1 <= self.old_days <= 100_000:
            yield f"old_days to {self.old_days}; it must be from 1 to 100000"


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What is reviewed: an entry as it will stand, and what is known of it."""

    actor: str
    """Who says so, as the log names actors."""
    source: Source
    evidence: int
    """Memories that it rests on."""
    confirmations: int
    triggered: bool
    """Whether it names the incident that taught it."""
    told_at: int
    """When what it tells of happened or began to hold, microseconds since 1970 UTC."""
    valid_to: int | None
    contradicted_by: tuple[str, ...]
    """Ids of what is believed where its readers look, and contradicts it."""
    unread: int = 0
    """Memories that it could not be compared with, since no key opens them."""
    unsafe: str | None = None
    """What makes it unsafe, in one line; None: nothing."""


def is_reviewed(layer: str, importance: int, rules: ReviewRules) -> bool:
    """Say whether an entry bound for a layer is reviewed before it is written."""
    return layer in REVIEWED_LAYERS and importance >= rules.importance


def review(entry: Entry, rules: ReviewRules, now: int) -> tuple[Factor, ...]:
    """Return the five factors of an entry, in their order."""
    return (_source(entry), _evidence(entry), _consistency(entry), _currency(entry, rules, now), _safety(entry))


def outcome_of(factors: tuple[Factor, ...]) -> Literal["passed", "doubtful", "failed"]:
    """Return what a review comes to: failed if it is unsafe, doubtful if anything else fails."""
    failed = {factor.factor for factor in factors if factor.result == "fail"}
    return "failed" if "safety" in failed else "doubtful" if failed else "passed"


def told_elsewhere(factors: tuple[Factor, ...]) -> tuple[Factor, ...]:
    """Return a review as it may be told in another scope: without ids that those who read there may not know."""
    return tuple(
        Factor("consistency", "fail", "contradicted by what its giver believes")
        if (factor.factor, factor.result) == ("consistency", "fail")
        else factor
        for factor in factors
    )


def _source(entry: Entry) -> Factor:
    if entry.source == "foreign":
        return Factor("source", "warn", "text from outside, which nobody here vouches for")
    family, _, _ = entry.actor.partition(":")
    who = {"user": "a person", "file": "a file that people edit", "dream": "a dream", "import": "an import"}
    if family == "import":
        return Factor("source", "warn", "an import says so; who said it there is not known")
    return Factor("source", "pass", f"{who.get(family, 'the agent itself')} says so")


def _evidence(entry: Entry) -> Factor:
    grounds = [
        f"{count} {noun if count == 1 else nouns}"
        for count, noun, nouns in (
            (entry.evidence, "memory that it rests on", "memories that it rests on"),
            (entry.confirmations, "confirmation", "confirmations"),
            (int(entry.triggered), "incident that taught it", "incidents"),
        )
        if count
    ]
    if not grounds:
        return Factor("evidence", "warn", "said once, by nothing that can be looked up")
    return Factor("evidence", "pass", ", ".join(grounds))


def _consistency(entry: Entry) -> Factor:
    if entry.contradicted_by:
        named, more = entry.contradicted_by[:NAMED_MAX], len(entry.contradicted_by) - NAMED_MAX
        told = ", ".join(named) + (f" and {more} more" if more > 0 else "")
        return Factor("consistency", "fail", f"contradicted by {told}")
    if entry.unread:
        noun = "memory" if entry.unread == 1 else "memories"
        return Factor("consistency", "warn", f"{entry.unread} {noun} could not be read to compare it with")
    return Factor("consistency", "pass", "nothing that is believed contradicts it")


def _currency(entry: Entry, rules: ReviewRules, now: int) -> Factor:
    if entry.valid_to is not None and entry.valid_to <= now:
        return Factor("currency", "fail", f"it stopped being true {_days(now - entry.valid_to)} ago")
    age = now - entry.told_at
    if age >= rules.old_days * DAY:
        return Factor("currency", "warn", f"{_days(age)} old; what is {rules.old_days} days old may have changed")
    return Factor("currency", "pass", f"{_days(age)} old" if age >= DAY else "of today")


def _days(duration: int) -> str:
    days = duration // DAY
    return f"{days} day" if days == 1 else f"{days} days"


def _safety(entry: Entry) -> Factor:
    if entry.unsafe is not None:
        return Factor("safety", "fail", entry.unsafe)
    return Factor("safety", "pass", "no secret, no source code, no instruction from outside")
