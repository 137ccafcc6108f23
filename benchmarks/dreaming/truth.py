"""What is planted in a simulated life, by the labels of its memories."""

from typing import Literal

import msgspec

Way = Literal["near", "subject", "evidence"]


class Pattern(msgspec.Struct, frozen=True, kw_only=True):
    """The same thing, noticed 3 to 6 times on different days: becomes one practice."""

    core: tuple[str, ...]
    satellites: tuple[str, ...]
    """What supports it; may be in the practice."""
    way: Way
    """How its fragments meet: by their words, by subject and category, or by the evidence that they cite."""
    tongue: Literal["en", "zh"]


class Decoys(msgspec.Struct, frozen=True, kw_only=True):
    """Near-duplicates with differing values: each stays apart from the others."""

    labels: tuple[str, ...]
    difference: str


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """Two memories, the earlier first."""

    first: str
    second: str


class Versions(msgspec.Struct, frozen=True, kw_only=True):
    """The values of one fact: the old ones are forgotten, the last one lives."""

    old: tuple[str, ...]
    last: str


class Merge(msgspec.Struct, frozen=True, kw_only=True):
    """Preferences of one subject and category: the confident ones become one pattern, the hedged ones are no source."""

    confident: tuple[str, ...]
    hedged: tuple[str, ...]


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """Confident preferences of one subject and category, of which two are never sources of one pattern."""

    one: str
    other: str
    third: str
    """Goes with either."""


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """Reflections that notice the same: become a lesson, and if noticed 7 or 8 times also a proposal."""

    labels: tuple[str, ...]
    proposal: bool


class Truth(msgspec.Struct, frozen=True, kw_only=True):
    """What must be so at the end of the life, one field a family."""

    patterns: tuple[Pattern, ...]
    decoys: tuple[Decoys, ...]
    duplicates: tuple[Pair, ...]
    """Exactly one of each is forgotten."""
    contradictions: tuple[Pair, ...]
    """The first is contradicted by the second: forgotten, and the second is not."""
    superseded: tuple[Versions, ...]
    weak: tuple[str, ...]
    """Forgotten."""
    strong: tuple[str, ...]
    """As old as the weak ones, but confirmed, important, or recalled: not forgotten."""
    young: tuple[str, ...]
    """As weak, but fewer than 80 active days old: not forgotten."""
    dormant: tuple[str, ...]
    """Notes that nobody asks for, at least 40 active days old: archived."""
    kept: tuple[str, ...]
    """Notes recalled at least every 20 active days: live in L2."""
    promotable: tuple[str, ...]
    """In L4."""
    short: tuple[str, ...]
    """One step short of the gate: not in L4."""
    merges: tuple[Merge, ...]
    conflicts: tuple[Conflict, ...]
    important: tuple[str, ...]
    """Knowledge of L4: live, or carried on by something live."""
    decisions: tuple[str, ...]
    """Security decisions of L2: live, carried on, or in the archive."""
    observations: tuple[Observation, ...]
    sleeps: tuple[tuple[int, int], ...]
    """First and last day of each span without any act."""
    notes: frozenset[str]
    """All memories that were born as notes: what a promotion could be about."""
