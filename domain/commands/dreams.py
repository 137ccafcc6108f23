"""Orders that dreams give, and what people say to them."""

from typing import Any

from ..events import Answer, DreamOutcome, DreamTrigger, SuggestedChange
from ..vocabulary import Section
from .base import Command


class StartDream(Command, frozen=True, kw_only=True):
    """Begin a dream, unless another is under way."""

    run: str
    trigger: DreamTrigger
    stages: tuple[str, ...]
    slot: str | None = None
    due_at: int | None = None


class PauseDream(Command, frozen=True, kw_only=True):
    """Say that a dream stands back."""

    run: str
    busy_at: int


class ResumeDream(Command, frozen=True, kw_only=True):
    """Say that a dream goes on."""

    run: str


class CompleteDream(Command, frozen=True, kw_only=True):
    """Say that a dream is over, and what it did."""

    run: str
    outcome: DreamOutcome
    carried: dict[str, int]
    passed_over: int


class ConsolidateMemories(Command, frozen=True, kw_only=True):
    """Make one memory of what was noticed again and again; the sources retire to L6."""

    memory: str
    """Id of the new one."""
    kind: str
    """Of L4: `practice` or `lesson`."""
    sources: tuple[str, ...]
    evidence: tuple[str, ...] = ()
    seen: int
    """On how many occasions the same was noticed."""
    text: str
    summary: str | None = None
    trigger: str | None = None
    category: str | None = None
    metadata: dict[str, Any] | None = None
    composed_by: str | None = None
    """The model that put the text together, where one did."""


class PurgeScratch(Command, frozen=True, kw_only=True):
    """Take the words of expired scratch away for ever."""

    memories: tuple[str, ...]


class WriteReflection(Command, frozen=True, kw_only=True):
    """Write down how beliefs have changed."""

    memory: str
    text: str
    evidence: tuple[str, ...]
    """Ids of the memories that it tells of, at most 50."""
    upto: int
    composed_by: str | None = None


class MakeSuggestion(Command, frozen=True, kw_only=True):
    """Suggest a change that only a person may make; what was suggested before is not suggested again."""

    suggestion: str
    change: SuggestedChange
    section: Section | None = None
    concerned: tuple[str, ...]
    text: str


class AnswerSuggestion(Command, frozen=True, kw_only=True):
    """Say yes or no to a suggestion."""

    suggestion: str
    answer: Answer
