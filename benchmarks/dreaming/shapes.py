"""The shapes of templates: sentences with slots, by language.

`{user}`, `{few}`, `{city}` are slots; a digit behind a name (`{city2}`) draws another value of the same pool. A slot
has one value in all sentences of one planted thing. `[is|was]` are wordings of the same: the first is the plain one.
`{adv}` is a place where a light adverb may stand, and is empty in the plain wording.
"""

from types import ModuleType
from typing import Literal

import msgspec

Tongue = Literal["en", "zh"]


class Pattern(msgspec.Struct, frozen=True):
    """Something that is noticed again and again."""

    near: str
    """With wordings: all of them say the same with the same values."""
    freer: tuple[str, str]
    """Paraphrases that share at least half of their content words with `near`, and all its values."""
    satellites: tuple[str, str]
    """What supports it: a figure, a remark."""


class Decoy(msgspec.Struct, frozen=True):
    """Sentences that differ by one value, `{x}`."""

    difference: str
    """What differs, in a word."""
    text: str
    values: tuple[str, ...]


class Change(msgspec.Struct, frozen=True):
    """A statement, and the later one that says otherwise."""

    old: str
    new: str


class Fact(msgspec.Struct, frozen=True):
    """A fact with a key, whose value `{x}` changes."""

    key: str
    text: str
    values: tuple[str, ...]
    """At least four."""


class Entry(msgspec.Struct, frozen=True):
    """A piece of knowledge, and the incident that taught it."""

    text: str
    trigger: str


class Group(msgspec.Struct, frozen=True):
    """Preferences of one person about one thing that fit together."""

    topic: str
    """A slug."""
    confident: tuple[str, str, str, str]
    hedged: tuple[str, str]


class Conflict(msgspec.Struct, frozen=True):
    """Two preferences of one person that cannot both hold, and one that fits with either."""

    topic: str
    one: str
    other: str
    third: str


class Job(msgspec.Struct, frozen=True):
    """A task, and how it ended."""

    objective: str
    outcome: str


class Language(msgspec.Struct, frozen=True, kw_only=True):
    """All templates of one side in one language."""

    tongue: Tongue
    pools: dict[str, tuple[str, ...]]
    """Words of the slots, by name."""
    patterns: tuple[Pattern, ...]
    decoys: tuple[Decoy, ...]
    duplicates: tuple[str, ...]
    contradictions: tuple[Change, ...]
    facts: tuple[Fact, ...]
    entries: tuple[Entry, ...]
    """Knowledge about things that nobody asks for, in words that nothing else uses."""
    kept: tuple[str, ...]
    promotable: tuple[Entry, ...]
    merges: tuple[Group, ...]
    conflicts: tuple[Conflict, ...]
    important: tuple[Entry, ...]
    security: tuple[str, ...]
    observations: tuple[str, ...]
    leads: tuple[str, ...]
    """How ordinary notes begin; each may be followed by a tail."""
    tails: tuple[str, ...]
    decisions: tuple[str, ...]
    evolutions: tuple[str, ...]
    reflections: tuple[str, ...]
    modules: tuple[str, ...]
    prompts: tuple[str, ...]
    messages: tuple[str, ...]
    jobs: tuple[Job, ...]


def language(tongue: Tongue, *modules: ModuleType) -> Language:
    """Return the templates of one language: each list is a constant of one of some modules, by its name in capitals."""
    said = {name.lower(): value for module in modules for name, value in vars(module).items() if name.isupper()}
    return Language(tongue=tongue, **said)
