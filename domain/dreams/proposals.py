"""Proposals: what a dream would do, by which rule, and what its commands need to carry it out."""

from typing import Any, Literal, get_args

import msgspec

from ..events import SuggestedChange
from ..vocabulary import Section

Stage = Literal["sweep", "consolidate", "reflect", "promote", "merge", "decay", "archive", "forget", "compact", "learn"]
STAGES: tuple[Stage, ...] = get_args(Stage)
"""In the order in which a dream goes through them."""


class Interrupt(msgspec.Struct, frozen=True, tag=True):
    """A stale task stops and can be resumed."""

    task: str
    """HMAC of its name."""


class Cool(msgspec.Struct, frozen=True, tag=True):
    """The summary of a session becomes a task context."""

    memory: str


class Purge(msgspec.Struct, frozen=True, tag=True):
    """The words of expired scratch are destroyed."""

    memories: tuple[str, ...]


class Wording(msgspec.Struct, frozen=True, kw_only=True):
    """The words of a memory to be, as composed without a model, with what a model would need to do better."""

    text: str
    sources: tuple[str, ...]
    """The texts that it is made of."""
    language: Literal["en", "zh"]


class Consolidate(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The same, noticed again and again, becomes one practice or lesson; the sources retire."""

    kind: Literal["practice", "lesson"]
    sources: tuple[str, ...]
    evidence: tuple[str, ...]
    occasions: int
    """On how many it was noticed."""
    wording: Wording
    summary: str | None
    trigger: str | None
    category: str | None
    core: str
    """What was noticed, without how often: kept as metadata, so that it is known when it is noticed once more."""
    wordings: tuple[str, ...] = ()
    """Other wordings of it, kept for the same."""

    @property
    def metadata(self) -> dict[str, Any]:
        """What the new memory keeps of how it came about."""
        return {CORE: self.core, **({WORDINGS: list(self.wordings)} if self.wordings else {})}


WORDINGS = "wordings"
"""Name in the metadata of a consolidated memory of other wordings of what was noticed."""
CORE = "core"
"""Name in the metadata of a consolidated memory of what was noticed, without how often."""


class Reaffirm(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What is known was noticed once more: it is confirmed, and what it was noticed in retires."""

    memory: str
    fragments: tuple[str, ...]


class Reflect(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A dated entry tells how beliefs changed."""

    wording: Wording
    evidence: tuple[str, ...]
    upto: int


class Suggest(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A person is asked whether a change shall be made."""

    change: SuggestedChange
    section: Section | None
    concerned: tuple[str, ...]
    text: str


class Promote(msgspec.Struct, frozen=True, tag=True):
    """A memory moves to a deeper layer."""

    memory: str
    to: str


class Merge(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Entries become one pattern."""

    sources: tuple[str, ...]
    noted: tuple[str, ...]
    """Carried in the words, and no ground."""
    wording: Wording
    category: str


class Decay(msgspec.Struct, frozen=True, tag=True):
    """Strengths are set."""

    strengths: tuple[tuple[str, int], ...]
    """Ids, each with its strength in thousandths."""


class Archive(msgspec.Struct, frozen=True, tag=True):
    """A memory retires to L6."""

    memory: str


class Forget(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A memory goes out of recall."""

    memory: str
    confirms: str | None = None
    """A memory that says the same, and is confirmed by this one on another day."""


class Quarantine(msgspec.Struct, frozen=True, tag=True):
    """A memory goes out of recall until somebody has looked at it."""

    memory: str


class Compact(msgspec.Struct, frozen=True, tag=True):
    """What exceeds a bound leaves, least important first."""

    scope: str
    kind: str


Action = (
    Interrupt
    | Cool
    | Purge
    | Consolidate
    | Reaffirm
    | Reflect
    | Suggest
    | Promote
    | Merge
    | Decay
    | Archive
    | Forget
    | Quarantine
    | Compact
)


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a dream would do."""

    stage: Stage
    rule: str
    """A slug, such as `same-again`; with its stage it names the rule in the log."""
    scope: str
    memories: tuple[str, ...]
    """Ids of those that it changes or rests on: it holds as long as nothing happens to any of them."""
    figures: dict[str, int]
    """The numbers that triggered it, by name."""
    because: str
    """One sentence that says why, with these numbers; quotes nobody's words."""
    effect: str
    """One sentence that says what would change; may quote words, and is not stored."""
    action: Action

    @property
    def name(self) -> str:
        """Its rule as the log names it."""
        return f"{self.stage}/{self.rule}"


class Shortfall(msgspec.Struct, frozen=True, kw_only=True):
    """A memory that is one step short of a promotion."""

    memory: str
    scope: str
    missing: str
    """One sentence: what it has, and what it lacks."""
