"""What dreams do and leave: runs, what they made of memories, what they suggest to people, jobs of a schedule."""

from typing import Literal

from ..content import SuggestionText
from ..vocabulary import Section
from .base import AgentEvent, Event
from .memories import NewMemory

DreamTrigger = Literal["asked", "night", "heartbeat", "size"]
DreamOutcome = Literal["done", "yielded", "stopped"]
SuggestedChange = Literal["identity", "consolidation", "replacement"]
Answer = Literal["accepted", "declined"]


class MemoriesConsolidated(NewMemory, frozen=True, kw_only=True):
    """The same thing was noticed again and again and became one memory; what it was noticed in retired to L6."""

    TYPE = "memory.consolidated/1"

    sources: tuple[str, ...]
    """Ids of the memories that retired; `evidence` names what it rests on besides."""
    confirmations: int
    """How often it had been seen to hold by then."""

    @property
    def memories(self) -> tuple[str, ...]:
        return (self.memory, *self.sources)


class DreamReflected(NewMemory, frozen=True, kw_only=True):
    """A dream wrote down how beliefs had changed."""

    TYPE = "dream.reflected/1"

    upto: int
    """The position up to which changes are told."""


class ScratchPurged(AgentEvent, frozen=True, kw_only=True):
    """Scratch had expired for long enough: its words are gone for ever."""

    TYPE = "privacy.scratch_purged/1"

    purged: tuple[str, ...]
    """Ids, sorted."""

    @property
    def memories(self) -> tuple[str, ...]:
        return self.purged


class DreamEvent(AgentEvent, frozen=True, kw_only=True):
    """Something about one dream as a whole."""

    run: str


class DreamStarted(DreamEvent, frozen=True, kw_only=True):
    """A dream began; until it ends, or gives no sign of life for a while, no other dreams for this agent."""

    TYPE = "dream.started/1"

    trigger: DreamTrigger
    stages: tuple[str, ...]
    slot: str | None
    """The night that it was due on, as a local date; None if no night asked for it."""
    due_at: int | None
    """When a schedule wanted it, microseconds."""
    takes_over: str | None
    """The run before it, where that gave no sign of life any more."""

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), *((f"slot:{self.agent}/{self.slot}",) if self.slot else ()))


class DreamPaused(DreamEvent, frozen=True, kw_only=True):
    """A dream stood back because its agent was busy."""

    TYPE = "dream.paused/1"

    busy_at: int
    """Position of the event that showed it."""


class DreamResumed(DreamEvent, frozen=True, kw_only=True):
    """A dream went on."""

    TYPE = "dream.resumed/1"


class DreamCompleted(DreamEvent, frozen=True, kw_only=True):
    """A dream ended."""

    TYPE = "dream.completed/1"

    outcome: DreamOutcome
    """`done`; `yielded` to an agent that stayed busy; `stopped` by whoever ran it."""
    carried: dict[str, int]
    """By stage, how many proposals were carried out."""
    passed_over: int
    """Proposals that did not hold any more when their turn came."""


class SuggestionMade(AgentEvent, frozen=True, kw_only=True):
    """A dream suggested a change that only a person may make."""

    TYPE = "suggestion.made/1"
    CONTENT = SuggestionText

    suggestion: str
    change: SuggestedChange
    """A line of the identity; one memory of several that are nearly the same; a newer value for an older one."""
    section: Section | None
    """Where the line would stand."""
    concerned: tuple[str, ...]
    """Ids of the memories that it is about; the newer value comes first."""
    signature: str
    """SHA-256 of the change and of the ids: what was answered once is not suggested again."""

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"suggestion:{self.suggestion}", f"signature:{self.signature}")


class SuggestionAnswered(AgentEvent, frozen=True, kw_only=True):
    """A person said yes or no to a suggestion."""

    TYPE = "suggestion.answered/1"

    suggestion: str
    answer: Answer

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"suggestion:{self.suggestion}")


class JobEvent(Event, frozen=True, kw_only=True):
    """A schedule ran a job."""

    job: str
    """Its name, such as `archive`."""
    slot: str
    """Which of its runs: jobs that are due once a night run once a night."""
    due_at: int
    attempt: int
    """1 for the first."""

    def _own_tags(self) -> tuple[str, ...]:
        return (f"job:{self.job}",)


class JobRan(JobEvent, frozen=True, kw_only=True):
    """A job did something."""

    TYPE = "job.ran/1"


class JobFailed(JobEvent, frozen=True, kw_only=True):
    """A job failed."""

    TYPE = "job.failed/1"

    retry_at: int | None
    """When it will be tried again, microseconds; None: only when it is due next."""
